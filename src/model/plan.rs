//! The plan of a state: changes to show, steps to do.

use std::time::Duration;

use super::{Map, Value, secret};

/// The action on a thing or on one aspect of it.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Action {
    /// It is created.
    Create,
    /// It is changed in place.
    Update,
    /// It is deleted.
    Delete,
}

impl Action {
    /// The sign in output.
    pub fn sign(self) -> char {
        match self {
            Self::Create => '+',
            Self::Update => '~',
            Self::Delete => '-',
        }
    }

    /// The word in JSON.
    pub fn word(self) -> &'static str {
        match self {
            Self::Create => "create",
            Self::Update => "update",
            Self::Delete => "delete",
        }
    }
}

/// One difference between want and live.
#[derive(Clone, Debug, PartialEq)]
pub struct Change {
    /// The action.
    pub action: Action,
    /// The aspect, as Salt names it in `changes` (`rules`, `health_check`); empty for the thing as a whole.
    pub path: String,
    /// What AWS says now.
    pub old: Value,
    /// What AWS will say after the run.
    pub new: Value,
    /// True when the values are secret: they are shown as `(hidden)`.
    pub hidden: bool,
}

impl Change {
    /// Something is created.
    pub fn create(path: impl Into<String>, new: impl Into<Value>) -> Self {
        Self { action: Action::Create, path: path.into(), old: Value::Null, new: new.into(), hidden: false }
    }

    /// Something is changed in place.
    pub fn update(path: impl Into<String>, old: impl Into<Value>, new: impl Into<Value>) -> Self {
        Self { action: Action::Update, path: path.into(), old: old.into(), new: new.into(), hidden: false }
    }

    /// Something is deleted.
    pub fn delete(path: impl Into<String>, old: impl Into<Value>) -> Self {
        Self { action: Action::Delete, path: path.into(), old: old.into(), new: Value::Null, hidden: false }
    }

    /// Marks the values as secret.
    #[must_use]
    pub fn hidden(mut self) -> Self {
        self.hidden = true;
        self
    }

    /// The old value as it may be shown.
    pub fn shown_old(&self) -> Value {
        secret::beside::value(&self.shown(&self.old), &self.new)
    }

    /// The new value as it may be shown.
    pub fn shown_new(&self) -> Value {
        self.shown(&self.new)
    }

    fn shown(&self, value: &Value) -> Value {
        if self.hidden && !value.is_null() { "(hidden)".into() } else { value.clone() }
    }
}

/// The plan of one round of the driver for one thing.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan<S> {
    /// The differences, for people. The first round lists all of them.
    pub changes: Vec<Change>,
    /// The next steps, in an order in which stopping after any step is safe.
    pub steps: Vec<S>,
    /// Notes for the author that need no action.
    pub warnings: Vec<String>,
    /// The reason why this cannot be done at all (an immutable aspect differs, …). If there is one, nothing is called.
    pub refusals: Vec<String>,
    /// What AWS is still busy with (`creating`, `i-1 to be in service`): the driver reads again until that has passed.
    /// It has an effect only if the plan has no steps.
    pub busy: Option<String>,
    /// The same for a thing that AWS is deleting: it is neither deleted again nor created anew before it is gone.
    pub deleting: Option<String>,
    /// When the driver stops reading again, counted from its first read; half an hour by default.
    pub deadline: Option<Duration>,
    /// After a wait, this many reads in a row must find nothing left to wait for; 0 and 1 mean one. For states that
    /// flap, such as health.
    pub streak: usize,
    /// Which step makes which change, by index: (change, step). [`Plan::then`] and [`Plan::link`] note it.
    pub links: Vec<(usize, usize)>,
}

impl<S> Default for Plan<S> {
    fn default() -> Self {
        Self {
            changes: vec![],
            steps: vec![],
            warnings: vec![],
            refusals: vec![],
            busy: None,
            deleting: None,
            deadline: None,
            streak: 0,
            links: vec![],
        }
    }
}

impl<S> Plan<S> {
    /// An empty plan.
    pub fn nothing() -> Self {
        Self::default()
    }

    /// One change, and the step that makes it.
    pub fn of(change: Change, step: S) -> Self {
        let mut plan = Self::nothing();
        plan.then(change, step);
        plan
    }

    /// Adds a change and the step that makes it.
    pub fn then(&mut self, change: Change, step: S) {
        self.links.push((self.changes.len(), self.steps.len()));
        self.changes.push(change);
        self.steps.push(step);
    }

    /// Notes that the last step makes the change at that index, perhaps beside others.
    pub fn link(&mut self, change: usize) {
        if let Some(step) = self.steps.len().checked_sub(1) {
            self.links.push((change, step));
        }
    }

    /// Whether a step creates the thing itself, in a plan for a missing thing: it is linked to the first change, or no
    /// step is.
    pub fn creates(&self, step: usize) -> bool {
        let mut makers =
            self.links.iter().filter(|(change, _)| *change == 0).map(|(_, step)| *step).peekable();
        makers.peek().is_none() || makers.any(|maker| maker == step)
    }

    /// True when all is as declared.
    pub fn is_empty(&self) -> bool {
        self.changes.is_empty()
            && self.steps.is_empty()
            && self.refusals.is_empty()
            && self.busy.is_none()
            && self.deleting.is_none()
    }

    /// Appends another plan to this one.
    pub fn extend(&mut self, other: Self) {
        let (changes, steps) = (self.changes.len(), self.steps.len());
        self.links.extend(other.links.into_iter().map(|(change, step)| (change + changes, step + steps)));
        self.changes.extend(other.changes);
        self.steps.extend(other.steps);
        self.warnings.extend(other.warnings);
        self.refusals.extend(other.refusals);
        self.busy = self.busy.take().or(other.busy);
        self.deleting = self.deleting.take().or(other.deleting);
        self.deadline = self.deadline.or(other.deadline);
        self.streak = self.streak.max(other.streak);
    }

    /// The aspects that a step changes, as far as the plan knows.
    pub fn paths(&self, step: usize) -> Vec<String> {
        let linked = self.links.iter().filter(|(_, linked)| *linked == step);
        linked.filter_map(|(change, _)| Some(self.changes.get(*change)?.path.clone())).collect()
    }

    /// The same plan with other steps.
    pub fn map<T>(self, step: impl FnMut(S) -> T) -> Plan<T> {
        Plan {
            changes: self.changes,
            steps: self.steps.into_iter().map(step).collect(),
            warnings: self.warnings,
            refusals: self.refusals,
            busy: self.busy,
            deleting: self.deleting,
            deadline: self.deadline,
            streak: self.streak,
            links: self.links,
        }
    }
}

/// The changes in Salt's shape: `{"old": {aspect: …}, "new": {aspect: …}}`, or flat for the thing as a whole.
pub fn changes_to_value(changes: &[Change]) -> Value {
    let mut old = Value::Null;
    let mut new = Value::Null;
    for change in changes {
        put(&mut old, &change.path, change.shown_old());
        put(&mut new, &change.path, change.shown_new());
    }
    if changes.is_empty() {
        return Value::Map(Map::new());
    }
    [("old", old), ("new", new)].into_iter().collect()
}

fn put(side: &mut Value, path: &str, value: Value) {
    if path.is_empty() {
        if side.is_null() {
            *side = value;
        }
        return;
    }
    if !matches!(side, Value::Map(_)) {
        *side = Value::Map(Map::new());
    }
    if let Value::Map(map) = side {
        map.insert(path.into(), value);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_read_as_salt_writes_them() {
        let changes = [Change::create("secgroup", "web"), Change::update("tags", "a", "b").hidden()];
        let shown = changes_to_value(&changes).to_json();
        assert_eq!(
            shown,
            serde_json::json!({"old": {"secgroup": null, "tags": "(hidden)"}, "new": {"secgroup": "web", "tags": "(hidden)"}})
        );
    }

    #[test]
    fn a_whole_thing_is_flat() {
        let shown = changes_to_value(&[Change::create("", "queue")]).to_json();
        assert_eq!(shown, serde_json::json!({"old": null, "new": "queue"}));
    }

    #[test]
    fn a_step_knows_its_changes_also_in_a_joined_plan() {
        let one = |path: &str| {
            let mut plan = Plan::nothing();
            plan.then(Change::create(path, 1), path.to_owned());
            plan
        };
        let mut plan = one("a");
        plan.steps.push("unlinked".to_owned());
        plan.extend(one("b"));
        assert_eq!(
            [plan.paths(0), plan.paths(1), plan.paths(2)],
            [vec!["a".to_owned()], vec![], vec!["b".to_owned()]]
        );
    }

    #[test]
    fn no_change_is_an_empty_mapping() {
        assert_eq!(changes_to_value(&[]).to_json(), serde_json::json!({}));
    }
}
