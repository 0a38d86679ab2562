//! What is not called while trees are linted: AWS, commands, other hosts; neither by templates nor for the pillar.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Mutex, PoisonError};

use crate::exec::Restraint;
use crate::model::{Effect, Value, effect};
use crate::sls::outside::Outside;
use crate::sls::secrets::Reference;

/// How the answer of a function begins that was not called.
const MARK: &str = "(not called: ";

/// How messages name the commands of external pillars.
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
    /// What only looks at this machine is called. An AWS function that this build does not have may be in another.
    fn holds(&self, name: &str, does: Option<&[Effect]>) -> bool {
        does.map_or_else(|| name.starts_with("boto"), |does| !effect::only_looks(does))
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
