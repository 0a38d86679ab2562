//! Messages: signed envelopes, sealed contents, jobs and answers. Pure: no clock, no network.
//!
//! A server on the way can delay or drop a message. It cannot read, change, forge, re-address or repeat one with effect.

mod answer;
mod event;
pub mod format;
mod jid;
mod mine;
mod order;
mod roll;
mod sealed;
mod signed;
pub mod subjects;
#[cfg(test)]
mod tests;
mod tree;

pub use answer::{Ack, AckState, Answer, AnswerParts, Part, Status};
pub use event::Event;
pub use jid::Jid;
pub use mine::{MOST_RESULTS, MineItem, Writer, mine_token};
pub use order::{Call, Draft, LONGEST_LIFE, MOST_SKEW, OLDEST_JOB, Order, Receiver, Rejection, check};
pub use roll::{AnsweredCalls, Here, LONGEST_CALL, PING, RollCall, Said};
pub use sealed::Sealed;
pub use signed::{Domain, Refusal, Signed};
pub use tree::{Compiled, Revision, SealedTree, SealedTrees, Supply, is_revision};
