//! `elasticache.subnet_group`: the subnets in which ElastiCache places nodes.
//!
//! ```yaml
//! myapp:
//!   boto_elasticache.subnet_group_present:
//!     - subnet_names: [main-a, main-b]
//!     - description: Nodes of myapp
//!     - profile: aws_profile
//! ```
//!
//! Subnets are given by id or by Name tag, or both, and are an exact set, as are tags when given. AWS makes the name
//! lower-case.
//!
//! See <https://docs.aws.amazon.com/AmazonElastiCache/latest/APIReference/API_CreateCacheSubnetGroup.html>.

mod api;
pub(super) mod diff;
mod spec;
#[cfg(test)]
mod tests;

use crate::aws::tags::Tags;
use crate::aws::{ApiError, Aws};
use crate::model::{Asked, Aspects, Fields, Function, Ident, Minion, Plan, Problems, Reference, Value};
use crate::resources::{Answers, Ask, Lookup, Resource, Source, Unresolved};

/// A subnet group.
#[derive(Debug)]
pub struct SubnetGroup;

/// A subnet group as AWS has it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Live {
    arn: String,
    vpc_id: String,
    description: String,
    /// Sorted.
    subnets: Vec<Ident>,
    tags: Asked<Tags>,
}

/// The tags.
const TAGS: Aspects = Aspects::nth(0);

impl Source for SubnetGroup {
    const KIND: &'static str = "elasticache.subnet_group";
    const NOUN: &'static str = "ElastiCache subnet group";
    type Live = Live;

    async fn describe(aws: &Aws, asks: &[Ask]) -> Answers<Live> {
        api::describe(aws, asks).await
    }

    fn attribute(live: &Live, attribute: &str) -> Option<Value> {
        match attribute {
            "vpc_id" => Some(live.vpc_id.as_str().into()),
            "arn" => Some(live.arn.as_str().into()),
            _ => None,
        }
    }

    fn tags(live: &Live) -> Option<Tags> {
        live.tags.answer().cloned()
    }
}

impl Resource for SubnetGroup {
    type Spec = spec::Spec;
    type Want = spec::Want;
    type Step = diff::Step;

    const TAGS: Aspects = TAGS;

    const FUNCTIONS: &'static [Function] = spec::FUNCTIONS;
    const LABELS: &'static [&'static str] = &["elasticache"];
    const HELD_BY: &'static [&'static str] = &["elasticache.cluster", "elasticache.replication_group"];

    fn read(function: &Function, fields: &Fields, _minion: &Minion, problems: &mut Problems) -> spec::Spec {
        spec::read(function, fields, problems)
    }

    fn locate(spec: &spec::Spec, _lookup: &mut Lookup<'_>) -> Result<Reference, Unresolved> {
        Ok(Reference::new(Self::KIND, &spec.name))
    }

    fn aspects(spec: &spec::Spec) -> Aspects {
        TAGS.when(spec.tags.is_some())
    }

    fn provides(spec: &spec::Spec) -> Vec<Reference> {
        vec![Reference::new(Self::KIND, &spec.name)]
    }

    fn uses(spec: &spec::Spec) -> Vec<Reference> {
        spec.subnets.iter().flat_map(|name| crate::resources::subnets::uses(name)).collect()
    }

    fn resolve(spec: &spec::Spec, lookup: &mut Lookup<'_>) -> Result<spec::Want, Unresolved> {
        spec::resolve(spec, lookup)
    }

    fn diff(want: &spec::Want, live: Option<&Live>) -> Plan<diff::Step> {
        diff::diff(want, live)
    }

    fn creation(_spec: &spec::Spec) -> Vec<&'static str> {
        vec!["ElastiCache.CreateCacheSubnetGroup"]
    }

    fn operation(step: &diff::Step) -> Option<&'static str> {
        step.operation()
    }

    async fn apply(aws: &Aws, step: &diff::Step) -> Result<(), ApiError> {
        api::apply(aws, step).await
    }
}
