//! `elasticache.cluster`: a cache cluster: memcached nodes, or one Redis or Valkey node.
//!
//! ```yaml
//! myapp-sessions:
//!   boto_elasticache.present:
//!     - engine: memcached
//!     - cache_node_type: cache.t4g.micro
//!     - num_cache_nodes: 2
//!     - cache_subnet_group_name: myapp
//!     - security_groups: [myapp]
//!     - profile: aws_profile
//! ```
//!
//! What is declared is compared with what AWS has, pending changes included, and only what differs is changed: at once,
//! unless `apply_immediately: False`. Engine, node type, number of nodes and the like can change; port and subnet group
//! cannot. Security groups are named in the VPC of the subnet group. AWS makes the name lower-case. `auth_token` is
//! sent at creation and never compared.
//!
//! See <https://docs.aws.amazon.com/AmazonElastiCache/latest/APIReference/API_CreateCacheCluster.html>.

pub(super) mod api;
pub(super) mod diff;
mod spec;
#[cfg(test)]
mod tests;

use super::nodes::{self, Origin, Settings};
use crate::aws::tags::Tags;
use crate::aws::{ApiError, Aws};
use crate::model::{Asked, Aspects, Fields, Function, Minion, Plan, Problems, Reference, Value};
use crate::resources::{Answers, Ask, Lookup, Resource, Source, Unresolved};

/// A cache cluster.
#[derive(Debug)]
pub struct Cluster;

/// A cache cluster as AWS has it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Live {
    pub(super) arn: String,
    /// `available`, `creating`, `modifying` …
    pub(super) status: String,
    /// With what is pending.
    pub(super) settings: Settings,
    /// The node type that it gets in its maintenance window.
    pub(super) pending_node_type: Option<String>,
    /// With what is pending.
    pub(super) num_cache_nodes: Option<i32>,
    /// Ids of the nodes, in order.
    pub(super) nodes: Vec<String>,
    /// `single-az` or `cross-az`; none while a change of it may be pending.
    pub(super) az_mode: Option<String>,
    pub(super) origin: Origin,
    pub(super) tags: Asked<Tags>,
    /// Host and port for clients: that of the cluster, or of its only node.
    pub(super) endpoint: Option<String>,
}

/// The tags.
const TAGS: Aspects = Aspects::nth(0);

impl Source for Cluster {
    const KIND: &'static str = "elasticache.cluster";
    const NOUN: &'static str = "cache cluster";
    type Live = Live;

    async fn describe(aws: &Aws, asks: &[Ask]) -> Answers<Live> {
        api::describe(aws, asks).await
    }

    fn attribute(live: &Live, attribute: &str) -> Option<Value> {
        match attribute {
            "arn" => Some(live.arn.as_str().into()),
            "endpoint" => live.endpoint.clone().map(Value::from),
            _ => None,
        }
    }

    fn tags(live: &Live) -> Option<Tags> {
        live.tags.answer().cloned()
    }
}

impl Resource for Cluster {
    type Spec = spec::Spec;
    type Want = spec::Spec;
    type Step = diff::Step;

    const TAGS: Aspects = TAGS;

    const FUNCTIONS: &'static [Function] = spec::FUNCTIONS;
    const LABELS: &'static [&'static str] = &["elasticache"];

    fn read(function: &Function, fields: &Fields, _minion: &Minion, problems: &mut Problems) -> spec::Spec {
        spec::read(function, fields, problems)
    }

    fn locate(spec: &spec::Spec, _lookup: &mut Lookup<'_>) -> Result<Reference, Unresolved> {
        Ok(Reference::new(Self::KIND, &spec.id))
    }

    fn aspects(spec: &spec::Spec) -> Aspects {
        TAGS.when(spec.declared().is_some_and(|declared| declared.tags.is_some()))
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
        vec!["ElastiCache.CreateCacheCluster"]
    }

    fn operation(step: &diff::Step) -> Option<&'static str> {
        step.operation()
    }

    async fn apply(aws: &Aws, step: &diff::Step) -> Result<(), ApiError> {
        api::apply(aws, step).await
    }
}
