//! The calls for instances.

mod apply;
mod run;

use aws_sdk_ec2::types::{AttributeBooleanValue, Filter, InstanceAttributeName, Reservation};
use futures::future::FutureExt;

use super::ADDRESS;
use super::attributes::{Attribute, Content};
use super::live::{Live, tag_of};
use crate::Ec2;
use crate::api::{answer, exactly, gather};
use crate::elastic;
use aws::crowd::read_each;
use aws::{ApiError, Aws, failed};
use kind::{Answers, Ask};
use model::Reference;

pub(super) use apply::apply;
pub(crate) use run::run;

const OPERATION: &str = "DescribeInstances";
/// The states of an instance that still exists.
const THERE: [&str; 4] = ["pending", "running", "stopping", "stopped"];
/// Attributes that are read in parallel.
const AT_ONCE: usize = 8;

pub(super) async fn describe(aws: &Aws, asks: &[Ask]) -> Answers<Live> {
    let mut answers = answer(asks, OPERATION, find(aws, asks).await, Live::is);
    let (attributes, addresses) = (wanted_alone(asks, &answers), wanted_addresses(asks, &answers));
    let ids: Vec<String> = addresses.iter().map(|(_, id)| id.clone()).collect();
    let (read, addresses_read) = futures::join!(
        read_each(&attributes, AT_ONCE, |(_, id, attribute)| read_attribute(aws, id, *attribute).boxed()),
        elastic::read(aws, "instance-id", &ids),
    );
    for ((reference, _, attribute), content) in read {
        match (content, answers.0.get_mut(reference)) {
            (Ok(content), Some(Ok(Some(live)))) => drop(live.settings.insert(*attribute, content)),
            (Ok(_), _) => {}
            // The instance is new, and AWS does not show everything of it yet.
            (Err(error), Some(Ok(Some(live)))) if error.is_not_found() => {
                "pending".clone_into(&mut live.state);
            }
            (Err(error), _) => answers.failed(reference, error),
        }
    }
    for (reference, id) in addresses {
        match (&addresses_read, answers.0.get_mut(&reference)) {
            (Ok(all), Some(Ok(Some(live)))) => {
                live.elastic = all.get(&id).cloned().unwrap_or_default().into();
            }
            (Ok(_), _) => {}
            (Err(error), _) => answers.failed(&reference, error.clone()),
        }
    }
    answers
}

fn id_of(answers: &Answers<Live>, reference: &Reference) -> Option<String> {
    Some(answers.0.get(reference)?.as_ref().ok()?.as_ref()?.id.clone())
}

/// The attributes that need their own call, for the existing instances.
fn wanted_alone(asks: &[Ask], answers: &Answers<Live>) -> Vec<(Reference, String, Attribute)> {
    let of = |ask: &Ask| {
        let id = id_of(answers, &ask.reference)?;
        let asked = Attribute::read_alone().into_iter().filter(|it| ask.aspects.has(it.aspect()));
        Some(asked.map(|it| (ask.reference.clone(), id.clone(), it)).collect::<Vec<_>>())
    };
    asks.iter().filter_map(of).flatten().collect()
}

fn wanted_addresses(asks: &[Ask], answers: &Answers<Live>) -> Vec<(Reference, String)> {
    let asked = asks.iter().filter(|ask| ask.aspects.has(ADDRESS));
    asked.filter_map(|ask| Some((ask.reference.clone(), id_of(answers, &ask.reference)?))).collect()
}

async fn read_attribute(aws: &Aws, id: &str, attribute: Attribute) -> Result<Content, ApiError> {
    let request = aws.client::<Ec2>().describe_instance_attribute().instance_id(id);
    let answer = request.attribute(InstanceAttributeName::from(attribute.name())).send().await;
    let answer = answer.map_err(failed("DescribeInstanceAttribute", id))?;
    let text = |text: Option<&str>| Content::Text(text.unwrap_or_default().to_owned());
    Ok(match attribute {
        Attribute::Protection => {
            let value = answer.disable_api_termination().and_then(AttributeBooleanValue::value);
            Content::Truth(value.unwrap_or(false))
        }
        Attribute::Shutdown => text(answer.instance_initiated_shutdown_behavior().and_then(|it| it.value())),
        _ => Content::Text(run::decoded(answer.user_data().and_then(|it| it.value()).unwrap_or_default())),
    })
}

/// All existing instances of the region.
pub(super) async fn list(aws: &Aws) -> Result<Vec<Reference>, ApiError> {
    let states = THERE.map(str::to_owned).to_vec();
    let there = Filter::builder().name("instance-state-name").set_values(Some(states)).build();
    let mut items = aws.client::<Ec2>().describe_instances().filters(there).into_paginator().items().send();
    let mut all = vec![];
    while let Some(reservation) = items.next().await {
        let reservation = reservation.map_err(failed(OPERATION, "the account"))?;
        let ids = reservation.instances().iter().filter_map(|instance| instance.instance_id());
        all.extend(ids.map(|id| Reference::new("ec2.instance", id)));
    }
    Ok(all)
}

pub(super) async fn describe_all(aws: &Aws, asks: &[Ask]) -> Answers<Vec<Live>> {
    let mut answers = Answers::new();
    match find(aws, asks).await {
        Err(error) => answers.all_failed(asks, &error),
        Ok(mut found) => {
            found.sort_by(|a, b| a.id.cmp(&b.id));
            for Ask { reference, .. } in asks {
                let all: Vec<Live> = found.iter().filter(|live| live.is(reference)).cloned().collect();
                answers.answer(reference, Ok((!all.is_empty()).then_some(all)));
            }
        }
    }
    answers
}

async fn find(aws: &Aws, asks: &[Ask]) -> Result<Vec<Live>, ApiError> {
    gather(asks, select, |filter| page(aws, filter).boxed()).await
}

fn select(reference: &Reference) -> (String, String) {
    if reference.scope.is_none() && reference.name.starts_with("i-") {
        ("instance-id".to_owned(), reference.name.clone())
    } else {
        (format!("tag:{}", tag_of(reference)), exactly(&reference.name))
    }
}

async fn page(aws: &Aws, filter: Filter) -> Result<Vec<Live>, ApiError> {
    let subject = filter.values().join(", ");
    let there = Filter::builder().name("instance-state-name");
    let there = there.set_values(Some(THERE.map(str::to_owned).to_vec())).build();
    let call = aws.client::<Ec2>().describe_instances().filters(filter).filters(there).max_results(1000);
    let mut pages = call.into_paginator().send();
    let mut found = vec![];
    while let Some(page) = pages.next().await {
        let page = page.map_err(failed(OPERATION, &subject))?;
        found.extend(page.reservations().iter().flat_map(Reservation::instances).map(Live::of));
    }
    Ok(found)
}
