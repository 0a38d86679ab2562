//! References from one thing to another, and identifiers that may be unknown until the run creates the thing.

use std::fmt;

use super::Value;

/// Names a thing that another thing needs: `ec2.security_group` "myapp" in `vpc-1`.
///
/// Kind and name alone decide which state of a run provides it; the scope makes a read exact.
#[derive(Clone, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub struct Reference {
    /// The kind, as in its `KIND`: `ec2.security_group`.
    pub kind: &'static str,
    /// The name an author would use.
    pub name: String,
    /// The scope of a unique name: a VPC's id, a group's name, a zone. None if names are unique in the account.
    pub scope: Option<String>,
}

impl Reference {
    /// A thing whose name is unique in account and region.
    pub fn new(kind: &'static str, name: impl Into<String>) -> Self {
        Self { kind, name: name.into(), scope: None }
    }

    /// Narrows the name to a scope.
    #[must_use]
    pub fn within(mut self, scope: impl Into<String>) -> Self {
        self.scope = Some(scope.into());
        self
    }

    /// True when both name the same thing for the order of a run.
    pub fn is_provided_by(&self, provided: &Self) -> bool {
        self.kind == provided.kind && self.name == provided.name
    }
}

impl fmt::Display for Reference {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let noun = self.kind.rsplit('.').next().unwrap_or(self.kind).replace('_', " ");
        write!(out, "{noun} '{}'", self.name)?;
        match &self.scope {
            Some(scope) => write!(out, " in {scope}"),
            None => Ok(()),
        }
    }
}

/// An identifier that AWS assigns: known, or unknown until this run has created the thing.
#[derive(Clone, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub enum Ident {
    /// AWS has returned it.
    Known(String),
    /// The same run creates the thing earlier.
    AfterApply(Reference),
}

impl Ident {
    /// The text for an identifier that is not known yet.
    pub const AFTER_APPLY: &'static str = "(known after apply)";

    /// The identifier, if it is known.
    pub fn known(&self) -> Option<&str> {
        if let Self::Known(id) = self { Some(id) } else { None }
    }

    /// The identifier to send. An unknown one cannot be sent: a real run creates its thing first.
    pub fn as_str(&self) -> &str {
        self.known().unwrap_or(Self::AFTER_APPLY)
    }
}

impl fmt::Display for Ident {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.as_str())
    }
}

impl From<&Ident> for Value {
    fn from(ident: &Ident) -> Self {
        ident.as_str().into()
    }
}

impl From<Ident> for Value {
    fn from(ident: Ident) -> Self {
        ident.as_str().into()
    }
}

impl From<String> for Ident {
    fn from(id: String) -> Self {
        Self::Known(id)
    }
}

impl From<&str> for Ident {
    fn from(id: &str) -> Self {
        Self::Known(id.to_owned())
    }
}
