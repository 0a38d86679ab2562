//! The journal in S3: the runs of all hosts, in addition to the directory of each.
//!
//! ```text
//! s3://bucket/prefix/ops1.root/20261123095011902144.jsonl
//! ```
//! A run's file is sent unchanged when the run has ended, and is never overwritten. If it cannot be sent, it is kept,
//! and a later run sends it.

use std::sync::Arc;
use std::time::Duration;

use super::settings;
use crate::commands::{Session, open_bucket};
use crate::error::CliError;
use aws::calls::beside_the_run;
use engine::journal::{Loaded, bytes, chosen, mark_sent, of_text, unsent};
use instance::store::{Content, Location, Store, StoreError, part};
use machine::account::{own_uid, user_name};
use machine::network::hostname;
use model::{Minion, Problem, chain};

/// How long the end of a run waits for S3.
const PATIENCE: Duration = Duration::from_secs(30);

/// Sends this run and earlier ones that were not sent yet. A run does not fail because S3 cannot be reached.
pub(crate) fn send(session: &Session<'_>, minion: &Minion) {
    let Ok(Some((Some(directory), settings))) = settings(session) else { return };
    let Some(location) = settings.s3.as_deref().and_then(Location::parse) else { return };
    let left = match unsent(&directory) {
        Ok(left) if left.is_empty() => return,
        Ok(left) => left,
        Err(error) => return tracing::warn!("the journal cannot be sent: {}", chain(&error)),
    };
    let sending = || -> Result<(), String> {
        let store = open_bucket(session, minion, &location).map_err(|error| error.to_string())?;
        let folder = folder();
        let all = async {
            for run in &left {
                let bytes = bytes(&directory, run).map_err(|error| chain(&error))?;
                put(store.as_ref(), &key(&folder, run), &bytes).await?;
                mark_sent(&directory, run).map_err(|error| chain(&error))?;
            }
            Ok(())
        };
        // The time is measured within the runtime.
        let sent = session.reach().wait(beside_the_run(async { tokio::time::timeout(PATIENCE, all).await }));
        let late = || format!("no answer for {} s", PATIENCE.as_secs());
        sent.map_err(|error| error.to_string())?.map_err(|_| late())?
    };
    if let Err(why) = sending() {
        tracing::warn!("the journal is not in {} yet: {why}. The next run sends it", location.url());
    }
}

/// Stores a run that is not there. An existing one must be the same.
async fn put(store: &dyn Store, key: &str, bytes: &[u8]) -> Result<(), String> {
    let failed = |error: StoreError| chain(&error);
    if store.put_if(key, Content::Bytes(bytes), None).await.map_err(failed)? {
        return Ok(());
    }
    match store.read(key).await.map_err(failed)? {
        Some(there) if there == bytes => Ok(()),
        _ => Err(format!("{key} is another record there")),
    }
}

/// The runs of all hosts in S3, the newest first; `limit` of them.
///
/// # Errors
/// No bucket is configured, or S3 does not answer.
pub(crate) fn all(session: &Session<'_>, minion: &Minion, limit: usize) -> Result<Vec<Loaded>, CliError> {
    let store = open(session, minion)?;
    let runs = async {
        let found = listed(store.as_ref()).await?;
        let mut runs = vec![];
        for (run, folder) in found.into_iter().rev().take(limit) {
            runs.extend(load(store.as_ref(), &folder, &run).await?);
        }
        Ok(runs)
    };
    waited(session, runs)
}

/// The one run in S3 whose name begins so; none if there are several.
///
/// # Errors
/// No bucket is configured, or S3 does not answer.
pub(crate) fn find(session: &Session<'_>, minion: &Minion, word: &str) -> Result<Option<Loaded>, CliError> {
    let store = open(session, minion)?;
    let found = async {
        let runs = listed(store.as_ref()).await?;
        match chosen(runs, |(run, _)| run, word) {
            Some((run, folder)) => load(store.as_ref(), &folder, &run).await,
            None => Ok(None),
        }
    };
    waited(session, found)
}

/// The runs of all hosts, each with its folder, the oldest first.
async fn listed(store: &dyn Store) -> Result<Vec<(String, String)>, StoreError> {
    let mut found = vec![];
    for folder in store.names("").await? {
        let names = store.names(&folder).await?;
        let runs = names.iter().filter_map(|name| name.strip_suffix(".jsonl"));
        found.extend(runs.map(|run| (run.to_owned(), folder.clone())));
    }
    found.sort();
    Ok(found)
}

async fn load(store: &dyn Store, folder: &str, run: &str) -> Result<Option<Loaded>, StoreError> {
    let bytes = store.read(&key(folder, run)).await?;
    Ok(bytes.map(|bytes| of_text(run, &String::from_utf8_lossy(&bytes), false)))
}

fn open(session: &Session<'_>, minion: &Minion) -> Result<Arc<dyn Store>, CliError> {
    let url = settings(session)?.and_then(|(_, settings)| settings.s3);
    let Some(location) = url.as_deref().and_then(Location::parse) else {
        let problem = Problem::nowhere("no bucket has the journal of all hosts");
        return Err(CliError::Journal(problem.hint("name one: 'journal: s3://bucket/prefix'").into()));
    };
    open_bucket(session, minion, &location)
}

fn waited<T>(
    session: &Session<'_>,
    answer: impl Future<Output = Result<T, StoreError>>,
) -> Result<T, CliError> {
    let failed = |error: StoreError| CliError::Journal(Problem::nowhere(chain(&error)).into());
    session.reach().wait(answer)?.map_err(failed)
}

fn key(folder: &str, run: &str) -> String {
    format!("{folder}/{run}.jsonl")
}

/// Host and user: each has its own journal, whose runs name each other.
fn folder() -> String {
    format!("{}.{}", part(&hostname()), part(&user_name(own_uid())))
}
