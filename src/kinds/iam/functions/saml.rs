//! `boto_iam`: SAML providers.

use futures::future::FutureExt;

use super::{NAME, api, or_false};
use crate::saml_provider::{self, SamlProvider};
use aws::arn::is_arn;
use aws::error::absent_if_not_found;
use aws::tags::Tags;
use aws::{ApiError, Fault};
use kind::{Asker, AwsFunction, Refusal, Source};
use model::{Argument, Fields, Shape, Value};

const METADATA: Argument =
    Argument::required("saml_metadata_document", Shape::Text, "the metadata document, as XML");

pub(super) const FUNCTIONS: &[AwsFunction] = &[
    AwsFunction::read(
        &["boto_iam.list_saml_providers", "boto3_iam.list_saml_providers"],
        &[],
        "Lists the names of SAML providers.",
        "a list of names",
        |ask, _| {
            async move {
                let arns = providers(ask).await?;
                let names = arns.iter().filter_map(|arn| Some(arn.split_once('/')?.1.to_owned()));
                Ok(names.collect::<Vec<_>>().into())
            }
            .boxed()
        },
    ),
    AwsFunction::read(
        &["boto_iam.get_saml_provider_arn", "boto3_iam.get_saml_provider_arn"],
        &[NAME],
        "Returns the ARN of a SAML provider; False when there is none.",
        "the ARN as text, or False",
        |ask, fields| {
            async move { Ok(or_false(provider(ask, &fields.required_text("name")).await?.into())) }.boxed()
        },
    ),
    AwsFunction::read(
        &["boto_iam.get_saml_provider", "boto3_iam.get_saml_provider"],
        &[Argument::required("name", Shape::Text, "the provider, by ARN or name")],
        "Returns the metadata document of a SAML provider; False when there is none.",
        "the document as text, or False",
        |ask, fields| get_provider(ask, fields).boxed(),
    ),
    AwsFunction::change(
        &["boto_iam.create_saml_provider", "boto3_iam.create_saml_provider"],
        &[NAME, METADATA],
        "Makes a SAML provider; False when there is one of that name.",
        "True, or False",
        |ask, fields| {
            async move {
                let (name, document) = document(fields);
                let step = saml_provider::Step::Create { name, document, tags: Tags::new() };
                match run_step(ask, &step).await {
                    Err(error) if error.fault == Fault::AlreadyExists => Ok(false.into()),
                    done => Ok(done.map(|()| true.into())?),
                }
            }
            .boxed()
        },
    ),
    AwsFunction::change(
        &["boto_iam.update_saml_provider", "boto3_iam.update_saml_provider"],
        &[NAME, METADATA],
        "Sets the metadata document of a SAML provider; False when there is none.",
        "True, or False",
        |ask, fields| {
            async move {
                let (name, document) = document(fields);
                let Some(arn) = provider(ask, &name).await? else { return Ok(false.into()) };
                let done = run_step(ask, &saml_provider::Step::Set { arn, document }).await;
                Ok(absent_if_not_found(done)?.is_some().into())
            }
            .boxed()
        },
    ),
    AwsFunction::change(
        &["boto_iam.delete_saml_provider", "boto3_iam.delete_saml_provider"],
        &[NAME],
        "Deletes a SAML provider; True also when there is none.",
        "True",
        |ask, fields| {
            async move {
                if let Some(arn) = provider(ask, &fields.required_text("name")).await? {
                    run_step(ask, &saml_provider::Step::Delete { arn }).await?;
                }
                Ok(true.into())
            }
            .boxed()
        },
    ),
];

async fn providers(ask: &Asker<'_>) -> Result<Vec<String>, Refusal> {
    let found = ask.once("saml providers", api::saml_providers(ask.aws())).await?;
    let arns = found.as_list().unwrap_or_default().iter();
    Ok(arns.filter_map(|arn| arn.as_str().map(str::to_owned)).collect())
}

/// The ARN of the provider with that name.
async fn provider(ask: &Asker<'_>, name: &str) -> Result<Option<String>, Refusal> {
    let end = format!(":saml-provider/{name}");
    Ok(providers(ask).await?.into_iter().find(|arn| arn.ends_with(&end)))
}

async fn run_step(ask: &Asker<'_>, step: &saml_provider::Step) -> Result<(), ApiError> {
    ask.change(&[SamlProvider::KIND], saml_provider::apply(ask.aws(), step)).await
}

async fn get_provider(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let name = fields.required_text("name");
    let arn = if is_arn(&name) { Some(name) } else { provider(ask, &name).await? };
    let Some(arn) = arn else { return Ok(false.into()) };
    Ok(or_false(ask.once(("saml provider", &arn), api::saml_provider(ask.aws(), &arn)).await?))
}

fn document(fields: &Fields) -> (String, String) {
    (fields.required_text("name"), fields.required_text("saml_metadata_document"))
}
