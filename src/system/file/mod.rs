//! `file.*`: files, directories and links of the machine, and what files hold.
//!
//! One folder a family. Every kind describes (reads, renders), diffs (pure: what is to be done, as data) and applies the same
//! [`work::Work`]. See `docs/states.md` for what is left out.

mod accumulated;
pub(in crate::system) mod arguments;
mod backup;
mod cache;
mod decode;
mod directory;
mod edit;
mod links;
mod managed;
mod node;
pub(in crate::system) mod owner;
mod patch;
mod patterns;
mod place;
mod recurse;
mod serialize;
pub(in crate::system) mod source;
mod text;
mod tidied;
pub(in crate::system) mod work;

use super::{AnyLocal, Local};

/// Every family.
pub const KINDS: &[&dyn AnyLocal] = &[
    &Local::<managed::Managed>::IT,
    &Local::<directory::Directory>::IT,
    &Local::<links::Links>::IT,
    &Local::<place::Place>::IT,
    &Local::<edit::Edit>::IT,
    &Local::<recurse::Recurse>::IT,
    &Local::<serialize::Serialize>::IT,
    &Local::<decode::Decode>::IT,
    &Local::<tidied::Tidied>::IT,
    &Local::<cache::Cached>::IT,
    &Local::<patch::Patch>::IT,
    &Local::<node::Node>::IT,
    &Local::<accumulated::Accumulated>::IT,
];

#[cfg(test)]
mod tests;
