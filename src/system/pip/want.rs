//! The wanted packages: names with conditions on their versions, or places.

use machine::python::{Packages, fulfils, normal};

/// One wanted package.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Want {
    /// As it is written.
    pub written: String,
    /// Its name; none if only pip can determine the package of a place.
    pub name: Option<String>,
    /// Operators and versions; all of them must match.
    conditions: Vec<(String, String)>,
    /// True if it is wanted only under a condition.
    is_conditional: bool,
}

const OPERATORS: [&str; 8] = ["===", "==", "!=", "<=", ">=", "~=", "<", ">"];

impl Want {
    /// Reads it.
    ///
    /// # Errors
    /// It is not valid, in words for people.
    pub fn of(written: &str) -> Result<Self, String> {
        let mut want =
            Self { written: written.to_owned(), name: None, conditions: vec![], is_conditional: false };
        let (text, marker) = written.split_once(';').unwrap_or((written, ""));
        let text = text.trim();
        let is_archive = [".whl", ".tar.gz", ".zip", ".tar.bz2"].iter().any(|end| text.ends_with(end));
        if text.contains(['/', '@']) || is_archive || text == "." {
            return Ok(want);
        }
        want.is_conditional = !marker.trim().is_empty();
        let is_of_name = |letter: char| letter.is_ascii_alphanumeric() || "-_.".contains(letter);
        let (name, rest) = text.split_at(text.find(|letter| !is_of_name(letter)).unwrap_or(text.len()));
        let invalid = || {
            format!("pip cannot read '{written}': write a name and its versions, such as a==1.0 or a>=1,<2")
        };
        if name.is_empty() {
            return Err(invalid());
        }
        let rest = rest.trim_start();
        let rest = match rest.strip_prefix('[') {
            Some(extras) => extras.split_once(']').ok_or_else(invalid)?.1.trim_start(),
            None => rest,
        };
        let rest = rest.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')).unwrap_or(rest);
        for condition in rest.split(',').map(str::trim).filter(|condition| !condition.is_empty()) {
            let Some(operator) = OPERATORS.into_iter().find(|operator| condition.starts_with(operator))
            else {
                return Err(if condition.starts_with('=') {
                    format!(
                        "Invalid version specification in package {written}. '=' is not supported, use '==' instead."
                    )
                } else {
                    invalid()
                });
            };
            let version = condition[operator.len()..].trim();
            want.conditions.push((operator.to_owned(), version.to_owned()));
        }
        want.name = Some(name.to_owned());
        Ok(want)
    }

    /// True if an installed version matches.
    pub fn is_fulfilled(&self, installed: &Packages) -> bool {
        let found = self.name.as_ref().and_then(|name| installed.get(&normal(name)));
        found.is_some_and(|package| {
            let fits = |(operator, version): &(String, String)| fulfils(&package.version, operator, version);
            self.conditions.iter().all(fits)
        })
    }

    /// True if only pip can decide whether there is something to do.
    pub fn is_for_pip(&self) -> bool {
        self.name.is_none() || self.is_conditional
    }

    /// The only version that matches.
    pub fn exact(&self) -> Option<&str> {
        match self.conditions.as_slice() {
            [(operator, version)] if operator == "==" && !version.ends_with('*') => Some(version),
            _ => None,
        }
    }
}
