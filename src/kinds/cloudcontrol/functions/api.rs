//! Calls of services for which the program has no client.

use aws_smithy_types::DateTime;
use aws_smithy_types::date_time::Format;
use serde_json::Value as Json;

use aws::{ApiError, Aws, Fault, any};

/// Calls an operation; `subject` names the thing in an error.
pub(super) async fn call(
    aws: &Aws,
    (service, operation): (&str, &'static str),
    parameters: &Json,
    subject: &str,
) -> Result<Json, ApiError> {
    let Some(service) = any::find(service) else {
        return Err(ApiError::found(operation, subject, Fault::Unsupported, "no such service can be called"));
    };
    any::call(aws, service, operation, parameters, (operation, subject)).await
}

/// Calls an operation of EFS by its method and its path after the version of the API.
pub(super) async fn of_efs(
    aws: &Aws,
    (operation, method, path): (&'static str, &'static str, String),
    parameters: &Json,
    subject: &str,
) -> Result<Json, ApiError> {
    let path = format!("/2015-02-01{path}");
    any::rest(aws, &any::EFS, (operation, method, &path), parameters, subject).await
}

/// Replaces a time, which is a number of seconds in the answer, by text.
pub(super) fn dated(value: &Json) -> Json {
    let text = |seconds: f64| DateTime::from_secs_f64(seconds).fmt(Format::DateTime).ok();
    value.as_f64().and_then(text).map_or_else(|| value.clone(), Json::from)
}
