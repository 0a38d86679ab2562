//! Finds the minion configuration.

use std::path::{Path, PathBuf};

use super::Environment;

/// A configuration directory, or none.
pub(super) struct ConfigDir {
    /// The directory, relative to the working directory.
    pub path: Option<PathBuf>,
    /// True when the user named it: then it must exist.
    pub is_named: bool,
}

/// The default directories, in this order.
const USUAL: &[&str] = &[".orchestration", "orchestration", "/etc/orchestrate", "/etc/salt"];

/// The typed directory, else that of the environment, else the first default one with a file `minion`.
pub(super) fn find(typed: Option<&Path>, environment: &Environment) -> ConfigDir {
    let of_environment =
        || environment.get("ORCHESTRATE_CONFIG_DIR").or_else(|| environment.get("SALT_CONFIG_DIR"));
    let named = typed.map(Path::to_owned).or_else(|| of_environment().map(PathBuf::from));
    if let Some(path) = named {
        return ConfigDir { path: Some(path), is_named: true };
    }
    let mut usual = USUAL.iter().map(PathBuf::from);
    let path = usual.find(|path| environment.has_file(&path.join("minion")));
    ConfigDir { path, is_named: false }
}
