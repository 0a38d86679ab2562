//! What `lint` finds: problems with a rule and a level.

use crate::model::Problem;

/// How bad a finding is.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub enum Level {
    /// A run would refuse it, or fail.
    Error,
    /// A run would do it, and probably not what is meant.
    Warning,
    /// It could not be checked.
    Note,
}

/// What was checked.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub enum Rule {
    /// Files render and hold declarations.
    Compile,
    /// The pillar renders.
    Pillar,
    /// Top files render and name what there is.
    Top,
    /// State functions exist.
    State,
    /// Arguments exist and have the right types.
    Argument,
    /// Requisites name what there is, and go in no circle.
    Requisite,
    /// Conditions are conditions.
    Condition,
    /// No secret stands in a file of the tree.
    Secret,
    /// The tree brings no modules of its own.
    Python,
}

/// One finding.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// How bad.
    pub level: Level,
    /// Of what sort.
    pub rule: Rule,
    /// What and where.
    pub problem: Problem,
}

/// All findings of a run of `lint`.
#[derive(Clone, Debug, Default)]
pub struct Findings {
    /// In the order of places.
    pub list: Vec<Finding>,
    /// How many SLS were checked.
    pub checked: usize,
    /// The functions that templates call and that were not called.
    pub uncalled: Vec<String>,
}

impl Level {
    /// Its word, also SARIF's.
    pub fn word(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Note => "note",
        }
    }
}

impl Rule {
    /// Every rule.
    pub const ALL: &[Self] = &[
        Self::Compile,
        Self::Pillar,
        Self::Top,
        Self::State,
        Self::Argument,
        Self::Requisite,
        Self::Condition,
        Self::Secret,
        Self::Python,
    ];

    /// Its word.
    pub fn word(self) -> &'static str {
        match self {
            Self::Compile => "compile",
            Self::Pillar => "pillar",
            Self::Top => "top",
            Self::State => "state",
            Self::Argument => "argument",
            Self::Requisite => "requisite",
            Self::Condition => "condition",
            Self::Secret => "secret",
            Self::Python => "python",
        }
    }

    /// What it asks.
    pub fn doc(self) -> &'static str {
        match self {
            Self::Compile => "Files render and hold declarations.",
            Self::Pillar => "The pillar renders.",
            Self::Top => "Top files render and name what there is.",
            Self::State => "State functions exist.",
            Self::Argument => "Arguments exist and have the right types.",
            Self::Requisite => "Requisites name what there is, and go in no circle.",
            Self::Condition => "Conditions are conditions.",
            Self::Secret => "No secret stands in a file of the tree.",
            Self::Python => "The tree brings no modules in Python.",
        }
    }
}

impl Findings {
    /// Notes one, unless it is known.
    pub fn push(&mut self, level: Level, rule: Rule, problem: Problem) {
        let finding = Finding { level, rule, problem };
        if !self.list.contains(&finding) {
            self.list.push(finding);
        }
    }

    /// How many there are of a level.
    pub fn count(&self, level: Level) -> usize {
        self.list.iter().filter(|finding| finding.level == level).count()
    }

    /// Brings them into the order in which an author meets them.
    pub fn sort(&mut self) {
        self.list.sort_by(|a, b| a.problem.place.cmp(&b.problem.place).then(a.level.cmp(&b.level)));
    }
}
