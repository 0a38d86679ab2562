//! Who is who: keys, the operators that instances trust, and the register of accepted instances.

mod accounts;
mod agreed;
mod attributes;
mod authority;
mod card;
pub mod claims;
pub mod document;
mod invite;
mod keys;
mod operators;
mod permissions;
mod proof;
mod register;
mod rights;
mod root;
mod root_changes;
pub mod setup;
#[cfg(test)]
mod tests;
mod together;

pub use accounts::{AccountPlan, Accounts, Revocations, Revoked, SignedAccount};
pub use attributes::{
    AttributeError, Attributes, REGISTER_GRAIN, ROLE, attribute_map, changed, grains_of_register,
    read_attributes,
};
pub use authority::{Authority, Removed};
pub use card::{Card, CardBody};
pub use invite::{Invite, InviteRefusal, JoinToken, Presenter, Use};
pub use keys::{BoxKey, Identity, IdentityError, PublicKey, Seeds};
pub use operators::{Operator, Operators, Right};
pub use permissions::{
    CONSUME, Permissions, inbox, of_agent, of_enrolment, of_operator, of_registrar, purge,
};
pub use proof::Proof;
pub use register::{Believed, Decision, Entry, KeyList, Register, fingerprint};
pub use rights::list_version;
pub use together::{Claim, have_signed};
