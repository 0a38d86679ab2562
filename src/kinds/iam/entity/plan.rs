//! What differs between the declared policies of an entity and those that it has.

use super::declared::{Documents, Policies};
use super::named::Boundary;
use aws::policy;
use model::{Asked, Change, Ident, Map, Plan, Value};

/// The steps that change policies: each kind of entity has its own calls.
pub(crate) trait PolicySteps: Sized {
    /// Puts an inline policy.
    fn put(entity: &str, policy: &str, document: &str) -> Self;

    /// Deletes an inline policy.
    fn delete(entity: &str, policy: &str) -> Self;

    /// Attaches a managed policy.
    fn attach(entity: &str, arn: &Ident) -> Self;

    /// Detaches a managed policy.
    fn detach(entity: &str, arn: &str) -> Self;

    /// True if this step removes a policy and `earlier` adds one: new policies are added before others are removed, so
    /// that the entity is never without both.
    fn takes_after(&self, earlier: &Self) -> bool;
}

/// [`PolicySteps`] for a `Step` whose variants name the entity by this field.
macro_rules! policy_steps {
    ($step:ident, $entity:ident) => {
        impl $crate::entity::plan::PolicySteps for $step {
            fn put(entity: &str, policy: &str, document: &str) -> Self {
                let (policy, document) = (policy.to_owned(), document.to_owned());
                Self::PutPolicy { $entity: entity.to_owned(), policy, document }
            }

            fn delete(entity: &str, policy: &str) -> Self {
                Self::DeletePolicy { $entity: entity.to_owned(), policy: policy.to_owned() }
            }

            fn attach(entity: &str, arn: &::model::Ident) -> Self {
                Self::Attach { $entity: entity.to_owned(), arn: arn.clone() }
            }

            fn detach(entity: &str, arn: &str) -> Self {
                Self::Detach { $entity: entity.to_owned(), arn: arn.to_owned() }
            }

            fn takes_after(&self, earlier: &Self) -> bool {
                matches!(self, Self::DeletePolicy { .. } | Self::Detach { .. })
                    && matches!(earlier, Self::PutPolicy { .. } | Self::Attach { .. })
            }
        }
    };
}

pub(crate) use policy_steps;

/// The change shows the names as Salt does, and the documents whose content differs.
pub(crate) fn inline<S: PolicySteps>(entity: &str, want: &Policies, live: &Asked<Documents>) -> Plan<S> {
    let Some(wanted) = &want.inline else { return Plan::nothing() };
    live.compared("inline policies", |live| compare_inline(entity, wanted, want.keeps_inline, live))
}

fn compare_inline<S: PolicySteps>(
    entity: &str,
    wanted: &Documents,
    keeps: bool,
    live: &Documents,
) -> Plan<S> {
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
        plan.steps.push(S::put(entity, name, document));
    }
    let (kept, surplus): (Vec<_>, Vec<_>) =
        live.keys().filter(|name| !wanted.contains_key(*name)).partition(|_| keeps);
    plan.steps.extend(surplus.into_iter().map(|name| S::delete(entity, name)));
    if !plan.steps.is_empty() {
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

/// All declared managed policies, with names resolved.
pub(crate) fn managed<S: PolicySteps>(
    entity: &str,
    wanted: Option<&[Ident]>,
    keeps: bool,
    live: &Asked<Vec<String>>,
) -> Plan<S> {
    let Some(wanted) = wanted else { return Plan::nothing() };
    live.compared("managed policies", |live| compare_managed(entity, wanted, keeps, live))
}

fn compare_managed<S: PolicySteps>(entity: &str, wanted: &[Ident], keeps: bool, live: &[String]) -> Plan<S> {
    let mut plan = Plan::nothing();
    let is_attached = |arn: &Ident| live.iter().any(|live| arn.known() == Some(live));
    let is_wanted = |arn: &String| wanted.iter().any(|want| want.known() == Some(arn));
    plan.steps.extend(wanted.iter().filter(|arn| !is_attached(arn)).map(|arn| S::attach(entity, arn)));
    let (kept, surplus): (Vec<_>, Vec<_>) = live.iter().filter(|arn| !is_wanted(arn)).partition(|_| keeps);
    plan.steps.extend(surplus.into_iter().map(|arn| S::detach(entity, arn)));
    if !plan.steps.is_empty() {
        let mut new: Vec<&str> = wanted.iter().map(Ident::as_str).collect();
        new.extend(kept.into_iter().map(String::as_str));
        new.sort_unstable();
        plan.changes.push(Change::update("managed_policies", names(live.iter()), new));
    }
    plan
}

/// Removes all policies. What was not read stays, and so does the entity.
pub(crate) fn remove<S: PolicySteps>(
    entity: &str,
    inline: &Asked<Documents>,
    managed: &Asked<Vec<String>>,
) -> Plan<S> {
    let mut plan = inline.compared("inline policies", |live| {
        compare_all(live.keys(), "policies", |policy| S::delete(entity, policy))
    });
    plan.extend(managed.compared("managed policies", |live| {
        compare_all(live.iter(), "managed_policies", |arn| S::detach(entity, arn))
    }));
    plan
}

fn compare_all<'a, S>(
    live: impl ExactSizeIterator<Item = &'a String> + Clone,
    path: &str,
    step: impl Fn(&str) -> S,
) -> Plan<S> {
    let mut plan = Plan::nothing();
    if live.len() > 0 {
        plan.changes.push(Change::update(path, names(live.clone()), Vec::<Value>::new()));
    }
    plan.steps.extend(live.map(|name| step(name)));
    plan
}

/// The permissions boundary, set or removed in place.
pub(crate) fn boundary<S>(
    want: Option<&Boundary>,
    live: Option<&String>,
    set: impl FnOnce(Ident) -> S,
    remove: impl FnOnce() -> S,
) -> Plan<S> {
    let mut plan = Plan::nothing();
    match (want, live) {
        (Some(Boundary::Nothing), Some(arn)) => {
            plan.then(Change::delete("permissions_boundary", arn.as_str()), remove());
        }
        (Some(Boundary::Policy(arn)), live) if live.is_none() || arn.known() != live.map(String::as_str) => {
            plan.then(Change::update("permissions_boundary", live.cloned(), arn), set(arn.clone()));
        }
        _ => {}
    }
    plan
}
