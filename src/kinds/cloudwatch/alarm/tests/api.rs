//! Canned replies for `api`.

use aws_sdk_cloudwatch::Client;
use aws_sdk_cloudwatch::operation::describe_alarms::{DescribeAlarmsError, DescribeAlarmsOutput};
use aws_sdk_cloudwatch::operation::list_tags_for_resource::ListTagsForResourceOutput;
use aws_sdk_cloudwatch::operation::put_metric_alarm::PutMetricAlarmOutput;
use aws_sdk_cloudwatch::types::{
    ComparisonOperator, CompositeAlarm, Dimension as SdkDimension, MetricAlarm, Statistic, Tag,
};
use aws_smithy_mocks::{Rule, RuleMode, mock};
use aws_smithy_types::error::ErrorMetadata;
use serde_json::json;

use super::declared;
use crate::CloudWatch;
use crate::alarm::{Alarm, TAGS, diff};
use aws::{Aws, Fault};
use kind::{Ask, Resource, Source};
use model::{Aspects, Reference};

fn ask(name: &str, aspects: Aspects) -> Ask {
    Ask { reference: Reference::new(Alarm::KIND, name), aspects }
}

fn aws(rules: &[&Rule]) -> Aws {
    canned::aws(|clients| clients.answer::<CloudWatch>(RuleMode::MatchAny, rules))
}

fn alarm(name: &str) -> MetricAlarm {
    MetricAlarm::builder()
        .alarm_name(name)
        .alarm_arn(format!("arn:{name}"))
        .metric_name("CPUUtilization")
        .statistic(Statistic::Average)
        .comparison_operator(ComparisonOperator::GreaterThanOrEqualToThreshold)
        .threshold(60.0)
        .dimensions(SdkDimension::builder().name("AutoScalingGroupName").value("web").build())
        .alarm_actions("arn:a")
        .build()
}

#[tokio::test]
async fn a_hundred_names_a_call_and_every_page_of_it() {
    let first = mock!(Client::describe_alarms)
        .match_requests(|request| request.alarm_names().len() == 100 && request.next_token().is_none())
        .then_output(|| DescribeAlarmsOutput::builder().metric_alarms(alarm("a0")).next_token("2").build());
    let second = mock!(Client::describe_alarms)
        .match_requests(|request| request.next_token() == Some("2"))
        .then_output(|| DescribeAlarmsOutput::builder().metric_alarms(alarm("a1")).build());
    let rest = mock!(Client::describe_alarms)
        .match_requests(|request| request.alarm_names() == ["a100"])
        .then_output(|| {
            let composite = CompositeAlarm::builder().alarm_name("a100").alarm_arn("arn:a100").build();
            DescribeAlarmsOutput::builder().composite_alarms(composite).build()
        });
    let asks: Vec<Ask> = (0..101).map(|number| ask(&format!("a{number}"), Aspects::NONE)).collect();
    let answers = Alarm::describe(&aws(&[&first, &second, &rest]), &asks).await;
    let of = |number: usize| answers.0[&asks[number].reference].clone().unwrap();
    let live = of(0).unwrap();
    assert_eq!(live.settings.threshold, Some(60.0));
    assert!(of(1).is_some() && of(2).is_none());
    assert!(of(100).is_some_and(|live| live.is_composite));
    let same = json!({"metric": "CPUUtilization", "comparison": ">=", "alarm_actions": "arn:a",
        "dimensions": {"AutoScalingGroupName": "web"}});
    assert!(diff::diff(&declared(same), Some(&live)).is_empty());
}

#[tokio::test]
async fn tags_are_read_only_on_request() {
    let alarms = mock!(Client::describe_alarms).then_output(|| {
        DescribeAlarmsOutput::builder().metric_alarms(alarm("a")).metric_alarms(alarm("b")).build()
    });
    let tags = mock!(Client::list_tags_for_resource)
        .match_requests(|request| request.resource_arn() == Some("arn:b"))
        .then_output(|| {
            let tag = Tag::builder().key("team").value("x").build();
            ListTagsForResourceOutput::builder().tags(tag).build()
        });
    let asks = [ask("a", Aspects::NONE), ask("b", TAGS)];
    let answers = Alarm::describe(&aws(&[&alarms, &tags]), &asks).await;
    let live = answers.0[&asks[1].reference].clone().unwrap().unwrap();
    assert_eq!(live.tags.answer().unwrap().get("team").map(String::as_str), Some("x"));
    assert_eq!((alarms.num_calls(), tags.num_calls()), (1, 1));
}

#[tokio::test]
async fn a_denied_read_is_never_absence() {
    let denied = mock!(Client::describe_alarms)
        .then_error(|| DescribeAlarmsError::generic(ErrorMetadata::builder().code("AccessDenied").build()));
    let asks = [ask("a", Aspects::NONE), ask("b", Aspects::NONE)];
    let answers = Alarm::describe(&aws(&[&denied]), &asks).await;
    for ask in &asks {
        assert_eq!(answers.0[&ask.reference].clone().map_err(|error| error.fault), Err(Fault::Denied));
    }
}

#[tokio::test]
async fn empty_values_are_not_sent() {
    let put = mock!(Client::put_metric_alarm)
        .match_requests(|request| {
            request.alarm_description().is_none()
                && request.unit().is_none()
                && request.ok_actions.is_none()
                && request.alarm_actions() == ["arn:a"]
                && request.threshold() == Some(1.5)
        })
        .then_output(|| PutMetricAlarmOutput::builder().build());
    let want = declared(json!({"description": "", "unit": "", "ok_actions": [], "alarm_actions": "arn:a",
        "threshold": "1.5"}));
    for step in diff::diff(&want, None).steps {
        assert!(Alarm::apply(&aws(&[&put]), &step).await.is_ok());
    }
    assert_eq!(put.num_calls(), 1);
}
