//! `ec2.network_interface`: network interfaces, which other states name by their Name tag or id.
//!
//! ```yaml
//! myapp-eth1:
//!   boto_ec2.eni_present:
//!     - subnet_name: main:main-a
//!     - private_ip_address: 10.0.1.20
//!     - description: addresses that outlive an instance
//!     - groups: [myapp]
//!     - source_dest_check: False
//!     - allocate_eip: True
//!     - arecords:
//!       - {name: myapp.example.com., zone: example.com., public: True}
//!     - profile: aws_profile
//! ```
//!
//! **Which interface.** The one with that Name tag; two of one name are an error that names both ids. `eni_absent` also takes
//! an id as `name`.
//!
//! **Changes.** `description`, `groups`, `source_dest_check` and `tags` are changed on an existing interface; what is left
//! out is not managed. Groups are names in the subnet's VPC, or ids. The subnet and `private_ip_address` cannot be changed
//! after creation: a difference is an error.
//!
//! **IPv6.** `ipv6_addresses` are all its IPv6 addresses: `[]` removes them. `ipv6_address_count` is their minimum number;
//! AWS chooses the missing ones. The subnet needs an IPv6 range.
//!
//! **Its address.** `allocate_eip` gives an interface without an Elastic IP address a new one. It has the tag
//! `orchestrate:address-of` with the interface's id, so that the run after an interrupted one finds it.
//!
//! **Records.** `arecords` are `boto_route53.present` states of type A with the interface's private address, or with its
//! public one if `public` is true.
//!
//! **Deletion.** `eni_absent` detaches the interface, by force as in Salt, waits until that is done, and deletes it. With
//! `release_eip` its Elastic IP address is released; otherwise it stays allocated.
//!
//! See <https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_CreateNetworkInterface.html>.

mod api;
mod diff;
mod export;
mod implied_states;
mod live;
mod spec;
#[cfg(test)]
mod tests;
mod want;

pub(super) use api::plain;
pub(super) use live::Live;

use super::names;
use aws::ApiError;
use aws::tags::Tags;
use kind::export::Export;
use kind::wiring::kind;
use kind::{Belonging, ImpliedState};
use model::{Aspects, Reference};

/// Its Elastic IP addresses: two calls for 200 interfaces.
const ADDRESS: Aspects = Aspects::nth(0);

kind! {
    /// A network interface, by Name tag or `eni-…`.
    ///
    /// Attributes: `id`, `subnet_id`, `vpc_id`, `private_ip_address`, `public_ip_address`, `instance_id`.
    NetworkInterface = "ec2.network_interface", "network interface", &["ec2"], resolved;
    source {
        fn tags(live: &Live) -> Option<Tags> {
            Some(live.tags.clone())
        }
    }
    resource {
        const EXPORT: Option<Export<Live>> = Some(export::EXPORT);
        const BELONGINGS: &'static [Belonging] =
            &[Belonging { made_by: &["allocate_eip"], deleted_by: "release_eip" }];

        const HELD_BY: &'static [&'static str] = &["ec2.instance"];

        fn aspects(spec: &spec::Spec) -> Aspects {
            ADDRESS.when(spec.needs_address())
        }

        fn uses(spec: &spec::Spec) -> Vec<Reference> {
            let subnet = spec.subnet.iter().flat_map(kind::subnets::uses_of);
            subnet.chain(names::group_uses(spec.groups.as_deref().unwrap_or_default())).collect()
        }

        fn implied_states(spec: &spec::Spec) -> Vec<ImpliedState> {
            spec.records.clone()
        }

        fn is_not_yet(error: &ApiError) -> bool {
            error.is_not_found()
        }
    }
}
