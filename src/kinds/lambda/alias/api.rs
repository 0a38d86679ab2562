//! The calls for aliases.

use aws_sdk_lambda::types::AliasRoutingConfiguration;
use futures::future::FutureExt;

use super::PERMISSIONS;
use super::diff::{Step, Which};
use super::live::Live;
use super::spec::Weights;
use crate::Lambda;
use crate::api;
use crate::fault::classified;
use aws::crowd::read_each;
use aws::error::{absent_if_not_found, done_if_not_found};
use aws::{ApiError, Aws, failed};
use kind::{Answers, Ask};
use model::Reference;

/// Aliases that are read in parallel.
const AT_ONCE: usize = 8;

pub(super) async fn describe(aws: &Aws, asks: &[Ask]) -> Answers<Live> {
    let mut answers = Answers::new();
    for (ask, answer) in read_each(asks, AT_ONCE, |ask| read(aws, ask).boxed()).await {
        answers.answer(&ask.reference, answer);
    }
    answers
}

/// All aliases of all functions of the region.
pub(super) async fn list(aws: &Aws) -> Result<Vec<Reference>, ApiError> {
    let functions = api::functions(aws).await?;
    let mut all = vec![];
    for (function, answer) in read_each(&functions, AT_ONCE, |name| of_function(aws, name).boxed()).await {
        let named = |alias| Reference::new("lambda.alias", format!("{function}:{alias}"));
        all.extend(answer?.into_iter().map(named));
    }
    Ok(all)
}

/// The names of the aliases of a function.
async fn of_function(aws: &Aws, function: &str) -> Result<Vec<String>, ApiError> {
    let mut items =
        aws.client::<Lambda>().list_aliases().function_name(function).into_paginator().items().send();
    let mut all = vec![];
    while let Some(alias) = items.next().await {
        all.extend(alias.map_err(failed("ListAliases", function))?.name);
    }
    Ok(all)
}

async fn read(aws: &Aws, ask: &Ask) -> Result<Option<Live>, ApiError> {
    let name = &ask.reference.name;
    // A function may be named by its ARN, which contains colons.
    let (function, alias) = name.rsplit_once(':').unwrap_or_default();
    let answer = aws.client::<Lambda>().get_alias().function_name(function).name(alias).send().await;
    let answer = absent_if_not_found(answer.map_err(failed("GetAlias", name)))?;
    let Some(mut live) = answer.map(Live::from) else { return Ok(None) };
    if ask.aspects.has(PERMISSIONS) {
        live.permissions = api::policy(aws, function, Some(alias)).await?.into();
    }
    Ok(Some(live))
}

fn routing(weights: Option<&Weights>) -> Option<AliasRoutingConfiguration> {
    let weights = weights?.0.clone().into_iter().collect();
    Some(AliasRoutingConfiguration::builder().set_additional_version_weights(Some(weights)).build())
}

pub(crate) async fn apply(aws: &Aws, step: &Step) -> Result<(), ApiError> {
    let (lambda, call) = (aws.client::<Lambda>(), step.call());
    let done = match step {
        Step::Create { it: Which { function, alias }, settings } => {
            let request = lambda.create_alias().function_name(function).name(alias);
            let request = request.set_function_version(settings.version.clone());
            let request = request.set_description(settings.description.clone());
            let routing = routing(settings.routing.as_ref().filter(|it| !it.0.is_empty()));
            request.set_routing_config(routing).send().await.map(drop).map_err(failed(call, alias))
        }
        Step::Update { it: Which { function, alias }, settings } => {
            let request = lambda.update_alias().function_name(function).name(alias);
            let request = request.set_function_version(settings.version.clone());
            let request = request.set_description(settings.description.clone());
            let request = request.set_routing_config(routing(settings.routing.as_ref()));
            request.send().await.map(drop).map_err(failed(call, alias))
        }
        Step::Allow { it, id, permission } => {
            return api::add_permission(aws, (&it.function, Some(&it.alias)), (id, permission)).await;
        }
        Step::Forbid { it, id } => {
            return api::remove_permission(aws, (&it.function, Some(&it.alias)), id).await;
        }
        Step::Delete { it: Which { function, alias } } => {
            let answer = lambda.delete_alias().function_name(function).name(alias).send().await;
            done_if_not_found(answer.map(drop).map_err(failed(call, alias)))
        }
    };
    done.map_err(classified)
}
