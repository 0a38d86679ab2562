//! What a state intends: changes to show, steps to do.

use std::time::Duration;

use super::{Map, Value};

/// What is done to a thing or to one aspect of it.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Action {
    /// It comes into being.
    Create,
    /// It is changed in place.
    Update,
    /// It is removed.
    Delete,
}

impl Action {
    /// The mnemonic sign.
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

/// One difference between what is wanted and what is.
#[derive(Clone, Debug, PartialEq)]
pub struct Change {
    /// What is done.
    pub action: Action,
    /// The aspect, as Salt names it in `changes` (`rules`, `health_check`); empty for the thing as a whole.
    pub path: String,
    /// What AWS says now.
    pub old: Value,
    /// What it will say.
    pub new: Value,
    /// True when the values are secret: they are shown as `(hidden)`.
    pub hidden: bool,
}

impl Change {
    /// Something comes into being.
    pub fn create(path: impl Into<String>, new: impl Into<Value>) -> Self {
        Self { action: Action::Create, path: path.into(), old: Value::Null, new: new.into(), hidden: false }
    }

    /// Something is changed in place.
    pub fn update(path: impl Into<String>, old: impl Into<Value>, new: impl Into<Value>) -> Self {
        Self { action: Action::Update, path: path.into(), old: old.into(), new: new.into(), hidden: false }
    }

    /// Something is removed.
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
        self.shown(&self.old)
    }

    /// The new value as it may be shown.
    pub fn shown_new(&self) -> Value {
        self.shown(&self.new)
    }

    fn shown(&self, value: &Value) -> Value {
        if self.hidden && !value.is_null() { "(hidden)".into() } else { value.clone() }
    }
}

/// Everything one round of the driver intends for one thing.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan<S> {
    /// What will differ, for people. The first round lists all of it.
    pub changes: Vec<Change>,
    /// What to do now, in an order in which stopping after any step is safe.
    pub steps: Vec<S>,
    /// What an author should know and need not act on.
    pub warnings: Vec<String>,
    /// Why this cannot be done at all (an immutable aspect differs, …): nothing is called then.
    pub refusals: Vec<String>,
    /// What AWS is still busy with (`deleting`, `creating`): the driver looks again until that has passed.
    pub settling: Option<String>,
    /// When the driver stops looking again, counted from its first look; half an hour by default.
    pub deadline: Option<Duration>,
}

impl<S> Default for Plan<S> {
    fn default() -> Self {
        Self {
            changes: vec![],
            steps: vec![],
            warnings: vec![],
            refusals: vec![],
            settling: None,
            deadline: None,
        }
    }
}

impl<S> Plan<S> {
    /// A plan that intends nothing.
    pub fn nothing() -> Self {
        Self::default()
    }

    /// Adds a change and the step that makes it.
    pub fn then(&mut self, change: Change, step: S) {
        self.changes.push(change);
        self.steps.push(step);
    }

    /// True when all is as wanted.
    pub fn is_empty(&self) -> bool {
        self.changes.is_empty()
            && self.steps.is_empty()
            && self.refusals.is_empty()
            && self.settling.is_none()
    }

    /// Takes over another plan's intentions after one's own.
    pub fn extend(&mut self, other: Self) {
        self.changes.extend(other.changes);
        self.steps.extend(other.steps);
        self.warnings.extend(other.warnings);
        self.refusals.extend(other.refusals);
        self.settling = self.settling.take().or(other.settling);
        self.deadline = self.deadline.or(other.deadline);
    }

    /// The same plan with other steps.
    pub fn map<T>(self, step: impl FnMut(S) -> T) -> Plan<T> {
        Plan {
            changes: self.changes,
            steps: self.steps.into_iter().map(step).collect(),
            warnings: self.warnings,
            refusals: self.refusals,
            settling: self.settling,
            deadline: self.deadline,
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
    fn no_change_is_an_empty_mapping() {
        assert_eq!(changes_to_value(&[]).to_json(), serde_json::json!({}));
    }
}
