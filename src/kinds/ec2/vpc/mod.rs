//! `ec2.vpc` and `ec2.default_vpc`: VPCs, which other states name by their Name tag or id.
//!
//! ```yaml
//! main:
//!   boto_vpc.present:
//!     - cidr_block: 10.0.0.0/16
//!     - secondary_cidr_blocks: [10.1.0.0/16]
//!     - dns_support: True
//!     - dns_hostnames: True
//!     - tags: {team: network}
//!     - profile: aws_profile
//! ```
//!
//! **Which VPC.** The one with that Name tag. If two have one name, the state fails and names both ids. `absent` also takes
//! an id as `name`; with `tags` it deletes only a VPC that has them.
//!
//! **Changes.** `dns_support`, `dns_hostnames`, `secondary_cidr_blocks`, `amazon_provided_ipv6_cidr_block` and `tags` are
//! changed on an existing VPC; what is left out is not managed. `secondary_cidr_blocks` are all ranges except the first one.
//! `cidr_block` and `instance_tenancy` cannot be changed after creation: a difference is an error.
//!
//! **Deletion.** `absent` deletes only the VPC. AWS refuses that while it contains subnets, gateways or security groups.
//!
//! Unlike Salt 3007, the main route table of a new VPC gets no name: declare your own route table.
//!
//! See <https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_CreateVpc.html>.

pub(crate) mod api;
mod diff;
mod export;
mod live;
mod spec;
#[cfg(test)]
mod tests;

use aws::tags::Tags;
use aws::{ApiError, Aws};
use kind::export::Export;
use kind::wiring::kind;
use kind::{Answers, Ask, Source};
use model::{Aspects, Value};

/// DNS resolution and public DNS names: one call each.
const DNS: Aspects = Aspects::nth(0);

kind! {
    /// A VPC, by Name tag or `vpc-…`. Attributes: `id`, `cidr`, `ipv6_cidr`, `has_ipv6`.
    Vpc = "ec2.vpc", "VPC", &["vpc", "ec2"], plain;
    source {
        fn tags(live: &live::Live) -> Option<Tags> {
            Some(live.tags.clone())
        }
    }
    resource {
        const EXPORT: Option<Export<live::Live>> = Some(export::EXPORT);

        fn aspects(spec: &spec::Spec) -> Aspects {
            DNS.when(spec.dns != spec::Dns::default())
        }

        fn is_not_yet(error: &ApiError) -> bool {
            error.is_not_found()
        }

        fn advice(error: &ApiError) -> Option<String> {
            let advice = "something is still in the VPC: declare its subnets, gateways, route tables and security groups \
                absent before it";
            (error.operation == "DeleteVpc" && error.has_code(&["DependencyViolation"])).then(|| advice.to_owned())
        }
    }
}

/// The account's default VPC in its region, for any name. Attributes: `id`, `cidr`, `has_ipv6`.
#[derive(Debug)]
pub struct DefaultVpc;

impl Source for DefaultVpc {
    const KIND: &'static str = "ec2.default_vpc";
    const NOUN: &'static str = "default VPC";
    type Live = live::Live;

    async fn describe(aws: &Aws, asks: &[Ask]) -> Answers<live::Live> {
        let found = api::default(aws).await;
        let mut answers = Answers::new();
        for ask in asks {
            answers.answer(&ask.reference, found.clone());
        }
        answers
    }

    fn attribute(live: &live::Live, attribute: &str) -> Option<Value> {
        live.attribute(attribute)
    }
}
