//! Artifacts: CI builds and signs them; an instance fetches, checks and unpacks them.
//!
//! An artifact is an archive, a [`Manifest`] that lists all of its files, and a [`SignatureFile`] for the manifest. A
//! [`Pointer`], signed too and in one object with its signatures (an [`Envelope`]), names the current revision of a
//! service. A [`Root`] names the keys whose signatures count. Laws: nothing is used before the signature of a pinned
//! key is checked; nothing is written outside the directory of the unpacked artifact; the same directory packs to the
//! same bytes. Every refusal is a [`Refusal`] that names the reason.

mod envelope;
mod freshness;
mod links;
mod manifest;
mod pack;
mod path;
mod pinned;
mod pointer;
mod refusal;
mod root;
mod signature;
mod unpack;

pub use envelope::Envelope;
pub use freshness::Freshness;
pub use manifest::{Archive, Entry, Expected, Manifest};
pub use pack::{PackError, Packed, Release, pack};
pub use path::check_name;
pub use pinned::Pinned;
pub use pointer::{Pointer, PointerScope};
pub use refusal::Refusal;
pub use root::{Anchor, Role, Root};
pub use signature::{KeyError, PublicKey, SignatureFile, Signed, SigningKey};
pub use unpack::{Limits, UnpackError, check_archive, unpack};

#[cfg(test)]
mod tests;
