//! The calls for parameters.

use std::collections::HashMap;

use aws_sdk_ssm::types::{ParameterStringFilter, ParameterTier, ParameterType, ResourceTypeForTagging, Tag};
use futures::future::FutureExt;

use super::diff::Step;
use super::live::{Live, details};
use super::spec::Details;
use super::{DETAILS, SECRET, TAGS};
use aws::Ssm;
use aws::crowd::read_each;
use aws::error::{done_if_not_found, not_yet_if_not_found};
use aws::tags::Tags;
use aws::{ApiError, Aws, Fault, failed};
use kind::{Answers, Ask};
use model::Asked;

/// How many parameters one call reads: values, and names in a filter.
const VALUES: usize = 10;
const NAMES: usize = 50;
/// Parameters whose tags are read in parallel, one per call.
const AT_ONCE: usize = 8;

pub(super) async fn describe(aws: &Aws, asks: &[Ask]) -> Answers<Live> {
    let mut answers = Answers::new();
    let (secret, plain): (Vec<&Ask>, Vec<&Ask>) = asks.iter().partition(|ask| ask.aspects.has(SECRET));
    for (asks, is_decrypted) in [(secret, true), (plain, false)] {
        for some in asks.chunks(VALUES) {
            match values(aws, some, is_decrypted).await {
                Ok(found) => with_rest(aws, some, found, &mut answers).await,
                Err(error) => answers.all_failed(some.iter().copied(), &error),
            }
        }
    }
    answers
}

/// Values by the names in the request: `/path`, or `/path:3` and `/path:label` for one version.
async fn values(aws: &Aws, asks: &[&Ask], is_decrypted: bool) -> Result<HashMap<String, Live>, ApiError> {
    let names: Vec<String> = asks.iter().map(|ask| ask.reference.name.clone()).collect();
    let subject = names.join(", ");
    let call = aws.client::<Ssm>().get_parameters().set_names(Some(names)).with_decryption(is_decrypted);
    let answer = call.send().await.map_err(failed("GetParameters", subject))?;
    let found = answer.parameters.unwrap_or_default().into_iter().map(|it| {
        let asked = format!("{}{}", it.name().unwrap_or_default(), it.selector().unwrap_or_default());
        (asked, Live::of(it, is_decrypted))
    });
    Ok(found.collect())
}

/// Reads the requested rest of the existing parameters.
async fn with_rest(aws: &Aws, asks: &[&Ask], found: HashMap<String, Live>, answers: &mut Answers<Live>) {
    let (there, gone): (Vec<&Ask>, Vec<&Ask>) =
        asks.iter().copied().partition(|ask| found.contains_key(&ask.reference.name));
    for ask in gone {
        answers.absent(&ask.reference);
    }
    let described: Vec<String> =
        there.iter().filter(|ask| ask.aspects.has(DETAILS)).map(|ask| ask.reference.name.clone()).collect();
    let mut all_details = match metadata(aws, &described).await {
        Ok(all_details) => all_details,
        Err(error) => return answers.all_failed(there, &error),
    };
    let tagged = |ask: &&Ask| tags(aws, (*ask).clone()).boxed();
    for (ask, tags) in read_each(&there, AT_ONCE, tagged).await {
        let name = &ask.reference.name;
        let Some(live) = found.get(name) else { continue };
        let details = match all_details.remove(name) {
            Some(details) => Asked::Answer(details),
            None if ask.aspects.has(DETAILS) => Asked::NotYet,
            None => Asked::NotAsked,
        };
        answers.answer(&ask.reference, tags.map(|tags| Some(Live { details, tags, ..live.clone() })));
    }
}

async fn metadata(aws: &Aws, names: &[String]) -> Result<HashMap<String, Details>, ApiError> {
    let mut all_details = HashMap::new();
    for some in names.chunks(NAMES) {
        let invalid = |error: aws_sdk_ssm::error::BuildError| {
            ApiError::found("DescribeParameters", some.join(", "), Fault::Invalid, error.to_string())
        };
        let filter =
            ParameterStringFilter::builder().key("Name").option("Equals").set_values(Some(some.to_vec()));
        let call =
            aws.client::<Ssm>().describe_parameters().parameter_filters(filter.build().map_err(invalid)?);
        let mut pages = call.into_paginator().send();
        while let Some(page) = pages.next().await {
            let page = page.map_err(failed("DescribeParameters", some.join(", ")))?;
            let all = page.parameters.unwrap_or_default().into_iter();
            all_details.extend(all.map(|one| (one.name.clone().unwrap_or_default(), details(one))));
        }
    }
    Ok(all_details)
}

async fn tags(aws: &Aws, ask: Ask) -> Result<Asked<Tags>, ApiError> {
    if !ask.aspects.has(TAGS) {
        return Ok(Asked::NotAsked);
    }
    let name = &ask.reference.name;
    let call = aws
        .client::<Ssm>()
        .list_tags_for_resource()
        .resource_type(ResourceTypeForTagging::Parameter)
        .resource_id(name);
    let answer = call.send().await.map_err(failed("ListTagsForResource", name)).map_err(|error| {
        // AWS returns this error if the name does not exist.
        let fault = if error.has_code(&["InvalidResourceId"]) { Fault::NotFound } else { error.fault };
        ApiError { fault, ..error }
    });
    let read = |tags: Vec<Tag>| tags.into_iter().map(|tag| (tag.key, tag.value)).collect();
    Ok(not_yet_if_not_found(answer)?.map(|answer| read(answer.tag_list.unwrap_or_default())))
}

fn sdk(tags: &Tags) -> Vec<Tag> {
    let tags = tags.iter().map(|(key, value)| Tag::builder().key(key).value(value).build());
    tags.filter_map(Result::ok).collect()
}

pub(super) async fn apply(aws: &Aws, step: &Step) -> Result<(), ApiError> {
    let (ssm, call) = (aws.client::<Ssm>(), step.call());
    match step {
        Step::Create { name, value, kind, details, tags } => {
            let tags = sdk(tags);
            let request = put(aws, name, kind, details).value(value.reveal());
            let request = request.set_tags((!tags.is_empty()).then_some(tags));
            request.send().await.map(drop).map_err(failed(call, name))
        }
        Step::Put { name, value, kind, details, .. } => {
            let request = put(aws, name, kind, details).value(value.reveal()).overwrite(true);
            request.send().await.map(drop).map_err(failed(call, name))
        }
        Step::Tag { name, tags } => {
            let request =
                ssm.add_tags_to_resource().resource_type(ResourceTypeForTagging::Parameter).resource_id(name);
            request.set_tags(Some(sdk(tags))).send().await.map(drop).map_err(failed(call, name))
        }
        Step::Untag { name, keys } => {
            let request = ssm.remove_tags_from_resource().resource_type(ResourceTypeForTagging::Parameter);
            let request = request.resource_id(name).set_tag_keys(Some(keys.clone()));
            request.send().await.map(drop).map_err(failed(call, name))
        }
        Step::Delete { name } => {
            let answer = ssm.delete_parameter().name(name).send().await;
            done_if_not_found(answer.map(drop).map_err(failed(call, name)))
        }
    }
}

fn put(
    aws: &Aws,
    name: &str,
    kind: &str,
    details: &Details,
) -> aws_sdk_ssm::operation::put_parameter::builders::PutParameterFluentBuilder {
    aws.client::<Ssm>()
        .put_parameter()
        .name(name)
        .r#type(ParameterType::from(kind))
        .set_description(details.description.clone())
        .set_key_id(details.key_id.clone())
        .set_allowed_pattern(details.allowed_pattern.clone())
        .set_tier(details.tier.as_deref().map(ParameterTier::from))
}
