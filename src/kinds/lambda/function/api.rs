//! The calls for functions.

use aws_sdk_lambda::operation::update_function_code::UpdateFunctionCodeOutput;
use aws_sdk_lambda::operation::update_function_configuration::UpdateFunctionConfigurationOutput;
use aws_sdk_lambda::types::{
    Architecture, DeadLetterConfig, Environment, EphemeralStorage, FunctionCode, Runtime, TracingConfig,
    TracingMode, VpcConfig,
};
use aws_smithy_types::Blob;
use futures::future::FutureExt;

use super::diff::{New, Step};
use super::live::Live;
use super::settings::{Config, Network};
use super::spec::Code;
use super::{PERMISSIONS, TAGS};
use crate::Lambda;
use crate::fault::classified;
use crate::{api, package};
use aws::crowd::read_each;
use aws::error::{absent_if_not_found, done_if_not_found};
use aws::{ApiError, Aws, Fault, failed};
use kind::{Answers, Ask};
use model::{Ident, Reference};

/// Lambda has no call for the state of several functions, so they are read in parallel.
const AT_ONCE: usize = 8;

pub(super) async fn describe(aws: &Aws, asks: &[Ask]) -> Answers<Live> {
    let mut answers = Answers::new();
    for (ask, answer) in read_each(asks, AT_ONCE, |ask| read(aws, ask).boxed()).await {
        answers.answer(&ask.reference, answer);
    }
    answers
}

/// All functions of the region.
pub(super) async fn list(aws: &Aws) -> Result<Vec<Reference>, ApiError> {
    let names = api::functions(aws).await?;
    Ok(names.into_iter().map(|name| Reference::new("lambda.function", name)).collect())
}

async fn read(aws: &Aws, ask: &Ask) -> Result<Option<Live>, ApiError> {
    let name = &ask.reference.name;
    let answer = aws.client::<Lambda>().get_function().function_name(name).send().await;
    let answer = absent_if_not_found(answer.map_err(failed("GetFunction", name)))?;
    let Some(answer) = answer else { return Ok(None) };
    // Credentials without permission for tags get the function without tags.
    if let Some(error) = answer.tags_error().filter(|_| ask.aspects.has(TAGS)) {
        let fault = Fault::of_code(error.error_code());
        return Err(ApiError::found("ListTags", name, fault, error.message()));
    }
    let mut live = Live::from(answer);
    if ask.aspects.has(PERMISSIONS) {
        live.permissions = api::policy(aws, name, None).await?.into();
    }
    Ok(Some(live))
}

/// Sets the settings in a request: creation and change of a function have the same ones.
macro_rules! with_config {
    ($request:expr, $config:expr) => {{
        let Config { plain, role, network, environment } = $config;
        $request
            .set_runtime(plain.runtime.as_deref().map(Runtime::from))
            .set_role(role.as_ref().map(|role| role.as_str().to_owned()))
            .set_handler(plain.handler.clone())
            .set_description(plain.description.clone())
            .set_timeout(plain.timeout)
            .set_memory_size(plain.memory)
            .set_layers(plain.layers.clone())
            .set_kms_key_arn(plain.key.clone())
            .set_vpc_config(network.as_ref().map(vpc))
            .set_environment(environment.as_ref().map(|all| {
                let variables = all.iter().map(|(name, it)| (name.clone(), it.reveal().to_owned()));
                Environment::builder().set_variables(Some(variables.collect())).build()
            }))
            .set_tracing_config(
                plain
                    .tracing
                    .as_ref()
                    .map(|it| TracingConfig::builder().mode(TracingMode::from(it.value.as_str())).build()),
            )
            .set_dead_letter_config(
                plain
                    .dead_letters
                    .as_ref()
                    .map(|it| DeadLetterConfig::builder().target_arn(&it.value).build()),
            )
            .set_ephemeral_storage(
                plain
                    .storage
                    .as_ref()
                    .and_then(|it| EphemeralStorage::builder().size(it.value.parse().ok()?).build().ok()),
            )
    }};
}

fn vpc(network: &Network) -> VpcConfig {
    let ids = |all: &[Ident]| Some(all.iter().map(|id| id.as_str().to_owned()).collect());
    let vpc = VpcConfig::builder().set_subnet_ids(ids(&network.subnets));
    vpc.set_security_group_ids(ids(&network.groups)).build()
}

fn architectures(all: Option<&Vec<String>>) -> Option<Vec<Architecture>> {
    all.map(|all| all.iter().map(|it| Architecture::from(it.as_str())).collect())
}

/// The code of this machine; none for code in S3.
async fn content(name: &str, code: &Code) -> Result<Option<Blob>, ApiError> {
    match code {
        Code::Here(path) => {
            let read = package::bytes(path).await;
            let failed = |error: std::io::Error| {
                ApiError::found("reading the code", name, Fault::Other, format!("{path}: {error}"))
            };
            Ok(Some(Blob::new(read.map_err(failed)?)))
        }
        Code::Written(bytes) => Ok(Some(Blob::new(bytes.clone()))),
        Code::Uploaded { .. } => Ok(None),
    }
}

/// Bucket, key and version of code in S3.
fn uploaded(code: &Code) -> (Option<String>, Option<String>, Option<String>) {
    match code {
        Code::Uploaded { bucket, key, version } => (Some(bucket.clone()), Some(key.clone()), version.clone()),
        Code::Here(_) | Code::Written(_) => (None, None, None),
    }
}

/// Makes a function, and its first version if `publish` is true.
pub async fn create(aws: &Aws, name: &str, new: &New, publish: bool) -> Result<(), ApiError> {
    let (bucket, key, version) = uploaded(&new.code);
    let code = FunctionCode::builder().set_zip_file(content(name, &new.code).await?);
    let code = code.set_s3_bucket(bucket).set_s3_key(key).set_s3_object_version(version).build();
    let tags: std::collections::HashMap<String, String> = new.tags.clone().into_iter().collect();
    let request = with_config!(aws.client::<Lambda>().create_function().function_name(name), &new.config);
    let request = request.code(code).set_architectures(architectures(new.architectures.as_ref()));
    let request = request.set_tags((!tags.is_empty()).then_some(tags)).set_publish(publish.then_some(true));
    request.send().await.map(drop).map_err(failed("CreateFunction", name)).map_err(classified)
}

/// Sends the code, and makes a version of it if `publish` is true.
pub async fn send_code(
    aws: &Aws,
    name: &str,
    (code, wanted): (&Code, Option<&Vec<String>>),
    publish: bool,
) -> Result<UpdateFunctionCodeOutput, ApiError> {
    let (bucket, key, version) = uploaded(code);
    let request = aws.client::<Lambda>().update_function_code().function_name(name);
    let request = request.set_zip_file(content(name, code).await?).set_architectures(architectures(wanted));
    let request = request.set_s3_bucket(bucket).set_s3_key(key).set_s3_object_version(version);
    let request = request.set_publish(publish.then_some(true));
    request.send().await.map_err(failed("UpdateFunctionCode", name)).map_err(classified)
}

/// Sets the given settings.
pub async fn configure(
    aws: &Aws,
    name: &str,
    config: &Config,
) -> Result<UpdateFunctionConfigurationOutput, ApiError> {
    let request =
        with_config!(aws.client::<Lambda>().update_function_configuration().function_name(name), config);
    request.send().await.map_err(failed("UpdateFunctionConfiguration", name)).map_err(classified)
}

/// Carries out one step.
pub async fn apply(aws: &Aws, step: &Step) -> Result<(), ApiError> {
    done(aws, step).await.map_err(classified)
}

async fn done(aws: &Aws, step: &Step) -> Result<(), ApiError> {
    let (lambda, call) = (aws.client::<Lambda>(), step.call());
    match step {
        Step::Create { name, new } => create(aws, name, new, false).await,
        Step::Code { name, code, architectures } => {
            send_code(aws, name, (code, architectures.as_ref()), false).await.map(drop)
        }
        Step::Configure { name, config } => configure(aws, name, config).await.map(drop),
        Step::Reserve { name, calls } => {
            let request = lambda.put_function_concurrency().function_name(name);
            let request = request.reserved_concurrent_executions(*calls);
            request.send().await.map(drop).map_err(failed(call, name))
        }
        Step::Unreserve { name } => {
            let answer = lambda.delete_function_concurrency().function_name(name).send().await;
            answer.map(drop).map_err(failed(call, name))
        }
        Step::Allow { name, id, permission } => {
            api::add_permission(aws, (name, None), (id, permission)).await
        }
        Step::Forbid { name, id } => api::remove_permission(aws, (name, None), id).await,
        Step::Tag { arn, tags } => {
            let tags = tags.clone().into_iter().collect();
            let answer = lambda.tag_resource().resource(arn).set_tags(Some(tags)).send().await;
            answer.map(drop).map_err(failed(call, arn))
        }
        Step::Untag { arn, keys } => {
            let request = lambda.untag_resource().resource(arn).set_tag_keys(Some(keys.clone()));
            request.send().await.map(drop).map_err(failed(call, arn))
        }
        Step::Delete { name } => {
            let answer = lambda.delete_function().function_name(name).send().await;
            done_if_not_found(answer.map(drop).map_err(failed(call, name)))
        }
    }
}
