//! Finds the parts of a plan that the guards refuse. Pure.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::Guards;
use crate::planned::PlannedAction;
use crate::run_plan::reach::{Opening, lost_share, openings};
use crate::run_plan::{RunPlan, Thing};
use model::glob;

/// One refusal of the guards.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct Violation {
    /// The guard: `max_deletes`.
    pub guard: String,
    /// The state that would do it; none if only all of them together exceed the limit.
    pub state: Option<String>,
    /// What is refused and what is allowed, one sentence without a full stop.
    pub what: String,
}

impl fmt::Display for Violation {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(state) = &self.state {
            write!(out, "{state}: ")?;
        }
        write!(out, "{} (guard {})", self.what, self.guard)
    }
}

fn counted(count: usize) -> String {
    if count == 1 { "1 thing".to_owned() } else { format!("{count} things") }
}

/// Guards ignore states of the machine.
fn is_of_aws(thing: &Thing) -> bool {
    !thing.kind.starts_with("machine.") && thing.action != PlannedAction::Unchanged
}

fn goes(thing: &Thing) -> bool {
    matches!(thing.action, PlannedAction::Delete | PlannedAction::Replace)
}

impl Guards {
    /// All refused parts of a plan.
    pub fn violations(&self, plan: &RunPlan) -> Vec<Violation> {
        let things: Vec<&Thing> = plan.things().map(|(_, thing)| thing).filter(|it| is_of_aws(it)).collect();
        let mut all = self.too_many(things.iter().copied());
        for (state, thing) in plan.things().filter(|(_, thing)| is_of_aws(thing)) {
            let of_thing = self.about(thing);
            all.extend(of_thing.into_iter().map(|it| Violation { state: Some(state.title()), ..it }));
        }
        all
    }

    /// The refusals by number and share.
    pub(super) fn too_many<'a>(&self, things: impl Iterator<Item = &'a Thing>) -> Vec<Violation> {
        let (mut deleted, mut replaced) = (vec![], vec![]);
        for thing in things.filter(|thing| goes(thing)) {
            let title = format!("{} '{}'", thing.noun, thing.name);
            if thing.action == PlannedAction::Replace {
                replaced.push(title.clone());
            }
            deleted.push(title);
        }
        let judge = |guard: &str, limit: Option<usize>, verb: &str, found: Vec<String>| {
            let limit = limit.filter(|limit| found.len() > *limit)?;
            let what = format!(
                "the run {verb} {}, but at most {limit} are allowed: {}",
                counted(found.len()),
                found.join(", ")
            );
            Some(Violation { guard: guard.to_owned(), state: None, what })
        };
        let deletes = judge("max_deletes", self.max_deletes, "deletes", deleted);
        let replacements = judge("max_replacements", self.max_replacements, "replaces", replaced);
        deletes.into_iter().chain(replacements).collect()
    }

    /// The refusals of one thing by itself, still without the state.
    pub(super) fn about(&self, thing: &Thing) -> Vec<Violation> {
        if !is_of_aws(thing) {
            return vec![];
        }
        let title = format!("{} '{}'", thing.noun, thing.name);
        let mut all = vec![];
        let mut refuse =
            |guard: &str, what| all.push(Violation { guard: guard.to_owned(), state: None, what });
        // A place that is not known may be any place.
        if let Some(allowed) = &self.accounts {
            match &thing.account {
                Some(found) if allowed.contains(found) => {}
                Some(found) => refuse("accounts", format!("{title} is in {found}")),
                None => refuse("accounts", format!("the account of {title} is not known")),
            }
        }
        if let Some(allowed) = self.regions.as_ref().filter(|_| !thing.is_global()) {
            match &thing.region {
                Some(found) if allowed.contains(found) => {}
                Some(found) => refuse("regions", format!("{title} is in {found}")),
                None => refuse("regions", format!("the region of {title} is not known")),
            }
        }
        for opening in openings(thing).iter().filter(|opening| self.is_closed(opening)) {
            refuse("open_ports", format!("{title} {opening}"));
        }
        if let (Some(limit), Some(share)) = (self.max_group_share, lost_share(thing))
            && share.percent > limit
        {
            refuse("max_group_share", format!("{title} {share}, but at most {limit} % are allowed"));
        }
        if goes(thing) {
            if self
                .protected
                .iter()
                .any(|it| glob::is_match(&it.0, &thing.kind) && glob::is_match(&it.1, &thing.name))
            {
                refuse(
                    "protected",
                    format!("{title} is protected, but the run would {} it", thing.action.word()),
                );
            }
            if let Some(reason) = self.tagged(thing) {
                refuse(
                    "protected_tag",
                    format!("{title} {reason}, but the run would {} it", thing.action.word()),
                );
            }
        }
        all
    }

    fn is_closed(&self, opening: &Opening) -> bool {
        let within = |(from, to): &(i64, i64)| opening.ports.is_some_and(|it| *from <= it.0 && it.1 <= *to);
        self.open_ports.as_ref().is_some_and(|open| !open.iter().any(within))
    }

    /// Why the tag protects a thing. A thing whose tags were not read may have it.
    fn tagged(&self, thing: &Thing) -> Option<String> {
        let (key, wanted) = self.protected_tag.as_ref()?;
        let Some(tags) = &thing.tags else {
            return Some(format!("may have the tag '{key}': its tags were not read"));
        };
        let found = tags.get(key)?;
        let is_it = wanted.as_ref().is_none_or(|wanted| found.as_str() == Some(wanted));
        is_it.then(|| format!("has the tag '{key}'"))
    }
}
