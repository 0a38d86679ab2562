//! Tables of the arguments that a function takes: below a state in an SLS, in a call of a template, on the command
//! line.
//!
//! Every entry holds one such table. Checking, suggestions, `sys.doc`, `sys.argspec`, the options of commands, the schema
//! and the docs all read it.

use super::Value;

/// One argument of a function, or one key of a mapping inside an argument.
#[derive(Clone, Copy, Debug)]
pub struct Argument {
    /// The name as boto-style states spell it.
    pub name: &'static str,
    /// Other spellings: CamelCase as in the `boto3_` states, and older names.
    pub aliases: &'static [&'static str],
    /// The values that it takes.
    pub shape: Shape,
    /// True if it is an error to leave it out.
    pub required: bool,
    /// Its value when it is left out.
    pub default: Literal,
    /// Its meaning, in one line.
    pub doc: &'static str,
}

/// The value of an argument that is left out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Literal {
    /// `None`.
    Null,
    /// A boolean.
    Bool(bool),
    /// An integer.
    Int(i64),
    /// Text.
    Text(&'static str),
}

/// What may be written as a value. `null` counts as left out everywhere.
#[derive(Clone, Copy, Debug)]
pub enum Shape {
    /// Text; bare numbers and booleans are taken as they are written.
    Text,
    /// Text that is never shown: a password, a token.
    Secret,
    /// A whole number, also when quoted.
    Integer,
    /// A number, also when quoted.
    Number,
    /// `True`, `False`, also when quoted.
    Boolean,
    /// One of these words.
    Word(&'static [&'static str]),
    /// A list of text, or one text alone.
    Texts,
    /// A list whose elements have this shape.
    List(&'static Shape),
    /// A mapping with these keys only.
    Record(&'static [Argument]),
    /// A list of mappings with these keys only.
    Records(&'static [Argument]),
    /// A mapping with these keys only, or a list of one-key mappings read as one mapping.
    Merged(&'static [Argument]),
    /// A mapping with free keys, all values of this shape.
    Table(&'static Shape),
    /// The first of these that fits.
    Either(&'static [Shape]),
    /// Anything.
    Any,
}

impl Literal {
    /// The value.
    pub fn value(self) -> Value {
        match self {
            Self::Null => Value::Null,
            Self::Bool(truth) => Value::Bool(truth),
            Self::Int(number) => Value::Int(number),
            Self::Text(text) => Value::from(text),
        }
    }
}

impl Argument {
    /// An argument that must be given.
    pub const fn required(name: &'static str, shape: Shape, doc: &'static str) -> Self {
        Self { name, aliases: &[], shape, required: true, default: Literal::Null, doc }
    }

    /// An argument that may be left out.
    pub const fn optional(name: &'static str, shape: Shape, doc: &'static str) -> Self {
        Self { name, aliases: &[], shape, required: false, default: Literal::Null, doc }
    }

    /// An optional text that is never shown.
    pub const fn secret(name: &'static str, doc: &'static str) -> Self {
        Self::optional(name, Shape::Secret, doc)
    }

    /// Adds the default: its value when it is left out.
    #[must_use]
    pub const fn or(mut self, default: Literal) -> Self {
        self.default = default;
        self
    }

    /// Its default, unless it must be given.
    pub fn left_out(&self) -> Option<Value> {
        (!self.required).then(|| self.default.value())
    }

    /// Adds other spellings.
    #[must_use]
    pub const fn alias(mut self, aliases: &'static [&'static str]) -> Self {
        self.aliases = aliases;
        self
    }

    /// True when `typed` is one of its spellings.
    pub fn is_spelled(&self, typed: &str) -> bool {
        self.name == typed || self.aliases.contains(&typed)
    }
}

impl Shape {
    /// Its description in a message: "expected …".
    pub fn expectation(&self) -> String {
        match self {
            Self::Text | Self::Secret => "text".to_owned(),
            Self::Integer => "an integer".to_owned(),
            Self::Number => "a number".to_owned(),
            Self::Boolean => "a boolean".to_owned(),
            Self::Word(words) => format!("one of {}", words.join(", ")),
            Self::Texts => "a list of text".to_owned(),
            Self::List(_) => "a list".to_owned(),
            Self::Record(_) | Self::Table(_) => "a mapping".to_owned(),
            Self::Records(_) => "a list of mappings".to_owned(),
            Self::Merged(_) => "a mapping, or a list of one-key mappings".to_owned(),
            Self::Either(shapes) => shapes.iter().map(Self::expectation).collect::<Vec<_>>().join(", or "),
            Self::Any => "anything".to_owned(),
        }
    }
}

/// Joins several tables of arguments into one, in this order.
#[macro_export]
macro_rules! arguments {
    ($($part:expr),+ $(,)?) => {{
        // The macro's arguments can see its items, so their names must be unique.
        const JOINED_TABLES: &[&[$crate::Argument]] = &[$($part),+];
        const JOINED: [$crate::Argument; $crate::argument::length(JOINED_TABLES)] =
            $crate::argument::joined(JOINED_TABLES);
        &JOINED
    }};
}

pub use arguments;

/// The number of arguments in all tables.
pub const fn length(parts: &[&[Argument]]) -> usize {
    let (mut length, mut part) = (0, 0);
    while part < parts.len() {
        length += parts[part].len();
        part += 1;
    }
    length
}

/// The tables joined. `N` is their [`length`].
pub const fn joined<const N: usize>(parts: &[&[Argument]]) -> [Argument; N] {
    let mut all = [Argument::optional("", Shape::Any, ""); N];
    let (mut next, mut part) = (0, 0);
    while part < parts.len() {
        let mut own = 0;
        while own < parts[part].len() {
            all[next] = parts[part][own];
            next += 1;
            own += 1;
        }
        part += 1;
    }
    all
}
