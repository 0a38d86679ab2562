//! Kinds of the machine itself: states of the host that the program runs on, not of AWS.
//!
//! `engine` finds a function here by its name and drives it as it drives AWS kinds: describe, diff, *(a test run stops here)*,
//! carry out. Laws: `describe` and `diff` change nothing, `diff` is pure, and no kind sees the mode of the run. Each kind has a
//! folder; a new one adds one line to [`KINDS`].

pub mod acl;
pub mod alias;
pub mod alternatives;
mod apache;
mod archive;
mod augeas;
pub mod blockdev;
mod cmd;
mod context;
pub mod cron;
mod debconf;
mod docker;
pub mod environ;
mod erased;
mod event;
pub mod file;
mod firewalld;
mod gem;
mod git;
pub mod grains;
pub mod group;
pub mod host;
pub mod http;
pub mod ini;
mod ipset;
mod iptables;
pub mod kmod;
pub mod locale;
pub mod logrotate;
mod lvm;
pub mod module;
pub mod mount;
mod mysql;
pub mod network;
mod nftables;
mod npm;
mod operation;
mod owner;
mod pip;
mod pkg;
mod pkgrepo;
mod postgres;
mod rabbitmq;
mod salt;
#[cfg(test)]
mod sample;
mod schedule;
mod selinux;
mod service;
mod source;
pub mod ssh_auth;
pub mod ssh_known_hosts;
mod state;
mod supervisord;
pub mod sysctl;
pub mod test;
pub mod timezone;
pub mod unbuilt;
pub mod user;
mod virtualenv;
mod webutil;
mod x509;

pub use context::{
    EarlyOutcomes, LaterCall, Listing, Memory, NoServices, RunServices, StateContext, TextTemplate,
};
pub use erased::{Action, AnyLocal, Local};
pub use state::{Answers, Call, Intent, LocalState, Step};

use model::Function;

/// Every kind of the machine itself, by module.
pub const KINDS: &[&[&dyn AnyLocal]] = &[
    &[
        &Local::<event::Event>::IT,
        &Local::<module::Module>::IT,
        &Local::<salt::Salt>::IT,
        &Local::<test::Test>::IT,
    ],
    &[
        &Local::<cmd::Cmd>::IT,
        &Local::<service::Service>::IT,
        &Local::<pkg::Pkg>::IT,
        &Local::<pkgrepo::Pkgrepo>::IT,
        &Local::<archive::Archive>::IT,
        &Local::<pip::Pip>::IT,
        &Local::<virtualenv::Virtualenv>::IT,
        &Local::<npm::NodePackages>::IT,
        &Local::<gem::RubyPackages>::IT,
        &Local::<debconf::Debconf>::IT,
    ],
    file::KINDS,
    git::KINDS,
    ACCOUNTS,
    SETTINGS,
    SERVERS,
    docker::KINDS,
];

const ACCOUNTS: &[&dyn AnyLocal] =
    &[&Local::<cron::Cron>::IT, &Local::<group::Group>::IT, &Local::<user::User>::IT];

const SETTINGS: &[&dyn AnyLocal] = &[
    &Local::<acl::AccessLists>::IT,
    &Local::<alias::Alias>::IT,
    &Local::<alternatives::Alternatives>::IT,
    &Local::<blockdev::Blockdev>::IT,
    &Local::<environ::Environ>::IT,
    &Local::<firewalld::Firewalld>::IT,
    &Local::<grains::Grains>::IT,
    &Local::<host::Host>::IT,
    &Local::<http::Http>::IT,
    &Local::<ini::Ini>::IT,
    &Local::<ipset::Ipset>::IT,
    &Local::<iptables::Iptables>::IT,
    &Local::<kmod::Kmod>::IT,
    &Local::<locale::Locale>::IT,
    &Local::<logrotate::Logrotate>::IT,
    &Local::<lvm::Lvm>::IT,
    &Local::<mount::Mount>::IT,
    &Local::<network::Network>::IT,
    &Local::<nftables::Nftables>::IT,
    &Local::<schedule::Schedule>::IT,
    &Local::<selinux::Selinux>::IT,
    &Local::<ssh_auth::SshAuth>::IT,
    &Local::<ssh_known_hosts::SshKnownHosts>::IT,
    &Local::<sysctl::Sysctl>::IT,
    &Local::<timezone::Timezone>::IT,
    &Local::<x509::X509>::IT,
];

/// Kinds of servers that run on the machine.
const SERVERS: &[&dyn AnyLocal] = &[
    &Local::<apache::Apache>::IT,
    &Local::<augeas::Augeas>::IT,
    &Local::<mysql::Mysql>::IT,
    &Local::<postgres::Postgres>::IT,
    &Local::<rabbitmq::Cluster>::IT,
    &Local::<rabbitmq::Rabbitmq>::IT,
    &Local::<supervisord::Supervisord>::IT,
    &Local::<webutil::Webutil>::IT,
];

/// Every kind, one after the other.
pub fn kinds() -> impl Iterator<Item = &'static dyn AnyLocal> {
    KINDS.iter().flat_map(|module| module.iter().copied())
}

/// The kind and its function with this name, such as `test.nop`.
pub fn find(name: &str) -> Option<(&'static dyn AnyLocal, &'static Function)> {
    kinds().find_map(|kind| {
        let function = kind.functions().iter().find(|function| function.names.contains(&name))?;
        Some((kind, function))
    })
}

#[cfg(test)]
mod tests;
