//! Brings a release of a service onto this instance and into service.
//!
//! What lies on the disk is the state: [`plan`](plan()) compares it with what is wanted, so that a deployment killed anywhere is
//! finished by the next one. Laws: a release gets its name when it is whole; links are switched by renaming, never removed
//! and made anew; `current` leads to a whole release or is not there.

mod layout;
mod plan;
mod record;

pub use layout::{Layout, Link};
pub use plan::{BASE, Live, Step, Wanted, plan};
pub use record::{Deployed, Record};

#[cfg(test)]
mod tests;
