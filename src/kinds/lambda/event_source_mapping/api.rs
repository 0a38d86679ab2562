//! The calls for event source mappings.

use aws_sdk_lambda::types::{EventSourcePosition, FunctionResponseType};
use futures::future::FutureExt;

use super::diff::Step;
use super::live::Live;
use super::spec::Settings;
use crate::Lambda;
use crate::fault::classified;
use aws::crowd::read_each;
use aws::error::{absent_if_not_found, done_if_not_found};
use aws::{ApiError, Aws, failed};
use kind::{Answers, Ask};
use model::Reference;

/// Mappings that are read in parallel.
const AT_ONCE: usize = 8;

pub(super) async fn describe(aws: &Aws, asks: &[Ask]) -> Answers<Live> {
    let mut answers = Answers::new();
    for (ask, answer) in read_each(asks, AT_ONCE, |ask| read(aws, ask).boxed()).await {
        answers.answer(&ask.reference, answer);
    }
    answers
}

/// All mappings of the region that have a source with an ARN.
pub(super) async fn list(aws: &Aws) -> Result<Vec<Reference>, ApiError> {
    let mut items = aws.client::<Lambda>().list_event_source_mappings().into_paginator().items().send();
    let mut all = vec![];
    while let Some(mapping) = items.next().await {
        let mapping = mapping.map_err(failed("ListEventSourceMappings", "the account"))?;
        let (Some(function), Some(source)) = (mapping.function_arn, mapping.event_source_arn) else {
            continue;
        };
        let function = function.rsplit_once("function:").map_or(function.as_str(), |(_, name)| name);
        let name = format!("{function} {source}");
        all.push(Reference::new("lambda.event_source_mapping", name).within(source));
    }
    Ok(all)
}

/// AWS allows one mapping per function and source.
async fn read(aws: &Aws, ask: &Ask) -> Result<Option<Live>, ApiError> {
    let name = &ask.reference.name;
    let Some(source) = &ask.reference.scope else { return Ok(None) };
    let function = name.rsplit_once(' ').map_or(name.as_str(), |(function, _)| function);
    let request = aws.client::<Lambda>().list_event_source_mappings().function_name(function);
    let answer = request.event_source_arn(source).send().await;
    let answer = absent_if_not_found(answer.map_err(failed("ListEventSourceMappings", name)))?;
    let found = answer.and_then(|answer| answer.event_source_mappings.unwrap_or_default().into_iter().next());
    Ok(found.map(Live::from))
}

/// Sets the settings in a request: creation and change of a mapping have the same ones.
macro_rules! with_settings {
    ($request:expr, $settings:expr) => {{
        let it: &Settings = $settings;
        let responses = it.responses.as_ref();
        $request
            .set_enabled(it.enabled)
            .set_batch_size(it.batch)
            .set_maximum_batching_window_in_seconds(it.window)
            .set_parallelization_factor(it.parallel)
            .set_bisect_batch_on_function_error(it.bisect)
            .set_maximum_retry_attempts(it.attempts)
            .set_maximum_record_age_in_seconds(it.age)
            .set_tumbling_window_in_seconds(it.tumbling)
            .set_function_response_types(
                responses.map(|all| all.iter().map(|it| FunctionResponseType::from(it.as_str())).collect()),
            )
    }};
}

/// Makes a mapping, and returns its id.
pub(crate) async fn create(
    aws: &Aws,
    function: &str,
    (source, start): (&str, Option<&str>),
    settings: &Settings,
) -> Result<String, ApiError> {
    let request = aws.client::<Lambda>().create_event_source_mapping().function_name(function);
    let request =
        request.event_source_arn(source).set_starting_position(start.map(EventSourcePosition::from));
    let made = with_settings!(request, settings).send().await;
    let made = made.map_err(failed("CreateEventSourceMapping", function)).map_err(classified)?;
    Ok(made.uuid.unwrap_or_default())
}

pub(crate) async fn apply(aws: &Aws, step: &Step) -> Result<(), ApiError> {
    let (lambda, call) = (aws.client::<Lambda>(), step.call());
    let done = match step {
        Step::Create { function, source, start, settings } => {
            create(aws, function, (source.as_str(), start.as_deref()), settings).await.map(drop)
        }
        Step::Update { id, settings } => {
            let request = with_settings!(lambda.update_event_source_mapping().uuid(id), settings);
            request.send().await.map(drop).map_err(failed(call, id))
        }
        Step::Delete { id } => {
            let answer = lambda.delete_event_source_mapping().uuid(id).send().await;
            done_if_not_found(answer.map(drop).map_err(failed(call, id)))
        }
    };
    done.map_err(classified)
}
