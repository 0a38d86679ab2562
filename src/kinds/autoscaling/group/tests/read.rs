//! Tables for `read` and `resolve`.

use super::*;
use crate::group::want::{Launch, Wanted};

fn problems(more: serde_json::Value) -> String {
    declared_with(sample(more), &Minion::default()).1.to_string()
}

#[test]
fn all_problems_are_reported() {
    for (more, expected) in [
        (
            serde_json::json!({"suspended_processes": ["AddToLoadBalncer"]}),
            "did you mean 'AddToLoadBalancer'?",
        ),
        (serde_json::json!({"instance_profile_nam": "web"}), "did you mean 'instance_profile_name'?"),
        (serde_json::json!({"launch_config": [{"image_idd": "ami-1"}]}), "did you mean 'image_id'?"),
        (
            serde_json::json!({"launch_config": {"instance_type": "a"}}),
            "exactly one of 'image_id' and 'image_name'",
        ),
        (serde_json::json!({"launch_template": "web"}), "does not go with 'launch_template'"),
        (serde_json::json!({"launch_config_name": null}), "does not say how instances are launched"),
        (serde_json::json!({"availability_zones": null}), "a group needs 'availability_zones'"),
        (
            serde_json::json!({"vpc_zone_identifier": "subnet-1", "subnet_names": ["a"]}),
            "both 'vpc_zone_identifier'",
        ),
        (serde_json::json!({"min_size": 5}), "sizes must be"),
        (serde_json::json!({"notification_arn": "arn:x"}), "go together"),
        (
            serde_json::json!({"scheduled_actions": {"a": {"start_time": "tomorrow"}}}),
            "is not a time: 'tomorrow'",
        ),
        (serde_json::json!({"scheduled_actions": {"a": {"start": "x"}}}), "did you mean 'start_time'?"),
        (
            serde_json::json!({"launch_config": [], "instance_profile_name": "web"}),
            "has no effect without 'launch_config'",
        ),
    ] {
        let text = problems(more.clone());
        assert!(text.contains(expected), "{more}: {text}");
    }
}

#[test]
fn a_profile_next_to_the_launch_configuration_becomes_part_of_it() {
    let want = want(sample(serde_json::json!({"instance_profile_name": "web"})));
    let Wanted::Present(present) = want.goal else { panic!() };
    let Launch::Inline { content, .. } = present.launch else { panic!() };
    assert_eq!(content.instance_profile.as_deref(), Some("web"));
    let text = problems(serde_json::json!({
        "instance_profile_name": "web", "launch_config": {"image_id": "ami-1", "instance_profile_name": "other"},
    }));
    assert!(text.contains("keep the one in launch_config"), "{text}");
}

fn minion() -> Minion {
    let pillar = serde_json::json!({
        "boto_asg_scaling_policies": [{"name": "Up", "adjustment_type": "ChangeInCapacity", "scaling_adjustment": 1}],
        "boto_asg_termination_policies": ["OldestInstance"],
        "mine": {"night": {"min_size": 0, "recurrence": "0 22 * * *"}, "day": {"min_size": 2}},
        "boto_asg_notification_arn": ["arn:topic"], "boto_asg_notification_types": ["autoscaling:EC2_INSTANCE_LAUNCH"],
        "boto_asg_alarms": {"cpu": {"name": "CPU", "attributes": {
            "metric": "CPUUtilization", "description": "busy", "alarm_actions": ["scaling_policy:self:Up"],
        }}},
    });
    let Value::Map(pillar) = pillar.into() else { panic!() };
    Minion { pillar, ..Minion::default() }
}

#[test]
fn the_pillar_adds_arguments_that_the_state_leaves_out() {
    let more = serde_json::json!({
        "scheduled_actions": {"night": {"min_size": 1}}, "scheduled_actions_from_pillar": "mine",
    });
    let minion = minion();
    let before = minion.pillar.clone();
    let (spec, problems) = declared_with(sample(more), &minion);
    assert!(problems.is_empty(), "{problems}");
    let group = spec.group().unwrap();
    assert_eq!(group.rest.policies.as_ref().unwrap()[0].name, "Up");
    assert_eq!(group.settings.termination_policies.as_deref(), Some(&["OldestInstance".to_owned()][..]));
    let night = &group.rest.actions.as_ref().unwrap()["night"];
    assert_eq!((night.min_size, night.recurrence.as_deref()), (Some(1), Some("0 22 * * *")));
    assert_eq!(group.rest.actions.as_ref().unwrap()["day"].min_size, Some(2));
    assert!(group.rest.notifications.as_ref().unwrap().contains_key("arn:topic"));
    assert_eq!(minion.pillar, before);
    let (own, _) = declared_with(sample(serde_json::json!({"scaling_policies": []})), &minion);
    assert_eq!(own.group().unwrap().rest.policies, Some(vec![]));
}

#[test]
fn alarms_are_about_the_group_and_skipped_where_they_could_only_scale_a_fixed_size() {
    let (spec, _) = declared_with(sample(serde_json::json!({})), &minion());
    let implied_states = Group::implied_states(&spec);
    assert_eq!(implied_states[0].function, "boto_cloudwatch_alarm.present");
    assert_eq!(implied_states[0].arguments["name"], Value::from("web CPU"));
    assert_eq!(
        implied_states[0].arguments["attributes"].to_json(),
        serde_json::json!({
            "metric": "CPUUtilization", "description": "web busy", "alarm_actions": ["scaling_policy:web:Up"],
            "dimensions": {"AutoScalingGroupName": ["web"]},
        })
    );
    let (fixed, _) = declared_with(sample(serde_json::json!({"min_size": 4})), &minion());
    assert_eq!(Group::implied_states(&fixed), []);
}

#[test]
fn names_of_groups_are_looked_up_in_the_vpc_of_the_subnets() {
    let subnet = |name: &str| Reference::new("ec2.subnet", name);
    let group = Reference::new("ec2.security_group", "base").within("vpc-1");
    let arguments = sample(serde_json::json!({
        "availability_zones": null, "subnet_names": ["b", "a"],
        "launch_config": {"image_name": "base-1", "security_groups": ["base", "sg-9"]},
    }));
    let mut world = World {
        ids: vec![
            (subnet("a"), "id", "subnet-a"),
            (subnet("b"), "id", "subnet-b"),
            (subnet("a"), "vpc_id", "vpc-1"),
            (subnet("b"), "vpc_id", "vpc-1"),
        ],
        promised: vec![],
    };
    let spec = declared(arguments.clone());
    let mut lookup = Lookup::new(&world);
    assert!(matches!(Group::resolve(&spec, &mut lookup), Err(Unresolved::Unread)));
    let asked: Vec<Reference> = lookup.into_unread().into_iter().map(|ask| ask.reference).collect();
    assert_eq!(asked, [Reference::new("ec2.image", "base-1"), group.clone()]);

    world.ids.push((Reference::new("ec2.image", "base-1"), "id", "ami-7"));
    world.ids.push((group, "id", "sg-1"));
    let Wanted::Present(present) = resolved(arguments, &world).unwrap().goal else { panic!() };
    assert_eq!(present.settings.subnets, Some(vec!["subnet-a".into(), "subnet-b".into()]));
    let Launch::Inline { content, .. } = present.launch else { panic!() };
    assert_eq!(content.image, Some("ami-7".into()));
    assert_eq!(content.security_groups, Some(vec!["sg-1".into(), "sg-9".into()]));
}

#[test]
fn the_name_is_unknown_until_this_run_has_created_its_parts() {
    let group = Reference::new("ec2.security_group", "web");
    let world = World { promised: vec![group], ..World::default() };
    let arguments =
        sample(serde_json::json!({"launch_config": {"image_id": "ami-1", "security_groups": ["web"]}}));
    let Wanted::Present(present) = resolved(arguments, &world).unwrap().goal else { panic!() };
    let Launch::Inline { name, .. } = present.launch else { panic!() };
    assert_eq!(name.known(), None);
}

#[test]
fn subnets_that_this_run_makes_may_be_in_one_vpc_and_known_ones_must_be() {
    let subnet = |name: &str| Reference::new("ec2.subnet", name);
    let arguments = sample(serde_json::json!({
        "availability_zones": null, "subnet_names": ["a", "b"],
        "launch_config": {"image_id": "ami-1", "security_groups": ["web"]},
    }));
    let promised = vec![subnet("a"), subnet("b"), Reference::new("ec2.security_group", "web")];
    let world = World { promised, ..World::default() };
    let Wanted::Present(present) = resolved(arguments.clone(), &world).unwrap().goal else { panic!() };
    assert_eq!(present.settings.subnets.as_ref().map(Vec::len), Some(2));
    let there = |name: &str, vpc| [(subnet(name), "id", "subnet-1"), (subnet(name), "vpc_id", vpc)];
    let ids = there("a", "vpc-1").into_iter().chain(there("b", "vpc-2")).collect();
    let apart = resolved(arguments, &World { ids, promised: vec![] });
    assert!(matches!(apart, Err(Unresolved::Refused(reason)) if reason.contains("more than one VPC")));
}

#[test]
fn boto_2s_name_of_the_group_is_taken_in_a_policy_unless_it_is_another() {
    let policy = |group: &str| {
        let up = serde_json::json!({
            "name": "Up", "adjustment_type": "ChangeInCapacity", "scaling_adjustment": 1, "as_name": group,
        });
        declared_with(
            sample(serde_json::json!({"name": "web", "scaling_policies": [up]})),
            &Minion::default(),
        )
        .1
    };
    assert!(policy("web").is_empty());
    assert!(!policy("other").is_empty());
}

#[test]
fn arguments_of_boto_2_without_effect_are_ignored_with_a_note() {
    let up = serde_json::json!({
        "name": "Up", "adjustment_type": "ChangeInCapacity", "scaling_adjustment": 1, "as_name": "web",
    });
    let declared = |policies: serde_json::Value| {
        Group::diff(&want(sample(serde_json::json!({"scaling_policies": policies}))), None).warnings
    };
    let notes = declared(serde_json::json!([up]));
    assert!(notes[0].contains("'as_name' of the scaling policy 'Up' has no effect"), "{notes:?}");
    assert!(declared(serde_json::json!([])).is_empty());
}
