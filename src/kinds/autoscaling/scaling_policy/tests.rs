use serde_json::json;

use super::*;
use crate::AutoScaling;
use model::{Fields, Node, Place, Problems};

fn read(policy: serde_json::Value) -> (Vec<Policy>, String) {
    let place = Place::new("a.sls", 1, 1);
    let mut problems = Problems::default();
    let node = Node::from_value(policy.into(), &place);
    let entries = node.as_map().unwrap().clone().into_iter().map(|(key, entry)| (key.to_string(), entry));
    let fields = Fields::check(POLICY, entries, &place, "scaling_policies", &mut problems);
    (read_all("web", &[fields], &mut problems), problems.to_string())
}

#[test]
fn the_type_follows_from_the_declaration() {
    let tracking = json!({"predefined_metric_specification": {"PredefinedMetricType": "ASGAverageCPUUtilization"},
        "target_value": "50"});
    for (policy, kind) in [
        (
            json!({"name": "a", "adjustment_type": "ChangeInCapacity", "scaling_adjustment": 1}),
            "SimpleScaling",
        ),
        (
            json!({"name": "a", "adjustment_type": "ChangeInCapacity", "step_adjustments": [{"scaling_adjustment": 1}]}),
            "StepScaling",
        ),
        (json!({"name": "a", "target_tracking_configuration": tracking}), "TargetTrackingScaling"),
        (
            json!({"name": "a", "predictive_scaling_configuration": {"metric_specifications": [{"target_value": 40}]}}),
            "PredictiveScaling",
        ),
    ] {
        let (read, problems) = read(policy);
        assert_eq!((read[0].kind.as_str(), problems.as_str()), (kind, ""));
    }
}

#[test]
fn missing_and_unknown_settings_of_a_type_are_reported() {
    for (policy, expected) in [
        (
            json!({"name": "a", "adjustment_type": "ChangeInCapacity"}),
            "missing argument 'scaling_adjustment'",
        ),
        (json!({"name": "a", "policy_type": "StepScaling"}), "missing argument 'step_adjustments'"),
        (
            json!({"name": "a", "target_tracking_configuration": {"TargetValue": 1}, "cooldown": 3}),
            "'cooldown' does not go with a scaling policy of type TargetTrackingScaling",
        ),
        (
            json!({"name": "a", "target_tracking_configuration": {"TargetVale": 1}}),
            "did you mean 'TargetValue'?",
        ),
    ] {
        let (_, problems) = read(policy);
        assert!(problems.contains(expected), "{problems}");
    }
}

#[test]
fn answers_of_aws_match_the_declaration() {
    let declared = json!({"name": "a", "target_tracking_configuration": {
        "customized_metric_specification": {"metrics": [
            {"id": "m1", "metric_stat": {"metric": {"namespace": "AWS/SQS", "metric_name": "Waiting",
                "dimensions": [{"name": "QueueName", "value": "jobs"}]}, "stat": "Sum"}, "return_data": false},
            {"id": "e1", "expression": "m1 / 2"},
        ]}, "target_value": 100, "disable_scale_in": true}});
    let want = read(declared).0.remove(0);
    let call = live::with_policy(
        canned::aws(|clients| clients.answer::<AutoScaling>(aws_smithy_mocks::RuleMode::MatchAny, &[]))
            .client::<AutoScaling>()
            .put_scaling_policy(),
        &want,
    );
    let sent = call.get_target_tracking_configuration().clone();
    let answer = aws_sdk_autoscaling::types::ScalingPolicy::builder().policy_name("a").enabled(true);
    let answer = answer.policy_type("TargetTrackingScaling").set_target_tracking_configuration(sent).build();
    let live = policy(answer).unwrap();
    assert!(want.is_met_by(&live), "{live:?}");
    let mut other = live;
    other.content["target_tracking_configuration"]["TargetValue"] = json!(99);
    assert!(!want.is_met_by(&other));
}
