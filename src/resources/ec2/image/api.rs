//! The calls for images.

use aws_sdk_ec2::types::{Filter, Image};
use futures::future::FutureExt;

use super::live::{Live, fits, newest};
use crate::aws::{ApiError, Aws, failed};
use crate::resources::ec2::api::{ambiguous, gather};
use crate::resources::{Answers, Ask};

const OPERATION: &str = "DescribeImages";

pub(super) async fn describe(aws: &Aws, asks: &[Ask]) -> Answers<Live> {
    let select = |reference: &crate::model::Reference| {
        let filter = if reference.name.starts_with("ami-") { "image-id" } else { "name" };
        (filter.to_owned(), reference.name.clone())
    };
    let mut answers = Answers::new();
    let found = match gather(asks, select, |filter| page(aws, filter).boxed()).await {
        Ok(found) => found,
        Err(error) => {
            answers.all_failed(asks, &error);
            return answers;
        }
    };
    for Ask { reference, .. } in asks {
        let is = |live: &&Live| live.id == reference.name || fits(&reference.name, &live.name);
        let fitting: Vec<&Live> = found.iter().filter(is).collect();
        match (fitting.is_empty(), newest(&fitting)) {
            (true, _) => answers.absent(reference),
            (false, Some(image)) => answers.found(reference, image.clone()),
            (false, None) => answers.failed(reference, ambiguous(OPERATION, reference, &fitting)),
        }
    }
    answers
}

/// No page size: with one, AWS may answer pages that are empty but not last, and without it everything at once.
async fn page(aws: &Aws, filter: Filter) -> Result<Vec<Live>, ApiError> {
    let subject = filter.values().join(", ");
    let pages = aws.ec2().describe_images().filters(filter).into_paginator().items().send();
    let found: Result<Vec<Image>, _> = pages.collect().await;
    Ok(found.map_err(failed(OPERATION, subject))?.iter().map(live).collect())
}

fn live(image: &Image) -> Live {
    Live {
        id: image.image_id().unwrap_or_default().to_owned(),
        name: image.name().unwrap_or_default().to_owned(),
        owner: image.owner_id().unwrap_or_default().to_owned(),
        created: image.creation_date().unwrap_or_default().to_owned(),
        root_device_name: image.root_device_name().map(str::to_owned),
    }
}
