//! Calls that make a new thing each time they are sent, and take no client token.

use aws_smithy_runtime_api::client::interceptors::context::InterceptorContext;
use aws_smithy_runtime_api::client::retries::classifiers::{ClassifyRetry, RetryAction};

use super::Fault;

/// Forbids to repeat a call whose outcome is unknown.
///
/// EC2 throttles with status 503, so the status alone does not distinguish a refusal from a failure.
#[derive(Debug)]
pub struct OnlyRefusals;

/// The error code in an answer in XML.
fn code(body: &[u8]) -> Option<&str> {
    let text = std::str::from_utf8(body).ok()?;
    Some(text.split_once("<Code>")?.1.split_once("</Code>")?.0)
}

impl ClassifyRetry for OnlyRefusals {
    fn classify_retry(&self, context: &InterceptorContext) -> RetryAction {
        let is_refused = context.response().is_some_and(|answer| {
            let code = answer.body().bytes().and_then(code);
            answer.status().as_u16() < 500 || code.map(Fault::of_code) == Some(Fault::Throttled)
        });
        if is_refused { RetryAction::NoActionIndicated } else { RetryAction::RetryForbidden }
    }

    fn name(&self) -> &'static str {
        "only refusals"
    }
}
