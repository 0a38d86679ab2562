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
//! A run compares the declared settings with AWS, including pending changes, and changes only what differs: at once, unless
//! `apply_immediately: False`. Engine, node type, number of nodes and the like can be changed; port and subnet group cannot.
//! Names of security groups are looked up in the VPC of the subnet group. AWS makes the name lower-case. `auth_token` is
//! sent at creation and never compared.
//!
//! See <https://docs.aws.amazon.com/AmazonElastiCache/latest/APIReference/API_CreateCacheCluster.html>.

pub(super) mod api;
pub(super) mod diff;
mod export;
pub(super) mod live;
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
    /// A cache cluster, by id. Attributes: `arn`, `endpoint`.
    Cluster = "elasticache.cluster", "cache cluster", &["elasticache"], resolved;
    source {
        fn tags(live: &live::Live) -> Option<Tags> {
            live.tags.answer().cloned()
        }
    }
    resource {
        const EXPORT: Option<Export<live::Live>> = Some(export::EXPORT);

        const TAGS: Aspects = TAGS;

        fn aspects(spec: &spec::Spec) -> Aspects {
            TAGS.when(spec.declared().is_some_and(|declared| declared.tags.is_some()))
        }

        fn uses(spec: &spec::Spec) -> Vec<Reference> {
            spec.declared().map(spec::Declared::uses).unwrap_or_default()
        }
    }
}
