//! Sources of packages: the files of apt and dnf. They are read here, and written line by line, so that a line stays unless the
//! user asked to remove it.

pub mod apt;
pub mod dnf;
pub mod key;
mod stanza;

pub use stanza::Stanza;
