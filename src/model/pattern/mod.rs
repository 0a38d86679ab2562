//! Regular expressions with the syntax of Python's `re`. All patterns of authors are compiled here.
//!
//! Filters and tests of templates, targets, `match.pcre`, and the states and functions that search or edit files use
//! it. Python's syntax differs from the engine's in details (`$` before a last line end, `\Z`, brackets within
//! brackets, `\<`, flags …). [`translate`](translate::translate) translates it for the engine. `tests/it/patterns`
//! holds what Python 3.11 recorded.
//!
//! See <https://docs.python.org/3/library/re.html#regular-expression-syntax>.

mod replacement;
mod structure;
mod translate;

use fancy_regex::{Captures, Regex};

pub use replacement::Replacement;

/// Python's flags.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct Flags {
    /// Upper and lower case match each other.
    pub ignore_case: bool,
    /// `^` and `$` match at every line.
    pub multiline: bool,
    /// A dot matches line ends too.
    pub dot_all: bool,
    /// Blanks and comments in the pattern are ignored.
    pub verbose: bool,
}

impl Flags {
    /// The usual flags of states that edit files.
    pub const MULTILINE: Self = Self { ignore_case: false, multiline: true, dot_all: false, verbose: false };

    /// The flags of a number: 2 ignores case, 8 is multi-line, 16 lets a dot stand for a line end, 64 is verbose.
    pub fn of_number(number: i64) -> Self {
        let has = |bit: i64| number & bit != 0;
        Self { ignore_case: has(2), multiline: has(8), dot_all: has(16), verbose: has(64) }
    }

    /// Adds a flag by its name, such as `MULTILINE`; unknown names have no effect.
    pub fn with(mut self, name: &str) -> Option<Self> {
        match name.to_uppercase().as_str() {
            "IGNORECASE" | "I" => self.ignore_case = true,
            "MULTILINE" | "M" => self.multiline = true,
            "DOTALL" | "S" => self.dot_all = true,
            "VERBOSE" | "X" => self.verbose = true,
            "UNICODE" | "U" | "LOCALE" | "L" | "ASCII" | "A" => {}
            _ => return None,
        }
        Some(self)
    }

    /// The letters of the flags that are set.
    fn letters(self) -> String {
        let letters =
            [(self.ignore_case, 'i'), (self.multiline, 'm'), (self.dot_all, 's'), (self.verbose, 'x')];
        letters.iter().filter(|(on, _)| *on).map(|(_, letter)| letter).collect()
    }
}

/// Why a pattern or a replacement is invalid.
#[derive(Clone, Debug, thiserror::Error)]
pub enum PatternError {
    /// The pattern.
    #[error("the pattern '{pattern}' is not understood: {reason}")]
    Pattern {
        /// As it was written.
        pattern: String,
        /// What is wrong.
        reason: String,
    },
    /// A group that is not in the pattern.
    #[error("invalid group reference {group} in '{replacement}'")]
    Group {
        /// Its name or number.
        group: String,
        /// As it was written.
        replacement: String,
    },
    /// A replacement that cannot be read.
    #[error("bad escape {escape} in '{replacement}'")]
    Escape {
        /// The backslash and the text after it.
        escape: String,
        /// As it was written.
        replacement: String,
    },
    /// Matching took too long.
    #[error("the pattern '{pattern}' takes too long on this text")]
    TooLong {
        /// As it was written.
        pattern: String,
    },
}

/// A compiled pattern.
#[derive(Clone, Debug)]
pub struct Pattern {
    regex: Regex,
    text: String,
}

/// The position at which a pattern must match.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Fit {
    Anywhere,
    Start,
    Whole,
}

impl Pattern {
    /// A pattern that matches anywhere in a text: `re.search`, `re.sub`.
    ///
    /// # Errors
    ///
    /// A pattern that Python refuses, or the engine.
    pub fn new(text: &str, flags: Flags) -> Result<Self, PatternError> {
        Self::fitting(text, flags, Fit::Anywhere)
    }

    /// A pattern that matches only at the beginning of a text: `re.match`.
    ///
    /// # Errors
    ///
    /// As [`Pattern::new`].
    pub fn at_start(text: &str, flags: Flags) -> Result<Self, PatternError> {
        Self::fitting(text, flags, Fit::Start)
    }

    /// A pattern that matches only whole texts: `re.fullmatch`.
    ///
    /// # Errors
    ///
    /// As [`Pattern::new`].
    pub fn of_whole(text: &str, flags: Flags) -> Result<Self, PatternError> {
        Self::fitting(text, flags, Fit::Whole)
    }

    fn fitting(text: &str, flags: Flags, fit: Fit) -> Result<Self, PatternError> {
        let refused = |reason: String| PatternError::Pattern { pattern: text.to_owned(), reason };
        let (body, flags) = translate::translate(text, flags).map_err(refused)?;
        // The line end closes a comment of a verbose pattern.
        let close = if flags.verbose { "\n)" } else { ")" };
        let letters = flags.letters();
        let whole = match fit {
            Fit::Anywhere => format!("(?{letters}:{body}{close}"),
            Fit::Start => format!(r"\A(?{letters}:{body}{close}"),
            Fit::Whole => format!(r"\A(?{letters}:{body}{close}\z"),
        };
        match Regex::new(&whole) {
            Ok(regex) => Ok(Self { regex, text: text.to_owned() }),
            Err(error) => Err(refused(error.to_string())),
        }
    }

    /// True when it matches; false when matching takes too long.
    pub fn is_in(&self, text: &str) -> bool {
        self.regex.is_match(text).unwrap_or(false)
    }

    /// True when it matches.
    ///
    /// # Errors
    ///
    /// Matching that takes too long.
    pub fn matches(&self, text: &str) -> Result<bool, PatternError> {
        self.regex.is_match(text).map_err(|_| self.too_long())
    }

    /// True when it matches at the start: `re.match`.
    pub fn begins(&self, text: &str) -> bool {
        self.regex.find(text).ok().flatten().is_some_and(|found| found.start() == 0)
    }

    /// The whole first match, then its groups; groups that did not take part are empty.
    ///
    /// # Errors
    ///
    /// Matching that takes too long.
    pub fn groups<'t>(&self, text: &'t str) -> Result<Option<Vec<Option<&'t str>>>, PatternError> {
        let found = self.regex.captures(text).map_err(|_| self.too_long())?;
        Ok(found.map(|found| (0..found.len()).map(|at| found.get(at).map(|group| group.as_str())).collect()))
    }

    /// Replaces up to `count` matches (0: all) and returns their number: `re.subn`. With `literal` the replacement is
    /// plain text.
    ///
    /// # Errors
    ///
    /// A replacement that names an unknown group, or cannot be read; matching that takes too long.
    pub fn replace(
        &self,
        text: &str,
        replacement: &str,
        count: usize,
        literal: bool,
    ) -> Result<(String, usize), PatternError> {
        let replacement = if literal {
            Replacement::literal(replacement)
        } else {
            Replacement::read(replacement, &self.regex)?
        };
        let mut out = String::with_capacity(text.len());
        let (mut copied, mut at, mut done) = (0, 0, 0);
        let mut was_empty_at = None;
        while at <= text.len() && (count == 0 || done < count) {
            let found = self.regex.captures_from_pos(text, at).map_err(|_| self.too_long())?;
            let Some((captures, whole)) = found.and_then(with_whole) else { break };
            let (start, end) = whole;
            if start == end && was_empty_at == Some(start) {
                at = next_letter(text, start);
                was_empty_at = None;
                continue;
            }
            out.push_str(&text[copied..start]);
            replacement.expand(&captures, &mut out);
            (copied, at, done) = (end, end, done + 1);
            was_empty_at = (start == end).then_some(end);
        }
        out.push_str(&text[copied..]);
        Ok((out, done))
    }

    fn too_long(&self) -> PatternError {
        PatternError::TooLong { pattern: self.text.clone() }
    }
}

/// A match with where it begins and ends.
fn with_whole(captures: Captures<'_>) -> Option<(Captures<'_>, (usize, usize))> {
    let whole = captures.get(0)?;
    let span = (whole.start(), whole.end());
    Some((captures, span))
}

/// Text with all special characters of patterns escaped: `re.escape`.
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        if "()[]{}?*+-|^$\\.&~# \t\n\r\x0b\x0c".contains(letter) {
            out.push('\\');
        }
        out.push(letter);
    }
    out
}

fn next_letter(text: &str, at: usize) -> usize {
    at + text.get(at..).and_then(|rest| rest.chars().next()).map_or(1, char::len_utf8)
}

#[cfg(test)]
mod tests;
