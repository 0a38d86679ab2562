//! The calls for access keys.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, SystemTime};

use aws_sdk_iam::config;
use aws_sdk_iam::types::AccessKeyMetadata;
use futures::future::FutureExt;

use super::diff::Step;
use super::live::Live;
use super::saved;
use crate::Iam;
use aws::crowd::read_each;
use aws::error::{absent_if_not_found, done_if_not_found};
use aws::only_refusals::OnlyRefusals;
use aws::wait::{Patience, until};
use aws::{ApiError, Aws, Fault, failed};
use kind::{Answers, Ask};
use model::{Asked, Reference};

/// IAM lists the keys of one user per call.
const AT_ONCE: usize = 8;
/// The number of attempts to make a key if answers are lost.
const ATTEMPTS: usize = 3;
/// A key that was made within this time of a note counts as the noted one.
const NEAR: Duration = Duration::from_secs(600);
/// How long a key may take to be listed.
const SHOWN: Patience = Patience {
    first: Duration::from_millis(500),
    longest: Duration::from_secs(4),
    deadline: Duration::from_secs(20),
};

/// The keys that this run has made, by user: IAM may list them late.
#[derive(Debug, Default)]
struct Made(Mutex<HashMap<String, Vec<String>>>);

impl Made {
    fn of(aws: &Aws, user: &str) -> Vec<String> {
        let made = aws.kept::<Self>();
        let made = made.0.lock().unwrap_or_else(PoisonError::into_inner);
        made.get(user).cloned().unwrap_or_default()
    }

    fn change(aws: &Aws, user: &str, change: impl FnOnce(&mut Vec<String>)) {
        let made = aws.kept::<Self>();
        change(made.0.lock().unwrap_or_else(PoisonError::into_inner).entry(user.to_owned()).or_default());
    }
}

pub(super) async fn describe(aws: &Aws, asks: &[Ask]) -> Answers<Live> {
    let mut answers = Answers::new();
    let read = |ask: &Ask| read(aws, ask.reference.clone()).boxed();
    for (ask, answer) in read_each(asks, AT_ONCE, read).await {
        answers.answer(&ask.reference, answer);
    }
    answers
}

async fn read(aws: &Aws, reference: Reference) -> Result<Option<Live>, ApiError> {
    let user = &reference.name;
    let Some(keys) = absent_if_not_found(list(aws, user).await)? else { return Ok(None) };
    let lost = reference.scope.as_deref().map(|file| interrupted_keys(file, &keys)).unwrap_or_default();
    let keys = ids(&keys);
    let is_late = Made::of(aws, user).iter().any(|id| !keys.contains(id));
    Ok(Some(Live { keys: if is_late { Asked::NotYet } else { keys.into() }, lost }))
}

async fn list(aws: &Aws, user: &str) -> Result<Vec<AccessKeyMetadata>, ApiError> {
    let pages = aws.client::<Iam>().list_access_keys().user_name(user).into_paginator().items().send();
    pages.collect::<Result<_, _>>().await.map_err(failed("ListAccessKeys", user))
}

fn ids(keys: &[AccessKeyMetadata]) -> Vec<String> {
    keys.iter().filter_map(|key| key.access_key_id.clone()).collect()
}

/// The keys that a run was making when it was interrupted.
fn interrupted_keys(file: &str, keys: &[AccessKeyMetadata]) -> Vec<String> {
    let Some(note) = saved::note(file) else { return vec![] };
    let is_near = |key: &&AccessKeyMetadata| {
        let made = key.create_date.and_then(|made| SystemTime::try_from(made).ok());
        let apart = made.map(|made| made.duration_since(note.at).unwrap_or_else(|error| error.duration()));
        apart.is_some_and(|apart| apart < NEAR)
    };
    let near: Vec<AccessKeyMetadata> = keys.iter().filter(is_near).cloned().collect();
    ids(&near).into_iter().filter(|id| !note.known.contains(id) && !saved::holds(file, id)).collect()
}

pub(super) async fn apply(aws: &Aws, step: &Step) -> Result<(), ApiError> {
    match step {
        Step::Create { user, nth, file, format } => create(aws, user, *nth, (file, format)).await,
        Step::Delete { user, id } => delete(aws, user, id).await,
        Step::DeleteLost { user, id, file } => {
            delete(aws, user, id).await?;
            // Other lost keys stay in the note.
            let left = absent_if_not_found(list(aws, user).await)?.unwrap_or_default();
            if interrupted_keys(file, &left).iter().all(|other| other == id) {
                saved::done(file).map_err(|error| unsaved(user, file, &error))?;
            }
            Ok(())
        }
    }
}

async fn delete(aws: &Aws, user: &str, id: &str) -> Result<(), ApiError> {
    let answer = aws.client::<Iam>().delete_access_key().user_name(user).access_key_id(id).send().await;
    done_if_not_found(answer.map(drop).map_err(failed("DeleteAccessKey", id)))?;
    Made::change(aws, user, |made| made.retain(|other| other != id));
    Ok(())
}

fn unsaved(user: &str, file: &str, error: &std::io::Error) -> ApiError {
    let message = format!("its secret cannot be saved in {file}: {error}");
    ApiError::found("CreateAccessKey", user, Fault::Invalid, message)
}

/// The note is written before the key is made, so that a key whose secret is lost with the answer can be found.
async fn create(aws: &Aws, user: &str, nth: usize, (file, format): (&str, &str)) -> Result<(), ApiError> {
    let unsaved = |error| unsaved(user, file, &error);
    for attempt in 1.. {
        let known = [ids(&list(aws, user).await?), Made::of(aws, user)].concat();
        saved::begin(file, &known).map_err(unsaved)?;
        let error = match make(aws, user).await {
            Ok((id, secret)) => {
                let (key_id, key) = (format!("key_id-{nth}"), format!("key-{nth}"));
                let text = saved::formatted(format, [&id, &secret, &key_id, &key]).unwrap_or_default();
                saved::append(file, &text).map_err(unsaved)?;
                Made::change(aws, user, |made| made.push(id));
                return saved::done(file).map_err(unsaved);
            }
            Err(error) => error,
        };
        if !matches!(error.fault, Fault::NoAnswer | Fault::Server) {
            saved::done(file).map_err(unsaved)?;
            return Err(error);
        }
        // If no new key is listed, the note stays, and the next run checks again.
        let Ok(Ok(new)) = until(SHOWN, || new(aws, user, &known)).await else { return Err(error) };
        // If there are several new keys, it is not known which one the call made.
        let ([id], true) = (new.as_slice(), attempt < ATTEMPTS) else { return Err(error) };
        delete(aws, user, id).await?;
    }
    Ok(())
}

/// The id and the secret of a new key.
async fn make(aws: &Aws, user: &str) -> Result<(String, String), ApiError> {
    let once = config::Builder::new().retry_classifier(OnlyRefusals);
    let answer = aws
        .client::<Iam>()
        .create_access_key()
        .user_name(user)
        .customize()
        .config_override(once)
        .send()
        .await;
    let key = answer.map_err(failed("CreateAccessKey", user))?.access_key;
    let missing = || ApiError::found("CreateAccessKey", user, Fault::Server, "the answer holds no key");
    key.map(|key| (key.access_key_id, key.secret_access_key)).ok_or_else(missing)
}

/// Keys that are not known: made by a call whose answer was lost.
async fn new(aws: &Aws, user: &str, known: &[String]) -> Result<Option<Vec<String>>, ApiError> {
    let mut new = ids(&list(aws, user).await?);
    new.retain(|id| !known.contains(id));
    Ok((!new.is_empty()).then_some(new))
}
