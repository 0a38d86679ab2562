//! The state machines of a job: [`Desk`] on an instance, [`Gather`] on an ops node. No I/O, no clock: times come in as
//! milliseconds, and what is to be done comes out.

mod desk;
mod gather;
#[cfg(test)]
mod simulation;

pub use desk::{Desk, Effect, Exclusive, Known, MOST_JOBS, Stage, Ticket};
pub use gather::{Action, Event, Fate, Gather, Member, Plan, width};
