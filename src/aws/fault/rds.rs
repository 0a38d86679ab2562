//! The error codes of RDS.
//!
//! See <https://docs.aws.amazon.com/AmazonRDS/latest/APIReference/API_Operations.html>.

use super::Fault;

/// The codes by meaning.
pub(super) const CODES: &[(Fault, &[&str])] = &[
    (
        Fault::NotFound,
        &[
            "DBClusterNotFoundFault",
            "DBClusterParameterGroupNotFound",
            "DBClusterSnapshotNotFoundFault",
            "DBInstanceNotFound",
            "DBParameterGroupNotFound",
            "DBSnapshotNotFound",
            "DBSubnetGroupNotFoundFault",
            "OptionGroupNotFoundFault",
        ],
    ),
    (
        Fault::AlreadyExists,
        &[
            "DBClusterAlreadyExists",
            "DBClusterSnapshotAlreadyExists",
            "DBInstanceAlreadyExists",
            "DBParameterGroupAlreadyExists",
            "DBSnapshotAlreadyExists",
            "DBSubnetGroupAlreadyExists",
            "OptionGroupAlreadyExists",
        ],
    ),
    (Fault::InUse, &["InvalidDBParameterGroupState", "InvalidDBSubnetGroupState", "InvalidOptionGroupState"]),
    (Fault::Conflict, &["InvalidDBClusterState", "InvalidDBInstanceState"]),
    (
        Fault::Quota,
        &[
            "DBClusterQuotaExceeded",
            "DBParameterGroupQuotaExceeded",
            "DBSubnetGroupQuotaExceeded",
            "InstanceQuotaExceeded",
            "OptionGroupQuotaExceeded",
            "SnapshotQuotaExceeded",
            "StorageQuotaExceeded",
        ],
    ),
    (
        Fault::Invalid,
        &[
            "DBSubnetGroupDoesNotCoverEnoughAZs",
            "InvalidVPCNetworkState",
            "KMSKeyNotAccessible",
            "StorageTypeNotSupported",
            "SubnetAlreadyInUse",
        ],
    ),
];
