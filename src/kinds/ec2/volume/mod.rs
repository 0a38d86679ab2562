//! `ec2.volume`: EBS volumes, and the instances that have them.
//!
//! ```yaml
//! data of myapp:
//!   boto_ec2.volume_present:
//!     - volume_name: myapp-data
//!     - instance_name: myapp
//!     - device: /dev/xvdf
//!     - size: 100
//!     - volume_type: gp3
//!     - profile: aws_profile
//! ```
//!
//! **Which volume.** The one with the Name tag `volume_name`, or of `volume_id`; two of one name are an error that names
//! both ids. The state's name has no effect, as in Salt. `volume_absent` also accepts an instance and a device without a
//! volume: this means the volume at that device.
//!
//! **Changes.** A missing volume is made in the instance's zone, and then attached. A volume that is attached to another
//! instance or as another device is detached first; the state waits for that. `tags` (beyond Salt) are managed if given.
//! `size`, `volume_type`, `iops`, `throughput`, `snapshot_id`, `encrypted` and `kms_key_id` are for a new volume, as in
//! Salt; if an existing one differs, the state warns and changes nothing.
//!
//! **Deletion.** `volume_absent` detaches the volume, waits until that is done, and deletes it with its data. A volume that
//! is named by its device gets the tag `orchestrate:volume-of` first, so that the run after an interrupted one finds it.
//!
//! See <https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_CreateVolume.html>.

mod api;
mod diff;
mod export;
mod live;
mod spec;
#[cfg(test)]
mod tests;
mod want;

use aws::ApiError;
use aws::tags::Tags;
use kind::export::Export;
use kind::wiring::kind;
use kind::{Lookup, Unresolved};
use model::Reference;

const INSTANCE: &str = "ec2.instance";
/// The tag that marks a volume which was named by its device and is now detached.
const MARK: &str = "orchestrate:volume-of";

/// The mark of a volume that is named by its device: the scope is the instance.
fn mark_of(reference: &Reference) -> String {
    format!("{} {}", reference.scope.as_deref().unwrap_or_default(), reference.name)
}

kind! {
    /// A volume, by Name tag or `vol-…`; with a scope the name is a device of the instance with that id.
    ///
    /// Attributes: `id`, `availability_zone`, `instance_id`, `device`.
    Volume = "ec2.volume", "volume", &["ec2"], resolved;
    source {
        fn tags(live: &live::Live) -> Option<Tags> {
            Some(live.tags.clone())
        }
    }
    resource {
        const EXPORT: Option<Export<live::Live>> = Some(export::EXPORT);

        const HELD_BY: &'static [&'static str] = &["ec2.instance"];

        fn locate(spec: &spec::Spec, lookup: &mut Lookup<'_>) -> Result<Reference, Unresolved> {
            want::locate(spec, lookup)
        }

        fn uses(spec: &spec::Spec) -> Vec<Reference> {
            spec.instance.iter().filter_map(|instance| instance.uses(INSTANCE)).collect()
        }

        fn is_not_yet(error: &ApiError) -> bool {
            // A new instance accepts a volume only once it runs.
            error.is_not_found() || (error.operation == "AttachVolume" && error.has_code(&["IncorrectState"]))
        }
    }
}
