use aws_sdk_elasticache::Client;
use aws_sdk_elasticache::operation::describe_cache_subnet_groups::DescribeCacheSubnetGroupsError;
use aws_smithy_mocks::{RuleMode, mock};
use aws_smithy_types::error::ErrorMetadata;

use super::diff::Step;
use super::live::Live;
use super::want::Want;
use super::*;
use crate::ElastiCache;
use aws::Fault;
use kind::{Ask, Resource, Source};
use model::{Asked, Fields, Function, Minion, Node, Place, Plan, Problems};

fn declared(function: &Function, arguments: serde_json::Value) -> (spec::Spec, Problems) {
    let place = Place::new("a.sls", 1, 1);
    let mut problems = Problems::default();
    let node = Node::from_value(arguments.into(), &place);
    let entries = node.as_map().unwrap().clone().into_iter().map(|(key, entry)| (key.to_string(), entry));
    let fields = Fields::check(function.arguments, entries, &place, function.name(), &mut problems);
    (SubnetGroup::read(function, &fields, &Minion::default(), &mut problems), problems)
}

fn spec(arguments: serde_json::Value) -> spec::Spec {
    let (spec, problems) = declared(&spec::FUNCTIONS[0], arguments);
    assert!(problems.is_empty(), "{problems}");
    spec
}

fn want(more: serde_json::Value) -> Want {
    let mut all = serde_json::json!({"name": "Web", "subnet_ids": ["subnet-2", "subnet-1"]});
    for (key, value) in more.as_object().unwrap() {
        all[key] = value.clone();
    }
    let spec = spec(all);
    let subnets = vec!["subnet-1".into(), "subnet-2".into()];
    Want { spec, subnets }
}

fn live() -> Live {
    Live {
        arn: "arn:web".to_owned(),
        description: "by hand".to_owned(),
        subnets: vec!["subnet-1".into(), "subnet-2".into()],
        tags: Asked::Answer([("old".to_owned(), "x".to_owned())].into()),
        ..Live::default()
    }
}

#[test]
fn a_creation_lists_everything_and_the_name_is_lower_case() {
    let plan = SubnetGroup::diff(&want(serde_json::json!({"tags": {"a": "b"}})), None);
    let paths: Vec<&str> = plan.changes.iter().map(|change| change.path.as_str()).collect();
    assert_eq!(paths, ["name", "description", "subnet_ids", "tags"]);
    let [Step::Create { name, description, .. }] = &plan.steps[..] else { panic!() };
    assert_eq!((name.as_str(), description.as_str()), ("web", "web"));
}

#[test]
fn settings_left_out_are_not_managed_and_only_differences_are_changed() {
    assert_eq!(SubnetGroup::diff(&want(serde_json::json!({})), Some(&live())), Plan::nothing());
    let plan = SubnetGroup::diff(&want(serde_json::json!({"description": "new", "tags": {}})), Some(&live()));
    let step = Step::Modify { name: "web".to_owned(), description: Some("new".to_owned()), subnets: None };
    let untag = Step::Untag { arn: "arn:web".to_owned(), keys: vec!["old".to_owned()] };
    assert_eq!(plan.steps, [step, untag]);
}

#[test]
fn no_subnets_are_refused() {
    let (_, problems) = declared(&spec::FUNCTIONS[0], serde_json::json!({"name": "web"}));
    assert!(problems.to_string().contains("needs subnets"), "{problems}");
}

#[tokio::test]
async fn not_found_is_absence_and_denied_is_not() {
    for (code, is_absent) in [("CacheSubnetGroupNotFoundFault", true), ("AccessDenied", false)] {
        let rule = mock!(Client::describe_cache_subnet_groups).then_error(move || {
            DescribeCacheSubnetGroupsError::generic(ErrorMetadata::builder().code(code).build())
        });
        let aws = canned::aws(|clients| clients.answer::<ElastiCache>(RuleMode::Sequential, &[&rule]));
        let ask = Ask { reference: Reference::new(SubnetGroup::KIND, "web"), aspects: Aspects::NONE };
        let answers = SubnetGroup::describe(&aws, std::slice::from_ref(&ask)).await;
        match &answers.0[&ask.reference] {
            Ok(found) => assert!(is_absent && found.is_none()),
            Err(error) => assert!(!is_absent && error.fault == Fault::Denied),
        }
    }
}
