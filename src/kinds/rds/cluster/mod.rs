//! `rds.cluster`: an Aurora cluster, whose instances are separate states.
//!
//! ```yaml
//! myapp:
//!   boto_rds.cluster_present:
//!     - engine: aurora-postgresql
//!     - engine_version: '16'
//!     - master_username: myapp
//!     - manage_master_user_password: True        # or master_user_password
//!     - db_subnet_group_name: myapp
//!     - vpc_security_groups: [myapp-database]
//!     - storage_encrypted: True
//!     - wait_status: available
//!     - profile: aws_profile
//!
//! myapp-1:
//!   boto_rds.present:
//!     - engine: aurora-postgresql
//!     - db_instance_class: db.r6g.large
//!     - db_cluster_identifier: myapp
//!     - profile: aws_profile
//! ```
//!
//! Salt has no such state. It works as `rds.instance`: a run compares and changes the declared settings, in the maintenance
//! window or now. Passwords are sent once and never shown. A deletion makes a final snapshot, whose name must be free,
//! unless `skip_final_snapshot: True`. Engine, first user and database, subnet group, encryption and its key cannot be
//! changed.
//!
//! **Instances** name the cluster in `db_cluster_identifier`, and are made after it. A cluster with instances is not
//! deleted; instances that the same run deletes count as gone. `serverless_v2_min_capacity` and `serverless_v2_max_capacity`
//! are for instances of class `db.serverless`.
//!
//! See <https://docs.aws.amazon.com/AmazonRDS/latest/APIReference/API_CreateDBCluster.html>.

mod api;
mod diff;
mod export;
mod live;
mod settings;
mod spec;
#[cfg(test)]
mod tests;
mod want;

use aws::ApiError;
use aws::tags::Tags;
use kind::export::Export;
use kind::wiring::kind;
use model::Reference;

kind! {
    /// A cluster, by name. Attributes: `address`, `arn`, `name`, `port`, `reader_address`, `status`.
    Cluster = "rds.cluster", "RDS cluster", &["rds"], resolved;
    source {
        const SHOWS: &'static [&'static str] = &["rds.instance"];

        fn tags(live: &live::Live) -> Option<Tags> {
            Some(live.tags.clone())
        }
    }
    resource {
        const EXPORT: Option<Export<live::Live>> = Some(export::EXPORT);
        const MANNER: &'static [&'static str] = &["apply_immediately"];

        fn uses(spec: &spec::Spec) -> Vec<Reference> {
            match &spec.goal {
                spec::Goal::Present(declared) => declared.uses(),
                spec::Goal::Absent(_) => vec![],
            }
        }

        fn is_not_yet(error: &ApiError) -> bool {
            error.is_not_found() || error.has_code(&["InvalidVPCNetworkStateFault"])
        }

        fn advice(error: &ApiError) -> Option<String> {
            let advice = "choose another name for the final snapshot";
            error.has_code(&["DBClusterSnapshotAlreadyExistsFault"]).then(|| advice.to_owned())
        }
    }
}
