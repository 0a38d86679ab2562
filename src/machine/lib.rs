//! The machine itself, without Salt's words: processes, files, accounts, packages, services.
//!
//! Execution functions ([`exec`](exec)) and states of the machine ([`system`](system)) both call it, so that
//! neither calls the other. Laws: nothing here decides what the machine should be. A function reads, or does the one thing that
//! its caller asks for, and returns the result. It uses no clock, no environment variables and no configuration: callers pass
//! what it needs.
//!
//! See `docs/decisions/0008-the-machine-below-both-faces.md`.

pub mod account;
pub mod aliases;
pub mod alternatives;
pub mod append_only;
pub mod archive;
pub mod augeas;
pub mod crontab;
pub mod debconf;
pub mod disk;
pub mod docker;
pub mod file;
pub mod firewalld;
pub mod gem;
pub mod git;
pub mod hostname;
pub mod http;
pub mod ini;
pub mod ipset;
pub mod iptables;
pub mod jobs;
pub mod kernel;
pub mod lines;
pub mod lock;
pub mod lvm;
pub mod modules;
pub mod mount;
pub mod mysql;
pub mod network;
pub mod nftables;
pub mod npm;
pub mod package;
pub mod postgres;
pub mod process;
pub mod python;
pub mod rabbitmq;
pub mod selinux;
pub mod service;
pub mod ssh;
pub mod supervisor;
pub mod text;
pub mod x509;
