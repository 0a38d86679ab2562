//! `ec2.network_acl`: which traffic may enter and leave subnets, by numbered entries.
//!
//! ```yaml
//! main-private:
//!   boto_vpc.network_acl_present:
//!     - vpc_name: main
//!     - subnet_names: [main-a, main-b]
//!     - entries:
//!       - {rule_number: 100, protocol: tcp, rule_action: allow, cidr_block: 10.0.0.0/8, port_range_from: 443, port_range_to: 443}
//!       - {rule_number: 200, protocol: all, rule_action: allow, cidr_block: 0.0.0.0/0, egress: True}
//!     - tags: {team: network}
//!     - profile: aws_profile
//! ```
//!
//! **Which ACL.** The one with that Name tag in the VPC. A state cannot manage the default ACL of a VPC: it fails.
//!
//! **Changes.** `entries` is the complete list for both directions. An entry is identified by its number and direction, and
//! is replaced in one call. A run adds entries that deny before those that allow, and removes entries that allow before
//! those that deny. So an interrupted run never allows more traffic than before or after. `subnet_ids` or `subnet_names` are
//! all subnets of the ACL: each is moved in one call, and a subnet that is removed from the list gets the default ACL again.
//! What is left out is not managed. If a subnet moves from one declared ACL to another, a test run shows it at both; the
//! real run moves it once.
//!
//! See <https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_ReplaceNetworkAclAssociation.html>.

mod api;
mod diff;
mod entry;
mod export;
mod live;
mod spec;
#[cfg(test)]
mod tests;
mod want;

use super::tagged;
use aws::tags::Tags;
use aws::{ApiError, Fault};
use kind::export::Export;
use kind::wiring::kind;
use kind::{Lookup, Unresolved};
use model::Reference;

kind! {
    /// A network ACL, by Name tag or `acl-…`; the scope, if any, is the id of its VPC. Attributes: `id`, `vpc_id`.
    NetworkAcl = "ec2.network_acl", "network ACL", &["vpc", "ec2"], resolved;
    source {
        fn tags(live: &live::Live) -> Option<Tags> {
            Some(live.tags.clone())
        }
    }
    resource {
        const EXPORT: Option<Export<live::Live>> = Some(export::EXPORT);

        fn locate(spec: &spec::Spec, lookup: &mut Lookup<'_>) -> Result<Reference, Unresolved> {
            tagged::locate("ec2.network_acl", &spec.name, (spec.vpc.as_ref(), spec.present), lookup)
        }

        fn uses(spec: &spec::Spec) -> Vec<Reference> {
            let vpc = spec.vpc.as_ref().and_then(|vpc| vpc.uses("ec2.vpc"));
            let subnets = spec.subnets.iter().flatten().flat_map(kind::subnets::uses_of);
            vpc.into_iter().chain(subnets).collect()
        }

        fn follows(step: &diff::Step, earlier: &diff::Step) -> bool {
            step.follows(earlier)
        }

        /// An entry is identified by its number: if the answer of a call was lost, its entry is compared.
        fn is_made_already(step: &diff::Step, error: &ApiError) -> bool {
            matches!(step, diff::Step::Add { .. }) && error.fault == Fault::AlreadyExists
        }

        fn is_not_yet(error: &ApiError) -> bool {
            error.is_not_found()
        }
    }
}
