//! The command line: what is typed, what it means, what is shown, and the exit code.

pub mod render;
