//! What lint does not call: AWS, commands and other hosts, neither for templates nor for the pillar.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Mutex, PoisonError};

use exec::CallFilter;
use model::{Effect, Value, effect};
use sls::outside::Outside;
use sls::secrets::Reference;

/// The beginning of the word that replaces the answer of a function that was not called. It is a plain word, so that it is a scalar
/// wherever a template puts it, in YAML, in JSON, in a URL, and in a shell.
const MARK: &str = "not_called_";

/// The name of the commands of external pillars in messages.
pub const EXT_PILLAR: &str = "ext_pillar";

/// The functions that were needed and not called.
#[derive(Debug, Default)]
pub struct Offline(Mutex<BTreeSet<String>>);

impl Offline {
    /// Notes a function, and returns the text that replaces its answer.
    fn note(&self, name: &str) -> String {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(name.to_owned());
        let plain = |letter: char| if letter.is_ascii_alphanumeric() { letter } else { '_' };
        format!("{MARK}{}", name.chars().map(plain).collect::<String>())
    }

    /// True for a text about such an answer.
    pub fn is_about(text: &str) -> bool {
        text.contains(MARK)
    }

    /// The names of all functions since the last time.
    pub fn take(&self) -> Vec<String> {
        let mut names = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::take(&mut *names).into_iter().collect()
    }
}

impl CallFilter for Offline {
    /// A function that only reads this machine is called. An AWS function that this build does not have may be in
    /// another build.
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
