//! AWS and the metadata service have a bad minute while an instance leaves, or while its group waits for it.

use std::time::Duration;

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

use super::Host;
use super::host::{CLUSTER, comment};
use crate::local_aws::{Fault, Mood};

const ENTERS: (&str, &str) = ("enters", "LAUNCHING");
const LEAVES: (&str, &str) = ("leaves", "TERMINATING");
const TARGET: &str = "meta-data/autoscaling/target-lifecycle-state";
const SPOT: &str = "meta-data/spot/instance-action";
const REGISTERS: &str = "RegisterInstancesWithLoadBalancer";
const DEREGISTERS: &str = "DeregisterInstancesFromLoadBalancer";
const COMPLETES: &str = "CompleteLifecycleAction";
const AFTER_RUN: &str = "registration: {after: run}\n";

async fn until(holds: impl Fn() -> bool) {
    for _ in 0..1200 {
        if holds() {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("it never came");
}

async fn end_in_group(host: &Host) {
    let form =
        "Version=2011-01-01&Action=TerminateInstanceInAutoScalingGroup&ShouldDecrementDesiredCapacity=true";
    host.moto.ask("autoscaling", &format!("{form}&InstanceId={}", host.id())).await;
}

async fn is_registered(host: &Host) -> bool {
    let form =
        format!("Action=DescribeLoadBalancers&Version=2012-06-01&LoadBalancerNames.member.1={CLUSTER}");
    host.moto.ask("elasticloadbalancing", &form).await.contains(host.id())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_watch_tries_again_until_it_has_left_and_needs_no_metadata_for_that() {
    let host = Host::new(AFTER_RUN).await.with_balancer().await;
    host.succeed("state.sls elb.register").await;
    let child = host.start("instance watch interval=0.1");
    host.proxy.set(Fault::Deny(DEREGISTERS.to_owned()));
    host.metadata.put(SPOT, "{");
    until(|| host.changed().contains(&DEREGISTERS.to_owned())).await;
    // From here on neither AWS nor the metadata say who this is.
    host.metadata.be(Mood::OnlyTokens(500));
    std::fs::remove_file(host.path("cache/ec2.json")).expect("a cache");
    assert!(is_registered(&host).await);
    host.proxy.set(Fault::None);
    while is_registered(&host).await {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    // It looks at the metadata again once it has left.
    host.metadata.be(Mood::Well);
    let seen = host.metadata.asked().len();
    until(|| host.metadata.asked().len() > seen).await;
    kill(Pid::from_raw(i32::try_from(child.id()).expect("a process")), Signal::SIGINT).expect("it runs");
    let ended = tokio::task::spawn_blocking(move || child.wait_with_output()).await.expect("no panic");
    let ended = ended.expect("it ends");
    let said = String::from_utf8_lossy(&ended.stdout).into_owned();
    assert!(said.contains("left service: EC2 takes it away"), "{said}");
    assert_eq!(ended.status.code(), Some(0), "{said}");
    assert!(!is_registered(&host).await);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_balancer_that_fails_keeps_the_instance_from_leaving_no_other_and_all_are_reported() {
    let pillar =
        format!("registration: {{after: run, balancers: [{CLUSTER}], target_groups: [{CLUSTER}]}}\n");
    let host = Host::new(&pillar).await.with_balancer().await.with_target_group().await;
    host.succeed("state.sls elb.register").await;
    let printed = host.run_with(Fault::Deny(DEREGISTERS.to_owned()), "elb.deregister").await;
    assert_eq!(printed.code, Some(1), "{}", printed.stdout);
    assert_eq!(host.changed(), [DEREGISTERS, "DeregisterTargets"]);
    for said in ["You are not authorized", "was updated"] {
        assert!(printed.stdout.contains(said), "{said}: {}", printed.stdout);
    }
    host.succeed("state.sls elb.register").await;
    let printed = host.run_with(Fault::Deny(DEREGISTERS.to_owned()), "state.sls elb.deregister").await;
    assert_eq!(
        (printed.code, host.changed()),
        (Some(1), vec![DEREGISTERS.to_owned(), "DeregisterTargets".to_owned()])
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_group_that_is_behind_its_own_metadata_is_waited_for() {
    let host = Host::in_group(AFTER_RUN, &[LEAVES]).await.with_balancer().await;
    host.succeed("state.sls elb.register").await;
    end_in_group(&host).await;
    host.metadata.put(TARGET, "Terminated");
    host.proxy.reword("<LifecycleState>Terminating:Wait", "<LifecycleState>InService");
    let child = host.start("instance watch interval=0.1");
    until(|| host.changed().contains(&DEREGISTERS.to_owned())).await;
    // Longer than the fifteen seconds after which the action was never completed.
    tokio::time::sleep(Duration::from_secs(17)).await;
    assert_eq!(host.lifecycle().await, "Terminating:Wait");
    host.proxy.repeat();
    let ended = tokio::task::spawn_blocking(move || child.wait_with_output()).await.expect("no panic");
    assert_eq!(ended.expect("it ends").status.code(), Some(0));
    assert!(host.changed().contains(&COMPLETES.to_owned()));
    assert_eq!(host.lifecycle().await, "", "the group has gone on");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_group_that_never_lets_go_is_an_error_and_no_success() {
    let host = Host::in_group(AFTER_RUN, &[LEAVES]).await.with_balancer().await;
    end_in_group(&host).await;
    host.metadata.put(TARGET, "Terminated");
    host.proxy.reword("<LifecycleState>Terminating:Wait", "<LifecycleState>InService");
    let printed = host.run("instance watch patience=2").await;
    assert_eq!(printed.code, Some(1), "{}", printed.stderr);
    assert!(printed.stderr.contains("its group still says that it is InService"), "{}", printed.stderr);
    assert!(printed.stdout.contains("could not leave service properly"), "{}", printed.stdout);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_group_does_not_go_on_with_an_instance_that_would_not_be_registered() {
    let gated = "registration: {after: run, lifecycle: True, gate: {command: test -e ready, deadline: 0.3, interval: 0.1}}\n";
    let after_highstate = "registration: {lifecycle: True}\n";
    for pillar in [gated, after_highstate] {
        for target in ["InService", "Warmed:Stopped"] {
            let host = Host::in_group(pillar, &[ENTERS]).await.with_balancer().await;
            let form = format!(
                "Action={REGISTERS}&Version=2012-06-01&LoadBalancerName={CLUSTER}&Instances.member.1.InstanceId={}",
                host.id()
            );
            host.moto.call("elasticloadbalancing", &form).await;
            host.metadata.put(TARGET, target);
            host.write("states/app.sls", "app: test.fail_without_changes\n");
            let states = host.fail("state.sls elb.register").await;
            assert_eq!(host.changed(), Vec::<String>::new(), "{pillar}{target}: {}", comment(&states));
            host.fail("state.highstate").await;
            host.fail("state.sls elb.register").await;
            assert_eq!(host.lifecycle().await, "Pending:Wait", "{pillar}{target}");
            host.write("states/app.sls", "app: test.succeed_without_changes\n");
            host.write("ready", "");
            host.succeed("state.highstate").await;
            host.succeed("state.sls elb.register").await;
            assert_eq!(host.changed(), [COMPLETES], "{pillar}{target}");
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_announced_end_is_overridden_by_nothing() {
    let host = Host::new("registration: {after: anything}\n").await.with_balancer().await;
    host.metadata.put(SPOT, "{");
    host.run("instance watch once=True").await.code.expect("an end");
    let states = host.fail("state.sls elb.register").await;
    assert!(comment(&states).contains("this instance leaves service"), "{}", comment(&states));
    assert_eq!(host.changed(), Vec::<String>::new());
}
