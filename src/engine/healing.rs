//! Healing: the differences that `watch` may correct by itself. Pure.
//!
//! A list names kinds and things. A state is healed if all its differences are on the list, and nothing is deleted or
//! replaced.

use super::planned::PlannedAction;
use super::run_plan::{PlannedState, RunPlan, Tally, Thing};
use model::glob;

/// The things that may be healed: patterns of kinds and of names.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct AllowList(Vec<(String, String)>);

impl AllowList {
    /// Reads patterns with commas between them: `sqs.queue:myapp-*,cloudwatch.alarm:*`.
    ///
    /// # Errors
    /// The first entry that is not a kind, a colon and a name.
    pub fn read(text: &str) -> Result<Self, String> {
        let pattern = |text: &str| {
            let (kind, name) = text.split_once(':').unwrap_or((text, ""));
            let is_whole = kind.contains('.') && !name.is_empty();
            is_whole.then(|| (kind.to_owned(), name.to_owned())).ok_or_else(|| text.to_owned())
        };
        text.split(',').map(|text| pattern(text.trim())).collect::<Result<_, _>>().map(Self)
    }

    /// The part of a plan that may be applied.
    pub fn healable(&self, plan: &RunPlan) -> RunPlan {
        let states: Vec<PlannedState> =
            plan.states.iter().filter(|it| self.is_healable(it)).cloned().collect();
        RunPlan { summary: Tally::of(&states), states, refused: vec![], ..plan.clone() }
    }

    fn is_healable(&self, state: &PlannedState) -> bool {
        let mut differing =
            state.things.iter().filter(|thing| thing.action != PlannedAction::Unchanged).peekable();
        !state.failed && differing.peek().is_some() && differing.all(|thing| self.allows(thing))
    }

    fn allows(&self, thing: &Thing) -> bool {
        let is_gentle = matches!(thing.action, PlannedAction::Create | PlannedAction::Change);
        let is_meant = |(kind, name): &(String, String)| {
            glob::is_match(kind, &thing.kind) && glob::is_match(name, &thing.name)
        };
        is_gentle && !thing.kind.starts_with("machine.") && self.0.iter().any(is_meant)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run_plan::VERSION;

    fn thing(kind: &str, name: &str, action: PlannedAction) -> Thing {
        Thing {
            kind: kind.to_owned(),
            noun: "thing".to_owned(),
            name: name.to_owned(),
            named_by: std::collections::BTreeMap::new(),
            id: None,
            identity: None,
            region: None,
            account: None,
            action,
            attributes: vec![],
            steps: vec![],
            depends_on: vec![],
            blast_radius: vec![],
            tags: None,
        }
    }

    fn state(id: &str, things: Vec<Thing>) -> PlannedState {
        PlannedState {
            id: id.to_owned(),
            function: "x.present".to_owned(),
            name: id.to_owned(),
            sls: "app".to_owned(),
            declared_at: "app.sls:1:1".to_owned(),
            action: PlannedAction::Change,
            failed: false,
            comment: String::new(),
            triggered_by: vec![],
            things,
            warnings: vec![],
        }
    }

    fn healed(list: &str, states: Vec<PlannedState>) -> Vec<String> {
        let plan = RunPlan { format_version: VERSION, summary: Tally::of(&states), states, refused: vec![] };
        let list = AllowList::read(list).expect("a list");
        list.healable(&plan).states.into_iter().map(|state| state.id).collect()
    }

    #[test]
    fn only_what_is_on_the_list_is_healed() {
        use PlannedAction::{Change, Create, Delete, Replace, Unchanged};
        let states = || {
            vec![
                state("changed", vec![thing("sqs.queue", "app-jobs", Change)]),
                state("made", vec![thing("sqs.queue", "app-mail", Create)]),
                state("deleted", vec![thing("sqs.queue", "app-old", Delete)]),
                state("replaced", vec![thing("sqs.queue", "app-new", Replace)]),
                state("same", vec![thing("sqs.queue", "app-same", Unchanged)]),
                state("other name", vec![thing("sqs.queue", "jobs", Change)]),
                state("other kind", vec![thing("sns.topic", "app-news", Change)]),
                state(
                    "half",
                    vec![thing("sqs.queue", "app-a", Change), thing("route53.record", "app-b", Change)],
                ),
                state("machine", vec![thing("machine.file", "app-file", Change)]),
                PlannedState { failed: true, ..state("failed", vec![thing("sqs.queue", "app-x", Change)]) },
            ]
        };
        assert_eq!(healed("sqs.queue:app-*", states()), ["changed", "made"]);
        assert_eq!(healed("sns.*:*, sqs.queue:jobs", states()), ["other name", "other kind"]);
        assert_eq!(healed("*.*:*", states()).last().map(String::as_str), Some("half"));
    }

    #[test]
    fn a_pattern_names_a_kind_and_a_thing() {
        for text in ["jobs", "queue:jobs", "sqs.queue:", "", "sqs.queue:a,"] {
            assert!(AllowList::read(text).is_err(), "{text}");
        }
    }
}
