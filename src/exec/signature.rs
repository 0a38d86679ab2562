//! What a function takes, and how arguments are matched to it: by place, then by name, as Python does.

use super::call::{Arguments, Bound, CallError};
use crate::model::problem::did_you_mean;
use crate::model::{Key, Map, Value};

/// The value of an argument that is left out.
#[derive(Clone, Copy, Debug)]
pub enum Default {
    /// It must be given.
    Required,
    /// `None`.
    Null,
    /// A truth.
    Bool(bool),
    /// An integer.
    Int(i64),
    /// Text.
    Text(&'static str),
}

/// One argument.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    /// Its name.
    pub name: &'static str,
    /// Its value when left out.
    pub default: Default,
}

/// All arguments.
#[derive(Clone, Copy, Debug)]
pub struct Signature {
    /// Those with a name, in order.
    pub parameters: &'static [Parameter],
    /// True when any number of others may be given by place: Python's `*args`.
    pub any_positional: bool,
    /// True when any others may be given by name: Python's `**kwargs`.
    pub any_named: bool,
}

/// An argument that must be given.
pub const fn required(name: &'static str) -> Parameter {
    Parameter { name, default: Default::Required }
}

/// An argument that may be left out.
pub const fn optional(name: &'static str, default: Default) -> Parameter {
    Parameter { name, default }
}

/// An argument that is `None` when left out.
pub const fn maybe(name: &'static str) -> Parameter {
    optional(name, Default::Null)
}

/// An argument that is this text when left out.
pub const fn text(name: &'static str, default: &'static str) -> Parameter {
    optional(name, Default::Text(default))
}

/// A truth that is this when left out.
pub const fn flag(name: &'static str, default: bool) -> Parameter {
    optional(name, Default::Bool(default))
}

/// An integer that is this when left out.
pub const fn int(name: &'static str, default: i64) -> Parameter {
    optional(name, Default::Int(default))
}

/// Takes whatever is given, by place and by name.
pub const ANYTHING: Signature = takes(&[]).and_more().and_named();

/// Takes these arguments and no others.
pub const fn takes(parameters: &'static [Parameter]) -> Signature {
    Signature { parameters, any_positional: false, any_named: false }
}

impl Default {
    /// The value, unless one must be given.
    pub fn value(self) -> Option<Value> {
        match self {
            Self::Required => None,
            Self::Null => Some(Value::Null),
            Self::Bool(truth) => Some(Value::Bool(truth)),
            Self::Int(number) => Some(Value::Int(number)),
            Self::Text(text) => Some(Value::from(text)),
        }
    }
}

impl Signature {
    /// Takes any number of others by place too.
    pub const fn and_more(mut self) -> Self {
        self.any_positional = true;
        self
    }

    /// Takes any others by name too.
    pub const fn and_named(mut self) -> Self {
        self.any_named = true;
        self
    }

    /// Matches arguments. Names that begin with two underscores are Salt's own and are passed over.
    ///
    /// # Errors
    ///
    /// Arguments that are missing, too many, unknown, or given twice.
    pub fn bind(&self, function: &str, arguments: &Arguments) -> Result<Bound, CallError> {
        let refuse = |reason: String| CallError::Arguments {
            function: function.to_owned(),
            reason,
            usage: self.usage(function),
        };
        let mut bound = Bound { function: function.to_owned(), ..Bound::default() };
        let mut named = arguments.named.clone();
        let mut positional = arguments.positional.iter();
        let mut missing = vec![];
        for parameter in self.parameters {
            let by_name = named.shift_remove(parameter.name);
            let value = match (positional.next(), by_name) {
                (Some(_), Some(_)) => return Err(refuse(format!("'{}' is given twice", parameter.name))),
                (Some(value), None) => value.clone(),
                (None, Some(value)) => value,
                (None, None) => parameter.default.value().unwrap_or_else(|| {
                    missing.push(parameter.name);
                    Value::Null
                }),
            };
            bound.values.insert(parameter.name, value);
        }
        if !missing.is_empty() {
            return Err(refuse(format!("{MISSING}{}", missing.join(", "))));
        }
        bound.rest = positional.cloned().collect();
        if !self.any_positional && !bound.rest.is_empty() {
            return Err(refuse(format!("{} too many", counted(bound.rest.len()))));
        }
        bound.named = named.into_iter().filter(|(key, _)| !is_of_salt(key)).collect::<Map>();
        if self.any_named || bound.named.is_empty() {
            return Ok(bound);
        }
        let unknown: Vec<String> = bound.named.keys().map(|key| self.unknown(&key.to_string())).collect();
        Err(refuse(unknown.join("; ")))
    }

    fn unknown(&self, key: &str) -> String {
        match did_you_mean(key, self.parameters.iter().map(|parameter| parameter.name)) {
            Some(near) => format!("there is no argument '{key}', did you mean '{near}'?"),
            None => format!("there is no argument '{key}'"),
        }
    }

    /// How the function is called: `pillar.get key [default] [merge]`.
    pub fn usage(&self, function: &str) -> String {
        let mut words = vec![function.to_owned()];
        words.extend(self.parameters.iter().map(|parameter| match parameter.default {
            Default::Required => parameter.name.to_owned(),
            _ => format!("[{}]", parameter.name),
        }));
        if self.any_positional {
            words.push("[…]".to_owned());
        }
        if self.any_named {
            words.push("[key=value …]".to_owned());
        }
        words.join(" ")
    }
}

/// How it is said that arguments are missing; their names follow.
const MISSING: &str = "missing arguments: ";

fn counted(number: usize) -> String {
    if number == 1 { "1 argument".to_owned() } else { format!("{number} arguments") }
}

fn is_of_salt(key: &Key) -> bool {
    key.as_str().is_some_and(|name| name.starts_with("__pub_"))
}
