//! Arguments of a call, before and after they are matched to what the function takes.

use indexmap::IndexMap;

use crate::model::{Map, Unanswered, Value, chain, python};

/// The arguments of a call as they were written.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Arguments {
    /// Those by place.
    pub positional: Vec<Value>,
    /// Those by name.
    pub named: Map,
}

/// Arguments matched to what the function takes.
#[derive(Clone, Debug, Default)]
pub struct Bound {
    /// What was called.
    pub function: String,
    pub(super) values: IndexMap<&'static str, Value>,
    /// Those by place beyond the named ones.
    pub rest: Vec<Value>,
    /// Those by name that the function does not name.
    pub named: Map,
}

/// Why a call gave no answer.
#[derive(Clone, Debug, thiserror::Error)]
pub enum CallError {
    /// No such function.
    #[error("there is no function '{name}'")]
    Unknown {
        /// The name that was called.
        name: String,
        /// What was probably meant.
        near: Option<String>,
    },
    /// The arguments do not fit.
    #[error("{function}: {reason}")]
    Arguments {
        /// What was called.
        function: String,
        /// What is wrong.
        reason: String,
        /// How it is called.
        usage: String,
    },
    /// Arguments that must be given were left out.
    #[error("{function}: missing arguments: {}", names.join(", "))]
    Missing {
        /// What was called.
        function: String,
        /// The arguments.
        names: Vec<String>,
        /// How it is called.
        usage: String,
    },
    /// The function itself failed.
    #[error("{function}: {reason}")]
    Failed {
        /// What was called.
        function: String,
        /// What happened.
        reason: String,
    },
    /// AWS refused, or nothing may be changed now.
    #[error("{function}: {reason}")]
    Declined {
        /// What was called.
        function: String,
        /// What happened.
        reason: String,
        /// What to do about it, where that can be said.
        hint: Option<String>,
    },
}

impl CallError {
    /// The refusal of a function that changes something where nothing may be changed.
    pub fn would_change(function: &str) -> Self {
        Self::Declined {
            function: function.to_owned(),
            reason: "it changes things, and nothing may be changed now".to_owned(),
            hint: Some(
                "declare the change as a state, or call the function by module.run, which a test run only tells; \
                 --allow-acting-templates lets templates act in test runs too, as Salt does"
                    .to_owned(),
            ),
        }
    }

    /// What to do about it, where that can be said.
    pub fn hint(&self) -> Option<String> {
        match self {
            Self::Unknown { near: Some(near), .. } => Some(format!("did you mean '{near}'?")),
            Self::Unknown { near: None, .. } => Some("'sys.list_functions' names all there are".to_owned()),
            Self::Arguments { usage, .. } | Self::Missing { usage, .. } => Some(format!("usage: {usage}")),
            Self::Failed { .. } => None,
            Self::Declined { hint, .. } => hint.clone(),
        }
    }
}

impl From<CallError> for Unanswered {
    fn from(error: CallError) -> Self {
        match error {
            CallError::Missing { function, names, .. } => Self::Missing { function, names },
            CallError::Arguments { function, reason, .. }
            | CallError::Failed { function, reason }
            | CallError::Declined { function, reason, .. } => Self::Refused { function, reason },
            CallError::Unknown { .. } => Self::Unreached(error.to_string()),
        }
    }
}

impl Bound {
    /// The value of an argument that the function names; `None` where it was left out and has no default.
    pub fn value(&self, name: &str) -> &Value {
        self.values.get(name).unwrap_or(&Value::Null)
    }

    /// The value as text, numbers and truths as Python prints them.
    pub fn text(&self, name: &str) -> String {
        match self.value(name) {
            Value::Null | Value::List(_) | Value::Map(_) => String::new(),
            scalar => python::text(scalar),
        }
    }

    /// The integer, be it written as text; nothing where it is none.
    pub fn int(&self, name: &str) -> Option<i64> {
        match self.value(name) {
            Value::Int(number) => Some(*number),
            Value::Str(text) => text.trim().parse().ok(),
            _ => None,
        }
    }

    /// The number, be it written as text; nothing where it is none.
    pub fn number(&self, name: &str) -> Option<f64> {
        match self.value(name) {
            Value::Float(number) => Some(*number),
            Value::Int(number) => i32::try_from(*number).ok().map(f64::from),
            Value::Str(text) => text.trim().parse().ok(),
            _ => None,
        }
    }

    /// The texts of a list; one alone, or several with commas between, likewise.
    pub fn texts(&self, name: &str) -> Vec<String> {
        match self.value(name) {
            Value::Null => vec![],
            Value::List(list) => list.iter().map(python::text).collect(),
            Value::Str(text) => text.split(',').map(|part| part.trim().to_owned()).collect(),
            other => vec![python::text(other)],
        }
    }

    /// The texts of what was given by place beyond the named arguments.
    pub fn rest_texts(&self) -> Vec<String> {
        self.rest.iter().map(python::text).collect()
    }

    /// The failure of this call.
    pub fn fails(&self, reason: impl Into<String>) -> CallError {
        CallError::Failed { function: self.function.clone(), reason: reason.into() }
    }

    /// The failure of this call, the whole chain of causes told.
    pub fn failed(&self, error: &dyn std::error::Error) -> CallError {
        self.fails(chain(error))
    }

    /// Whether Python takes the value for true.
    pub fn is_true(&self, name: &str) -> bool {
        self.value(name).is_truthy()
    }
}
