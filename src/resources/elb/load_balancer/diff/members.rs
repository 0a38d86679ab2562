//! The tags and the instances of a balancer.

use super::{BalancerCall, texts};
use crate::aws::tags;
use crate::model::{Change, Plan};
use crate::resources::elb::load_balancer::live::Live;
use crate::resources::elb::load_balancer::want::Want;

pub(super) fn diff(want: &Want, live: &Live) -> Plan<BalancerCall> {
    let mut plan = Plan::nothing();
    if let Some(wanted) = &want.spec.tags {
        let untag = |gone: tags::Tags| BalancerCall::Untag(gone.into_keys().collect());
        plan.extend(tags::compare(wanted, &live.tags, BalancerCall::Tag, untag));
    }
    if let Some(wanted) = want.instances.as_ref().filter(|wanted| **wanted != live.instances) {
        plan.changes.push(Change::update("instances", texts(&live.instances), texts(wanted)));
        let added: Vec<String> = wanted.difference(&live.instances).cloned().collect();
        let left: Vec<String> = live.instances.difference(wanted).cloned().collect();
        plan.steps.extend((!added.is_empty()).then_some(BalancerCall::Register(added)));
        plan.steps.extend((!left.is_empty()).then_some(BalancerCall::Deregister(left)));
    }
    plan
}
