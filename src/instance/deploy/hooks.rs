//! The programs that a release runs before and after it comes into service.
//!
//! `hooks/pre-release`, `hooks/post-release` and `hooks/validate` of a release are each one program, or a directory of
//! programs that are run by name. Each has the release as its working directory, a clean environment, a user, and a
//! timeout.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::error::DeployError;
use super::hook_settings::{self, HookSettings};
use super::job::World;
use super::layout::{Layout, Link};
use super::leftover;
use super::line::as_line;
use super::log::Log;
use machine::account;
use machine::process::{Command, End, Finished, RunError};

/// The directories of programs: the settings of the user's shell are ignored.
const PATH: &str = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

/// Ends a program with its parent, so that a hook of a killed deployment does not run beside a hook of the next one.
const SETPRIV: &str = "/usr/bin/setpriv";

/// The most of a hook's output that is kept.
const OUTPUT: usize = 4 << 20;

/// The time within which the request to end reaches this program after it has reached a hook.
const TOGETHER: Duration = Duration::from_secs(1);

/// The signals by which others end a hook: SIGHUP, SIGINT, SIGKILL, SIGTERM.
const OF_OTHERS: [i32; 4] = [1, 2, 9, 15];

/// The number of its last lines that an error shows.
const TOLD: usize = 5;

/// Why hooks failed.
#[derive(Debug, thiserror::Error)]
pub enum HookError {
    /// It ended with another code than 0.
    #[error("the hook {hook} of {revision} {end}{output} (its output is in {})", log.display())]
    Failed {
        /// Its name: `pre-release/10-migrate`.
        hook: String,
        /// Its revision.
        revision: String,
        /// How it ended.
        end: String,
        /// Its last lines of output.
        output: String,
        /// The log with its whole output.
        log: PathBuf,
        /// The release that `current` leads to.
        current: Option<String>,
    },
    /// It cannot be run.
    #[error("the hook {hook} cannot be run")]
    Start {
        /// Its name.
        hook: String,
        /// The cause.
        source: RunError,
    },
    /// It is not executable.
    #[error("the hook {hook} may not be executed: give it its mode (chmod +x) and build the artifact again")]
    Mode {
        /// Its name.
        hook: String,
    },
    /// The settings of the release do not match its hooks.
    #[error("{} is refused: {reason}", path.display())]
    Settings {
        /// The file.
        path: PathBuf,
        /// The mistake.
        reason: String,
    },
    /// They cannot be listed.
    #[error("the hooks in {} cannot be read", path.display())]
    Read {
        /// The directory.
        path: PathBuf,
        /// The cause.
        source: io::Error,
    },
}

/// When hooks are run.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum When {
    Before,
    After,
    /// After those: whether the release works.
    Validate,
}

impl When {
    const ALL: [Self; 3] = [Self::Before, Self::After, Self::Validate];
    /// The hooks of a release that is in service.
    pub const IN_SERVICE: [Self; 2] = [Self::After, Self::Validate];
}

impl When {
    fn name(self) -> &'static str {
        match self {
            Self::Before => "pre-release",
            Self::After => "post-release",
            Self::Validate => "validate",
        }
    }
}

/// The hooks of a release.
pub(super) struct Hooks<'a> {
    /// The release.
    pub release: &'a Path,
    /// Its revision.
    pub revision: &'a str,
    /// Their environment variables.
    pub environment: BTreeMap<String, String>,
    /// The default timeout.
    pub timeout: Duration,
    /// The release that `current` leads to.
    pub current: Option<&'a str>,
}

impl Hooks<'_> {
    /// The programs, with their names.
    pub fn list(&self, when: When) -> Result<Vec<(String, PathBuf)>, HookError> {
        let path = self.release.join("hooks").join(when.name());
        let failed = |source| HookError::Read { path: path.clone(), source };
        let mut found = Vec::new();
        match fs::metadata(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(vec![]),
            Err(error) => return Err(failed(error)),
            Ok(facts) if facts.is_dir() => {
                for entry in fs::read_dir(&path).map_err(failed)? {
                    let entry = entry.map_err(failed)?;
                    let name = entry.file_name().to_string_lossy().into_owned();
                    if entry.path().is_file() && !name.starts_with('.') && !name.ends_with('~') {
                        found.push((format!("{}/{name}", when.name()), entry.path()));
                    }
                }
            }
            Ok(_) => found.push((when.name().to_owned(), path.clone())),
        }
        found.sort();
        for (hook, path) in &found {
            if fs::metadata(path).map_err(failed)?.permissions().mode() & 0o111 == 0 {
                return Err(HookError::Mode { hook: hook.clone() });
            }
        }
        Ok(found)
    }

    /// All names, of every moment.
    fn names(&self) -> Result<Vec<String>, HookError> {
        let mut names = vec![];
        for when in When::ALL {
            names.extend(self.list(when)?.into_iter().map(|(name, _)| name));
        }
        Ok(names)
    }

    /// The command that runs a hook.
    pub fn command(&self, path: &Path, settings: &HookSettings) -> Command {
        let program = path.display().to_string();
        let mut command = if Path::new(SETPRIV).exists() {
            Command::argv([SETPRIV.to_owned(), "--pdeathsig=KILL".to_owned(), "--".to_owned(), program])
        } else {
            Command::argv([program])
        };
        command.clean_environment = true;
        command.joins_streams = true;
        command.limit = OUTPUT;
        command.timeout = Some(settings.timeout(self.timeout));
        command.cwd = Some(self.release.to_owned());
        command.user.clone_from(&settings.runas);
        let account = match &settings.runas {
            Some(name) => account::find_user(name),
            None => account::find_uid(account::own_uid()),
        };
        let home = account.map_or_else(|| "/".to_owned(), |account| account.home.display().to_string());
        command = command.env("PATH", PATH).env("HOME", &home).env("LANG", "C.UTF-8");
        self.environment.iter().fold(command, |command, (name, text)| command.env(name, text))
    }

    /// Reports how a hook ended, in the log and to the caller.
    pub fn judge(
        &self,
        hook: &str,
        settings: &HookSettings,
        finished: &Finished,
        log: &mut Log<'_>,
    ) -> Result<(), HookError> {
        log.output(&finished.stdout);
        if finished.is_cut {
            log.line(&format!("the rest of the output of {hook} was dropped"));
        }
        let end = match finished.end {
            End::Code(0) => {
                log.line(&format!("{hook} succeeded"));
                return Ok(());
            }
            End::Code(code) => format!("ended with {code}"),
            End::Signal(signal) => format!("was ended by signal {signal}"),
            End::TimedOut => {
                format!("was killed after its timeout of {} s", settings.timeout(self.timeout).as_secs())
            }
        };
        log.line(&format!("{hook} {end}"));
        let text = finished.stdout_text();
        let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
        let last: Vec<String> =
            lines[lines.len().saturating_sub(TOLD)..].iter().map(|line| as_line(line)).collect();
        let last = last.join("; ");
        let output = if last.is_empty() { last } else { format!(": {last}") };
        let (hook, revision) = (hook.to_owned(), self.revision.to_owned());
        let current = self.current.map(str::to_owned);
        Err(HookError::Failed { hook, revision, end, output, log: log.path().to_owned(), current })
    }
}

/// The environment variables of hooks.
pub(super) struct HookFacts<'a> {
    pub service: &'a str,
    pub instance: Option<&'a str>,
    pub previous: Option<&'a str>,
}

/// Runs the hooks of a release, one after the other.
pub(super) fn run_hooks(
    layout: &Layout,
    world: &World<'_>,
    timeout: Duration,
    facts: &HookFacts<'_>,
    (revision, when): (&str, When),
    log: &mut Log<'_>,
) -> Result<(), DeployError> {
    let release = layout.release(revision);
    let mut environment = world.environment.clone();
    let own = [
        ("SERVICE_NAME", Some(facts.service.to_owned())),
        ("SERVICE_INSTANCE", facts.instance.map(str::to_owned)),
        ("DEPLOY_REVISION", Some(revision.to_owned())),
        ("DEPLOY_PREVIOUS", Some(facts.previous.unwrap_or_default().to_owned())),
        ("DEPLOY_RELEASE", Some(release.display().to_string())),
        ("DEPLOY_ROOT", Some(layout.root().display().to_string())),
    ];
    environment.extend(own.into_iter().filter_map(|(name, text)| Some((name.to_owned(), text?))));
    let current = layout.linked(Link::Current).ok().flatten();
    let hooks = Hooks { release: &release, revision, environment, timeout, current: current.as_deref() };
    let settings = hook_settings::read(&release, &hooks.names()?)?;
    for (hook, path) in hooks.list(when)? {
        world.go_on()?;
        let start = |source| HookError::Start { hook: hook.clone(), source };
        let read = |source| HookError::Read { path: path.clone(), source };
        world.disk.announce("run the hook", &path).map_err(read)?;
        let settings = settings.get(&hook).cloned().unwrap_or_default();
        let user = settings.runas.as_ref().map(|user| format!(" as {user}")).unwrap_or_default();
        log.line(&format!("run {hook}{user}"));
        let command = hooks.command(&path, &settings);
        let mut finished = leftover::run_marked(layout, world, &command)?.map_err(start)?;
        if was_killed(world, &finished)? {
            log.line(&format!(
                "somebody killed {hook}, which says nothing about the release: it is run again"
            ));
            finished = leftover::run_marked(layout, world, &command)?.map_err(start)?;
            was_killed(world, &finished)?;
        }
        hooks.judge(&hook, &settings, &finished, log)?;
    }
    Ok(())
}

/// True if somebody else killed the hook, or a program that it ran.
///
/// A system that shuts down sends SIGTERM to this program and its hooks together, and a hook may end first. So a hook
/// that failed counts only if this program was not asked to end.
fn was_killed(world: &World<'_>, finished: &Finished) -> Result<bool, DeployError> {
    if finished.is_success() {
        return Ok(false);
    }
    world.wait(async { tokio::time::sleep(TOGETHER).await })?;
    Ok(match finished.end {
        End::Signal(signal) => OF_OTHERS.contains(&signal),
        // A shell reports so that a program was killed.
        End::Code(code) => OF_OTHERS.contains(&(code - 128)),
        End::TimedOut => false,
    })
}
