use std::sync::atomic::{AtomicUsize, Ordering};

use aws_sdk_autoscaling::Client;
use aws_sdk_autoscaling::operation::describe_instance_refreshes::DescribeInstanceRefreshesOutput;
use aws_sdk_autoscaling::operation::start_instance_refresh::{
    StartInstanceRefreshError, StartInstanceRefreshOutput,
};
use aws_sdk_autoscaling::types::{InstanceRefresh, InstanceRefreshStatus};
use aws_smithy_mocks::{RuleMode, mock};
use aws_smithy_types::error::ErrorMetadata;

use super::*;
use crate::AutoScaling;

fn instance(id: &str, name: &str, version: &str) -> Instance {
    let source = Source {
        name: Some(name.to_owned()),
        id: Some("lt-1".to_owned()),
        version: Some(version.to_owned()),
        ..Source::default()
    };
    Instance { id: id.to_owned(), state: "InService".to_owned(), protected: false, source }
}

fn with(preferences: Json) -> Refresh {
    Refresh { preferences, timeout: 1 }
}

#[test]
fn instances_of_another_version_are_outdated() {
    let refresh = with(json!({}));
    let all = [instance("i-1", "web", "1"), instance("i-2", "web", "2")];
    let ids = |target: &Target, changes| {
        refresh.outdated(&all, target, changes).iter().map(|it| it.id.clone()).collect::<Vec<_>>()
    };
    let target = |name: &str, version: Option<&str>| {
        Target::Templates(vec![(name.to_owned(), version.map(Ident::from))])
    };
    assert_eq!(ids(&target("web", Some("2")), false), ["i-1"]);
    assert_eq!(ids(&target("lt-1", Some("2")), false), ["i-1"]);
    assert_eq!(ids(&target("web", None), false), Vec::<String>::new());
    assert_eq!(ids(&target("other", None), false), ["i-1", "i-2"]);
    assert_eq!(ids(&target("web", Some("2")), true), ["i-1", "i-2"], "what is launched changes now");
    let unknown = model::Reference::new("ec2.launch_template", "web");
    let promised = Target::Templates(vec![("web".to_owned(), Some(Ident::AfterApply(unknown)))]);
    assert_eq!(ids(&promised, false), ["i-1", "i-2"]);
}

#[test]
fn instances_that_a_refresh_leaves_do_not_start_one() {
    let target = Target::Configuration("web".into());
    let mut protected = instance("i-1", "web", "1");
    protected.protected = true;
    let mut standby = instance("i-2", "web", "1");
    standby.state = "Standby".to_owned();
    let mut leaving = instance("i-3", "web", "1");
    leaving.state = "Terminating:Wait".to_owned();
    let all = [protected, standby, leaving];
    let count = |preferences| with(preferences).outdated(&all, &target, false).len();
    assert_eq!(count(json!({})), 1);
    assert_eq!(count(json!({"ScaleInProtectedInstances": "Ignore"})), 0);
    assert_eq!(count(json!({"StandbyInstances": "Terminate"})), 2);
}

fn refresh_in(status: InstanceRefreshStatus) -> DescribeInstanceRefreshesOutput {
    let refresh =
        InstanceRefresh::builder().instance_refresh_id("r-1").status(status).percentage_complete(40);
    let refresh = refresh.status_reason("Alarm(s) web-5xx went into ALARM state.").build();
    DescribeInstanceRefreshesOutput::builder().instance_refreshes(refresh).build()
}

#[tokio::test(start_paused = true)]
async fn a_failed_refresh_fails_with_its_reason() {
    let start = mock!(Client::start_instance_refresh)
        .match_requests(|it| {
            let alarms =
                it.preferences().and_then(|it| it.alarm_specification()).map(|it| it.alarms().to_vec());
            alarms == Some(vec!["web-5xx".to_owned()])
        })
        .then_output(|| StartInstanceRefreshOutput::builder().instance_refresh_id("r-1").build());
    let looks = AtomicUsize::new(0);
    let describe = mock!(Client::describe_instance_refreshes)
        .match_requests(|it| it.instance_refresh_ids() == ["r-1"])
        .then_compute_output(move |_| {
            let is_first = looks.fetch_add(1, Ordering::Relaxed) == 0;
            refresh_in(if is_first {
                InstanceRefreshStatus::InProgress
            } else {
                InstanceRefreshStatus::Failed
            })
        });
    let aws = canned::aws(|clients| clients.answer::<AutoScaling>(RuleMode::MatchAny, &[&start, &describe]));
    let refresh = with(json!({"AlarmSpecification": {"Alarms": ["web-5xx"]}}));
    let error = api::run(&aws, "web", &Refresh { timeout: 60, ..refresh }).await.unwrap_err();
    assert_eq!(
        error.message,
        "the instance refresh failed: Alarm(s) web-5xx went into ALARM state. (40 % done)"
    );
}

#[tokio::test(start_paused = true)]
async fn the_state_waits_for_a_running_one_and_gives_its_deadline() {
    let start = mock!(Client::start_instance_refresh).then_error(|| {
        StartInstanceRefreshError::generic(ErrorMetadata::builder().code("InstanceRefreshInProgress").build())
    });
    let describe = mock!(Client::describe_instance_refreshes)
        .then_output(|| refresh_in(InstanceRefreshStatus::InProgress));
    let aws = canned::aws(|clients| clients.answer::<AutoScaling>(RuleMode::MatchAny, &[&start, &describe]));
    let error = api::run(&aws, "web", &Refresh { timeout: 60, ..with(json!({})) }).await.unwrap_err();
    assert!(error.message.contains("still in progress after 60 s, 40 % done"), "{error:?}");
    assert_eq!(start.num_calls(), 1);
    assert_eq!(api::active(&aws, &["web"]).await.unwrap()["web"], "r-1");
}
