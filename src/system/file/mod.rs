//! `file.*`: files, directories and links of the machine, and their contents.
//!
//! ```yaml
//! /etc/shop/shop.conf:
//!   file.managed:
//!     - source: salt://shop/shop.conf
//!     - template: jinja
//!     - user: shop
//!     - mode: '0640'
//!     - makedirs: True
//! /srv/shop:
//!   file.directory:
//!     - user: shop
//!     - recurse: [user]
//! ```
//!
//! A source is `salt://`, `https://`, `s3://` or a path. Changed contents are shown as a difference, unless `show_changes: False`
//! hides them. Root follows no link that another user can change.
//!
//! See <https://docs.saltproject.io/en/3007/ref/states/all/salt.states.file.html>.

// One folder a family. Every kind describes (reads, renders), diffs (pure: the operations as data) and gives the same step,
// `Operations`. `docs/states.md` lists the functions that are left out.

mod accumulated;
pub(crate) mod arguments;
mod backup;
mod cache;
mod decode;
mod directory;
mod edit;
mod links;
mod managed;
mod node;
mod patch;
mod patterns;
mod place;
mod recurse;
mod serialize;
mod text;
mod tidied;

pub(super) use arguments::{CONTEXT, DEFAULTS, SOURCE_HASH, SOURCE_HASH_NAME, TEMPLATE};
pub(super) use managed::{Desired, DesiredContents, Now, Target, plan, target};

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

/// The difference of two texts, as every state of a file shows it.
pub(super) fn difference(old: &str, new: &str) -> String {
    text::unified(&text::lines(old), &text::lines(new), "", "")
}

/// True if the beginning of a text matches a Python pattern.
///
/// # Errors
/// The pattern is not valid.
pub(super) fn begins(pattern: &str, text: &str) -> Result<bool, String> {
    text::Pattern::new(pattern, text::Flags::default())
        .map(|pattern| pattern.begins(text))
        .map_err(|error| error.to_string())
}

/// True if a text contains a match of a Python pattern.
///
/// # Errors
/// The pattern is not valid.
pub(super) fn is_in(pattern: &str, text: &str) -> Result<bool, String> {
    text::Pattern::new(pattern, text::Flags::default())
        .map(|pattern| pattern.is_in(text))
        .map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests;
