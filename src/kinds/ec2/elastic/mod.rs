//! The Elastic IP address of one thing: an instance or a network interface.
//!
//! An address that is allocated for a thing has a tag with the thing's id from the start. So the run after an interrupted
//! one finds it and does not allocate a second one. See
//! <https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_AllocateAddress.html>.

mod api;

pub(super) use api::{allocate, allocate_tagged, associate, disassociate, mark, read, release};

use model::Ident;

/// The tag of an address that was allocated for a thing; its value is the thing's id.
const MARK: &str = "orchestrate:address-of";

/// The addresses of a thing.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Elastic {
    /// The one that it has.
    pub held: Option<Held>,
    /// The free addresses that were allocated for it.
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
    /// True if it was allocated for the thing.
    pub is_own: bool,
}

/// The declared address of a thing.
#[derive(Clone, Debug, PartialEq)]
pub enum Wanted {
    /// Its own address: a new one is allocated if it has none.
    Own,
    /// This one, by allocation.
    This(Ident),
}

/// The next step.
#[derive(Clone, Debug, PartialEq)]
pub enum Next {
    /// Allocate an address for it.
    Allocate,
    /// Associate this one, after the present association, if any, is removed.
    Associate(Ident, Option<String>),
}

/// The next step for a thing; none if it has the declared address.
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
