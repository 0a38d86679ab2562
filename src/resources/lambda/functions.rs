//! The execution functions of Lambda: `boto_lambda.*`.
//!
//! See <https://docs.saltproject.io/en/3007/ref/modules/all/salt.modules.boto_lambda.html>.

use std::sync::Arc;

use futures::future::FutureExt;

use super::function::{Function, Network, PERMISSIONS, Step, apply};
use super::permission::{Permission, to_value};
use crate::aws::ApiError;
use crate::model::{Argument, Aspects, Fields, Reference, Shape, Value};
use crate::resources::settings::Settings;
use crate::resources::{Asker, AwsFunction, Family, Refusal, Source};

/// The functions by Salt module.
pub const FUNCTIONS: &[&Family] = &[&Family { labels: &["lambda"], functions: LAMBDA }];

type Live = <Function as Source>::Live;

const NAME: Argument = Argument::required("FunctionName", Shape::Text, "the function's name");
const ID: Argument = Argument::required("StatementId", Shape::Text, "the statement's id");

const LAMBDA: &[AwsFunction] = &[
    AwsFunction::read(
        &["boto_lambda.function_exists", "boto3_lambda.function_exists"],
        &[NAME],
        "Tells whether a function exists.",
        "a mapping: exists (True or False)",
        |ask, fields| {
            async move { Ok(one("exists", find(ask, fields, Aspects::NONE).await?.is_some().into())) }.boxed()
        },
    ),
    AwsFunction::read(
        &["boto_lambda.describe_function", "boto3_lambda.describe_function"],
        &[NAME],
        "Describes a function; values of its environment are left out.",
        "a mapping: function (a mapping of boto, or None when there is no such function)",
        |ask, fields| {
            async move {
                let live = find(ask, fields, Aspects::NONE).await?;
                Ok(one("function", live.as_deref().map(described).unwrap_or_default()))
            }
            .boxed()
        },
    ),
    AwsFunction::read(
        &["boto_lambda.get_permissions", "boto3_lambda.get_permissions"],
        &[NAME],
        "Answers the statements of a function's policy by their ids.",
        "a mapping: permissions (a mapping of statement ids, or None when there are none)",
        |ask, fields| {
            async move {
                let live = find(ask, fields, PERMISSIONS).await?;
                let all = live.as_deref().and_then(|live| live.permissions.answer());
                let all = all.filter(|all| !all.is_empty()).map(to_value);
                Ok(one("permissions", all.unwrap_or_default()))
            }
            .boxed()
        },
    ),
    AwsFunction::change(
        &["boto_lambda.add_permission", "boto3_lambda.add_permission"],
        &[
            NAME,
            ID,
            Argument::required("Action", Shape::Text, "lambda:InvokeFunction"),
            Argument::required("Principal", Shape::Text, "a service, an account or an ARN"),
            Argument::optional("SourceArn", Shape::Text, "what calls, by ARN"),
            Argument::optional("SourceAccount", Shape::Text, "the account of what calls"),
        ],
        "Adds a statement to a function's policy.",
        "a mapping: updated (True)",
        |ask, fields| {
            let permission = Permission {
                action: fields.required_text("Action"),
                principal: fields.required_text("Principal"),
                source_arn: fields.text("SourceArn"),
                source_account: fields.text("SourceAccount"),
            };
            let (name, id) = (fields.required_text("FunctionName"), fields.required_text("StatementId"));
            change(ask, Step::Allow { name, id, permission }, "updated").boxed()
        },
    ),
    AwsFunction::change(
        &["boto_lambda.remove_permission", "boto3_lambda.remove_permission"],
        &[NAME, ID],
        "Removes a statement of a function's policy; True also when there was none.",
        "a mapping: updated (True)",
        |ask, fields| {
            let (name, id) = (fields.required_text("FunctionName"), fields.required_text("StatementId"));
            change(ask, Step::Forbid { name, id }, "updated").boxed()
        },
    ),
    AwsFunction::change(
        &["boto_lambda.delete_function", "boto3_lambda.delete_function"],
        &[NAME],
        "Deletes a function with its versions and aliases; True also when there was none.",
        "a mapping: deleted (True)",
        |ask, fields| {
            let name = fields.required_text("FunctionName");
            change(ask, Step::Delete { name }, "deleted").boxed()
        },
    ),
];

fn one(key: &str, value: Value) -> Value {
    [(key, value)].into_iter().collect()
}

async fn find(ask: &Asker<'_>, fields: &Fields, aspects: Aspects) -> Result<Option<Arc<Live>>, ApiError> {
    let reference = Reference::new(Function::KIND, fields.required_text("FunctionName"));
    ask.find::<Function>(reference, aspects).await
}

/// Does one step of the kind.
async fn change(ask: &Asker<'_>, step: Step, word: &str) -> Result<Value, Refusal> {
    ask.change(&[Function::KIND], apply(ask.aws(), &step)).await?;
    Ok(one(word, true.into()))
}

/// With the keys that Salt picks out of boto's answer.
fn described(live: &Live) -> Value {
    let text = |text: &str| Value::from(text);
    let mut all = vec![
        ("FunctionName", text(&live.name)),
        ("FunctionArn", text(&live.arn)),
        ("CodeSha256", text(&live.digest)),
        ("CodeSize", live.size.into()),
        ("LastModified", text(&live.modified)),
        ("Role", live.config.role.as_ref().map(Value::from).unwrap_or_default()),
        ("VpcConfig", live.config.network.as_ref().map(Network::to_value).unwrap_or_default()),
    ];
    let told = ["Runtime", "Handler", "Description", "Timeout", "MemorySize"];
    all.extend(live.config.plain.entries().into_iter().filter(|(name, _)| told.contains(name)));
    let names = live.config.environment.iter().flatten().map(|(name, _)| name.as_str());
    let hidden: Value = names.map(|name| (name, Value::Null)).collect();
    all.push(("Environment", one("Variables", hidden)));
    all.into_iter().collect()
}
