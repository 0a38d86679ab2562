//! The calls for managed policies.

use aws_sdk_iam::types::{Policy as Managed, PolicyScopeType, PolicyVersion};
use futures::future::FutureExt;

use super::diff::Step;
use super::live::Live;
use super::{DETAILS, DOCUMENT, OWN};
use crate::Iam;
use aws::crowd::read_each;
use aws::error::{done_if_not_found, not_yet_if_not_found};
use aws::policy::decoded;
use aws::sdk_tags;
use aws::{ApiError, Aws, failed};
use kind::{Answers, Ask};
use model::{Asked, Aspects};

/// The largest page.
const PAGE: i32 = 1000;
/// IAM has no call that reads the documents of several, so they are read in parallel.
const AT_ONCE: usize = 8;

/// The account's own policies are few and are usually enough; AWS's are listed only for other names.
pub(super) async fn describe(aws: &Aws, asks: &[Ask]) -> Answers<Live> {
    let mut answers = Answers::new();
    let rest = read_scope(aws, PolicyScopeType::Local, asks.iter().collect(), &mut answers).await;
    let (own, rest): (Vec<&Ask>, Vec<&Ask>) = rest.into_iter().partition(|ask| ask.aspects.has(OWN));
    for ask in own.into_iter().chain(read_scope(aws, PolicyScopeType::Aws, rest, &mut answers).await) {
        answers.absent(&ask.reference);
    }
    answers
}

/// Answers the asks in the scope and returns the rest.
async fn read_scope<'a>(
    aws: &Aws,
    scope: PolicyScopeType,
    asks: Vec<&'a Ask>,
    answers: &mut Answers<Live>,
) -> Vec<&'a Ask> {
    if asks.is_empty() {
        return asks;
    }
    let policies = match list(aws, scope).await {
        Ok(policies) => policies,
        Err(error) => {
            answers.all_failed(asks, &error);
            return vec![];
        }
    };
    let (mut rest, mut found) = (vec![], vec![]);
    for ask in asks {
        match policies.iter().find(|policy| policy.is_named(&ask.reference.name)) {
            Some(policy) => found.push((ask, policy)),
            None => rest.push(ask),
        }
    }
    let read = |(ask, policy): &(&Ask, &Live)| with_aspects(aws, (*policy).clone(), ask.aspects).boxed();
    for ((ask, _), answer) in read_each(&found, AT_ONCE, read).await {
        answers.answer(&ask.reference, answer.map(Some));
    }
    rest
}

async fn list(aws: &Aws, scope: PolicyScopeType) -> Result<Vec<Live>, ApiError> {
    let mut pages =
        aws.client::<Iam>().list_policies().scope(scope).max_items(PAGE).into_paginator().items().send();
    let mut policies = vec![];
    while let Some(policy) = pages.next().await {
        let policy = policy.map_err(failed("ListPolicies", "the account"))?;
        policies.push(Live {
            arn: policy.arn.unwrap_or_default(),
            name: policy.policy_name.unwrap_or_default(),
            path: policy.path.unwrap_or_default(),
            default_version: policy.default_version_id.unwrap_or_default(),
            ..Live::default()
        });
    }
    Ok(policies)
}

/// A listed policy with the requested aspects.
async fn with_aspects(aws: &Aws, mut live: Live, aspects: Aspects) -> Result<Live, ApiError> {
    let (iam, name) = (aws.client::<Iam>(), live.name.clone());
    if aspects.has(DOCUMENT) {
        let version = iam.get_policy_version().policy_arn(&live.arn).version_id(&live.default_version).send();
        let version = version.map(|answer| answer.map_err(failed("GetPolicyVersion", &name)));
        // The list contains it: if another call does not find it, that call is late.
        live.document = match not_yet_if_not_found(futures::try_join!(version, versions(aws, &live)))? {
            Asked::Answer((version, others)) => {
                live.other_versions = others;
                let document = version.policy_version.and_then(|it| it.document);
                decoded(&document.unwrap_or_default()).into()
            }
            nothing => nothing.map(|_| String::new()),
        };
    }
    if aspects.has(DETAILS) {
        let answer = iam.get_policy().policy_arn(&live.arn).send().await;
        let answer = not_yet_if_not_found(answer.map_err(failed("GetPolicy", &name)))?;
        let policy = answer.map(|answer| answer.policy);
        let tags = |policy: &Managed| sdk_tags::read(policy.tags());
        live.tags = policy.clone().map(|it| it.as_ref().map(tags).unwrap_or_default());
        live.description = policy.map(|it| it.and_then(|it| it.description).unwrap_or_default());
    }
    Ok(live)
}

/// The versions that are not the default, oldest first.
async fn versions(aws: &Aws, live: &Live) -> Result<Vec<String>, ApiError> {
    let answer =
        aws.client::<Iam>().list_policy_versions().policy_arn(&live.arn).max_items(PAGE).send().await;
    let mut versions = answer.map_err(failed("ListPolicyVersions", &live.name))?.versions.unwrap_or_default();
    versions.retain(|version| !version.is_default_version);
    versions.sort_by_key(|version| version.create_date);
    Ok(versions.into_iter().filter_map(|PolicyVersion { version_id, .. }| version_id).collect())
}

pub(super) async fn apply(aws: &Aws, step: &Step) -> Result<(), ApiError> {
    let (iam, call) = (aws.client::<Iam>(), step.call());
    match step {
        Step::Create { name, path, description, document, tags } => {
            let request = iam.create_policy().policy_name(name).policy_document(document);
            let request = request.set_path(path.clone()).set_description(description.clone());
            let request = request.set_tags(sdk_tags::some(tags));
            request.send().await.map(drop).map_err(failed(call, name))
        }
        Step::CreateVersion { arn, document } => {
            let request = iam.create_policy_version().policy_arn(arn).policy_document(document);
            request.set_as_default(true).send().await.map(drop).map_err(failed(call, arn))
        }
        Step::DeleteVersion { arn, version } => {
            let answer = iam.delete_policy_version().policy_arn(arn).version_id(version).send().await;
            done_if_not_found(answer.map(drop).map_err(failed(call, arn)))
        }
        Step::Tag { arn, tags } => {
            let request = iam.tag_policy().policy_arn(arn).set_tags(sdk_tags::some(tags));
            request.send().await.map(drop).map_err(failed(call, arn))
        }
        Step::Untag { arn, keys } => {
            let request = iam.untag_policy().policy_arn(arn).set_tag_keys(Some(keys.clone()));
            request.send().await.map(drop).map_err(failed(call, arn))
        }
        Step::Delete { arn } => {
            let answer = iam.delete_policy().policy_arn(arn).send().await;
            done_if_not_found(answer.map(drop).map_err(failed(call, arn)))
        }
    }
}
