//! `elb.load_balancer`: a classic load balancer with everything that belongs to it.
//!
//! ```yaml
//! myapp-testing-useast1:
//!   boto_elb.present:
//!     - availability_zones: [us-east-1a, us-east-1b]
//!     - security_groups: [myapp-testing-useast1-elb]
//!     - listeners:
//!       - elb_port: 443
//!         elb_protocol: HTTPS
//!         instance_port: 8080
//!         instance_protocol: HTTP
//!         certificate: arn:aws:iam::123456789012:server-certificate/example-com
//!         policies: [sticky]
//!     - policies:
//!       - policy_name: sticky
//!         policy_type: LBCookieStickinessPolicyType
//!         policy: {CookieExpirationPeriod: 60}
//!     - health_check: {target: 'HTTP:8080/health', interval: 10}
//!     - attributes:
//!         connecting_settings: {idle_timeout: 120}
//!     - cnames:
//!       - {name: myapp.example.com., zone: example.com., ttl: 60}
//!     - profile: aws_profile
//! ```
//!
//! **Settings that are left out** are not managed, key by key in `health_check` and `attributes`; a new balancer has AWS's
//! defaults there (`TCP:<first instance port>`, every 30 seconds, timeout 5, unhealthy after 2, healthy after 10). `[]`
//! empties a list.
//!
//! **Where.** One of `availability_zones`, `subnets`, `subnet_names`. New ones are added before old ones are removed. Names
//! of security groups are looked up in the VPC of the subnets, or in the default VPC with zones. `scheme` cannot be changed.
//!
//! **Listeners** are the complete list. A certificate is named by ARN, as `acm:<domain>` (an issued one of Certificate
//! Manager), or by its name in IAM. It is replaced in place. If a listener differs otherwise, the run deletes it and makes
//! it again, because AWS cannot change it; it keeps policies that are not managed.
//!
//! **Policies** of a listener are managed if it has `policies`, or if the pillar has some for its protocol. If none of them
//! chooses ciphers, a TLS listener keeps its security policy. A policy's name on AWS is `<type>-<policy_name>-<digest>`; a
//! run deletes only policies with such names.
//!
//! **Pillar.** `attributes_from_pillar` (default `boto_elb_attributes`), `policies_from_pillar` (`boto_elb_policies`),
//! `alarms_from_pillar` (`boto_elb_alarms`) and a listener's `policies_from_pillar` (`boto_elb_listener_policies`) hold
//! settings that the state can add to and override.
//!
//! **Instances** (`instance_ids`, `instance_names`) are the complete list; leave both out if an Auto Scaling group or
//! `boto_elb.register_instances` manages them. `cnames` and `alarms` become separate states, which run after this one.
//!
//! See <https://docs.aws.amazon.com/elasticloadbalancing/2012-06-01/APIReference/>.

mod api;
mod diff;
mod export;
mod fault;
mod live;
mod spec;
#[cfg(test)]
mod tests;
mod want;

pub(super) use diff::{ElbCall, New, NewAttributes, Step};
pub(super) use live::{Health, Log};
pub(super) use spec::{Policy, shapes};

use aws::tags::Tags;
use aws::{ApiError, Aws};
use kind::export::Export;
use kind::{Answers, Ask, ImpliedState, Lookup, Resource, Source, Unresolved};
use model::{Aspects, Fields, Function, Minion, Plan, Problems, Reference, Value};

/// A classic load balancer. Attributes: `name`, `dns_name`, `hosted_zone_id`, `vpc_id`, `scheme`.
#[derive(Debug)]
pub struct LoadBalancer;

/// Its attributes.
pub(super) const ATTRIBUTES: Aspects = Aspects::nth(0);
/// Its tags.
pub(super) const TAGS: Aspects = Aspects::nth(1);

impl Source for LoadBalancer {
    const KIND: &'static str = "elb.load_balancer";
    const NOUN: &'static str = "load balancer";
    type Live = live::Live;

    async fn describe(aws: &Aws, asks: &[Ask]) -> Answers<live::Live> {
        api::describe(aws, asks).await
    }

    fn attribute(live: &live::Live, attribute: &str) -> Option<Value> {
        live.attribute(attribute)
    }

    fn tags(live: &live::Live) -> Option<Tags> {
        live.tags.answer().cloned()
    }
}

impl Resource for LoadBalancer {
    type Spec = spec::Spec;
    type Want = want::Want;
    type Step = Step;

    const TAGS: Aspects = TAGS;

    const EXPORT: Option<Export<live::Live>> = Some(export::EXPORT);
    const FUNCTIONS: &'static [Function] = spec::FUNCTIONS;
    const LABELS: &'static [&'static str] = &["elb"];

    fn read(function: &Function, fields: &Fields, minion: &Minion, problems: &mut Problems) -> spec::Spec {
        spec::read(function, fields, minion, problems)
    }

    fn locate(spec: &spec::Spec, _lookup: &mut Lookup<'_>) -> Result<Reference, Unresolved> {
        Ok(Reference::new(Self::KIND, &spec.name))
    }

    fn aspects(spec: &spec::Spec) -> Aspects {
        ATTRIBUTES.when(spec.attributes.is_some()) | TAGS.when(spec.tags.is_some())
    }

    /// It also provides the list of its instances, to which other states add instances.
    fn provides(spec: &spec::Spec) -> Vec<Reference> {
        [Self::KIND, super::registration::KIND].map(|kind| Reference::new(kind, &spec.name)).into()
    }

    fn uses(spec: &spec::Spec) -> Vec<Reference> {
        want::uses(spec)
    }

    fn resolve(spec: &spec::Spec, lookup: &mut Lookup<'_>) -> Result<want::Want, Unresolved> {
        want::resolve(spec, lookup)
    }

    fn diff(want: &want::Want, live: Option<&live::Live>) -> Plan<Step> {
        diff::diff(want, live)
    }

    fn creation(spec: &spec::Spec) -> Vec<&'static str> {
        diff::creation(spec)
    }

    fn operation(step: &Step) -> Option<&'static str> {
        step.operation()
    }

    fn follows(step: &Step, earlier: &Step) -> bool {
        step.follows(earlier)
    }

    fn makes(step: &Step) -> Vec<Reference> {
        match step.call {
            ElbCall::Create(_) => vec![Reference::new(Self::KIND, &step.name)],
            _ => vec![],
        }
    }

    async fn apply(aws: &Aws, step: &Step) -> Result<(), ApiError> {
        api::apply(aws, step).await
    }

    fn implied_states(spec: &spec::Spec) -> Vec<ImpliedState> {
        spec.implied_states.clone()
    }

    fn is_not_yet(error: &ApiError) -> bool {
        fault::is_not_yet(error)
    }

    fn advice(error: &ApiError) -> Option<String> {
        fault::advice(error)
    }
}
