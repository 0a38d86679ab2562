//! `ssh TARGET FUNCTION [ARGS]`: hosts of a roster, reached by OpenSSH's client, without agent and server.

mod args;
mod aws;
mod command;
mod hosts;
mod job;
mod run;
mod supply;

pub use command::{COMMAND, JOB};
