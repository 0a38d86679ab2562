//! Services: of systemd where that runs, else of `/etc/init.d`.

mod script;
mod state;

use std::collections::BTreeSet;
use std::path::Path;

use super::process::{Command, Finished, RunError};

pub use state::{Manager, ServiceError, State};

/// What a service is told.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Order {
    /// Run.
    Start,
    /// End.
    Stop,
    /// End and run anew.
    Restart,
    /// Read the configuration anew.
    Reload,
    /// The same, or end and run anew where that cannot be.
    ForceReload,
    /// Run from the next start of the machine on.
    Enable,
    /// Do not.
    Disable,
    /// Never run at all.
    Mask,
    /// Be as before that.
    Unmask,
    /// Never run at all until the machine starts again.
    MaskRuntime,
    /// Be as before that.
    UnmaskRuntime,
}

impl Order {
    /// The word that `systemctl` knows it by.
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

/// Tells a service something and waits for what it says.
///
/// # Errors
///
/// The program that tells it cannot be started.
pub fn tell(name: &str, order: Order) -> Result<Finished, RunError> {
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

/// True when a process runs whose command line holds a pattern, this one aside.
///
/// # Errors
///
/// Nobody can be asked.
pub fn has_process(pattern: &str) -> Result<bool, RunError> {
    let asked = script::processes(pattern).run_blocking()?;
    Ok(script::is_running(&asked, Some(pattern)))
}

/// True when the service runs.
///
/// # Errors
///
/// Nobody can be asked.
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

/// True when the service runs from the start of the machine on.
///
/// # Errors
///
/// Nobody can be asked.
pub fn is_enabled(name: &str) -> Result<bool, RunError> {
    if has_systemd() {
        let asked = Command::argv(["systemctl", "is-enabled", "--quiet", "--", &unit(name)]).run_blocking();
        return asked.map(|finished| finished.is_success());
    }
    Ok(script::enabled().contains(name))
}

/// True when the service may never run.
///
/// # Errors
///
/// Nobody can be asked.
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

/// The names of all services that run from the start of the machine on, sorted.
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
