//! The calls for images.

use aws_sdk_ec2::types::{Filter, Image, ResourceType};
use futures::future::FutureExt;

use super::OWN;
use super::diff::Step;
use super::live::{Live, newest};
use crate::Ec2;
use crate::api::once::Once;
use crate::api::{ambiguous, exactly, gather, specification, tag, untag};
use aws::error::done_if_not_found;
use aws::{ApiError, Aws, failed};
use kind::{Answers, Ask};
use model::Reference;

const OPERATION: &str = "DescribeImages";

pub(super) async fn describe(aws: &Aws, asks: &[Ask]) -> Answers<Live> {
    let (own, all): (Vec<Ask>, Vec<Ask>) =
        asks.iter().cloned().partition(|ask| ask.reference.scope.as_deref() == Some(OWN));
    let select = |reference: &Reference| {
        let filter = if reference.name.starts_with("ami-") { "image-id" } else { "name" };
        (filter.to_owned(), reference.name.clone())
    };
    let named = |reference: &Reference| ("name".to_owned(), exactly(&reference.name));
    let (found, theirs) = futures::join!(
        gather(&all, select, |filter| page(aws, filter, None).boxed()),
        gather(&own, named, |filter| page(aws, filter, Some(OWN)).boxed()),
    );
    let mut answers = Answers::new();
    fill(&mut answers, &all, found);
    fill(&mut answers, &own, theirs);
    answers
}

fn fill(answers: &mut Answers<Live>, asks: &[Ask], found: Result<Vec<Live>, ApiError>) {
    let found = match found {
        Ok(found) => found,
        Err(error) => return answers.all_failed(asks, &error),
    };
    for Ask { reference, .. } in asks {
        let fitting: Vec<&Live> = found.iter().filter(|live| live.is(reference)).collect();
        match (fitting.is_empty(), newest(&fitting)) {
            (true, _) => answers.absent(reference),
            (false, Some(image)) => answers.found(reference, image.clone()),
            (false, None) => answers.failed(reference, ambiguous(OPERATION, reference, &fitting)),
        }
    }
}

/// No page size: with one, AWS may return empty pages before the last one; without it, AWS returns everything at once.
async fn page(aws: &Aws, filter: Filter, owner: Option<&str>) -> Result<Vec<Live>, ApiError> {
    let subject = filter.values().join(", ");
    let request = aws.client::<Ec2>().describe_images().filters(filter);
    let request = request.set_owners(owner.map(|owner| vec![owner.to_owned()]));
    let found: Result<Vec<Image>, _> = request.into_paginator().items().send().collect().await;
    Ok(found.map_err(failed(OPERATION, subject))?.iter().map(Live::of).collect())
}

pub(super) async fn apply(aws: &Aws, step: &Step) -> Result<(), ApiError> {
    let (ec2, call) = (aws.client::<Ec2>(), step.call());
    match step {
        Step::Create { name, instance, description, no_reboot, tags } => {
            let once = Once::new(aws, call, step);
            let make = || async {
                let request =
                    ec2.create_image().instance_id(instance.as_str()).name(name).no_reboot(*no_reboot);
                let request = request.set_description(description.clone());
                let request =
                    request.set_tag_specifications(specification(ResourceType::Image, &once.tags(tags)));
                let made = request.customize().config_override(Once::sent_once()).send().await;
                made.map(drop).map_err(failed(call, name))
            };
            let find = || once.seen(|filter| page(aws, filter, Some(OWN)).boxed());
            once.make(make, find).await
        }
        Step::Tag { image, tags } => tag(aws, image, tags).await,
        Step::Untag { image, tags } => untag(aws, image, tags).await,
        Step::Deregister { image } => {
            let answer = ec2.deregister_image().image_id(image).send().await;
            let answer = done_if_not_found(answer.map(drop).map_err(failed(call, image)));
            // Somebody deregistered it before.
            answer.or_else(
                |error| if error.has_code(&["InvalidAMIID.Unavailable"]) { Ok(()) } else { Err(error) },
            )
        }
    }
}
