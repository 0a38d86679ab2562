//! What is not called while trees are linted: AWS, commands, other hosts; neither by templates nor for the pillar.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Mutex, PoisonError};

use crate::exec::Restraint;
use crate::model::Value;
use crate::sls::outside::Outside;
use crate::sls::secrets::Reference;

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

/// What commands of external pillars are told as.
pub const EXT_PILLAR: &str = "ext_pillar";

/// The functions that were asked for and not called.
#[derive(Debug, Default)]
pub struct Offline(Mutex<BTreeSet<String>>);

impl Offline {
    /// Notes what was asked for, and gives the text that stands for its answer.
    fn note(&self, name: &str) -> String {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(name.to_owned());
        format!("{MARK}{name})")
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

impl Restraint for Offline {
    fn holds(&self, name: &str) -> bool {
        let module = name.split('.').next().unwrap_or_default();
        module.starts_with("boto") || OUT_OF_REACH.contains(&module) || ACTING.contains(&name)
    }

    fn answer(&self, name: &str) -> Value {
        self.note(name).into()
    }
}

impl Outside for Offline {
    /// An empty mapping, in YAML as in JSON.
    fn shell(&self, _command: &str) -> Result<String, String> {
        self.note(EXT_PILLAR);
        Ok("{}".to_owned())
    }

    fn decrypt(&self, _message: &str) -> Result<String, String> {
        Ok(self.note("gpg"))
    }

    fn secrets(&self, wanted: &[Reference]) -> Result<HashMap<Reference, String>, String> {
        Ok(wanted.iter().map(|one| (one.clone(), self.note(&one.written()))).collect())
    }
}
