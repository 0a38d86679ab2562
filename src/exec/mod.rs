//! Execution functions: what templates call as `salt['pillar.get'](…)` and the command line as `orchestrate pillar.get …`.
//!
//! One registry, [`FUNCTIONS`]. A function is given [`Context`] and answers a datum, in Salt's shapes. Its entry says what
//! it takes, what it answers and what it does to the world; everything else follows from that: `sys.doc`, `docs/functions.md`,
//! what `lint` calls, and what is refused where nothing may be changed. Commands (`cmd.run`) run whenever a template calls
//! them, in a test run too, as in Salt: a template cannot be rendered without their answers. What is done to the machine
//! is done by [`machine`](crate::machine). The functions of AWS services (`boto_secgroup.get_group_id` …) are answered by
//! an [`AwsFunctions`] that is given at construction.

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
mod test;
mod vault;

use std::collections::{BTreeMap, HashMap};
use std::path::Path;
use std::sync::atomic::AtomicI32;
use std::sync::{Arc, LazyLock};

use crate::model::value::traverse;
use crate::model::{Effect, Minion, Value, effect};
use crate::sls::config::Config;
use crate::sls::jinja::Parsed;
use crate::sls::secrets::Reference;
use crate::sls::tree::Tree;

pub use call::{Arguments, Bound, CallError};
pub use fleet::{FleetFunctions, MineQuery, MineResult, MineTarget};
pub use signature::{ANYTHING, Signature, flag, int, maybe, required, takes, text};
pub use templates::ForTemplates;
pub use vault::SignedRequest;

/// One execution function.
pub struct Function {
    /// Its name: `pillar.get`.
    pub name: &'static str,
    /// What it takes.
    pub signature: Signature,
    /// The manual: a first line, then details.
    pub doc: &'static str,
    /// What it answers, in a few words.
    pub returns: &'static str,
    /// What it does to the world.
    pub does: &'static [Effect],
    /// Calls it.
    pub call: Call,
}

/// What calls a function.
pub type Call = fn(&Context<'_>, &Bound) -> Result<Value, CallError>;

/// What functions may consult.
#[derive(Clone, Copy)]
pub struct Context<'a> {
    /// Configuration, grains and pillar.
    pub minion: &'a Minion,
    /// The configuration that the trees are read by.
    pub config: &'a Config,
    /// The tree of states: where `salt://` leads.
    pub states: &'a Tree,
    /// Templates that were parsed already.
    pub parsed: &'a Arc<Parsed>,
    /// The time.
    pub clock: fn() -> jiff::Zoned,
    /// True when a person typed the call: Salt gives their `cmd.run` a shell, and a template's none.
    pub is_typed: bool,
    /// The environment variables of the process.
    pub environment: &'a BTreeMap<String, String>,
    /// The directory of the configuration: where the file of grains lies.
    pub config_dir: Option<&'a Path>,
    /// Who answers the functions of AWS services.
    pub aws: Option<&'a dyn AwsFunctions>,
    /// Who answers the functions that compile trees and tell about the program.
    pub own: Option<&'a dyn OwnFunctions>,
    /// The agent of this machine, where it belongs to a fleet.
    pub fleet: Option<&'a dyn FleetFunctions>,
    /// What keeps functions from being called.
    pub restraint: Option<&'a dyn Restraint>,
    /// Where a command that failed leaves its code, if somebody asks for it.
    pub ended: Option<&'a AtomicI32>,
    /// False where nothing may be changed: in a test run, and where something is only shown.
    pub may_change: bool,
    /// True when templates may change things even there, as Salt's do: `allow_acting_templates`.
    pub acting_templates: bool,
}

/// Answers the functions of AWS services, from the snapshot where it can.
pub trait AwsFunctions: Send + Sync {
    /// The names that it answers: `boto_secgroup.get_group_id` …
    fn names(&self) -> Vec<&'static str>;

    /// What one of them does; none for a name that it does not answer.
    fn does(&self, name: &str) -> Option<&'static [Effect]>;

    /// Calls one of them.
    ///
    /// # Errors
    ///
    /// Arguments that do not fit, and reads that failed: a failed read is never an empty answer.
    fn call(&self, context: &Context<'_>, name: &str, arguments: &Arguments) -> Result<Value, CallError>;

    /// The secrets of these references; what is missing is left out.
    ///
    /// # Errors
    ///
    /// A store cannot be asked: one sentence.
    fn secrets(
        &self,
        _context: &Context<'_>,
        _wanted: &[Reference],
    ) -> Result<HashMap<Reference, String>, String> {
        Err("no secrets are fetched here".to_owned())
    }

    /// A request to STS, signed and not sent, by which others see who this is. `server_id` is a header that it covers.
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

/// Answers the functions that compile trees and tell about the program: `state.show_sls`, `sys.doc` …
pub trait OwnFunctions: Send + Sync {
    /// The names that it answers.
    fn names(&self) -> Vec<&'static str>;

    /// What one of them does; none for a name that it does not answer.
    fn does(&self, name: &str) -> Option<&'static [Effect]>;

    /// Calls one of them.
    ///
    /// # Errors
    ///
    /// Arguments that do not fit, trees that do not compile, and functions that only the command line has.
    fn call(&self, context: &Context<'_>, name: &str, arguments: &Arguments) -> Result<Value, CallError>;
}

/// Keeps functions from being called, wherever a call comes from.
pub trait Restraint: Send + Sync {
    /// True for a function that is not called; `does` is what its entry says, none where there is no such function.
    fn holds(&self, name: &str, does: Option<&[Effect]>) -> bool;

    /// What stands for its answer.
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

/// The function of that name.
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

    /// What the function of that name does; none where [`Context::call`] knows no such function.
    pub fn does(&self, name: &str) -> Option<&'static [Effect]> {
        find(name)
            .map(|function| function.does)
            .or_else(|| self.own?.does(name))
            .or_else(|| self.aws?.does(name))
    }

    /// True when [`Context::call`] knows the name, or when it would not be called anyway.
    pub fn has(&self, name: &str) -> bool {
        let does = self.does(name);
        does.is_some() || self.restraint.is_some_and(|it| it.holds(name, does))
    }

    /// Why a name that [`Context::call`] does not know is no misspelt one, if that can be said.
    pub fn declined(&self, name: &str) -> Option<CallError> {
        absent::declined(self, name)
    }

    /// Calls a function by name.
    ///
    /// # Errors
    ///
    /// An unknown name, arguments that do not fit, a change where nothing may be changed, and what the function refuses.
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
