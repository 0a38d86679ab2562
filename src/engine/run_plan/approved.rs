//! A plan as the limit of a run.
//!
//! `apply` compares its plan with AWS before the first change. Somebody else may still change AWS between that and a
//! change of this run: therefore each change is compared with the plan again, right before it is made.

use std::collections::HashMap;

use super::collect::attribute;
use super::compare::agrees;
use super::{PlannedAction, PlannedState, RunPlan};
use crate::approval::Approval;
use crate::planned::PlannedThing;
use model::{Low, Outcome, Verdict};

/// The states of a plan, with the numbers of the run.
#[derive(Debug)]
pub struct Approved<'a> {
    states: HashMap<usize, &'a PlannedState>,
}

impl<'a> Approved<'a> {
    /// The plan, for a run of these calls.
    pub fn new(plan: &'a RunPlan, lows: &[Low]) -> Self {
        let by_name: HashMap<_, _> = plan
            .states
            .iter()
            .rev()
            .map(|it| ((it.function.as_str(), it.id.as_str(), it.name.as_str()), it))
            .collect();
        let find = |low: &Low| {
            by_name.get(&(low.full_function().as_str(), low.id.as_str(), low.name.as_str())).copied()
        };
        let states = lows.iter().enumerate();
        let states = states.filter_map(|(index, low)| Some((index, find(low)?))).collect();
        Self { states }
    }
}

impl Approval for Approved<'_> {
    fn thing(&self, state: usize, thing: &PlannedThing, is_first: bool) -> Result<(), String> {
        let state = self.states.get(&state).ok_or("the plan does not have this state")?;
        let planned = state.things.iter().find(|it| it.kind == thing.kind && it.name == thing.name);
        let planned =
            planned.ok_or_else(|| format!("the plan has no change of {} '{}'", thing.noun, thing.name))?;
        for (what, before, now) in
            [("account", &planned.account, &thing.account), ("region", &planned.region, &thing.region)]
        {
            match (before, now) {
                (Some(before), Some(now)) if before == now => {}
                (Some(before), Some(now)) => {
                    return Err(format!("its {what} was {before} in the plan, but now it is {now}"));
                }
                _ => return Err(format!("its {what} is not known, so it may be another than in the plan")),
            }
        }
        let is_new = matches!(planned.action, PlannedAction::Create | PlannedAction::Replace);
        if planned.action == PlannedAction::Unchanged {
            return Err("it differs now, but the plan leaves it as it is".to_owned());
        }
        if is_first && planned.action != thing.action {
            let (planned, now) = (planned.action.word(), thing.action.word());
            return Err(format!("the plan was to {planned} it, but now it is to {now}"));
        }
        if let (true, Some(before), Some(now)) = (is_first, &planned.id, &thing.id)
            && before != now
        {
            return Err(format!("its id was {before} in the plan, but now it is {now}"));
        }
        for now in thing.changes.iter().map(attribute) {
            let Some(before) = planned.attributes.iter().find(|it| it.path == now.path) else {
                // AWS gives a new thing defaults that only the look after its creation shows.
                if is_new && !is_first {
                    continue;
                }
                return Err(format!("{} differs now, but the plan leaves it as it is", now.path));
            };
            if is_first && before.old != now.old {
                return Err(format!(
                    "{} was {} in the plan, but AWS shows {}",
                    now.path, before.old, now.old
                ));
            }
            if (is_first || !is_new) && !agrees(&before.new, &now.new) {
                return Err(format!("{} would become {}, but in the plan {}", now.path, now.new, before.new));
            }
        }
        Ok(())
    }

    fn machine(&self, state: usize, foreseen: &Outcome) -> Result<(), String> {
        let would_act = foreseen.verdict == Verdict::WouldChange || foreseen.has_changes();
        let planned = self.states.get(&state).map(|state| state.action);
        match planned {
            Some(PlannedAction::Unchanged) | None if would_act => {
                Err("it would change something now, but the plan leaves it as it is".to_owned())
            }
            _ => Ok(()),
        }
    }
}
