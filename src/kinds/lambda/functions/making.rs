//! Functions that make functions, change their settings and code, and list them.

use std::future::Future;
use std::time::Duration;

use futures::future::FutureExt;

use super::{NAME, api, one};
use crate::fault::{classified, is_not_yet};
use crate::function::Function;
use crate::function::api::create;
use crate::function::diff::New;
use crate::function::settings::{Config, Network, Plain};
use crate::function::spec::{Code, ENVIRONMENT, VPC, variables};
use aws::ApiError;
use aws::arn::is_arn;
use aws::wait::Patience;
use kind::groups::GROUP;
use kind::subnets::SUBNET;
use kind::{Asker, AwsFunction, Refusal, Source};
use model::{Argument, Fields, Ident, Reference, Shape, Value};

const ROLE: &str = "its execution role, by name or ARN";
const BUCKET: Argument = Argument::optional("S3Bucket", Shape::Text, "its code: the bucket of the zip file");
const KEY: Argument = Argument::optional("S3Key", Shape::Text, "the key of the zip file");
const VERSION: Argument = Argument::optional("S3ObjectVersion", Shape::Text, "the version of the zip file");
const ZIP: Argument =
    Argument::optional("ZipFile", Shape::Text, "its code: a zip file or a folder of this machine, by path");
const PUBLISH: Argument = Argument::optional("Publish", Shape::Boolean, "whether to publish a version");
const WAIT: Argument =
    Argument::optional("WaitForRole", Shape::Boolean, "whether to wait until Lambda can use a new role");
const RETRIES: Argument =
    Argument::optional("RoleRetries", Shape::Integer, "the maximum number of attempts (default: 5)");
const NETWORK: Argument =
    Argument::optional("VpcConfig", Shape::Record(VPC), "the VPC that it is connected to, by ids or names");
const VARIABLES: Argument =
    Argument::optional("Environment", Shape::Record(ENVIRONMENT), "its environment variables; never shown");
const UPDATED: &str = "a mapping: updated (True), function (a mapping of boto)";

pub(super) const MAKING: &[AwsFunction] = &[
    AwsFunction::read(
        &["boto_lambda.list_functions", "boto3_lambda.list_functions"],
        &[],
        "Lists all functions of the region, without the values of their environment variables.",
        "a list of mappings of boto",
        |ask, _| async move { Ok(ask.once("ListFunctions", api::functions(ask.aws())).await?) }.boxed(),
    ),
    AwsFunction::read(
        &["boto_lambda.list_function_versions", "boto3_lambda.list_function_versions"],
        &[NAME],
        "Lists the versions of a function, without the values of their environment variables.",
        "a mapping: Versions (a list of mappings of boto)",
        |ask, fields| {
            async move {
                let name = fields.required_text(NAME.name);
                let all =
                    ask.once(("ListVersionsByFunction", &name), api::versions(ask.aws(), &name)).await?;
                Ok(one("Versions", all))
            }
            .boxed()
        },
    ),
    AwsFunction::change(
        &["boto_lambda.create_function", "boto3_lambda.create_function"],
        &[
            NAME,
            Argument::required("Runtime", Shape::Text, "python3.13, nodejs22.x …"),
            Argument::required("Role", Shape::Text, ROLE),
            Argument::required("Handler", Shape::Text, "the function that Lambda calls: index.handler"),
            ZIP,
            BUCKET,
            KEY,
            VERSION,
            Argument::optional("Description", Shape::Text, "what it is for"),
            Argument::optional("Timeout", Shape::Integer, "seconds that a call may take (default: 3)"),
            Argument::optional("MemorySize", Shape::Integer, "in MB (default: 128)"),
            PUBLISH,
            WAIT,
            RETRIES,
            NETWORK,
            VARIABLES,
        ],
        "Makes a function. Does not wait until it is active.",
        "a mapping: created (True), name",
        |ask, fields| create_function(ask, fields).boxed(),
    )
    .after_connection(2),
    AwsFunction::change(
        &["boto_lambda.update_function_config", "boto3_lambda.update_function_config"],
        &[
            NAME,
            Argument::optional("Role", Shape::Text, ROLE),
            Argument::optional("Handler", Shape::Text, "the function that Lambda calls: index.handler"),
            Argument::optional("Description", Shape::Text, "what it is for"),
            Argument::optional("Timeout", Shape::Integer, "seconds that a call may take"),
            Argument::optional("MemorySize", Shape::Integer, "in MB"),
            NETWORK,
            WAIT,
            RETRIES,
            VARIABLES,
        ],
        "Changes the given settings of a function. Empty settings and 0 are not changed.",
        UPDATED,
        |ask, fields| configured(ask, fields).boxed(),
    )
    .after_connection(4),
    AwsFunction::change(
        &["boto_lambda.update_function_code", "boto3_lambda.update_function_code"],
        &[NAME, ZIP, BUCKET, KEY, VERSION, PUBLISH],
        "Changes the code of a function.",
        UPDATED,
        |ask, fields| {
            async move {
                let (name, code) = (fields.required_text(NAME.name), code(fields)?);
                let publish = fields.boolean(PUBLISH.name).unwrap_or(false);
                let call = api::send_code(ask.aws(), &name, &code, publish);
                Ok(updated(ask.change(&[Function::KIND], call).await?))
            }
            .boxed()
        },
    ),
];

fn updated(function: Value) -> Value {
    [("updated", Value::from(true)), ("function", function)].into_iter().collect()
}

/// A text that is not empty: for Salt an empty text counts as left out.
fn text_or_none(fields: &Fields, name: &str) -> Option<String> {
    fields.text(name).filter(|text| !text.is_empty())
}

fn code(fields: &Fields) -> Result<Code, Refusal> {
    let of = |argument: Argument| text_or_none(fields, argument.name);
    match (of(ZIP), of(BUCKET), of(KEY), of(VERSION)) {
        (Some(path), None, None, None) if path.contains("://") => {
            let words =
                "'ZipFile' is a path of this machine; the state boto_lambda.function_present takes salt://";
            Err(Refusal::Because(words.to_owned()))
        }
        (Some(path), None, None, None) => Ok(Code::Here(path)),
        (None, Some(bucket), Some(key), version) => Ok(Code::Uploaded { bucket, key, version }),
        _ => {
            let words = "Either ZipFile must be specified, or S3Bucket and S3Key must be provided.";
            Err(Refusal::Because(words.to_owned()))
        }
    }
}

/// An attribute of things that must exist.
async fn identified(
    ask: &Asker<'_>,
    kind: &'static str,
    names: Vec<String>,
    attribute: &str,
) -> Result<Vec<Ident>, Refusal> {
    let references = names.iter().map(|name| Reference::new(kind, name)).collect();
    let found = ask.attributes(references, &[attribute]).await?;
    let found = found.into_iter().zip(names).map(|(found, name)| {
        let found = found.and_then(|mut it| it.pop()).and_then(|it| it.as_str().map(Ident::from));
        found.ok_or_else(|| Refusal::Because(format!("there is no {kind} '{name}'")))
    });
    found.collect()
}

async fn role(ask: &Asker<'_>, written: String) -> Result<Option<Ident>, Refusal> {
    if is_arn(&written) {
        return Ok(Some(written.into()));
    }
    Ok(identified(ask, "iam.role", vec![written], "arn").await?.pop())
}

/// The given VPC; none if it was left out or is empty.
async fn network(ask: &Asker<'_>, fields: &Fields) -> Result<Option<Network>, Refusal> {
    let Some(given) = fields.record(NETWORK.name) else { return Ok(None) };
    let texts = |name| given.texts(name).unwrap_or_default();
    let ids = |name| texts(name).into_iter().map(Ident::Known);
    let mut subnets: Vec<Ident> = ids("SubnetIds").collect();
    subnets.extend(identified(ask, SUBNET, texts("SubnetNames"), "id").await?);
    let mut groups: Vec<Ident> = ids("SecurityGroupIds").collect();
    groups.extend(identified(ask, GROUP, texts("SecurityGroupNames"), "id").await?);
    Ok(Some(Network { subnets, groups }).filter(|it| *it != Network::default()))
}

/// Repeats the call until AWS accepts the role, as often as the arguments allow.
async fn patient<T, F>(fields: &Fields, send: impl Fn() -> F) -> Result<T, ApiError>
where
    F: Future<Output = Result<T, ApiError>>,
{
    let waits = fields.boolean(WAIT.name).unwrap_or(false);
    let attempts = if waits { fields.integer(RETRIES.name).unwrap_or(5) } else { 1 };
    let mut pauses = Patience { first: Duration::from_secs(1), ..Patience::VISIBLE }.pauses();
    for _ in 1..attempts {
        match send().await.map_err(classified) {
            Err(error) if !error.is_not_found() && is_not_yet(&error) => {
                if pauses.another().await.is_err() {
                    return Err(error);
                }
            }
            done => return done,
        }
    }
    send().await
}

async fn create_function(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let name = fields.required_text(NAME.name);
    let new = New {
        code: code(fields)?,
        architectures: None,
        config: Config {
            plain: Plain {
                runtime: fields.text("Runtime"),
                handler: fields.text("Handler"),
                description: Some(fields.text("Description").unwrap_or_default()),
                timeout: Some(fields.integer32("Timeout").unwrap_or(3)),
                memory: Some(fields.integer32("MemorySize").unwrap_or(128)),
                ..Plain::default()
            },
            role: role(ask, fields.required_text("Role")).await?,
            network: network(ask, fields).await?,
            environment: variables(fields),
        },
        tags: aws::tags::Tags::new(),
    };
    let publish = fields.boolean(PUBLISH.name).unwrap_or(false);
    let call = patient(fields, || create(ask.aws(), &name, &new, publish));
    ask.change(&[Function::KIND], call).await?;
    Ok([("created", Value::from(true)), ("name", name.into())].into_iter().collect())
}

async fn configured(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let name = fields.required_text(NAME.name);
    let number = |name| fields.integer32(name).filter(|number| *number != 0);
    let config = Config {
        plain: Plain {
            handler: text_or_none(fields, "Handler"),
            description: text_or_none(fields, "Description"),
            timeout: number("Timeout"),
            memory: number("MemorySize"),
            ..Plain::default()
        },
        role: match text_or_none(fields, "Role") {
            Some(written) => role(ask, written).await?,
            None => None,
        },
        network: network(ask, fields).await?,
        environment: variables(fields),
    };
    let call = patient(fields, || api::configure(ask.aws(), &name, &config));
    Ok(updated(ask.change(&[Function::KIND], call).await?))
}
