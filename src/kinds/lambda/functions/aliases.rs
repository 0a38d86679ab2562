//! Functions about the aliases of a function.

use std::sync::Arc;

use futures::future::FutureExt;

use super::{NAME, change_alias, one};
use crate::alias::{Alias, Settings, Step, Which, apply};
use aws::ApiError;
use kind::{Asker, AwsFunction, Refusal, Source};
use model::{Argument, Aspects, Fields, Reference, Shape, Value};

type Live = <Alias as Source>::Live;

const ALIAS: Argument = Argument::required("Name", Shape::Text, "the alias");
const DESCRIPTION: Argument = Argument::optional("Description", Shape::Text, "what it is for");

pub(super) const ALIASES: &[AwsFunction] = &[
    AwsFunction::read(
        &["boto_lambda.alias_exists", "boto3_lambda.alias_exists"],
        &[NAME, ALIAS],
        "Returns whether a function has an alias.",
        "a mapping: exists (True or False)",
        |ask, fields| async move { Ok(one("exists", find(ask, fields).await?.is_some().into())) }.boxed(),
    ),
    AwsFunction::read(
        &["boto_lambda.describe_alias", "boto3_lambda.describe_alias"],
        &[NAME, ALIAS],
        "Describes an alias.",
        "a mapping: alias (a mapping: AliasArn, Name, FunctionVersion, Description; or None when there is no such alias)",
        |ask, fields| {
            async move {
                let live = find(ask, fields).await?;
                let arn = |live: &Live| [("AliasArn", Value::from(live.arn.as_str()))];
                let all = |live: &Live| arn(live).into_iter().chain(settings(fields, live)).collect();
                Ok(one("alias", live.as_deref().map(all).unwrap_or_default()))
            }
            .boxed()
        },
    ),
    AwsFunction::change(
        &["boto_lambda.create_alias", "boto3_lambda.create_alias"],
        &[
            NAME,
            ALIAS,
            Argument::required("FunctionVersion", Shape::Text, "the version: a number or $LATEST"),
            DESCRIPTION,
        ],
        "Makes an alias of a version of a function.",
        "a mapping: created (True), name",
        |ask, fields| {
            async move {
                let settings = Settings {
                    version: fields.text("FunctionVersion"),
                    description: Some(fields.text(DESCRIPTION.name).unwrap_or_default()),
                    routing: None,
                };
                let step = Step::Create { it: which(fields), settings };
                ask.change(&[Alias::KIND], apply(ask.aws(), &step)).await?;
                let name = fields.required_text(ALIAS.name);
                Ok([("created", Value::from(true)), ("name", name.into())].into_iter().collect())
            }
            .boxed()
        },
    ),
    AwsFunction::change(
        &["boto_lambda.update_alias", "boto3_lambda.update_alias"],
        &[
            NAME,
            ALIAS,
            Argument::optional("FunctionVersion", Shape::Text, "the version: a number or $LATEST"),
            DESCRIPTION,
        ],
        "Changes the given settings of an alias.",
        "a mapping: updated (True), alias (a mapping: Name, FunctionVersion, Description)",
        |ask, fields| update(ask, fields).boxed(),
    ),
    AwsFunction::change(
        &["boto_lambda.delete_alias", "boto3_lambda.delete_alias"],
        &[NAME, ALIAS],
        "Deletes an alias; True also when there was none.",
        "a mapping: deleted (True)",
        |ask, fields| change_alias(ask, Step::Delete { it: which(fields) }, "deleted").boxed(),
    ),
];

fn which(fields: &Fields) -> Which {
    Which { function: fields.required_text(NAME.name), alias: fields.required_text(ALIAS.name) }
}

async fn find(ask: &Asker<'_>, fields: &Fields) -> Result<Option<Arc<Live>>, ApiError> {
    let Which { function, alias } = which(fields);
    ask.find::<Alias>(Reference::new(Alias::KIND, format!("{function}:{alias}")), Aspects::NONE).await
}

fn settings(fields: &Fields, live: &Live) -> [(&'static str, Value); 3] {
    [
        ("Name", fields.required_text(ALIAS.name).into()),
        ("FunctionVersion", live.settings.version.clone().into()),
        ("Description", live.settings.description.clone().into()),
    ]
}

async fn update(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    // Salt leaves out what is empty.
    let given = |name| fields.text(name).filter(|text| !text.is_empty());
    let wanted =
        Settings { version: given("FunctionVersion"), description: given(DESCRIPTION.name), routing: None };
    let step = Step::Update { it: which(fields), settings: wanted };
    ask.change(&[Alias::KIND], apply(ask.aws(), &step)).await?;
    let live = find(ask, fields).await?;
    let alias = live.map(|live| settings(fields, &live).into_iter().collect()).unwrap_or_default();
    Ok([("updated", Value::from(true)), ("alias", alias)].into_iter().collect())
}
