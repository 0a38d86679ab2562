//! `rds.instance`: a database, a read replica, or a member of an Aurora cluster.
//!
//! ```yaml
//! myapp:
//!   boto_rds.present:
//!     - engine: postgres
//!     - engine_version: '16'
//!     - db_instance_class: db.t4g.small
//!     - allocated_storage: 20
//!     - storage_type: gp3
//!     - master_username: myapp
//!     - master_user_password: {{ pillar['myapp']['password'] }}   # or manage_master_user_password: True
//!     - db_subnet_group_name: myapp
//!     - db_parameter_group_name: myapp
//!     - vpc_security_groups: [myapp-database]
//!     - storage_encrypted: True
//!     - deletion_protection: True
//!     - wait_status: available
//!     - profile: aws_profile
//!
//! myapp-replica:
//!   boto_rds.replica_present:
//!     - source: myapp
//!     - profile: aws_profile
//!
//! old:
//!   boto_rds.absent:
//!     - final_db_snapshot_identifier: old-last      # or skip_final_snapshot: True
//!     - profile: aws_profile
//! ```
//!
//! **Passwords.** `master_user_password` and `tde_credential_password` are sent at creation, never shown, and never
//! compared, because AWS does not show them. Only a new instance needs one. `manage_master_user_password: True` lets AWS
//! make the password and keep it in Secrets Manager.
//!
//! **Changes.** Salt compares nothing of an existing instance. Here a run compares every declared setting, and one call
//! changes what differs. As AWS does by default, changes that may interrupt the database wait for the maintenance window;
//! the state names them. Pending changes count as done, so the next run is silent. `apply_immediately: True` makes changes
//! now, also pending ones. Any 16.x satisfies `engine_version: '16'`. AWS never goes back to an older version or to less
//! storage. `tags` are the complete list.
//!
//! **Cannot change.** The engine, the first user and database, the zone, the encryption and its key, the cluster, the source
//! of a replica: a difference is an error that names the present value. A key given as an alias is not compared.
//!
//! **Waiting.** AWS needs many minutes for an instance. Without `wait_status` the state ends once AWS has begun. With it, it
//! ends once the instance has that status or is available, or after `timeout` seconds. After an interrupted run, the next
//! run finds an instance that AWS is still making. Changes always wait until AWS is ready for them.
//!
//! **Deletion.** `absent` makes a final snapshot, whose name must be free, unless `skip_final_snapshot: True`; AWS makes
//! none of replicas and members of clusters. `deletion_protection` must be off. The state waits until the instance is gone,
//! unless `wait_for_deletion: False`.
//!
//! **Names.** Subnet, parameter and option groups, clusters, the source, security groups and roles may be made by the same
//! run. Names of security groups are looked up in the VPC of the subnet group. AWS makes the instance's name lower-case.
//!
//! See <https://docs.aws.amazon.com/AmazonRDS/latest/APIReference/API_CreateDBInstance.html>.

mod api;
mod arguments;
pub(super) mod diff;
mod export;
pub(super) mod live;
pub(super) mod settings;
pub(super) mod spec;
#[cfg(test)]
mod tests;
pub(super) mod want;

use aws::ApiError;
use aws::tags::Tags;
use kind::export::Export;
use kind::wiring::kind;
use model::Reference;

kind! {
    /// An instance, by name. Attributes: `address`, `arn`, `name`, `port`, `status`.
    Instance = "rds.instance", "RDS instance", &["rds"], resolved;
    source {
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
            // AWS refuses a new role as an invalid value.
            let is_role = error.has_code(&["InvalidParameterValue"]) && error.message.contains("IAM role");
            is_role || error.is_not_found() || error.has_code(&["InvalidVPCNetworkStateFault"])
        }

        fn advice(error: &ApiError) -> Option<String> {
            let advice = match error.code.as_deref()? {
                "InvalidDBInstanceState" if error.operation == "CreateDBInstanceReadReplica" => {
                    "the source must be available and have automated backups: 'backup_retention_period: 1' or more"
                }
                "DBSnapshotAlreadyExists" => "choose another name for the final snapshot",
                "InsufficientDBInstanceCapacity" => "choose another class or zone, or try again later",
                _ => return None,
            };
            Some(advice.to_owned())
        }
    }
}
