//! The Elastic IP address of one thing: an instance or a network interface.
//!
//! An address that is allocated for a thing bears a tag with the thing's id from its first moment, so that a run that was cut
//! off finds it again and allocates no second one. See
//! <https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_AllocateAddress.html>.

mod api;

pub(super) use api::{allocate, allocate_tagged, associate, disassociate, mark, read, release};

use crate::model::Ident;

/// The tag of an address that was allocated for a thing; its value is the thing's id.
const MARK: &str = "orchestrate:address-of";

/// The addresses of a thing.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Elastic {
    /// The one that it has.
    pub held: Option<Held>,
    /// Those that were allocated for it and that nothing uses.
    pub free: Vec<String>,
}

/// An address that a thing has.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Held {
    /// `eipalloc-…`.
    pub allocation: String,
    /// `eipassoc-…`.
    pub association: String,
    /// The address.
    pub public_ip: String,
    /// True where it was allocated for the thing.
    pub is_own: bool,
}

/// The address that a thing shall have.
#[derive(Clone, Debug, PartialEq)]
pub enum Wanted {
    /// One of its own: a new one is allocated where it has none.
    Own,
    /// This one, by allocation.
    This(Ident),
}

/// What is to be done next.
#[derive(Clone, Debug, PartialEq)]
pub enum Next {
    /// Allocate an address for it.
    Allocate,
    /// Give it this one, after the association that it has, if any, was taken away.
    Associate(Ident, Option<String>),
}

/// What is to be done for a thing; nothing where it has what is wanted.
pub fn next(wanted: &Wanted, live: &Elastic) -> Option<Next> {
    match (wanted, &live.held) {
        (Wanted::Own, Some(_)) => None,
        (Wanted::Own, None) => match live.free.first() {
            Some(free) => Some(Next::Associate(free.as_str().into(), None)),
            None => Some(Next::Allocate),
        },
        (Wanted::This(id), Some(held)) if id.known() == Some(held.allocation.as_str()) => None,
        (Wanted::This(id), held) => {
            Some(Next::Associate(id.clone(), held.as_ref().map(|held| held.association.clone())))
        }
    }
}
