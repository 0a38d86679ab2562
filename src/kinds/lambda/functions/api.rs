//! Calls that do not belong to a kind, and their results with the names of boto. Values of environment variables are never
//! shown.

use aws_sdk_lambda::types::{
    EnvironmentResponse, Layer, SnapStartApplyOn, SnapStartOptimizationStatus, SnapStartResponse,
    VpcConfigResponse,
};
use aws_smithy_types::DateTime;
use aws_smithy_types::date_time::Format;

use super::one;
use crate::Lambda;
use crate::fault::classified;
use crate::function::api as function;
use crate::function::settings::Config;
use crate::function::spec::Code;
use aws::error::{absent_if_not_found, done_if_not_found};
use aws::{ApiError, Aws, failed};
use kind::answer::{had, maybe};
use model::Value;

/// The keys that Salt takes from the description of a function.
const PICKED: [&str; 13] = [
    "FunctionName",
    "Runtime",
    "Role",
    "Handler",
    "CodeSha256",
    "CodeSize",
    "Description",
    "Timeout",
    "MemorySize",
    "FunctionArn",
    "LastModified",
    "VpcConfig",
    "Environment",
];

/// A function as several operations describe it, each with its own type.
macro_rules! shown {
    ($it:expr) => {{
        let it = $it;
        let layers: Vec<Value> = it.layers().iter().map(layer).collect();
        let architectures: Vec<Value> = it.architectures().iter().map(|it| it.as_str().into()).collect();
        had([
            ("FunctionName", maybe(it.function_name())),
            ("FunctionArn", maybe(it.function_arn())),
            ("Runtime", maybe(it.runtime().map(|it| it.as_str()))),
            ("Role", maybe(it.role())),
            ("Handler", maybe(it.handler())),
            ("CodeSize", Some(it.code_size().into())),
            ("Description", maybe(it.description())),
            ("Timeout", it.timeout().map(Value::from)),
            ("MemorySize", it.memory_size().map(Value::from)),
            ("LastModified", maybe(it.last_modified())),
            ("CodeSha256", maybe(it.code_sha256())),
            ("Version", maybe(it.version())),
            ("VpcConfig", it.vpc_config().map(vpc)),
            (
                "DeadLetterConfig",
                it.dead_letter_config().map(|it| had([("TargetArn", maybe(it.target_arn()))])),
            ),
            ("Environment", it.environment().and_then(environment)),
            ("KMSKeyArn", maybe(it.kms_key_arn())),
            (
                "TracingConfig",
                it.tracing_config().map(|it| had([("Mode", maybe(it.mode().map(|it| it.as_str())))])),
            ),
            ("RevisionId", maybe(it.revision_id())),
            ("Layers", Some(Value::List(layers))),
            ("State", maybe(it.state().map(|it| it.as_str()))),
            ("StateReason", maybe(it.state_reason())),
            ("LastUpdateStatus", maybe(it.last_update_status().map(|it| it.as_str()))),
            ("LastUpdateStatusReason", maybe(it.last_update_status_reason())),
            ("PackageType", maybe(it.package_type().map(|it| it.as_str()))),
            ("Architectures", Some(Value::List(architectures))),
            ("EphemeralStorage", it.ephemeral_storage().map(|it| one("Size", it.size().into()))),
            ("SnapStart", it.snap_start().map(snap_start)),
        ])
    }};
}

/// A mapping as several operations describe it.
macro_rules! mapping {
    ($it:expr) => {{
        let it = $it;
        [
            ("UUID", Value::from(it.uuid())),
            ("BatchSize", it.batch_size().into()),
            ("EventSourceArn", it.event_source_arn().into()),
            ("FunctionArn", it.function_arn().into()),
            ("LastModified", it.last_modified().and_then(date).into()),
            ("LastProcessingResult", it.last_processing_result().into()),
            ("State", it.state().into()),
            ("StateTransitionReason", it.state_transition_reason().into()),
        ]
        .into_iter()
        .collect::<Value>()
    }};
}

fn date(date: &DateTime) -> Option<String> {
    date.fmt(Format::DateTime).ok()
}

fn layer(it: &Layer) -> Value {
    had([("Arn", maybe(it.arn())), ("CodeSize", Some(it.code_size().into()))])
}

fn vpc(it: &VpcConfigResponse) -> Value {
    let list = |all: &[String]| Some(Value::List(all.iter().map(|id| id.as_str().into()).collect()));
    had([
        ("SubnetIds", list(it.subnet_ids())),
        ("SecurityGroupIds", list(it.security_group_ids())),
        ("VpcId", maybe(it.vpc_id())),
    ])
}

fn environment(it: &EnvironmentResponse) -> Option<Value> {
    let mut names: Vec<&String> = it.variables()?.keys().collect();
    names.sort();
    let hidden: Value = names.into_iter().map(|name| (name.as_str(), Value::Null)).collect();
    Some(one("Variables", hidden))
}

fn snap_start(it: &SnapStartResponse) -> Value {
    had([
        ("ApplyOn", maybe(it.apply_on().map(SnapStartApplyOn::as_str))),
        ("OptimizationStatus", maybe(it.optimization_status().map(SnapStartOptimizationStatus::as_str))),
    ])
}

/// What Salt shows of a changed function; None for missing values.
fn as_salt_shows(shown: &Value) -> Value {
    let part = |key| shown.traverse(key, ":").cloned().unwrap_or_default();
    PICKED.into_iter().map(|key| (key, part(key))).collect()
}

/// All functions of the region.
pub(super) async fn functions(aws: &Aws) -> Result<Value, ApiError> {
    let mut items = aws.client::<Lambda>().list_functions().into_paginator().items().send();
    let mut all = vec![];
    while let Some(function) = items.next().await {
        all.push(shown!(&function.map_err(failed("ListFunctions", "the account"))?));
    }
    Ok(Value::List(all))
}

/// All versions of a function; none if there is no such function.
pub(super) async fn versions(aws: &Aws, name: &str) -> Result<Value, ApiError> {
    let mut items = aws
        .client::<Lambda>()
        .list_versions_by_function()
        .function_name(name)
        .into_paginator()
        .items()
        .send();
    let mut all = vec![];
    while let Some(version) = items.next().await {
        let version = absent_if_not_found(version.map_err(failed("ListVersionsByFunction", name)))?;
        let Some(version) = version else { break };
        all.push(shown!(&version));
    }
    Ok(Value::List(all))
}

pub(super) async fn send_code(aws: &Aws, name: &str, code: &Code, publish: bool) -> Result<Value, ApiError> {
    Ok(as_salt_shows(&shown!(&function::send_code(aws, name, (code, None), publish).await?)))
}

pub(super) async fn configure(aws: &Aws, name: &str, config: &Config) -> Result<Value, ApiError> {
    Ok(as_salt_shows(&shown!(&function::configure(aws, name, config).await?)))
}

/// Deletes one version of a function.
pub(super) async fn delete_version(aws: &Aws, name: &str, version: &str) -> Result<(), ApiError> {
    let answer = aws.client::<Lambda>().delete_function().function_name(name).qualifier(version).send().await;
    done_if_not_found(answer.map(drop).map_err(failed("DeleteFunction", name)).map_err(classified))
}

/// The ids of the mappings of a function and a source.
pub(super) async fn mapping_ids(aws: &Aws, function: &str, source: &str) -> Result<Vec<String>, ApiError> {
    let request =
        aws.client::<Lambda>().list_event_source_mappings().function_name(function).event_source_arn(source);
    let mut items = request.into_paginator().items().send();
    let mut all = vec![];
    while let Some(mapping) = items.next().await {
        let mapping = absent_if_not_found(mapping.map_err(failed("ListEventSourceMappings", function)))?;
        let Some(mapping) = mapping else { break };
        all.extend(mapping.uuid);
    }
    Ok(all)
}

/// A mapping; None if it does not exist.
pub(super) async fn mapping(aws: &Aws, id: &str) -> Result<Value, ApiError> {
    let answer = aws.client::<Lambda>().get_event_source_mapping().uuid(id).send().await;
    let answer = absent_if_not_found(answer.map_err(failed("GetEventSourceMapping", id)))?;
    Ok(answer.as_ref().map(|it| mapping!(it)).unwrap_or_default())
}

/// Changeable settings of a mapping; none means no change.
#[derive(Debug, Default)]
pub(super) struct Changed {
    pub function: Option<String>,
    pub enabled: Option<bool>,
    pub batch: Option<i32>,
}

pub(super) async fn update_mapping(aws: &Aws, id: &str, changed: Changed) -> Result<Value, ApiError> {
    let request =
        aws.client::<Lambda>().update_event_source_mapping().uuid(id).set_function_name(changed.function);
    let request = request.set_enabled(changed.enabled).set_batch_size(changed.batch);
    let answer = request.send().await.map_err(failed("UpdateEventSourceMapping", id)).map_err(classified)?;
    Ok(mapping!(&answer))
}
