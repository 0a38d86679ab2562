//! Environment variables that commands of this process get from now on.
//!
//! The environment of a process is not written while others may read it, so what is to be set is kept beside it: every command is
//! started with it, below its own variables.

use std::collections::BTreeMap;
use std::sync::{PoisonError, RwLock};

static SET: RwLock<BTreeMap<String, Option<String>>> = RwLock::new(BTreeMap::new());

/// Sets a variable for later commands; `None` takes it away.
pub fn set_variable(name: &str, text: Option<&str>) {
    let mut set = SET.write().unwrap_or_else(PoisonError::into_inner);
    set.insert(name.to_owned(), text.map(str::to_owned));
}

/// What was set, and what was taken away.
pub fn set_variables() -> BTreeMap<String, Option<String>> {
    SET.read().unwrap_or_else(PoisonError::into_inner).clone()
}

/// These variables with what was set over them.
pub fn with_variables(mut own: BTreeMap<String, String>) -> BTreeMap<String, String> {
    for (name, text) in set_variables() {
        match text {
            Some(text) => own.insert(name, text),
            None => own.remove(&name),
        };
    }
    own
}
