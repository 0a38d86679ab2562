//! What the journal proves: the changes that a run made, and the attributes that earlier runs set.

use std::collections::{BTreeMap, HashMap};

use serde_json::Value as Json;

use crate::event::StepProof;
use crate::journal::{Called, Entry, Loaded, StateName};
use crate::planned::PlannedAction;
use crate::run_plan::Thing;

/// The attributes that runs set on a thing.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Observed {
    /// The state function that made it: `boto_sqs.present`.
    pub function: String,
    /// Its attributes, by path. None: it was a secret.
    pub attributes: BTreeMap<String, Option<Json>>,
}

/// How the journal proves a change.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Proof {
    /// AWS answered the creation. The identity is that of the first look after it.
    Made {
        /// The id, ARN or creation time; none if the kind has none.
        identity: Option<String>,
        /// True if a look after the creation is in the journal.
        is_seen: bool,
    },
    /// AWS answered a step, or a look showed its effect.
    Changed,
    /// A call was sent, and its answer is not in the journal. The text says what is missing.
    Unknown(String),
}

/// A change of a run.
#[derive(Clone, Debug)]
pub(super) struct RunChange<'a> {
    /// The state that made it.
    pub state: &'a StateName,
    /// The thing, as the run found it.
    pub thing: &'a Thing,
    /// Why the change is this run's.
    pub proof: Proof,
    /// True if the last look of the run found no difference.
    pub is_complete: bool,
    /// The id of the thing at the last look.
    pub left_id: Option<&'a str>,
}

/// What distinguishes two things.
pub(super) type Key<'a> = (&'a str, &'a str, Option<&'a str>, Option<&'a str>);

/// The key of a thing.
pub(super) fn key(thing: &Thing) -> Key<'_> {
    (&thing.kind, &thing.name, thing.region.as_deref(), thing.account.as_deref())
}

/// What the lines of a run say about one planned change.
struct Course<'a> {
    state: &'a StateName,
    thing: &'a Thing,
    done: Vec<&'a StepProof>,
    made: Option<&'a Thing>,
    is_complete: bool,
    left_id: Option<&'a str>,
}

/// The calls of one state that have no thing of their own in the journal.
#[derive(Default)]
struct Traffic {
    begun: usize,
    refused: usize,
    has_changes: bool,
}

/// The changes of a run that its journal proves, or cannot rule out. A change that AWS refused is none.
pub(super) fn changes(run: &Loaded) -> Vec<RunChange<'_>> {
    let mut courses: Vec<Course<'_>> = vec![];
    let mut known: HashMap<(&str, &str, &str, &str), usize> = HashMap::new();
    let mut traffic: HashMap<(&str, &str), Traffic> = HashMap::new();
    for line in &run.lines {
        let Some(state) = line.entry.state() else { continue };
        let of_state = traffic.entry((&state.id, &state.name)).or_default();
        match &line.entry {
            Entry::Planned { thing, .. } if thing.action != PlannedAction::Unchanged => {
                let key = (state.id.as_str(), state.name.as_str(), thing.kind.as_str(), thing.name.as_str());
                let course =
                    Course { state, thing, done: vec![], made: None, is_complete: false, left_id: None };
                match known.get(&key).and_then(|index| courses.get_mut(*index)) {
                    // A further attempt found something else, and nothing had been done before it.
                    Some(earlier) if earlier.done.is_empty() => *earlier = course,
                    Some(_) => {}
                    None => {
                        known.insert(key, courses.len());
                        courses.push(course);
                    }
                }
            }
            Entry::Step { .. } => of_state.begun += 1,
            Entry::Called(Called { status: Some(400..=499), .. }) => of_state.refused += 1,
            Entry::Ended { changes, .. } => {
                of_state.has_changes |= changes.as_object().is_some_and(|changes| !changes.is_empty());
            }
            Entry::Done { proof, .. } => {
                let key = (state.id.as_str(), state.name.as_str(), proof.kind.as_str(), proof.name.as_str());
                if let Some(course) = known.get(&key).and_then(|index| courses.get_mut(*index)) {
                    course.done.push(proof);
                }
            }
            Entry::Made { thing, .. } | Entry::Found { thing, .. } => {
                let is_made = matches!(&line.entry, Entry::Made { .. });
                let key = (state.id.as_str(), state.name.as_str(), thing.kind.as_str(), thing.name.as_str());
                if let Some(course) = known.get(&key).and_then(|index| courses.get_mut(*index)) {
                    if is_made {
                        course.made.get_or_insert(thing);
                    } else {
                        course.is_complete = thing.attributes.is_empty();
                        course.left_id = thing.id.as_deref();
                    }
                }
            }
            _ => {}
        }
    }
    let mut changes = vec![];
    for course in courses {
        let of_state = traffic.get(&(course.state.id.as_str(), course.state.name.as_str()));
        let Some(proof) = proof(&course, of_state) else { continue };
        let Course { state, thing, is_complete, left_id, .. } = course;
        changes.push(RunChange { state, thing, proof, is_complete, left_id });
    }
    changes
}

/// The proof of a change; none if nothing was done.
fn proof(course: &Course<'_>, traffic: Option<&Traffic>) -> Option<Proof> {
    let traffic = traffic?;
    if course.thing.kind.starts_with("machine.") {
        return traffic.has_changes.then_some(Proof::Changed);
    }
    if course.done.is_empty() {
        // Each step that was begun was refused: nothing was carried out.
        let is_refused = traffic.begun <= traffic.refused;
        let why = "the journal does not hold AWS's answer to its call";
        return (!is_refused).then(|| Proof::Unknown(why.to_owned()));
    }
    if course.thing.action != PlannedAction::Create {
        return Some(Proof::Changed);
    }
    let creation: Vec<_> = course.done.iter().filter(|proof| proof.creates).collect();
    if creation.is_empty() {
        return Some(Proof::Unknown("somebody else made it while the run was about to".to_owned()));
    }
    if !creation.iter().any(|proof| proof.answered) {
        let why = "AWS did not answer its creation, so somebody else may have made it";
        return Some(Proof::Unknown(why.to_owned()));
    }
    let identity = course.made.and_then(identity);
    Some(Proof::Made { identity: identity.map(str::to_owned), is_seen: course.made.is_some() })
}

/// What distinguishes a thing from a later one of the same name.
pub(super) fn identity(thing: &Thing) -> Option<&str> {
    thing.identity.as_deref().or(thing.id.as_deref())
}

/// The result of earlier runs for a thing, the oldest run first; none if none of them made it.
pub(super) fn observed(earlier: &[RunChange<'_>]) -> Option<Observed> {
    let mut observed = None;
    for RunChange { state, thing: change, .. } in earlier {
        match change.action {
            PlannedAction::Delete => observed = None,
            PlannedAction::Create => {
                let function = state.function.clone();
                observed = Some(Observed { function, attributes: BTreeMap::new() });
            }
            PlannedAction::Change | PlannedAction::Replace | PlannedAction::Unchanged => {}
        }
        if let Some(observed) = &mut observed {
            let news = change.attributes.iter().filter(|it| !is_the_thing(&it.path, &it.new, change));
            let value = news.map(|it| (it.path.clone(), (!it.hidden).then(|| it.new.clone())));
            observed.attributes.extend(value);
        }
    }
    observed
}

/// True for the line of a change that only names the thing: `queue: jobs`, or a line without a path.
pub(super) fn is_the_thing(path: &str, value: &Json, thing: &Thing) -> bool {
    path.is_empty() || value.as_str() == Some(&thing.name)
}
