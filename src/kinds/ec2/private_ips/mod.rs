//! `ec2.private_ips`: secondary private addresses of a network interface.
//!
//! ```yaml
//! addresses of the router:
//!   boto_ec2.private_ips_present:
//!     - network_interface_name: myapp-eth1
//!     - private_ip_addresses: [10.0.1.21, 10.0.1.22]
//!     - profile: aws_profile
//! ```
//!
//! **Which interface.** The one of `network_interface_name` or `network_interface_id`; the state's name has no effect, as in
//! Salt.
//!
//! **Changes.** Only the declared addresses: `private_ips_present` assigns those that the interface lacks,
//! `private_ips_absent` unassigns those that it has. With `allow_reassignment` an address of another interface is moved. The
//! interface's primary address cannot be unassigned: that is an error.
//!
//! See <https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_AssignPrivateIpAddresses.html>.

mod api;
mod diff;
mod live;
mod spec;
#[cfg(test)]
mod tests;
mod want;

use aws::ApiError;
use kind::wiring::kind;
use kind::{Lookup, Unresolved};
use model::Reference;

const INTERFACE: &str = "ec2.network_interface";

kind! {
    /// The addresses of a network interface: its name is the interface's name or id.
    PrivateIps = "ec2.private_ips", "private addresses", &["ec2"], resolved;
    source {}
    resource {
        fn locate(spec: &spec::Spec, lookup: &mut Lookup<'_>) -> Result<Reference, Unresolved> {
            want::locate(spec, lookup)
        }

        fn uses(spec: &spec::Spec) -> Vec<Reference> {
            spec.interface.uses(INTERFACE).into_iter().collect()
        }

        fn is_not_yet(error: &ApiError) -> bool {
            error.is_not_found()
        }
    }
}
