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
];
