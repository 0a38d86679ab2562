//! A place in a file that an author wrote.

use std::fmt;
use std::sync::Arc;

/// File, line and column, as editors count them (from 1).
///
/// Line 0 means that only the file is known; column 0 that only the line is.
#[derive(Clone, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub struct Place {
    /// The file as the author would name it, relative to the working directory where that is shorter.
    pub file: Arc<str>,
    /// Line, from 1.
    pub line: u32,
    /// Column, from 1, in characters.
    pub column: u32,
}

impl Place {
    /// Makes a place from its parts.
    pub fn new(file: impl Into<Arc<str>>, line: u32, column: u32) -> Self {
        Self { file: file.into(), line, column }
    }

    /// Names a file without a line in it.
    pub fn file(file: impl Into<Arc<str>>) -> Self {
        Self::new(file, 0, 0)
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
}
