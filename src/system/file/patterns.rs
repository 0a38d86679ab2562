//! The paths that `include_pat`, `exclude_pat` and the like select.

use model::{Fields, glob};

use super::text::{Flags, Pattern};

/// Globs, and regular expressions behind `E@`.
#[derive(Clone, Debug, Default)]
pub(super) struct Paths {
    globs: Vec<String>,
    patterns: Vec<Pattern>,
}

impl Paths {
    /// The patterns of an argument; nothing if it is not given.
    ///
    /// # Errors
    /// A regular expression that is not valid.
    pub fn read(fields: &Fields, name: &str) -> Result<Option<Self>, String> {
        let Some(written) = fields.texts(name) else { return Ok(None) };
        let mut paths = Self::default();
        for text in written {
            match text.strip_prefix("E@") {
                Some(pattern) => paths
                    .patterns
                    .push(Pattern::new(pattern, Flags::default()).map_err(|error| error.to_string())?),
                None => paths.globs.push(text),
            }
        }
        Ok(Some(paths))
    }

    /// True if they match a path, given without its root.
    pub fn mean(&self, relative: &str) -> bool {
        self.globs.iter().any(|pattern| glob::is_match(pattern, relative))
            || self.patterns.iter().any(|pattern| pattern.is_in(relative))
    }
}
