//! From the name of an instance to its id.

use super::spec::Spec;
use super::{INSTANCE, OWN};
use kind::{Lookup, Unresolved};
use model::{Ident, Reference};

/// An image as declared, with names resolved.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Want {
    /// The declaration.
    pub spec: Spec,
    /// The instance that it is made from; none if the image exists.
    pub instance: Option<Ident>,
}

/// The instance matters only for a new image; later it may be gone.
pub(super) fn resolve(spec: &Spec, lookup: &mut Lookup<'_>) -> Result<Want, Unresolved> {
    let own = Reference::new("ec2.image", &spec.name).within(OWN);
    let is_there = match lookup.ident(&own, "id") {
        Ok(Ident::Known(_)) => true,
        Err(Unresolved::Unread) => return Err(Unresolved::Unread),
        _ => false,
    };
    let instance = spec.instance.as_ref().filter(|_| spec.present && !is_there);
    let instance = instance.map(|instance| lookup.ident(&instance.reference(INSTANCE), "id")).transpose()?;
    Ok(Want { spec: spec.clone(), instance })
}
