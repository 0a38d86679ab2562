//! Reads security groups: one call for all names, one for all ids, and one more only if a name needs the default VPC.

use std::collections::HashMap;

use aws_sdk_ec2::types::{Filter, SecurityGroup};
use futures::future::FutureExt;

use crate::Ec2;
use crate::api::{exactly, gather};
use crate::security_group::live::Live;
use crate::vpc::api::default;
use aws::{ApiError, Aws, Fault, failed};
use kind::{Answers, Ask};
use model::Reference;

const OPERATION: &str = "DescribeSecurityGroups";

pub(in super::super) async fn describe(aws: &Aws, asks: &[Ask]) -> Answers<Live> {
    let mut answers = Answers::new();
    let found = match gather(asks, select, |filter| page(aws, filter).boxed()).await {
        Ok(found) => found,
        Err(error) => {
            answers.all_failed(asks, &error);
            return answers;
        }
    };
    let mut called: HashMap<&str, Vec<&Live>> = HashMap::new();
    for live in &found {
        called.entry(&live.name).or_default().push(live);
        called.entry(&live.id).or_default().push(live);
    }
    let mut undecided: Vec<(&Reference, Vec<&Live>)> = vec![];
    for Ask { reference, .. } in asks {
        let bearers = called.get(reference.name.as_str()).into_iter().flatten().copied();
        let bearers: Vec<&Live> = bearers.filter(|live| is_in_scope(live, reference)).collect();
        match bearers.iter().find(|live| live.vpc_id.is_none()).or(bearers.first()) {
            None => answers.absent(reference),
            Some(first) if bearers.len() == 1 || first.vpc_id.is_none() => {
                answers.found(reference, (*first).clone());
            }
            Some(_) => undecided.push((reference, bearers)),
        }
    }
    if !undecided.is_empty() {
        let home = default(aws).await;
        for (reference, bearers) in undecided {
            answers.answer(
                reference,
                home.clone().and_then(|vpc| choose(reference, &bearers, vpc.map(|it| it.id))),
            );
        }
    }
    answers
}

/// The VPC is compared here: a filter for it would need one call per VPC.
fn is_in_scope(live: &Live, reference: &Reference) -> bool {
    reference.scope.is_none() || reference.scope == live.vpc_id
}

fn select(reference: &Reference) -> (String, String) {
    if reference.name.starts_with("sg-") {
        ("group-id".to_owned(), reference.name.clone())
    } else {
        ("group-name".to_owned(), exactly(&reference.name))
    }
}

/// If several VPCs have a group with this name, the one in the default VPC.
fn choose(reference: &Reference, bearers: &[&Live], home: Option<String>) -> Result<Option<Live>, ApiError> {
    if let Some(live) = bearers.iter().find(|live| live.vpc_id == home) {
        return Ok(Some((*live).clone()));
    }
    let places: Vec<String> = bearers
        .iter()
        .map(|live| format!("{} in {}", live.id, live.vpc_id.as_deref().unwrap_or("none")))
        .collect();
    let message = format!(
        "{} groups have that name, and the default VPC has no such group ({}); write vpc_id or vpc_name",
        bearers.len(),
        places.join(", ")
    );
    Err(ApiError::found(OPERATION, reference, Fault::Ambiguous, message))
}

async fn page(aws: &Aws, filter: Filter) -> Result<Vec<Live>, ApiError> {
    let subject = filter.values().join(", ");
    let call = aws.client::<Ec2>().describe_security_groups().filters(filter).max_results(1000);
    let found: Result<Vec<SecurityGroup>, _> = call.into_paginator().items().send().collect().await;
    Ok(found.map_err(failed(OPERATION, subject))?.iter().map(Live::of).collect())
}
