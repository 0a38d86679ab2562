//! The last change of a thing, from CloudTrail's events of the last 90 days.
//!
//! CloudTrail shows an event some minutes after the call, and accepts two requests a second. It needs permission for
//! `cloudtrail:LookupEvents`. See
//! <https://docs.aws.amazon.com/awscloudtrail/latest/APIReference/API_LookupEvents.html>.

use jiff::Timestamp;
use serde::Serialize;
use serde_json::{Value as Json, json};

use crate::aws::any::{call, find};
use crate::aws::arn::partition;
use crate::aws::{ApiError, Aws, Fault};

const OPERATION: &str = "LookupEvents";

/// A call that changed a thing.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LastChange {
    /// The ARN of the caller, or the name if CloudTrail has no ARN.
    pub by: String,
    /// The call: `SetQueueAttributes`.
    pub call: String,
    /// The time, in seconds since 1970.
    pub time: f64,
    /// The address or the service of the caller.
    pub from: Option<String>,
    /// CloudTrail's id of the event.
    pub event_id: String,
}

/// The newest call since then that changed one of these names; none if CloudTrail shows none yet.
///
/// # Errors
/// AWS refuses the read.
pub async fn last_change(
    aws: &Aws,
    names: &[String],
    since: Timestamp,
) -> Result<Option<LastChange>, ApiError> {
    let unknown = || ApiError::found(OPERATION, "", Fault::Unsupported, "'cloudtrail' is no service");
    let service = find("cloudtrail").ok_or_else(unknown)?;
    let mut found = vec![];
    for name in names {
        let about = json!([{"AttributeKey": "ResourceName", "AttributeValue": name}]);
        let asked = json!({"LookupAttributes": about, "StartTime": since.as_second(), "MaxResults": 50});
        let answer = call(aws, service, OPERATION, &asked, (OPERATION, name)).await?;
        found.extend(of_answer(&answer));
    }
    Ok(found.into_iter().max_by(|one, other| one.time.total_cmp(&other.time)))
}

/// The region whose trail holds the changes of a kind: those of global services are in one region of the partition.
///
/// See <https://docs.aws.amazon.com/awscloudtrail/latest/userguide/cloudtrail-concepts.html>.
pub fn region(kind: &str, region: Option<&str>) -> Option<String> {
    let is_global = ["iam.", "route53."].iter().any(|service| kind.starts_with(service))
        || kind == "cloudcontrol.distribution";
    let home = match partition(region.unwrap_or_default()) {
        "aws-cn" => "cn-north-1",
        "aws-us-gov" => "us-gov-west-1",
        _ => "us-east-1",
    };
    if is_global { Some(home.to_owned()) } else { region.map(str::to_owned) }
}

/// The newest event of an answer that changed something and was not refused.
fn of_answer(answer: &Json) -> Option<LastChange> {
    let events = answer["Events"].as_array().into_iter().flatten();
    let changes = events.filter(|event| event["ReadOnly"] != "true").filter_map(of_event);
    changes.max_by(|one, other| one.time.total_cmp(&other.time))
}

fn of_event(event: &Json) -> Option<LastChange> {
    let whole: Json = serde_json::from_str(event["CloudTrailEvent"].as_str().unwrap_or("{}")).ok()?;
    if whole.get("errorCode").is_some() {
        return None;
    }
    let text = |json: &Json| json.as_str().map(str::to_owned);
    let by = text(&whole["userIdentity"]["arn"])
        .or_else(|| text(&whole["userIdentity"]["invokedBy"]))
        .or_else(|| text(&event["Username"]))?;
    Some(LastChange {
        by,
        call: text(&event["EventName"])?,
        time: event["EventTime"].as_f64()?,
        from: text(&whole["sourceIPAddress"]),
        event_id: text(&event["EventId"]).unwrap_or_default(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn event(call: &str, time: f64, read_only: &str, whole: &Json) -> Json {
        json!({"EventId": call, "EventName": call, "EventTime": time, "ReadOnly": read_only, "Username": "ada",
               "CloudTrailEvent": whole.to_string()})
    }

    #[test]
    fn the_newest_change_that_was_not_refused_counts() {
        let ada = json!({"userIdentity": {"arn": "arn:aws:iam::1:user/ada"}, "sourceIPAddress": "192.0.2.1"});
        let refused =
            json!({"userIdentity": {"arn": "arn:aws:iam::1:user/eve"}, "errorCode": "AccessDenied"});
        let answer = json!({"Events": [
            event("DeleteQueue", 4.0, "false", &refused),
            event("GetQueueAttributes", 3.0, "true", &ada),
            event("TagQueue", 1.0, "false", &ada),
            event("SetQueueAttributes", 2.5, "false", &ada),
        ]});
        let expected = LastChange {
            by: "arn:aws:iam::1:user/ada".to_owned(),
            call: "SetQueueAttributes".to_owned(),
            time: 2.5,
            from: Some("192.0.2.1".to_owned()),
            event_id: "SetQueueAttributes".to_owned(),
        };
        assert_eq!(of_answer(&answer), Some(expected));
        assert_eq!(of_answer(&json!({"Events": []})), None);
        let service = json!({"userIdentity": {"invokedBy": "autoscaling.amazonaws.com"}});
        let of_service = of_event(&event("DeleteAlarms", 1.0, "false", &service));
        assert_eq!(of_service.map(|it| it.by).as_deref(), Some("autoscaling.amazonaws.com"));
        assert_eq!(of_event(&event("X", 1.0, "false", &json!({}))).map(|it| it.by).as_deref(), Some("ada"));
    }

    #[test]
    fn changes_of_global_services_are_in_one_region() {
        assert_eq!(region("iam.role", Some("eu-west-1")).as_deref(), Some("us-east-1"));
        assert_eq!(region("iam.role", Some("cn-northwest-1")).as_deref(), Some("cn-north-1"));
        assert_eq!(region("sqs.queue", Some("eu-west-1")).as_deref(), Some("eu-west-1"));
        assert_eq!(region("sqs.queue", None), None);
    }
}
