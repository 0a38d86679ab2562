//! Inline and managed policies.

use indexmap::IndexMap;

use super::Step;
use crate::aws::policy;
use crate::model::{Change, Ident, Map, Plan, Value};
use crate::resources::iam::role::live::Live;
use crate::resources::iam::role::names::Want;
use crate::resources::iam::role::spec::Spec;

/// Policies by name.
type Documents = IndexMap<String, String>;

/// The change tells the names as Salt does, and the documents of those whose content differs.
pub(super) fn inline(want: &Spec, live: &Live) -> Plan<Step> {
    let Some(wanted) = &want.inline else { return Plan::nothing() };
    live.inline.compared("inline policies", |live| compare_inline(want, wanted, live))
}

fn compare_inline(want: &Spec, wanted: &Documents, live: &Documents) -> Plan<Step> {
    let mut plan = Plan::nothing();
    let mut documents = (Map::new(), Map::new());
    for (name, document) in wanted {
        let current = live.get(name);
        if current.is_some_and(|current| policy::is_same(document, current)) {
            continue;
        }
        if let Some(current) = current {
            documents.0.insert(name.as_str().into(), policy::to_shown(current));
            documents.1.insert(name.as_str().into(), policy::to_shown(document));
        }
        plan.steps.push(Step::PutPolicy {
            role: want.name.clone(),
            policy: name.clone(),
            document: document.clone(),
        });
    }
    let surplus = live.keys().filter(|name| want.is_inline_exclusive && !wanted.contains_key(*name));
    for name in surplus {
        plan.steps.push(Step::DeletePolicy { role: want.name.clone(), policy: name.clone() });
    }
    if !plan.steps.is_empty() {
        let kept = live.keys().filter(|name| !want.is_inline_exclusive && !wanted.contains_key(*name));
        let new = wanted.keys().chain(kept);
        plan.changes.push(Change::update("policies", names(live.keys()), names(new)));
    }
    if !documents.0.is_empty() {
        let (old, new) = documents;
        plan.changes.push(Change::update("policy_documents", Value::Map(old), Value::Map(new)));
    }
    plan
}

fn names<'a>(names: impl Iterator<Item = &'a String>) -> Value {
    let mut names: Vec<&str> = names.map(String::as_str).collect();
    names.sort_unstable();
    names.into()
}

pub(super) fn managed(want: &Want, live: &Live) -> Plan<Step> {
    let Some(wanted) = &want.managed else { return Plan::nothing() };
    live.managed.compared("managed policies", |live| compare_managed(want, wanted, live))
}

fn compare_managed(want: &Want, wanted: &[Ident], live: &[String]) -> Plan<Step> {
    let mut plan = Plan::nothing();
    let is_attached = |arn: &Ident| live.iter().any(|live| arn.known() == Some(live));
    let is_wanted = |arn: &String| wanted.iter().any(|want| want.known() == Some(arn));
    let role = &want.spec.name;
    for arn in wanted.iter().filter(|arn| !is_attached(arn)) {
        plan.steps.push(Step::Attach { role: role.clone(), arn: arn.clone() });
    }
    for arn in live.iter().filter(|arn| !is_wanted(arn)) {
        plan.steps.push(Step::Detach { role: role.clone(), arn: arn.clone() });
    }
    if !plan.steps.is_empty() {
        let mut new: Vec<&str> = wanted.iter().map(Ident::as_str).collect();
        new.sort_unstable();
        plan.changes.push(Change::update("managed_policies", names(live.iter()), new));
    }
    plan
}

/// All policies go. What was not read stays, and the role with it.
pub(super) fn remove(role: &str, live: &Live) -> Plan<Step> {
    let mut plan = live.inline.compared("inline policies", |live| remove_inline(role, live));
    plan.extend(live.managed.compared("managed policies", |live| remove_managed(role, live)));
    plan
}

fn remove_inline(role: &str, live: &Documents) -> Plan<Step> {
    let mut plan = Plan::nothing();
    for name in live.keys() {
        plan.steps.push(Step::DeletePolicy { role: role.to_owned(), policy: name.clone() });
    }
    if !live.is_empty() {
        plan.changes.push(Change::update("policies", names(live.keys()), Vec::<Value>::new()));
    }
    plan
}

fn remove_managed(role: &str, live: &[String]) -> Plan<Step> {
    let mut plan = Plan::nothing();
    for arn in live {
        plan.steps.push(Step::Detach { role: role.to_owned(), arn: arn.clone() });
    }
    if !live.is_empty() {
        plan.changes.push(Change::update("managed_policies", names(live.iter()), Vec::<Value>::new()));
    }
    plan
}
