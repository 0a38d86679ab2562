//! The calls for launch templates.

use aws_sdk_ec2::types::{Filter, LaunchTemplate};
use futures::future::FutureExt;

use super::live::Live;
use crate::aws::crowd::read_each;
use crate::aws::error::absent_if_not_found;
use crate::aws::{ApiError, Aws, failed};
use crate::resources::ec2::api::{answer, exactly, gather};
use crate::resources::{Answers, Ask};

const OPERATION: &str = "DescribeLaunchTemplates";
/// There is no filter for ids, and the id parameter fails as a whole: ids, which are rare, are read one by one.
const AT_ONCE: usize = 8;

pub(super) async fn describe(aws: &Aws, asks: &[Ask]) -> Answers<Live> {
    let (ids, names): (Vec<Ask>, Vec<Ask>) =
        asks.iter().cloned().partition(|ask| ask.reference.name.starts_with("lt-"));
    let select =
        |reference: &crate::model::Reference| ("launch-template-name".to_owned(), exactly(&reference.name));
    let (found, read) = futures::join!(
        gather(&names, select, |filter| page(aws, filter).boxed()),
        read_each(&ids, AT_ONCE, |ask| by_id(aws, &ask.reference.name).boxed()),
    );
    let mut answers = answer(&names, OPERATION, found, |live, reference| live.name == reference.name);
    for (ask, found) in read {
        answers.answer(&ask.reference, found);
    }
    answers
}

async fn page(aws: &Aws, filter: Filter) -> Result<Vec<Live>, ApiError> {
    let subject = filter.values().join(", ");
    let call = aws.ec2().describe_launch_templates().filters(filter).max_results(200);
    let found: Result<Vec<LaunchTemplate>, _> = call.into_paginator().items().send().collect().await;
    Ok(found.map_err(failed(OPERATION, subject))?.iter().map(live).collect())
}

async fn by_id(aws: &Aws, id: &str) -> Result<Option<Live>, ApiError> {
    let answer = aws.ec2().describe_launch_templates().launch_template_ids(id).send().await;
    let found = absent_if_not_found(answer.map_err(failed(OPERATION, id)))?;
    Ok(found.and_then(|answer| answer.launch_templates().first().map(live)))
}

fn live(template: &LaunchTemplate) -> Live {
    Live {
        id: template.launch_template_id().unwrap_or_default().to_owned(),
        name: template.launch_template_name().unwrap_or_default().to_owned(),
        latest_version: template.latest_version_number().unwrap_or_default(),
        default_version: template.default_version_number().unwrap_or_default(),
    }
}
