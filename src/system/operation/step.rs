//! Operations in order, and the report of the state when all are done.

use super::Operation;
use crate::{Intent, Step};
use model::{Map, Outcome, Value};

/// The step of every kind whose work is operations on the machine.
#[derive(Clone, Debug)]
pub struct Operations {
    operations: Vec<Operation>,
    done: Outcome,
    /// The text of a failure before its reason.
    failure: String,
    look: Option<Look>,
}

/// The facts that are read when all is done, and shown under `changes`.
#[derive(Clone, Debug)]
struct Look {
    name: String,
    /// Reads the present facts; an error is a failure of the state.
    read: fn(&str) -> Result<Map, String>,
}

/// Something is done: the report of a test run, the operations, and the report of a real run.
pub fn act(foreseen: Outcome, operations: Vec<Operation>, done: Outcome) -> Intent<Operations> {
    Intent::Act { foreseen, step: Operations { operations, done, failure: String::new(), look: None } }
}

/// Something is done with the same `changes` in a test run and a real run, which have different comments.
pub fn change(
    foreseen: impl Into<String>,
    done: impl Into<String>,
    changes: Map,
    operations: Vec<Operation>,
) -> Intent<Operations> {
    let foreseen = with(Outcome::would_change(foreseen), changes.clone());
    act(foreseen, operations, with(Outcome::succeeded(done), changes))
}

/// `changes` with one name.
pub fn changes_of(name: &str, what: impl Into<Value>) -> Map {
    [(name.into(), what.into())].into_iter().collect()
}

/// Nothing is done, and a test run has another comment than a real one.
pub fn report(foreseen: Outcome, done: Outcome) -> Intent<Operations> {
    act(foreseen, vec![], done)
}

/// It cannot be done, in any mode.
pub fn refused<S>(comment: impl Into<String>) -> Intent<S> {
    Intent::Settled(Outcome::failed(comment))
}

/// The state is as wanted.
pub fn settled<S>(comment: impl Into<String>) -> Intent<S> {
    Intent::Settled(Outcome::succeeded(comment))
}

/// An outcome with changes in Salt's shape.
pub fn with(mut outcome: Outcome, changes: Map) -> Outcome {
    outcome.changes = changes;
    outcome
}

impl Intent<Operations> {
    /// Sets the text of a failure before its reason.
    #[must_use]
    pub fn or_fail(self, failure: impl Into<String>) -> Self {
        self.map(|step| Operations { failure: failure.into(), ..step })
    }

    /// If the present state is not known: an earlier state may install the program that did not answer. A test run reports the
    /// same; a real run does nothing and fails with the reason after the text of a failure.
    #[must_use]
    pub fn unless_unread(self, why: Option<&str>) -> Self {
        self.map(|step| match why {
            Some(why) => {
                let done = Outcome::failed(format!("{}: {why}", step.failure));
                Operations { operations: vec![], done, ..step }
            }
            None => step,
        })
    }

    /// Sets the facts that are read when all is done.
    #[must_use]
    pub fn then_look(self, name: &str, read: fn(&str) -> Result<Map, String>) -> Self {
        self.map(|step| Operations { look: Some(Look { name: name.to_owned(), read }), ..step })
    }
}

impl Step for Operations {
    fn refusal(&self) -> Option<String> {
        self.operations.iter().find_map(Operation::refusal)
    }

    /// Carries out all operations up to the first that fails; a failure reports how many were done before it.
    async fn carry_out(self) -> Outcome {
        let all = self.operations.len();
        for (index, operation) in self.operations.into_iter().enumerate() {
            let Err(reason) = operation.carry_out().await else { continue };
            let is_open = self.failure.is_empty() || self.failure.ends_with('\n');
            let failure = format!("{}{}{reason}", self.failure, if is_open { "" } else { ": " });
            return Outcome::failed(match index {
                0 => failure,
                _ => format!(
                    "{failure}\nDone before that: {index} of {all} steps. The next run begins with the step that failed."
                ),
            });
        }
        let mut done = self.done;
        if let Some(look) = self.look {
            match (look.read)(&look.name) {
                Ok(mut found) => {
                    found.extend(std::mem::take(&mut done.changes));
                    done.changes = found;
                }
                Err(reason) => return Outcome::failed(reason),
            }
        }
        done
    }
}

impl Operations {
    /// The operations, and the final report.
    pub fn into_parts(self) -> (Vec<Operation>, Outcome) {
        (self.operations, self.done)
    }

    /// The report when all is done.
    pub fn done_mut(&mut self) -> &mut Outcome {
        &mut self.done
    }
}
