//! The journal: the changes of runs, with time, user and calls.
//!
//! Each run that changes something has its own file, with one JSON line for each event, written at once. The first line
//! of a run names the run before it. `docs/runs.md` describes the lines. Laws: a line holds no secret; each line holds
//! the hash of all lines before it, so that a changed or removed line is found.

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

/// The version of the lines. A change that readers must know increases it.
pub const VERSION: u32 = 2;

#[cfg(test)]
mod tests;
