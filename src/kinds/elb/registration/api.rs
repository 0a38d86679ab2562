//! The calls for registered instances.

use aws_sdk_elasticloadbalancing::types::{ConnectionDraining, Instance};
use futures::future::FutureExt;

use super::DRAINING;
use super::diff::Step;
use super::live::{Instances, Live, health};
use crate::Elb;
use aws::action::{Action, On};
use aws::crowd::read_each;
use aws::error::{absent_if_not_found, done_if_not_found, not_yet_if_not_found};
use aws::{ApiError, Aws, failed};
use kind::{Answers, Ask};
use model::Asked;

/// The IAM actions of these calls.
pub const ACTIONS: &[Action] = &[
    Action::on("elasticloadbalancing:DeregisterInstancesFromLoadBalancer", On::Balancer),
    Action::on("elasticloadbalancing:DescribeInstanceHealth", On::Anything),
    Action::on("elasticloadbalancing:DescribeLoadBalancerAttributes", On::Anything),
    Action::on("elasticloadbalancing:DescribeLoadBalancers", On::Anything),
    Action::on("elasticloadbalancing:RegisterInstancesWithLoadBalancer", On::Balancer),
];

/// Balancers whose instances are read in parallel, one per call.
const AT_ONCE: usize = 8;

pub(super) async fn describe(aws: &Aws, asks: &[Ask]) -> Answers<Live> {
    let mut answers = Answers::new();
    for (ask, answer) in read_each(asks, AT_ONCE, |ask| read(aws, ask).boxed()).await {
        answers.answer(&ask.reference, answer);
    }
    answers
}

async fn read(aws: &Aws, ask: &Ask) -> Result<Option<Live>, ApiError> {
    let balancer = ask.reference.name.as_str();
    let answer = aws.client::<Elb>().describe_instance_health().load_balancer_name(balancer).send().await;
    let found = absent_if_not_found(answer.map_err(failed("DescribeInstanceHealth", balancer)))?;
    let Some(found) = found else { return new_balancer(aws, balancer).await };
    let draining = if ask.aspects.has(DRAINING) { draining(aws, balancer).await? } else { Asked::NotAsked };
    let instances = found.instance_states().iter().filter_map(|state| {
        let described = health(state.state().unwrap_or_default(), state.description().unwrap_or_default());
        Some((state.instance_id()?.to_owned(), described))
    });
    let instances = Asked::Answer(Instances(instances.collect()));
    Ok(Some(Live { draining, balancer: balancer.to_owned(), instances }))
}

/// A new balancer, which AWS shows without its instances; none if there is no balancer.
async fn new_balancer(aws: &Aws, name: &str) -> Result<Option<Live>, ApiError> {
    let answer = aws.client::<Elb>().describe_load_balancers().load_balancer_names(name).send().await;
    let found = absent_if_not_found(answer.map_err(failed("DescribeLoadBalancers", name)))?;
    let is_there = found.is_some_and(|found| !found.load_balancer_descriptions().is_empty());
    let live = Live { balancer: name.to_owned(), instances: Asked::NotYet, draining: Asked::NotYet };
    Ok(is_there.then_some(live))
}

/// If draining is switched off, there is no wait.
async fn draining(aws: &Aws, balancer: &str) -> Result<Asked<u64>, ApiError> {
    let answer =
        aws.client::<Elb>().describe_load_balancer_attributes().load_balancer_name(balancer).send().await;
    let answer = not_yet_if_not_found(answer.map_err(failed("DescribeLoadBalancerAttributes", balancer)))?;
    Ok(answer.map(|answer| {
        let draining = answer.load_balancer_attributes().and_then(|all| all.connection_draining());
        let draining = draining.filter(|draining| draining.enabled()).and_then(ConnectionDraining::timeout);
        draining.and_then(|seconds| u64::try_from(seconds).ok()).unwrap_or(0)
    }))
}

pub(super) async fn apply(aws: &Aws, step: &Step) -> Result<(), ApiError> {
    match step {
        Step::Register { balancer, ids } => {
            let call =
                aws.client::<Elb>().register_instances_with_load_balancer().load_balancer_name(balancer);
            let answer = call.set_instances(Some(instances(ids))).send().await;
            answer.map(drop).map_err(failed("RegisterInstancesWithLoadBalancer", balancer))
        }
        Step::Deregister { balancer, ids } => {
            let call =
                aws.client::<Elb>().deregister_instances_from_load_balancer().load_balancer_name(balancer);
            let answer = call.set_instances(Some(instances(ids))).send().await;
            done_if_not_found(
                answer.map(drop).map_err(failed("DeregisterInstancesFromLoadBalancer", balancer)),
            )
        }
    }
}

fn instances(ids: &[String]) -> Vec<Instance> {
    ids.iter().map(|id| Instance::builder().instance_id(id).build()).collect()
}
