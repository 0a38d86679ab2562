//! The parameters of a function, and how arguments are matched to them: by position, then by name, as in Python.

use super::call::{Arguments, Bound, CallError};
use model::problem::did_you_mean;
use model::secret::declared;
use model::{Argument, Key, Literal, Map, Shape, Value};

/// All arguments.
#[derive(Clone, Copy, Debug)]
pub struct Signature {
    /// Those with a name, in order.
    pub parameters: &'static [Argument],
    /// Any number of other positional ones, Python's `*args`: their name and meaning.
    pub rest: Option<(&'static str, &'static str)>,
    /// True if any others may be given by name: Python's `**kwargs`.
    pub any_named: bool,
    /// How many of the named ones are words on the command line of one of our own commands; all others are options.
    /// Without a number, the required ones are words.
    pub words: Option<usize>,
}

/// An argument that must be given.
pub const fn required(name: &'static str, shape: Shape, doc: &'static str) -> Argument {
    Argument::required(name, shape, doc)
}

/// An argument that is `None` when left out.
pub const fn maybe(name: &'static str, shape: Shape, doc: &'static str) -> Argument {
    Argument::optional(name, shape, doc)
}

/// An argument with this text as default.
pub const fn text(name: &'static str, default: &'static str, doc: &'static str) -> Argument {
    Argument::optional(name, Shape::Text, doc).or(Literal::Text(default))
}

/// An argument with this boolean as default.
pub const fn flag(name: &'static str, default: bool, doc: &'static str) -> Argument {
    Argument::optional(name, Shape::Boolean, doc).or(Literal::Bool(default))
}

/// An argument with this integer as default.
pub const fn int(name: &'static str, default: i64, doc: &'static str) -> Argument {
    Argument::optional(name, Shape::Integer, doc).or(Literal::Int(default))
}

/// Accepts any arguments, by position and by name.
pub const ANYTHING: Signature = takes(&[]).and_more("arguments", "anything").and_named();

/// Accepts these arguments and no others.
pub const fn takes(parameters: &'static [Argument]) -> Signature {
    Signature { parameters, rest: None, any_named: false, words: None }
}

impl Signature {
    /// Accepts any number of other positional ones too, with this name and meaning.
    #[must_use]
    pub const fn and_more(mut self, name: &'static str, doc: &'static str) -> Self {
        self.rest = Some((name, doc));
        self
    }

    /// Accepts any others by name too.
    #[must_use]
    pub const fn and_named(mut self) -> Self {
        self.any_named = true;
        self
    }

    /// Makes the first arguments, this many, words of the command line, and all others options.
    #[must_use]
    pub const fn words(mut self, words: usize) -> Self {
        self.words = Some(words);
        self
    }

    /// How many arguments are words of the command line.
    pub fn word_count(&self) -> usize {
        self.words.unwrap_or_else(|| self.parameters.iter().filter(|it| it.required).count())
    }

    /// Matches arguments. Names that begin with two underscores belong to Salt and are ignored.
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
                (None, None) => parameter.left_out().unwrap_or_else(|| {
                    missing.push(parameter.name);
                    Value::Null
                }),
            };
            bound.values.insert(parameter.name, value);
        }
        if !missing.is_empty() {
            let names = missing.into_iter().map(str::to_owned).collect();
            return Err(CallError::Missing {
                function: function.to_owned(),
                names,
                usage: self.usage(function),
            });
        }
        for parameter in self.parameters.iter().filter(|it| matches!(it.shape, Shape::Secret)) {
            if let Some(secret) = bound.values.get(parameter.name).and_then(Value::as_str) {
                declared::note_text(secret);
            }
        }
        bound.rest = positional.cloned().collect();
        if self.rest.is_none() && !bound.rest.is_empty() {
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

    /// The usage of the function: `pillar.get key [default] [merge]`.
    pub fn usage(&self, function: &str) -> String {
        let mut words = vec![function.to_owned()];
        words.extend(self.parameters.iter().map(|parameter| {
            if parameter.required { parameter.name.to_owned() } else { format!("[{}]", parameter.name) }
        }));
        if self.rest.is_some() {
            words.push("[…]".to_owned());
        }
        if self.any_named {
            words.push("[key=value …]".to_owned());
        }
        words.join(" ")
    }
}

fn counted(number: usize) -> String {
    if number == 1 { "1 argument".to_owned() } else { format!("{number} arguments") }
}

fn is_of_salt(key: &Key) -> bool {
    key.as_str().is_some_and(|name| name.starts_with("__pub_"))
}
