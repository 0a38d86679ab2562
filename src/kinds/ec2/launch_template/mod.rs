//! `ec2.launch_template`: launch settings of instances, in numbered versions.
//!
//! ```yaml
//! web:
//!   boto_ec2.launch_template_present:
//!     - image_name: web-2026-*
//!     - image_owner: self
//!     - instance_type: t3.medium
//!     - security_groups: [base, web]
//!     - vpc_name: main
//!     - instance_profile_name: web
//!     - metadata_options: {http_tokens: required}
//!     - block_device_mappings:
//!         /dev/xvda: {size: 20, volume_type: gp3, encrypted: True}
//!     - cloud_init: {scripts: {bootstrap: "#!/bin/sh\norchestrate deploy myapp testing\n"}}
//!     - instance_tags: {Name: web}
//!     - keep_versions: 5
//!     - profile: aws_profile
//! ```
//!
//! **Arguments** are those of a launch configuration (`boto_lc.present`), and AWS's own. `image_ssm_parameter` names a
//! parameter that AWS looks up at each launch. Names of groups are looked up in the given VPC, in the VPC of `subnet_name`,
//! or in the default VPC.
//!
//! **Versions.** The newest version is compared as a whole. If it differs, the run makes a new version and makes it the
//! default. Auto Scaling groups with `$Latest` or `$Default` launch it from then on. Former versions stay; `keep_versions:
//! 5` deletes all except the five newest of them.
//!
//! See <https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_CreateLaunchTemplateVersion.html>.

mod api;
mod arguments;
mod content;
mod diff;
mod export;
mod live;
mod spec;
#[cfg(test)]
mod tests;
mod want;

use super::names;
use aws::ApiError;
use aws::tags::Tags;
use kind::export::Export;
use kind::wiring::kind;
use model::{Aspects, Reference};

/// The content of the newest version.
const CONTENT: Aspects = Aspects::nth(0);
/// The numbers of all versions.
const VERSIONS: Aspects = Aspects::nth(1);

kind! {
    /// A launch template, by name or `lt-…`. Attributes: `id`, `name`, `latest_version`, `default_version`, as text.
    LaunchTemplate = "ec2.launch_template", "launch template", &["ec2"], resolved;
    source {
        fn tags(live: &live::Live) -> Option<Tags> {
            Some(live.tags.clone())
        }
    }
    resource {
        const EXPORT: Option<Export<live::Live>> = Some(export::EXPORT);

        const HELD_BY: &'static [&'static str] = &["autoscaling.group"];

        fn aspects(spec: &spec::Spec) -> Aspects {
            CONTENT.when(spec.present) | VERSIONS.when(spec.keep.is_some())
        }

        fn uses(spec: &spec::Spec) -> Vec<Reference> {
            let mut uses: Vec<Reference> = names::group_uses(spec.groups.as_deref().unwrap_or_default()).collect();
            uses.extend(spec.image.iter().filter_map(|image| image.uses("ec2.image")));
            uses.extend(spec.vpc.iter().filter_map(|vpc| vpc.uses("ec2.vpc")));
            uses.extend(spec.subnet.iter().flat_map(kind::subnets::uses_of));
            uses.extend(spec.profile.iter().map(|name| Reference::new("iam.instance_profile", name)));
            uses
        }

        /// A launch template's name is unique.
        fn is_made_already(step: &diff::Step, error: &ApiError) -> bool {
            matches!(step, diff::Step::Create { .. }) && error.fault == aws::Fault::AlreadyExists
        }

        fn is_not_yet(error: &ApiError) -> bool {
            error.is_not_found()
        }
    }
}
