//! The state machines of a job: [`JobTable`] on an instance, [`Gather`] on an ops node, [`Rolling`] behind the health of a group.
//!
//! No I/O, no clock: the caller gives times in milliseconds, and gets what it must do.

mod gather;
mod job_table;
mod plan;
mod repeats;
mod rolling;
#[cfg(test)]
mod simulation;
mod state;
mod width;

pub use gather::Gather;
pub use job_table::{Effect, Exclusive, JobTable, Known, MOST_JOBS, Stage, Ticket};
pub use plan::{Event, GatherAction, Member, MemberStatus, Plan};
pub use rolling::{Look, Rolling, RollingMember, RollingPlan, Step, share};
pub use width::width;
