//! The nested tables of a bucket's settings, with AWS's own names.

use model::{Argument, Shape};

const fn text(name: &'static str, doc: &'static str) -> Argument {
    Argument::optional(name, Shape::Text, doc)
}

const fn must(name: &'static str, doc: &'static str) -> Argument {
    Argument::required(name, Shape::Text, doc)
}

const fn number(name: &'static str, doc: &'static str) -> Argument {
    Argument::optional(name, Shape::Integer, doc)
}

const fn record(name: &'static str, table: &'static [Argument], doc: &'static str) -> Argument {
    Argument::optional(name, Shape::Record(table), doc)
}

const fn records(name: &'static str, table: &'static [Argument], doc: &'static str) -> Argument {
    Argument::optional(name, Shape::Records(table), doc)
}

pub(super) const GRANTEE: &[Argument] = &[
    text("Type", "CanonicalUser or Group"),
    text("ID", "a canonical user ID"),
    text("URI", "a group that S3 defines"),
    text("DisplayName", "not compared"),
];
const STATUS: &[Argument] = &[Argument::required("Status", ENABLED, "whether it is active")];
const ENABLED: Shape = Shape::Word(&["Enabled", "Disabled"]);
const TAG: &[Argument] = &[must("Key", "a tag's key"), must("Value", "its value")];

pub(crate) const CORS: &[Argument] = &[
    text("ID", "its name"),
    Argument::optional("AllowedHeaders", Shape::Texts, "headers that requests may have"),
    Argument::required("AllowedMethods", Shape::Texts, "GET, PUT, POST, DELETE, HEAD"),
    Argument::required("AllowedOrigins", Shape::Texts, "sites that may use the bucket"),
    Argument::optional("ExposeHeaders", Shape::Texts, "headers that scripts may read"),
    number("MaxAgeSeconds", "seconds for which browsers keep the answer"),
];

const LIFECYCLE_AND: &[Argument] = &[
    text("Prefix", "the prefix of keys"),
    records("Tags", TAG, "tags that objects have"),
    number("ObjectSizeGreaterThan", "bytes"),
    number("ObjectSizeLessThan", "bytes"),
];
const LIFECYCLE_FILTER: &[Argument] = &[
    text("Prefix", "the prefix of keys"),
    record("Tag", TAG, "a tag that objects have"),
    number("ObjectSizeGreaterThan", "bytes"),
    number("ObjectSizeLessThan", "bytes"),
    record("And", LIFECYCLE_AND, "several of these"),
];
const EXPIRATION: &[Argument] = &[
    text("Date", "from this day on"),
    number("Days", "days after an object was made"),
    Argument::optional(
        "ExpiredObjectDeleteMarker",
        Shape::Boolean,
        "also delete markers without former versions",
    ),
];
const TRANSITION: &[Argument] = &[
    text("Date", "from this day on"),
    number("Days", "days after an object was made"),
    must("StorageClass", "STANDARD_IA, GLACIER …"),
];
const NONCURRENT_TRANSITION: &[Argument] = &[
    number("NoncurrentDays", "days after a version was replaced"),
    must("StorageClass", "STANDARD_IA, GLACIER …"),
    number("NewerNoncurrentVersions", "versions that are kept"),
];
const NONCURRENT_EXPIRATION: &[Argument] = &[
    number("NoncurrentDays", "days after a version was replaced"),
    number("NewerNoncurrentVersions", "versions that are kept"),
];
const ABORT: &[Argument] = &[number("DaysAfterInitiation", "days after an upload began")];
pub(crate) const LIFECYCLE: &[Argument] = &[
    text("ID", "its name; S3 chooses one"),
    text("Prefix", "the prefix of keys; 'Filter' is the newer form"),
    record("Filter", LIFECYCLE_FILTER, "which objects; all if left out"),
    Argument::required("Status", ENABLED, "whether it is active"),
    record("Expiration", EXPIRATION, "when objects expire"),
    records("Transitions", TRANSITION, "when objects move to another storage class"),
    records("NoncurrentVersionTransitions", NONCURRENT_TRANSITION, "when former versions move"),
    record("NoncurrentVersionExpiration", NONCURRENT_EXPIRATION, "when former versions are deleted"),
    record("AbortIncompleteMultipartUpload", ABORT, "when unfinished uploads are deleted"),
];

const FILTER_RULE: &[Argument] = &[must("Name", "prefix or suffix"), text("Value", "the text")];
const KEY_FILTER: &[Argument] = &[records("FilterRules", FILTER_RULE, "prefix and suffix")];
const EVENT_FILTER: &[Argument] = &[record("Key", KEY_FILTER, "by key")];
const EVENTS: Argument = Argument::required("Events", Shape::Texts, "s3:ObjectCreated:* …");
const TOPIC: &[Argument] = &[
    text("Id", "its name; S3 chooses one"),
    must("TopicArn", "the SNS topic"),
    EVENTS,
    record("Filter", EVENT_FILTER, "which objects"),
];
const QUEUE: &[Argument] = &[
    text("Id", "its name; S3 chooses one"),
    must("QueueArn", "the SQS queue"),
    EVENTS,
    record("Filter", EVENT_FILTER, "which objects"),
];
const FUNCTION: &[Argument] = &[
    text("Id", "its name; S3 chooses one"),
    must("LambdaFunctionArn", "the Lambda function"),
    EVENTS,
    record("Filter", EVENT_FILTER, "which objects"),
];
pub(crate) const NOTIFICATIONS: &[Argument] = &[
    records("TopicConfigurations", TOPIC, "SNS topics that receive events"),
    records("QueueConfigurations", QUEUE, "SQS queues that receive events"),
    records("LambdaFunctionConfigurations", FUNCTION, "Lambda functions that are called"),
    record("EventBridgeConfiguration", &[], "{}: EventBridge receives all events"),
];

const REPLICATION_AND: &[Argument] =
    &[text("Prefix", "the prefix of keys"), records("Tags", TAG, "tags that objects have")];
const REPLICATION_FILTER: &[Argument] = &[
    text("Prefix", "the prefix of keys"),
    record("Tag", TAG, "a tag that objects have"),
    record("And", REPLICATION_AND, "both of these"),
];
const CRITERIA: &[Argument] = &[
    record("SseKmsEncryptedObjects", STATUS, "objects encrypted with KMS"),
    record("ReplicaModifications", STATUS, "changes of copies"),
];
const MINUTES: &[Argument] = &[number("Minutes", "15")];
const TIME: &[Argument] =
    &[Argument::required("Status", ENABLED, "whether it is active"), record("Time", MINUTES, "until copied")];
const METRICS: &[Argument] = &[
    Argument::required("Status", ENABLED, "whether it is active"),
    record("EventThreshold", MINUTES, "until an event reports a late copy"),
];
const TRANSLATION: &[Argument] = &[must("Owner", "Destination")];
const REPLICA_KEY: &[Argument] = &[text("ReplicaKmsKeyID", "the KMS key of copies")];
const DESTINATION: &[Argument] = &[
    must("Bucket", "the ARN of the bucket that gets copies"),
    text("Account", "its account"),
    text("StorageClass", "the storage class of copies"),
    record("AccessControlTranslation", TRANSLATION, "who owns copies"),
    record("EncryptionConfiguration", REPLICA_KEY, "how copies are encrypted"),
    record("ReplicationTime", TIME, "the time limit for copies"),
    record("Metrics", METRICS, "metrics and events"),
];
const REPLICATION_RULE: &[Argument] = &[
    text("ID", "its name; S3 chooses one"),
    number("Priority", "the highest priority wins if several rules match"),
    text("Prefix", "the prefix of keys; 'Filter' is the newer form"),
    record("Filter", REPLICATION_FILTER, "which objects"),
    Argument::required("Status", ENABLED, "whether it is active"),
    record("SourceSelectionCriteria", CRITERIA, "which other objects are copied"),
    record("ExistingObjectReplication", STATUS, "whether existing objects are copied"),
    Argument::required("Destination", Shape::Record(DESTINATION), "where copies go"),
    record("DeleteMarkerReplication", STATUS, "whether delete markers are copied"),
];
pub(crate) const REPLICATION: &[Argument] = &[
    must("Role", "the role that copies, by name or ARN"),
    Argument::required("Rules", Shape::Records(REPLICATION_RULE), "all rules"),
];

const DEFAULT: &[Argument] =
    &[must("SSEAlgorithm", "AES256, aws:kms or aws:kms:dsse"), text("KMSMasterKeyID", "the KMS key")];
const ENCRYPTION_RULE: &[Argument] = &[
    record("ApplyServerSideEncryptionByDefault", DEFAULT, "what new objects get"),
    Argument::optional("BucketKeyEnabled", Shape::Boolean, "one data key for many objects"),
];
pub(super) const ENCRYPTION: &[Argument] = &[records("Rules", ENCRYPTION_RULE, "one rule")];

const CONDITION: &[Argument] = &[
    text("HttpErrorCodeReturnedEquals", "the status code of the original response"),
    text("KeyPrefixEquals", "the prefix of keys"),
];
const REDIRECT: &[Argument] = &[
    text("HostName", "to this host"),
    text("HttpRedirectCode", "with this status"),
    text("Protocol", "http or https"),
    text("ReplaceKeyPrefixWith", "a new prefix of the key"),
    text("ReplaceKeyWith", "another key"),
];
const ROUTING: &[Argument] =
    &[record("Condition", CONDITION, "which requests"), record("Redirect", REDIRECT, "where to")];
const ALL_TO: &[Argument] = &[must("HostName", "the host"), text("Protocol", "http or https")];
pub(crate) const WEBSITE: &[Argument] = &[
    record("ErrorDocument", &[must("Key", "the key")], "what errors show"),
    record("IndexDocument", &[must("Suffix", "index.html")], "what a folder shows"),
    record("RedirectAllRequestsTo", ALL_TO, "another site for everything"),
    records("RoutingRules", ROUTING, "redirections; the first match wins"),
];
