//! Who is who: keys, the operators that instances trust, and the register of accepted instances.

mod card;
pub mod claims;
mod keys;
mod operators;
mod permissions;
mod register;
pub mod setup;
#[cfg(test)]
mod tests;

pub use card::{Card, CardBody};
pub use keys::{BoxKey, Identity, IdentityError, PublicKey, Seeds};
pub use operators::{Operator, Operators, Right};
pub use permissions::{Permissions, inbox, of_agent, of_enrolment, of_operator, of_registrar};
pub use register::{Decision, Entry, KeyList, Register, fingerprint};
