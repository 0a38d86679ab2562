//! The instance side: identity of a machine on EC2, its way into service, and its deployments.

pub mod artifact;
pub mod bootstrap;
pub mod deploy;
pub mod identity;
pub mod lease;
pub mod notice;
pub mod policy;
pub mod publish;
pub mod store;
