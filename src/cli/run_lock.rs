//! One run at a time changes this machine.
//!
//! Every run with states of the machine, every function that changes the machine, the registration of this instance,
//! every deployment and every rollback hold the lock. As in Salt, a run is refused if another one has the lock, and the
//! message names that run and its start; `queue=True` waits, `concurrent=True` ignores the lock. Runs that only reach
//! AWS do not need the machine's lock; they hold one for each service ([`super::lease`]). The lock belongs to the
//! process: the highstate of a deployment needs no lock of its own. Functions and registrations that a process of the
//! holder calls belong to the holder's run, too; a second run of states is refused even there, as in Salt.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use jiff::Timestamp;
use jiff::tz::TimeZone;
use tokio::sync::watch;

use super::commands::Session;
use super::error::CliError;
use instance::lease;
use machine::account::own_uid;
use machine::file::{self, FileError, Permissions};
use machine::lock::{Holder, Lock, LockError};
use model::minion::cachedir;

/// How long a run waits for another one.
pub(super) const PATIENCE: Duration = Duration::from_secs(60 * 60);

/// How often it looks.
pub(super) const PAUSE: Duration = Duration::from_millis(500);

/// How long a lock may outlive the run that took it: a process that another thread has just started holds it until it
/// has become another program.
const ENDING: Duration = Duration::from_secs(2);

/// How often such a lock is tried again.
const SHORT_PAUSE: Duration = Duration::from_millis(20);

/// The locks of this process.
static HELD: Mutex<Vec<PathBuf>> = Mutex::new(vec![]);

/// What a run does while another one is running.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub(super) enum WhenBusy {
    /// It is refused.
    #[default]
    Refuse,
    /// It waits.
    Wait,
    /// It runs in any case.
    Ignore,
}

/// Why a run may not begin.
#[derive(Debug, thiserror::Error)]
pub enum RunLockError {
    /// Another run is in progress.
    #[error("{}", salts_words(holder.as_ref()))]
    Busy {
        /// That run, if its record could be read.
        holder: Option<Holder>,
    },
    /// A run of the same service is running on another machine.
    #[error("{place} belongs to {holder}")]
    Leased {
        /// The lease.
        place: String,
        /// Its holder.
        holder: Box<lease::Holder>,
    },
    /// The end was requested while it waited for another run.
    #[error("it was interrupted while it waited for another run")]
    Interrupted,
    /// The directory of the lock cannot be made.
    #[error("could not lock {}", path.display())]
    Directory {
        /// The directory.
        path: PathBuf,
        /// The cause.
        source: FileError,
    },
    /// The lock cannot be taken.
    #[error(transparent)]
    File(LockError),
}

/// How a lock is taken.
struct Attempt<'a> {
    /// Its name.
    name: &'a str,
    when_busy: WhenBusy,
    /// True if the run that holds the lock may have started this process.
    may_be_within: bool,
    /// True once the end is requested; none where a signal ends the process itself.
    end: Option<watch::Receiver<bool>>,
}

/// The permission to change this machine; it is released when this is dropped.
#[derive(Debug)]
pub(super) struct RunLock {
    path: PathBuf,
    lock: Option<Lock>,
}

impl Drop for RunLock {
    fn drop(&mut self) {
        if self.lock.take().is_some() {
            held().retain(|path| *path != self.path);
        }
    }
}

/// Takes the lock for a function such as `state.highstate`.
///
/// # Errors
///
/// Another run is in progress, or root cannot lock. A user other than root without a place for a lock runs without one.
pub(super) fn take(session: &Session<'_>, when_busy: WhenBusy) -> Result<RunLock, CliError> {
    take_as(session, Attempt { name: "lock", when_busy, may_be_within: false, end: None })
}

/// Waits for the lock, unless the end is requested first. For a command that handles signals itself.
///
/// # Errors
///
/// Those of [`take`], and [`RunLockError::Interrupted`].
pub(super) fn wait_unless(session: &Session<'_>, end: watch::Receiver<bool>) -> Result<RunLock, CliError> {
    let when_busy = WhenBusy::Wait;
    take_as(session, Attempt { name: "lock", when_busy, may_be_within: false, end: Some(end) })
}

/// The same for a command that may belong to the run that holds the lock, because that run has started this process: a
/// command of a state that restarts a service, a hook that registers the instance.
///
/// # Errors
///
/// Those of [`take`].
pub(super) fn take_within(session: &Session<'_>, when_busy: WhenBusy) -> Result<RunLock, CliError> {
    take_as(session, Attempt { name: "lock", when_busy, may_be_within: true, end: None })
}

/// Takes another lock than that of the machine: two runs that change AWS with the same SLS do not run at once on this
/// host.
///
/// # Errors
///
/// Those of [`take`].
pub(super) fn take_named(
    session: &Session<'_>,
    name: &str,
    when_busy: WhenBusy,
) -> Result<RunLock, CliError> {
    take_as(session, Attempt { name, when_busy, may_be_within: false, end: None })
}

/// True where a run of this process has that lock.
pub(super) fn has_named(session: &Session<'_>, name: &str) -> bool {
    held().contains(&directory(session).join(name))
}

fn take_as(session: &Session<'_>, attempt: Attempt<'_>) -> Result<RunLock, CliError> {
    let Attempt { name, when_busy, may_be_within, mut end } = attempt;
    let directory = directory(session);
    let path = directory.join(name);
    if when_busy == WhenBusy::Ignore || held().contains(&path) {
        return Ok(RunLock { path, lock: None });
    }
    let began = Instant::now();
    let mut named = None;
    loop {
        match try_take(&directory, &path, &session.settings().function) {
            Ok(lock) => {
                held().push(path.clone());
                return Ok(RunLock { path, lock: Some(lock) });
            }
            Err(RunLockError::Busy { holder: Some(holder) }) if may_be_within && holder.is_above() => {
                tracing::debug!("runs within {}, which holds the lock", holder.what);
                return Ok(RunLock { path, lock: None });
            }
            Err(RunLockError::Busy { holder: Some(holder) })
                if !holder.is_there() && began.elapsed() < ENDING =>
            {
                pause(session, SHORT_PAUSE, end.as_mut())?;
            }
            Err(RunLockError::Busy { holder })
                if when_busy == WhenBusy::Wait && began.elapsed() < PATIENCE =>
            {
                let words = salts_words(holder.as_ref());
                if named.as_ref() != Some(&words) {
                    tracing::warn!("waiting for another run to end: {words}");
                    named = Some(words);
                }
                pause(session, PAUSE, end.as_mut())?;
            }
            Err(RunLockError::Directory { .. } | RunLockError::File(_)) if own_uid() != 0 => {
                tracing::info!("no lock is possible in {}: running without", directory.display());
                return Ok(RunLock { path, lock: None });
            }
            Err(error) => return Err(CliError::RunLock(error)),
        }
    }
}

/// Waits a little, unless the end is requested.
fn pause(
    session: &Session<'_>,
    time: Duration,
    end: Option<&mut watch::Receiver<bool>>,
) -> Result<(), CliError> {
    let asked = async {
        // The sender lives as long as the process.
        let is_asked = match end {
            Some(end) => end.wait_for(|asked| *asked).await.is_ok(),
            None => false,
        };
        if !is_asked {
            std::future::pending::<()>().await;
        }
    };
    session.reach().wait(async {
        tokio::select! {
            () = asked => Err(CliError::RunLock(RunLockError::Interrupted)),
            () = tokio::time::sleep(time) => Ok(()),
        }
    })?
}

fn try_take(directory: &Path, path: &Path, function: &str) -> Result<Lock, RunLockError> {
    let failed = |source| RunLockError::Directory { path: path.to_owned(), source };
    if let Some(above) = directory.parent() {
        std::fs::create_dir_all(above)
            .map_err(|source| failed(FileError::Write { path: above.to_owned(), source }))?;
    }
    let own = Permissions { mode: Some(0o700), ..Permissions::default() };
    file::make_directory(directory, own).map_err(failed)?;
    Lock::take(path, function, Timestamp::now()).map_err(|error| match error {
        LockError::Held { holder, .. } => RunLockError::Busy { holder },
        other => RunLockError::File(other),
    })
}

/// The directory of the lock. Only the user of the run can read it.
fn directory(session: &Session<'_>) -> PathBuf {
    cachedir(session.opts()).join("run")
}

fn held() -> std::sync::MutexGuard<'static, Vec<PathBuf>> {
    HELD.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Salt's sentence; see `state.running` of its execution module.
fn salts_words(holder: Option<&Holder>) -> String {
    let Some(holder) = holder else { return "Another run is in progress".to_owned() };
    let since = holder.since.to_zoned(TimeZone::system());
    format!(
        "The function \"{}\" is running as PID {} and was started at {} with jid {}",
        holder.what,
        holder.pid,
        since.strftime("%Y, %b %d %H:%M:%S.%6f"),
        since.strftime("%Y%m%d%H%M%S%6f")
    )
}
