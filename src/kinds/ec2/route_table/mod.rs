//! `ec2.route_table`: the routes for traffic of subnets.
//!
//! ```yaml
//! main-public:
//!   boto_vpc.route_table_present:
//!     - vpc_name: main
//!     - routes:
//!       - destination_cidr_block: 0.0.0.0/0
//!         internet_gateway_name: main-gateway
//!       - destination_cidr_block: 10.9.0.0/16
//!         vpc_peering_connection_name: main-to-other
//!     - subnet_names: [main-a, main-b]
//!     - profile: aws_profile
//! ```
//!
//! **Which table.** The one with that Name tag in the VPC; without `vpc_id` and `vpc_name` in any VPC. Two with one name are
//! an error that names both ids. `absent` also takes an id as `name`.
//!
//! **Routes.** `routes` are all routes of the table: `[]` removes them. If left out, they are not managed (Salt removes them
//! then). A run never changes local routes, routes that a virtual private gateway propagates, and undeclared routes of
//! gateway endpoints. A route leads from `destination_cidr_block` (`destination_ipv6_cidr_block`,
//! `destination_prefix_list_id`) to one target: `gateway_id`, `internet_gateway_name`, `nat_gateway_id`,
//! `nat_gateway_subnet_name`, `nat_gateway_subnet_id`, `vpc_peering_connection_id`, `vpc_peering_connection_name`,
//! `instance_id`, `instance_name`, `interface_id`, `transit_gateway_id`, `egress_only_gateway_id` or
//! `egress_only_gateway_name`. A route whose target differs is replaced in one call. New routes are added before old ones
//! are removed.
//!
//! **Subnets.** `subnet_ids` and `subnet_names` together are all subnets associated with the table; not managed if left out.
//! A subnet of another table is moved in one call. A subnet that is removed from the list uses the VPC's main table again.
//!
//! **Propagation.** `propagating_vgw_ids` are all virtual private gateways whose routes the table learns.
//!
//! **Deletion.** `route_table_absent` disassociates the table's subnets, then deletes it. A VPC's main table cannot be
//! deleted.
//!
//! See <https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_CreateRoute.html>.

mod api;
mod diff;
mod export;
mod live;
mod route;
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

kind! {
    /// A route table, by Name tag or `rtb-…`; the scope, if any, is the id of its VPC. Attributes: `id`, `vpc_id`.
    RouteTable = "ec2.route_table", "route table", &["vpc", "ec2"], resolved;
    source {
        fn tags(live: &live::Live) -> Option<Tags> {
            Some(live.tags.clone())
        }
    }
    resource {
        const EXPORT: Option<Export<live::Live>> = Some(export::EXPORT);

        fn locate(spec: &spec::Spec, lookup: &mut Lookup<'_>) -> Result<Reference, Unresolved> {
            crate::tagged::locate("ec2.route_table", &spec.name, (spec.vpc.as_ref(), spec.present), lookup)
        }

        fn uses(spec: &spec::Spec) -> Vec<Reference> {
            want::uses(spec)
        }

        fn is_not_yet(error: &ApiError) -> bool {
            error.is_not_found()
        }
    }
}
