//! References from one thing to another, and identifiers that may not be known yet.

use std::fmt;

use super::Value;

/// Names a thing that another one needs: `ec2.security_group` "myapp" in `vpc-1`.
///
/// Kind and name alone decide which state of a run provides it; the scope makes a reading exact.
#[derive(Clone, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub struct Reference {
    /// The kind, as in its `KIND`: `ec2.security_group`.
    pub kind: &'static str,
    /// The name an author would use.
    pub name: String,
    /// Where the name is unique: a VPC's id, a group's name, a zone. None where the account is the scope.
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

    /// True when both name the same thing as far as a run's order is concerned.
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

/// An identifier that AWS assigns: known, or known only once this run has created its bearer.
#[derive(Clone, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub enum Ident {
    /// AWS said so.
    Known(String),
    /// The thing is created earlier in the same run.
    AfterApply(Reference),
}

impl Ident {
    /// The text that stands for an identifier nobody knows yet.
    pub const AFTER_APPLY: &'static str = "(known after apply)";

    /// The identifier, if it is known.
    pub fn known(&self) -> Option<&str> {
        if let Self::Known(id) = self { Some(id) } else { None }
    }

    /// The identifier to send. An unknown one cannot be sent: a real run reaches its bearer first.
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
