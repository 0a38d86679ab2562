//! A template's text, with the data to name a place in it.

use std::borrow::Cow;
use std::sync::Arc;

use super::lines::Lines;
use model::{Map, Place, Written};

/// A template from a loader.
#[derive(Clone, Debug, Default)]
pub struct Source {
    /// The absolute name under which it was requested: the key of the cache, and `from` for the templates that it
    /// loads.
    pub name: String,
    /// The file as the author would name it.
    pub path: String,
    /// Its content.
    pub text: String,
    /// Variables of this template alone (`tplfile`, `tpldir` …), below those of the context.
    pub globals: Map,
}

/// The text of a template with `\n` as line ends, and the beginnings of its lines.
#[derive(Debug)]
pub(crate) struct Text {
    pub(crate) name: String,
    pub(crate) path: Arc<str>,
    pub(crate) text: Arc<Written>,
    lines: Lines,
}

/// A byte of a template.
#[derive(Clone, Debug)]
pub(crate) struct Spot {
    pub(crate) text: Arc<Text>,
    pub(crate) at: usize,
}

impl Spot {
    /// Its place.
    pub(crate) fn place(&self) -> Place {
        self.text.place(self.at)
    }
}

impl Text {
    /// Takes a source; `keep_trailing_newline` is Jinja's option of that name.
    pub(crate) fn new(source: &Source, keep_trailing_newline: bool) -> Self {
        let text = normal(&source.text, keep_trailing_newline).into_owned();
        let lines = Lines::new(&text);
        let text = Arc::new(Written::from(text));
        Self { name: source.name.clone(), path: Arc::from(source.path.as_str()), text, lines }
    }

    /// True if `new` would make the same from this source.
    pub(crate) fn is_of(&self, source: &Source, keep_trailing_newline: bool) -> bool {
        **self.text == *normal(&source.text, keep_trailing_newline)
    }

    /// Line and column, both from 1, of a byte.
    pub(crate) fn line_column(&self, at: usize) -> (usize, usize) {
        self.lines.line_column(&self.text, at)
    }

    /// True if there is a line with this number, from 1.
    pub(crate) fn has_line(&self, line: u32) -> bool {
        self.lines.has(line as usize)
    }

    /// The place of a byte.
    pub(crate) fn place(&self, at: usize) -> Place {
        let (line, column) = self.line_column(at);
        Place::new(self.path.clone(), short(line), short(column)).of(&self.text)
    }
}

/// A text with line ends `\n`, without the last one unless it must be kept.
fn normal(text: &str, keep_trailing_newline: bool) -> Cow<'_, str> {
    let text = if text.contains('\r') {
        Cow::Owned(text.replace("\r\n", "\n").replace('\r', "\n"))
    } else {
        Cow::Borrowed(text)
    };
    if keep_trailing_newline || !text.ends_with('\n') {
        return text;
    }
    match text {
        Cow::Borrowed(text) => Cow::Borrowed(text.strip_suffix('\n').unwrap_or(text)),
        Cow::Owned(mut text) => {
            text.pop();
            Cow::Owned(text)
        }
    }
}

/// A number in the type of a place.
pub(crate) fn short(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
