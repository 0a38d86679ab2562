//! Answers what pillars need from outside their files, with this machine and AWS.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use super::reach::Reach;
use machine::process::Command;
use model::{Minion, Value};
use sls::outside::Outside;
use sls::secrets::Reference;

/// The timeout of a command of `ext_pillar`, or of `gpg`.
const PATIENCE: Duration = Duration::from_secs(300);

/// The directory of GnuPG's keys, unless `gpg_keydir` of the configuration names another one.
const KEY_DIR: &str = "/etc/salt/gpgkeys";

/// Answers are kept: a pillar may be compiled twice.
pub struct World {
    minion: Minion,
    reach: Arc<Reach>,
    fetched: Mutex<HashMap<Reference, String>>,
}

impl World {
    /// The outside of this minion, whose options name the stores of secrets.
    pub fn new(minion: Minion, reach: Arc<Reach>) -> Self {
        Self { minion, reach, fetched: Mutex::default() }
    }
}

impl Outside for World {
    fn shell(&self, command: &str) -> Result<String, String> {
        let finished = Command::shell("/bin/sh", command).timeout(PATIENCE).run_blocking();
        let finished = finished.map_err(|error| error.to_string())?;
        if !finished.is_success() {
            tracing::warn!("'{command}' of ext_pillar ended with {}", finished.code());
        }
        Ok(finished.stdout_text())
    }

    fn decrypt(&self, message: &str) -> Result<String, String> {
        let dir = self.minion.option("gpg_keydir").and_then(Value::as_str).unwrap_or(KEY_DIR);
        let mut command = Command::argv(["gpg", "--homedir", dir, "--batch", "--quiet", "--no-tty", "-d"]);
        command.stdin = Some(message.as_bytes().to_vec());
        let finished = command.timeout(PATIENCE).run_blocking().map_err(|error| error.to_string())?;
        if finished.is_success() {
            return Ok(finished.stdout_text());
        }
        let stderr = finished.stderr_text();
        let last = stderr.lines().last().unwrap_or("it printed nothing").trim();
        Err(format!("gpg ended with {}: {last}", finished.code()))
    }

    fn secrets(&self, wanted: &[Reference]) -> Result<HashMap<Reference, String>, String> {
        let mut fetched = self.fetched.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let missing: Vec<Reference> =
            wanted.iter().filter(|one| !fetched.contains_key(one)).cloned().collect();
        if !missing.is_empty() {
            fetched.extend(super::vault::fetch(&missing, &self.minion, &self.reach)?);
        }
        Ok(fetched.clone())
    }
}
