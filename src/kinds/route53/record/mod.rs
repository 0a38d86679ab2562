//! `route53.record`: a resource record set.
//!
//! ```yaml
//! myapp.example.com.:
//!   boto_route53.present:
//!     - value: elb:myapp
//!     - zone: example.com.
//!     - record_type: CNAME
//!     - ttl: 60
//!     - profile: aws_profile
//! ```
//!
//! * **Values** (`value`, `ResourceRecords`): text or a list; for A, AAAA, MX, NS, SPF, SRV and TXT one text is split at
//!   commas. `elb:<name>` is the DNS name of a load balancer (if there are two, of the classic one; `elbv2:<name>` is never
//!   classic); `private:<Name>` and `public:<Name>` are the address of an instance; so is
//!   `magic:ec2_instance_tag:Name:<Name>:<attribute>`. TXT values get quotes if the author left them out.
//! * **Zone**: by name (`zone`, `DomainName`) or `HostedZoneId`. If a public and a private zone have one name, the public
//!   one is used, unless `split_dns` and `private_zone` (`PrivateZone`) choose the other. A missing zone is an error.
//! * **Routing**: `identifier: [id, weight or region]`, or `SetIdentifier` with `Weight`, `Region`, `GeoLocation`,
//!   `Failover` or `MultiValueAnswer`; `HealthCheckId`.
//! * **Alias**: `AliasTarget` with `DNSName` and `HostedZoneId`; for `DNSName: elb:<name>` the zone is not needed.
//! * **Settings that are left out** are not managed: `ttl` stays as it is, and is 60 for a new record.
//! * **Waiting**: `wait_for_sync` waits until all servers have the change: True (600 s), False, or seconds.
//!
//! Case, final dot and `\052` do not matter when names are compared. A change is one UPSERT; only another routing policy
//! needs removal and creation, in one batch.
//!
//! See <https://docs.aws.amazon.com/Route53/latest/APIReference/API_ResourceRecordSet.html>.

pub(super) mod api;
pub(super) mod diff;
mod export;
mod live;
mod resolve;
pub(super) mod set;
mod spec;
#[cfg(test)]
mod tests;
pub(super) mod values;

use aws::{ApiError, Aws};
use kind::export::Export;
use kind::{Answers, Ask, Lookup, Resource, Source, Unresolved};
use model::{Fields, Function, Minion, Plan, Problems, Reference, Value};

/// A resource record set.
#[derive(Debug)]
pub struct Record;

impl Source for Record {
    const KIND: &'static str = "route53.record";
    const NOUN: &'static str = "DNS record";
    type Live = live::Live;

    async fn describe(aws: &Aws, asks: &[Ask]) -> Answers<live::Live> {
        api::describe(aws, asks).await
    }

    fn attribute(live: &live::Live, attribute: &str) -> Option<Value> {
        (attribute == "name").then(|| live.name.as_str().into())
    }
}

impl Resource for Record {
    type Spec = spec::Spec;
    type Want = resolve::Want;
    type Step = diff::Step;

    const EXPORT: Option<Export<live::Live>> = Some(export::EXPORT);
    const FUNCTIONS: &'static [Function] = spec::FUNCTIONS;
    const LABELS: &'static [&'static str] = &["route53"];

    fn read(function: &Function, fields: &Fields, _minion: &Minion, problems: &mut Problems) -> spec::Spec {
        spec::read(function, fields, problems)
    }

    fn locate(spec: &spec::Spec, lookup: &mut Lookup<'_>) -> Result<Reference, Unresolved> {
        resolve::locate(spec, lookup)
    }

    fn provides(spec: &spec::Spec) -> Vec<Reference> {
        vec![spec.reference()]
    }

    fn subject(spec: &spec::Spec) -> Option<String> {
        Some(crate::names::shown(&spec.name))
    }

    fn uses(spec: &spec::Spec) -> Vec<Reference> {
        resolve::uses(spec)
    }

    fn resolve(spec: &spec::Spec, lookup: &mut Lookup<'_>) -> Result<resolve::Want, Unresolved> {
        resolve::resolve(spec, lookup)
    }

    fn diff(want: &resolve::Want, live: Option<&live::Live>) -> Plan<diff::Step> {
        diff::diff(want, live)
    }

    /// Changes of a zone are sent together.
    fn creation(_spec: &spec::Spec) -> Vec<&'static str> {
        vec![]
    }

    /// Changes of a zone are sent together.
    fn operation(_step: &diff::Step) -> Option<&'static str> {
        None
    }

    async fn apply(aws: &Aws, step: &diff::Step) -> Result<(), ApiError> {
        api::apply(aws, step).await
    }

    fn advice(error: &ApiError) -> Option<String> {
        super::fault::advice(error)
    }
}
