//! Counts and times every call: for the summary of a run, and for `--profile-run`.

use std::time::{Duration, Instant};

use aws_smithy_runtime_api::box_error::BoxError;
use aws_smithy_runtime_api::client::interceptors::Intercept;
use aws_smithy_runtime_api::client::interceptors::context::{
    BeforeDeserializationInterceptorContextMut, BeforeSerializationInterceptorContextRef,
    BeforeTransmitInterceptorContextRef, FinalizerInterceptorContextRef,
};
use aws_smithy_runtime_api::client::orchestrator::Metadata;
use aws_smithy_runtime_api::client::retries::classifiers::{ClassifyRetry, RetryAction, RetryReason};
use aws_smithy_runtime_api::client::runtime_components::RuntimeComponents;
use aws_smithy_types::config_bag::{ConfigBag, Storable, StoreReplace};
use aws_smithy_types::retry::ErrorKind;
use tracing::Span;
use tracing::field::Empty;

use crate::budget::Gate;
use crate::calls::{Called, state};
use crate::sdk::AFTER_SILENCE;
use crate::{CallCount, Calls};
use model::PROFILE;

/// The headers that hold a service's id of the request.
const REQUEST_ID: [&str; 3] = ["x-amzn-requestid", "x-amz-request-id", "x-amzn-request-id"];

/// Notes every finished call with its attempts, and reports throttles to the budget.
#[derive(Debug)]
pub(super) struct Counter {
    pub(super) calls: Calls,
    pub(super) gate: Gate,
}

/// The data of one call so far; kept in the call's own configuration bag.
#[derive(Clone, Debug)]
struct Running {
    began: Instant,
    attempts: u64,
    throttles: u64,
    since: Instant,
    time: Duration,
    /// True after an attempt got no answer, or AWS failed on it: the call may have been carried out.
    has_silence: bool,
    call: Span,
    attempt: Span,
}

impl Running {
    fn new() -> Self {
        Self {
            began: Instant::now(),
            attempts: 0,
            throttles: 0,
            since: Instant::now(),
            time: Duration::ZERO,
            has_silence: false,
            call: Span::none(),
            attempt: Span::none(),
        }
    }

    fn of(bag: &ConfigBag) -> Self {
        bag.load::<Self>().cloned().unwrap_or_else(Self::new)
    }
}

impl Storable for Running {
    type Storer = StoreReplace<Self>;
}

#[aws_smithy_runtime_api::client::interceptors::dyn_dispatch_hint]
impl Intercept for Counter {
    fn name(&self) -> &'static str {
        "call counter"
    }

    fn read_before_execution(
        &self,
        _context: &BeforeSerializationInterceptorContextRef<'_>,
        bag: &mut ConfigBag,
    ) -> Result<(), BoxError> {
        // The bag does not hold the call's name yet.
        let call = tracing::info_span!(target: PROFILE, "call", service = Empty, operation = Empty);
        bag.interceptor_state().store_put(Running { call, ..Running::new() });
        Ok(())
    }

    fn read_before_transmit(
        &self,
        _context: &BeforeTransmitInterceptorContextRef<'_>,
        _components: &RuntimeComponents,
        bag: &mut ConfigBag,
    ) -> Result<(), BoxError> {
        if let Some(metadata) = bag.load::<Metadata>() {
            self.calls.permits(metadata.name())?;
        }
        let mut running = Running::of(bag);
        running.attempts += 1;
        running.since = Instant::now();
        if let Some(metadata) = bag.load::<Metadata>() {
            running.call.record("service", metadata.service());
            running.call.record("operation", metadata.name());
        }
        running.attempt = tracing::info_span!(target: PROFILE, parent: &running.call, "attempt", status = Empty, throttled = Empty);
        bag.interceptor_state().store_put(running);
        Ok(())
    }

    fn modify_before_deserialization(
        &self,
        context: &mut BeforeDeserializationInterceptorContextMut<'_>,
        _components: &RuntimeComponents,
        bag: &mut ConfigBag,
    ) -> Result<(), BoxError> {
        if Running::of(bag).has_silence {
            context.response_mut().headers_mut().insert(AFTER_SILENCE, "true");
        }
        Ok(())
    }

    fn read_after_attempt(
        &self,
        context: &FinalizerInterceptorContextRef<'_>,
        components: &RuntimeComponents,
        bag: &mut ConfigBag,
    ) -> Result<(), BoxError> {
        let mut running = Running::of(bag);
        running.time += running.since.elapsed();
        let status = context.response().map(|answer| answer.status().as_u16());
        if let Some(status) = status {
            running.attempt.record("status", status);
        }
        let is_throttled = is_throttled(context, components);
        running.has_silence |= !is_throttled && status.is_none_or(|status| status >= 500);
        if is_throttled {
            running.throttles += 1;
            running.attempt.record("throttled", true);
            if let Some(call) = bag.load::<Metadata>() {
                self.gate.throttled(call.service(), call.name());
            }
        }
        running.attempt = Span::none();
        bag.interceptor_state().store_put(running);
        Ok(())
    }

    fn read_after_execution(
        &self,
        context: &FinalizerInterceptorContextRef<'_>,
        _components: &RuntimeComponents,
        bag: &mut ConfigBag,
    ) -> Result<(), BoxError> {
        let mut running = Running::of(bag);
        if let Some(metadata) = bag.load::<Metadata>()
            && running.attempts > 0
        {
            let count = CallCount {
                calls: 1,
                retries: running.attempts - 1,
                throttles: running.throttles,
                time: running.time,
            };
            let header = |name: &&str| context.response()?.headers().get(*name).map(str::to_owned);
            self.calls.note(&Called {
                service: metadata.service().to_owned(),
                operation: metadata.name().to_owned(),
                request_id: REQUEST_ID.iter().find_map(header),
                status: context.response().map(|answer| answer.status().as_u16()),
                count,
                began: running.began,
                ended: Instant::now(),
                state: state(),
            });
        }
        running.call = Span::none();
        bag.interceptor_state().store_put(running);
        Ok(())
    }
}

/// From the SDK's own tables of error codes: most services throttle with status 400.
fn is_throttled(context: &FinalizerInterceptorContextRef<'_>, components: &RuntimeComponents) -> bool {
    components.retry_classifiers().any(|classifier| {
        matches!(
            classifier.classify_retry(context.inner()),
            RetryAction::RetryIndicated(RetryReason::RetryableError { kind: ErrorKind::ThrottlingError, .. })
        )
    })
}
