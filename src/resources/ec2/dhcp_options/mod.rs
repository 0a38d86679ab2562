//! `ec2.dhcp_options`: what instances of a VPC learn from its DHCP server.
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
//! **What changes.** The set is given to the VPC of `vpc_id` or `vpc_name`, also later; left out, VPCs are not managed. `tags` are
//! managed when given. The options themselves cannot change after creation: a difference is refused.
//!
//! **What goes.** `dhcp_options_absent` takes the set away from every VPC that has it, which leaves those without options, and
//! deletes it.
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

use crate::aws::ApiError;
use crate::aws::tags::Tags;
use crate::model::{Aspects, Reference};
use crate::resources::export::Export;
use crate::resources::wiring::kind;

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
