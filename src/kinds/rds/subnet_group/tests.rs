use aws_sdk_rds::Client;
use aws_sdk_rds::operation::describe_db_subnet_groups::{
    DescribeDBSubnetGroupsError, DescribeDbSubnetGroupsOutput,
};
use aws_smithy_mocks::{RuleMode, mock};
use aws_smithy_types::error::ErrorMetadata;
use serde_json::{Value as Json, json};

use super::diff::Step;
use super::live::Live;
use super::want::Want;
use super::*;
use crate::Rds;
use aws::Fault;
use kind::which::Which;
use kind::{Ask, Resource, Source};
use model::{Asked, Fields, Minion, Node, Place, Plan, Problems};

fn declared(function: usize, arguments: Json) -> (spec::Spec, Problems) {
    let (function, place) = (&spec::FUNCTIONS[function], Place::new("a.sls", 1, 1));
    let mut problems = Problems::default();
    let node = Node::from_value(arguments.into(), &place);
    let entries = node.as_map().unwrap().clone().into_iter().map(|(key, entry)| (key.to_string(), entry));
    let fields = Fields::check(function.arguments, entries, &place, function.name(), &mut problems);
    (SubnetGroup::read(function, &fields, &Minion::default(), &mut problems), problems)
}

fn want(more: Json) -> Want {
    let mut all = json!({"name": "Web", "subnet_names": ["main-b", "main-a"]});
    all.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    let (spec, problems) = declared(0, all);
    assert!(problems.is_empty(), "{problems}");
    Want { spec, subnets: vec!["subnet-1".into(), "subnet-2".into()] }
}

fn live() -> Live {
    Live {
        arn: "arn:web".to_owned(),
        name: "web".to_owned(),
        description: "by hand".to_owned(),
        subnets: vec!["subnet-1".into(), "subnet-2".into()],
        tags: Asked::Answer([("old".to_owned(), "x".to_owned())].into()),
        ..Live::default()
    }
}

#[test]
fn a_creation_shows_everything_and_the_name_is_lower_case() {
    let plan = SubnetGroup::diff(&want(json!({"tags": {"a": "b"}})), None);
    let paths: Vec<&str> = plan.changes.iter().map(|change| change.path.as_str()).collect();
    assert_eq!(paths, ["subnet_group", "description", "subnet_ids", "tags"]);
    let [Step::Create { name, description, .. }] = &plan.steps[..] else { panic!("{plan:?}") };
    assert_eq!((name.as_str(), description.as_str()), ("web", "web"));
}

#[test]
fn ids_and_names_of_subnets_are_distinguished() {
    let (spec, _) =
        declared(0, json!({"name": "web", "subnet_ids": ["subnet-0a1b2c3d"], "subnet_names": ["subnet-a"]}));
    assert_eq!(spec.subnets, [Which::Id("subnet-0a1b2c3d".into()), Which::Name("subnet-a".into())]);
    let names: Vec<String> = SubnetGroup::uses(&spec).iter().map(|it| it.name.clone()).collect();
    assert_eq!(names, ["subnet-a"], "only what is named can be made by the same run");
    let (_, problems) = declared(0, json!({"name": "web"}));
    assert!(problems.to_string().contains("needs subnets"), "{problems}");
}

#[test]
fn settings_left_out_are_not_managed_and_only_differences_are_changed() {
    assert_eq!(SubnetGroup::diff(&want(json!({})), Some(&live())), Plan::nothing());
    let plan = SubnetGroup::diff(&want(json!({"description": "new", "tags": {}})), Some(&live()));
    let subnets = vec!["subnet-1".into(), "subnet-2".into()];
    let modify = Step::Modify { name: "web".to_owned(), description: Some("new".to_owned()), subnets };
    let untag = Step::Untag { arn: "arn:web".to_owned(), keys: vec!["old".to_owned()] };
    assert_eq!(plan.steps, [modify, untag]);
}

#[tokio::test]
async fn many_groups_are_one_call() {
    let all = mock!(Client::describe_db_subnet_groups)
        .match_requests(|request| request.db_subnet_group_name().is_none())
        .then_output(|| {
            let group =
                |name: &str| aws_sdk_rds::types::DbSubnetGroup::builder().db_subnet_group_name(name).build();
            let output = DescribeDbSubnetGroupsOutput::builder().db_subnet_groups(group("g0"));
            output.db_subnet_groups(group("g3")).build()
        });
    let aws = canned::aws(|clients| clients.answer::<Rds>(RuleMode::Sequential, &[&all]));
    let ask = |number: usize| Ask {
        reference: Reference::new(SubnetGroup::KIND, format!("g{number}")),
        aspects: Aspects::NONE,
    };
    let asks: Vec<Ask> = (0..6).map(ask).collect();
    let answers = SubnetGroup::describe(&aws, &asks).await;
    let there = |ask: &&Ask| answers.0[&ask.reference].as_ref().unwrap().is_some();
    let found: Vec<&str> = asks.iter().filter(there).map(|ask| ask.reference.name.as_str()).collect();
    assert_eq!(found, ["g0", "g3"]);
}

#[tokio::test]
async fn not_found_is_absence_and_denied_is_not() {
    for (code, is_absent) in [("DBSubnetGroupNotFoundFault", true), ("AccessDenied", false)] {
        let rule = mock!(Client::describe_db_subnet_groups).then_error(move || {
            DescribeDBSubnetGroupsError::generic(ErrorMetadata::builder().code(code).build())
        });
        let aws = canned::aws(|clients| clients.answer::<Rds>(RuleMode::Sequential, &[&rule]));
        let ask = Ask { reference: Reference::new(SubnetGroup::KIND, "web"), aspects: Aspects::NONE };
        let answers = SubnetGroup::describe(&aws, std::slice::from_ref(&ask)).await;
        match &answers.0[&ask.reference] {
            Ok(found) => assert!(is_absent && found.is_none()),
            Err(error) => assert!(!is_absent && error.fault == Fault::Denied),
        }
    }
}
