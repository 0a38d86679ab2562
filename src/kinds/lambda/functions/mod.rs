//! The execution functions of Lambda: `boto_lambda.*`.
//!
//! See <https://docs.saltproject.io/en/3007/ref/modules/all/salt.modules.boto_lambda.html>.

mod aliases;
mod api;
mod making;
mod mappings;

use std::sync::Arc;

use futures::future::FutureExt;

use super::alias::{self, Alias};
use super::function::api::apply;
use super::function::diff::Step;
use super::function::settings::{Environment, Network};
use super::function::{Function, PERMISSIONS};
use super::permission::{Permission, to_value};
use aws::ApiError;
use kind::settings::Settings;
use kind::{Asker, AwsFunction, Family, Refusal, Source};
use model::{Argument, Aspects, Fields, Reference, Shape, Value};

/// The functions by Salt module.
pub const FUNCTIONS: &[&Family] = &[
    &Family { labels: &["lambda"], functions: LAMBDA },
    &Family { labels: &["lambda"], functions: making::MAKING },
    &Family { labels: &["lambda"], functions: aliases::ALIASES },
    &Family { labels: &["lambda"], functions: mappings::MAPPINGS },
];

type Live = <Function as Source>::Live;

const NAME: Argument = Argument::required("FunctionName", Shape::Text, "the function's name");
const QUALIFIER: Argument = Argument::optional("Qualifier", Shape::Text, "an alias or a version");
const ID: Argument = Argument::required("StatementId", Shape::Text, "the statement's id");

const LAMBDA: &[AwsFunction] = &[
    AwsFunction::read(
        &["boto_lambda.function_exists", "boto3_lambda.function_exists"],
        &[NAME],
        "Returns whether a function exists.",
        "a mapping: exists (True or False)",
        |ask, fields| {
            async move { Ok(one("exists", find(ask, fields, Aspects::NONE).await?.is_some().into())) }.boxed()
        },
    ),
    AwsFunction::read(
        &["boto_lambda.describe_function", "boto3_lambda.describe_function"],
        &[NAME],
        "Describes a function, without the values of its environment variables.",
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
        &[NAME, QUALIFIER],
        "Returns the statements of a function's policy by their ids.",
        "a mapping: permissions (a mapping of statement ids, or None when there are none)",
        |ask, fields| {
            async move {
                if let Some(qualifier) = fields.text(QUALIFIER.name) {
                    return Ok(one("permissions", permissions(ask, fields, &qualifier).await?));
                }
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
            Argument::optional("SourceArn", Shape::Text, "the resource that calls, by ARN"),
            Argument::optional("SourceAccount", Shape::Text, "the account that calls"),
            QUALIFIER,
        ],
        "Adds a statement to the policy of a function, or of its alias or version.",
        "a mapping: updated (True)",
        |ask, fields| {
            let permission = Permission {
                action: fields.required_text("Action"),
                principal: fields.required_text("Principal"),
                source_arn: fields.text("SourceArn"),
                source_account: fields.text("SourceAccount"),
            };
            let (name, id) = (fields.required_text("FunctionName"), fields.required_text("StatementId"));
            async move {
                let Some(alias) = fields.text(QUALIFIER.name) else {
                    return change(ask, Step::Allow { name, id, permission }, "updated").await;
                };
                let it = alias::Which { function: name, alias };
                change_alias(ask, alias::Step::Allow { it, id, permission }, "updated").await
            }
            .boxed()
        },
    ),
    AwsFunction::change(
        &["boto_lambda.remove_permission", "boto3_lambda.remove_permission"],
        &[NAME, ID, QUALIFIER],
        "Removes a statement from the policy of a function, or of its alias or version; True also when there was none.",
        "a mapping: updated (True)",
        |ask, fields| {
            let (name, id) = (fields.required_text("FunctionName"), fields.required_text("StatementId"));
            async move {
                let Some(alias) = fields.text(QUALIFIER.name) else {
                    return change(ask, Step::Forbid { name, id }, "updated").await;
                };
                let it = alias::Which { function: name, alias };
                change_alias(ask, alias::Step::Forbid { it, id }, "updated").await
            }
            .boxed()
        },
    ),
    AwsFunction::change(
        &["boto_lambda.delete_function", "boto3_lambda.delete_function"],
        &[NAME, Argument::optional("Qualifier", Shape::Text, "a version, to delete only this version")],
        "Deletes a function with its versions and aliases, or one version; True also when there was none.",
        "a mapping: deleted (True)",
        |ask, fields| {
            async move {
                let name = fields.required_text("FunctionName");
                let Some(version) = fields.text(QUALIFIER.name).filter(|it| !it.is_empty()) else {
                    return change(ask, Step::Delete { name }, "deleted").await;
                };
                ask.change(&[Function::KIND], api::delete_version(ask.aws(), &name, &version)).await?;
                Ok(one("deleted", true.into()))
            }
            .boxed()
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

/// Carries out one step of the kind.
async fn change(ask: &Asker<'_>, step: Step, word: &str) -> Result<Value, Refusal> {
    ask.change(&[Function::KIND], apply(ask.aws(), &step)).await?;
    Ok(one(word, true.into()))
}

/// Carries out one step of the kind of aliases.
async fn change_alias(ask: &Asker<'_>, step: alias::Step, word: &str) -> Result<Value, Refusal> {
    ask.change(&[Alias::KIND], alias::apply(ask.aws(), &step)).await?;
    Ok(one(word, true.into()))
}

/// The statements of the policy of an alias or a version.
async fn permissions(ask: &Asker<'_>, fields: &Fields, qualifier: &str) -> Result<Value, ApiError> {
    let name = fields.required_text("FunctionName");
    ask.once(("GetPolicy", &name, qualifier), async {
        let all = super::api::policy(ask.aws(), &name, Some(qualifier)).await?;
        Ok(Some(all).filter(|all| !all.is_empty()).map(|all| to_value(&all)).unwrap_or_default())
    })
    .await
}

/// A function with the keys that Salt takes from boto's response.
fn described(live: &Live) -> Value {
    let text = |text: &str| Value::from(text);
    let network = live.config.network.as_ref().filter(|it| **it != Network::default());
    let mut all = vec![
        ("FunctionName", text(&live.name)),
        ("FunctionArn", text(&live.arn)),
        ("CodeSha256", text(&live.digest)),
        ("CodeSize", live.size.into()),
        ("LastModified", text(&live.modified)),
        ("Role", live.config.role.as_ref().map(Value::from).unwrap_or_default()),
        ("VpcConfig", network.map(Network::to_value).unwrap_or_default()),
    ];
    let shown = ["Runtime", "Handler", "Description", "Timeout", "MemorySize"];
    all.extend(live.config.plain.entries().into_iter().filter(|(name, _)| shown.contains(name)));
    let variables = live.config.environment.as_ref().filter(|all| !all.is_empty());
    let hidden = |names: &Environment| -> Value {
        names.iter().map(|(name, _)| (name.as_str(), Value::Null)).collect()
    };
    let hidden = variables.map(|all| one("Variables", hidden(all)));
    all.push(("Environment", hidden.unwrap_or_default()));
    all.into_iter().collect()
}
