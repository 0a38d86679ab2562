//! `ec2.instance` and `ec2.instances`: instances, which other states name by a tag or id.
//!
//! ```yaml
//! myapp:
//!   boto_ec2.instance_present:
//!     - image_name: myapp-base-*
//!     - instance_type: t3.micro
//!     - subnet_name: main:main-a
//!     - security_group_names: [myapp]
//!     - instance_profile_name: myapp
//!     - disable_api_termination: True
//!     - allocate_eip: True
//!     - tags: {team: web}
//!     - profile: aws_profile
//! ```
//!
//! **Which instance.** The one with the Name tag `instance_name` (`name` without it), or of `instance_id`. Two with one name
//! are an error that names both ids. Instances that are shutting down or terminated count as gone; their names are often in
//! use again.
//!
//! **A new one.** Images, subnets, groups, profiles and network interfaces are given by name or id. `image_name` may contain
//! `*` and `?` and means the newest matching image; write `image_owner` if several accounts own one. `image_id` also accepts
//! `resolve:ssm:<parameter>`. Names of groups are looked up in the subnet's VPC. The call that launches the instance also
//! sets the Name tag and has a client token, so a lost answer starts no second instance. Access to the metadata needs IMDSv2
//! unless `metadata_options` says otherwise. The state is done once the instance runs.
//!
//! **Changes.** Security groups, `disable_api_termination`, `instance_initiated_shutdown_behavior`, `monitoring_enabled`,
//! `metadata_options`, the address, `target_state` (`running` or `stopped`) and `tags`. `attributes` sets an attribute by
//! AWS's name; AWS changes `instanceType`, `kernel`, `ramdisk`, `userData`, `ebsOptimized` and `sriovNetSupport` on a
//! stopped instance only. Other differences of an existing instance (image, key, subnet, type …) would need a new instance:
//! the state warns and changes nothing, as Salt does.
//!
//! **IPv6.** `ipv6_addresses` are all IPv6 addresses of its first network interface, `ipv6_address_count` is their minimum
//! number. Both also apply to a running instance.
//!
//! **Deletion.** `instance_absent` terminates the instance. A protected one is an error: set `disable_api_termination:
//! False` first. With `release_eip` the state also releases its Elastic IP address.
//!
//! See <https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_RunInstances.html>.

mod api;
mod attributes;
mod diff;
mod export;
pub(crate) mod launch;
mod live;
mod spec;
#[cfg(test)]
mod tests;
mod want;

pub(super) use api::run;
pub(super) use launch::{ATTACHMENT, DEVICE, NewAttachment, NewInstance};

use super::names;
use aws::tags::Tags;
use aws::{ApiError, Aws};
use kind::export::Export;
use kind::wiring::kind;
use kind::{Answers, Ask, Source};
use model::{Aspects, Reference, Value};

/// Its Elastic IP address: two calls for 200 instances.
const ADDRESS: Aspects = Aspects::nth(0);

kind! {
    /// One instance, by `i-…` or Name tag; with a scope `tag:<key>` the name is the value of that tag.
    ///
    /// Attributes: `id`, `private_ip_address`, `public_ip_address`, `private_dns_name`, `public_dns_name`, `subnet_id`,
    /// `vpc_id`, `availability_zone`, `state`, `tags`.
    Instance = "ec2.instance", "instance", &["ec2"], resolved, provides |spec| {
        vec![Reference::new("ec2.instance", &spec.name), Reference::new("ec2.instances", &spec.name)]
    };
    source {
        fn tags(live: &live::Live) -> Option<Tags> {
            Some(live.tags.clone())
        }
    }
    resource {
        const EXPORT: Option<Export<live::Live>> = Some(export::EXPORT);

        fn aspects(spec: &spec::Spec) -> Aspects {
            let address = ADDRESS.when(spec.address.is_some() || spec.release_eip);
            spec.attributes.iter().fold(address, |all, (attribute, _)| all | attribute.aspect())
        }

        fn uses(spec: &spec::Spec) -> Vec<Reference> {
            let by_name = |which: &Option<kind::which::Which>, kind| {
                which.as_ref().and_then(|which| which.uses(kind))
            };
            let image = by_name(&spec.image, "ec2.image");
            let interface = by_name(&spec.interface, "ec2.network_interface");
            let vpc = by_name(&spec.vpc, "ec2.vpc");
            let profile = spec.profile().map(|name| Reference::new("iam.instance_profile", name));
            let key = spec.launch.texts.get("key_name").map(|name| Reference::new("ec2.key_pair", name));
            let subnet = spec.subnet.iter().flat_map(kind::subnets::uses_of);
            let groups = names::group_uses(spec.groups.as_deref().unwrap_or_default());
            subnet.chain(image).chain(interface).chain(vpc).chain(profile).chain(key).chain(groups).collect()
        }

        fn is_not_yet(error: &ApiError) -> bool {
            let is_profile = error.message.to_lowercase().contains("iam instance profile");
            error.is_not_found() || (error.operation == "RunInstances" && is_profile)
        }

        fn advice(error: &ApiError) -> Option<String> {
            let running = "AWS changes this on a stopped instance only: write 'target_state: stopped' first, then 'running'";
            let is_running = error.operation == "ModifyInstanceAttribute" && error.has_code(&["IncorrectInstanceState"]);
            is_running.then(|| running.to_owned())
        }
    }
}

/// All instances with a Name tag (or with a tag, as for one). Attribute: `ids`, sorted.
#[derive(Debug)]
pub struct Instances;

impl Source for Instances {
    const KIND: &'static str = "ec2.instances";
    const NOUN: &'static str = "instances";
    type Live = Vec<live::Live>;

    async fn describe(aws: &Aws, asks: &[Ask]) -> Answers<Vec<live::Live>> {
        api::describe_all(aws, asks).await
    }

    fn attribute(live: &Vec<live::Live>, attribute: &str) -> Option<Value> {
        let ids = || live.iter().map(|instance| Value::from(instance.id.as_str())).collect();
        (attribute == "ids").then(|| Value::List(ids()))
    }
}
