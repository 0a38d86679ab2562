//! Arguments of a call, before and after they are matched to the function's signature.

use indexmap::IndexMap;

use model::{Map, Unanswered, Value, chain, python};

/// The arguments of a call as they were written.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Arguments {
    /// The positional ones.
    pub positional: Vec<Value>,
    /// The named ones.
    pub named: Map,
}

/// Arguments that are matched to the function's signature.
#[derive(Clone, Debug, Default)]
pub struct Bound {
    /// The function's name.
    pub function: String,
    pub(super) values: IndexMap<&'static str, Value>,
    /// Positional ones beyond the function's parameters.
    pub rest: Vec<Value>,
    /// Named ones that are not among the function's parameters.
    pub named: Map,
}

/// Why a call failed.
#[derive(Clone, Debug, thiserror::Error)]
pub enum CallError {
    /// No such function.
    #[error("there is no function '{name}'")]
    Unknown {
        /// The name that was called.
        name: String,
        /// A similar name.
        near: Option<String>,
    },
    /// The arguments do not fit.
    #[error("{function}: {reason}")]
    Arguments {
        /// The function's name.
        function: String,
        /// The mistake.
        reason: String,
        /// The usage of the function.
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
        /// The function's name.
        function: String,
        /// The reason.
        reason: String,
    },
    /// AWS refused, or nothing may be changed now.
    #[error("{function}: {reason}")]
    Declined {
        /// The function's name.
        function: String,
        /// The reason.
        reason: String,
        /// What to do about it, if that is known.
        hint: Option<String>,
    },
}

impl CallError {
    /// The refusal of a function that changes something when nothing may be changed.
    pub fn would_change(function: &str) -> Self {
        Self::Declined {
            function: function.to_owned(),
            reason: "it changes things, and nothing may be changed now".to_owned(),
            hint: Some(
                "declare the change as a state, or call the function with module.run, which in a test \
                 run only shows it; --allow-acting-templates lets templates change things in test runs \
                 too, as in Salt"
                    .to_owned(),
            ),
        }
    }

    /// What to do about it, if that is known.
    pub fn hint(&self) -> Option<String> {
        match self {
            Self::Unknown { near: Some(near), .. } => Some(format!("did you mean '{near}'?")),
            Self::Unknown { near: None, .. } => Some("'sys.list_functions' lists all functions".to_owned()),
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

    /// The value as text; numbers and booleans in Python's form.
    pub fn text(&self, name: &str) -> String {
        match self.value(name) {
            Value::Null | Value::List(_) | Value::Map(_) => String::new(),
            scalar => python::text(scalar),
        }
    }

    /// The integer, also from text; nothing if it is not one.
    pub fn int(&self, name: &str) -> Option<i64> {
        match self.value(name) {
            Value::Int(number) => Some(*number),
            Value::Str(text) => text.trim().parse().ok(),
            _ => None,
        }
    }

    /// The number, also from text; nothing if it is not one.
    pub fn number(&self, name: &str) -> Option<f64> {
        match self.value(name) {
            Value::Float(number) => Some(*number),
            Value::Int(number) => i32::try_from(*number).ok().map(f64::from),
            Value::Str(text) => text.trim().parse().ok(),
            _ => None,
        }
    }

    /// The texts of a list; also from a single text, or from several with commas between them.
    pub fn texts(&self, name: &str) -> Vec<String> {
        match self.value(name) {
            Value::Null => vec![],
            Value::List(list) => list.iter().map(python::text).collect(),
            Value::Str(text) => text.split(',').map(|part| part.trim().to_owned()).collect(),
            other => vec![python::text(other)],
        }
    }

    /// The positional texts beyond the named parameters.
    pub fn rest_texts(&self) -> Vec<String> {
        self.rest.iter().map(python::text).collect()
    }

    /// The failure of this call.
    pub fn fails(&self, reason: impl Into<String>) -> CallError {
        CallError::Failed { function: self.function.clone(), reason: reason.into() }
    }

    /// The failure of this call, with the whole chain of causes.
    pub fn failed(&self, error: &dyn std::error::Error) -> CallError {
        self.fails(chain(error))
    }

    /// Python's truth value.
    pub fn is_true(&self, name: &str) -> bool {
        self.value(name).is_truthy()
    }
}
