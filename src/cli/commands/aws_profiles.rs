//! Reads the names of the user's profiles from `~/.aws`.

use std::path::PathBuf;

use crate::settings::Settings;
use aws::named_profiles::NamedProfiles;

/// The profiles of the user's files. A file that cannot be read has none: the SDK reports it when it needs it.
pub(super) fn read(settings: &Settings) -> NamedProfiles {
    let variable = |name: &str| settings.environment.get(name).filter(|text| !text.is_empty());
    let text = |by_variable: &str, usual: &str| {
        let named = variable(by_variable).map(PathBuf::from);
        let path = named.or_else(|| Some(PathBuf::from(variable("HOME")?).join(".aws").join(usual)));
        path.and_then(|path| std::fs::read_to_string(settings.directory.join(path)).ok()).unwrap_or_default()
    };
    let config = text("AWS_CONFIG_FILE", "config");
    let credentials = text("AWS_SHARED_CREDENTIALS_FILE", "credentials");
    NamedProfiles::read(&config, &credentials, variable("AWS_PROFILE").map(String::as_str))
}
