//! Services: of systemd if it runs, else of `/etc/init.d`.

mod script;
mod state;

use std::collections::BTreeSet;
use std::path::Path;

use super::process::{Command, Finished, RunError};

pub use state::{Manager, ServiceError, State};

/// A command for a service.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Order {
    /// Start it.
    Start,
    /// Stop it.
    Stop,
    /// Stop it and start it again.
    Restart,
    /// Make it read its configuration again.
    Reload,
    /// The same, or restart it if it cannot reload.
    ForceReload,
    /// Start it whenever the machine starts.
    Enable,
    /// Undo [`Order::Enable`].
    Disable,
    /// Make it impossible to start.
    Mask,
    /// Undo [`Order::Mask`].
    Unmask,
    /// Make it impossible to start until the machine starts again.
    MaskRuntime,
    /// Undo [`Order::MaskRuntime`].
    UnmaskRuntime,
}

impl Order {
    /// The word of `systemctl` for it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Start => "start",
            Self::Stop => "stop",
            Self::Restart => "restart",
            Self::Reload => "reload",
            Self::ForceReload => "force-reload",
            Self::Enable => "enable",
            Self::Disable => "disable",
            Self::Mask | Self::MaskRuntime => "mask",
            Self::Unmask | Self::UnmaskRuntime => "unmask",
        }
    }
}

/// True when systemd runs this machine.
pub fn has_systemd() -> bool {
    Path::new("/run/systemd/system").is_dir()
}

/// Sends an order to a service and waits for its result.
///
/// # Errors
///
/// The program that sends it cannot be started.
pub fn send(name: &str, order: Order) -> Result<Finished, RunError> {
    let mut last = None;
    for command in Manager::own().commands(name, order) {
        let finished = command.run_blocking()?;
        if !finished.is_success() {
            return Ok(finished);
        }
        last = Some(finished);
    }
    last.ok_or(RunError::Empty)
}

/// True if a process runs whose command line matches a pattern; this process does not count.
///
/// # Errors
///
/// The service manager cannot be started.
pub fn has_process(pattern: &str) -> Result<bool, RunError> {
    let asked = script::processes(pattern).run_blocking()?;
    Ok(script::is_running(&asked, Some(pattern)))
}

/// True if the service runs.
///
/// # Errors
///
/// The service manager cannot be started.
pub fn is_running(name: &str) -> Result<bool, RunError> {
    if has_systemd() {
        let asked = Command::argv(["systemctl", "is-active", "--quiet", "--", &unit(name)]).run_blocking();
        return asked.map(|finished| finished.is_success());
    }
    if !script::exists(name.trim_end_matches(".service")) {
        return Ok(false);
    }
    script::status(name, None).run_blocking().map(|finished| finished.is_success())
}

/// True if the service starts with the machine.
///
/// # Errors
///
/// The service manager cannot be started.
pub fn is_enabled(name: &str) -> Result<bool, RunError> {
    if has_systemd() {
        let asked = Command::argv(["systemctl", "is-enabled", "--quiet", "--", &unit(name)]).run_blocking();
        return asked.map(|finished| finished.is_success());
    }
    Ok(script::enabled().contains(name))
}

/// True if the service is masked.
///
/// # Errors
///
/// The service manager cannot be started.
pub fn is_masked(name: &str) -> Result<bool, RunError> {
    if !has_systemd() {
        return Ok(false);
    }
    let asked = Command::argv(["systemctl", "is-enabled", "--", &unit(name)]).run_blocking()?;
    Ok(asked.stdout_text().trim().starts_with("masked"))
}

/// The names of all services, sorted, without `.service`.
pub fn list() -> Vec<String> {
    let mut names = script::names();
    names.extend(units(None));
    names.into_iter().collect()
}

/// The names of all services that start with the machine, sorted.
pub fn list_enabled() -> Vec<String> {
    if has_systemd() {
        units(Some("enabled")).into_iter().collect()
    } else {
        script::enabled().into_iter().collect()
    }
}

/// The names of all services that run, sorted.
pub fn list_running() -> Vec<String> {
    if !has_systemd() {
        return script::names().into_iter().filter(|name| is_running(name).unwrap_or(false)).collect();
    }
    let words =
        ["systemctl", "list-units", "--type=service", "--state=running", "--no-legend", "--plain", "--full"];
    first_words(Command::argv(words)).into_iter().collect()
}

const UNIT_TYPES: &[&str] = &[
    ".service",
    ".socket",
    ".device",
    ".mount",
    ".automount",
    ".swap",
    ".target",
    ".path",
    ".timer",
    ".slice",
    ".scope",
];

fn unit(name: &str) -> String {
    let is_whole = UNIT_TYPES.iter().any(|ending| name.ends_with(ending));
    if is_whole { name.to_owned() } else { format!("{name}.service") }
}

fn units(state: Option<&str>) -> BTreeSet<String> {
    if !has_systemd() {
        return BTreeSet::new();
    }
    let mut words = vec!["systemctl", "list-unit-files", "--type=service", "--no-legend", "--no-pager"];
    let filter = state.map(|state| format!("--state={state}"));
    words.extend(filter.as_deref());
    first_words(Command::argv(words))
}

fn first_words(command: Command) -> BTreeSet<String> {
    let text = command.run_blocking().map(|finished| finished.stdout_text()).unwrap_or_default();
    let words = text.lines().filter_map(|line| line.split_whitespace().next());
    words.map(|word| word.trim_end_matches(".service").to_owned()).collect()
}
