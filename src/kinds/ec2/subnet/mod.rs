//! `ec2.subnet`: subnets, which other states name by their Name tag or id.
//!
//! ```yaml
//! main-a:
//!   boto_vpc.subnet_present:
//!     - vpc_name: main
//!     - cidr_block: 10.0.1.0/24
//!     - availability_zone: us-east-1a
//!     - auto_assign_public_ipv4: True
//!     - route_table_name: main-public
//!     - tags: {team: network}
//!     - profile: aws_profile
//! ```
//!
//! **Which subnet.** The one with that Name tag in the VPC; without `vpc_id` and `vpc_name` in any VPC. If two have one
//! name, the state fails and names both ids. `absent` also takes an id, as `name` or `subnet_id`.
//!
//! **Changes.** `auto_assign_public_ipv4`, `auto_assign_ipv6`, the IPv6 range, the route table and `tags` are changed on an
//! existing subnet; what is left out is not managed. Another IPv6 range replaces the old one, which no interface may still
//! use. AWS chooses the range of a VPC, so `ipv6_cidr_index` names a /64 of it by number, also in a VPC that the same run
//! makes; `ipv6_cidr_block` names it by address. The VPC, `cidr_block` and `availability_zone` cannot be changed after
//! creation: a difference is an error.
//!
//! See <https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_CreateSubnet.html>.

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
use model::{Aspects, Reference};

/// The route table that it is associated with: attributes `association_id` and `route_table_id`.
pub(crate) const ASSOCIATION: Aspects = Aspects::nth(0);

kind! {
    /// A subnet, by Name tag or `subnet-…`; the scope, if any, is the id of its VPC.
    ///
    /// Attributes: `id`, `vpc_id`, `availability_zone`, `cidr`.
    Subnet = "ec2.subnet", "subnet", &["vpc", "ec2"], resolved;
    source {
        fn tags(live: &live::Live) -> Option<Tags> {
            Some(live.tags.clone())
        }
    }
    resource {
        const EXPORT: Option<Export<live::Live>> = Some(export::EXPORT);

        const HELD_BY: &'static [&'static str] =
            &["ec2.instance", "ec2.network_interface", "ec2.vpc_endpoint", "elb.load_balancer", "elbv2.load_balancer", "lambda.function", "rds.instance"];

        fn locate(spec: &spec::Spec, lookup: &mut Lookup<'_>) -> Result<Reference, Unresolved> {
            crate::tagged::locate("ec2.subnet", &spec.name, (spec.vpc.as_ref(), spec.present), lookup)
        }

        fn aspects(spec: &spec::Spec) -> Aspects {
            ASSOCIATION.when(spec.table.is_some())
        }

        fn uses(spec: &spec::Spec) -> Vec<Reference> {
            let vpc = spec.vpc.as_ref().and_then(|vpc| vpc.uses("ec2.vpc"));
            let table = spec.table.as_ref().and_then(|table| table.uses("ec2.route_table"));
            vpc.into_iter().chain(table).collect()
        }

        fn is_not_yet(error: &ApiError) -> bool {
            error.is_not_found()
        }

        fn advice(error: &ApiError) -> Option<String> {
            let advice = "something is still in the subnet: instances, gateways, balancers or network interfaces";
            (error.operation == "DeleteSubnet" && error.has_code(&["DependencyViolation"])).then(|| advice.to_owned())
        }
    }
}
