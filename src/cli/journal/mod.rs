//! The journal of this process's runs: its directory, the user, and how a run continues that cannot be recorded.

mod begun;
mod shared;

pub(super) use begun::{begun, tree};
pub(super) use shared::{all, find, send};

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use futures::future::BoxFuture;
use jiff::Timestamp;
use tokio::sync::Notify;

use super::commands::Session;
use super::error::CliError;
use aws::calls::{Called, Fence};
use engine::Event;
use engine::journal::{Begun, Entry, Finished, Journal, JournalError, KEY, Settings, of_call, of_event};
use machine::account::own_uid;
use model::{Low, Problem, Verdict, chain};

/// The journal directory of root.
const OF_ROOT: &str = "/var/lib";

/// Records one run, and counts its events.
pub(super) struct Recording {
    /// None if nothing is recorded.
    journal: Option<Journal>,
    is_required: bool,
    lows: Vec<Low>,
    finished: Mutex<Finished>,
    /// True once a line could not be written.
    is_broken: AtomicBool,
    /// Wakes the code that ends the run.
    broken: Notify,
}

/// The directory of the journal, and its settings; none if the configuration turns it off.
///
/// # Errors
///
/// The configuration is wrong.
pub(super) fn settings(session: &Session<'_>) -> Result<Option<(Option<PathBuf>, Settings)>, CliError> {
    let read = Settings::read(session.opts().get(KEY)).map_err(CliError::Config)?;
    Ok(read.map(|settings| (directory(session, &settings), settings)))
}

/// The configured one; else below `XDG_STATE_HOME`, `/var/lib` for root, or `.local/state` for a user. None for a user
/// without a home.
fn directory(session: &Session<'_>, settings: &Settings) -> Option<PathBuf> {
    let variable = |name: &str| session.settings().environment.get(name).filter(|text| !text.is_empty());
    let usual = || {
        let home = || variable("HOME").map(|home| PathBuf::from(home).join(".local/state"));
        let above = match variable("XDG_STATE_HOME") {
            Some(path) => Some(PathBuf::from(path)),
            None if own_uid() == 0 => Some(PathBuf::from(OF_ROOT)),
            None => home(),
        };
        above.map(|above| above.join("orchestrate/journal"))
    };
    let directory = settings.directory.clone().or_else(usual)?;
    Some(session.settings().directory.join(directory))
}

impl Recording {
    /// The record of a run that begins.
    ///
    /// # Errors
    ///
    /// It cannot be recorded, and the configuration requires the record.
    pub fn begin(session: &Session<'_>, lows: &[Low], undoes: Option<String>) -> Result<Arc<Self>, CliError> {
        let Some((directory, settings)) = settings(session)? else { return Ok(Self::new(None, false, lows)) };
        let opened = match directory {
            Some(directory) => Journal::new(&directory, settings.keep, Begun { undoes, ..begun(session) })
                .map(|journal| journal.keeping_unsent(settings.s3.is_some()).required(settings.is_required))
                .map_err(|error| Problem::nowhere(chain(&error))),
            None => Err(Problem::nowhere("the run cannot be recorded: the user has no home directory")),
        };
        match opened {
            Ok(journal) => Ok(Self::new(Some(journal), settings.is_required, lows)),
            Err(problem) if settings.is_required => {
                let hint = "'journal: {required: True}' of the configuration refuses such runs";
                Err(CliError::Journal(problem.hint(hint).into()))
            }
            Err(problem) => {
                tracing::warn!(
                    "{}; it goes on ('journal: {{dir: …}}' names another directory)",
                    problem.message
                );
                Ok(Self::new(None, false, lows))
            }
        }
    }

    fn new(journal: Option<Journal>, is_required: bool, lows: &[Low]) -> Arc<Self> {
        let finished = Finished { states: lows.len(), ..Finished::default() };
        Arc::new(Self {
            journal,
            is_required,
            lows: lows.to_vec(),
            finished: Mutex::new(finished),
            is_broken: AtomicBool::new(false),
            broken: Notify::new(),
        })
    }

    /// Records an event.
    pub fn note(&self, event: &Event) {
        let Some(journal) = &self.journal else { return };
        if let Event::StateFinished { outcome, .. } = event {
            let mut finished = self.finished.lock().unwrap_or_else(PoisonError::into_inner);
            finished.changed += usize::from(outcome.has_changes());
            finished.failed += usize::from(outcome.verdict == Verdict::Failed);
        }
        self.add(journal, of_event(event, &self.lows));
    }

    /// Records a call.
    pub fn note_call(&self, called: &Called) {
        let Some(journal) = &self.journal else { return };
        self.add(journal, of_call(called, &self.lows));
    }

    /// Records the end. `result` is `succeeded`, `failed` or `interrupted`.
    pub fn end(&self, result: &str, calls: u64) {
        let Some(journal) = &self.journal else { return };
        let counted = self.finished.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let finished = Finished { result: result.to_owned(), calls, ..counted };
        self.check_written(journal.finish(Timestamp::now(), finished));
    }

    /// The fence of a run that must be recorded: its changes pass only while its record can be written.
    pub fn fence(self: &Arc<Self>) -> Option<Arc<dyn Fence>> {
        self.is_required.then(|| Arc::clone(self) as Arc<dyn Fence>)
    }

    /// Ends when the run may not continue, because its record failed.
    pub async fn broken(&self) {
        self.broken.notified().await;
    }

    fn add(&self, journal: &Journal, entry: Option<Entry>) {
        if let Some(entry) = entry {
            self.check_written(journal.note(Timestamp::now(), entry));
        }
    }

    fn check_written(&self, written: Result<(), JournalError>) {
        let Err(error) = written else { return };
        self.is_broken.store(true, Ordering::SeqCst);
        if self.is_required {
            tracing::error!("{}; the run ends, as 'journal: {{required: True}}' says", chain(&error));
            self.broken.notify_one();
        } else {
            tracing::warn!("{}; the run continues without its record", chain(&error));
        }
    }
}

impl Fence for Recording {
    fn check(&self) -> Result<(), String> {
        if self.is_required && self.is_broken.load(Ordering::SeqCst) {
            return Err(
                "the run cannot be recorded, and 'journal: {required: True}' says that it must be".to_owned()
            );
        }
        Ok(())
    }

    fn why(&self) -> BoxFuture<'_, String> {
        Box::pin(async { self.check().err().unwrap_or_default() })
    }
}
