//! The calls of Cloud Control: reading many resources at once, and requests that are waited for.

mod request;

use aws_sdk_cloudcontrol::types::{Operation, OperationStatus, ProgressEvent, ResourceRequestStatusFilter};
use futures::future::FutureExt;
use serde_json::Value as Json;

pub use self::request::apply;
use super::declaration::Live;
use super::fault::meant;
use super::target::Target;
use crate::CloudControl;
use aws::crowd::read_each;
use aws::error::absent_if_not_found;
use aws::{ApiError, Aws, Fault, failed};
use kind::{Answers, Ask};
use model::Reference;

/// Cloud Control has no call that reads several, so they are read in parallel.
const AT_ONCE: usize = 8;

/// The resources of a type in a list of AWS, with the context that AWS needs to list them.
struct Listed {
    of: String,
    context: Option<String>,
    all: Result<Vec<Live>, ApiError>,
}

/// A wanted resource, with the type and target of its reference.
struct Asked<'a> {
    ask: &'a Ask,
    type_name: String,
    target: Target,
}

/// Reads each resource by its identifier; resources without one are looked for in one list of their type. If a resource is not
/// found, the unfinished requests show whether AWS is creating it, perhaps for an interrupted run.
pub async fn describe(aws: &Aws, asks: &[Ask]) -> Answers<Live> {
    let mut answers = Answers::new();
    let asked: Vec<Asked<'_>> = asks.iter().filter_map(asked).collect();
    for ask in asks.iter().filter(|ask| Target::read(&ask.reference).is_none()) {
        answers.absent(&ask.reference);
    }
    let mut listed: Vec<Listed> = vec![];
    for Asked { type_name, target, .. } in &asked {
        let Some(context) = target.listed_by().filter(|_| !target.is_nowhere()) else { continue };
        if !listed.iter().any(|known| known.of == *type_name && known.context == context) {
            let all = list(aws, type_name, context.as_deref()).await;
            listed.push(Listed { of: type_name.clone(), context, all });
        }
    }
    let listed = &listed;
    let read = |asked: &Asked<'_>| one(aws, asked.type_name.clone(), asked.target.clone(), listed).boxed();
    let mut pending = None;
    for (asked, answer) in read_each(&asked, AT_ONCE, read).await {
        let answer = match answer {
            Ok(None) => {
                if pending.is_none() {
                    pending = Some(creations(aws).await);
                }
                match &pending {
                    Some(Err(error)) => Err(error.clone()),
                    Some(Ok(events)) => Ok(being_made(asked, events)),
                    None => Ok(None),
                }
            }
            known => known,
        };
        answers.answer(&asked.ask.reference, answer);
    }
    answers
}

fn asked(ask: &Ask) -> Option<Asked<'_>> {
    let (type_name, target) = Target::read(&ask.reference)?;
    Some(Asked { ask, type_name, target })
}

async fn one(
    aws: &Aws,
    type_name: String,
    target: Target,
    listed: &[Listed],
) -> Result<Option<Live>, ApiError> {
    if let Target::Id(identifier) = &target {
        return get(aws, &type_name, identifier).await;
    }
    let context = target.listed_by().flatten();
    let all = listed.iter().find(|known| known.of == type_name && known.context == context);
    let all = all.map_or(Ok(vec![]), |listed| listed.all.clone())?;
    // A list may have no more than identifiers.
    let read = |live: &Live| whole(aws, type_name.clone(), live.clone(), target.clone()).boxed();
    let mut found = vec![];
    for (_, live) in read_each(&all, AT_ONCE, read).await {
        found.extend(live?);
    }
    if found.len() > 1 && !matches!(target, Target::All(_)) {
        let ids: Vec<&str> = found.iter().map(|live| live.identifier.as_str()).collect();
        let message = format!("{} of them have this name: {}", ids.len(), ids.join(", "));
        return Err(ApiError::found("ListResources", &type_name, Fault::Ambiguous, message));
    }
    let Some(live) = found.pop() else { return Ok(None) };
    let others = found.into_iter().map(|live| live.identifier).collect();
    // A list need not have all properties of its resources.
    let whole = get(aws, &type_name, &live.identifier).await?;
    Ok(whole.map(|live| Live { others, ..live }))
}

/// A resource of a list, if it is the wanted one.
async fn whole(aws: &Aws, type_name: String, live: Live, target: Target) -> Result<Option<Live>, ApiError> {
    let live = match target.fits(&live.properties) {
        Some(fits) => return Ok(fits.then_some(live)),
        None => get(aws, &type_name, &live.identifier).await?,
    };
    Ok(live.filter(|live| target.fits(&live.properties) == Some(true)))
}

/// One resource by its identifier.
pub async fn get(aws: &Aws, type_name: &str, identifier: &str) -> Result<Option<Live>, ApiError> {
    let call = aws.client::<CloudControl>().get_resource().type_name(type_name).identifier(identifier);
    let answer =
        call.send().await.map_err(failed("GetResource", format!("{type_name} {identifier}"))).map_err(meant);
    let described = absent_if_not_found(answer)?.and_then(|answer| answer.resource_description);
    let Some(described) = described else { return Ok(None) };
    Ok(Some(live(described.identifier, described.properties.as_deref())))
}

/// All resources of a type, by their identifiers.
pub async fn references(aws: &Aws, kind: &'static str, type_name: &str) -> Result<Vec<Reference>, ApiError> {
    let named = |live: Live| Target::Id(live.identifier.clone()).reference(kind, &live.identifier, type_name);
    Ok(list(aws, type_name, None).await?.into_iter().map(named).collect())
}

/// All resources of a type; `context` is the model that AWS needs to list them.
pub async fn list(aws: &Aws, type_name: &str, context: Option<&str>) -> Result<Vec<Live>, ApiError> {
    let call = aws.client::<CloudControl>().list_resources().type_name(type_name);
    let mut pages = call.set_resource_model(context.map(str::to_owned)).into_paginator().send();
    let mut all = vec![];
    while let Some(page) = pages.next().await {
        let page = page.map_err(failed("ListResources", type_name)).map_err(meant)?;
        let described = page.resource_descriptions.unwrap_or_default();
        all.extend(described.into_iter().map(|one| live(one.identifier, one.properties.as_deref())));
    }
    Ok(all)
}

fn live(identifier: Option<String>, properties: Option<&str>) -> Live {
    let properties: Json = properties.and_then(|text| serde_json::from_str(text).ok()).unwrap_or_default();
    Live { identifier: identifier.unwrap_or_default(), properties, ..Live::default() }
}

/// The unfinished requests that create something.
async fn creations(aws: &Aws) -> Result<Vec<ProgressEvent>, ApiError> {
    let filter = ResourceRequestStatusFilter::builder()
        .operations(Operation::Create)
        .operation_statuses(OperationStatus::Pending)
        .operation_statuses(OperationStatus::InProgress);
    let call =
        aws.client::<CloudControl>().list_resource_requests().resource_request_status_filter(filter.build());
    let mut pages = call.into_paginator().send();
    let mut all = vec![];
    while let Some(page) = pages.next().await {
        let page = page.map_err(failed("ListResourceRequests", "the account"))?;
        all.extend(page.resource_request_status_summaries.unwrap_or_default());
    }
    Ok(all)
}

/// The resource that AWS is creating. AWS does not show every identifier at first. A resource of this type without an identifier
/// may be the wanted one, and creating another would be worse than waiting.
fn being_made(asked: &Asked<'_>, events: &[ProgressEvent]) -> Option<Live> {
    let is_it = |event: &&ProgressEvent| {
        event.type_name() == Some(&asked.type_name)
            && match (&asked.target, event.identifier()) {
                (Target::Id(identifier), Some(context)) => identifier == context,
                _ => true,
            }
    };
    let event = events.iter().find(is_it)?;
    Some(Live { is_pending: true, ..live(event.identifier.clone(), None) })
}
