//! The last change of a thing, from CloudTrail's events of the last 90 days.
//!
//! CloudTrail shows an event some minutes after the call, and accepts two requests a second. It needs permission for
//! `cloudtrail:LookupEvents`. See
//! <https://docs.aws.amazon.com/awscloudtrail/latest/APIReference/API_LookupEvents.html>.

use jiff::Timestamp;
use serde::Serialize;
use serde_json::{Value as Json, json};

use aws::any::{call, find};
use aws::arn::partition;
use aws::{ApiError, Aws, Fault};

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

/// The thing whose last change is looked for.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Subject {
    /// Service and kind: `iam.role`.
    pub kind: String,
    /// What AWS calls it.
    pub name: String,
    /// AWS's id or ARN for it, if it exists.
    pub id: Option<String>,
    /// Its account, if it is known.
    pub account: Option<String>,
}

impl Subject {
    /// The names that events may have for it.
    fn names(&self) -> Vec<&str> {
        let id = self.id.as_deref().filter(|id| *id != self.name);
        std::iter::once(self.name.as_str()).chain(id).collect()
    }

    /// True if an event is about this thing, and not about another one of its name: a role `web` is no function `web`.
    fn is_of(&self, event: &Json, whole: &Json) -> bool {
        let account =
            whole["recipientAccountId"].as_str().or_else(|| whole["userIdentity"]["accountId"].as_str());
        if let (Some(own), Some(of_event)) = (&self.account, account)
            && own != of_event
        {
            return false;
        }
        let (service, kind) = self.kind.split_once('.').unwrap_or((&self.kind, ""));
        let source = event["EventSource"].as_str().or_else(|| whole["eventSource"].as_str());
        if let (Some(expected), Some(source)) = (event_source(service), source)
            && expected != source.trim_end_matches(".amazonaws.com")
        {
            return false;
        }
        let resources = event["Resources"].as_array().map(Vec::as_slice).unwrap_or_default();
        let of_name = |it: &&Json| it["ResourceName"].as_str() == Some(&self.name);
        let is_id = |it: &Json| self.id.is_some() && it["ResourceName"].as_str() == self.id.as_deref();
        if resources.iter().any(is_id) || event_source(service).is_none() {
            return true;
        }
        let kind = kind.replace('_', "");
        let is_kind = |it: &Json| {
            let named = it["ResourceType"].as_str().and_then(|it| it.rsplit("::").next());
            // Not every event names the type.
            named.is_none_or(|named| named.to_lowercase().ends_with(&kind))
        };
        let mut of_name = resources.iter().filter(of_name).peekable();
        of_name.peek().is_none() || of_name.any(is_kind)
    }
}

/// The beginning of CloudTrail's `eventSource` for a service of kinds; none for those whose kinds are of many services.
fn event_source(service: &str) -> Option<&str> {
    match service {
        "cloudcontrol" | "aws" => None,
        "cloudwatch" => Some("monitoring"),
        "elb" | "elbv2" => Some("elasticloadbalancing"),
        other => Some(other),
    }
}

/// The newest call since then that changed a thing; none if CloudTrail shows none yet.
///
/// # Errors
/// AWS refuses the read.
pub async fn last_change(
    aws: &Aws,
    subject: &Subject,
    since: Timestamp,
) -> Result<Option<LastChange>, ApiError> {
    let unknown = || ApiError::found(OPERATION, "", Fault::Unsupported, "'cloudtrail' is no service");
    let service = find("cloudtrail").ok_or_else(unknown)?;
    let mut found = vec![];
    for name in subject.names() {
        let about = json!([{"AttributeKey": "ResourceName", "AttributeValue": name}]);
        let asked = json!({"LookupAttributes": about, "StartTime": since.as_second(), "MaxResults": 50});
        let answer = call(aws, service, OPERATION, &asked, (OPERATION, name)).await?;
        found.extend(of_answer(&answer, subject));
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
fn of_answer(answer: &Json, subject: &Subject) -> Option<LastChange> {
    let events = answer["Events"].as_array().into_iter().flatten();
    let changes = events.filter(|event| event["ReadOnly"] != "true");
    let changes = changes.filter_map(|event| of_event(event, subject));
    changes.max_by(|one, other| one.time.total_cmp(&other.time))
}

fn of_event(event: &Json, subject: &Subject) -> Option<LastChange> {
    let whole: Json = serde_json::from_str(event["CloudTrailEvent"].as_str().unwrap_or("{}")).ok()?;
    if whole.get("errorCode").is_some() || !subject.is_of(event, &whole) {
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
        let queue = Subject { kind: "sqs.queue".to_owned(), name: "jobs".to_owned(), ..Subject::default() };
        assert_eq!(of_answer(&answer, &queue), Some(expected));
        assert_eq!(of_answer(&json!({"Events": []}), &queue), None);
        let service = json!({"userIdentity": {"invokedBy": "autoscaling.amazonaws.com"}});
        let of_service = of_event(&event("DeleteAlarms", 1.0, "false", &service), &queue);
        assert_eq!(of_service.map(|it| it.by).as_deref(), Some("autoscaling.amazonaws.com"));
        assert_eq!(
            of_event(&event("X", 1.0, "false", &json!({})), &queue).map(|it| it.by).as_deref(),
            Some("ada")
        );
    }

    #[test]
    fn an_event_of_another_thing_of_the_same_name_is_not_its_change() {
        let arn = "arn:aws:iam::111111111111:role/web";
        let role = Subject {
            kind: "iam.role".to_owned(),
            name: "web".to_owned(),
            id: Some(arn.to_owned()),
            account: Some("111111111111".to_owned()),
        };
        let by = |source: &str, account: &str, resources: Json| {
            let who =
                json!({"userIdentity": {"arn": "arn:aws:iam::1:user/ada"}, "recipientAccountId": account});
            let mut event = event("X", 1.0, "false", &who);
            event["EventSource"] = format!("{source}.amazonaws.com").into();
            event["Resources"] = resources;
            of_event(&event, &role).is_some()
        };
        let named = |kind: &str, name: &str| json!([{"ResourceType": kind, "ResourceName": name}]);
        assert!(by("iam", "111111111111", named("AWS::IAM::Role", "web")));
        assert!(by("iam", "111111111111", json!([{"ResourceName": "web"}])), "the type is not known");
        assert!(by("iam", "111111111111", named("AWS::IAM::Odd", arn)), "an ARN has no namesakes");
        assert!(!by("lambda", "111111111111", named("AWS::Lambda::Function", "web")));
        assert!(!by("lambda", "111111111111", named("AWS::IAM::Role", arn)), "a function that uses it");
        assert!(!by("iam", "111111111111", named("AWS::IAM::InstanceProfile", "web")));
        assert!(!by("iam", "333333333333", named("AWS::IAM::Role", "web")), "another account");
        let sources = ["cloudwatch", "elb", "sqs", "aws"].map(event_source);
        assert_eq!(sources, [Some("monitoring"), Some("elasticloadbalancing"), Some("sqs"), None]);
    }

    #[test]
    fn changes_of_global_services_are_in_one_region() {
        assert_eq!(region("iam.role", Some("eu-west-1")).as_deref(), Some("us-east-1"));
        assert_eq!(region("iam.role", Some("cn-northwest-1")).as_deref(), Some("cn-north-1"));
        assert_eq!(region("sqs.queue", Some("eu-west-1")).as_deref(), Some("eu-west-1"));
        assert_eq!(region("sqs.queue", None), None);
    }
}
