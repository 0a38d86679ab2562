//! The calls for launch templates.

use aws_sdk_ec2::types::{Filter, LaunchTemplate, LaunchTemplateVersion, ResourceType};
use futures::future::FutureExt;

use super::content::Content;
use super::diff::Step;
use super::live::Live;
use super::{CONTENT, VERSIONS};
use crate::Ec2;
use crate::api::{answer, exactly, gather, specification, tag, untag};
use aws::crowd::read_each;
use aws::error::{absent_if_not_found, done_if_not_found};
use aws::{ApiError, Aws, Fault, failed};
use kind::{Answers, Ask};
use model::Asked;

const OPERATION: &str = "DescribeLaunchTemplates";
const OF_VERSIONS: &str = "DescribeLaunchTemplateVersions";
/// There is no filter for ids, and a call with several ids fails if one is missing. Ids are rare, so they are read one by
/// one. Versions are also read one template at a time: AWS returns those of one template, or those of all in the account.
const AT_ONCE: usize = 8;

pub(super) async fn describe(aws: &Aws, asks: &[Ask]) -> Answers<Live> {
    let (ids, names): (Vec<Ask>, Vec<Ask>) =
        asks.iter().cloned().partition(|ask| ask.reference.name.starts_with("lt-"));
    let select = |reference: &model::Reference| ("launch-template-name".to_owned(), exactly(&reference.name));
    let (found, read) = futures::join!(
        gather(&names, select, |filter| page(aws, filter).boxed()),
        read_each(&ids, AT_ONCE, |ask| by_id(aws, &ask.reference.name).boxed()),
    );
    let mut answers = answer(&names, OPERATION, found, |live, reference| live.name == reference.name);
    for (ask, found) in read {
        answers.answer(&ask.reference, found);
    }
    let curious: Vec<(&Ask, Live)> = asks
        .iter()
        .filter(|ask| ask.aspects.has(CONTENT) || ask.aspects.has(VERSIONS))
        .filter_map(|ask| Some((ask, answers.0.get(&ask.reference)?.clone().ok()??)))
        .collect();
    for ((ask, _), found) in
        read_each(&curious, AT_ONCE, |(ask, live)| versions(aws, ask, live).boxed()).await
    {
        answers.answer(&ask.reference, found.map(Some));
    }
    answers
}

async fn page(aws: &Aws, filter: Filter) -> Result<Vec<Live>, ApiError> {
    let subject = filter.values().join(", ");
    let call = aws.client::<Ec2>().describe_launch_templates().filters(filter).max_results(200);
    let found: Result<Vec<LaunchTemplate>, _> = call.into_paginator().items().send().collect().await;
    Ok(found.map_err(failed(OPERATION, subject))?.iter().map(Live::of).collect())
}

async fn by_id(aws: &Aws, id: &str) -> Result<Option<Live>, ApiError> {
    let answer = aws.client::<Ec2>().describe_launch_templates().launch_template_ids(id).send().await;
    let found = absent_if_not_found(answer.map_err(failed(OPERATION, id)))?;
    Ok(found.and_then(|answer| answer.launch_templates().first().map(Live::of)))
}

/// The template with the content of its newest version, and with the numbers of all versions if they are wanted.
async fn versions(aws: &Aws, ask: &Ask, live: &Live) -> Result<Live, ApiError> {
    let call = aws.client::<Ec2>().describe_launch_template_versions().launch_template_id(&live.id);
    let all = ask.aspects.has(VERSIONS);
    let call = if all { call.max_results(200) } else { call.versions("$Latest") };
    let found: Result<Vec<LaunchTemplateVersion>, _> = call.into_paginator().items().send().collect().await;
    // A new template is not known everywhere yet.
    let Some(found) = absent_if_not_found(found.map_err(failed(OF_VERSIONS, &live.name)))? else {
        return Ok(Live { content: Asked::NotYet, versions: Asked::NotYet, ..live.clone() });
    };
    let number = |version: &LaunchTemplateVersion| version.version_number().unwrap_or_default();
    let newest = found.iter().max_by_key(|version| number(version));
    let content = newest.and_then(|it| it.launch_template_data()).map(Content::of);
    let numbers: Vec<i64> = found.iter().map(number).collect();
    Ok(Live {
        // AWS may show a version in one call, and not yet in another.
        latest_version: newest.map_or(live.latest_version, number).max(live.latest_version),
        content: content.map_or(Asked::NotYet, Asked::Answer),
        versions: if all { numbers.into() } else { Asked::NotAsked },
        ..live.clone()
    })
}

pub(super) async fn apply(aws: &Aws, step: &Step) -> Result<(), ApiError> {
    let (ec2, call) = (aws.client::<Ec2>(), step.call());
    match step {
        Step::Create { name, content, description, tags } => {
            let request = ec2.create_launch_template().launch_template_name(name);
            let request = request.set_launch_template_data(content.sent());
            let request = request.set_version_description(description.clone());
            let request = request.set_tag_specifications(specification(ResourceType::LaunchTemplate, tags));
            request.send().await.map(drop).map_err(failed(call, name))
        }
        Step::AddVersion { template, content, description, token } => {
            let request =
                ec2.create_launch_template_version().launch_template_id(template).client_token(token);
            let request = request.set_launch_template_data(content.sent());
            let request = request.set_version_description(description.clone());
            request.send().await.map(drop).map_err(failed(call, template))
        }
        Step::SetDefault { template, version } => {
            let request = ec2.modify_launch_template().launch_template_id(template);
            let request = request.default_version(version.to_string());
            request.send().await.map(drop).map_err(failed(call, template))
        }
        Step::DeleteVersions { template, versions } => {
            let versions: Vec<String> = versions.iter().map(ToString::to_string).collect();
            let request = ec2.delete_launch_template_versions().launch_template_id(template);
            let answer = request.set_versions(Some(versions)).send().await.map_err(failed(call, template))?;
            // A version that is already gone is not a failure.
            let refused = answer.unsuccessfully_deleted_launch_template_versions().iter().find_map(|it| {
                let error = it.response_error()?;
                let code = error.code().map(|code| code.as_str().to_owned()).unwrap_or_default();
                (code != "launchTemplateVersionDoesNotExist")
                    .then(|| error.message().unwrap_or(&code).to_owned())
            });
            refused.map_or(Ok(()), |why| Err(ApiError::found(call, template, Fault::Other, why)))
        }
        Step::Tag { template, tags } => tag(aws, template, tags).await,
        Step::Untag { template, tags } => untag(aws, template, tags).await,
        Step::Delete { template } => {
            let answer = ec2.delete_launch_template().launch_template_id(template).send().await;
            done_if_not_found(answer.map(drop).map_err(failed(call, template)))
        }
    }
}
