//! `ec2.egress_only_internet_gateway`: gives IPv6 addresses of a VPC access to the internet, but not the internet access to
//! them.
//!
//! ```yaml
//! main-egress:
//!   boto_vpc.egress_only_internet_gateway_present:
//!     - vpc_name: main
//!     - profile: aws_profile
//! ```
//!
//! **Which gateway.** The one with that Name tag; two of one name are an error that names both ids. Routes of
//! `boto_vpc.route_table_present` name it by `egress_only_gateway_name`.
//!
//! **Changes.** `tags`, if given. The VPC cannot be changed after creation: another one is an error.
//!
//! See <https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_CreateEgressOnlyInternetGateway.html>.

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
use model::Reference;

kind! {
    /// An egress-only internet gateway, by Name tag. Attributes: `id`, `vpc_id`.
    EgressOnlyInternetGateway = "ec2.egress_only_internet_gateway", "egress-only internet gateway", &["vpc", "ec2"], resolved;
    source {
        fn tags(live: &live::Live) -> Option<Tags> {
            Some(live.tags.clone())
        }
    }
    resource {
        const EXPORT: Option<Export<live::Live>> = Some(export::EXPORT);

        fn uses(spec: &spec::Spec) -> Vec<Reference> {
            spec.vpc.iter().filter_map(|vpc| vpc.uses("ec2.vpc")).collect()
        }

        fn is_not_yet(error: &ApiError) -> bool {
            error.is_not_found()
        }
    }
}
