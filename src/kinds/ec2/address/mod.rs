//! `ec2.address`: Elastic IP addresses that outlive their instance or network interface.
//!
//! ```yaml
//! myapp-public:
//!   boto_ec2.eip_present:
//!     - instance_name: myapp
//!     - tags: {team: web}
//!     - profile: aws_profile
//! ```
//!
//! Salt allocates addresses only together with an instance or a network interface (`allocate_eip`). These addresses have
//! their own Name tag.
//!
//! **Which address.** The one with that Name tag; two of one name are an error that names both allocations. `eip_absent` also
//! takes an allocation (`eipalloc-…`) or the address itself as `name`.
//!
//! **Changes.** The instance (`instance_name`, `instance_id`) or network interface (`network_interface_name`,
//! `network_interface_id`) that has the address; not managed if left out. If another one has the address, the run
//! disassociates it first. `tags` are managed if given.
//!
//! **Deletion.** `eip_absent` disassociates the address and releases it.
//!
//! See <https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_AllocateAddress.html>.

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

const INSTANCE: &str = "ec2.instance";
const INTERFACE: &str = "ec2.network_interface";

kind! {
    /// An Elastic IP address, by Name tag, `eipalloc-…` or address.
    ///
    /// Attributes: `id` (its allocation), `public_ip`, `association_id`.
    Address = "ec2.address", "Elastic IP address", &["ec2"], resolved;
    source {
        fn tags(live: &live::Live) -> Option<Tags> {
            Some(live.tags.clone())
        }
    }
    resource {
        const EXPORT: Option<Export<live::Live>> = Some(export::EXPORT);

        fn uses(spec: &spec::Spec) -> Vec<Reference> {
            let owner = spec.owner.as_ref();
            owner.and_then(|owner| owner.which.uses(owner.kind)).into_iter().collect()
        }

        const HELD_BY: &'static [&'static str] = &["elbv2.load_balancer"];

        fn is_not_yet(error: &ApiError) -> bool {
            // A new instance accepts an address only once it runs.
            let is_pending = error.has_code(&["IncorrectInstanceState", "InvalidInstanceID"]);
            error.is_not_found() || (error.operation == "AssociateAddress" && is_pending)
        }
    }
}
