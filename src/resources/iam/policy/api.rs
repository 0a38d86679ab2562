//! The calls for managed policies.

use aws_sdk_iam::types::PolicyScopeType;

use super::live::Live;
use crate::aws::{ApiError, Aws, failed};
use crate::resources::{Answers, Ask};

/// The largest page.
const PAGE: i32 = 1000;

/// The account's own policies are few and answer most; AWS's are listed only for names that these do not have.
pub(super) async fn describe(aws: &Aws, asks: &[Ask]) -> Answers<Live> {
    let mut answers = Answers::new();
    let rest = among(aws, PolicyScopeType::Local, asks.iter().collect(), &mut answers).await;
    for ask in among(aws, PolicyScopeType::Aws, rest, &mut answers).await {
        answers.absent(&ask.reference);
    }
    answers
}

/// Answers what is in the scope and returns the rest.
async fn among<'a>(
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
    let mut rest = vec![];
    for ask in asks {
        match policies.iter().find(|policy| policy.is_named(&ask.reference.name)) {
            Some(policy) => answers.found(&ask.reference, policy.clone()),
            None => rest.push(ask),
        }
    }
    rest
}

async fn list(aws: &Aws, scope: PolicyScopeType) -> Result<Vec<Live>, ApiError> {
    let mut pages = aws.iam().list_policies().scope(scope).max_items(PAGE).into_paginator().items().send();
    let mut policies = vec![];
    while let Some(policy) = pages.next().await {
        let policy = policy.map_err(failed("ListPolicies", "the account"))?;
        policies.push(Live {
            arn: policy.arn.unwrap_or_default(),
            name: policy.policy_name.unwrap_or_default(),
            path: policy.path.unwrap_or_default(),
        });
    }
    Ok(policies)
}
