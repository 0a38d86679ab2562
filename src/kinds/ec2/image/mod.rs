//! `ec2.image`: machine images, which other states name by name or id, and which are made from instances.
//!
//! ```yaml
//! image of myapp:
//!   boto_ec2.snapshot_created:
//!     - ami_name: myapp-2026-11
//!     - instance_name: myapp-builder
//!     - no_reboot: True
//!     - tags: {team: web}
//!     - profile: aws_profile
//! ```
//!
//! **To name one.** A name may contain `*` and `?`; the newest matching image is used. Anybody can publish an image under
//! any name, so a name that matches images of several owners is an error; the scope of a reference names the owner.
//!
//! **To make one.** `snapshot_created` makes the image once. If the account has an image with that name, only its tags change
//! (Salt fails then). It waits until the image is available (`wait_until_available`), at most `wait_timeout_seconds`. AWS
//! reboots the instance first unless `no_reboot` is true.
//!
//! **Deletion.** `snapshot_absent` (beyond Salt) deregisters the account's own image with that name. Its snapshots stay.
//!
//! See <https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_CreateImage.html>.

mod api;
mod diff;
mod live;
mod spec;
#[cfg(test)]
mod tests;
mod want;

use aws::ApiError;
use aws::tags::Tags;
use kind::wiring::kind;
use kind::{Lookup, Unresolved};
use model::Reference;

/// The scope of the account's own images.
const OWN: &str = "self";
const INSTANCE: &str = "ec2.instance";

kind! {
    /// An image, by name, pattern or `ami-…`; the scope, if any, is the owner: an account's id, its alias, or `self`.
    ///
    /// Attributes: `id`, `name`, `root_device_name`.
    Image = "ec2.image", "image", &["ec2"], resolved;
    source {
        fn tags(live: &live::Live) -> Option<Tags> {
            Some(live.tags.clone())
        }
    }
    resource {
        fn locate(spec: &spec::Spec, _lookup: &mut Lookup<'_>) -> Result<Reference, Unresolved> {
            Ok(Reference::new("ec2.image", &spec.name).within(OWN))
        }

        fn uses(spec: &spec::Spec) -> Vec<Reference> {
            spec.instance.iter().filter_map(|instance| instance.uses(INSTANCE)).collect()
        }

        fn is_not_yet(error: &ApiError) -> bool {
            error.is_not_found()
        }
    }
}
