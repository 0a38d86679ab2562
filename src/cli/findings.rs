//! What `lint` finds: problems with a rule and a level.

use model::Problem;

/// The severity of a finding.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub enum Level {
    /// A run would refuse it, or fail.
    Error,
    /// A run would do it, but probably not what the author wants.
    Warning,
    /// It could not be checked.
    Note,
}

/// The subject of a check.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub enum Rule {
    /// Files render and hold declarations.
    Compile,
    /// The pillar renders.
    Pillar,
    /// Top files render and name existing SLS.
    Top,
    /// State functions exist.
    State,
    /// Arguments exist and have the right types.
    Argument,
    /// Requisites name declared states, and form no cycle.
    Requisite,
    /// Conditions are valid.
    Condition,
    /// No secret is in a file of the tree.
    Secret,
    /// The tree has no modules of its own.
    Python,
}

/// One finding.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// Its severity.
    pub level: Level,
    /// Its rule.
    pub rule: Rule,
    /// The mistake and its place.
    pub problem: Problem,
}

/// All findings of a run of `lint`.
#[derive(Clone, Debug, Default)]
pub struct Findings {
    /// Sorted by place.
    pub list: Vec<Finding>,
    /// The number of checked SLS.
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

    /// The demand of the rule.
    pub fn doc(self) -> &'static str {
        match self {
            Self::Compile => "Files render and hold declarations.",
            Self::Pillar => "The pillar renders.",
            Self::Top => "Top files render and name existing SLS.",
            Self::State => "State functions exist.",
            Self::Argument => "Arguments exist and have the right types.",
            Self::Requisite => "Requisites name declared states, and form no cycle.",
            Self::Condition => "Conditions are valid.",
            Self::Secret => "No secret is in a file of the tree.",
            Self::Python => "The tree has no modules in Python.",
        }
    }
}

impl Findings {
    /// Adds one, unless it is in the list.
    pub fn push(&mut self, level: Level, rule: Rule, problem: Problem) {
        let finding = Finding { level, rule, problem };
        if !self.list.contains(&finding) {
            self.list.push(finding);
        }
    }

    /// The number of findings of a level.
    pub fn count(&self, level: Level) -> usize {
        self.list.iter().filter(|finding| finding.level == level).count()
    }

    /// Sorts them by place, in reading order.
    pub fn sort(&mut self) {
        self.list.sort_by(|a, b| a.problem.place.cmp(&b.problem.place).then(a.level.cmp(&b.level)));
    }
}
