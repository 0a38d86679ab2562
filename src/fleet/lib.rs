//! The fleet: many instances reached from any operator's node, without a master process.
//!
//! [`identity`] holds keys, rights and the register of accepted instances; [`protocol`] the signed and sealed messages;
//! [`targets`] chooses instances; [`jobs`] holds the state machines of a job, on both sides, without I/O; [`transport`]
//! carries messages; [`mine`] holds what instances publish for each other; [`trees`] packs, brings and unpacks published trees; [`agent`] and [`operator`] drive the state machines; [`ssh`] reaches
//! hosts without any server.
//! `docs/decisions/0023-fleet.md` gives the reasons.

pub mod agent;
pub mod identity;
pub mod jobs;
pub mod mine;
pub mod operator;
pub mod protocol;
pub mod ssh;
pub mod targets;
pub mod transport;
pub mod trees;
