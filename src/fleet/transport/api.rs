//! Requests to JetStream that the client library does not have, or not for users with few rights.
//!
//! See <https://docs.nats.io/reference/reference-protocols/nats_api_reference>.

use std::collections::BTreeMap;

use async_nats::Client;
use async_nats::header::{HeaderMap, NATS_EXPECTED_LAST_SUBJECT_SEQUENCE, NATS_SEQUENCE};
use async_nats::jetstream::Context;
use async_nats::jetstream::context::PublishErrorKind;
use tokio::time::timeout;

use super::direct::Direct;
use super::nats::{Nats, REQUEST};
use super::{Placed, TransportError};
use crate::protocol::subjects::ABOUT;
use model::chain;

/// What is read of the answer of `$JS.API.STREAM.INFO`.
#[derive(serde::Deserialize)]
struct StreamInfo {
    error: Option<ApiError>,
    total: Option<usize>,
    state: Option<StreamState>,
}

#[derive(serde::Deserialize)]
struct ApiError {
    description: Option<String>,
    err_code: Option<u64>,
}

/// `JSStreamNotFoundErr` of `nats-server`.
const NO_STREAM: u64 = 10_059;

/// Asks the leader of a stream about it; `about` is for messages. Servers that have just started have no leader and lose the question,
/// so it is asked several times.
async fn info(nats: &Nats, stream: &str, question: &str, about: &str) -> Result<StreamInfo, TransportError> {
    let asked = format!("$JS.API.STREAM.INFO.{stream}");
    let mut direct = Direct::new(&nats.client);
    let elsewhere = format!("{ABOUT}.{stream}");
    // In a fleet of one account nobody answers there.
    let first =
        if nats.may_consume { None } else { direct.ask(&elsewhere, question.as_bytes(), about).await.ok() };
    let answered = match first {
        Some(answer) => Ok(answer),
        None => direct.ask(&asked, question.as_bytes(), about).await,
    };
    let answer = match answered {
        // A server without JetStream does not say so: it keeps silent.
        Err(_) if !nats.client.server_info().jetstream => return Err(TransportError::NoJetStream),
        answered => answered?,
    };
    serde_json::from_slice(&answer.payload)
        .map_err(|error| TransportError::NoStore { subject: about.to_owned(), reason: error.to_string() })
}

/// Whether there is a stream.
pub(super) async fn has(nats: &Nats, stream: &str) -> Result<bool, TransportError> {
    let no_store = |reason| TransportError::NoStore { subject: stream.to_owned(), reason };
    match info(nats, stream, "", stream).await?.error {
        None => Ok(true),
        Some(error) if error.err_code == Some(NO_STREAM) => Ok(false),
        Some(error) => Err(no_store(error.description.unwrap_or_default())),
    }
}

#[derive(serde::Deserialize)]
struct StreamState {
    subjects: Option<BTreeMap<String, u64>>,
    first_seq: u64,
    last_seq: u64,
}

/// Whether the leader of a stream has messages at this place or behind it. An error if there is no leader now.
pub(super) async fn has_from(nats: &Nats, stream: &str, place: u64) -> Result<bool, TransportError> {
    let no_leader = || TransportError::NoStore { subject: stream.to_owned(), reason: "no leader".to_owned() };
    let state = info(nats, stream, "", stream).await?.state.ok_or_else(no_leader)?;
    Ok(state.last_seq >= place && state.last_seq >= state.first_seq)
}

/// The subjects of a stream that fit a pattern. The server gives them in pages.
pub(super) async fn subjects(nats: &Nats, stream: &str, filter: &str) -> Result<Vec<String>, TransportError> {
    let no_store = |reason| TransportError::NoStore { subject: filter.to_owned(), reason };
    let mut found = vec![];
    loop {
        let question = serde_json::json!({"subjects_filter": filter, "offset": found.len()});
        let page = info(nats, stream, &question.to_string(), filter).await?;
        if let Some(error) = page.error {
            return Err(no_store(error.description.unwrap_or_default()));
        }
        let subjects = page.state.and_then(|state| state.subjects).unwrap_or_default();
        let is_last = subjects.is_empty() || found.len() + subjects.len() >= page.total.unwrap_or(0);
        found.extend(subjects.into_keys());
        if is_last {
            return Ok(found);
        }
    }
}

/// The last message under a subject, and its place in the stream. An empty one is one too: in a bucket whose values are signed it is an attack.
pub(super) async fn last_at(client: &Client, asked: &str, subject: &str) -> Result<Placed, TransportError> {
    let found = Direct::new(client).ask(asked, &[], subject).await?;
    if found.status.is_some_and(|status| status.as_u16() >= 400) {
        return Ok(None);
    }
    let headers = found.headers.as_ref();
    let place = headers.and_then(|headers| headers.get(NATS_SEQUENCE)?.as_str().parse().ok());
    Ok(Some((found.payload.to_vec(), place.unwrap_or(0))))
}

/// Stores a message in place of the one at `after`; false if another message came in between. It is also false if the message was
/// stored and the confirmation was lost: the caller reads again and sees the result.
pub(super) async fn store_after(
    stream: &Context,
    subject: &str,
    payload: &[u8],
    after: u64,
) -> Result<bool, TransportError> {
    let no_store = |reason| TransportError::NoStore { subject: subject.to_owned(), reason };
    let mut headers = HeaderMap::new();
    headers.insert(NATS_EXPECTED_LAST_SUBJECT_SEQUENCE, after.to_string().as_str());
    let publish = async {
        let sent = stream.publish_with_headers(subject.to_owned(), headers, payload.to_vec().into()).await;
        let stored = match sent {
            Ok(sent) => sent.await,
            Err(error) => Err(error),
        };
        match stored {
            Ok(_) => Ok(true),
            Err(error) if error.kind() == PublishErrorKind::WrongLastSequence => Ok(false),
            Err(error) => Err(no_store(chain(&error))),
        }
    };
    timeout(REQUEST * 2, publish).await.unwrap_or(Err(TransportError::TimedOut))
}
