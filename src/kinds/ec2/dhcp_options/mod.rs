//! `ec2.dhcp_options`: the settings that instances of a VPC get from its DHCP server.
//!
//! ```yaml
//! main-options:
//!   boto_vpc.dhcp_options_present:
//!     - domain_name: example.com
//!     - domain_name_servers: [10.0.0.2, AmazonProvidedDNS]
//!     - vpc_name: main
//!     - profile: aws_profile
//! ```
//!
//! **Which options.** The set with that Name tag, or with the id `dhcp_options_id`; two of one name are an error that names both
//! ids.
//!
//! **Changes.** The set is associated with the VPC of `vpc_id` or `vpc_name`, also later. If these are left out,
//! associations are not managed. `tags` are managed if given. The options themselves cannot be changed after creation: a
//! difference is an error.
//!
//! **Deletion.** `dhcp_options_absent` disassociates the set from every VPC, which then have no options, and deletes it.
//!
//! See <https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_CreateDhcpOptions.html>.

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
use model::{Aspects, Reference};

/// The VPCs that have the set.
const VPCS: Aspects = Aspects::nth(0);

kind! {
    /// A set of DHCP options, by Name tag or `dopt-…`. Attribute: `id`.
    DhcpOptions = "ec2.dhcp_options", "set of DHCP options", &["vpc", "ec2"], resolved;
    source {
        fn tags(live: &live::Live) -> Option<Tags> {
            Some(live.tags.clone())
        }
    }
    resource {
        const EXPORT: Option<Export<live::Live>> = Some(export::EXPORT);

        fn aspects(spec: &spec::Spec) -> Aspects {
            VPCS.when(!spec.present || spec.vpc.is_some())
        }

        fn uses(spec: &spec::Spec) -> Vec<Reference> {
            spec.vpc.iter().filter_map(|vpc| vpc.uses("ec2.vpc")).collect()
        }

        fn is_not_yet(error: &ApiError) -> bool {
            error.is_not_found()
        }
    }
}
