//! Trust policy, description, session duration, boundary, tags, path.

use super::Step;
use crate::entity::plan;
use crate::role::live::{Details, Live};
use crate::role::names::Want;
use aws::{policy, tags};
use model::{Change, Plan};

pub(super) fn diff(want: &Want, live: &Live) -> Plan<Step> {
    let mut plan = Plan::nothing();
    path(want, live, &mut plan);
    trust(want, live, &mut plan);
    if want.spec.description.is_some() || want.spec.max_session.is_some() {
        plan.extend(live.details.compared("description and session duration", |live| details(want, live)));
    }
    plan.extend(boundary(want, live));
    plan.extend(tags(want, live));
    plan
}

fn path(want: &Want, live: &Live, plan: &mut Plan<Step>) {
    if let Some(path) = want.spec.path.as_ref().filter(|path| **path != live.path) {
        plan.refusals.push(format!(
            "the path of a role cannot change: '{}' has {}, not {path}. Leave out 'path', or delete the role first with boto_iam_role.absent",
            want.spec.name, live.path
        ));
    }
}

fn trust(want: &Want, live: &Live, plan: &mut Plan<Step>) {
    if let Some(trust) = want.spec.trust.as_ref().filter(|trust| !policy::is_same(trust, &live.trust)) {
        let change =
            Change::update("policy_document", policy::to_shown(&live.trust), policy::to_shown(trust));
        plan.then(change, Step::SetTrust { role: want.spec.name.clone(), document: trust.clone() });
    }
}

/// UpdateRole resets what a request leaves out, so the request repeats the setting that is not declared.
fn details(want: &Want, live: &Details) -> Plan<Step> {
    let mut plan = Plan::nothing();
    let spec = &want.spec;
    let description = spec.description.as_ref().filter(|text| **text != live.description);
    let max_session = spec.max_session.filter(|seconds| Some(*seconds) != live.max_session);
    if let Some(description) = description {
        plan.changes.push(Change::update("description", live.description.as_str(), description.as_str()));
    }
    if let Some(seconds) = max_session {
        plan.changes.push(Change::update("max_session_duration", live.max_session, seconds));
    }
    if description.is_some() || max_session.is_some() {
        plan.steps.push(Step::SetDetails {
            role: spec.name.clone(),
            description: description.unwrap_or(&live.description).clone(),
            max_session: max_session.or(live.max_session),
        });
    }
    plan
}

fn boundary(want: &Want, live: &Live) -> Plan<Step> {
    let role = || want.spec.name.clone();
    let set = |arn| Step::SetBoundary { role: role(), arn };
    let remove = || Step::RemoveBoundary { role: role() };
    plan::boundary(want.boundary.as_ref(), live.boundary.as_ref(), set, remove)
}

fn tags(want: &Want, live: &Live) -> Plan<Step> {
    let Some(wanted) = &want.spec.tags else { return Plan::nothing() };
    let role = || want.spec.name.clone();
    let untag = |gone: tags::Tags| Step::Untag { role: role(), keys: gone.into_keys().collect() };
    tags::difference(wanted, &live.tags).plan(|tags| Step::Tag { role: role(), tags }, untag)
}
