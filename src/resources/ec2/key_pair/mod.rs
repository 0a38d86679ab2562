//! `ec2.key_pair`: key pairs, with which people log in to instances.
//!
//! ```yaml
//! myapp:
//!   boto_ec2.key_present:
//!     - upload_public: ssh-ed25519 AAAA… me@example.com
//!     - profile: aws_profile
//!
//! myapp-testing:
//!   boto_ec2.key_present:
//!     - save_private: /root/keys
//!     - profile: aws_profile
//! ```
//!
//! **Two ways.** `upload_public` imports a public key. `save_private` (or `save_path`) has AWS make a pair, and saves the private
//! key as `<name>.pem` in that directory, readable by its owner only. AWS shows a private key once: it is never shown.
//!
//! **No key is lost.** The file is made before the pair. If the answer that holds the key is lost, the pair is deleted and made
//! again. If the run is cut off there, the empty file remains, and the next run deletes the pair that nobody has the key of, and
//! makes another.
//!
//! **What changes.** `tags` (beyond Salt). A public key that differs from the one that is there is refused: whoever logs in with
//! the old one would be locked out of the next instance.
//!
//! See <https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_CreateKeyPair.html>.

mod api;
mod diff;
mod export;
mod live;
mod saved;
mod spec;
#[cfg(test)]
mod tests;

use crate::aws::tags::Tags;
use crate::model::Reference;
use crate::resources::export::Export;
use crate::resources::wiring::kind;
use crate::resources::{Lookup, Unresolved};

kind! {
    /// A key pair, by name; the scope, if any, is the file in which its private key is saved. Attributes: `id`, `name`.
    KeyPair = "ec2.key_pair", "key pair", &["ec2"], plain;
    source {
        fn tags(live: &live::Live) -> Option<Tags> {
            Some(live.tags.clone())
        }
    }
    resource {
        const EXPORT: Option<Export<live::Live>> = Some(export::EXPORT);

        fn locate(spec: &spec::Spec, _lookup: &mut Lookup<'_>) -> Result<Reference, Unresolved> {
            let named = Reference::new("ec2.key_pair", &spec.name);
            Ok(spec.file().into_iter().fold(named, Reference::within))
        }
    }
}
