//! `ec2.vpc_peering_connection`: a connection between two VPCs.
//!
//! ```yaml
//! main-to-other:
//!   boto_vpc.vpc_peering_connection_present:
//!     - conn_name: main-to-other
//!     - requester_vpc_name: main
//!     - peer_vpc_name: other
//!     - profile: aws_profile
//!
//! accept main-to-other:
//!   boto_vpc.accept_vpc_peering_connection:
//!     - conn_name: main-to-other
//!     - profile: aws_profile
//! ```
//!
//! **Which connection.** The one with the Name tag `conn_name`, or the state's name without it (then Salt requests another
//! connection in each run); `accept_…`, `delete_…` and `…_absent` take `conn_id` instead. Connections that were rejected,
//! deleted or have expired count as gone.
//!
//! **Requesting.** `request_vpc_peering_connection` and `vpc_peering_connection_present` are two names of one function. A
//! connection is requested from `requester_vpc_…` to `peer_vpc_…`; `peer_owner_id` and `peer_region` name another account
//! and region; these need `peer_vpc_id`. The two VPCs cannot be changed after creation. `tags` (beyond Salt) are managed if
//! given.
//!
//! **Accepting.** `accept_vpc_peering_connection` accepts a pending connection; an active one stays as it is.
//!
//! **Another account.** The other account does not see the Name tag of the connection. There, the connection is the one from
//! `requester_owner_id` (and `requester_vpc_id`) to the VPC of `peer_vpc_id` or `peer_vpc_name`. One run can request and accept
//! it; the state that accepts it has the profile of the other account and requires the other state:
//!
//! ```yaml
//! main-to-other:
//!   boto_vpc.vpc_peering_connection_present:
//!     - conn_name: main-to-other
//!     - requester_vpc_name: main
//!     - peer_vpc_id: vpc-0123456789abcdef0
//!     - peer_owner_id: '222222222222'
//!     - profile: aws_profile
//!
//! accept main-to-other:
//!   boto_vpc.accept_vpc_peering_connection:
//!     - requester_owner_id: '111111111111'
//!     - peer_vpc_id: vpc-0123456789abcdef0
//!     - profile: other_profile
//!     - require:
//!       - boto_vpc: main-to-other
//! ```
//!
//! See <https://docs.aws.amazon.com/vpc/latest/peering/vpc-peering-basics.html>.

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
use model::Reference;

/// A state that accepts a connection does not make it.
fn provided(spec: &spec::Spec) -> Vec<Reference> {
    let makes = !matches!(spec.goal, spec::Goal::Accepted | spec::Goal::AcceptedFrom(_));
    makes.then(|| Reference::new("ec2.vpc_peering_connection", &spec.name)).into_iter().collect()
}

kind! {
    /// A peering connection, by Name tag or `pcx-…`. Attribute: `id`.
    VpcPeeringConnection =
        "ec2.vpc_peering_connection", "VPC peering connection", &["vpc", "ec2"], resolved, provides provided;
    source {
        fn tags(live: &live::Live) -> Option<Tags> {
            Some(live.tags.clone())
        }
    }
    resource {
        const EXPORT: Option<Export<live::Live>> = Some(export::EXPORT);

        fn locate(spec: &spec::Spec, lookup: &mut Lookup<'_>) -> Result<Reference, Unresolved> {
            want::locate(spec, lookup)
        }

        fn uses(spec: &spec::Spec) -> Vec<Reference> {
            want::uses(spec)
        }

        fn is_not_yet(error: &ApiError) -> bool {
            error.is_not_found()
        }
    }
}
