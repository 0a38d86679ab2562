//! `ec2.internet_gateway`: connects a VPC to the internet.
//!
//! ```yaml
//! main-gateway:
//!   boto_vpc.internet_gateway_present:
//!     - vpc_name: main
//!     - profile: aws_profile
//! ```
//!
//! **Which gateway.** The one with that Name tag; two of one name are an error that names both ids. `absent` also takes an id
//! as `name`.
//!
//! **Changes.** The gateway is attached to the VPC of `vpc_id` or `vpc_name`, also later, and is moved there from another
//! VPC. If these are left out, its attachment is not managed. `tags` are managed if given.
//!
//! **Deletion.** `internet_gateway_absent` deletes the gateway; an attached one only with `detach: True`.
//!
//! See <https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_AttachInternetGateway.html>.

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
use kind::{Belonging, Source};
use model::Reference;

/// It also provides internet access for its VPC: balancers wait for that. They need not declare their VPC, so the reference
/// matches any VPC.
fn provided(spec: &spec::Spec) -> Vec<Reference> {
    vec![Reference::new(InternetGateway::KIND, &spec.name), Reference::new("ec2.way_out", "any")]
}

kind! {
    /// An internet gateway, by Name tag or `igw-…`. Attributes: `id`, `vpc_id`.
    InternetGateway = "ec2.internet_gateway", "internet gateway", &["vpc", "ec2"], resolved, provides provided;
    source {
        fn tags(live: &live::Live) -> Option<Tags> {
            Some(live.tags.clone())
        }
    }
    resource {
        const EXPORT: Option<Export<live::Live>> = Some(export::EXPORT);
        const BELONGINGS: &'static [Belonging] =
            &[Belonging { made_by: &["vpc_id", "vpc_name"], deleted_by: "detach" }];

        const HELD_BY: &'static [&'static str] =
            &["ec2.instance", "ec2.network_interface", "ec2.vpc_endpoint", "elb.load_balancer", "elbv2.load_balancer"];

        fn uses(spec: &spec::Spec) -> Vec<Reference> {
            spec.vpc.iter().filter_map(|vpc| vpc.uses("ec2.vpc")).collect()
        }

        fn is_not_yet(error: &ApiError) -> bool {
            error.is_not_found()
        }

        fn advice(error: &ApiError) -> Option<String> {
            let advice = "public addresses in the VPC still use the gateway: instances, NAT gateways or balancers have to go first";
            (error.operation == "DetachInternetGateway" && error.has_code(&["DependencyViolation"]))
                .then(|| advice.to_owned())
        }
    }
}
