//! Settings of a cluster: those that one call changes, and those that cannot be changed.

use crate::values::{Capacity, Caseless, Key, Version};
use kind::settings::settings;
use model::Shape;

settings! {
    /// Settings of `ModifyDBCluster`.
    Settings {
        version: Version = "engine_version" / "EngineVersion", Shape::Text, "16, or 16.3";
        port: i32 = "port" / "Port", Shape::Integer, "the port it listens on";
        parameter_group: Caseless = "db_cluster_parameter_group_name" / "DBClusterParameterGroupName", Shape::Text,
            "its cluster parameter group";
        backup_days: i32 = "backup_retention_period" / "BackupRetentionPeriod", Shape::Integer, "days, 1 or more";
        backup_window: Caseless = "preferred_backup_window" / "PreferredBackupWindow", Shape::Text, "hh24:mi-hh24:mi";
        maintenance_window: Caseless = "preferred_maintenance_window" / "PreferredMaintenanceWindow", Shape::Text,
            "ddd:hh24:mi-ddd:hh24:mi";
        storage_type: String = "storage_type" / "StorageType", Shape::Text, "aurora or aurora-iopt1";
        copy_tags: bool = "copy_tags_to_snapshot" / "CopyTagsToSnapshot", Shape::Boolean,
            "whether snapshots get its tags";
        is_protected: bool = "deletion_protection" / "DeletionProtection", Shape::Boolean, "whether it is protected from deletion";
        iam: bool = "enable_iam_database_authentication" / "EnableIAMDatabaseAuthentication", Shape::Boolean,
            "whether IAM users can log in";
        http: bool = "enable_http_endpoint" / "EnableHttpEndpoint", Shape::Boolean, "whether it has the Data API";
        least: Capacity = "serverless_v2_min_capacity", Shape::Number, "the minimum capacity of db.serverless";
        most: Capacity = "serverless_v2_max_capacity", Shape::Number, "the maximum capacity of db.serverless";
        manages_password: bool = "manage_master_user_password" / "ManageMasterUserPassword", Shape::Boolean,
            "whether AWS makes and keeps the password, in Secrets Manager";
    }
}

settings! {
    /// Settings that cannot be changed after creation.
    Fixed {
        engine: Caseless = "engine" / "Engine", Shape::Text, "aurora-mysql or aurora-postgresql; cannot change";
        user: Caseless = "master_username" / "MasterUsername", Shape::Text, "the first user; cannot change";
        database: Caseless = "database_name" / "DatabaseName", Shape::Text, "the first database; cannot change";
        subnet_group: Caseless = "db_subnet_group_name" / "DBSubnetGroupName", Shape::Text,
            "its subnet group; cannot change";
        is_encrypted: bool = "storage_encrypted" / "StorageEncrypted", Shape::Boolean,
            "whether its storage is encrypted; cannot change";
        key: Key = "kms_key_id" / "KmsKeyId", Shape::Text, "the key of its storage; cannot change";
    }
}

/// Settings that AWS changes in the maintenance window unless a request says 'at once'.
///
/// See <https://docs.aws.amazon.com/AmazonRDS/latest/AuroraUserGuide/Aurora.Modifying.html>.
pub(super) const LATER: &[&str] = &["enable_iam_database_authentication", "engine_version", "storage_type"];
