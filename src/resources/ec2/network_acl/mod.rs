//! `ec2.network_acl`: what may come into subnets and go out of them, by numbered entries.
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
//! **Which ACL.** The one with that Name tag in the VPC. The default ACL of a VPC is left alone: to declare it fails the state.
//!
//! **What changes.** `entries` are all of them, for both directions: an entry is known by its number and direction, and is
//! replaced in one call. Entries that deny come before those that allow, and what allows goes before what denies, so that a
//! run that is cut off never lets in more than before or after. `subnet_ids` or `subnet_names` are all subnets that have the ACL: each is moved
//! in one call, and one that is no longer among them gets the default ACL again. What is left out is not managed. A subnet that goes
//! from one declared ACL to another is shown at both by a test run; the run itself moves it once.
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
use crate::aws::tags::Tags;
use crate::aws::{ApiError, Fault};
use crate::model::Reference;
use crate::resources::export::Export;
use crate::resources::wiring::kind;
use crate::resources::{Lookup, Unresolved};

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
            let subnets = spec.subnets.iter().flatten().flat_map(crate::resources::subnets::uses_of);
            vpc.into_iter().chain(subnets).collect()
        }

        fn follows(step: &diff::Step, earlier: &diff::Step) -> bool {
            step.follows(earlier)
        }

        /// An entry is known by its number: one that was added by a call without an answer is compared.
        fn is_made_already(step: &diff::Step, error: &ApiError) -> bool {
            matches!(step, diff::Step::Add { .. }) && error.fault == Fault::AlreadyExists
        }

        fn is_not_yet(error: &ApiError) -> bool {
            error.is_not_found()
        }
    }
}
