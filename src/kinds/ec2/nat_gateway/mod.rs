//! `ec2.nat_gateway`: gives private subnets access to the internet.
//!
//! ```yaml
//! way out of zone a:
//!   boto_vpc.nat_gateway_present:
//!     - subnet_name: main-public-a
//!     - profile: aws_profile
//! ```
//!
//! **Which gateway.** The one in the subnet of `subnet_name` or `subnet_id`; the state's name has no effect, as in Salt. If
//! a subnet has two, the older one is used.
//!
//! **Its address.** `allocation_id`, else a new Elastic IP address. It is allocated with the tag `orchestrate:nat-gateway`,
//! whose value is the subnet's id. So the run after an interrupted one finds it and allocates no second one. The state is
//! done once the gateway is available. The address of an existing gateway cannot be changed: a difference is an error.
//! `tags` (beyond Salt) are managed if given.
//!
//! **Deletion.** `nat_gateway_absent` deletes every gateway in the subnet, waits until AWS is done, and releases their
//! addresses. `wait_for_delete_retries` is accepted and has no effect: the wait has its own deadline.
//!
//! See <https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_CreateNatGateway.html>.

mod api;
mod diff;
mod export;
mod live;
mod spec;
#[cfg(test)]
mod tests;
mod want;

use aws::ApiError;
use kind::export::Export;
use kind::wiring::kind;
use kind::{Lookup, Unresolved};
use model::Reference;

/// The tag that marks an address as allocated for the gateway of a subnet.
const MARK: &str = "orchestrate:nat-gateway";

kind! {
    /// The NAT gateway in a subnet: its name is the subnet's name or id, its scope the subnet's id. Attribute: `id`.
    NatGateway = "ec2.nat_gateway", "NAT gateway", &["vpc", "ec2"], resolved;
    source {}
    resource {
        const EXPORT: Option<Export<live::Live>> = Some(export::EXPORT);

        fn locate(spec: &spec::Spec, lookup: &mut Lookup<'_>) -> Result<Reference, Unresolved> {
            want::locate(spec, lookup)
        }

        fn uses(spec: &spec::Spec) -> Vec<Reference> {
            spec.subnet.uses("ec2.subnet").into_iter().collect()
        }

        fn is_not_yet(error: &ApiError) -> bool {
            error.is_not_found()
        }
    }
}
