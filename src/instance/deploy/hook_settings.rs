//! The settings of a release for its hooks: `hooks/hooks.json`, by the names of hooks.
//!
//! ```json
//! {"pre-release/10-migrate": {"runas": "myapp", "timeout": 900}}
//! ```
//!
//! The words are those of CodeDeploy's hooks, see
//! <https://docs.aws.amazon.com/codedeploy/latest/userguide/reference-appspec-file-structure-hooks.html>.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;
use std::time::Duration;

use serde::Deserialize;

use super::hooks::HookError;

/// The user and the timeout of a hook.
#[derive(Clone, Debug, Default, Deserialize, Eq, PartialEq)]
#[serde(deny_unknown_fields)]
pub(super) struct HookSettings {
    /// The user; by default, the one who deploys.
    pub runas: Option<String>,
    /// The timeout in seconds; by default, `deploy:hooks_timeout`.
    timeout: Option<u64>,
}

impl HookSettings {
    /// The timeout.
    pub fn timeout(&self, default: Duration) -> Duration {
        self.timeout.map_or(default, Duration::from_secs)
    }
}

/// The settings of a release, by the names of its hooks.
pub(super) fn read(release: &Path, hooks: &[String]) -> Result<BTreeMap<String, HookSettings>, HookError> {
    let path = release.join("hooks/hooks.json");
    let refused = |reason: String| HookError::Settings { path: path.clone(), reason };
    let text = match fs::read(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(BTreeMap::new()),
        Err(source) => return Err(HookError::Read { path, source }),
    };
    let settings: BTreeMap<String, HookSettings> =
        serde_json::from_slice(&text).map_err(|error| refused(error.to_string()))?;
    for (name, settings) in &settings {
        if !hooks.contains(name) {
            return Err(refused(format!("there is no hook '{name}'; there are: {}", hooks.join(", "))));
        }
        if settings.timeout == Some(0) {
            return Err(refused(format!("the timeout of '{name}' must be 1 or more")));
        }
    }
    Ok(settings)
}
