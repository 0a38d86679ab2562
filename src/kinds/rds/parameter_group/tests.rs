use aws_sdk_rds::Client;
use aws_sdk_rds::operation::describe_db_parameter_groups::DescribeDbParameterGroupsOutput;
use aws_sdk_rds::operation::describe_db_parameters::DescribeDbParametersOutput;
use aws_sdk_rds::operation::modify_db_parameter_group::ModifyDbParameterGroupOutput;
use aws_sdk_rds::types::{self, ApplyMethod};
use aws_smithy_mocks::{RuleMode, mock};
use serde_json::{Value as Json, json};

use super::diff::{Setting, Step};
use super::live::{Live, Parameter};
use super::spec::{Fixed, Wanted};
use super::*;
use crate::Rds;
use kind::{Ask, Resource, Source};
use model::plan::changes_to_value;
use model::{Asked, Fields, Minion, Node, Place, Plan, Problems, Reference};

fn declared(arguments: Json) -> (spec::Spec, Problems) {
    let (function, place) = (&spec::FUNCTIONS[0], Place::new("a.sls", 1, 1));
    let mut problems = Problems::default();
    let node = Node::from_value(arguments.into(), &place);
    let entries = node.as_map().unwrap().clone().into_iter().map(|(key, entry)| (key.to_string(), entry));
    let fields = Fields::check(function.arguments, entries, &place, function.name(), &mut problems);
    (ParameterGroup::read(function, &fields, &Minion::default(), &mut problems), problems)
}

fn want(more: Json) -> spec::Spec {
    let mut all = json!({"name": "Web", "db_parameter_group_family": "mysql8.0", "description": "web"});
    all.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    let (spec, problems) = declared(all);
    assert!(problems.is_empty(), "{problems}");
    spec
}

fn parameter(value: &str, allowed: &str) -> Parameter {
    Parameter { value: Some(value.to_owned()), allowed: allowed.to_owned(), ..Parameter::default() }
}

fn live() -> Live {
    let fixed = Fixed { family: Some("mysql8.0".to_owned()), description: Some("web".to_owned()) };
    let static_one = Parameter { is_static: true, ..parameter("0", "0,1") };
    let locked = Parameter { is_locked: true, ..parameter("/rdsdbbin", "") };
    let parameters = [
        ("max_connections", parameter("100", "1-100000")),
        ("slow_query_log", parameter("0", "0,1")),
        ("log_lock_waits", parameter("OFF", "ON,OFF")),
        ("performance_schema", static_one),
        ("basedir", locked),
        ("unset", Parameter::default()),
    ];
    Live {
        arn: "arn:web".to_owned(),
        name: "web".to_owned(),
        fixed,
        parameters: Asked::Answer(parameters.into_iter().map(|(name, it)| (name.to_owned(), it)).collect()),
        tags: Asked::empty(),
    }
}

fn setting(name: &str, value: &str, at_once: bool) -> Setting {
    Setting { name: name.to_owned(), value: value.to_owned(), at_once }
}

#[test]
fn a_new_group_is_made_first_and_its_parameters_follow() {
    let want = want(json!({"parameters": [{"max_connections": 200}, {"slow_query_log": true}]}));
    let plan = ParameterGroup::diff(&want, None);
    assert_eq!(
        changes_to_value(&plan.changes).to_json()["new"],
        json!({
            "parameter_group": "web", "db_parameter_group_family": "mysql8.0", "description": "web",
            "parameters": {"max_connections": "200", "slow_query_log": "on"},
        })
    );
    assert_eq!(
        plan.steps.iter().map(ToString::to_string).collect::<Vec<_>>(),
        ["create the parameter group"]
    );
}

#[test]
fn only_declared_parameters_that_differ_are_set_and_truth_is_written_as_aws_writes_it() {
    let same = want(
        json!({"parameters": {"max_connections": "100", "slow_query_log": false, "log_lock_waits": false}}),
    );
    assert_eq!(ParameterGroup::diff(&same, Some(&live())), Plan::nothing());
    let other = want(json!({
        "parameters": {"max_connections": 200, "slow_query_log": true, "log_lock_waits": true, "unset": "x"},
        "apply_method": "immediate",
    }));
    let set = [
        setting("max_connections", "200", true),
        setting("slow_query_log", "1", true),
        setting("log_lock_waits", "ON", true),
        setting("unset", "x", true),
    ];
    let plan = ParameterGroup::diff(&other, Some(&live()));
    assert_eq!(plan.steps, [Step::Set { name: "web".to_owned(), parameters: set.to_vec() }]);
    assert_eq!(plan.changes[0].old.to_json()["log_lock_waits"], "OFF");
    assert!(plan.warnings.is_empty());
}

#[test]
fn a_static_parameter_is_never_sent_as_immediate() {
    let plan = ParameterGroup::diff(
        &want(json!({"parameters": {"performance_schema": true}, "apply_method": "immediate"})),
        Some(&live()),
    );
    let set = vec![setting("performance_schema", "1", false)];
    assert_eq!(plan.steps, [Step::Set { name: "web".to_owned(), parameters: set }]);
    assert!(
        plan.warnings[0].contains("performance_schema apply only after a restart"),
        "{:?}",
        plan.warnings
    );
}

#[test]
fn impossible_changes_are_refused() {
    let mut other = want(json!({"parameters": {"basedir": "/tmp"}}));
    other.fixed.family = Some("mysql8.4".to_owned());
    let plan = ParameterGroup::diff(&other, Some(&live()));
    assert!(
        plan.refusals[0].contains("it is mysql8.0, and the SLS declares mysql8.4"),
        "{:?}",
        plan.refusals
    );
    assert!(plan.refusals[1].contains("basedir cannot be set"), "{:?}", plan.refusals);
}

#[test]
fn twenty_parameters_go_in_one_call() {
    let many: serde_json::Map<String, Json> = (0..45).map(|n| (format!("p{n:02}"), json!(n))).collect();
    let plan = ParameterGroup::diff(&want(json!({"parameters": many})), Some(&live()));
    let sizes: Vec<usize> = plan
        .steps
        .iter()
        .map(|step| if let Step::Set { parameters, .. } = step { parameters.len() } else { 0 })
        .collect();
    assert_eq!(sizes, [20, 20, 5]);
}

#[test]
fn a_parameter_is_given_once_and_nothing_means_left_out() {
    let twice = declared(json!({
        "name": "web", "db_parameter_group_family": "f", "description": "d",
        "parameters": [{"a": 1}, {"a": 2}, {"b": null}],
    }));
    assert!(twice.1.to_string().contains("'a' is given twice"), "{}", twice.1);
    assert!(!twice.0.parameters.contains_key("b"));
    assert_eq!(Wanted::Truth(false).sent(None), "off", "as Salt sends it where AWS says nothing");
}

#[tokio::test]
async fn parameters_are_read_where_they_are_declared_and_all_pages_of_them() {
    let groups = mock!(Client::describe_db_parameter_groups).then_output(|| {
        let group = types::DbParameterGroup::builder().db_parameter_group_name("web").build();
        DescribeDbParameterGroupsOutput::builder().db_parameter_groups(group).build()
    });
    let page = |name: &'static str, marker: Option<&'static str>| {
        move || {
            let parameter = types::Parameter::builder().parameter_name(name).parameter_value("1").build();
            let page = DescribeDbParametersOutput::builder().parameters(parameter);
            page.set_marker(marker.map(str::to_owned)).build()
        }
    };
    let first = mock!(Client::describe_db_parameters).then_output(page("a", Some("more")));
    let second = mock!(Client::describe_db_parameters)
        .match_requests(|request| request.marker() == Some("more"))
        .then_output(page("b", None));
    let rules = [&groups, &first, &second];
    let aws = canned::aws(|clients| clients.answer::<Rds>(RuleMode::Sequential, &rules));
    let ask = Ask { reference: Reference::new(ParameterGroup::KIND, "web"), aspects: PARAMETERS };
    let answers = ParameterGroup::describe(&aws, std::slice::from_ref(&ask)).await;
    let live = answers.0[&ask.reference].as_ref().unwrap().as_ref().unwrap();
    let Asked::Answer(parameters) = &live.parameters else { panic!("{live:?}") };
    assert_eq!(parameters.keys().map(String::as_str).collect::<Vec<_>>(), ["a", "b"]);
}

#[tokio::test]
async fn a_parameter_is_sent_with_its_method() {
    let set = mock!(Client::modify_db_parameter_group)
        .match_requests(|request| {
            let [now, later] = request.parameters() else { return false };
            now.apply_method() == Some(&ApplyMethod::Immediate)
                && later.apply_method() == Some(&ApplyMethod::PendingReboot)
        })
        .then_output(|| ModifyDbParameterGroupOutput::builder().build());
    let aws = canned::aws(|clients| clients.answer::<Rds>(RuleMode::Sequential, &[&set]));
    let parameters = vec![setting("a", "1", true), setting("b", "2", false)];
    ParameterGroup::apply(&aws, &Step::Set { name: "web".to_owned(), parameters }).await.unwrap();
}
