//! The calls of EC2's functions that no kind makes.

mod groups;
mod instances;
mod networks;

use aws_sdk_ec2::types::{Filter, Tag};

use super::arguments::Filters;
use crate::aws::tags::Tags;
use crate::aws::{ApiError, Aws, failed};

pub(super) use groups::{Grant, authorize, delete_group, groups, instances_of_groups, revoke};
pub(super) use instances::{all_tags, attribute, instances, zones};
pub(super) use networks::{associations, ids, nat_gateways, route_tables, subnets, vpcs};

fn sent(filters: &Filters) -> Option<Vec<Filter>> {
    let built = filters
        .iter()
        .map(|(name, values)| Filter::builder().name(name).set_values(Some(values.clone())).build());
    Some(built.collect()).filter(|built: &Vec<Filter>| !built.is_empty())
}

/// Filters as a message names them.
fn subject(filters: &Filters) -> String {
    let shown: Vec<String> =
        filters.iter().map(|(name, values)| format!("{name}={}", values.join(","))).collect();
    if shown.is_empty() { "all".to_owned() } else { shown.join(" ") }
}

pub(super) async fn create_tags(aws: &Aws, ids: Vec<String>, tags: &Tags) -> Result<(), ApiError> {
    let subject = ids.join(", ");
    let tags = tags.iter().map(|(key, value)| Tag::builder().key(key).value(value).build()).collect();
    let call = aws.ec2().create_tags().set_resources(Some(ids)).set_tags(Some(tags)).send().await;
    call.map(drop).map_err(failed("CreateTags", subject))
}
