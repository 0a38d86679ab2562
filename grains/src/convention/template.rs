//! `{service_name}-{region}`: parts between separators, to be filled and to be read back.

use std::fmt;

use super::Parts;

/// What keeps a template from being read back.
#[derive(Clone, Copy, Debug, Eq, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum TemplateError {
    /// A brace without its other.
    #[error("a {{ or }} has no partner")]
    Brace,
    /// `{}`.
    #[error("a part has no name")]
    Unnamed,
    /// `{a}{b}`: nobody can say where one ends.
    #[error("two parts stand side by side without a separator")]
    NoSeparator,
    /// `{a}-{a}`.
    #[error("a part is named twice")]
    Twice,
    /// No part at all.
    #[error("there is no part in it")]
    NoPart,
}

/// A text with named parts: `head{name}separator{name}…tail`.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Template {
    head: String,
    parts: Vec<Part>,
}

/// A part and the text after it.
#[derive(Clone, Debug, Eq, PartialEq)]
struct Part {
    name: String,
    then: String,
}

impl Template {
    /// Reads a template as written.
    ///
    /// # Errors
    /// If what it makes could not be read back.
    pub fn parse(text: &str) -> Result<Self, TemplateError> {
        let mut pieces = text.split('{');
        let head = pieces.next().unwrap_or_default().to_owned();
        let mut parts: Vec<Part> = Vec::new();
        for piece in pieces {
            let (name, then) = piece.split_once('}').ok_or(TemplateError::Brace)?;
            if name.is_empty() {
                return Err(TemplateError::Unnamed);
            }
            if parts.iter().any(|part| part.name == name) {
                return Err(TemplateError::Twice);
            }
            if parts.last().is_some_and(|before| before.then.is_empty()) {
                return Err(TemplateError::NoSeparator);
            }
            parts.push(Part { name: name.to_owned(), then: then.to_owned() });
        }
        if parts.is_empty() {
            return Err(TemplateError::NoPart);
        }
        let stray = head.contains('}') || parts.iter().any(|part| part.then.contains('}'));
        if stray { Err(TemplateError::Brace) } else { Ok(Self { head, parts }) }
    }

    /// The names of the parts, in order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.parts.iter().map(|part| part.name.as_str())
    }

    /// Fills the parts in; `None` if one is missing, is empty or holds a separator.
    pub fn fill(&self, parts: &Parts) -> Option<String> {
        let mut out = self.head.clone();
        for part in &self.parts {
            let value = parts.get(&part.name)?;
            if !self.may_be(value) {
                return None;
            }
            out.push_str(value);
            out.push_str(&part.then);
        }
        Some(out)
    }

    /// Reads the parts back; `None` if the text has another shape.
    pub fn read(&self, text: &str) -> Option<Parts> {
        let mut rest = text.strip_prefix(self.head.as_str())?;
        let mut found = Parts::new();
        for part in &self.parts {
            let end = if part.then.is_empty() { rest.len() } else { rest.find(part.then.as_str())? };
            let value = &rest[..end];
            if !self.may_be(value) {
                return None;
            }
            found.insert(part.name.clone(), value.to_owned());
            rest = &rest[end + part.then.len()..];
        }
        rest.is_empty().then_some(found)
    }

    /// Whether a text may be a part: with a letter of a separator in it, nobody could say where the part ends.
    fn may_be(&self, value: &str) -> bool {
        let separates = |letter: char| self.parts.iter().any(|part| part.then.contains(letter));
        !value.is_empty() && !value.contains(separates) && !value.contains('.')
    }
}

impl fmt::Display for Template {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.head)?;
        self.parts.iter().try_for_each(|part| write!(out, "{{{}}}{}", part.name, part.then))
    }
}
