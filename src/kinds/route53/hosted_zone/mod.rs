//! `route53.hosted_zone`: a hosted zone, public or private.
//!
//! ```yaml
//! example.com.:
//!   boto_route53.hosted_zone_present:
//!     - comment: Our site
//!     - profile: aws_profile
//!
//! example.internal.:
//!   boto3_route53.hosted_zone_present:
//!     - PrivateZone: True
//!     - VPCs:
//!       - VPCName: main
//!     - profile: aws_profile
//! ```
//!
//! A zone is identified by its name and by whether it is private; among several private zones with one name, by one of its
//! VPCs. `comment` is managed if given. `VPCs` are all VPCs of a private zone; `vpc_id` or `vpc_name` is one of them.
//! Whether a zone is private cannot be changed. A zone with its own records is not deleted.
//!
//! Referred to as `route53.hosted_zone` with the name, dot included; the scope is `public`, `private`, the id of a VPC, or
//! none: then it is the only zone with that name, or the only public one. Attribute: `id`.
//!
//! See <https://docs.aws.amazon.com/Route53/latest/APIReference/API_CreateHostedZone.html>.

mod api;
pub(super) mod diff;
mod export;
mod live;
mod resolve;
mod spec;
#[cfg(test)]
mod tests;

use aws::{ApiError, Aws};
use kind::export::Export;
use kind::{Answers, Ask, Lookup, Resource, Source, Unresolved};
use model::{Aspects, Fields, Function, Minion, Plan, Problems, Reference, Value};

/// A hosted zone.
#[derive(Debug)]
pub struct HostedZone;

/// The VPCs that it serves.
const VPCS: Aspects = Aspects::nth(0);

impl Source for HostedZone {
    const KIND: &'static str = "route53.hosted_zone";
    const NOUN: &'static str = "hosted zone";
    type Live = live::Live;

    async fn describe(aws: &Aws, asks: &[Ask]) -> Answers<live::Live> {
        api::describe(aws, asks).await
    }

    fn attribute(live: &live::Live, attribute: &str) -> Option<Value> {
        (attribute == "id").then(|| live.id.as_str().into())
    }
}

impl Resource for HostedZone {
    type Spec = spec::Spec;
    type Want = resolve::Want;
    type Step = diff::Step;

    const EXPORT: Option<Export<live::Live>> = Some(export::EXPORT);
    const FUNCTIONS: &'static [Function] = spec::FUNCTIONS;
    const LABELS: &'static [&'static str] = &["route53"];
    const HELD_BY: &'static [&'static str] = &["route53.record"];

    fn read(function: &Function, fields: &Fields, _minion: &Minion, problems: &mut Problems) -> spec::Spec {
        spec::read(function, fields, problems)
    }

    fn locate(spec: &spec::Spec, lookup: &mut Lookup<'_>) -> Result<Reference, Unresolved> {
        resolve::locate(spec, lookup)
    }

    fn aspects(spec: &spec::Spec) -> Aspects {
        VPCS.when(!spec.vpcs.is_empty())
    }

    fn provides(spec: &spec::Spec) -> Vec<Reference> {
        vec![Reference::new(Self::KIND, &spec.name)]
    }

    fn subject(spec: &spec::Spec) -> Option<String> {
        Some(crate::names::shown(&spec.name))
    }

    fn uses(spec: &spec::Spec) -> Vec<Reference> {
        spec.vpcs.iter().map(|vpc| vpc.reference.clone()).collect()
    }

    fn resolve(spec: &spec::Spec, lookup: &mut Lookup<'_>) -> Result<resolve::Want, Unresolved> {
        resolve::resolve(spec, lookup)
    }

    fn diff(want: &resolve::Want, live: Option<&live::Live>) -> Plan<diff::Step> {
        diff::diff(want, live)
    }

    fn creation(spec: &spec::Spec) -> Vec<&'static str> {
        diff::creation(spec)
    }

    fn operation(step: &diff::Step) -> Option<&'static str> {
        step.operation()
    }

    async fn apply(aws: &Aws, step: &diff::Step) -> Result<(), ApiError> {
        api::apply(aws, step).await
    }

    fn advice(error: &ApiError) -> Option<String> {
        super::fault::advice(error)
    }
}
