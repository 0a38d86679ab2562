use serde_json::json;

use super::*;
use crate::declaration::{Live, Want, of_arguments, of_function};
use kind::Resource;

#[test]
fn words_of_elasticsearch_are_todays_words() {
    let spec = of_arguments::<Domain>(json!({
        "name": "a state",
        "DomainName": "search",
        "ElasticsearchVersion": 7.10,
        "ElasticsearchClusterConfig": {"InstanceType": "m5.large.elasticsearch", "InstanceCount": 2},
        "AccessPolicies": "{\"Statement\": []}",
    }));
    assert_eq!(spec.name, "search");
    assert_eq!(
        serde_json::Value::from(spec.properties),
        json!({
            "EngineVersion": "Elasticsearch_7.1",
            "ClusterConfig": {"InstanceType": "m5.large.search", "InstanceCount": 2},
            "AccessPolicies": {"Statement": []},
            "DomainName": "search",
        }),
        "a version without quotes is a number: YAML drops the zero"
    );
    let newer = of_arguments::<Domain>(json!({"name": "search", "elasticsearch_version": "OpenSearch_2.13"}));
    assert_eq!(newer.properties["EngineVersion"], "OpenSearch_2.13");
}

/// The versions that a function takes a domain through, which runs this one.
fn versions(function: usize, arguments: serde_json::Value, runs: &str) -> Vec<String> {
    let mut spec = of_function::<Domain>(function, arguments);
    if !spec.ids.is_empty() {
        let table = json!([
            {"SourceVersion": "Elasticsearch_6.7", "TargetVersions": ["Elasticsearch_6.8"]},
            {"SourceVersion": "Elasticsearch_6.8", "TargetVersions": ["Elasticsearch_7.9", "Elasticsearch_7.10"]},
            {"SourceVersion": "Elasticsearch_7.10", "TargetVersions": ["OpenSearch_1.0"]},
        ]);
        spec.properties.insert(version::VERSION.to_owned(), table);
    }
    let want = Want { facts: spec.facts.clone().unwrap(), spec, is_promised: false };
    let live = Live { properties: json!({"EngineVersion": runs}), ..Live::default() };
    let plan = Domain::diff(&want, Some(&live));
    let version = |step: &crate::plan::Step| {
        let crate::plan::Step::Update { patch, .. } = step else { panic!("{step:?}") };
        let patch: serde_json::Value = serde_json::from_str(patch.text()).unwrap();
        patch[0]["value"].as_str().unwrap().to_owned()
    };
    plan.steps.iter().map(version).chain(plan.refusals).collect()
}

#[test]
fn the_latest_version_is_reached_by_aws_upgrades() {
    let latest = |more: serde_json::Value, runs: &str| {
        let mut arguments = json!({"name": "search"});
        arguments.as_object_mut().unwrap().extend(more.as_object().cloned().unwrap());
        versions(3, arguments, runs)
    };
    assert_eq!(latest(json!({}), "Elasticsearch_6.7"), ["Elasticsearch_6.8"]);
    assert_eq!(latest(json!({}), "Elasticsearch_6.8"), Vec::<String>::new());
    let all = ["Elasticsearch_6.8", "Elasticsearch_7.10", "OpenSearch_1.0"];
    assert_eq!(latest(json!({"minor_only": false}), "Elasticsearch_6.7"), all);
}

#[test]
fn a_domain_is_never_downgraded() {
    let to = |version: &str, runs: &str| {
        versions(2, json!({"name": "search", "elasticsearch_version": version}), runs)
    };
    assert_eq!(to("7.10", "Elasticsearch_7.9"), ["Elasticsearch_7.10"]);
    assert_eq!(to("7.10", "Elasticsearch_7.10"), Vec::<String>::new());
    assert!(to("7.10", "OpenSearch_1.0")[0].contains("cannot be downgraded"));
    assert!(to("7.9", "Elasticsearch_7.10")[0].contains("runs Elasticsearch_7.10"), "10 is more than 9");
}

#[test]
fn tags_are_added_unless_they_shall_be_all() {
    let tags = |replace: bool| {
        let declared = json!({"name": "search", "tags": {"team": "search"}, "replace": replace});
        let spec = of_function::<Domain>(4, declared);
        let want = Want { facts: spec.facts.clone().unwrap(), spec, is_promised: false };
        let old = json!([
            {"Key": "aws:x", "Value": "1"}, {"Key": "team", "Value": "old"}, {"Key": "owner", "Value": "a"},
        ]);
        let live = Live { properties: json!({"Tags": old}), ..Live::default() };
        (want.spec.of_live.unwrap())(&want, &live).unwrap()[0]["Tags"].clone()
    };
    let team = json!({"Key": "team", "Value": "search"});
    assert_eq!(tags(false), json!([{"Key": "owner", "Value": "a"}, team]));
    assert_eq!(tags(true), json!([team]));
}
