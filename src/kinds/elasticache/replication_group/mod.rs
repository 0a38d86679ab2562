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
//! A run compares the declared settings and changes only what differs: at once, unless `apply_immediately: False`. AWS shows
//! some settings only of the group's member clusters (version, parameter and security groups, topic, maintenance window): if
//! declared, they are read from the first member. The number of members and their zones are set at creation only; a
//! different number is a warning. AWS makes the name lower-case.
//!
//! See <https://docs.aws.amazon.com/AmazonElastiCache/latest/APIReference/API_CreateReplicationGroup.html>.

mod api;
mod arguments;
pub(super) mod diff;
mod export;
pub(super) mod live;
pub(super) mod spec;
#[cfg(test)]
mod tests;
mod want;

use aws::tags::Tags;
use kind::export::Export;
use kind::wiring::kind;
use model::{Aspects, Reference};

/// The tags.
const TAGS: Aspects = Aspects::nth(0);
/// The settings that AWS shows of members only.
const MEMBERS: Aspects = Aspects::nth(1);

kind! {
    /// A replication group, by id. Attribute: `arn`.
    ReplicationGroup = "elasticache.replication_group", "replication group", &["elasticache"], resolved;
    source {
        fn tags(live: &live::Live) -> Option<Tags> {
            live.tags.answer().cloned()
        }
    }
    resource {
        const EXPORT: Option<Export<live::Live>> = Some(export::EXPORT);

        const TAGS: Aspects = TAGS;

        fn aspects(spec: &spec::Spec) -> Aspects {
            spec.declared().map_or(Aspects::NONE, |declared| {
                TAGS.when(declared.tags.is_some()) | MEMBERS.when(declared.needs_members())
            })
        }

        fn uses(spec: &spec::Spec) -> Vec<Reference> {
            spec.declared().map(spec::Declared::uses).unwrap_or_default()
        }
    }
}
