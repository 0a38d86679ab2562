//! What templates may not call while they are linted: AWS, commands, other hosts.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

use crate::model::{Map, Value};
use crate::sls::jinja::{CallError, Functions};

/// Modules that start programs, change something, or ask other hosts; besides all `boto…` ones.
const OUT_OF_REACH: &[&str] =
    &["cmd", "event", "http", "mine", "module", "pkg", "publish", "saltutil", "service", "state", "system"];

/// Functions of other modules that change the machine or ask other hosts.
const ACTING: &[&str] = &[
    "cp.cache_file",
    "cp.cache_files",
    "cp.get_dir",
    "cp.get_file",
    "cp.get_template",
    "cp.get_url",
    "file.append",
    "file.chgrp",
    "file.chown",
    "file.copy",
    "file.link",
    "file.makedirs",
    "file.mkdir",
    "file.move",
    "file.prepend",
    "file.remove",
    "file.rename",
    "file.rmdir",
    "file.set_mode",
    "file.symlink",
    "file.touch",
    "file.truncate",
    "file.write",
    "network.connect",
    "network.ping",
];

/// How the answer of a function begins that was not called.
const MARK: &str = "(not called: ";

/// The functions that were asked for and not called.
#[derive(Debug, Default)]
pub struct Offline(Mutex<BTreeSet<String>>);

impl Offline {
    /// True for a function that is not called.
    pub fn is_out_of_reach(name: &str) -> bool {
        let module = name.split('.').next().unwrap_or_default();
        module.starts_with("boto") || OUT_OF_REACH.contains(&module) || ACTING.contains(&name)
    }

    /// What stands for the answer of a function.
    pub fn answer(&self, name: &str) -> Value {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(name.to_owned());
        Value::from(format!("{MARK}{name})"))
    }

    /// True for a text about such an answer.
    pub fn is_about(text: &str) -> bool {
        text.contains(MARK)
    }

    /// The names of all that was asked for since the last time.
    pub fn take(&self) -> Vec<String> {
        let mut names = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::take(&mut *names).into_iter().collect()
    }
}

/// Functions of which some are not called.
pub struct Held<'a> {
    /// All of them.
    pub functions: &'a dyn Functions,
    /// Answers for those that are not called.
    pub offline: &'a Offline,
}

impl Functions for Held<'_> {
    fn call(&self, name: &str, positional: Vec<Value>, named: Map) -> Result<Value, CallError> {
        if Offline::is_out_of_reach(name) {
            return Ok(self.offline.answer(name));
        }
        self.functions.call(name, positional, named)
    }

    /// A module that this build does not have is taken for one that answers.
    fn has(&self, name: &str) -> bool {
        let of_module = name.split('.').next().map(|module| format!("{module}.")).unwrap_or_default();
        let is_unknown = || !self.functions.names().iter().any(|known| known.starts_with(&of_module));
        self.functions.has(name) || (Offline::is_out_of_reach(name) && is_unknown())
    }

    fn names(&self) -> Vec<String> {
        self.functions.names()
    }
}
