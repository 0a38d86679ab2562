//! `rds.option_group`: what databases of one engine have beside the engine: auditing, encryption, backups to S3.
//!
//! ```yaml
//! myapp:
//!   boto_rds.option_group_present:
//!     - engine_name: mysql
//!     - major_engine_version: '8.0'
//!     - option_group_description: Options of myapp
//!     - options:
//!       - option_name: MARIADB_AUDIT_PLUGIN
//!         option_settings: {SERVER_AUDIT_EVENTS: 'CONNECT,QUERY_DDL'}
//!       - option_name: MEMCACHED
//!         port: 11211
//!         vpc_security_groups: [myapp-cache]
//!     - apply_immediately: True
//!     - tags: {team: payments}
//!     - profile: aws_profile
//! ```
//!
//! **Which options.** `options` is the complete list: an option that is not in it is removed, `[]` removes all, left out is not
//! managed. Of an option, what is declared is compared: port, version, security groups, each setting. All else stays as it is.
//! Everything that differs goes in one call. An option that AWS calls permanent (TDE of Oracle, time zones) is never removed: that
//! is refused. One that AWS calls persistent goes only when no database has the group.
//!
//! **Settings.** `True` and `False` are compared with whatever AWS writes for them (`1`, `ON`, `true`), and sent as AWS writes them.
//! AWS shows how once the option is there, so they follow in a call of their own. A setting whose name holds `PASSWORD` is sent with
//! every change of its option, never shown, and never compared. `IAM_ROLE_ARN` may be the name of a role.
//!
//! **Security groups.** By id, by name, or as `<VPC's name>:<group's name>`. A group that the same run makes is found, too.
//!
//! **When it applies.** The group changes at once. Its databases follow in their maintenance windows, or now with
//! `apply_immediately: True`. A group that a database or one of its snapshots has cannot be deleted.
//!
//! **Cannot change.** Engine, version and description: a difference is refused with what it is. `tags` are the complete set. AWS
//! makes the name lower-case.
//!
//! See <https://docs.aws.amazon.com/AmazonRDS/latest/APIReference/API_ModifyOptionGroup.html>.

mod api;
pub(super) mod diff;
mod export;
mod live;
mod option;
pub(super) mod spec;
#[cfg(test)]
mod tests;
mod want;

use crate::aws::ApiError;
use crate::aws::tags::Tags;
use crate::model::{Aspects, Reference};
use crate::resources::export::Export;
use crate::resources::wiring::kind;

/// The tags.
const TAGS: Aspects = Aspects::nth(0);

kind! {
    /// An option group, by name. Attributes: `arn`, `name`.
    OptionGroup = "rds.option_group", "RDS option group", &["rds"], resolved;
    source {
        fn tags(live: &live::Live) -> Option<Tags> {
            live.tags.answer().cloned()
        }
    }
    resource {
        const EXPORT: Option<Export<live::Live>> = Some(export::EXPORT);

        const TAGS: Aspects = TAGS;

        const HELD_BY: &'static [&'static str] = &["rds.instance"];

        fn aspects(spec: &spec::Spec) -> Aspects {
            TAGS.when(spec.tags.is_some())
        }

        fn uses(spec: &spec::Spec) -> Vec<Reference> {
            spec.options.iter().flatten().flat_map(option::Declared::uses).collect()
        }

        fn advice(error: &ApiError) -> Option<String> {
            let advice = match error.operation {
                "DeleteOptionGroup" => "a database or a snapshot still has the group: delete or change that first",
                _ => "AWS is changing a database with the group, or a persistent option is in use: wait until that ends",
            };
            error.has_code(&["InvalidOptionGroupStateFault"]).then(|| advice.to_owned())
        }
    }
}
