//! Salt-compatible, stateless orchestration of AWS resources.
//!
//! The layers, each using only those above it: [`model`], then `sls`, `graph`, `aws`, `machine`, `resources`, `system`,
//! then `engine`, `exec`, `instance`, `fleet`, and `cli` on top. `docs/architecture.md` draws them.

pub mod aws;
pub mod cli;
pub mod engine;
pub mod exec;
#[cfg(feature = "fleet")]
pub mod fleet;
pub mod graph;
pub mod instance;
pub mod machine;
pub mod model;
#[cfg(test)]
#[path = "../tests/it/recorded/errors.rs"]
mod recorded_errors;
#[cfg(test)]
#[path = "../tests/it/recorded/pins.rs"]
mod recorded_pins;
pub mod resources;
pub mod sls;
pub mod system;
