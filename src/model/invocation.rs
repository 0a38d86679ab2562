//! Calls of execution functions that an SLS writes: the module form of `onlyif`, and `module.run`.

use super::{Map, Value};

/// A call of an execution function.
#[derive(Clone, Debug, PartialEq)]
pub struct Invocation {
    /// The function: `file.file_exists`.
    pub function: String,
    /// Its positional arguments.
    pub args: Vec<Value>,
    /// Its named arguments.
    pub kwargs: Map,
}

/// Why a call has no answer.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub enum Unanswered {
    /// Arguments that must be given were left out.
    #[error("{function}: missing arguments: {}", names.join(", "))]
    Missing {
        /// What was called.
        function: String,
        /// The arguments.
        names: Vec<String>,
    },
    /// The function itself says so.
    #[error("{function}: {reason}")]
    Refused {
        /// What was called.
        function: String,
        /// What it says.
        reason: String,
    },
    /// It was not reached.
    #[error("{0}")]
    Unreached(String),
}

impl From<Unanswered> for String {
    fn from(why: Unanswered) -> Self {
        why.to_string()
    }
}
