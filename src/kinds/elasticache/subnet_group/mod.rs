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
//! Subnets are given by id or by Name tag, or both. They are a complete list, as are tags if given. AWS makes the name
//! lower-case.
//!
//! See <https://docs.aws.amazon.com/AmazonElastiCache/latest/APIReference/API_CreateCacheSubnetGroup.html>.

mod api;
pub(super) mod diff;
mod export;
mod live;
mod spec;
#[cfg(test)]
mod tests;
mod want;

use aws::tags::Tags;
use kind::export::Export;
use kind::wiring::kind;
use model::{Aspects, Reference};

/// The tags.
const TAGS: Aspects = Aspects::nth(0);

kind! {
    /// A subnet group, by name. Attributes: `arn`, `vpc_id`.
    SubnetGroup = "elasticache.subnet_group", "ElastiCache subnet group", &["elasticache"], resolved;
    source {
        fn tags(live: &live::Live) -> Option<Tags> {
            live.tags.answer().cloned()
        }
    }
    resource {
        const EXPORT: Option<Export<live::Live>> = Some(export::EXPORT);

        const TAGS: Aspects = TAGS;
        const HELD_BY: &'static [&'static str] = &["elasticache.cluster", "elasticache.replication_group"];

        fn aspects(spec: &spec::Spec) -> Aspects {
            TAGS.when(spec.tags.is_some())
        }

        fn uses(spec: &spec::Spec) -> Vec<Reference> {
            spec.subnets.iter().flat_map(|name| kind::subnets::uses(name)).collect()
        }
    }
}
