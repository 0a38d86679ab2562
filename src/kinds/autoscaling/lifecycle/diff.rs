//! Which actions must be completed.

use std::fmt;

use super::live::Live;
use super::spec::Spec;
use model::{Change, Plan};

/// One call.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// `CompleteLifecycleAction`.
    Complete { group: String, hook: String, instance: String, result: String },
}

impl fmt::Display for Step {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self::Complete { hook, result, .. } = self;
        write!(out, "complete {hook} with {result}")
    }
}

pub(super) fn diff(want: &Spec, live: Option<&Live>) -> Plan<Step> {
    let mut plan = Plan::nothing();
    let Some((live, phase)) = live.and_then(|live| Some((live, live.waits_for()?))) else { return plan };
    let step = |hook: &String| Step::Complete {
        group: live.group.clone(),
        hook: hook.clone(),
        instance: want.instance.clone(),
        result: want.result.clone(),
    };
    let hooks: Vec<&String> = match &want.hook {
        Some(hook) => vec![hook],
        None => match live.hooks.answer_or_refuse("lifecycle hooks", &mut plan.refusals) {
            Some(hooks) => hooks.iter().collect(),
            None => return plan,
        },
    };
    if hooks.is_empty() {
        plan.warnings.push(format!(
            "{} is {}, and group '{}' no longer has a hook for that: AWS continues without a call",
            want.instance, live.state, live.group
        ));
        return plan;
    }
    let next = if want.result == "ABANDON" { "Terminating" } else { phase.next() };
    plan.changes.push(Change::update("lifecycle_state", live.state.as_str(), next));
    plan.steps.extend(hooks.into_iter().map(step));
    plan
}
