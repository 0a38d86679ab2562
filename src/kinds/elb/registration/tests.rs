use std::time::Duration;

use aws_sdk_elasticloadbalancing::Client;
use aws_sdk_elasticloadbalancing::operation::describe_instance_health::{
    DescribeInstanceHealthError, DescribeInstanceHealthOutput,
};
use aws_sdk_elasticloadbalancing::operation::describe_load_balancer_attributes::DescribeLoadBalancerAttributesOutput;
use aws_sdk_elasticloadbalancing::operation::describe_load_balancers::{
    DescribeLoadBalancersError, DescribeLoadBalancersOutput,
};
use aws_sdk_elasticloadbalancing::types::{
    ConnectionDraining, InstanceState, LoadBalancerAttributes, LoadBalancerDescription,
};
use aws_smithy_mocks::{RuleMode, mock};
use aws_smithy_types::error::ErrorMetadata;

use super::live::{Health, Instances, Live};
use super::spec::Spec;
use super::want::Want;
use super::*;
use crate::Elb;
use aws::Fault;
use kind::waiting::WaitArguments;
use model::Asked;
use model::plan::changes_to_value;

fn want(registered: bool, wait: bool) -> Want {
    let instances = ["i-1", "i-2"].map(str::to_owned).into();
    let waiting = WaitArguments { is_on: wait, deadline: None };
    let spec = Spec { balancer: "web".to_owned(), registered, instances, waiting, gate: None };
    Want { spec, is_promised: false }
}

fn live(instances: &[(&str, Health)]) -> Live {
    let instances = instances.iter().map(|(id, health)| ((*id).to_owned(), *health)).collect();
    Live { balancer: "web".to_owned(), instances: Instances(instances).into(), draining: Asked::NotAsked }
}

fn steps(want: &Want, live: &Live) -> Vec<String> {
    Registration::diff(want, Some(live)).steps.iter().map(ToString::to_string).collect()
}

#[test]
fn registering_adds_missing_ones_and_removes_none() {
    let there = live(&[("i-1", Health::OutOfService), ("i-2", Health::Leaving), ("i-9", Health::InService)]);
    assert_eq!(steps(&want(true, false), &there), ["register i-2"]);
    let plan = Registration::diff(&want(true, false), Some(&there));
    let shown = changes_to_value(&plan.changes).to_json();
    assert_eq!(
        shown,
        serde_json::json!({"old": {"instances": "i-1\ni-9"}, "new": {"instances": "i-1\ni-2\ni-9"}})
    );
    let all = live(&[("i-1", Health::OutOfService), ("i-2", Health::InService)]);
    assert!(Registration::diff(&want(true, false), Some(&all)).is_empty());
}

#[test]
fn deregistering_removes_only_registered_ones() {
    let there = live(&[("i-1", Health::InService), ("i-2", Health::Leaving), ("i-9", Health::InService)]);
    assert_eq!(steps(&want(false, false), &there), ["deregister i-1"]);
    let gone = live(&[("i-2", Health::Leaving), ("i-9", Health::InService)]);
    assert!(Registration::diff(&want(false, false), Some(&gone)).is_empty());
}

#[test]
fn waiting_ends_in_service_or_with_the_last_request() {
    let busy = |want: &Want, live: &Live| Registration::diff(want, Some(live)).busy;
    let starting = live(&[("i-1", Health::OutOfService), ("i-2", Health::InService)]);
    assert_eq!(busy(&want(true, true), &starting).as_deref(), Some("i-1 to be in service"));
    assert_eq!(busy(&want(true, false), &starting), None);
    let leaving = live(&[("i-1", Health::Leaving)]);
    assert!(busy(&want(false, true), &leaving).is_some());
    assert_eq!(busy(&want(false, true), &live(&[])), None);
}

#[test]
fn a_deregistration_ends_a_minute_after_the_draining_time_by_default() {
    let leaving = Live { draining: 300.into(), ..live(&[("i-1", Health::Leaving)]) };
    let deadline = |want: &Want| Registration::diff(want, Some(&leaving)).deadline;
    assert_eq!(deadline(&want(false, true)), Some(Duration::from_secs(360)));
    let mut sooner = want(false, true);
    sooner.spec.waiting.deadline = Some(Duration::from_secs(5));
    assert_eq!(deadline(&sooner), Some(Duration::from_secs(5)));
    assert!(Registration::aspects(&want(false, true).spec).has(DRAINING));
    assert_eq!(Registration::aspects(&sooner.spec), Aspects::NONE);
    assert_eq!(Registration::aspects(&want(true, true).spec), Aspects::NONE);
}

#[tokio::test]
async fn the_draining_time_is_read_only_on_request() {
    let found = mock!(Client::describe_instance_health)
        .then_output(|| DescribeInstanceHealthOutput::builder().build());
    let attributes = mock!(Client::describe_load_balancer_attributes).then_output(|| {
        let draining = ConnectionDraining::builder().enabled(true).timeout(300).build();
        let attributes = LoadBalancerAttributes::builder().connection_draining(draining).build();
        DescribeLoadBalancerAttributesOutput::builder().load_balancer_attributes(attributes).build()
    });
    let aws = canned::aws(|clients| clients.answer::<Elb>(RuleMode::MatchAny, &[&found, &attributes]));
    let reference = Reference::new(Registration::KIND, "web");
    let mut seen = vec![];
    for aspects in [Aspects::NONE, DRAINING] {
        let asks = [Ask { reference: reference.clone(), aspects }];
        let answers = Registration::describe(&aws, &asks).await.0;
        seen.push((answers[&reference].clone().unwrap().unwrap().draining, attributes.num_calls()));
    }
    assert_eq!(seen, [(Asked::NotAsked, 0), (Asked::Answer(300), 1)]);
}

#[test]
fn without_a_balancer_registering_is_refused_and_deregistering_is_done() {
    assert_eq!(Registration::diff(&want(true, false), None).refusals.len(), 1);
    let plan = Registration::diff(&want(false, false), None);
    assert!(plan.is_empty() && plan.warnings.len() == 1);
    let promised = Want { is_promised: true, ..want(true, false) };
    let plan = Registration::diff(&promised, None);
    assert!(plan.steps.is_empty() && plan.refusals.is_empty() && plan.changes.len() == 1, "{plan:?}");
}

#[tokio::test]
async fn draining_instances_count_as_leaving_and_only_an_unknown_balancer_is_absent() {
    let found = mock!(Client::describe_instance_health)
        .match_requests(|request| request.load_balancer_name() == Some("web"))
        .then_output(|| {
            let state = |id: &str, state: &str, description: &str| {
                InstanceState::builder().instance_id(id).state(state).description(description).build()
            };
            DescribeInstanceHealthOutput::builder()
                .instance_states(state("i-1", "InService", "N/A"))
                .instance_states(state("i-2", "InService", "Instance deregistration currently in progress."))
                .instance_states(state("i-3", "OutOfService", "Instance registration is still in progress."))
                .build()
        });
    let refused = |name: &'static str, code: &'static str| {
        mock!(Client::describe_instance_health)
            .match_requests(move |request| request.load_balancer_name() == Some(name))
            .then_error(move || {
                DescribeInstanceHealthError::generic(ErrorMetadata::builder().code(code).build())
            })
    };
    let (unknown, denied) = (refused("none", "LoadBalancerNotFound"), refused("secret", "AccessDenied"));
    let new = refused("new", "LoadBalancerNotFound");
    let shown = mock!(Client::describe_load_balancers)
        .match_requests(|request| request.load_balancer_names() == ["new"])
        .then_output(|| {
            let new = LoadBalancerDescription::builder().load_balancer_name("new").build();
            DescribeLoadBalancersOutput::builder().load_balancer_descriptions(new).build()
        });
    let not_there = mock!(Client::describe_load_balancers).then_error(|| {
        DescribeLoadBalancersError::generic(ErrorMetadata::builder().code("LoadBalancerNotFound").build())
    });
    let rules = [&found, &unknown, &denied, &new, &shown, &not_there];
    let aws = canned::aws(|clients| clients.answer::<Elb>(RuleMode::MatchAny, &rules));
    let asks = ["web", "none", "secret", "new"]
        .map(|name| Ask { reference: Reference::new(Registration::KIND, name), aspects: Aspects::NONE });
    let answers = Registration::describe(&aws, &asks).await.0;
    let live = answers[&asks[0].reference].clone().unwrap().unwrap();
    assert_eq!(
        live.instances.answer().unwrap().0.values().copied().collect::<Vec<_>>(),
        [Health::InService, Health::Leaving, Health::OutOfService]
    );
    assert_eq!(Registration::attribute(&live, "ids"), Some(vec!["i-1", "i-3"].into()));
    assert_eq!(answers[&asks[1].reference], Ok(None));
    let new = answers[&asks[3].reference].clone().unwrap().unwrap();
    let plan = Registration::diff(&want(true, false), Some(&new));
    assert!(plan.steps.is_empty() && plan.refusals.is_empty() && plan.busy.is_some(), "{plan:?}");
    assert_eq!(answers[&asks[2].reference].clone().unwrap_err().fault, Fault::Denied);
}
