//! The one driver: declares all states, fills the snapshot, walks the graph, brings each thing to its declared state.
//!
//! `cli` calls [`run`] with low chunks and follows the run by its [`Event`]s. Laws: nothing is called while any
//! declaration is wrong; a test run makes no mutating call; only "not found" means absent.

pub mod approval;
mod beside;
pub mod composed;
mod condition;
pub mod conditions;
mod declare;
mod differing;
mod event;
pub mod export;
mod facts;
mod foresee;
mod forms;
mod freshness;
pub mod functions;
mod gate;
pub mod guards;
pub mod healing;
pub mod journal;
pub mod last_change;
pub mod leaving;
mod local;
mod look;
pub mod ownership;
mod part;
mod pause;
pub mod planned;
mod policy_arns;
mod policy_conditions;
mod policy_roles;
mod prime;
mod progress;
mod reconcile;
pub mod record;
mod report;
mod run;
pub mod run_plan;
pub mod run_policy;
mod snapshot;
mod steps;
pub mod undo;
mod unknown;

pub use declare::{Declared, arguments, declare};
pub use event::{Event, StepProof};
pub use forms::misshapen;
pub use local::LocalPart;
pub use part::Part;
pub use run::{AT_ONCE, Job, Ran, graph_of, run, run_approved};
pub use snapshot::{Moment, SessionId, Snapshot, View};
pub use unknown::missing_function;

#[cfg(test)]
mod tests;
