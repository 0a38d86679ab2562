//! Where packages come from: what apt's and dnf's files say. Read here, and written anew line by line, so that nothing goes that
//! nobody asked to remove.

pub mod apt;
pub mod dnf;
pub mod key;
mod stanza;

pub use stanza::Stanza;
