use super::*;
use model::{Argument, Node, Place, Shape};

const TABLE: &[Argument] = &[Argument::optional("mixed_instances_policy", Shape::Record(POLICY), "")];

fn read_of(written: Json, template: Option<Json>) -> (Option<Json>, String) {
    let place = Place::new("a.sls", 1, 1);
    let mut problems = Problems::default();
    let node = Node::from_value(json!({"mixed_instances_policy": written}).into(), &place);
    let entries = node.as_map().unwrap().clone().into_iter().map(|(key, entry)| (key.to_string(), entry));
    let fields = Fields::check(TABLE, entries, &place, "boto_asg.present", &mut problems);
    (read(&fields, template, &mut problems), problems.to_string())
}

fn declared() -> Json {
    json!({
        "launch_template": {"overrides": [
            {"instance_type": "m5.large", "weighted_capacity": 2},
            {"instance_requirements": {
                "vcpu_count": {"min": 2, "max": "4"}, "memory_mib": {"min": 4096},
                "memory_gib_per_v_cpu": {"max": 4.5}, "excluded_instance_types": "t*", "local_storage": "excluded"}},
        ]},
        "InstancesDistribution": {"OnDemandBaseCapacity": "1", "spot_allocation_strategy": "price-capacity-optimized"},
    })
}

#[test]
fn both_spellings_become_awss_and_the_groups_template_is_filled_in() {
    let template = specification(None, Some("web".to_owned()), Some("$Latest".to_owned()));
    let (policy, problems) = read_of(declared(), Some(template));
    assert_eq!(problems, "");
    let policy = policy.unwrap();
    assert_eq!(
        policy,
        json!({
            "LaunchTemplate": {
                "Overrides": [
                    {"InstanceType": "m5.large", "WeightedCapacity": "2"},
                    {"InstanceRequirements": {
                        "VCpuCount": {"Min": 2, "Max": 4}, "MemoryMiB": {"Min": 4096}, "MemoryGiBPerVCpu": {"Max": 4.5},
                        "ExcludedInstanceTypes": ["t*"], "LocalStorage": "excluded"}},
                ],
                "LaunchTemplateSpecification": {"LaunchTemplateName": "web", "Version": "$Latest"},
            },
            "InstancesDistribution":
                {"OnDemandBaseCapacity": 1, "SpotAllocationStrategy": "price-capacity-optimized"},
        })
    );
    assert_eq!(templates(&policy), [("web".to_owned(), Some("$Latest".to_owned()))]);
    let sent = to_sdk(&policy).unwrap();
    let mut live = from_sdk(&sent).unwrap();
    assert_eq!(live, policy, "nothing is lost on the way to AWS");
    live["LaunchTemplate"][SPECIFICATION]["LaunchTemplateId"] = "lt-1".into();
    live["InstancesDistribution"]["OnDemandPercentageAboveBaseCapacity"] = 100.into();
    assert!(is_met(&policy, &live), "what AWS fills in is no difference");
    live["LaunchTemplate"]["Overrides"].as_array_mut().unwrap().reverse();
    assert!(!is_met(&policy, &live), "the order is the priority");
}

#[test]
fn a_template_is_needed_once() {
    let twice = json!({"LaunchTemplate": {"LaunchTemplateSpecification": {"name": "a"}}});
    let template = || Some(specification(Some("lt-1".to_owned()), None, None));
    for (written, template, expected) in [
        (declared(), None, "needs a launch template"),
        (twice, template(), "given here and in 'launch_template'"),
        (json!({"LaunchTemplate": {"LaunchTemplateSpecification": {}}}), None, "exactly one of"),
        (json!({"LaunchTemplate": {"Overides": []}}), template(), "did you mean 'Overrides'?"),
    ] {
        let (_, problems) = read_of(written, template);
        assert!(problems.contains(expected), "{expected}: {problems}");
    }
}

#[test]
fn a_template_that_aws_shows_by_id_and_name_is_named_once() {
    let shown = |id: &str| json!({"LaunchTemplateId": id, "LaunchTemplateName": "web", "Version": "1"});
    let live = json!({"LaunchTemplate": {"LaunchTemplateSpecification": shown("lt-1"),
        "Overrides": [{"InstanceType": "m5.large", "LaunchTemplateSpecification": shown("lt-2")},
            {"LaunchTemplateSpecification": {"LaunchTemplateId": "lt-3"}}]}});
    let named = json!({"LaunchTemplateName": "web", "Version": "1"});
    let expected = json!({"LaunchTemplate": {"LaunchTemplateSpecification": named,
        "Overrides": [{"InstanceType": "m5.large", "LaunchTemplateSpecification": named},
            {"LaunchTemplateSpecification": {"LaunchTemplateId": "lt-3"}}]}});
    assert_eq!(by_name(live), expected);
    let (read, problems) = read_of(expected, None);
    assert!(read.is_some() && problems.is_empty(), "a state takes it: {problems}");
}
