//! The state of one service, and orders to it, for async callers.

use std::path::Path;
use std::time::Duration;

use super::{Order, has_systemd, script, unit};
use crate::process::{Command, Finished, RunError};

/// A start that takes longer than this hangs.
const DEADLINE: Duration = Duration::from_secs(1800);

/// The service manager.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Manager {
    /// systemd.
    Systemd,
    /// Scripts of `/etc/init.d`.
    Scripts,
}

/// The state of a service.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct State {
    /// True if the service exists.
    pub is_known: bool,
    /// True if it runs.
    pub is_running: bool,
    /// True if it starts with the machine.
    pub is_enabled: bool,
    /// True if it cannot be enabled or disabled: other units start it.
    pub is_static: bool,
    /// True if it is masked.
    pub is_masked: bool,
    /// True if it is masked until the machine starts again.
    pub is_masked_runtime: bool,
    /// True if its files have changed since systemd read them.
    pub is_stale: bool,
}

/// Why the state of a service could not be read.
#[derive(Debug, thiserror::Error)]
pub enum ServiceError {
    /// The service manager cannot be started.
    #[error("'{name}' cannot be looked at")]
    Ask {
        /// The service.
        name: String,
        /// The reason.
        source: RunError,
    },
    /// systemd did not answer.
    #[error("systemd does not report the state of '{name}': {said}")]
    Answer {
        /// The service.
        name: String,
        /// The message of systemd.
        said: String,
    },
}

impl Manager {
    /// The service manager of this machine.
    pub fn own() -> Self {
        if has_systemd() { Self::Systemd } else { Self::Scripts }
    }

    /// The commands that send an order to a service, one after the other.
    pub fn commands(self, name: &str, order: Order) -> Vec<Command> {
        let word = order.word();
        let commands = match (self, order) {
            (Self::Systemd, Order::MaskRuntime | Order::UnmaskRuntime) => {
                vec![Command::argv(["systemctl", word, "--runtime", "--", &unit(name)])]
            }
            (Self::Systemd, _) => vec![Command::argv(["systemctl", word, "--", &unit(name)])],
            (Self::Scripts, _) => script::commands(name, order),
        };
        commands.into_iter().map(|command| command.timeout(DEADLINE)).collect()
    }

    /// Reads the state of a service. `pattern` matches the command line of its process, for scripts without a status.
    ///
    /// # Errors
    ///
    /// The service manager cannot be started, or does not answer.
    pub async fn look(self, name: &str, pattern: Option<&str>) -> Result<State, ServiceError> {
        match self {
            Self::Systemd => look_by_systemd(name).await,
            Self::Scripts => look_by_script(name, pattern).await,
        }
    }

    /// Sends an order to a service.
    ///
    /// # Errors
    ///
    /// The program that sends it cannot be started.
    pub async fn send(self, name: &str, order: Order) -> Result<Finished, RunError> {
        let mut last = None;
        for command in self.commands(name, order) {
            let finished = command.run().await?;
            if !finished.is_success() {
                return Ok(finished);
            }
            last = Some(finished);
        }
        last.ok_or(RunError::Empty)
    }

    /// Makes systemd read its files again.
    ///
    /// # Errors
    ///
    /// `systemctl` cannot be started.
    pub async fn read_again(self) -> Result<Finished, RunError> {
        Command::argv(["systemctl", "--system", "daemon-reload"]).timeout(DEADLINE).run().await
    }
}

async fn ask(name: &str, words: &[&str]) -> Result<Finished, ServiceError> {
    let asked = Command::argv(words.iter().copied()).timeout(DEADLINE).run().await;
    asked.map_err(|source| ServiceError::Ask { name: name.to_owned(), source })
}

const UNIT_DIRECTORIES: &[&str] =
    &["/etc/systemd/system", "/run/systemd/system", "/usr/lib/systemd/system", "/lib/systemd/system"];

async fn look_by_systemd(name: &str) -> Result<State, ServiceError> {
    let unit = unit(name);
    let properties = "--property=LoadState,ActiveState,UnitFileState,NeedDaemonReload";
    let asked = ask(name, &["systemctl", "show", properties, "--", &unit]).await?;
    let text = asked.stdout_text();
    let property = |name: &str| {
        let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix('='));
        line.unwrap_or_default().trim()
    };
    if property("LoadState").is_empty() {
        let said = asked.stderr_text().trim().to_owned();
        return Err(ServiceError::Answer { name: name.to_owned(), said });
    }
    let is_loaded = property("LoadState") != "not-found";
    // A file that systemd has not read yet is a service too.
    let has_file = || UNIT_DIRECTORIES.iter().any(|place| Path::new(place).join(&unit).exists());
    let is_known = is_loaded || has_file();
    let file_state = property("UnitFileState");
    let is_enabled = match file_state {
        "enabled" | "enabled-runtime" | "static" | "indirect" => true,
        "disabled" | "masked" | "masked-runtime" | "linked" | "linked-runtime" => false,
        // Generated units of scripts, aliases, and states of a later systemd: systemd itself reports their meaning.
        _ if is_known => ask(name, &["systemctl", "is-enabled", "--quiet", "--", &unit]).await?.is_success(),
        _ => false,
    };
    Ok(State {
        is_known,
        is_static: file_state == "static",
        is_running: matches!(property("ActiveState"), "active" | "reloading" | "refreshing"),
        is_enabled,
        is_masked: file_state == "masked",
        is_masked_runtime: file_state == "masked-runtime",
        is_stale: property("NeedDaemonReload") == "yes" || (is_known && !is_loaded),
    })
}

async fn look_by_script(name: &str, pattern: Option<&str>) -> Result<State, ServiceError> {
    let name = name.trim_end_matches(".service");
    if !script::exists(name) {
        return Ok(State::default());
    }
    let asked = script::status(name, pattern).timeout(DEADLINE).run().await;
    let asked = asked.map_err(|source| ServiceError::Ask { name: name.to_owned(), source })?;
    Ok(State {
        is_known: true,
        is_running: script::is_running(&asked, pattern),
        is_enabled: script::enabled().contains(name),
        ..State::default()
    })
}
