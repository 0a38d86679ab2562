//! Tables for `read`: declarations and their problems.

use serde_json::json;

use super::{declared, read};
use crate::alarm::Alarm;
use aws::{ApiError, Fault};
use kind::{Known, Lookup, Resource, Sight, Unresolved};
use model::{Aspects, Ident, Reference};

#[test]
fn both_spellings_are_one_declaration() {
    let boto = declared(json!({
        "metric": "CPUUtilization", "namespace": "AWS/EC2", "statistic": "Average", "comparison": ">=",
        "threshold": "60", "period": 60, "evaluation_periods": 5, "unit": null, "description": "d",
        "dimensions": {"AutoScalingGroupName": ["web"]}, "alarm_actions": "arn:a,arn:b",
        "insufficient_data_actions": [], "ok_actions": ["arn:c"],
    }));
    let camel = declared(json!([
        {"MetricName": "CPUUtilization"}, {"Namespace": "AWS/EC2"}, {"Statistic": "Average"},
        {"ComparisonOperator": "GreaterThanOrEqualToThreshold"}, {"Threshold": 60.0}, {"Period": 60},
        {"EvaluationPeriods": 5}, {"AlarmDescription": "d"},
        {"Dimensions": [{"Name": "AutoScalingGroupName", "Value": "web"}]},
        {"AlarmActions": ["arn:a", "arn:b"]}, {"InsufficientDataActions": []}, {"OKActions": ["arn:c"]},
    ]));
    assert_eq!(boto, camel);
    assert_eq!(boto.settings.unit, None);
}

#[test]
fn dimensions_have_five_spellings() {
    let of =
        |dimensions: serde_json::Value| declared(json!({ "dimensions": dimensions })).settings.dimensions;
    let scalar = of(json!({"a": "1", "b": "2"}));
    assert_eq!(scalar.as_ref().map(Vec::len), Some(2));
    assert_eq!(scalar, of(json!({"a": ["1"], "b": ["2"]})));
    assert_eq!(scalar, of(json!([{"Name": "a", "Value": "1"}, {"Name": "b", "Value": "2"}])));
    assert_eq!(scalar, of(json!(r#"{"a": ["1"], "b": "2"}"#)));
    assert_eq!(scalar, of(json!(r#"[{"Name": "a", "Value": "1"}, {"Name": "b", "Value": "2"}]"#)));
}

#[test]
fn all_problems_are_reported_at_once() {
    let (_, problems) = read(json!({
        "comparison": "=>", "dimensions": "a=b", "alarm_actions": ["scaling_policy:web"],
        "statistic": "Sum", "extended_statistic": "p99", "tresholds": 1,
    }));
    assert_eq!(problems.len(), 2, "shapes come first: {problems:#?}");
    let (_, problems) = read(json!({
        "dimensions": "a=b", "alarm_actions": ["scaling_policy:web"], "statistic": "Sum", "extended_statistic": "p99",
    }));
    assert_eq!(problems.len(), 3, "{problems:#?}");
}

/// The policy ScaleUp exists; nothing else does.
struct OnePolicy {
    promised: bool,
}

impl Known for OnePolicy {
    fn sight(&self, reference: &Reference, attribute: &str, _aspects: Aspects) -> Sight {
        assert_eq!((reference.kind, attribute), ("autoscaling.scaling_policy", "arn"));
        match (reference.name.as_str(), reference.scope.as_deref()) {
            ("ScaleUp", Some("web")) => Sight::Found(Some("arn:up".into())),
            ("denied", _) => {
                Sight::Failed(ApiError::found("DescribePolicies", "web", Fault::Denied, "not allowed"))
            }
            _ => Sight::Absent,
        }
    }

    fn is_promised(&self, _reference: &Reference) -> bool {
        self.promised
    }
}

fn resolved(action: &str, promised: bool) -> Result<Option<Vec<Ident>>, Unresolved> {
    let spec = declared(json!({ "alarm_actions": [action, "arn:sns"] }));
    let known = OnePolicy { promised };
    Alarm::resolve(&spec, &mut Lookup::new(&known)).map(|want| want.settings.alarm_actions)
}

#[test]
fn scaling_policies_become_their_arns() {
    let spec = declared(json!({"alarm_actions": ["scaling_policy:web:ScaleUp", "arn:sns"]}));
    let policy = Reference::new("autoscaling.scaling_policy", "ScaleUp").within("web");
    assert_eq!(Alarm::uses(&spec), [policy]);
    assert_eq!(
        resolved("scaling_policy:web:ScaleUp", false).ok(),
        Some(Some(vec!["arn:up".into(), "arn:sns".into()]))
    );
}

#[test]
fn a_policy_of_this_run_is_known_later_and_any_other_is_an_error() {
    let later = resolved("scaling_policy:web:new", true).ok().flatten().unwrap_or_default();
    assert_eq!(later[0].as_str(), Ident::AFTER_APPLY);
    assert!(matches!(resolved("scaling_policy:web:new", false), Err(Unresolved::Missing(_))));
    assert!(matches!(resolved("scaling_policy:web:denied", true), Err(Unresolved::Failed(..))));
}
