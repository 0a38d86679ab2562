//! How a kind looks up AWS's ids of other things.

use super::Ask;
use aws::ApiError;
use model::{Aspects, Ident, Reference, Value};

/// What is known of a reference.
#[derive(Clone, Debug)]
pub enum Sight {
    /// Not read yet.
    Unread,
    /// It does not exist.
    Absent,
    /// The read failed.
    Failed(ApiError),
    /// It exists; this is its attribute, if it has one with that name.
    Found(Option<Value>),
}

/// What a run knows; the engine's snapshot implements this.
pub trait Known {
    /// What is known of an attribute of a thing.
    fn sight(&self, reference: &Reference, attribute: &str, aspects: Aspects) -> Sight;

    /// True if a state of this run makes it and has not yet done so.
    fn is_promised(&self, reference: &Reference) -> bool;

    /// The names of all things of a kind that states of this run remove and have not removed yet.
    fn leaving(&self, _kind: &'static str) -> Vec<String> {
        vec![]
    }

    /// True if a state of this run failed that should make it or keep it as declared.
    fn is_broken(&self, _reference: &Reference) -> bool {
        false
    }
}

/// A run in which nothing exists yet and everything will be made.
pub struct AllPromised;

impl Known for AllPromised {
    fn sight(&self, _reference: &Reference, _attribute: &str, _aspects: Aspects) -> Sight {
        Sight::Absent
    }

    fn is_promised(&self, _reference: &Reference) -> bool {
        true
    }
}

/// Why a name has no identifier.
#[derive(Clone, Debug)]
pub enum Unresolved {
    /// It must be read first; the lookup has noted it.
    Unread,
    /// It will exist only once this run has made it.
    AfterApply(Reference),
    /// It does not exist and nothing in this run makes it.
    Missing(Reference),
    /// The read failed.
    Failed(Reference, Box<ApiError>),
    /// It was read, and the author cannot mean it: one sentence that says why.
    Refused(String),
}

/// Answers from what is known, and notes what must be read.
pub struct Lookup<'a> {
    known: &'a dyn Known,
    unread: Vec<Ask>,
    promised: Vec<Reference>,
    found: Vec<(Reference, String, Value)>,
}

impl<'a> Lookup<'a> {
    /// A lookup in what a run knows.
    pub fn new(known: &'a dyn Known) -> Self {
        Self { known, unread: vec![], promised: vec![], found: vec![] }
    }

    /// References that were looked up but not read yet.
    pub fn into_unread(self) -> Vec<Ask> {
        self.unread
    }

    /// References that were looked up and that this run has yet to create: a real run cannot continue without them.
    pub fn promised(&self) -> &[Reference] {
        &self.promised
    }

    /// References that were looked up and found: the thing, the attribute, and its value.
    pub fn found(&self) -> &[(Reference, String, Value)] {
        &self.found
    }

    /// The names of all things of a kind that states of this run remove and have not removed yet: a test run treats them as
    /// gone.
    pub fn leaving(&self, kind: &'static str) -> Vec<String> {
        self.known.leaving(kind)
    }

    /// True while a state of this run has yet to make or change a thing. In a test run, which changes nothing, this is true
    /// also after that state.
    pub fn is_changing(&self, reference: &Reference) -> bool {
        self.known.is_promised(reference)
    }

    /// The identifier of something that must exist, or will once this run has made it.
    ///
    /// # Errors
    /// When it must be read first, does not exist, or could not be read.
    pub fn ident(&mut self, reference: &Reference, attribute: &str) -> Result<Ident, Unresolved> {
        match self.value(reference, attribute, Aspects::NONE) {
            Ok(Value::Str(id)) => Ok(Ident::Known(id)),
            Ok(_) => Err(Unresolved::Refused(format!("{reference} has no {attribute}"))),
            Err(Unresolved::AfterApply(reference)) => Ok(Ident::AfterApply(reference)),
            Err(other) => Err(other),
        }
    }

    /// The identifier of the first of these that exists, or will once this run has made it.
    ///
    /// # Errors
    /// As [`Lookup::ident`], of the last.
    pub fn first(&mut self, references: &[Reference], attribute: &str) -> Result<Ident, Unresolved> {
        let mut missing = Err(Unresolved::Refused("the state names nothing".to_owned()));
        for reference in references {
            missing = match self.ident(reference, attribute) {
                Err(error @ Unresolved::Missing(_)) => Err(error),
                other => return other,
            };
        }
        missing
    }

    /// The identifiers of several things; all are looked up before the first error is returned.
    ///
    /// # Errors
    /// As [`Lookup::ident`].
    pub fn idents(&mut self, references: &[Reference], attribute: &str) -> Result<Vec<Ident>, Unresolved> {
        let all: Vec<_> = references.iter().map(|reference| self.ident(reference, attribute)).collect();
        all.into_iter().collect()
    }

    /// An attribute of something that must exist; `Null` when it has no such attribute.
    ///
    /// # Errors
    /// As [`Lookup::ident`], and `AfterApply` for what this run will make.
    pub fn value(
        &mut self,
        reference: &Reference,
        attribute: &str,
        aspects: Aspects,
    ) -> Result<Value, Unresolved> {
        match self.known.sight(reference, attribute, aspects) {
            Sight::Found(value) => {
                let value = value.unwrap_or_default();
                self.found.push((reference.clone(), attribute.to_owned(), value.clone()));
                Ok(value)
            }
            Sight::Failed(error) => Err(Unresolved::Failed(reference.clone(), Box::new(error))),
            Sight::Absent if self.known.is_promised(reference) => {
                self.promised.push(reference.clone());
                Err(Unresolved::AfterApply(reference.clone()))
            }
            Sight::Absent => Err(Unresolved::Missing(reference.clone())),
            Sight::Unread => {
                self.unread.push(Ask { reference: reference.clone(), aspects });
                Err(Unresolved::Unread)
            }
        }
    }

    /// Refuses a thing that AWS accepts by name, so that it is not looked up, if a state of this run failed to make it and
    /// it does not exist. It is read only in that case.
    ///
    /// # Errors
    /// When it must be read first or does not exist.
    pub fn unless_broken(&mut self, reference: &Reference) -> Result<(), Unresolved> {
        if !self.known.is_broken(reference) {
            return Ok(());
        }
        match self.value(reference, "", Aspects::NONE) {
            Err(error @ (Unresolved::Unread | Unresolved::Missing(_))) => Err(error),
            _ => Ok(()),
        }
    }

    /// The identifier of something that need not exist.
    ///
    /// # Errors
    /// When it must be read first or could not be read.
    pub fn optional(&mut self, reference: &Reference, attribute: &str) -> Result<Option<Ident>, Unresolved> {
        match self.ident(reference, attribute) {
            Ok(ident) => Ok(Some(ident)),
            Err(Unresolved::Missing(_)) => Ok(None),
            Err(other) => Err(other),
        }
    }
}
