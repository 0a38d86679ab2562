//! The calls of ELB's functions.

use std::collections::BTreeSet;

use aws_sdk_elasticloadbalancing::operation::describe_instance_health::DescribeInstanceHealthOutput;
use aws_sdk_elasticloadbalancing::types::{Instance, InstanceState};

use crate::Elb;
use aws::error::absent_if_not_found;
use aws::{ApiError, Aws, failed};
use model::Value;

/// The names of all balancers of the region.
pub(super) async fn names(aws: &Aws) -> Result<Value, ApiError> {
    let call = aws.client::<Elb>().describe_load_balancers().page_size(400);
    let found: Result<Vec<_>, _> = call.into_paginator().items().send().collect().await;
    let found = found.map_err(failed("DescribeLoadBalancers", "all load balancers"))?;
    Ok(found.iter().filter_map(|it| it.load_balancer_name()).collect::<Vec<_>>().into())
}

/// The health of these instances, or of all, in Salt's shape; none for a balancer that does not exist.
pub(super) async fn health(aws: &Aws, balancer: &str, ids: &[String]) -> Result<Value, ApiError> {
    let wanted = Some(instances(ids)).filter(|ids| !ids.is_empty());
    let call =
        aws.client::<Elb>().describe_instance_health().load_balancer_name(balancer).set_instances(wanted);
    let answer = call.send().await.map_err(failed("DescribeInstanceHealth", balancer));
    let found = match answer {
        // One of the instances is not registered.
        Err(error) if error.has_code(&["InvalidInstance"]) => None,
        answer => absent_if_not_found(answer)?,
    };
    let states = found.iter().flat_map(DescribeInstanceHealthOutput::instance_states);
    Ok(Value::List(states.map(state).collect()))
}

fn state(state: &InstanceState) -> Value {
    let text = |text: Option<&str>| Value::from(text.map(str::to_owned));
    [
        ("instance_id", text(state.instance_id())),
        ("description", text(state.description())),
        ("state", text(state.state())),
        ("reason_code", text(state.reason_code())),
    ]
    .into_iter()
    .collect()
}

/// Registers instances, and returns all instances that are registered then.
pub(super) async fn register(
    aws: &Aws,
    balancer: &str,
    ids: &[String],
) -> Result<BTreeSet<String>, ApiError> {
    let call = aws.client::<Elb>().register_instances_with_load_balancer().load_balancer_name(balancer);
    let answer = call.set_instances(Some(instances(ids))).send().await;
    let answer = answer.map_err(failed("RegisterInstancesWithLoadBalancer", balancer))?;
    Ok(answer.instances().iter().filter_map(|it| it.instance_id.clone()).collect())
}

/// Deregisters instances, and returns all instances that are registered then.
pub(super) async fn deregister(
    aws: &Aws,
    balancer: &str,
    ids: &[String],
) -> Result<BTreeSet<String>, ApiError> {
    let call = aws.client::<Elb>().deregister_instances_from_load_balancer().load_balancer_name(balancer);
    let answer = call.set_instances(Some(instances(ids))).send().await;
    let answer = answer.map_err(failed("DeregisterInstancesFromLoadBalancer", balancer))?;
    Ok(answer.instances().iter().filter_map(|it| it.instance_id.clone()).collect())
}

pub(super) async fn delete(aws: &Aws, balancer: &str) -> Result<(), ApiError> {
    let answer = aws.client::<Elb>().delete_load_balancer().load_balancer_name(balancer).send().await;
    answer.map(drop).map_err(failed("DeleteLoadBalancer", balancer))
}

fn instances(ids: &[String]) -> Vec<Instance> {
    ids.iter().map(|id| Instance::builder().instance_id(id).build()).collect()
}
