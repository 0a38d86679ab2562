//! A thing that another one refers to: by id or by name.

use super::{Lookup, Unresolved};
use model::{Fields, Ident, Problem, Problems, Reference};

/// How a declaration refers to a thing of another kind (`vpc_id` or `vpc_name`).
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Which {
    /// By the id from AWS, without a look-up.
    Id(String),
    /// By name.
    Name(String),
}

impl Which {
    /// Reads a pair of arguments that exclude each other; none if both were left out.
    pub fn read(fields: &Fields, id: &str, name: &str, problems: &mut Problems) -> Option<Self> {
        let (by_id, by_name) = (fields.text(id), fields.text(name));
        if by_id.is_some() && by_name.is_some() {
            let problem =
                Problem::at(fields.place_of(name), format!("'{id}' and '{name}' exclude each other"));
            problems.push(problem.hint("keep one of the two"));
        }
        by_id.map(Self::Id).or(by_name.map(Self::Name))
    }

    /// Reads an element of a list that may contain ids and names.
    pub fn of(prefix: &str, text: &str) -> Self {
        if is_id(prefix, text) { Self::Id(text.to_owned()) } else { Self::Name(text.to_owned()) }
    }

    /// As the author wrote it.
    pub fn written(&self) -> &str {
        let (Self::Id(text) | Self::Name(text)) = self;
        text
    }

    /// The reference to it.
    pub fn reference(&self, kind: &'static str) -> Reference {
        Reference::new(kind, self.written())
    }

    /// The thing that must exist before, for the order of a run, if it is given by name.
    pub fn uses(&self, kind: &'static str) -> Option<Reference> {
        matches!(self, Self::Name(_)).then(|| self.reference(kind))
    }

    /// Its id.
    ///
    /// # Errors
    /// As [`Lookup::ident`].
    pub fn resolve(&self, kind: &'static str, lookup: &mut Lookup<'_>) -> Result<Ident, Unresolved> {
        match self {
            Self::Id(id) => Ok(id.as_str().into()),
            Self::Name(_) => lookup.ident(&self.reference(kind), "id"),
        }
    }
}

/// True for an id as EC2 gives it: the prefix, then 8 or 17 hexadecimal digits. `subnet-1` is a name.
pub fn is_id(prefix: &str, name: &str) -> bool {
    let is_digits = |rest: &str| rest.bytes().all(|byte| byte.is_ascii_hexdigit());
    name.strip_prefix(prefix).is_some_and(|rest| matches!(rest.len(), 8 | 17) && is_digits(rest))
}
