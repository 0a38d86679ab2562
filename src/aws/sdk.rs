//! Turns the SDK's errors into [`ApiError`].

use std::error::Error;
use std::fmt::Display;

use aws_credential_types::provider::error::CredentialsError;
use aws_smithy_runtime_api::box_error::BoxError;
use aws_smithy_runtime_api::client::orchestrator::HttpResponse;
use aws_smithy_runtime_api::client::result::SdkError;
use aws_smithy_types::error::metadata::ProvideErrorMetadata;

use super::{ApiError, Fault};

/// A header that the connection adds to an answer when an earlier attempt of the same call got no answer, or AWS failed
/// on it.
pub(super) const AFTER_SILENCE: &str = "x-orchestrate-after-silence";

/// For `map_err`: names the attempt and its subject, and classifies AWS's answer.
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
    let code = error.code().filter(|code| !code.is_empty()).map(str::to_owned);
    let fault = match error {
        // An answer to HEAD has no body, so a refusal has no code.
        SdkError::ServiceError(it) if code.is_none() && it.raw().status().as_u16() == 403 => Fault::Denied,
        SdkError::ServiceError(it) if code.is_none() && it.raw().status().is_server_error() => Fault::Server,
        SdkError::ServiceError(_) => code.as_deref().map_or(Fault::Other, Fault::of_code),
        SdkError::TimeoutError(_) | SdkError::ResponseError(_) => Fault::NoAnswer,
        // The call was never signed, so it was never sent.
        SdkError::DispatchFailure(_) if cause::<CredentialsError>(error).is_some() => Fault::Credentials,
        // The SDK reports a connection that is cut while AWS works as "other", like many other errors.
        SdkError::DispatchFailure(_) => Fault::NoAnswer,
        _ => Fault::Invalid,
    };
    let after_silence =
        error.raw_response().is_some_and(|answer| answer.headers().get(AFTER_SILENCE).is_some());
    let (message, request_id) = (message(error), request_id(error));
    ApiError { operation, subject, fault, message, request_id, code, after_silence }
}

/// The error itself or the outermost of its causes that is a `C`.
fn cause<'a, C: Error + 'static>(error: &'a (dyn Error + 'static)) -> Option<&'a C> {
    let mut next = Some(error);
    while let Some(cause) = next {
        if let Some(found) = cause.downcast_ref() {
            return Some(found);
        }
        next = cause.source();
    }
    None
}

/// AWS's own message; else the innermost causes, without the SDK's debug details.
fn message<E>(error: &SdkError<E, HttpResponse>) -> String
where
    E: ProvideErrorMetadata + Error + Send + Sync + 'static,
{
    if let Some(message) = error.message().filter(|message| !message.is_empty()) {
        return message.to_owned();
    }
    if let SdkError::ServiceError(service) = error {
        let status = service.raw().status().as_u16();
        let said = if status == 403 { "not authorized: " } else { "" };
        return format!("{said}AWS answered with status {status} and no message");
    }
    if let Some(unreached) = cause::<Unreached>(error) {
        return unreached.to_string();
    }
    match cause(error) {
        Some(error) => no_credentials(error),
        None => no_endpoint(causes(error)),
    }
}

/// A connection that was not made.
#[derive(Debug)]
pub(super) struct Unreached {
    /// The server: `https://sqs.us-east-1.amazonaws.com`.
    pub endpoint: String,
    /// What the HTTP client says.
    pub source: BoxError,
}

impl Display for Unreached {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut innermost: &(dyn Error + 'static) = &*self.source;
        while let Some(cause) = innermost.source() {
            innermost = cause;
        }
        write!(out, "no connection to {}: {innermost}", self.endpoint)
    }
}

impl Error for Unreached {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(&*self.source)
    }
}

/// The SDK shows the whole request if the endpoint is no URL; else the causes as they are.
fn no_endpoint(causes: String) -> String {
    let named = causes.split_once("failed to apply endpoint `").and_then(|(_, rest)| rest.split_once('`'));
    match named {
        Some((endpoint, _)) => {
            format!(
                "the endpoint '{endpoint}' is no URL: write it with http:// or https:// (AWS_ENDPOINT_URL)"
            )
        }
        None => causes,
    }
}

/// Why there are no credentials: each source, and what it lacks, in one line.
fn no_credentials(error: &CredentialsError) -> String {
    const PASSED: &str = ": the credential provider was not enabled";
    let causes = causes(error);
    let CredentialsError::CredentialsNotLoaded(_) = error else { return causes };
    let places: Vec<String> = causes.lines().skip(1).map(|line| line.trim().replace(PASSED, "")).collect();
    let places = if places.is_empty() { causes } else { places.join("; ") };
    format!("no credentials were found ({places})")
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

#[cfg(test)]
mod tests {
    use aws_sdk_sts::operation::get_caller_identity::GetCallerIdentityError;
    use aws_smithy_runtime_api::client::result::ConnectorError;
    use aws_smithy_types::body::SdkBody;
    use aws_smithy_types::error::ErrorMetadata;
    use aws_smithy_types::retry::ErrorKind;

    use super::*;

    fn fault(error: ConnectorError) -> Fault {
        let error = SdkError::<GetCallerIdentityError, HttpResponse>::dispatch_failure(error);
        failed("CreateThing", "a")(error).fault
    }

    #[test]
    fn a_connection_that_was_cut_leaves_unknown_whether_the_call_was_carried_out() {
        let cut = || "connection closed before message completed".into();
        assert_eq!(fault(ConnectorError::other(cut(), Some(ErrorKind::TransientError))), Fault::NoAnswer);
        assert_eq!(fault(ConnectorError::other(cut(), None)), Fault::NoAnswer);
        assert_eq!(fault(ConnectorError::io(cut())), Fault::NoAnswer);
    }

    #[test]
    fn a_failure_of_aws_without_a_code_is_one_of_its_servers() {
        let response = HttpResponse::new(500.try_into().expect("a status"), SdkBody::empty());
        let error = GetCallerIdentityError::generic(ErrorMetadata::builder().code("").build());
        let error = failed("CreateThing", "a")(SdkError::service_error(error, response));
        assert_eq!((error.fault, error.code.as_deref()), (Fault::Server, None));
        let words = "CreateThing of a failed: AWS answered with status 500 and no message";
        assert_eq!(error.to_string(), words);
    }

    #[test]
    fn missing_credentials_are_reported_in_one_line() {
        let attempts = "no credentials found in chain. Attempted:\n      \
                        environment: the credential provider was not enabled: environment variable not set\n      \
                        ~/.aws: the credential provider was not enabled";
        let error = ConnectorError::other(CredentialsError::not_loaded(attempts).into(), None);
        let error = SdkError::<GetCallerIdentityError, HttpResponse>::dispatch_failure(error);
        assert_eq!(
            failed("CreateThing", "a")(error).message,
            "no credentials were found (environment: environment variable not set; ~/.aws)"
        );
    }

    #[test]
    fn credentials_that_could_not_be_had_are_reported_from_a_lost_answer() {
        let missing = CredentialsError::not_loaded("no providers in chain provided credentials");
        assert_eq!(fault(ConnectorError::other(missing.into(), None)), Fault::Credentials);
        let wrapped = ConnectorError::other(CredentialsError::not_loaded("nothing").into(), None);
        assert_eq!(fault(ConnectorError::other(wrapped.into(), None)), Fault::Credentials);
    }

    #[test]
    fn an_endpoint_that_is_no_url_is_named_without_the_request() {
        let said = "dispatch failure: failed to apply endpoint `nonsense` to request `Request { body: x }`: no scheme";
        assert_eq!(
            no_endpoint(said.to_owned()),
            "the endpoint 'nonsense' is no URL: write it with http:// or https:// (AWS_ENDPOINT_URL)"
        );
        assert_eq!(no_endpoint("refused".to_owned()), "refused");
    }
}
