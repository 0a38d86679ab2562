//! The same for topics, rules, files, hosted zones and Auto Scaling groups.

/// As in `different_changes`.
pub(super) const DIFFERENT: &[(&str, &str, &str)] = &[
    (
        r#"boto_sns.subscribe(["lab-nope","https","https://example.com/alarms"], {})"#,
        r#"{"return":false}"#,
        "Salt fails",
    ),
    (
        r#"boto_cloudwatch_event.create_or_update(["lab"], {})"#,
        r#"{"error":"PutRule of lab failed: Parameter(s) EventPattern or ScheduleExpression must be specified"}"#,
        "AWS refuses it",
    ),
    (
        r#"boto_cloudwatch_event.create_or_update(["lab-bad"], {"ScheduleExpression":"every day"})"#,
        r#"{"error":"PutRule of lab-bad failed: Parameter ScheduleExpression is not valid"}"#,
        "AWS refuses it",
    ),
    (
        r#"boto_cloudwatch_event.list_targets(["lab"], {})"#,
        r#"{"return":{"targets":[{"Arn":"arn:aws:sqs:us-east-1:123456789012:jobs-dead","Id":"dead","Input":"{\"a\": 1}"},{"Arn":"arn:aws:sqs:us-east-1:123456789012:jobs","Id":"jobs"}]}}"#,
        "sorted by id",
    ),
    (
        r#"boto_cloudwatch_event.put_targets(["lab-nope",[{"Arn":"arn:aws:sqs:us-east-1:123456789012:jobs","Id":"jobs"}]], {})"#,
        r#"{"error":"PutTargets of lab-nope failed: Rule lab-nope does not exist on EventBus default"}"#,
        "AWS refuses it",
    ),
    (
        r#"boto_cloudwatch_event.remove_targets(["lab-nope",["jobs"]], {})"#,
        r#"{"return":{"failures":null}}"#,
        "there are none of these targets",
    ),
    (
        r#"boto_s3.get_object_metadata(["lab-files/lab.zip"], {})"#,
        r#"{"return":{"result":{"AcceptRanges":"bytes","ContentLength":160,"ContentType":"application/octet-stream","ETag":"\"5f88e550dc61b5b06bbf1ad16b64d74e\"","LastModified":"2026-11-25T16:26:57+00:00","Metadata":{}}}}"#,
        "what boto says of the connection is left out; the type is that of the SDK",
    ),
    (
        r#"boto_s3.get_object_metadata(["lab-files/deep/lab.zip"], {})"#,
        r#"{"return":{"result":{"AcceptRanges":"bytes","CacheControl":"no-cache","ContentLength":160,"ContentType":"application/zip","ETag":"\"5f88e550dc61b5b06bbf1ad16b64d74e\"","LastModified":"2026-11-25T16:26:57+00:00","Metadata":{"made":"by hand"},"StorageClass":"STANDARD_IA"}}}"#,
        "what boto says of the connection is left out; the type is that of the SDK",
    ),
    (
        r#"boto_s3.get_object_metadata(["lab-files/lab.zip"], {})"#,
        r#"{"return":{"result":{"AcceptRanges":"bytes","ContentLength":160,"ContentType":"application/octet-stream","ETag":"\"5f88e550dc61b5b06bbf1ad16b64d74e\"","LastModified":"2026-11-25T16:26:57+00:00","Metadata":{"made":"again"}}}}"#,
        "what boto says of the connection is left out; the type is that of the SDK",
    ),
    (
        r#"boto_s3.upload_file(["tests/it/aws_functions/lab.zip","lab-nope/lab.zip"], {})"#,
        r#"{"error":"PutObject of lab-nope/lab.zip failed: The specified bucket does not exist"}"#,
        "AWS refuses it",
    ),
    (
        r#"boto_s3.upload_file(["tests/it/aws_functions/nope.zip","lab-files/nope.zip"], {})"#,
        r#"{"error":"reading of tests/it/aws_functions/nope.zip failed: "}"#,
        "our error says it in our words",
    ),
];
