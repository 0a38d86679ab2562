//! Settings of an instance: those that one call changes, and those that cannot be changed.

use crate::values::{Caseless, Key, Version, Words};
use kind::settings::settings;
use model::Shape;

settings! {
    /// Settings of `ModifyDBInstance`.
    Settings {
        class: String = "db_instance_class" / "DBInstanceClass", Shape::Text, "db.t4g.micro …";
        storage: i32 = "allocated_storage" / "AllocatedStorage", Shape::Integer, "GiB";
        max_storage: i32 = "max_allocated_storage" / "MaxAllocatedStorage", Shape::Integer,
            "GiB up to which AWS increases the storage";
        storage_type: String = "storage_type" / "StorageType", Shape::Text, "gp2, gp3, io1, io2 or standard";
        iops: i32 = "iops" / "Iops", Shape::Integer, "provisioned operations per second";
        throughput: i32 = "storage_throughput" / "StorageThroughput", Shape::Integer, "MiB per second, for gp3";
        version: Version = "engine_version" / "EngineVersion", Shape::Text, "16, or 16.3";
        port: i32 = "port" / "Port" / "db_port_number", Shape::Integer, "the port it listens on";
        multi_az: bool = "multi_az" / "MultiAZ", Shape::Boolean, "whether it has a standby in another zone";
        subnet_group: Caseless = "db_subnet_group_name" / "DBSubnetGroupName", Shape::Text, "its subnet group";
        parameter_group: Caseless = "db_parameter_group_name" / "DBParameterGroupName", Shape::Text,
            "its parameter group";
        option_group: Caseless = "option_group_name" / "OptionGroupName", Shape::Text, "its option group";
        db_security_groups: Words = "db_security_groups" / "DBSecurityGroups", Shape::Texts,
            "security groups outside of a VPC, which AWS no longer makes";
        backup_days: i32 = "backup_retention_period" / "BackupRetentionPeriod", Shape::Integer,
            "days; 0 for no automated backups";
        backup_window: Caseless = "preferred_backup_window" / "PreferredBackupWindow", Shape::Text, "hh24:mi-hh24:mi";
        maintenance_window: Caseless = "preferred_maintenance_window" / "PreferredMaintenanceWindow", Shape::Text,
            "ddd:hh24:mi-ddd:hh24:mi";
        minor_upgrades: bool = "auto_minor_version_upgrade" / "AutoMinorVersionUpgrade", Shape::Boolean,
            "whether AWS installs minor versions";
        license: String = "license_model" / "LicenseModel", Shape::Text, "license-included, bring-your-own-license …";
        is_public: bool = "publicly_accessible" / "PubliclyAccessible", Shape::Boolean,
            "whether it has a public address";
        copy_tags: bool = "copy_tags_to_snapshot" / "CopyTagsToSnapshot", Shape::Boolean,
            "whether snapshots get its tags";
        monitoring_interval: i32 = "monitoring_interval" / "MonitoringInterval", Shape::Integer,
            "seconds between enhanced metrics; 0 for none";
        promotion_tier: i32 = "promotion_tier" / "PromotionTier", Shape::Integer, "0 to 15: order of failover in Aurora";
        domain: String = "domain" / "Domain", Shape::Text, "the id of its directory";
        domain_role: String = "domain_iam_role_name" / "DomainIAMRoleName", Shape::Text,
            "the role with which it calls the directory";
        tde_credential: String = "tde_credential_arn" / "TdeCredentialArn", Shape::Text, "the key store of Oracle's TDE";
        is_protected: bool = "deletion_protection" / "DeletionProtection", Shape::Boolean, "whether it is protected from deletion";
        iam: bool = "enable_iam_database_authentication" / "EnableIAMDatabaseAuthentication", Shape::Boolean,
            "whether IAM users can log in";
        insights: bool = "enable_performance_insights" / "EnablePerformanceInsights", Shape::Boolean,
            "whether Performance Insights is on";
        insights_days: i32 = "performance_insights_retention_period" / "PerformanceInsightsRetentionPeriod",
            Shape::Integer, "days for which its data is kept";
        insights_key: Key = "performance_insights_kms_key_id" / "PerformanceInsightsKMSKeyId", Shape::Text,
            "the key of its data";
        certificate: String = "ca_certificate_identifier" / "CACertificateIdentifier", Shape::Text,
            "the certificate authority: rds-ca-rsa2048-g1";
        manages_password: bool = "manage_master_user_password" / "ManageMasterUserPassword", Shape::Boolean,
            "whether AWS makes and keeps the password, in Secrets Manager";
    }
}

settings! {
    /// Settings that cannot be changed after creation.
    Fixed {
        engine: Caseless = "engine" / "Engine", Shape::Text, "postgres, mysql, mariadb, aurora-mysql …; cannot change";
        user: Caseless = "master_username" / "MasterUsername", Shape::Text, "the first user; cannot change";
        database: Caseless = "db_name" / "DBName", Shape::Text, "the first database; cannot change";
        characters: String = "character_set_name" / "CharacterSetName", Shape::Text,
            "Oracle's character set; cannot change";
        zone: String = "availability_zone" / "AvailabilityZone", Shape::Text, "its zone; cannot change";
        cluster: Caseless = "db_cluster_identifier" / "DBClusterIdentifier", Shape::Text,
            "the Aurora cluster it belongs to; cannot change";
        is_encrypted: bool = "storage_encrypted" / "StorageEncrypted", Shape::Boolean,
            "whether its storage is encrypted; cannot change";
        key: Key = "kms_keyid" / "kms_key_id" / "KmsKeyId", Shape::Text, "the key of its storage; cannot change";
    }
}

/// Settings that AWS changes in the maintenance window unless a request says 'at once'.
///
/// See <https://docs.aws.amazon.com/AmazonRDS/latest/UserGuide/Overview.DBInstance.Modifying.html>.
pub(super) const LATER: &[&str] = &[
    "allocated_storage",
    "backup_retention_period",
    "ca_certificate_identifier",
    "db_instance_class",
    "db_subnet_group_name",
    "enable_iam_database_authentication",
    "engine_version",
    "iops",
    "license_model",
    "multi_az",
    "option_group_name",
    "port",
    "storage_throughput",
    "storage_type",
];
