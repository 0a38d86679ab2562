//! The tags and the instances of a balancer.

use super::{ElbCall, texts};
use crate::load_balancer::live::Live;
use crate::load_balancer::want::Want;
use aws::tags;
use model::{Change, Plan};

pub(super) fn diff(want: &Want, live: &Live) -> Plan<ElbCall> {
    let mut plan = Plan::nothing();
    if let Some(wanted) = &want.spec.tags {
        let untag = |gone: tags::Tags| ElbCall::Untag(gone.into_keys().collect());
        plan.extend(tags::compare(wanted, &live.tags, ElbCall::Tag, untag));
    }
    if let Some(wanted) = want.instances.as_ref().filter(|wanted| **wanted != live.instances) {
        plan.changes.push(Change::update("instances", texts(&live.instances), texts(wanted)));
        let added: Vec<String> = wanted.difference(&live.instances).cloned().collect();
        let left: Vec<String> = live.instances.difference(wanted).cloned().collect();
        plan.steps.extend((!added.is_empty()).then_some(ElbCall::Register(added)));
        plan.steps.extend((!left.is_empty()).then_some(ElbCall::Deregister(left)));
    }
    plan
}
