//! `ec2.vpc_endpoint`: private connections from a VPC to services of AWS.
//!
//! ```yaml
//! main-s3:
//!   boto_vpc.endpoint_present:
//!     - vpc_name: main
//!     - service_name: com.amazonaws.us-east-1.s3
//!     - route_table_names: [main-private]
//!     - profile: aws_profile
//!
//! main-sqs:
//!   boto_vpc.endpoint_present:
//!     - vpc_name: main
//!     - service_name: com.amazonaws.us-east-1.sqs
//!     - endpoint_type: Interface
//!     - subnet_names: [main-a, main-b]
//!     - security_groups: [main-endpoints]
//!     - profile: aws_profile
//! ```
//!
//! Salt has no such state. **Which endpoint.** The one with that Name tag; two of one name are an error that names both ids.
//! `endpoint_absent` also takes an id as `name`.
//!
//! **Changes.** Route tables (`route_table_names`, `route_table_ids`) of a gateway endpoint, subnets (`subnet_names`,
//! `subnet_ids`) and `security_groups` of an interface endpoint are complete lists if they are given, and not managed if
//! they are left out. `policy`, `private_dns_enabled` and `tags` are managed if given. VPC, service and type cannot be
//! changed: a difference is an error.
//!
//! See <https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_CreateVpcEndpoint.html>.

mod api;
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
use model::Reference;

const TABLE: &str = "ec2.route_table";

kind! {
    /// A VPC endpoint, by Name tag or `vpce-…`. Attributes: `id`, `vpc_id`.
    VpcEndpoint = "ec2.vpc_endpoint", "VPC endpoint", &["vpc", "ec2"], resolved;
    source {
        fn tags(live: &live::Live) -> Option<Tags> {
            Some(live.tags.clone())
        }
    }
    resource {
        const EXPORT: Option<Export<live::Live>> = Some(export::EXPORT);

        fn uses(spec: &spec::Spec) -> Vec<Reference> {
            let vpc = spec.vpc.iter().filter_map(|vpc| vpc.uses("ec2.vpc"));
            let tables = spec.tables.iter().flatten().filter_map(|table| table.uses(TABLE));
            let subnets = spec.subnets.iter().flatten().flat_map(kind::subnets::uses_of);
            let groups = names::group_uses(spec.groups.as_deref().unwrap_or_default());
            vpc.chain(tables).chain(subnets).chain(groups).collect()
        }

        fn is_not_yet(error: &ApiError) -> bool {
            error.is_not_found()
        }
    }
}
