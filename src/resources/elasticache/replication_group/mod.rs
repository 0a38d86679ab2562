//! `elasticache.replication_group`: Redis or Valkey nodes that replicate.
//!
//! ```yaml
//! myapp-jobs:
//!   boto3_elasticache.replication_group_present:
//!     - ReplicationGroupDescription: Jobs of myapp
//!     - Engine: redis
//!     - CacheNodeType: cache.t4g.small
//!     - NumCacheClusters: 2
//!     - AutomaticFailoverEnabled: True
//!     - CacheSubnetGroupName: myapp
//!     - security_groups: [myapp]
//!     - profile: aws_profile
//! ```
//!
//! What is declared is compared, and only what differs is changed: at once, unless `apply_immediately: False`. What AWS
//! tells only of the group's member clusters (version, parameter and security groups, topic, maintenance window) is
//! read from the first of them, when declared. The number of members and their zones are said at creation only; a
//! differing number is told as a warning. AWS makes the name lower-case.
//!
//! See <https://docs.aws.amazon.com/AmazonElastiCache/latest/APIReference/API_CreateReplicationGroup.html>.

mod api;
mod arguments;
pub(super) mod diff;
pub(super) mod spec;
#[cfg(test)]
mod tests;

use super::nodes::{self, Settings};
use crate::aws::tags::Tags;
use crate::aws::{ApiError, Aws};
use crate::model::{Asked, Aspects, Fields, Function, Minion, Plan, Problems, Reference, Value};
use crate::resources::{Answers, Ask, Lookup, Resource, Source, Unresolved};

/// A replication group.
#[derive(Debug)]
pub struct ReplicationGroup;

/// A replication group as AWS has it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Live {
    arn: String,
    /// `available`, `creating`, `modifying` …
    status: String,
    group: spec::GroupSettings,
    /// With those of the first member, if asked for.
    settings: Settings,
    /// Its clusters.
    members: Vec<String>,
    tags: Asked<Tags>,
}

/// The tags.
const TAGS: Aspects = Aspects::nth(0);
/// The settings that only members tell.
const MEMBERS: Aspects = Aspects::nth(1);

impl Source for ReplicationGroup {
    const KIND: &'static str = "elasticache.replication_group";
    const NOUN: &'static str = "replication group";
    type Live = Live;

    async fn describe(aws: &Aws, asks: &[Ask]) -> Answers<Live> {
        api::describe(aws, asks).await
    }

    fn attribute(live: &Live, attribute: &str) -> Option<Value> {
        (attribute == "arn").then(|| live.arn.as_str().into())
    }

    fn tags(live: &Live) -> Option<Tags> {
        live.tags.answer().cloned()
    }
}

impl Resource for ReplicationGroup {
    type Spec = spec::Spec;
    type Want = spec::Spec;
    type Step = diff::Step;

    const TAGS: Aspects = TAGS;

    const FUNCTIONS: &'static [Function] = arguments::FUNCTIONS;
    const LABELS: &'static [&'static str] = &["elasticache"];

    fn read(function: &Function, fields: &Fields, _minion: &Minion, problems: &mut Problems) -> spec::Spec {
        spec::read(function, fields, problems)
    }

    fn locate(spec: &spec::Spec, _lookup: &mut Lookup<'_>) -> Result<Reference, Unresolved> {
        Ok(Reference::new(Self::KIND, &spec.id))
    }

    fn aspects(spec: &spec::Spec) -> Aspects {
        spec.declared().map_or(Aspects::NONE, |declared| {
            TAGS.when(declared.tags.is_some()) | MEMBERS.when(declared.needs_members())
        })
    }

    fn provides(spec: &spec::Spec) -> Vec<Reference> {
        vec![Reference::new(Self::KIND, &spec.id)]
    }

    fn uses(spec: &spec::Spec) -> Vec<Reference> {
        spec.declared().map(spec::Declared::uses).unwrap_or_default()
    }

    fn resolve(spec: &spec::Spec, lookup: &mut Lookup<'_>) -> Result<spec::Spec, Unresolved> {
        let mut want = spec.clone();
        if let spec::Goal::Present(declared) = &mut want.goal {
            declared.settings.security_groups =
                nodes::resolve(declared.security_groups.as_ref(), &declared.origin, lookup)?;
        }
        Ok(want)
    }

    fn diff(want: &spec::Spec, live: Option<&Live>) -> Plan<diff::Step> {
        diff::diff(want, live)
    }

    fn creation(_spec: &spec::Spec) -> Vec<&'static str> {
        vec!["ElastiCache.CreateReplicationGroup"]
    }

    fn operation(step: &diff::Step) -> Option<&'static str> {
        step.operation()
    }

    async fn apply(aws: &Aws, step: &diff::Step) -> Result<(), ApiError> {
        api::apply(aws, step).await
    }
}
