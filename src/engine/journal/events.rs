//! From the events of a run to the lines of its file.

use super::entry::{Called, Entry, StateName};
use crate::event::Event;
use crate::planned::PlannedAction;
use crate::run_plan::{of_aws, of_machine};
use aws::calls;
use model::{Low, Value, Verdict};

/// The line of an event; nothing for events that the journal leaves out. `lows` are the states of the run.
pub fn of_event(event: &Event, lows: &[Low]) -> Option<Entry> {
    let name = |state: &usize| lows.get(*state).map(StateName::of);
    match event {
        Event::Planned { state, thing } => {
            let is_changed = thing.action != PlannedAction::Unchanged;
            let planned = |state| Entry::Planned { state, thing: Box::new(of_aws(thing)) };
            name(state).filter(|_| is_changed).map(planned)
        }
        Event::Predicted { state, outcome } => {
            let is_changed = outcome.verdict == Verdict::WouldChange || outcome.has_changes();
            let low = lows.get(*state).filter(|_| is_changed)?;
            let thing = of_machine((&low.state, &low.function), &low.name, &outcome.changes);
            Some(Entry::Planned { state: StateName::of(low), thing: Box::new(thing) })
        }
        Event::StepStarted { state, step } => Some(Entry::Step { state: name(state)?, step: step.clone() }),
        Event::StepDone { state, step, proof } => {
            Some(Entry::Done { state: name(state)?, step: step.clone(), proof: proof.clone() })
        }
        Event::Made { state, thing } => {
            Some(Entry::Made { state: name(state)?, thing: Box::new(of_aws(thing)) })
        }
        Event::Found { state, thing } => {
            Some(Entry::Found { state: name(state)?, thing: Box::new(of_aws(thing)) })
        }
        Event::StateFinished { state, outcome } => {
            let has_failed = outcome.verdict == Verdict::Failed;
            let is_recorded = has_failed || outcome.has_changes();
            name(state).filter(|_| is_recorded).map(|state| Entry::Ended {
                state,
                result: if has_failed { "failed" } else { "succeeded" }.to_owned(),
                comment: outcome.comment.clone(),
                changes: Value::Map(outcome.changes.clone()).to_json(),
            })
        }
        _ => None,
    }
}

/// The line of a call; nothing for a call that only reads.
pub fn of_call(called: &calls::Called, lows: &[Low]) -> Option<Entry> {
    called.changes().then(|| {
        Entry::Called(Called {
            state: called.state.and_then(|state| lows.get(state)).map(StateName::of),
            operation: called.name(),
            request_id: called.request_id.clone(),
            status: called.status,
            attempts: called.count.retries + 1,
            ms: u64::try_from(called.ended.duration_since(called.began).as_millis()).unwrap_or(u64::MAX),
        })
    })
}

impl Entry {
    /// True for the line of a change: it creates the file of a run. Other lines wait for one.
    pub(super) fn is_change(&self) -> bool {
        match self {
            // A state of the machine acts as soon as this is written.
            Self::Planned { thing, .. } => thing.kind.starts_with("machine."),
            Self::Step { .. } | Self::Called(_) => true,
            Self::Ended { changes, .. } => changes.as_object().is_some_and(|changes| !changes.is_empty()),
            Self::Begun(_)
            | Self::Done { .. }
            | Self::Made { .. }
            | Self::Found { .. }
            | Self::Finished(_)
            | Self::Unknown => false,
        }
    }
}
