//! Which minions a line of a top file, or a command, speaks of.
pub mod glob;
