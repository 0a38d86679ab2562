//! The words of a template.

use std::sync::Arc;

/// A word and its place.
#[derive(Clone, Debug)]
pub(crate) struct Token {
    pub(crate) kind: Kind,
    pub(crate) at: usize,
}

/// The type of a word.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Kind {
    /// Text between tags, as a range of the template.
    Data(usize, usize),
    BlockBegin,
    BlockEnd,
    PrintBegin,
    PrintEnd,
    Name(Arc<str>),
    Str(String),
    Int(i64),
    Float(f64),
    Op(&'static str),
    End,
}

impl Kind {
    /// The word in a message.
    pub(crate) fn describe(&self) -> String {
        match self {
            Self::Data(..) => "template text".to_owned(),
            Self::BlockBegin => "begin of statement block".to_owned(),
            Self::BlockEnd => "end of statement block".to_owned(),
            Self::PrintBegin => "begin of print statement".to_owned(),
            Self::PrintEnd => "end of print statement".to_owned(),
            Self::Name(name) => name.to_string(),
            Self::Str(text) => format!("{text:?}"),
            Self::Int(number) => number.to_string(),
            Self::Float(number) => number.to_string(),
            Self::Op(op) => (*op).to_owned(),
            Self::End => "end of template".to_owned(),
        }
    }
}

/// All operators, longer ones first.
pub(crate) const OPERATORS: &[&str] = &[
    "//", "**", "==", "!=", ">=", "<=", "+", "-", "*", "/", "%", "~", "[", "]", "(", ")", "{", "}", ">", "<",
    "=", ".", ":", "|", ",", ";",
];
