//! Relations of a declaration to others, as written: nothing is resolved here.

use crate::{Key, Map, Place, Value};

/// One requisite keyword under a declaration, with its targets.
#[derive(Clone, Debug, PartialEq)]
pub struct Requisite {
    /// The keyword.
    pub kind: RequisiteKind,
    /// Its targets, in the order written.
    pub targets: Vec<Target>,
    /// The place of the keyword.
    pub place: Place,
}

/// A requisite keyword taken apart: `watch_any` is `Watch`, `Any`, not inverse; `require_in` is `Require`, `Plain`, inverse.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub struct RequisiteKind {
    /// The relation.
    pub relation: Relation,
    /// How many of the targets must fulfil it.
    pub quantity: Quantity,
    /// True for the `…_in` forms: the targets depend on this declaration.
    pub inverse: bool,
}

/// The meaning of a requisite.
///
/// See <https://docs.saltproject.io/en/3007/ref/states/requisites.html>.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub enum Relation {
    /// Runs after the target succeeded.
    Require,
    /// Runs after the target, and reacts to its changes.
    Watch,
    /// Runs only if the target changed something.
    Onchanges,
    /// Runs only if the target failed.
    Onfail,
    /// Runs before the target, if the target would change something.
    Prereq,
    /// Reacts to changes of the target at the end of the run.
    Listen,
    /// Takes over the arguments of the target.
    Use,
}

/// How many targets must fulfil a requisite.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub enum Quantity {
    /// The form without a suffix, with the relation's own default.
    Plain,
    /// One is enough: `require_any` …
    Any,
    /// All are needed: `onfail_all`.
    All,
}

/// One target of a requisite.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Target {
    /// The state module, or `sls`, or `id`; none for a bare ID.
    pub module: Option<String>,
    /// An ID or name, or a glob of these; for `sls` the name of an SLS.
    pub pattern: String,
    /// Its place.
    pub place: Place,
}

impl Relation {
    /// Every relation.
    pub const ALL: &[Self] =
        &[Self::Require, Self::Watch, Self::Onchanges, Self::Onfail, Self::Prereq, Self::Listen, Self::Use];

    /// The word as it is written in an SLS, without suffix.
    pub fn word(self) -> &'static str {
        match self {
            Self::Require => "require",
            Self::Watch => "watch",
            Self::Onchanges => "onchanges",
            Self::Onfail => "onfail",
            Self::Prereq => "prereq",
            Self::Listen => "listen",
            Self::Use => "use",
        }
    }
}

impl RequisiteKind {
    /// A relation without suffix.
    pub const fn plain(relation: Relation) -> Self {
        Self { relation, quantity: Quantity::Plain, inverse: false }
    }

    /// The `…_in` form of a relation.
    pub const fn inverse(relation: Relation) -> Self {
        Self { relation, quantity: Quantity::Plain, inverse: true }
    }

    /// The keyword as it is written in an SLS.
    pub fn word(self) -> String {
        let suffix = match (self.quantity, self.inverse) {
            (Quantity::Plain, false) => "",
            (Quantity::Plain, true) => "_in",
            (Quantity::Any, _) => "_any",
            (Quantity::All, _) => "_all",
        };
        format!("{}{suffix}", self.relation.word())
    }

    /// The requisite keyword that `word` is, if Salt knows it as one.
    pub fn parse(word: &str) -> Option<Self> {
        let relation = |word: &str| Relation::ALL.iter().copied().find(|relation| relation.word() == word);
        if let Some(relation) = relation(word) {
            return Some(Self::plain(relation));
        }
        let (stem, suffix) = word.rsplit_once('_')?;
        let relation = relation(stem)?;
        let quantity = match (suffix, relation) {
            ("in", _) => return Some(Self::inverse(relation)),
            ("any", Relation::Require | Relation::Watch | Relation::Onchanges | Relation::Onfail) => {
                Quantity::Any
            }
            ("all", Relation::Onfail) => Quantity::All,
            _ => return None,
        };
        Some(Self { relation, quantity, inverse: false })
    }
}

impl Target {
    /// A target in a state module.
    pub fn new(module: impl Into<String>, pattern: impl Into<String>, place: Place) -> Self {
        Self { module: Some(module.into()), pattern: pattern.into(), place }
    }

    /// As it was written: `{module: pattern}`, or the bare ID.
    pub fn to_value(&self) -> Value {
        match &self.module {
            Some(module) => {
                let pair = (Key::from(module.as_str()), Value::from(self.pattern.as_str()));
                Value::Map(Map::from_iter([pair]))
            }
            None => Value::from(self.pattern.as_str()),
        }
    }
}
