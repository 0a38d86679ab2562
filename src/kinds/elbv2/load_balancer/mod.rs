//! `elbv2.load_balancer`: an application or network load balancer.
//!
//! ```yaml
//! myapp-testing-useast1:
//!   boto_elbv2.load_balancer_present:
//!     - type: application                    # or network
//!     - vpc_name: main
//!     - subnet_names: [main-public-a, main-public-b]
//!     - security_groups: [myapp-testing-useast1-elb]
//!     - attributes:
//!         deletion_protection.enabled: True
//!         idle_timeout.timeout_seconds: 120
//!         access_logs.s3.enabled: True
//!         access_logs.s3.bucket: example-com-elb-logs
//!     - cnames:
//!       - {name: myapp.example.com., zone: example.com., ttl: 60}
//!     - profile: aws_profile
//! ```
//!
//! **Settings that are left out** are not managed, key by key in `attributes`, whose names are AWS's. `tags` are the
//! complete list. `name` may be the ARN of an existing balancer. The state is done once the balancer is active. In the
//! meantime a run already makes its listeners, its records, and other things that name it.
//!
//! **Where.** `subnets` are ids or Name tags, `subnet_names` Name tags, `subnet_mappings` both with addresses: `{subnet:
//! main-public-a, allocation_id: eipalloc-… or an address's name, private_ipv4_address: …}`. `vpc_name` or `vpc_id` chooses
//! the VPC in which names are looked up. The list is complete, and one call changes it; addresses in a present subnet cannot
//! be changed. `type` and `scheme` cannot be changed either.
//!
//! **Security groups** are ids, or names in the VPC of the subnets. AWS gives a new application balancer the default group.
//!
//! `cnames` and `alarms` become separate states, which run after this one, as with `boto_elb.present`;
//! `alarms_from_pillar` (default `boto_elbv2_alarms`) adds alarms. Their dimension is `LoadBalancer: elbv2:<name>`; an alarm
//! may add `TargetGroup: elbv2:<name>`.
//!
//! **Deletion.** `load_balancer_absent` also deletes the listeners. If the attribute `deletion_protection.enabled` is true,
//! the state fails and deletes nothing. CNAMEs and alarms stay.
//!
//! See <https://docs.aws.amazon.com/elasticloadbalancing/latest/APIReference/API_CreateLoadBalancer.html>.

mod api;
mod diff;
mod export;
mod live;
mod spec;
#[cfg(test)]
mod tests;
mod want;

pub(super) use live::shown;

use super::extras::ATTRIBUTES;
use aws::ApiError;
use aws::tags::Tags;
use kind::export::Export;
use kind::wiring::kind;
use kind::{ImpliedState, Source};
use model::{Aspects, Reference};

/// Codes for something that may be new: what it names, or the internet access of its VPC.
const NOT_YET: &[&str] = &[
    "AllocationIdNotFound",
    "InvalidSecurityGroup",
    "InvalidSubnet",
    "LoadBalancerNotFound",
    "SubnetNotFound",
];

kind! {
    /// An application or network load balancer, by name or ARN.
    ///
    /// Attributes: `arn`, `name`, `dns_name`, `hosted_zone_id`, `vpc_id`, `full_name` (in CloudWatch's dimensions).
    LoadBalancer = "elbv2.load_balancer", "application or network load balancer", &["elbv2"], resolved, reads minion;
    source {
        fn tags(live: &live::Live) -> Option<Tags> {
            live.extras.tags.answer().cloned()
        }
    }
    resource {
        const EXPORT: Option<Export<live::Live>> = Some(export::EXPORT);

        const TAGS: Aspects = crate::extras::TAGS;

        /// A protected balancer is not deleted.
        fn aspects(spec: &spec::Spec) -> Aspects {
            if spec.present { spec.extras.aspects() } else { ATTRIBUTES }
        }

        fn uses(spec: &spec::Spec) -> Vec<Reference> {
            want::uses(spec)
        }

        /// Listeners can be made while AWS still sets it up.
        fn makes(step: &diff::Step) -> Vec<Reference> {
            let diff::Step::Create { new } = step else { return vec![] };
            vec![Reference::new(Self::KIND, &new.name)]
        }

        fn implied_states(spec: &spec::Spec) -> Vec<ImpliedState> {
            spec.implied_states.clone()
        }

        fn is_not_yet(error: &ApiError) -> bool {
            error.has_code(NOT_YET)
        }

        fn advice(error: &ApiError) -> Option<String> {
            let advice = match (error.operation, error.code.as_deref()?) {
                ("ModifyLoadBalancerAttributes", "InvalidConfigurationRequest") =>
                    "the bucket of the access logs must be in the balancer's region, and its policy must let Elastic Load \
                     Balancing write there",
                (_, "InvalidSubnet") =>
                    "an internet-facing balancer needs an internet gateway in the VPC of its subnets, and each subnet eight free \
                     addresses",
                ("DeleteLoadBalancer", "OperationNotPermitted") =>
                    "first run with its attribute deletion_protection.enabled set to False",
                _ => return None,
            };
            Some(advice.to_owned())
        }
    }
}
