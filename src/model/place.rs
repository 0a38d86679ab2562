//! A place in a file that an author wrote.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use super::written::Written;

/// File, line and column, as editors count them (from 1).
///
/// Line 0 means that only the file is known; column 0, that only the line is. Two places are equal if these three are.
#[derive(Clone)]
pub struct Place {
    /// The file as the author would name it, relative to the working directory where that is shorter.
    pub file: Arc<str>,
    /// Line, from 1.
    pub line: u32,
    /// Column, from 1, in characters.
    pub column: u32,
    /// The content of the file, if it is known.
    source: Option<Arc<Written>>,
    /// The place in the rendered text, if the file was a template.
    rendered: Option<Rendered>,
}

/// A place in the text that was rendered from a file.
#[derive(Clone)]
struct Rendered {
    text: Arc<Written>,
    line: u32,
    column: u32,
}

/// A line and column of a text, from 1.
pub(super) struct Spot {
    pub(super) text: Arc<Written>,
    pub(super) line: usize,
    pub(super) column: usize,
}

impl Spot {
    /// True if the line of another spot has the same text.
    pub(super) fn says_the_same(&self, other: &Self) -> bool {
        let line = |spot: &Self| spot.text.line(spot.line).map(|line| line.trim_end().to_owned());
        line(self) == line(other)
    }
}

impl Place {
    /// Makes a place from its parts.
    pub fn new(file: impl Into<Arc<str>>, line: u32, column: u32) -> Self {
        Self { file: file.into(), line, column, source: None, rendered: None }
    }

    /// Names a file without a line in it.
    pub fn file(file: impl Into<Arc<str>>) -> Self {
        Self::new(file, 0, 0)
    }

    /// Adds the content of the file.
    #[must_use]
    pub fn of(self, text: &Arc<Written>) -> Self {
        Self { source: Some(Arc::clone(text)), ..self }
    }

    /// Adds the place in the rendered text, line and column from 1.
    #[must_use]
    pub fn rendered(self, text: &Arc<Written>, line: u32, column: u32) -> Self {
        Self { rendered: Some(Rendered { text: Arc::clone(text), line, column }), ..self }
    }

    /// Its line in the file, if the content is known.
    pub(super) fn source(&self) -> Option<Spot> {
        let text = Arc::clone(self.source.as_ref().filter(|_| self.line > 0)?);
        Some(Spot { text, line: self.line as usize, column: self.column as usize })
    }

    /// Its line in the rendered text, if that is known.
    pub(super) fn rendered_spot(&self) -> Option<Spot> {
        let Rendered { text, line, column } = self.rendered.as_ref().filter(|rendered| rendered.line > 0)?;
        Some(Spot { text: Arc::clone(text), line: *line as usize, column: *column as usize })
    }

    /// The same place without its text, so that no lines are shown.
    #[must_use]
    pub fn unseen(&self) -> Self {
        Self { source: None, rendered: None, ..self.clone() }
    }

    fn parts(&self) -> (&str, u32, u32) {
        (&self.file, self.line, self.column)
    }
}

impl PartialEq for Place {
    fn eq(&self, other: &Self) -> bool {
        self.parts() == other.parts()
    }
}

impl Eq for Place {}

impl PartialOrd for Place {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Place {
    fn cmp(&self, other: &Self) -> Ordering {
        self.parts().cmp(&other.parts())
    }
}

impl Hash for Place {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.parts().hash(state);
    }
}

impl fmt::Debug for Place {
    /// Without the text, which all places in a file share.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { file, line, column, source: _, rendered: _ } = self;
        out.debug_struct("Place").field("file", file).field("line", line).field("column", column).finish()
    }
}

impl fmt::Display for Place {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.file)?;
        if self.line > 0 {
            write!(out, ":{}", self.line)?;
        }
        if self.line > 0 && self.column > 0 {
            write!(out, ":{}", self.column)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_parts_are_left_out() {
        assert_eq!(Place::new("a.sls", 3, 7).to_string(), "a.sls:3:7");
        assert_eq!(Place::new("a.sls", 3, 0).to_string(), "a.sls:3");
        assert_eq!(Place::file("a.sls").to_string(), "a.sls");
    }

    #[test]
    fn the_texts_that_it_shows_are_not_compared() {
        let text = Arc::new(Written::from("a:\n  test.nop:\n    - x: 1\n"));
        let (bare, place) =
            (Place::new("a.sls", 9, 1), Place::new("a.sls", 9, 1).rendered(&text, 3, 7).of(&text));
        assert_eq!(bare, place);
        assert!(bare.source().is_none() && place.source().is_some() && place.rendered_spot().is_some());
        assert!(place.unseen().source().is_none() && place.unseen().rendered_spot().is_none());
        assert_eq!(format!("{place:?}"), "Place { file: \"a.sls\", line: 9, column: 1 }");
    }
}
