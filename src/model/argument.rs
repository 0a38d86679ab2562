//! Tables that say what an author may write below a state function.
//!
//! A kind declares one table per function. Checking, suggestions, `sys.doc`, the schema and the docs all read it.

/// One argument of a state function, or one key of a mapping inside an argument.
#[derive(Clone, Copy, Debug)]
pub struct Argument {
    /// The name as boto-style states spell it.
    pub name: &'static str,
    /// Other spellings: CamelCase as in the `boto3_` states, older names.
    pub aliases: &'static [&'static str],
    /// What may be written there.
    pub shape: Shape,
    /// True when leaving it out is an error.
    pub required: bool,
    /// What it means: one line.
    pub doc: &'static str,
}

/// What may be written as a value. `null` counts as left out everywhere.
#[derive(Clone, Copy, Debug)]
pub enum Shape {
    /// Text; bare numbers and booleans are taken as they are written.
    Text,
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

impl Argument {
    /// An argument that must be given.
    pub const fn required(name: &'static str, shape: Shape, doc: &'static str) -> Self {
        Self { name, aliases: &[], shape, required: true, doc }
    }

    /// An argument that may be left out.
    pub const fn optional(name: &'static str, shape: Shape, doc: &'static str) -> Self {
        Self { name, aliases: &[], shape, required: false, doc }
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
    /// What it is called in a message: "expected …".
    pub fn expectation(&self) -> String {
        match self {
            Self::Text => "text".to_owned(),
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
