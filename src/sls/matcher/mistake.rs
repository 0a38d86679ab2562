//! What is wrong with a target, and where.

use std::fmt;

use model::Problem;

/// A mistake in a target, with its place.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub struct Mistake {
    /// The node group whose definition is wrong; none for the target itself.
    pub group: Option<String>,
    /// The whole text: the target, or the group's words with blanks between them.
    pub text: String,
    /// The place in the text, in characters from 1.
    pub at: usize,
    /// What is there.
    pub word: String,
    /// What is wrong with it.
    pub reason: String,
    /// How to correct it, if that is known.
    pub hint: Option<String>,
}

impl fmt::Display for Mistake {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.group {
            Some(group) => write!(out, "the node group '{group}' is malformed: '{}'", self.text)?,
            None => write!(out, "the target is malformed: '{}'", self.text)?,
        }
        write!(out, ", at character {}", self.at)?;
        if self.word != self.text && !self.word.is_empty() {
            write!(out, ", '{}'", self.word)?;
        }
        write!(out, ": {}", self.reason)
    }
}

impl From<Mistake> for Problem {
    fn from(mistake: Mistake) -> Self {
        let problem = Self::nowhere(mistake.to_string());
        match mistake.hint {
            Some(hint) => problem.hint(hint),
            None => problem,
        }
    }
}
