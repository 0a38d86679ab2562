//! What an instance and its group tell each other when it comes and when it goes.

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use serde_json::{Value, json};

use super::Host;
use super::host::{CLUSTER, ID, comment};
use crate::support::Printed;

const ENTERS: (&str, &str) = ("enters", "LAUNCHING");
const LEAVES: (&str, &str) = ("leaves", "TERMINATING");
const AT_ONCE: &str = "registration: {after: anything}\n";

fn told(printed: &Printed) -> String {
    assert_eq!(printed.code, Some(0), "{}\n{}", printed.stdout, printed.stderr);
    let json: Value = serde_json::from_str(&printed.stdout).expect("JSON");
    json["local"].as_str().map_or_else(|| json["local"].to_string(), str::to_owned)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_group_hears_that_an_instance_is_in_service_only_after_it_is() {
    let pillar = "registration: {after: run, lifecycle: True, gate: {command: test -e ready, deadline: 0.3, interval: 0.1}}\n";
    let host = Host::in_group(pillar, &[ENTERS]).await.with_balancer().await;
    assert_eq!(host.lifecycle().await, "Pending:Wait");
    host.fail("state.sls elb.register").await;
    assert_eq!((host.lifecycle().await, host.changed()), ("Pending:Wait".to_owned(), vec![]));
    host.write("ready", "");
    let done = host.succeed("state.sls elb.register").await;
    assert_eq!(host.changed(), ["RegisterInstancesWithLoadBalancer", "CompleteLifecycleAction"]);
    assert_eq!(host.lifecycle().await, "InService");
    assert!(comment(&done).contains("lifecycle_state"), "{}", comment(&done));
    host.succeed("state.sls elb.register").await;
    assert_eq!(host.changed(), Vec::<String>::new());
    assert!(!host.called().contains(&"DescribeLifecycleHooks".to_owned()), "{:?}", host.called());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_instance_that_failed_is_abandoned_while_it_is_waited_for_and_unhealthy_later() {
    let host = Host::in_group("", &[ENTERS]).await;
    let abandoned = told(&host.run("instance fail").await);
    assert!(abandoned.contains("has failed: it abandons the launch"), "{abandoned}");
    assert_eq!(host.changed(), ["CompleteLifecycleAction"]);
    let again = told(&host.run("instance fail").await);
    assert!(again.contains("already") && host.changed().is_empty(), "{again}");

    let host = Host::in_group("", &[]).await;
    let unhealthy = told(&host.run("instance fail").await);
    assert!(unhealthy.contains("is unhealthy: it replaces the instance"), "{unhealthy}");
    assert_eq!(host.changed(), ["SetInstanceHealth"]);
    let ready = told(&host.run("instance ready").await);
    assert!(ready.contains("nothing waits for it") && host.changed().is_empty(), "{ready}");

    let alone = Host::new("").await;
    let nobody = told(&alone.run("instance fail").await);
    assert!(nobody.contains("there is nothing to report to") && alone.changed().is_empty(), "{nobody}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ready_completes_what_the_group_waits_for() {
    let host = Host::in_group("", &[ENTERS, LEAVES]).await;
    let ready = told(&host.run("instance ready").await);
    assert!(ready.contains("is ready"), "{ready}");
    assert_eq!(
        (host.changed(), host.lifecycle().await),
        (vec!["CompleteLifecycleAction".to_owned()], "InService".to_owned())
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_instance_that_is_taken_away_leaves_and_is_not_put_back() {
    let host = Host::new(AT_ONCE).await.with_balancer().await;
    host.succeed("state.sls elb.register").await;
    let quiet = told(&host.run("instance watch once=True").await);
    assert_eq!((quiet.as_str(), host.changed()), ("[]", vec![]));
    host.metadata
        .put("meta-data/spot/instance-action", r#"{"action": "terminate", "time": "2026-01-01T12:02:00Z"}"#);
    let left = told(&host.run("instance watch once=True").await);
    assert_eq!(
        left,
        json!([format!("{ID} left service: EC2 takes it away (terminate) at 2026-01-01T12:02:00Z")])
            .to_string()
    );
    assert_eq!(host.changed(), ["DeregisterInstancesFromLoadBalancer"]);

    host.write("pillar/all.sls", "aws_profile: {region: us-east-1}\nregistration: {after: run}\n");
    let states = host.fail("state.sls elb.register").await;
    assert!(
        comment(&states).contains("this instance leaves service, because EC2 takes it away"),
        "{}",
        comment(&states)
    );
    assert_eq!(host.changed(), Vec::<String>::new());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn before_its_group_ends_it_an_instance_drains_and_says_so() {
    let host = Host::in_group(AT_ONCE, &[LEAVES]).await.with_balancer().await;
    host.succeed("state.sls elb.register").await;
    let id = host.id();
    let form = format!(
        "Version=2011-01-01&Action=TerminateInstanceInAutoScalingGroup&InstanceId={id}&ShouldDecrementDesiredCapacity=true"
    );
    host.moto.ask("autoscaling", &form).await;
    assert_eq!(host.lifecycle().await, "Terminating:Wait");
    host.metadata.put("meta-data/autoscaling/target-lifecycle-state", "Terminated");
    let left = told(&host.run("instance watch").await);
    assert!(left.contains("left service: its group wants it to be Terminated"), "{left}");
    let changed = host.changed();
    assert!(changed.contains(&"RecordLifecycleActionHeartbeat".to_owned()), "{changed:?}");
    let order: Vec<&String> =
        changed.iter().filter(|name| *name != "RecordLifecycleActionHeartbeat").collect();
    assert_eq!(order, ["DeregisterInstancesFromLoadBalancer", "CompleteLifecycleAction"]);
    assert_eq!(host.lifecycle().await, "", "the group has gone on");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_cannot_leave_in_good_order_is_told_and_its_group_goes_on() {
    let host = Host::in_group(AT_ONCE, &[LEAVES]).await.with_balancer().await;
    host.write("states/elb/deregister.sls", "stuck: test.fail_without_changes\n");
    let id = host.id();
    let form = format!(
        "Version=2011-01-01&Action=TerminateInstanceInAutoScalingGroup&InstanceId={id}&ShouldDecrementDesiredCapacity=true"
    );
    host.moto.ask("autoscaling", &form).await;
    host.metadata.put("meta-data/autoscaling/target-lifecycle-state", "Terminated");
    let printed = host.run("instance watch patience=1").await;
    assert_eq!(printed.code, Some(1), "{}", printed.stderr);
    assert!(printed.stdout.contains("could not leave service properly"), "{}", printed.stdout);
    assert!(printed.stderr.contains("'elb.deregister' did not take"), "{}", printed.stderr);
    assert_eq!(host.lifecycle().await, "", "the group has gone on");
}

/// Runs the watch, sends it this once it looks at the metadata, and gives how it ended.
async fn signalled(host: &Host, signal: Signal) -> (Option<i32>, String) {
    let before = host.metadata.asked().len();
    let child = host.start("instance watch interval=0.1");
    // It has its signals before it looks; a hundred seconds are more than any start takes.
    let mut looks = 0;
    while host.metadata.asked().len() < before + 4 {
        assert!(looks < 1000, "it never looked at the metadata");
        looks += 1;
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    }
    kill(Pid::from_raw(i32::try_from(child.id()).expect("a process")), signal).expect("it runs");
    let ended = tokio::task::spawn_blocking(move || child.wait_with_output()).await.expect("no panic");
    let ended = ended.expect("it ends");
    (ended.status.code(), String::from_utf8_lossy(&ended.stdout).into_owned())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_watch_that_is_ended_drains_and_one_that_is_interrupted_does_not() {
    let host = Host::new(AT_ONCE).await.with_balancer().await;
    host.succeed("state.sls elb.register").await;
    let (code, said) = signalled(&host, Signal::SIGINT).await;
    assert_eq!((code, host.changed()), (Some(0), vec![]), "{said}");
    let (code, said) = signalled(&host, Signal::SIGTERM).await;
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("left service: this program was asked to end"), "{said}");
    assert_eq!(host.changed(), ["DeregisterInstancesFromLoadBalancer"]);
    let health = host.run(&format!("boto_elb.get_instance_health {CLUSTER} region=us-east-1")).await;
    assert!(!health.stdout.contains(ID), "{}", health.stdout);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn off_ec2_there_is_no_instance_to_act_for() {
    let place = crate::support::Place::new();
    let printed = place.run("-c orchestration instance fail");
    assert_eq!(printed.code, Some(1));
    assert!(printed.stderr.contains("this is not an EC2 instance"), "{}", printed.stderr);
    for (words, told) in
        [("interval=0", "above 0"), ("interval=soon", "above 0"), ("once=perhaps", "not 'perhaps'")]
    {
        let printed = place.run(&format!("-c orchestration instance watch {words}"));
        assert!(printed.code == Some(64) && printed.stderr.contains(told), "{words}: {}", printed.stderr);
    }
    let printed = place.run("-c orchestration instance wtach");
    assert!(printed.stderr.contains("a similar subcommand exists: 'watch'"), "{}", printed.stderr);
}
