//! Tables for `diff`.

use serde_json::json;

use super::declared;
use crate::alarm::diff::{Step, diff};
use crate::alarm::dimensions::Dimension;
use crate::alarm::live::Live;
use crate::alarm::settings::Settings;
use crate::alarm::spec::Spec;
use model::plan::changes_to_value;
use model::{Asked, Ident, Plan, Reference};

fn full() -> serde_json::Value {
    json!({
        "metric": "CPUUtilization", "namespace": "AWS/EC2", "statistic": "Average", "comparison": ">=",
        "threshold": 60, "period": 60, "evaluation_periods": 5, "unit": null, "description": "",
        "dimensions": {"AutoScalingGroupName": "web"}, "alarm_actions": ["arn:a", "arn:b"],
        "insufficient_data_actions": [], "ok_actions": [],
    })
}

fn live() -> Live {
    let dimension = Dimension { name: "AutoScalingGroupName".to_owned(), value: "web".to_owned() };
    Live {
        arn: "arn:alarm".to_owned(),
        settings: Settings {
            metric: Some("CPUUtilization".to_owned()),
            namespace: Some("AWS/EC2".to_owned()),
            statistic: Some("Average".to_owned()),
            comparison: Some("GreaterThanOrEqualToThreshold".to_owned()),
            threshold: Some(60.0),
            period: Some(60),
            evaluation_periods: Some(5),
            actions_enabled: Some(true),
            dimensions: Some(vec![dimension]),
            alarm_actions: Some(vec!["arn:b".into(), "arn:a".into()]),
            ok_actions: Some(vec![]),
            ..Settings::default()
        },
        tags: Asked::Answer([("team".to_owned(), "a".to_owned())].into()),
        ..Live::default()
    }
}

fn shown(plan: &Plan<Step>) -> serde_json::Value {
    changes_to_value(&plan.changes).to_json()
}

fn put(plan: &Plan<Step>) -> Settings {
    let [Step::Put { settings, .. }] = plan.steps.as_slice() else { panic!("one put: {plan:?}") };
    settings.as_ref().clone()
}

#[test]
fn the_same_in_another_spelling_does_not_differ() {
    for attributes in [
        full(),
        json!({}),
        json!({"treat_missing_data": "missing", "datapoints_to_alarm": 5, "actions_enabled": true, "unit": ""}),
        json!({"alarm_actions": "arn:a, arn:b", "Threshold": "60.0"}),
    ] {
        let plan = diff(&declared(attributes), Some(&live()));
        assert!(plan.is_empty(), "{plan:?}");
    }
}

#[test]
fn a_creation_lists_only_values_that_are_not_defaults() {
    let plan = diff(&declared(full()), None);
    let expected = json!({
        "alarm": "busy", "metric": "CPUUtilization", "namespace": "AWS/EC2", "statistic": "Average",
        "comparison": ">=", "threshold": 60.0, "period": 60, "evaluation_periods": 5,
        "dimensions": {"AutoScalingGroupName": ["web"]}, "alarm_actions": ["arn:a", "arn:b"],
    });
    assert_eq!(shown(&plan)["new"], expected);
    assert_eq!((plan.steps.len(), plan.refusals.len()), (1, 0));
}

#[test]
fn a_creation_without_required_settings_is_refused_before_any_call() {
    let plan = diff(&declared(json!({"metric": "m", "threshold": 1, "comparison": "<"})), None);
    assert!(plan.refusals[0].contains("evaluation_periods, namespace, period, statistic"), "{plan:?}");
}

#[test]
fn undeclared_settings_are_sent_too() {
    let plan = diff(&declared(json!({"threshold": 70})), Some(&live()));
    assert_eq!(shown(&plan), json!({"old": {"threshold": 60.0}, "new": {"threshold": 70.0}}));
    assert_eq!(put(&plan), Settings { threshold: Some(70.0), ..live().settings });
}

#[test]
fn each_setting_that_differs_is_shown() {
    for (name, attributes) in [
        ("comparison", json!({"comparison": "<"})),
        ("dimensions", json!({"dimensions": {}})),
        ("alarm_actions", json!({"alarm_actions": []})),
        ("description", json!({"description": "text"})),
        ("treat_missing_data", json!({"treat_missing_data": "breaching"})),
        ("datapoints_to_alarm", json!({"datapoints_to_alarm": 3})),
        ("actions_enabled", json!({"actions_enabled": false})),
        ("unit", json!({"unit": "Percent"})),
        ("extended_statistic", json!({"extended_statistic": "p99"})),
    ] {
        let plan = diff(&declared(attributes), Some(&live()));
        let changes: Vec<&str> = plan.changes.iter().map(|change| change.path.as_str()).collect();
        assert_eq!((changes, plan.steps.len()), (vec![name], 1));
    }
}

#[test]
fn settings_that_exclude_each_other_are_not_sent_together() {
    let sent = |attributes| put(&diff(&declared(attributes), Some(&live())));
    assert_eq!(sent(json!({"extended_statistic": "p99"})).statistic, None);
    let math = sent(json!({"metrics": [{"Id": "e", "Expression": "1"}], "threshold_metric_id": "e"}));
    assert_eq!((math.metric, math.period, math.dimensions, math.threshold), (None, None, None, None));
    assert_eq!(math.evaluation_periods, Some(5));
}

#[test]
fn queries_are_compared_by_meaning() {
    let stat = json!({"Metric": {"Namespace": "n", "MetricName": "m", "Dimensions": {"d": "1"}}, "Period": 60, "Stat": "Sum"});
    let declared = declared(json!({"metrics": [
        {"Id": "m1", "MetricStat": stat, "ReturnData": false}, {"id": "e1", "expression": "m1 * 2"}]}));
    let mut queries = declared.settings.metrics.clone().unwrap();
    queries.reverse();
    let mut live = Live { settings: Settings { metrics: Some(queries), ..Settings::default() }, ..live() };
    assert!(diff(&declared, Some(&live)).is_empty());
    live.settings.metrics.as_mut().unwrap()[1].return_data = true;
    assert_eq!(diff(&declared, Some(&live)).changes.len(), 1);
}

#[test]
fn an_action_of_this_run_is_known_after_apply() {
    let mut want = declared(json!({"alarm_actions": ["arn:a"]}));
    let policy = Reference::new("autoscaling.scaling_policy", "up");
    want.settings.alarm_actions = Some(vec!["arn:a".into(), Ident::AfterApply(policy)]);
    let plan = diff(&want, Some(&live()));
    assert_eq!(shown(&plan)["new"]["alarm_actions"], json!(["(known after apply)", "arn:a"]));
}

#[test]
fn settings_that_cannot_be_sent_along_are_never_lost() {
    let live = Live { unknown: vec!["EvaluationCriteria"], ..live() };
    assert!(diff(&declared(json!({"threshold": 60})), Some(&live)).is_empty());
    let plan = diff(&declared(json!({"threshold": 70})), Some(&live));
    assert!(plan.refusals[0].contains("EvaluationCriteria"), "{plan:?}");
}

#[test]
fn tags_are_set_and_removed_by_themselves() {
    let plan = diff(&declared(json!({"tags": {"cost": "1"}})), Some(&live()));
    let steps: Vec<String> = plan.steps.iter().map(ToString::to_string).collect();
    assert_eq!(steps, ["tag with cost", "remove the tags team"]);
}

#[test]
fn a_removal_is_one_step_and_composite_alarms_are_kept() {
    let gone = Spec { name: "busy".to_owned(), ..Spec::default() };
    assert_eq!(diff(&gone, Some(&live())).steps, [Step::Delete { name: "busy".to_owned() }]);
    assert!(diff(&gone, None).is_empty());
    let composite = Live { is_composite: true, ..Live::default() };
    for want in [gone, declared(full())] {
        let plan = diff(&want, Some(&composite));
        assert_eq!((plan.refusals.len(), plan.steps.len()), (1, 0));
    }
}
