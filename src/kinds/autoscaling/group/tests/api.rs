//! Canned replies.

use aws_sdk_autoscaling::Client;
use aws_sdk_autoscaling::operation::create_launch_configuration::CreateLaunchConfigurationError;
use aws_sdk_autoscaling::operation::delete_launch_configuration::{
    DeleteLaunchConfigurationError, DeleteLaunchConfigurationOutput,
};
use aws_sdk_autoscaling::operation::describe_auto_scaling_groups::{
    DescribeAutoScalingGroupsError, DescribeAutoScalingGroupsOutput,
};
use aws_sdk_autoscaling::operation::describe_launch_configurations::DescribeLaunchConfigurationsOutput;
use aws_sdk_autoscaling::operation::describe_policies::{DescribePoliciesError, DescribePoliciesOutput};
use aws_sdk_autoscaling::types::{
    AutoScalingGroup, LaunchConfiguration, ScalingPolicy, SuspendedProcess, TagDescription,
};
use aws_smithy_mocks::{Rule, RuleMode, mock};
use aws_smithy_types::DateTime;
use aws_smithy_types::error::ErrorMetadata;

use super::*;
use crate::AutoScaling;
use crate::group::diff::Step;
use crate::launch::Content;
use crate::scaling_policy::ScalingPolicy as PolicySource;
use aws::Fault;

fn ask(name: &str, aspects: Aspects) -> Ask {
    Ask { reference: Reference::new(Group::KIND, name), aspects }
}

fn group(name: &str) -> AutoScalingGroup {
    let process = |name: &str, reason: &str| {
        SuspendedProcess::builder().process_name(name).suspension_reason(reason).build()
    };
    let tag = |key: &str| TagDescription::builder().key(key).value("x").propagate_at_launch(true).build();
    AutoScalingGroup::builder()
        .auto_scaling_group_name(name)
        .launch_configuration_name("web-1")
        .vpc_zone_identifier("subnet-b,subnet-a")
        .suspended_processes(process("AddToLoadBalancer", "User suspended at 2026-01-01T00:00:00Z"))
        .suspended_processes(process("Launch", "Administrative suspension after failed launches"))
        .tags(tag("Name"))
        .tags(tag("aws:cloudformation:stack-name"))
        .build()
}

fn page(name: &str, token: Option<&str>) -> DescribeAutoScalingGroupsOutput {
    let page = DescribeAutoScalingGroupsOutput::builder().auto_scaling_groups(group(name));
    page.set_next_token(token.map(str::to_owned)).build()
}

fn policy(group: &str, name: &str, kind: &str) -> ScalingPolicy {
    let policy = ScalingPolicy::builder().auto_scaling_group_name(group).policy_name(name).policy_type(kind);
    policy.policy_arn(format!("arn:{group}:{name}")).build()
}

#[tokio::test]
async fn a_batch_reads_all_pages_of_one_call_and_only_requested_aspects() {
    let first = mock!(Client::describe_auto_scaling_groups)
        .match_requests(|it| it.next_token().is_none() && it.auto_scaling_group_names().len() == 3)
        .then_output(|| page("a", Some("more")));
    let second = mock!(Client::describe_auto_scaling_groups)
        .match_requests(|it| it.next_token() == Some("more"))
        .then_output(|| page("b", None));
    let aws = canned::aws(|clients| clients.answer::<AutoScaling>(RuleMode::MatchAny, &[&first, &second]));
    let asks = ["a", "b", "c"].map(|name| ask(name, Aspects::NONE));
    let answers = Group::describe(&aws, &asks).await;
    assert_eq!(answers.0[&asks[2].reference], Ok(None));
    let live = answers.0[&asks[0].reference].clone().unwrap().unwrap();
    assert_eq!(live.settings.subnets, Some(vec!["subnet-a".into(), "subnet-b".into()]));
    assert_eq!(live.suspended, ["AddToLoadBalancer".to_owned()].into());
    assert_eq!(live.suspended_by_aws, ["Launch".to_owned()].into());
    assert_eq!(live.tags.keys().collect::<Vec<_>>(), ["Name"]);
    assert_eq!((first.num_calls(), second.num_calls()), (1, 1));
}

#[tokio::test]
async fn policies_of_ecs_are_ignored_and_a_denied_listing_fails_only_its_readers() {
    let groups = mock!(Client::describe_auto_scaling_groups).then_output(|| {
        DescribeAutoScalingGroupsOutput::builder()
            .auto_scaling_groups(group("a"))
            .auto_scaling_groups(group("b"))
            .build()
    });
    let policies = mock!(Client::describe_policies)
        .match_requests(|it| it.auto_scaling_group_name() == Some("a"))
        .then_output(|| {
            let list = DescribePoliciesOutput::builder();
            list.scaling_policies(policy("a", "Up", "SimpleScaling"))
                .scaling_policies(policy("a", "ECSManagedAutoScalingPolicy-1", "TargetTrackingScaling"))
                .build()
        });
    let aws = canned::aws(|clients| clients.answer::<AutoScaling>(RuleMode::MatchAny, &[&groups, &policies]));
    let asks = [ask("a", POLICIES), ask("b", Aspects::NONE)];
    let answers = Group::describe(&aws, &asks).await;
    let live = answers.0[&asks[0].reference].clone().unwrap().unwrap();
    assert_eq!(live.policies.answer().unwrap().iter().map(|it| it.name.as_str()).collect::<Vec<_>>(), ["Up"]);

    let denied = mock!(Client::describe_policies)
        .then_error(|| DescribePoliciesError::generic(ErrorMetadata::builder().code("AccessDenied").build()));
    let aws = canned::aws(|clients| clients.answer::<AutoScaling>(RuleMode::MatchAny, &[&groups, &denied]));
    let answers = Group::describe(&aws, &asks).await;
    assert_eq!(answers.0[&asks[0].reference].as_ref().unwrap_err().fault, Fault::Denied);
    assert!(answers.0[&asks[1].reference].as_ref().unwrap().is_some());
}

#[tokio::test]
async fn a_policy_is_found_in_its_group_by_one_call() {
    let policies = mock!(Client::describe_policies)
        .match_requests(|it| it.policy_names() == ["Up"] && it.auto_scaling_group_name().is_none())
        .then_output(|| {
            let list = DescribePoliciesOutput::builder();
            list.scaling_policies(policy("a", "Up", "SimpleScaling"))
                .scaling_policies(policy("b", "Up", "SimpleScaling"))
                .build()
        });
    let aws = canned::aws(|clients| clients.answer::<AutoScaling>(RuleMode::MatchAny, &[&policies]));
    let reference = |group: &str| Reference::new(PolicySource::KIND, "Up").within(group);
    let asks = ["a", "b", "c"].map(|group| Ask { reference: reference(group), aspects: Aspects::NONE });
    let answers = PolicySource::describe(&aws, &asks).await;
    let arn = |at: usize| {
        answers.0[&asks[at].reference]
            .as_ref()
            .unwrap()
            .as_ref()
            .and_then(|it| PolicySource::attribute(it, "arn"))
    };
    assert_eq!((arn(0), arn(1), arn(2)), (Some("arn:a:Up".into()), Some("arn:b:Up".into()), None));
    assert_eq!(policies.num_calls(), 1);
    let anywhere = [Ask { reference: Reference::new(PolicySource::KIND, "Up"), aspects: Aspects::NONE }];
    let answers = PolicySource::describe(&aws, &anywhere).await;
    assert_eq!(answers.0[&anywhere[0].reference].as_ref().unwrap_err().fault, Fault::Ambiguous);
}

#[tokio::test]
async fn a_launch_configuration_of_that_hash_is_as_good_as_made_and_a_used_one_stays() {
    let exists = mock!(Client::create_launch_configuration).then_error(|| {
        CreateLaunchConfigurationError::generic(ErrorMetadata::builder().code("AlreadyExists").build())
    });
    let in_use = mock!(Client::delete_launch_configuration).then_error(|| {
        DeleteLaunchConfigurationError::generic(ErrorMetadata::builder().code("ResourceInUse").build())
    });
    let aws = canned::aws(|clients| clients.answer::<AutoScaling>(RuleMode::MatchAny, &[&exists, &in_use]));
    let create =
        Step::CreateLaunchConfiguration { name: "web-1".into(), content: Box::new(Content::default()) };
    let refused = Group::apply(&aws, &create).await.unwrap_err();
    assert!(Group::is_made_already(&create, &refused));
    let remove = Step::RemoveLaunchConfiguration { name: "web-0".to_owned() };
    assert!(!Group::is_made_already(&remove, &refused));
    assert_eq!(Group::apply(&aws, &remove).await, Ok(()));
}

fn launch_configuration(name: &str, made: i64) -> LaunchConfiguration {
    LaunchConfiguration::builder()
        .launch_configuration_name(name)
        .created_time(DateTime::from_secs(made))
        .image_id("ami-1")
        .instance_type("t3.small")
        .build()
}

#[tokio::test]
async fn a_rotation_removes_leftovers_of_an_earlier_one_but_not_newer_used_or_renamed_ones() {
    let name = |prefix: &str, digit: &str| format!("{prefix}-{}", digit.repeat(32));
    let former = name("web", "2");
    let first = mock!(Client::describe_launch_configurations)
        .match_requests(|it| it.next_token().is_none() && it.launch_configuration_names().is_empty())
        .then_output(move || {
            let found = [("web", "1", 10), ("web", "2", 20), ("web", "3", 30), ("web-other", "1", 10)];
            let found = found.map(|(prefix, digit, made)| launch_configuration(&name(prefix, digit), made));
            let page = DescribeLaunchConfigurationsOutput::builder();
            page.set_launch_configurations(Some(found.into())).next_token("more").build()
        });
    let second = mock!(Client::describe_launch_configurations)
        .match_requests(|it| it.next_token() == Some("more"))
        .then_output(move || {
            let found = [name("web", "4"), "web-by-hand".to_owned()];
            let found = found.map(|name| launch_configuration(&name, 5));
            DescribeLaunchConfigurationsOutput::builder()
                .set_launch_configurations(Some(found.into()))
                .build()
        });
    let delete = |digit: &'static str, is_used: bool| {
        let rule = mock!(Client::delete_launch_configuration)
            .match_requests(move |it| it.launch_configuration_name() == Some(&name("web", digit)));
        if is_used {
            let used = || ErrorMetadata::builder().code("ResourceInUse").build();
            rule.then_error(move || DeleteLaunchConfigurationError::generic(used()))
        } else {
            rule.then_output(|| DeleteLaunchConfigurationOutput::builder().build())
        }
    };
    let deletions = [delete("1", true), delete("2", false), delete("4", false)];
    let rules = [&first, &second, &deletions[0], &deletions[1], &deletions[2]];
    let aws = canned::aws(|clients| clients.answer::<AutoScaling>(RuleMode::MatchAny, &rules));
    let step = Step::RemoveFormer { prefix: "web".to_owned(), name: former };
    assert_eq!(Group::apply(&aws, &step).await, Ok(()));
    assert_eq!(rules.map(Rule::num_calls), [1; 5]);
}

#[tokio::test]
async fn only_processes_that_aws_suspended_are_ignored() {
    let reasons = [
        ("User suspended at 2026-01-01T00:00:00Z", false),
        ("Suspended by user", false),
        ("", false),
        ("Administrative suspension of Launch", true),
        ("Administratively suspended after 200 failed launches", true),
    ];
    for (reason, by_aws) in reasons {
        let rule = mock!(Client::describe_auto_scaling_groups).then_output(move || {
            let process =
                SuspendedProcess::builder().process_name("Launch").suspension_reason(reason).build();
            let group =
                AutoScalingGroup::builder().auto_scaling_group_name("web").suspended_processes(process);
            DescribeAutoScalingGroupsOutput::builder().auto_scaling_groups(group.build()).build()
        });
        let aws = canned::aws(|clients| clients.answer::<AutoScaling>(RuleMode::MatchAny, &[&rule]));
        let ask = ask("web", Aspects::NONE);
        let mut answers = Group::describe(&aws, std::slice::from_ref(&ask)).await;
        let live = answers.0.swap_remove(&ask.reference).unwrap().unwrap().unwrap();
        assert_eq!(live.suspended_by_aws.contains("Launch"), by_aws, "{reason}");
        assert_eq!(live.suspended.contains("Launch"), !by_aws, "{reason}");
    }
}

#[tokio::test(start_paused = true)]
async fn the_group_is_gone_before_its_launch_configuration_is_deleted() {
    let going = mock!(Client::describe_auto_scaling_groups)
        .sequence()
        .output(|| page("web", None))
        .times(3)
        .output(|| DescribeAutoScalingGroupsOutput::builder().build())
        .build();
    let aws = canned::aws(|clients| clients.answer::<AutoScaling>(RuleMode::Sequential, &[&going]));
    let wait = Step::AwaitDeletion { group: "web".to_owned() };
    assert_eq!(Group::apply(&aws, &wait).await, Ok(()));
    assert_eq!(going.num_calls(), 4);
}

#[tokio::test(start_paused = true)]
async fn a_group_that_stays_or_cannot_be_read_keeps_its_launch_configuration() {
    let wait = Step::AwaitDeletion { group: "web".to_owned() };
    let stays = mock!(Client::describe_auto_scaling_groups).then_output(|| page("web", None));
    let aws = canned::aws(|clients| clients.answer::<AutoScaling>(RuleMode::MatchAny, &[&stays]));
    let error = Group::apply(&aws, &wait).await.unwrap_err();
    assert_eq!(error.fault, Fault::Other, "half an hour is enough: the driver does not begin again");
    let denied = mock!(Client::describe_auto_scaling_groups).then_error(|| {
        DescribeAutoScalingGroupsError::generic(ErrorMetadata::builder().code("AccessDenied").build())
    });
    let aws = canned::aws(|clients| clients.answer::<AutoScaling>(RuleMode::MatchAny, &[&denied]));
    assert_eq!(Group::apply(&aws, &wait).await.unwrap_err().fault, Fault::Denied);
}
