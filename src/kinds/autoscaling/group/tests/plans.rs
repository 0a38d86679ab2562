//! Tables for `diff`.

use super::*;
use crate::group::diff::{Launched, Step};
use crate::group::live::Live;
use crate::group::parts::{ScheduledAction, Settings, Tag, Template};
use crate::group::want::{Launch, Wanted};
use crate::scaling_policy::Policy;
use model::Ident;

/// The group as a run leaves it.
fn made(want: &want::Want) -> Live {
    let Wanted::Present(present) = &want.goal else { panic!() };
    let mut settings = present.settings.clone();
    settings.desired_capacity = settings.desired_capacity.or(settings.min_size);
    let rest = present.rest.clone();
    let (launch_configuration, content) = match &present.launch {
        Launch::Inline { name, content, .. } => (name.known().map(str::to_owned), Some((**content).clone())),
        _ => (None, None),
    };
    Live {
        launch_configuration,
        content: content.into(),
        settings,
        balancers: rest.balancers.unwrap_or_default(),
        target_groups: present.target_groups.iter().flatten().map(|it| it.as_str().to_owned()).collect(),
        tags: rest.tags.unwrap_or_default(),
        suspended: rest.suspended.unwrap_or_default(),
        policies: rest.policies.unwrap_or_default().into(),
        actions: rest.actions.unwrap_or_default().into(),
        notifications: rest.notifications.unwrap_or_default().into(),
        ..Live::default()
    }
}

fn full() -> serde_json::Value {
    sample(serde_json::json!({
        "desired_capacity": 3, "load_balancers": ["web"], "suspended_processes": ["AddToLoadBalancer"],
        "scaling_policies": [{"name": "Up", "adjustment_type": "ChangeInCapacity", "scaling_adjustment": 1, "cooldown": 60}],
        "scheduled_actions": {"night": {"min_size": 0, "recurrence": "0 22 * * *"}},
        "notification_arn": "arn:topic", "notification_types": ["autoscaling:EC2_INSTANCE_LAUNCH"],
        "tags": [{"key": "Name", "value": "web", "propagate_at_launch": true}],
    }))
}

fn paths(plan: &Plan<Step>) -> Vec<&str> {
    plan.changes.iter().map(|change| change.path.as_str()).collect()
}

#[test]
fn a_creation_lists_everything_and_starts_no_instance_before_processes_are_suspended() {
    let want = want(full());
    let plan = Group::diff(&want, None);
    assert_eq!(
        paths(&plan),
        [
            "name",
            "launch_config_name",
            "availability_zones",
            "min_size",
            "max_size",
            "desired_capacity",
            "load_balancers",
            "tags",
            "suspended_processes",
            "scaling_policies",
            "scheduled_actions",
            "notifications",
        ]
    );
    let [
        Step::CreateLaunchConfiguration { .. },
        Step::Create { creation, .. },
        Step::Suspend { .. },
        Step::Update { settings, launched: None, .. },
        Step::PutPolicy { .. },
        Step::PutAction { .. },
        Step::PutNotification { .. },
    ] = &plan.steps[..]
    else {
        panic!("{plan:?}")
    };
    assert_eq!((creation.settings.min_size, creation.settings.desired_capacity), (Some(0), Some(0)));
    let sizes = Settings { min_size: Some(2), desired_capacity: Some(3), ..Settings::default() };
    assert_eq!(**settings, sizes);
    let waits_for = |step: usize| (0..step).filter(|it| plan.steps[step].follows(&plan.steps[*it])).collect();
    let order: Vec<Vec<usize>> = (0..7).map(waits_for).collect();
    assert_eq!(order, [vec![], vec![0], vec![1], vec![0, 1, 2], vec![1], vec![1], vec![1]]);
    let creating: Vec<bool> = (0..7).map(|step| plan.creates(step)).collect();
    assert_eq!(creating, [false, true, false, false, false, false, false]);

    // A run that was cut off after the group was made.
    let mut live = made(&want);
    live.settings.min_size = Some(0);
    live.settings.desired_capacity = Some(0);
    live.suspended.clear();
    let plan = Group::diff(&want, Some(&live));
    let [Step::Suspend { .. }, Step::Update { settings, .. }] = &plan.steps[..] else { panic!("{plan:?}") };
    assert_eq!((settings.min_size, settings.desired_capacity), (Some(2), Some(3)));
}

#[test]
fn without_suspended_processes_it_is_made_in_its_size() {
    let plan = Group::diff(&want(sample(serde_json::json!({}))), None);
    let [_, Step::Create { creation, .. }] = &plan.steps[..] else { panic!() };
    assert_eq!((creation.settings.min_size, creation.settings.desired_capacity), (Some(2), None));
}

#[test]
fn the_second_run_is_silent() {
    let want = want(full());
    assert_eq!(Group::diff(&want, Some(&made(&want))), Plan::nothing());
}

#[test]
fn settings_left_out_are_not_managed() {
    let full = want(full());
    let plan = Group::diff(&want(sample(serde_json::json!({}))), Some(&made(&full)));
    assert_eq!(plan, Plan::nothing());
}

#[test]
fn an_empty_list_empties() {
    let live = made(&want(full()));
    let more = serde_json::json!({
        "load_balancers": [], "suspended_processes": [], "scaling_policies": [], "scheduled_actions": {},
        "notification_types": [], "tags": [],
    });
    let plan = Group::diff(&want(sample(more)), Some(&live));
    let group = || "web".to_owned();
    assert_eq!(
        plan.steps,
        [
            Step::DetachBalancers { group: group(), names: vec!["web".to_owned()] },
            Step::Untag { group: group(), keys: vec!["Name".to_owned()] },
            Step::Resume { group: group(), processes: vec!["AddToLoadBalancer".to_owned()] },
            Step::DeletePolicy { group: group(), name: "Up".to_owned() },
            Step::DeleteAction { group: group(), name: "night".to_owned() },
            Step::DeleteNotification { group: group(), arn: "arn:topic".to_owned() },
        ]
    );
}

type Drift = fn(&mut Live);

#[test]
fn each_drift_is_corrected_separately() {
    let want = want(full());
    let cases: [(&str, Drift, &str); 11] = [
        ("min_size", |it| it.settings.min_size = Some(1), "set min_size"),
        ("desired_capacity", |it| it.settings.desired_capacity = Some(4), "set desired_capacity"),
        ("availability_zones", |it| it.settings.availability_zones = Some(vec![]), "set availability_zones"),
        ("load_balancers", |it| it.balancers.clear(), "attach to web"),
        ("suspended_processes", |it| it.suspended.clear(), "suspend AddToLoadBalancer"),
        ("suspended_processes", |it| it.suspended.extend(["Launch".to_owned()]), "resume Launch"),
        (
            "scaling_policies",
            |it| it.policies.expect()[0].content["scaling_adjustment"] = 9.into(),
            "set the scaling policy Up",
        ),
        (
            "scaling_policies",
            |it| it.policies.expect()[0].content["cooldown"] = serde_json::Value::Null,
            "set the scaling policy Up",
        ),
        (
            "scheduled_actions",
            |it| it.actions.expect()[0].recurrence = None,
            "set the scheduled action night",
        ),
        ("notifications", |it| it.notifications.expect().clear(), "notify arn:topic"),
        ("tags", |it| it.tags.clear(), "tag with Name"),
    ];
    for (path, drift, step) in cases {
        let mut live = made(&want);
        drift(&mut live);
        let plan = Group::diff(&want, Some(&live));
        assert_eq!(paths(&plan), [path]);
        let steps: Vec<String> = plan.steps.iter().map(ToString::to_string).collect();
        assert_eq!(steps, [step]);
    }
}

#[test]
fn processes_that_aws_suspended_stay_suspended() {
    let want = want(full());
    let mut live = made(&want);
    live.suspended_by_aws = ["Launch".to_owned(), "Terminate".to_owned()].into();
    assert_eq!(Group::diff(&want, Some(&live)), Plan::nothing());
}

#[test]
fn another_content_is_rotated_and_the_former_one_removed_if_it_is_ours() {
    let want = want(sample(
        serde_json::json!({"launch_config": {"image_id": "ami-2", "instance_type": "t3.small"}}),
    ));
    let before = super::want(sample(serde_json::json!({})));
    for (former, is_ours) in [
        ("web-0123456789abcdef0123456789abcdef", true),
        ("web-other-0123456789abcdef0123456789abcdef", false),
        ("web-by-hand", false),
        ("shared", false),
    ] {
        let mut live = made(&before);
        live.launch_configuration = Some(former.to_owned());
        let plan = Group::diff(&want, Some(&live));
        assert_eq!(paths(&plan), ["launch_config_name", "launch_config"]);
        let sentences: Vec<String> = plan.steps.iter().map(ToString::to_string).collect();
        assert!(sentences[0].starts_with("create the launch configuration web-"), "{sentences:?}");
        assert_eq!(sentences[1], "set launch configuration");
        assert_eq!(sentences.len() == 3, is_ours, "{sentences:?}");
    }
}

#[test]
fn the_same_content_under_a_name_that_salt_gave_is_current() {
    let want = want(sample(serde_json::json!({})));
    let mut live = made(&want);
    live.launch_configuration = Some("web-d41d8cd98f00b204e9800998ecf8427e".to_owned());
    assert_eq!(Group::diff(&want, Some(&live)), Plan::nothing());
}

#[test]
fn a_launch_configuration_whose_settings_were_not_read_is_not_replaced() {
    let want = want(sample(serde_json::json!({})));
    let unread = Live {
        launch_configuration: Some("web-d41d8cd98f00b204e9800998ecf8427e".to_owned()),
        content: model::Asked::NotAsked,
        ..made(&want)
    };
    let plan = Group::diff(&want, Some(&unread));
    assert_eq!((plan.changes.len(), plan.steps.len(), plan.refusals.len()), (0, 0, 1));
}

#[test]
fn a_template_replaces_a_launch_configuration() {
    let live = made(&want(sample(serde_json::json!({}))));
    let more = serde_json::json!({
        "launch_config_name": null, "launch_config": null, "launch_template": {"name": "web", "version": "$Latest"},
    });
    let want = want(sample(more));
    let plan = Group::diff(&want, Some(&live));
    assert_eq!(paths(&plan), ["launch_config_name", "launch_template"]);
    let [Step::Update { launched: Some(launched), .. }] = &plan.steps[..] else { panic!() };
    assert!(matches!(**launched, Launched::Template(_)));
    let there =
        Template { id: Some("lt-1".into()), name: Some("web".into()), version: Some("$Latest".into()) };
    let live = Live { launch_configuration: None, template: Some(there), ..live };
    assert_eq!(Group::diff(&want, Some(&live)), Plan::nothing());
}

#[test]
fn the_state_waits_for_a_group_that_is_being_deleted() {
    let want = want(sample(serde_json::json!({})));
    let mut live = made(&want);
    live.deleting = true;
    let plan = Group::diff(&want, Some(&live));
    assert!(plan.steps.is_empty() && plan.deleting.is_some() && !plan.changes.is_empty());
    let gone = super::want(serde_json::json!({"name": "web"}));
    let plan = Group::diff(&gone, Some(&live));
    assert!(plan.steps.is_empty() && plan.deleting.is_some() && plan.changes.is_empty());
}

#[test]
fn a_launch_configuration_is_deleted_only_after_its_group() {
    let live = made(&want(sample(serde_json::json!({}))));
    let gone = want(serde_json::json!({"name": "web", "force": true, "remove_lc": true}));
    let sentences: Vec<String> =
        Group::diff(&gone, Some(&live)).steps.iter().map(ToString::to_string).collect();
    assert_eq!(sentences[..2], ["delete the group with its instances", "wait until the group is gone"]);
    assert!(sentences[2].starts_with("remove the launch configuration web-"), "{sentences:?}");
    assert_eq!(Group::diff(&gone, None), Plan::nothing());
}

#[test]
fn a_recurring_action_may_have_moved_on() {
    let want = ScheduledAction {
        recurrence: Some("0 8 * * *".into()),
        start_time: Some(100),
        ..ScheduledAction::default()
    };
    let later = ScheduledAction { start_time: Some(200), ..want.clone() };
    assert!(want.is_met_by(&later));
    let once = ScheduledAction { recurrence: None, ..want };
    assert!(!once.is_met_by(&ScheduledAction { recurrence: None, ..later }));
}

#[test]
fn a_least_change_counts_only_for_percentages() {
    let policy = |kind: &str, step: Option<i32>| Policy {
        name: "a".into(),
        kind: "SimpleScaling".into(),
        content: serde_json::json!({
            "adjustment_type": kind, "scaling_adjustment": 10, "min_adjustment_step": step,
        }),
    };
    assert!(policy("ChangeInCapacity", Some(2)).is_met_by(&policy("ChangeInCapacity", None)));
    let percent = "PercentChangeInCapacity";
    assert!(!policy(percent, Some(2)).is_met_by(&policy(percent, None)));
}

#[test]
fn a_policy_of_another_type_is_replaced() {
    let want = want(full());
    let mut live = made(&want);
    live.policies.expect()[0].kind = "StepScaling".into();
    let plan = Group::diff(&want, Some(&live));
    let [delete @ Step::DeletePolicy { .. }, put @ Step::PutPolicy { .. }] = &plan.steps[..] else {
        panic!("{plan:?}")
    };
    assert!(put.follows(delete));
}

#[test]
fn a_tag_differs_even_if_only_its_propagation_differs() {
    let want = want(full());
    let mut live = made(&want);
    live.tags.insert("Name".into(), Tag { value: "web".into(), propagate: false });
    assert_eq!(paths(&Group::diff(&want, Some(&live))), ["tags"]);
}

#[test]
fn an_unknown_name_is_never_current() {
    let reference = Reference::new("autoscaling.launch_configuration", "web");
    let mut want = want(sample(serde_json::json!({})));
    if let Wanted::Present(present) = &mut want.goal {
        present.launch = Launch::Named(Ident::AfterApply(reference));
    }
    let live = Live { launch_configuration: None, ..made(&want) };
    assert_eq!(paths(&Group::diff(&want, Some(&live))), ["launch_config_name"]);
}

#[test]
fn target_groups_go_by_name_or_arn_and_one_that_this_run_makes_is_waited_for() {
    let arn = "arn:aws:elasticloadbalancing:us-east-1:123456789012:targetgroup/web/1";
    let (web, new) = (spec::target_group("web"), spec::target_group("new"));
    let world = World { ids: vec![(web.clone(), "arn", arn)], promised: vec![new.clone()] };
    let spec = declared(sample(serde_json::json!({"target_groups": ["web", "new", "arn:other"]})));
    assert!([&web, &new].iter().all(|group| Group::uses(&spec).contains(group)));
    // A listener or rule of the run that forwards to them comes before instances do.
    assert!(Group::uses(&spec).contains(&Reference::new("elbv2.forwarding", "web")));
    let want = Group::resolve(&spec, &mut Lookup::new(&world)).unwrap();
    let Wanted::Present(present) = &want.goal else { panic!() };
    let expected = [Ident::from(arn), Ident::from("arn:other"), Ident::AfterApply(new)];
    assert_eq!(present.target_groups.clone().unwrap(), expected.into());
}

#[test]
fn a_group_migrates_to_a_template_of_the_same_content() {
    let more = serde_json::json!({
        "migrate_to_launch_template": true, "instance_profile_name": "web", "vpc_zone_identifier": ["subnet-1"],
    });
    let spec = declared(sample(more.clone()));
    let [template] = &Group::forerunners(&spec)[..] else { panic!() };
    assert_eq!(template.function, "boto_ec2.launch_template_present");
    let expected = [
        ("image_id", "ami-1"),
        ("instance_type", "t3.small"),
        ("name", "web"),
        ("instance_profile_name", "web"),
        ("subnet_name", "subnet-1"),
    ];
    for (name, value) in expected {
        assert_eq!(template.arguments[name], Value::from(value));
    }
    let want = want(sample(more));
    let mut live = made(&want);
    live.launch_configuration = Some(format!("web-{}", "0".repeat(32)));
    let plan = Group::diff(&want, Some(&live));
    let [Step::Update { launched: Some(launched), .. }, Step::RemoveFormer { .. }] = &plan.steps[..] else {
        panic!("{plan:?}")
    };
    assert!(matches!(&**launched, Launched::Template(it) if it.name.as_deref() == Some("web")));
    live.launch_configuration = None;
    live.template = Some(Template {
        id: Some("lt-1".to_owned()),
        name: Some("web".to_owned()),
        version: Some("$Latest".to_owned()),
    });
    assert_eq!(Group::diff(&want, Some(&live)), Plan::nothing(), "the second run is silent");
}
