//! Guards and execution functions: what a function changes is known only after it was called.
//!
//! `module.run` calls functions that change AWS. A guard cannot judge such a call by its thing, so a run with guards
//! refuses it unless `functions` names the function. Functions that are combined states are judged as states.

use super::Guards;
use super::judge::Violation;
use crate::functions;
use crate::planned::PlannedAction;
use crate::run_plan::RunPlan;
use model::{Effect, Low, glob};

/// The functions that a state of the module `module` calls.
fn called(low: &Low) -> Vec<&str> {
    if low.state != "module" {
        return vec![];
    }
    let written: Vec<&str> =
        low.arguments.keys().map(String::as_str).filter(|name| name.contains('.')).collect();
    if written.is_empty() { vec![low.name.as_str()] } else { written }
}

impl Guards {
    /// The calls of functions that are refused, among these states of the plan.
    pub fn refused_calls<'a>(&self, plan: &RunPlan, lows: impl Iterator<Item = &'a Low>) -> Vec<Violation> {
        let mut all = vec![];
        for low in lows.filter(|low| low.state == "module") {
            let Some(state) = plan.state_of(low).filter(|it| it.action != PlannedAction::Unchanged) else {
                continue;
            };
            let refused = called(low).into_iter().filter_map(|name| self.call(name));
            all.extend(refused.map(|it| Violation { state: Some(state.title()), ..it }));
        }
        all
    }

    /// The refusal of a call, still without the state.
    pub(super) fn call(&self, function: &str) -> Option<Violation> {
        if self.is_empty() || self.functions.iter().any(|allowed| glob::is_match(allowed, function)) {
            return None;
        }
        let is_composite = crate::composed::find(function).is_some();
        let changes = functions::does(function).is_some_and(|does| does.contains(&Effect::ChangesAws));
        let what = format!(
            "guards cannot foresee what {function} changes: use a state, or name it in the guard 'functions'"
        );
        (changes && !is_composite).then(|| Violation { guard: "functions".to_owned(), state: None, what })
    }
}
