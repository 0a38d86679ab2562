//! `elbv2.target_group`: a target group with its health check, attributes and tags.
//!
//! ```yaml
//! myapp-testing-useast1:
//!   boto_elbv2.create_target_group:
//!     - protocol: HTTP
//!     - port: 8080
//!     - vpc_name: main                       # or vpc_id
//!     - health_check_path: /health
//!     - health_check_interval_seconds: 10
//!     - attributes: {deregistration_delay.timeout_seconds: 60}
//!     - tags: {team: payments}
//!     - profile: aws_profile
//! ```
//!
//! **Settings that are left out** are not managed, key by key in `attributes`; a new group has AWS's defaults there, which
//! for HTTP and HTTPS are Salt's (`HTTP` on `traffic-port` at `/`, every 30 seconds, timeout 5, healthy after 5, unhealthy
//! after 2). `tags` are the complete list. `matcher` are the status codes of a healthy target: `200-299`, for GRPC `0-99`.
//!
//! **Cannot change.** `protocol`, `port`, the VPC, `target_type`, `protocol_version` and `ip_address_type` cannot be
//! changed: a difference is an error that names the present value. A group of functions (`target_type: lambda`) has none of
//! the first three.
//!
//! Auto Scaling groups (`target_groups`), registrations and `elb.register` may name it: a run makes it before them.
//! `delete_target_group` also accepts an ARN. A group that a listener forwards to cannot be deleted.
//!
//! See <https://docs.aws.amazon.com/elasticloadbalancing/latest/APIReference/API_CreateTargetGroup.html>.

mod api;
mod diff;
mod export;
mod live;
mod spec;
#[cfg(test)]
mod tests;
mod want;

pub(super) use api::apply;
pub(super) use diff::{New, Step};
pub(super) use spec::CREATE;

use aws::ApiError;
use aws::tags::Tags;
use kind::Source;
use kind::export::Export;
use kind::wiring::kind;
use model::{Aspects, Reference};

/// It also provides the list of its targets, to which other states add targets.
fn provided(spec: &spec::Spec) -> Vec<Reference> {
    [TargetGroup::KIND, super::registration::KIND].map(|kind| Reference::new(kind, &spec.name)).into()
}

kind! {
    /// A target group, by name or ARN. Attributes: `arn`, `name`, `full_name` (in CloudWatch's dimensions), `vpc_id`.
    TargetGroup = "elbv2.target_group", "target group", &["elbv2"], resolved, provides provided;
    source {
        fn tags(live: &live::Live) -> Option<Tags> {
            live.extras.tags.answer().cloned()
        }
    }
    resource {
        const EXPORT: Option<Export<live::Live>> = Some(export::EXPORT);

        const TAGS: Aspects = crate::extras::TAGS;

        fn aspects(spec: &spec::Spec) -> Aspects {
            spec.extras.aspects()
        }

        const HELD_BY: &'static [&'static str] = &["autoscaling.group", "elbv2.listener", "elbv2.load_balancer", "elbv2.rule"];

        fn uses(spec: &spec::Spec) -> Vec<Reference> {
            spec.vpc.iter().filter_map(|vpc| vpc.uses("ec2.vpc")).collect()
        }

        fn is_not_yet(error: &ApiError) -> bool {
            error.is_not_found()
        }

        fn advice(error: &ApiError) -> Option<String> {
            let advice = "a listener or a rule of a balancer still forwards to it: delete that first";
            error.has_code(&["ResourceInUse"]).then(|| advice.to_owned())
        }
    }
}
