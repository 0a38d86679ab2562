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
//! **Left out is not managed**, key by key in `attributes`; a new group has AWS's own values there, which for HTTP and
//! HTTPS are those of Salt (`HTTP` on `traffic-port` at `/`, every 30 seconds, 5 to answer, in after 5, out after 2).
//! `tags` are the complete set. `matcher` is what a healthy target answers: `200-299`, for GRPC `0-99`.
//!
//! **For good.** `protocol`, `port`, the VPC, `target_type`, `protocol_version` and `ip_address_type` cannot change on a
//! group: a difference is refused with what it is. A group of functions (`target_type: lambda`) has none of the first three.
//!
//! Groups of Auto Scaling may name it in `target_groups`, targets and `elb.register` by its name: in one run it is made
//! before them. `delete_target_group` takes an ARN too. A group that a listener forwards to cannot go.
//!
//! See <https://docs.aws.amazon.com/elasticloadbalancing/latest/APIReference/API_CreateTargetGroup.html>.

mod api;
mod diff;
mod live;
mod spec;
#[cfg(test)]
mod tests;
mod want;

pub(super) use api::{create, delete};
pub(super) use diff::New;
pub(super) use spec::CREATE;

use crate::aws::{ApiError, Aws};
use crate::model::{Aspects, Fields, Function, Minion, Plan, Problems, Reference, Value};
use crate::resources::{Answers, Ask, Lookup, Resource, Source, Unresolved};

/// A target group, by name or ARN. Attributes: `arn`, `name`, `vpc_id`.
#[derive(Debug)]
pub struct TargetGroup;

/// The attributes.
const ATTRIBUTES: Aspects = Aspects::nth(0);
/// The tags.
const TAGS: Aspects = Aspects::nth(1);

impl Source for TargetGroup {
    const KIND: &'static str = "elbv2.target_group";
    const NOUN: &'static str = "target group";
    type Live = live::Live;

    async fn describe(aws: &Aws, asks: &[Ask]) -> Answers<live::Live> {
        api::describe(aws, asks).await
    }

    fn attribute(live: &live::Live, attribute: &str) -> Option<Value> {
        live.attribute(attribute)
    }
}

impl Resource for TargetGroup {
    type Spec = spec::Spec;
    type Want = want::Want;
    type Step = diff::Step;

    const FUNCTIONS: &'static [Function] = spec::FUNCTIONS;
    const LABELS: &'static [&'static str] = &["elbv2"];
    const HELD_BY: &'static [&'static str] = &["autoscaling.group"];

    fn read(function: &Function, fields: &Fields, _minion: &Minion, problems: &mut Problems) -> spec::Spec {
        spec::read(function, fields, problems)
    }

    fn locate(spec: &spec::Spec, _lookup: &mut Lookup<'_>) -> Result<Reference, Unresolved> {
        Ok(Reference::new(Self::KIND, &spec.name))
    }

    fn aspects(spec: &spec::Spec) -> Aspects {
        ATTRIBUTES.when(spec.attributes.is_some()) | TAGS.when(spec.tags.is_some())
    }

    /// Beside itself the list of its targets, to which targets are added.
    fn provides(spec: &spec::Spec) -> Vec<Reference> {
        [Self::KIND, super::registration::KIND].map(|kind| Reference::new(kind, &spec.name)).into()
    }

    fn uses(spec: &spec::Spec) -> Vec<Reference> {
        want::uses(spec)
    }

    fn resolve(spec: &spec::Spec, lookup: &mut Lookup<'_>) -> Result<want::Want, Unresolved> {
        want::resolve(spec, lookup)
    }

    fn diff(want: &want::Want, live: Option<&live::Live>) -> Plan<diff::Step> {
        diff::diff(want, live)
    }

    fn creation(spec: &spec::Spec) -> Vec<&'static str> {
        diff::creation(spec)
    }

    fn operation(step: &diff::Step) -> Option<&'static str> {
        Some(step.operation())
    }

    async fn apply(aws: &Aws, step: &diff::Step) -> Result<(), ApiError> {
        api::apply(aws, step).await
    }

    fn is_not_yet(error: &ApiError) -> bool {
        error.is_not_found()
    }

    fn advice(error: &ApiError) -> Option<String> {
        let advice = "a listener or a rule of a balancer still forwards to it: let that go first";
        error.has_code(&["ResourceInUse"]).then(|| advice.to_owned())
    }
}
