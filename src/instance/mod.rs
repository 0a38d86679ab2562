//! The instance side: what a machine on EC2 is, how it comes into service and how it keeps itself.

pub mod artifact;
pub mod bootstrap;
pub mod deploy;
pub mod identity;
pub mod lease;
pub mod notice;
pub mod policy;
pub mod publish;
pub mod store;
