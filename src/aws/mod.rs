//! Clients, faults, waits and canonical forms: the base of every AWS kind.
//!
//! Uses `model` only. Kinds call AWS through [`Aws`], turn failures into [`ApiError`], and decide by [`Fault`].

pub mod action;
#[cfg(feature = "aws")]
pub mod any;
pub mod arn;
pub mod budget;
pub mod calls;
pub mod cidr;
pub mod connection;
#[cfg(feature = "aws")]
pub mod crowd;
pub mod error;
pub mod fault;
#[cfg(feature = "aws")]
mod kept;
pub mod named_profiles;
#[cfg(feature = "aws")]
pub mod only_refusals;
#[cfg(feature = "aws")]
pub mod paging;
pub mod policy;
pub mod profile;
pub mod region;
#[cfg(feature = "aws")]
mod sdk;
#[cfg(any(feature = "autoscaling", feature = "ec2", feature = "events", feature = "s3"))]
pub mod sdk_document;
#[cfg(feature = "aws")]
pub mod sdk_tags;
#[cfg(all(feature = "ssm", feature = "secretsmanager"))]
pub mod secrets;
mod session;
#[cfg(feature = "aws")]
pub mod signed;
pub mod tags;
#[cfg(feature = "aws")]
pub mod together;
pub mod wait;

pub use budget::{BudgetSettings, Budgets};
pub use calls::{CallCount, Calls, WaitCount};
pub use connection::Connection;
pub use error::ApiError;
pub use fault::Fault;
#[cfg(feature = "aws")]
pub use sdk::failed;
pub use session::{Aws, InstanceMetadata, Sessions};
