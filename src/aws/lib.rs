//! Clients, faults, waits and canonical forms: the base of every AWS kind.
//!
//! Uses `model` only. Kinds call AWS through [`Aws`], turn failures into [`ApiError`], and decide by [`Fault`].

pub mod action;
pub mod any;
pub mod arn;
pub mod budget;
pub mod calls;
pub mod cidr;
pub mod connection;
pub mod crowd;
pub mod error;
pub mod fault;
mod kept;
pub mod named_profiles;
pub mod only_refusals;
pub mod paging;
pub mod policy;
pub mod profile;
pub mod region;
mod sdk;
pub mod sdk_document;
pub mod sdk_tags;
pub mod secrets;
mod session;
pub mod signed;
pub mod tags;
pub mod together;
pub mod wait;

pub use budget::{BudgetSettings, Budgets};
pub use calls::{CallCount, Calls, WaitCount};
pub use connection::Connection;
pub use error::ApiError;
pub use fault::Fault;
pub use sdk::failed;
pub use session::{
    Aws, ClientSettings, InstanceMetadata, SecretsManager, Service, ServiceQuotas, Sessions, Ssm, Sts,
};

// Its own tests have canned replies, too.
#[cfg(test)]
extern crate self as aws;
#[cfg(test)]
#[path = "canned/lib.rs"]
mod canned;
