//! Execution functions, for templates (`salt['pillar.get'](…)`) and the command line (`orchestrate pillar.get …`).
//!
//! One registry, [`FUNCTIONS`]. A function gets a [`Context`] and returns a datum, in Salt's shapes. Its entry declares
//! its arguments, its answer and its effects. All else follows from the entry: `sys.doc`, `docs/functions.md`, what
//! `lint` calls, and what is refused when nothing may be changed. Commands (`cmd.run`) run whenever a template calls
//! them, also in a test run: a template needs their answers. [`machine`](machine) does the work on the machine.
//! An [`AwsFunctions`], passed in at construction, answers those of AWS services (`boto_secgroup.get_group_id` …).

mod absent;
mod accounts;
mod bootstrap;
mod call;
mod cmd;
mod config;
mod cp;
mod defaults;
mod disk;
mod dnsfiles;
mod dnsutil;
mod environ;
mod file;
mod filter;
mod fleet;
mod grains;
mod hashutil;
mod http;
mod ini;
mod kept_grains;
mod masterless;
mod merge;
mod network;
mod pillar;
mod pkg;
mod provider;
mod random;
mod sdb;
mod service;
mod shadow;
mod signature;
mod slsutil;
mod status;
mod targets;
mod templates;
pub mod terraform;
mod test;
mod vault;

use std::collections::{BTreeMap, HashMap};
use std::path::Path;
use std::sync::atomic::AtomicI32;
use std::sync::{Arc, LazyLock};

use model::value::traverse;
use model::{Effect, Minion, Value, effect};
use sls::config::Config;
use sls::jinja::Parsed;
use sls::secrets::Reference;
use sls::tree::Tree;

pub use call::{Arguments, Bound, CallError};
pub use fleet::{FleetFunctions, MineQuery, MineResult, MineTarget};
pub use signature::{ANYTHING, Signature, flag, int, maybe, required, takes, text};
pub use templates::ForTemplates;
pub use vault::SignedRequest;

/// One execution function.
pub struct Function {
    /// Its name: `pillar.get`.
    pub name: &'static str,
    /// Its arguments.
    pub signature: Signature,
    /// The manual: a first line, then details.
    pub doc: &'static str,
    /// The type of its answer, in a few words.
    pub returns: &'static str,
    /// Its effects on the world.
    pub does: &'static [Effect],
    /// Calls it.
    pub call: Call,
}

/// The code of a function.
pub type Call = fn(&Context<'_>, &Bound) -> Result<Value, CallError>;

/// The data that functions may use.
#[derive(Clone, Copy)]
pub struct Context<'a> {
    /// Configuration, grains and pillar.
    pub minion: &'a Minion,
    /// The configuration of the trees.
    pub config: &'a Config,
    /// The tree of states, for `salt://`.
    pub states: &'a Tree,
    /// Templates that are already parsed.
    pub parsed: &'a Arc<Parsed>,
    /// The time.
    pub clock: fn() -> jiff::Zoned,
    /// True when a person typed the call: Salt runs their `cmd.run` in a shell, and a template's in none.
    pub is_typed: bool,
    /// The environment variables of the process.
    pub environment: &'a BTreeMap<String, String>,
    /// The directory of the configuration, with the file of grains.
    pub config_dir: Option<&'a Path>,
    /// Answers the functions of AWS services.
    pub aws: Option<&'a dyn AwsFunctions>,
    /// Answers the functions that compile trees and describe the program.
    pub own: Option<&'a dyn OwnFunctions>,
    /// The agent of this machine, if it belongs to a fleet.
    pub fleet: Option<&'a dyn FleetFunctions>,
    /// Prevents functions from being called.
    pub restraint: Option<&'a dyn CallFilter>,
    /// The exit code of a command that failed, for callers that ask for it.
    pub ended: Option<&'a AtomicI32>,
    /// False when nothing may be changed: in a test run, and when something is only shown.
    pub may_change: bool,
    /// True when templates may change things even then, as in Salt: `allow_acting_templates`.
    pub acting_templates: bool,
}

/// Answers the functions of AWS services, from the snapshot if possible.
pub trait AwsFunctions: Send + Sync {
    /// The names that it answers: `boto_secgroup.get_group_id` …
    fn names(&self) -> Vec<&'static str>;

    /// The effects of one of them; none for an unknown name.
    fn does(&self, name: &str) -> Option<&'static [Effect]>;

    /// Calls one of them.
    ///
    /// # Errors
    ///
    /// Arguments that do not fit, and reads that failed: a failed read is never an empty answer.
    fn call(&self, context: &Context<'_>, name: &str, arguments: &Arguments) -> Result<Value, CallError>;

    /// The secrets of these references; missing ones are left out.
    ///
    /// # Errors
    ///
    /// A store does not answer: one sentence.
    fn secrets(
        &self,
        _context: &Context<'_>,
        _wanted: &[Reference],
    ) -> Result<HashMap<Reference, String>, String> {
        Err("no secrets are fetched here".to_owned())
    }

    /// A signed, unsent request to STS, which proves the caller to others. The signature covers the header `server_id`.
    ///
    /// # Errors
    ///
    /// There are no credentials: one sentence.
    fn signed_identity(
        &self,
        _region: Option<&str>,
        _server_id: Option<&str>,
    ) -> Result<SignedRequest, String> {
        Err("nothing is signed here".to_owned())
    }
}

/// Answers the functions that compile trees and describe the program: `state.show_sls`, `sys.doc` …
pub trait OwnFunctions: Send + Sync {
    /// The names that it answers.
    fn names(&self) -> Vec<&'static str>;

    /// The effects of one of them; none for an unknown name.
    fn does(&self, name: &str) -> Option<&'static [Effect]>;

    /// Calls one of them.
    ///
    /// # Errors
    ///
    /// Arguments that do not fit, trees that do not compile, and functions that exist only on the command line.
    fn call(&self, context: &Context<'_>, name: &str, arguments: &Arguments) -> Result<Value, CallError>;
}

/// Prevents functions from being called, from any caller.
pub trait CallFilter: Send + Sync {
    /// True for a function that must not be called; `does` are its effects, none if there is no such function.
    fn holds(&self, name: &str, does: Option<&[Effect]>) -> bool;

    /// The value that replaces its answer.
    fn answer(&self, name: &str) -> Value;
}

/// Every function, by module.
pub const FUNCTIONS: &[&[Function]] = &[
    accounts::FUNCTIONS,
    bootstrap::FUNCTIONS,
    cmd::FUNCTIONS,
    cmd::SCRIPTS,
    config::FUNCTIONS,
    cp::FUNCTIONS,
    defaults::FUNCTIONS,
    disk::FUNCTIONS,
    dnsfiles::FUNCTIONS,
    dnsutil::FUNCTIONS,
    environ::FUNCTIONS,
    file::CHANGES,
    file::HASHES,
    file::LOOKS,
    file::PATHS,
    file::SEARCHES,
    file::STATS,
    file::TEXTS,
    file::WRITES,
    fleet::EVENTS,
    fleet::MINE,
    fleet::PUBLISH,
    grains::FUNCTIONS,
    hashutil::FUNCTIONS,
    http::FUNCTIONS,
    ini::FUNCTIONS,
    kept_grains::FUNCTIONS,
    masterless::FUNCTIONS,
    masterless::LOGS,
    network::ADDRESSES,
    network::INTERFACES,
    pillar::FUNCTIONS,
    pkg::FUNCTIONS,
    provider::FUNCTIONS,
    random::FUNCTIONS,
    sdb::FUNCTIONS,
    service::FUNCTIONS,
    shadow::FUNCTIONS,
    slsutil::FUNCTIONS,
    status::FUNCTIONS,
    targets::FUNCTIONS,
    test::FUNCTIONS,
    vault::FUNCTIONS,
];

/// The function with that name.
pub fn find(name: &str) -> Option<&'static Function> {
    static BY_NAME: LazyLock<HashMap<&str, &Function>> = LazyLock::new(|| {
        FUNCTIONS.iter().flat_map(|module| module.iter()).map(|function| (function.name, function)).collect()
    });
    BY_NAME.get(name).copied()
}

impl Context<'_> {
    /// Every name that [`Context::call`] knows, sorted.
    pub fn names(&self) -> Vec<&'static str> {
        let own = FUNCTIONS.iter().flat_map(|module| module.iter()).map(|function| function.name);
        let aws = self.aws.map(AwsFunctions::names).unwrap_or_default();
        let of_program = self.own.map(OwnFunctions::names).unwrap_or_default();
        let mut names: Vec<&'static str> = own.chain(aws).chain(of_program).collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    /// The effects of the function with that name; none if [`Context::call`] does not know it.
    pub fn does(&self, name: &str) -> Option<&'static [Effect]> {
        find(name)
            .map(|function| function.does)
            .or_else(|| self.own?.does(name))
            .or_else(|| self.aws?.does(name))
    }

    /// True if [`Context::call`] knows the name, or would not call it anyway.
    pub fn has(&self, name: &str) -> bool {
        let does = self.does(name);
        does.is_some() || self.restraint.is_some_and(|it| it.holds(name, does))
    }

    /// Why a name that [`Context::call`] does not know is not a misspelt one, if that is known.
    pub fn declined(&self, name: &str) -> Option<CallError> {
        absent::declined(self, name)
    }

    /// Calls a function by name.
    ///
    /// # Errors
    ///
    /// An unknown name, arguments that do not fit, a change when nothing may be changed, and failures of the function.
    pub fn call(&self, name: &str, arguments: &Arguments) -> Result<Value, CallError> {
        if let Some(restraint) = self.restraint.filter(|it| it.holds(name, self.does(name))) {
            return Ok(restraint.answer(name));
        }
        if let Some(function) = find(name) {
            let bound = function.signature.bind(name, arguments)?;
            if effect::changes(function.does) && !self.may_change {
                return Err(CallError::would_change(name));
            }
            return (function.call)(self, &bound);
        }
        if let Some(own) = self.own.filter(|own| own.does(name).is_some()) {
            return own.call(self, name, arguments);
        }
        match self.aws.filter(|aws| aws.does(name).is_some()) {
            Some(aws) => aws.call(self, name, arguments),
            None => Err(absent::unknown(self, name)),
        }
    }
}

#[cfg(test)]
mod tests;
