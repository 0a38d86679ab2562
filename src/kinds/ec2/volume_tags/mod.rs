//! `ec2.volume_tags`: tags of the volumes that filters select.
//!
//! ```yaml
//! volumes of myapp:
//!   boto_ec2.volumes_tagged:
//!     - tag_maps:
//!       - filters: {instance_name: myapp}
//!         tags: {team: web}
//!       - filters: {instance_name: myapp, attachment.device: /dev/xvdf}
//!         tags: {Name: myapp-data}
//!     - profile: aws_profile
//! ```
//!
//! **Which volumes.** Those that match all `filters` of a map: EC2's filters, and `volume_ids` and `instance_name`. An
//! instance that does not exist has no volumes, and the state warns. `in_states` is accepted without effect: terminated
//! instances never count.
//!
//! **Changes.** The `tags` of all maps that match a volume are added or overwritten; a later map overrides an earlier one.
//! With `authoritative: True` all its other tags are removed, except for those of AWS. Salt writes all tags in each run;
//! here only what differs is written.
//!
//! A test run cannot show the tags of volumes that the run will make: they are known after apply.
//!
//! See <https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_DescribeVolumes.html>.

mod api;
mod diff;
mod live;
mod spec;
#[cfg(test)]
mod tests;
mod want;

use kind::wiring::kind;
use kind::{Lookup, Unresolved};
use model::Reference;

const INSTANCE: &str = "ec2.instance";
const VOLUME: &str = "ec2.volume";

kind! {
    /// The volumes that match filters: the scope contains the filters as JSON.
    VolumeTags = "ec2.volume_tags", "tags of volumes", &["ec2"], resolved;
    source {
        const SHOWS: &'static [&'static str] = &[INSTANCE, VOLUME];
    }
    resource {
        fn locate(spec: &spec::Spec, lookup: &mut Lookup<'_>) -> Result<Reference, Unresolved> {
            want::locate(spec, lookup)
        }

        fn uses(spec: &spec::Spec) -> Vec<Reference> {
            let named = spec.maps.iter().filter_map(|map| map.instance.as_deref());
            let volumes = spec.maps.iter().flat_map(|map| &map.volumes).map(|name| Reference::new(VOLUME, name));
            named.map(|name| Reference::new(INSTANCE, name)).chain(volumes).collect()
        }
    }
}
