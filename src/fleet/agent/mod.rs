//! The agent: what runs on every instance.
//!
//! [`serve`] takes orders, checks them, runs each in a child process and brings the answers into the stream. The rules
//! are [`JobTable`](crate::jobs::JobTable)'s; here is what carries them out.

mod answers;
mod child;
mod enrol;
mod grains;
mod journal;
mod lists;
mod mine;
mod own;
mod roll;
mod serve;
mod socket;
mod supply;
#[cfg(test)]
mod tests;
mod token;

pub use child::{Child, Ended, Output, Runner, Task};
pub use enrol::{Enrolment, enrol};
pub use grains::GrainSources;
pub use journal::{JobNote, Journal};
pub use mine::{Asked, Item, MineQuestion};
pub use serve::{Agent, Leaving};
pub use socket::{Question, Reply, SOCKET};
pub use token::TOKEN;
