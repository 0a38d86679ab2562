//! Requests: each has a client token, and is followed by its request token.
//!
//! A client token is the same for the same request in the same run, as long as its outcome is unknown: if the request is sent
//! again, AWS answers with the present request. Cloud Control keeps a token for 36 hours, so the request alone does not make the
//! token: a resource that was deleted meanwhile would not be created again.
//!
//! See <https://docs.aws.amazon.com/cloudcontrolapi/latest/userguide/resource-operations.html>.

use std::collections::HashMap;
use std::future::Future;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use aws_sdk_cloudcontrol::types::{OperationStatus, ProgressEvent};
use sha2::{Digest, Sha256};
use tokio::time::Instant;

use super::super::fault::{meant, of_end};
use super::super::plan::Step;
use crate::CloudControl;
use aws::error::done_if_not_found;
use aws::wait::{Patience, until};
use aws::{ApiError, Aws, Fault, failed};
use model::hex;

/// AWS's error for a token that it does not know, or does not know everywhere yet.
const UNKNOWN_TOKEN: &str = "RequestTokenNotFoundException";

pub async fn apply(aws: &Aws, step: &Step) -> Result<(), ApiError> {
    let (client, call) = (aws.client::<CloudControl>(), step.call());
    let token = Token::new(aws, step);
    match step {
        Step::Create { name, type_name, state, deadline, .. } => {
            let subject = format!("{type_name} {name}");
            let request = client.create_resource().type_name(type_name).desired_state(state.text());
            let request = request.client_token(&token.text).send();
            let begun = async {
                request.await.map(|it| it.progress_event).map_err(failed(call, &subject)).map_err(meant)
            };
            token.note(carried_out(aws, begun, (call, &subject), *deadline).await)
        }
        Step::Update { type_name, identifier, patch, deadline, .. } => {
            let subject = format!("{type_name} {identifier}");
            let request = client.update_resource().type_name(type_name).identifier(identifier);
            let request = request.patch_document(patch.text()).client_token(&token.text).send();
            let begun = async {
                request.await.map(|it| it.progress_event).map_err(failed(call, &subject)).map_err(meant)
            };
            token.note(carried_out(aws, begun, (call, &subject), *deadline).await)
        }
        Step::Delete { type_name, identifier, deadline } => {
            let subject = format!("{type_name} {identifier}");
            let request = client.delete_resource().type_name(type_name).identifier(identifier);
            let request = request.client_token(&token.text).send();
            let begun = async {
                request.await.map(|it| it.progress_event).map_err(failed(call, &subject)).map_err(meant)
            };
            done_if_not_found(token.note(carried_out(aws, begun, (call, &subject), *deadline).await))
        }
    }
}

/// Sends a request and waits for its end.
async fn carried_out(
    aws: &Aws,
    begun: impl Future<Output = Result<Option<ProgressEvent>, ApiError>>,
    (call, subject): (&'static str, &str),
    deadline: Duration,
) -> Result<(), ApiError> {
    let lost = |message: String| ApiError::found(call, subject, Fault::NoAnswer, message);
    let event = begun.await?.ok_or_else(|| lost("AWS did not report its progress".to_owned()))?;
    if let Some(ended) = ended(&event, call, subject) {
        return ended;
    }
    let token = event.request_token.unwrap_or_default();
    let patience = Patience { first: Duration::from_millis(250), longest: Duration::from_secs(10), deadline };
    let since = Instant::now();
    let look = || async {
        let answer =
            aws.client::<CloudControl>().get_resource_request_status().request_token(&token).send().await;
        match answer.map_err(failed("GetResourceRequestStatus", subject)).map_err(meant) {
            Ok(answer) => Ok(answer.progress_event.and_then(|event| ended(&event, call, subject))),
            Err(error)
                if error.has_code(&[UNKNOWN_TOKEN]) && since.elapsed() < Patience::VISIBLE.deadline =>
            {
                Ok(None)
            }
            Err(error) => Err(error),
        }
    };
    let unfinished = |waited| lost(format!("AWS had not finished it {waited} (request token {token})"));
    until(patience, look).await?.map_err(unfinished)?
}

/// The end of a request; none while it is unfinished.
fn ended(event: &ProgressEvent, call: &'static str, subject: &str) -> Option<Result<(), ApiError>> {
    match event.operation_status()? {
        OperationStatus::Success => Some(Ok(())),
        OperationStatus::Failed | OperationStatus::CancelComplete => {
            let code = event.error_code().map(|code| code.as_str().to_owned());
            let message = event.status_message().unwrap_or("the request was cancelled");
            let fault = code.as_deref().map_or(Fault::Other, |code| of_end(code, message));
            let error = ApiError::found(call, subject, fault, message);
            Some(Err(ApiError { code, request_id: event.request_token.clone(), ..error }))
        }
        _ => None,
    }
}

/// The requests of a run.
#[derive(Debug)]
struct Requests {
    /// Distinguishes this run from others.
    run: u128,
    /// The number of ended requests, by request.
    ended: Mutex<HashMap<String, usize>>,
}

impl Default for Requests {
    fn default() -> Self {
        Self { run: rand::random(), ended: Mutex::default() }
    }
}

/// The client token of one request.
struct Token {
    requests: Arc<Requests>,
    request: String,
    text: String,
}

impl Token {
    fn new(aws: &Aws, step: &Step) -> Self {
        let requests = aws.kept::<Requests>();
        let request = format!("{step:?}");
        let ended = requests.ended.lock().unwrap_or_else(PoisonError::into_inner).get(&request).copied();
        let ended = ended.unwrap_or_default();
        let digest = Sha256::digest(format!("{} {ended} {request}", requests.run));
        Self { text: hex(&digest[..16]), requests, request }
    }

    /// Notes the end of a request: after an unknown outcome the same token is used again.
    fn note(self, outcome: Result<(), ApiError>) -> Result<(), ApiError> {
        let is_unknown =
            outcome.as_ref().is_err_and(|error| matches!(error.fault, Fault::NoAnswer | Fault::Server));
        if !is_unknown {
            let mut ended = self.requests.ended.lock().unwrap_or_else(PoisonError::into_inner);
            *ended.entry(self.request).or_default() += 1;
        }
        outcome
    }
}
