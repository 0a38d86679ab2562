//! Turns the SDK's errors into [`ApiError`].

use std::error::Error;
use std::fmt::Display;

use aws_smithy_runtime_api::client::orchestrator::HttpResponse;
use aws_smithy_runtime_api::client::result::SdkError;
use aws_smithy_types::error::metadata::ProvideErrorMetadata;

use super::{ApiError, Fault};

/// A header that the connection adds to an answer when an earlier attempt of the same call got none, or AWS failed on it.
pub(super) const AFTER_SILENCE: &str = "x-orchestrate-after-silence";

/// For `map_err`: names the attempt and its subject, and classifies what AWS said.
pub fn failed<E>(
    operation: &'static str,
    subject: impl Display,
) -> impl FnOnce(SdkError<E, HttpResponse>) -> ApiError
where
    E: ProvideErrorMetadata + Error + Send + Sync + 'static,
{
    move |error| classify(operation, subject.to_string(), &error)
}

fn classify<E>(operation: &'static str, subject: String, error: &SdkError<E, HttpResponse>) -> ApiError
where
    E: ProvideErrorMetadata + Error + Send + Sync + 'static,
{
    let code = error.code().map(str::to_owned);
    let fault = match error {
        SdkError::ServiceError(_) => code.as_deref().map_or(Fault::Other, Fault::of_code),
        SdkError::TimeoutError(_) | SdkError::ResponseError(_) => Fault::NoAnswer,
        SdkError::DispatchFailure(failure) if failure.is_other() => Fault::Credentials,
        SdkError::DispatchFailure(_) => Fault::NoAnswer,
        _ => Fault::Invalid,
    };
    let after_silence =
        error.raw_response().is_some_and(|answer| answer.headers().get(AFTER_SILENCE).is_some());
    let (message, request_id) = (message(error), request_id(error));
    ApiError { operation, subject, fault, message, request_id, code, after_silence }
}

/// AWS's own words; else the innermost causes, without the SDK's debug details.
fn message<E>(error: &SdkError<E, HttpResponse>) -> String
where
    E: ProvideErrorMetadata + Error + Send + Sync + 'static,
{
    if let Some(message) = error.message().filter(|message| !message.is_empty()) {
        return message.to_owned();
    }
    if let SdkError::ServiceError(service) = error {
        let status = service.raw().status().as_u16();
        return format!("AWS answered with status {status} and no message");
    }
    causes(error)
}

/// Every cause once, outermost first, joined by colons.
fn causes(error: &dyn Error) -> String {
    let mut words: Vec<String> = vec![];
    let mut next = Some(error);
    while let Some(cause) = next {
        let word = cause.to_string();
        if !words.iter().any(|said| said.contains(&word)) {
            words.push(word);
        }
        next = cause.source();
    }
    words.join(": ")
}

fn request_id<E>(error: &SdkError<E, HttpResponse>) -> Option<String>
where
    E: ProvideErrorMetadata + Error + Send + Sync + 'static,
{
    let in_body = error.meta().extra("aws_request_id").map(str::to_owned);
    in_body.or_else(|| {
        let headers = error.raw_response()?.headers();
        let id = headers.get("x-amzn-requestid").or_else(|| headers.get("x-amz-request-id"))?;
        Some(id.to_owned())
    })
}
