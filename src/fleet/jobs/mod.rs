//! The state machines of a job: [`Desk`] on an instance, [`Gather`] on an ops node, [`Rolling`] behind the health of a group. No I/O, no clock: the caller gives times in
//! milliseconds, and gets what it must do.

mod desk;
mod gather;
mod plan;
mod rolling;
#[cfg(test)]
mod simulation;
mod width;

pub use desk::{Desk, Effect, Exclusive, Known, MOST_JOBS, Stage, Ticket};
pub use gather::Gather;
pub use plan::{Event, Fate, GatherAction, Member, Plan};
pub use rolling::{Look, Rolling, RollingMember, RollingPlan, Step, share};
pub use width::width;
