//! `dynamodb.table`: a table with its indexes, capacity, stream, backups and alarms.
//!
//! ```yaml
//! myapp-sessions:
//!   boto_dynamodb.present:
//!     - hash_key: id
//!     - range_key: at
//!     - range_key_data_type: N
//!     - billing_mode: PAY_PER_REQUEST
//!     - global_indexes:
//!       - by user:
//!         - name: by-user
//!         - hash_key: user
//!         - keys_only: True
//!     - ttl_attribute: expires
//!     - tags: {team: payments}
//!     - profile: aws_profile
//! ```
//!
//! **Keys and local indexes** are set at creation; a difference is an error. The type of a key is `S` unless it is declared.
//!
//! **Capacity.** `read_capacity_units` and `write_capacity_units` mean a provisioned table. `billing_mode: PAY_PER_REQUEST`
//! means a table that is billed per request; this is also the default for a new table. An index without its own capacity
//! gets the table's.
//!
//! **Global indexes** are a complete list if they are given. AWS allows one change of a table at a time, so a run makes one
//! change after the other and waits in between. An index with other keys or another projection is an error: declare it under
//! another name, then remove the old one.
//!
//! **Beyond Salt:** `billing_mode`, `stream_view_type`, `ttl_attribute`, `sse_enabled` with `sse_kms_key`, `point_in_time_recovery`,
//! `deletion_protection`, `tags`. What is left out is kept. The state ends when the table and its indexes are active.
//!
//! **Alarms** are separate states, as with balancers; `threshold_percent` of a capacity metric becomes a threshold.
//! `backup_configs_from_pillars` is an error if the pillar has such configurations: they need AWS Data Pipeline, which AWS
//! closed to new customers. Write `point_in_time_recovery` instead.
//!
//! `absent` deletes the table and waits until it is gone. A protected table is an error.
//!
//! See <https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_CreateTable.html>.

mod alarms;
pub(super) mod api;
mod capacity;
pub(super) mod diff;
mod export;
pub(super) mod index;
mod live;
mod spec;
#[cfg(test)]
mod tests;

use aws::tags::Tags;
use aws::{ApiError, Fault};
use kind::ImpliedState;
use kind::export::Export;
use kind::wiring::kind;
use model::{Aspects, Reference};

/// The attribute that holds the time when an item expires.
const TTL: Aspects = Aspects::nth(0);
/// Whether it can be restored to any point in time.
const BACKUPS: Aspects = Aspects::nth(1);
/// The tags.
const TAGS: Aspects = Aspects::nth(2);

/// The error with the fault that its message means: DynamoDB uses one code for two faults.
///
/// See <https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_UpdateTable.html#API_UpdateTable_Errors>.
fn classified(mut error: ApiError) -> ApiError {
    let says = |words: &str| error.message.contains(words);
    if error.has_code(&["ResourceInUseException"]) {
        error.fault = if says("already exists") { Fault::AlreadyExists } else { Fault::Conflict };
    }
    if error.has_code(&["LimitExceededException"]) && says("simultaneous") {
        error.fault = Fault::Conflict;
    }
    if error.has_code(&["ContinuousBackupsUnavailableException"]) {
        error.fault = Fault::Conflict;
    }
    error
}

kind! {
    /// A table, by name. Attributes: `arn`, `stream_arn`.
    Table = "dynamodb.table", "table", &["dynamodb", "dynamodb2"], plain, reads minion;
    source {
        fn tags(live: &live::Live) -> Option<Tags> {
            live.tags.answer().cloned()
        }
    }
    resource {
        const EXPORT: Option<Export<live::Live>> = Some(export::EXPORT);

        const TAGS: Aspects = TAGS;

        fn aspects(spec: &spec::Spec) -> Aspects {
            TTL.when(spec.ttl.is_some()) | BACKUPS.when(spec.recovery.is_some()) | TAGS.when(spec.tags.is_some())
        }

        fn uses(spec: &spec::Spec) -> Vec<Reference> {
            let key = spec.encryption.as_ref().and_then(|it| it.key.as_deref());
            let key = key.and_then(|key| key.strip_prefix("alias/"));
            key.map(|alias| Reference::new("kms.key", alias)).into_iter().collect()
        }

        fn implied_states(spec: &spec::Spec) -> Vec<ImpliedState> {
            spec.implied_states.clone()
        }

        fn is_not_yet(error: &ApiError) -> bool {
            error.is_not_found()
        }
    }
}
