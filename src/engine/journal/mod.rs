//! The journal: what runs changed, when, by whom, and with which calls.
//!
//! Each run that changes something has a file of its own, with one JSON line for each thing that happens, written as it
//! happens. The first line of a run names the run before it. `docs/runs.md` describes the lines. Laws: a line holds no
//! secret; each line holds the hash of all lines before it, so that a line that was changed or taken away is found.

mod blame;
mod chain;
mod difference;
mod entry;
mod events;
mod plan;
mod read;
mod sent;
mod settings;
mod verify;
mod write;

pub use self::blame::{Change, blame};
pub use self::difference::{Difference, difference};
pub use self::entry::{Begun, Called, Entry, Finished, Line, Previous, StateName};
pub use self::events::{of_call, of_event};
pub use self::plan::plan;
pub use self::read::{Loaded, Status, chosen, find, load, names, of_text};
pub use self::sent::{bytes, mark_sent, unsent};
pub use self::settings::{KEY, Settings};
pub use self::verify::{Fault, Verified, verify};
pub use self::write::{Journal, JournalError};

/// The version of the lines. A change that a reader must know of makes it another.
pub const VERSION: u32 = 1;

#[cfg(test)]
mod tests;
