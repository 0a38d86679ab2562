//! Instances by filter, one attribute of one, tags and zones.

use aws_sdk_ec2::types::{AttributeBooleanValue, AttributeValue, InstanceAttributeName, Reservation};

use super::{objects, sent, subject};
use crate::Ec2;
use crate::api::CREATION_TAG;
use crate::functions::arguments::Filters;
use aws::{ApiError, Aws, failed};
use model::{Map, Value};

/// Instances, with what boto 2's objects have.
pub(in super::super) async fn instances(aws: &Aws, filters: &Filters) -> Result<Value, ApiError> {
    let call = aws.client::<Ec2>().describe_instances().set_filters(sent(filters)).max_results(1000);
    let mut pages = call.into_paginator().send();
    let mut found = vec![];
    while let Some(page) = pages.next().await {
        let page = page.map_err(failed("DescribeInstances", subject(filters)))?;
        let instances = page.reservations().iter().flat_map(Reservation::instances);
        found.extend(instances.map(objects::instance));
    }
    Ok(Value::List(found))
}

/// Images, with what boto 2's objects have: those of `owners`, or those that `executable_by` may launch, or all.
pub(in super::super) async fn images(
    aws: &Aws,
    filters: &Filters,
    owners: Option<Vec<String>>,
    executable_by: Option<Vec<String>>,
) -> Result<Value, ApiError> {
    let call = aws.client::<Ec2>().describe_images().set_filters(sent(filters));
    let call = call.set_owners(owners).set_executable_users(executable_by);
    let answer = call.send().await.map_err(failed("DescribeImages", subject(filters)))?;
    Ok(Value::List(answer.images().iter().map(objects::image).collect()))
}

/// One attribute of an instance, by AWS's name.
pub(in super::super) async fn attribute(aws: &Aws, id: &str, name: &str) -> Result<Value, ApiError> {
    let call = aws.client::<Ec2>().describe_instance_attribute().instance_id(id);
    let answer = call.attribute(InstanceAttributeName::from(name)).send().await;
    let answer = answer.map_err(failed("DescribeInstanceAttribute", id))?;
    let text =
        |value: Option<&AttributeValue>| Value::from(value.and_then(|it| it.value()).map(str::to_owned));
    let truth =
        |value: Option<&AttributeBooleanValue>| Value::from(value.and_then(AttributeBooleanValue::value));
    Ok(match name {
        "instanceType" => text(answer.instance_type()),
        "kernel" => text(answer.kernel_id()),
        "ramdisk" => text(answer.ramdisk_id()),
        "userData" => text(answer.user_data()),
        "rootDeviceName" => text(answer.root_device_name()),
        "sriovNetSupport" => text(answer.sriov_net_support()),
        "instanceInitiatedShutdownBehavior" => text(answer.instance_initiated_shutdown_behavior()),
        "disableApiTermination" => truth(answer.disable_api_termination()),
        "sourceDestCheck" => truth(answer.source_dest_check()),
        "ebsOptimized" => truth(answer.ebs_optimized()),
        "groupSet" => answer.groups().iter().filter_map(|it| it.group_id()).collect::<Vec<_>>().into(),
        _ => Value::Null,
    })
}

/// Tags of everything that the filters match: id to tags.
pub(in super::super) async fn all_tags(aws: &Aws, filters: &Filters) -> Result<Value, ApiError> {
    let call = aws.client::<Ec2>().describe_tags().set_filters(sent(filters)).max_results(1000);
    let found: Result<Vec<_>, _> = call.into_paginator().items().send().collect().await;
    let mut all = Map::new();
    let found = found.map_err(failed("DescribeTags", subject(filters)))?;
    for tag in found.iter().filter(|tag| tag.key() != Some(CREATION_TAG)) {
        let one: Value = [(tag.key().unwrap_or_default(), Value::from(tag.value().unwrap_or_default()))]
            .into_iter()
            .collect();
        all.entry(tag.resource_id().unwrap_or_default().into()).or_insert(Value::Map(Map::new())).merge(one);
    }
    Ok(Value::Map(all))
}

/// The names of the zones of the region.
pub(in super::super) async fn zones(aws: &Aws) -> Result<Value, ApiError> {
    let answer = aws.client::<Ec2>().describe_availability_zones().send().await;
    let answer = answer.map_err(failed("DescribeAvailabilityZones", &aws.region))?;
    Ok(answer.availability_zones().iter().filter_map(|it| it.zone_name()).collect::<Vec<_>>().into())
}
