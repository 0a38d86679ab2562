//! `rds.option_group`: additional features for databases of one engine: auditing, encryption, backups to S3.
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
//! **Which options.** `options` is the complete list: a run removes other options; `[]` removes all; not managed if left
//! out. Only declared parts of an option are compared: port, version, security groups, each setting. Everything else stays
//! as it is. One call changes everything that differs. The removal of a permanent option (TDE of Oracle, time zones) is an
//! error, because AWS never removes it. A persistent option can be removed only when no database has the group.
//!
//! **Settings.** `True` and `False` match AWS's words for them (`1`, `ON`, `true`), and are sent in AWS's words. AWS shows
//! these words only once the option exists, so such settings follow in a separate call. A setting whose name contains
//! `PASSWORD` is sent with every change of its option, never shown, and never compared. `IAM_ROLE_ARN` may be the name of a
//! role.
//!
//! **Security groups.** By id, by name, or as `<VPC's name>:<group's name>`. The same run may make the group.
//!
//! **When it applies.** The group changes at once. Its databases follow in their maintenance windows, or now with
//! `apply_immediately: True`. A group that a database or one of its snapshots has cannot be deleted.
//!
//! **Cannot change.** Engine, version and description: a difference is an error that names the present value. `tags` are the
//! complete list. AWS makes the name lower-case.
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

use aws::ApiError;
use aws::tags::Tags;
use kind::export::Export;
use kind::wiring::kind;
use model::{Aspects, Reference};

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
        const MANNER: &'static [&'static str] = &["apply_immediately"];

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
