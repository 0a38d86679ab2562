//! A snapshot as AWS describes it.

use aws_sdk_rds::types::{DbClusterSnapshot, DbSnapshot};

use kind::one_or_all::Named;
use model::Value;

/// A snapshot in AWS.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Live {
    name: String,
    arn: String,
    status: String,
}

impl Named for Live {
    fn name(&self) -> &str {
        &self.name
    }
}

impl Live {
    pub(super) fn attribute(&self, attribute: &str) -> Option<Value> {
        match attribute {
            "arn" => Some(self.arn.as_str().into()),
            "status" => Some(self.status.as_str().into()),
            _ => None,
        }
    }
}

/// A snapshot of an instance as the API describes it.
pub(super) fn of_instance(snapshot: DbSnapshot) -> Live {
    Live {
        name: snapshot.db_snapshot_identifier.unwrap_or_default().to_lowercase(),
        arn: snapshot.db_snapshot_arn.unwrap_or_default(),
        status: snapshot.status.unwrap_or_default(),
    }
}

/// A snapshot of a cluster as the API describes it.
pub(super) fn of_cluster(snapshot: DbClusterSnapshot) -> Live {
    Live {
        name: snapshot.db_cluster_snapshot_identifier.unwrap_or_default().to_lowercase(),
        arn: snapshot.db_cluster_snapshot_arn.unwrap_or_default(),
        status: snapshot.status.unwrap_or_default(),
    }
}
