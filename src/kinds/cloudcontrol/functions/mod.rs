//! `aws.call`: any operation of AWS by its name. Functions of Salt's modules about kinds over Cloud Control.
//!
//! See <https://docs.saltproject.io/en/3007/ref/modules/all/salt.modules.boto_kinesis.html> and the other modules' pages.

mod api;
mod distributions;
mod file_systems;
mod stacks;
mod streams;
mod trails;

use std::sync::Arc;

use futures::future::FutureExt;
use serde_json::{Map, Value as Json};

use super::declaration::Live;
use super::distribution::Distribution;
use super::domain::Domain;
use super::stack::Stack;
use super::stream::Stream;
use super::target::Target;
use aws::any;
use kind::{Asker, AwsFunction, Family, Refusal, Source};
use model::problem::did_you_mean;
use model::secret;
use model::{Argument, Aspects, Fields, Shape, Value};

/// The beginnings of operations that change nothing.
const READS: [&str; 3] = ["Describe", "Get", "List"];

/// The fields in which AWS returns secrets.
const SECRETS: [&str; 6] =
    ["Plaintext", "RandomPassword", "SecretAccessKey", "SecretBinary", "SecretString", "SessionToken"];

/// The functions by module.
pub const FUNCTIONS: &[&Family] = &[
    &Family { labels: &["aws"], functions: &[CALL] },
    &Family { labels: &["cfn"], functions: stacks::STACKS },
    &Family { labels: &["cloudfront"], functions: distributions::DISTRIBUTIONS },
    &Family { labels: &["cloudtrail"], functions: trails::TRAILS },
    &Family { labels: &["efs"], functions: file_systems::FILE_SYSTEMS },
    &Family {
        labels: &["elasticsearch", "es"],
        functions: &[AwsFunction::read(
            &["boto_elasticsearch_domain.exists", "boto3_elasticsearch_domain.exists"],
            &[Argument::required("DomainName", Shape::Text, "its name")],
            "Returns whether a domain of OpenSearch Service exists.",
            "a mapping: exists",
            |ask, fields| exists::<Domain>(ask, "exists", fields.required_text("DomainName")).boxed(),
        )],
    },
    &Family { labels: &["kinesis"], functions: streams::STREAMS },
];

const NAME: Argument = Argument::required("name", Shape::Text, "its name");

const CALL: AwsFunction = AwsFunction::change(
    &["aws.call"],
    &[
        Argument::required("service", Shape::Text, "the service, as boto3 names it: ssm, cloudformation"),
        Argument::required("operation", Shape::Text, "the operation, as AWS's API names it: PutParameter"),
        Argument::optional("parameters", Shape::Table(&Shape::Any), "its parameters, as AWS's API names them"),
    ],
    "Calls any operation of an AWS service that takes JSON or forms.\n\nForms are those of older services (cloudformation, sns, ec2): their \
     parameters have the names that they have on the wire, and answers are text. A test run refuses the call, unless the operation \
     begins with Describe, Get or List. Other named arguments are parameters too.",
    "the answer as a mapping, or as a list if AWS answers one",
    |ask, fields| call(ask, fields).boxed(),
)
.rest_into("parameters")
.harmless_if(only_reads);

/// The present resource of a kind; none if it does not exist.
async fn find<S: Source<Live = Live>>(
    ask: &Asker<'_>,
    (name, target): (String, Target),
) -> Result<Option<Arc<Live>>, Refusal> {
    let type_name = match S::KIND {
        Distribution::KIND => "AWS::CloudFront::Distribution",
        Domain::KIND => "AWS::OpenSearchService::Domain",
        Stack::KIND => "AWS::CloudFormation::Stack",
        Stream::KIND => "AWS::Kinesis::Stream",
        _ => "AWS::CloudTrail::Trail",
    };
    let found = ask.find::<S>(target.reference(S::KIND, &name, type_name), Aspects::NONE).await?;
    // A resource that AWS is creating does not exist yet.
    Ok(found.filter(|live| !live.is_pending))
}

fn by(path: &str, fields: &Fields) -> (String, Target) {
    let name = fields.required_text("name");
    (name.clone(), Target::By([(path.to_owned(), name)].into()))
}

fn one(key: &str, value: Value) -> Value {
    [(key, value)].into_iter().collect()
}

async fn exists<S: Source<Live = Live>>(
    ask: &Asker<'_>,
    key: &'static str,
    name: String,
) -> Result<Value, Refusal> {
    let found = find::<S>(ask, (name.clone(), Target::Id(name))).await?;
    Ok([(key, found.is_some())].into_iter().collect())
}

/// The given ones of these arguments, for a state.
fn given(fields: &Fields, arguments: &[Argument]) -> model::Map {
    let value = |argument: &Argument| Some((argument.name.into(), fields.value(argument.name)?));
    arguments.iter().filter_map(value).collect()
}

fn only_reads(fields: &Fields) -> bool {
    let operation = fields.required_text("operation");
    READS.iter().any(|word| operation.starts_with(word))
}

async fn call(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let (name, operation) = (fields.required_text("service"), fields.required_text("operation"));
    let Some(service) = any::find(&name) else { return Err(unknown(&name)) };
    if !operation.starts_with(|first: char| first.is_ascii_uppercase())
        || !operation.bytes().all(|it| it.is_ascii_alphanumeric())
    {
        let reason = format!("'{operation}' is not an operation: write it as AWS's API does: PutParameter");
        return Err(Refusal::Because(reason));
    }
    let parameters = fields.value("parameters").map_or(Json::Object(Map::new()), |given| given.to_json());
    let subject = format!("{name} {operation}");
    let answer = async {
        let answer = any::call(ask.aws(), service, &operation, &parameters, ("aws.call", &subject)).await;
        answer.inspect(|answer| hide_secrets(answer, &name)).map(Value::from)
    };
    if only_reads(fields) {
        return Ok(ask.once((&name, &operation, parameters.to_string()), answer).await?);
    }
    Ok(ask.change_anything(answer).await?)
}

/// Hides the secrets of an answer.
fn hide_secrets(answer: &Json, service: &str) {
    match answer {
        Json::Object(map) => {
            let is_encrypted =
                service == "ssm" && map.get("Type").and_then(Json::as_str) == Some("SecureString");
            for (key, value) in map {
                match value {
                    Json::String(text)
                        if SECRETS.contains(&key.as_str()) || (is_encrypted && key == "Value") =>
                    {
                        secret::hide(text);
                    }
                    other => hide_secrets(other, service),
                }
            }
        }
        Json::Array(list) => list.iter().for_each(|one| hide_secrets(one, service)),
        _ => {}
    }
}

fn unknown(name: &str) -> Refusal {
    let near = did_you_mean(name, any::names())
        .map_or_else(|| ".".to_owned(), |near| format!("; did you mean {near}?"));
    let all: Vec<&str> = any::names().collect();
    Refusal::Because(format!("no service '{name}' takes JSON or forms{near} There are {}", all.join(", ")))
}
