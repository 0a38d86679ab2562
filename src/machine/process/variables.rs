//! Environment variables for later commands of this process.
//!
//! A process cannot write its environment while another thread may read it. So variables are stored here, and every command is
//! started with them, below its own variables.

use std::collections::BTreeMap;
use std::sync::{PoisonError, RwLock};

static SET: RwLock<BTreeMap<String, Option<String>>> = RwLock::new(BTreeMap::new());

/// Sets a variable for later commands; `None` removes it.
pub fn set_variable(name: &str, text: Option<&str>) {
    let mut set = SET.write().unwrap_or_else(PoisonError::into_inner);
    set.insert(name.to_owned(), text.map(str::to_owned));
}

/// The variables that were set, and those that were removed.
pub fn set_variables() -> BTreeMap<String, Option<String>> {
    SET.read().unwrap_or_else(PoisonError::into_inner).clone()
}

/// These variables, with the stored ones set over them.
pub fn with_variables(mut own: BTreeMap<String, String>) -> BTreeMap<String, String> {
    for (name, text) in set_variables() {
        match text {
            Some(text) => own.insert(name, text),
            None => own.remove(&name),
        };
    }
    own
}
