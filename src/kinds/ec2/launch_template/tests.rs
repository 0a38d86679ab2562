use aws_sdk_ec2::operation::describe_launch_templates::{
    DescribeLaunchTemplatesError, DescribeLaunchTemplatesOutput,
};
use aws_sdk_ec2::types::LaunchTemplate as Sdk;
use aws_smithy_mocks::{RuleMode, mock};
use aws_smithy_types::error::ErrorMetadata;

use super::content::Content;
use super::diff::{Step, diff};
use super::live::Live;
use super::spec::{self, Spec};
use super::want::Want;
use super::*;
use crate::Ec2;
use kind::{AllPromised, Ask, Lookup, Resource, Source};
use model::{Fields, Node, Place, Plan, Problems};

fn ask(name: &str) -> Ask {
    Ask { reference: Reference::new(LaunchTemplate::KIND, name), aspects: Aspects::NONE }
}

#[tokio::test]
async fn names_take_one_call_and_an_unknown_id_is_absent() {
    let names = mock!(aws_sdk_ec2::Client::describe_launch_templates)
        .match_requests(|request| request.launch_template_ids().is_empty())
        .then_output(|| {
            let web = Sdk::builder().launch_template_id("lt-1").launch_template_name("web");
            let web = web.latest_version_number(7).default_version_number(1).build();
            DescribeLaunchTemplatesOutput::builder().launch_templates(web).build()
        });
    let ids = mock!(aws_sdk_ec2::Client::describe_launch_templates)
        .match_requests(|request| request.launch_template_ids() == ["lt-9"])
        .then_error(|| {
            let meta = ErrorMetadata::builder().code("InvalidLaunchTemplateId.NotFound").build();
            DescribeLaunchTemplatesError::generic(meta)
        });
    let aws = canned::aws(|clients| clients.answer::<Ec2>(RuleMode::MatchAny, &[&names, &ids]));
    let answers = LaunchTemplate::describe(&aws, &[ask("web"), ask("none"), ask("lt-9")]).await.0;
    let live = answers[&ask("web").reference].clone().unwrap().unwrap();
    assert_eq!(LaunchTemplate::attribute(&live, "latest_version"), Some("7".into()));
    assert_eq!(LaunchTemplate::attribute(&live, "default_version"), Some("1".into()));
    assert_eq!(answers[&ask("none").reference], Ok(None));
    assert_eq!(answers[&ask("lt-9").reference], Ok(None));
}

fn declared(arguments: serde_json::Value) -> (Spec, String) {
    let function = &spec::FUNCTIONS[0];
    let place = Place::new("a.sls", 1, 1);
    let mut problems = Problems::default();
    let node = Node::from_value(arguments.into(), &place);
    let entries = node.as_map().unwrap().clone().into_iter().map(|(key, entry)| (key.to_string(), entry));
    let fields = Fields::check(function.arguments, entries, &place, function.name(), &mut problems);
    (spec::read(function, &fields, &mut problems), problems.to_string())
}

fn want(arguments: serde_json::Value) -> Want {
    let (spec, problems) = declared(arguments);
    assert_eq!(problems, "");
    LaunchTemplate::resolve(&spec, &mut Lookup::new(&AllPromised)).unwrap()
}

fn full() -> serde_json::Value {
    serde_json::json!({
        "name": "web", "image_ssm_parameter": "/web/ami", "instance_type": "t3.small", "kernel_id": "aki-1",
        "ramdisk_id": "ari-1", "key_name": "web", "security_groups": ["sg-2", "sg-1"], "ebs_optimized": true,
        "disable_api_termination": true, "disable_api_stop": false, "instance_initiated_shutdown_behavior": "stop",
        "metadata_options": {"http_tokens": "required", "HttpPutResponseHopLimit": "2"},
        "placement": {"group_name": "near", "tenancy": "default"}, "spot_price": "0.1",
        "credit_specification": {"cpu_credits": "unlimited"}, "cpu_options": {"core_count": 2, "threads_per_core": 1},
        "hibernation_options": {"configured": false}, "enclave_options": {"enabled": false},
        "maintenance_options": {"auto_recovery": "default"},
        "license_specifications": [{"license_configuration_arn": "arn:x"}],
        "private_dns_name_options": {"hostname_type": "ip-name", "enable_resource_name_dns_a_record": true},
        "instance_profile_name": "web", "instance_monitoring": true, "associate_public_ip_address": true,
        "block_device_mappings": [{"/dev/xvdb": {"no_device": true}}, {"/dev/xvda": {"size": "20", "encrypted": true}}],
        "user_data": "#!/bin/sh", "instance_tags": {"Name": "web"}, "volume_tags": {"team": "a"},
    })
}

#[test]
fn every_declarable_setting_is_sent_to_aws() {
    let content = want(full()).content;
    assert!(content.is_sent_whole(), "{content:?}");
    assert_eq!(content.data["ImageId"], "resolve:ssm:/web/ami");
    let interface = &content.data["NetworkInterfaces"][0];
    assert_eq!(interface["Groups"], serde_json::json!(["sg-1", "sg-2"]), "a public address has an interface");
    assert_eq!(content.data.get("SecurityGroupIds"), None);
    assert_eq!(content.data["BlockDeviceMappings"][0]["Ebs"]["VolumeSize"], 20);
    let data = content.sent().unwrap();
    assert_eq!(data.user_data(), Some("IyEvYmluL3No"));
}

#[test]
fn settings_that_exclude_each_other_are_reported() {
    let with = |key: &str, value: serde_json::Value| {
        let mut all = serde_json::json!({"name": "web", "image_id": "ami-1", "network_interfaces": [{"device_index": 0}]});
        all[key] = value;
        declared(all).1
    };
    assert!(with("image_name", "web-*".into()).contains("exclude each other"));
    assert!(with("security_groups", "web".into()).contains("does not go with 'network_interfaces'"));
    assert!(
        with("metadata_options", serde_json::json!({"http_token": "required"}))
            .contains("did you mean 'http_tokens'?")
    );
}

fn there(content: &Content, latest: i64, default: i64) -> Live {
    Live {
        id: "lt-1".to_owned(),
        name: "web".to_owned(),
        latest_version: latest,
        default_version: default,
        content: content.clone().into(),
        versions: (1..=latest).collect::<Vec<_>>().into(),
        ..Live::default()
    }
}

fn steps(plan: &Plan<Step>) -> Vec<String> {
    assert!(plan.refusals.is_empty(), "{:?}", plan.refusals);
    plan.steps.iter().map(ToString::to_string).collect()
}

#[test]
fn a_version_is_made_only_when_its_content_differs_and_becomes_the_default() {
    let want = want(full());
    assert_eq!(steps(&diff(&want, None)), ["create the launch template"]);
    assert_eq!(diff(&want, Some(&there(&want.content, 3, 3))), Plan::nothing());
    assert_eq!(steps(&diff(&want, Some(&there(&want.content, 3, 1)))), ["make version 3 the default"]);
    let mut other = want.content.clone();
    other.data["InstanceType"] = "t3.large".into();
    let plan = diff(&want, Some(&there(&other, 3, 3)));
    assert_eq!(steps(&plan), ["add a version", "make version 4 the default"]);
    let paths: Vec<&str> = plan.changes.iter().map(|change| change.path.as_str()).collect();
    assert_eq!(paths, ["InstanceType", "default_version"]);
    other = want.content.clone();
    other.data["DisableApiStop"] = true.into();
    other.user_data = Some("by hand".to_owned());
    let plan = diff(&want, Some(&there(&other, 3, 3)));
    assert!(format!("{:?}", plan.changes).contains("sha256:"), "user data may hold secrets");
}

#[test]
fn former_versions_stay_unless_a_number_is_kept() {
    let mut keep = want(full());
    keep.spec.keep = Some(1);
    assert_eq!(steps(&diff(&keep, Some(&there(&keep.content, 4, 4)))), ["delete 2 former versions"]);
    let mut other = keep.content.clone();
    other.data["KeyName"] = "other".into();
    let plan = diff(&keep, Some(&there(&other, 4, 4)));
    let Some(Step::DeleteVersions { versions, .. }) = plan.steps.last() else { panic!("{plan:?}") };
    assert_eq!(versions, &[1, 2, 3], "the version that was the newest is the one former that stays");
}

#[test]
fn the_same_call_has_the_same_token_in_every_run() {
    let content = want(full()).content;
    assert_eq!(content.token("lt-1", 3), want(full()).content.token("lt-1", 3));
    assert_ne!(content.token("lt-1", 3), content.token("lt-1", 4));
}
