//! `ec2.key_pair`: key pairs for logins to instances.
//!
//! ```yaml
//! myapp:
//!   boto_ec2.key_present:
//!     - upload_public: ssh-ed25519 AAAA… me@example.com
//!     - profile: aws_profile
//!
//! myapp-testing:
//!   boto_ec2.key_present:
//!     - save_private: /etc/keys
//!     - profile: aws_profile
//! ```
//!
//! **Two ways.** `upload_public` imports a public key. `save_private` (or `save_path`) lets AWS make a pair, and saves the
//! private key as `<name>.pem` in that directory, readable by its owner only. No output shows the private key.
//!
//! **No key is lost.** The file is made before the pair. If the answer with the private key is lost, the run deletes the
//! pair and makes it again. If the run is interrupted there, the empty file remains; the next run deletes the pair whose key
//! is lost, and makes another.
//!
//! **Changes.** `tags` (beyond Salt). A public key that differs from the present one is an error, because users of the old
//! key could not log in to new instances.
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

use aws::tags::Tags;
use kind::export::Export;
use kind::wiring::kind;
use kind::{Lookup, Unresolved};
use model::Reference;

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
