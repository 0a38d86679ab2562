//! `rds.subnet_group`: the subnets in which RDS places databases.
//!
//! ```yaml
//! myapp:
//!   boto_rds.subnet_group_present:
//!     - description: Databases of myapp
//!     - subnet_names: [main-a, main-b]
//!     - tags: {team: payments}
//!     - profile: aws_profile
//! ```
//!
//! **Which subnets.** Subnets are given by id, by Name tag, or both. They are a complete list, as are `tags` if given. The
//! same run may make the subnets, also in a test run. AWS requires subnets in at least two availability zones. It makes the
//! group's name lower-case.
//!
//! **Changes.** Description, subnets and tags of an existing group (Salt changes nothing there). AWS refuses to remove a
//! subnet in which a database runs, and to delete a group that a database uses.
//!
//! See <https://docs.aws.amazon.com/AmazonRDS/latest/APIReference/API_CreateDBSubnetGroup.html>.

mod api;
pub(super) mod diff;
mod export;
mod live;
mod spec;
#[cfg(test)]
mod tests;
mod want;

use aws::ApiError;
use aws::tags::Tags;
use kind::export::Export;
use kind::subnets;
use kind::wiring::kind;
use model::{Aspects, Reference};

/// The tags.
const TAGS: Aspects = Aspects::nth(0);

kind! {
    /// A subnet group, by name. Attributes: `arn`, `name`, `vpc_id`.
    SubnetGroup = "rds.subnet_group", "RDS subnet group", &["rds"], resolved;
    source {
        fn tags(live: &live::Live) -> Option<Tags> {
            live.tags.answer().cloned()
        }
    }
    resource {
        const EXPORT: Option<Export<live::Live>> = Some(export::EXPORT);

        const TAGS: Aspects = TAGS;

        const HELD_BY: &'static [&'static str] = &["rds.instance", "rds.cluster"];

        fn aspects(spec: &spec::Spec) -> Aspects {
            TAGS.when(spec.tags.is_some())
        }

        fn uses(spec: &spec::Spec) -> Vec<Reference> {
            spec.subnets.iter().flat_map(subnets::uses_of).collect()
        }

        fn is_not_yet(error: &ApiError) -> bool {
            error.is_not_found() || error.has_code(&["InvalidSubnet"])
        }

        fn advice(error: &ApiError) -> Option<String> {
            let advice = match error.code.as_deref()? {
                "DBSubnetGroupDoesNotCoverEnoughAZs" => "write subnets in at least two availability zones",
                "SubnetAlreadyInUse" => "a database runs in a subnet that is not in the list: add that subnet to the list",
                "InvalidDBSubnetGroupStateFault" => "a database still uses the group: delete that first",
                _ => return None,
            };
            Some(advice.to_owned())
        }
    }
}
