//! The result of a state.

use std::fmt;
use std::time::Duration;

use super::plan::changes_to_value;
use super::{Change, Map, Value};

/// Salt's `result`.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Verdict {
    /// `True`: all is as declared, or was made so.
    Succeeded,
    /// `False`: it is not as declared.
    Failed,
    /// `None`: a test run found changes to make.
    WouldChange,
}

impl Verdict {
    /// The value in Salt's return: `true`, `false` or `null`.
    pub fn to_value(self) -> Value {
        match self {
            Self::Succeeded => Value::Bool(true),
            Self::Failed => Value::Bool(false),
            Self::WouldChange => Value::Null,
        }
    }
}

/// The progress of a state that failed.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Remains {
    /// Nothing was done.
    Untouched,
    /// Some steps were done.
    Partial {
        /// How many steps were done.
        done: usize,
        /// The number of steps in the plan.
        of: usize,
        /// The last one that was done.
        last: String,
        /// True if the same would fail again: something must be corrected before the next run.
        is_blocked: bool,
    },
    /// AWS did not answer the last call: it may have carried it out or not. Another run looks first.
    Unknown {
        /// The step without an answer.
        step: String,
    },
}

impl Remains {
    /// The same if another run would fail in the same way.
    #[must_use]
    pub fn blocked(self) -> Self {
        match self {
            Self::Partial { done, of, last, .. } => Self::Partial { done, of, last, is_blocked: true },
            other => other,
        }
    }
}

impl fmt::Display for Remains {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Untouched => out.write_str("Nothing was changed."),
            Self::Partial { done, of, last, .. } if done >= of => {
                write!(out, "Done before that: {done} of {of} steps, the last: {last}.")
            }
            Self::Partial { done, of, last, is_blocked } => {
                let next = if *is_blocked {
                    "After a correction, the next run does the rest."
                } else {
                    "Running again does the rest."
                };
                write!(out, "Done before that: {done} of {of} steps, the last: {last}. {next}")
            }
            Self::Unknown { step } => {
                write!(
                    out,
                    "It is not known whether AWS carried out '{step}'. Running again is safe: it looks \
                     first."
                )
            }
        }
    }
}

/// The answer of a state function.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// Salt's `result`.
    pub verdict: Verdict,
    /// Salt's `comment`.
    pub comment: String,
    /// Salt's `changes`, secrets already hidden; empty when nothing changed.
    pub changes: Map,
    /// Salt's `warnings`.
    pub warnings: Vec<String>,
}

impl Outcome {
    /// All is as declared.
    pub fn succeeded(comment: impl Into<String>) -> Self {
        Self { verdict: Verdict::Succeeded, comment: comment.into(), changes: Map::new(), warnings: vec![] }
    }

    /// It is not as declared.
    pub fn failed(comment: impl Into<String>) -> Self {
        Self { verdict: Verdict::Failed, ..Self::succeeded(comment) }
    }

    /// A test run found changes to make.
    pub fn would_change(comment: impl Into<String>) -> Self {
        Self { verdict: Verdict::WouldChange, ..Self::succeeded(comment) }
    }

    /// The answer of a state of this name, in Salt's shape.
    ///
    /// See <https://docs.saltproject.io/en/3007/ref/states/writing.html#return-data>.
    pub fn in_salts_shape(&self, name: &str) -> Map {
        let mut map = Map::from_iter([
            ("name".into(), name.into()),
            ("result".into(), self.verdict.to_value()),
            ("comment".into(), self.comment.as_str().into()),
            ("changes".into(), Value::Map(self.changes.clone())),
        ]);
        if !self.warnings.is_empty() {
            map.insert("warnings".into(), self.warnings.clone().into());
        }
        map
    }

    /// Adds changes in the shape of Salt's `changes`.
    #[must_use]
    pub fn with_changes(mut self, changes: &[Change]) -> Self {
        if let Value::Map(map) = changes_to_value(changes) {
            self.changes = map;
        }
        self
    }

    /// True when something was, or would be, changed.
    pub fn has_changes(&self) -> bool {
        !self.changes.is_empty()
    }
}

/// An outcome with its place in the run: one entry of Salt's return.
#[derive(Clone, Debug, PartialEq)]
pub struct StateReturn {
    /// Salt's state module, as the author wrote it: `boto_sqs`.
    pub state: String,
    /// Salt's function: `present`.
    pub function: String,
    /// `__id__`.
    pub id: String,
    /// The name after `names` and defaults.
    pub name: String,
    /// `__sls__`.
    pub sls: String,
    /// Position in Salt's order of execution, from 0.
    pub run_num: usize,
    /// Its result.
    pub outcome: Outcome,
    /// The local time of day at which it started, in Salt's format: `12:34:56.789012`.
    pub start_time: String,
    /// Its duration.
    pub duration: Duration,
    /// True when a requisite or condition prevented it.
    pub skipped: bool,
    /// False when there is no such state function: Salt's return then has neither SLS, ID nor times.
    pub found: bool,
    /// True for a state with `parallel: True` that ran beside others.
    pub parallel: bool,
}

impl StateReturn {
    /// Salt's key of the entry: `boto_sqs_|-id_|-name_|-present`.
    pub fn tag(&self) -> String {
        format!("{}_|-{}_|-{}_|-{}", self.state, self.id, self.name, self.function)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn advice_to_run_again_is_given_only_if_another_run_helps() {
        let partial =
            |done, is_blocked| Remains::Partial { done, of: 3, last: "tag it".to_owned(), is_blocked };
        let before = |done: usize| format!("Done before that: {done} of 3 steps, the last: tag it.");
        let cases = [
            (Remains::Untouched, "Nothing was changed.".to_owned()),
            (partial(1, false), format!("{} Running again does the rest.", before(1))),
            (partial(1, true), format!("{} After a correction, the next run does the rest.", before(1))),
            (partial(3, false), before(3)),
            (partial(3, false).blocked(), before(3)),
        ];
        for (remains, words) in cases {
            assert_eq!(remains.to_string(), words);
        }
    }
}
