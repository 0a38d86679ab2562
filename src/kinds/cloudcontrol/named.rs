//! Other things that a declaration names, and the attributes that it uses.

use serde_json::Value as Json;

use kind::{Lookup, Unresolved};
use model::{Aspects, Ident, Reference};

/// Another thing, or several.
#[derive(Clone, Debug, PartialEq)]
pub enum Named {
    /// One: its id is the property.
    One(Reference),
    /// Several: their ids are the list.
    All(Vec<Reference>),
    /// One: this attribute of it is the property.
    Of(Reference, &'static str),
}

impl Named {
    /// The references to the things.
    pub fn references(&self) -> &[Reference] {
        match self {
            Self::One(reference) | Self::Of(reference, _) => std::slice::from_ref(reference),
            Self::All(references) => references,
        }
    }

    /// The property, and the first thing that has no value yet. An id is its own value.
    ///
    /// # Errors
    /// Those of [`Lookup::value`].
    pub fn resolve(&self, lookup: &mut Lookup<'_>) -> Result<(Json, Option<Reference>), Unresolved> {
        if let Self::Of(reference, attribute) = self {
            return match lookup.value(reference, attribute, Aspects::NONE) {
                Ok(value) => Ok((value.to_json(), None)),
                Err(Unresolved::AfterApply(unmade)) => Ok((Ident::AFTER_APPLY.into(), Some(unmade))),
                Err(other) => Err(other),
            };
        }
        let idents = lookup.idents(self.references(), "id")?;
        let unmade = idents.iter().find_map(|ident| match ident {
            Ident::AfterApply(reference) => Some(reference.clone()),
            Ident::Known(_) => None,
        });
        let mut ids = idents.iter().map(|ident| Json::from(ident.as_str()));
        let value = if let Self::All(_) = self { ids.collect() } else { ids.next().unwrap_or_default() };
        Ok((value, unmade))
    }
}
