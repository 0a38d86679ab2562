//! The calls of each kind, and the IAM actions that they need.
//!
//! `operations.txt` has a line for each kind: its name and its operations. Operations of another service have that service
//! before them. `tests/it/fences` compares it with the sources, and `tests/it/conformance/rights.rs` with the calls that runs make. For
//! the names of actions see
//! <https://docs.aws.amazon.com/service-authorization/latest/reference/reference_policies_actions-resources-contextkeys.html>.

use aws::calls::changes;

const TABLE: &str = include_str!("operations.txt");

/// An operation of a service.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub struct Operation {
    /// The service, as folders name it: `elbv2`.
    pub service: &'static str,
    /// Its name: `CreateListener`.
    pub name: &'static str,
}

/// Actions of S3 whose name differs from their operation.
const OF_S3: &[(&str, &[&str])] = &[
    ("DeleteBucketCors", &["PutBucketCORS"]),
    ("DeleteBucketEncryption", &["PutEncryptionConfiguration"]),
    ("DeleteBucketLifecycle", &["PutLifecycleConfiguration"]),
    ("DeleteBucketOwnershipControls", &["PutBucketOwnershipControls"]),
    ("DeleteBucketReplication", &["PutReplicationConfiguration"]),
    ("DeleteBucketTagging", &["PutBucketTagging"]),
    ("DeleteObjects", &["DeleteObject", "DeleteObjectVersion"]),
    ("DeletePublicAccessBlock", &["PutBucketPublicAccessBlock"]),
    ("GetBucketCors", &["GetBucketCORS"]),
    ("GetBucketEncryption", &["GetEncryptionConfiguration"]),
    ("GetBucketLifecycleConfiguration", &["GetLifecycleConfiguration"]),
    ("GetBucketNotificationConfiguration", &["GetBucketNotification"]),
    ("GetBucketReplication", &["GetReplicationConfiguration"]),
    ("GetPublicAccessBlock", &["GetBucketPublicAccessBlock"]),
    ("HeadObject", &["GetObject"]),
    ("ListObjectVersions", &["ListBucketVersions"]),
    ("PutBucketCors", &["PutBucketCORS"]),
    ("PutBucketEncryption", &["PutEncryptionConfiguration"]),
    ("PutBucketLifecycleConfiguration", &["PutLifecycleConfiguration"]),
    ("PutBucketNotificationConfiguration", &["PutBucketNotification"]),
    ("PutBucketReplication", &["PutReplicationConfiguration"]),
    ("PutPublicAccessBlock", &["PutBucketPublicAccessBlock"]),
];

/// The operations of a kind, or of a thing that kinds only refer to.
pub fn operations(kind: &str) -> Vec<Operation> {
    let mut lines = TABLE.lines().filter_map(|line| line.split_once(' '));
    let Some((own, line)) = lines.find(|(name, _)| *name == kind) else { return vec![] };
    let own = own.split('.').next().unwrap_or(own);
    let of = |word: &'static str| match word.split_once('.') {
        Some((service, name)) => Operation { service, name },
        None => Operation { service: own, name: word },
    };
    line.split(' ').map(of).collect()
}

impl Operation {
    /// True unless it only reads.
    pub fn changes(self) -> bool {
        changes(self.name)
    }

    /// The actions that IAM must allow for it: `elasticloadbalancing:CreateListener`.
    pub fn actions(self) -> Vec<String> {
        let prefix = match self.service {
            "elb" | "elbv2" => "elasticloadbalancing",
            "cloudcontrol" => "cloudformation",
            service => service,
        };
        let other = OF_S3.iter().find(|(name, _)| self.service == "s3" && *name == self.name);
        let names = other.map_or_else(|| vec![self.name], |(_, names)| names.to_vec());
        names.into_iter().map(|name| format!("{prefix}:{name}")).collect()
    }

    /// True for an operation that only deletes a thing of this kind as a whole: `DeleteQueue` of `sqs.queue`.
    pub fn removes(self, kind: &str) -> bool {
        if (kind, self.name) == ("kms.key", "ScheduleKeyDeletion") {
            return true;
        }
        let noun = kind.rsplit('.').next().unwrap_or_default().replace('_', "");
        let name = self.name.to_lowercase();
        ["delete", "deregister", "release", "terminate"].iter().any(|verb| {
            let rest = name.strip_prefix(verb).unwrap_or_default();
            let rest =
                ["db", "cache", "autoscaling"].iter().find_map(|of| rest.strip_prefix(of)).unwrap_or(rest);
            rest == noun || rest.strip_suffix('s') == Some(noun.as_str())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kinds;

    #[test]
    fn each_kind_has_operations_and_each_line_is_read() {
        for kind in kinds() {
            let all = operations(kind.kind());
            assert!(!all.is_empty(), "{} calls nothing", kind.kind());
        }
        let queue = operations("sqs.queue");
        assert!(queue.contains(&Operation { service: "sqs", name: "CreateQueue" }));
        assert!(operations("lambda.function").contains(&Operation { service: "iam", name: "PassRole" }));
        assert!(operations("sqs").is_empty());
        let mut lines: Vec<&str> = TABLE.lines().collect();
        lines.sort_unstable();
        assert_eq!(lines, TABLE.lines().collect::<Vec<_>>(), "the lines are in order");
    }

    #[test]
    fn actions_have_iams_names() {
        let of = |service, name| Operation { service, name }.actions();
        assert_eq!(of("elbv2", "CreateRule"), ["elasticloadbalancing:CreateRule"]);
        assert_eq!(of("s3", "DeleteObjects"), ["s3:DeleteObject", "s3:DeleteObjectVersion"]);
        assert_eq!(of("s3", "PutBucketTagging"), ["s3:PutBucketTagging"]);
        assert_eq!(of("sqs", "CreateQueue"), ["sqs:CreateQueue"]);
    }

    #[test]
    fn the_steps_that_delete_the_thing_itself_are_known() {
        let removes = |kind: &str| {
            let all = operations(kind).into_iter().filter(|it| it.removes(kind));
            all.map(|it| it.name).collect::<Vec<_>>()
        };
        assert_eq!(removes("sqs.queue"), ["DeleteQueue"]);
        assert_eq!(removes("iam.role"), ["DeleteRole"]);
        assert_eq!(removes("rds.cluster"), ["DeleteDBCluster"]);
        assert_eq!(removes("ec2.instance"), ["TerminateInstances"]);
        assert_eq!(removes("cloudwatch.alarm"), ["DeleteAlarms"]);
        assert_eq!(removes("kms.key"), ["ScheduleKeyDeletion"]);
    }
}
