//! More that goes wrong around a registration: things that are gone, ends that nobody watches for, clocks, locks, signals.

use std::time::Duration;

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

use super::Host;
use super::host::{CLUSTER, comment};
use crate::local_aws::Fault;

const TARGET: &str = "meta-data/autoscaling/target-lifecycle-state";
const SPOT: &str = "meta-data/spot/instance-action";
const REGISTERS: &str = "RegisterInstancesWithLoadBalancer";
const DEREGISTERS: &str = "DeregisterInstancesFromLoadBalancer";
const COMPLETES: &str = "CompleteLifecycleAction";
const AFTER_RUN: &str = "registration: {after: run}\n";

async fn until(what: &str, holds: impl Fn() -> bool) {
    for _ in 0..1200 {
        if holds() {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("never: {what}");
}

async fn end_of(child: std::process::Child) -> (Option<i32>, String) {
    let ended = tokio::task::spawn_blocking(move || child.wait_with_output()).await.expect("no panic");
    let ended = ended.expect("it ends");
    let said = [ended.stdout, ended.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    (ended.status.code(), said.concat())
}

fn signal(child: &std::process::Child, signal: Signal) {
    kill(Pid::from_raw(i32::try_from(child.id()).expect("a process")), signal).expect("it runs");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_two_target_groups_the_one_that_is_gone_keeps_nobody_from_leaving_the_other() {
    let both = format!("registration: {{after: run, target_groups: [{CLUSTER}, gone]}}\n");
    let host = Host::new(&both).await.with_target_group().await;
    let states = host.fail("state.sls elb.register").await;
    assert!(comment(&states).contains("gone"), "{}", comment(&states));
    let region = "aws_profile: {region: us-east-1}\n";
    let one = format!("{region}registration: {{after: run, target_groups: [{CLUSTER}]}}\n");
    host.write("pillar/all.sls", &one);
    host.succeed("state.sls elb.register").await;
    host.write("pillar/all.sls", &format!("{region}{both}"));
    host.succeed("state.sls elb.deregister").await;
    assert_eq!(host.changed(), ["DeregisterTargets"]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_balancer_that_is_gone_is_left_already() {
    let host = Host::new(AFTER_RUN).await;
    host.succeed("state.sls elb.deregister").await;
    assert_eq!(host.changed(), Vec::<String>::new());
    let states = host.fail("state.sls elb.register").await;
    assert!(comment(&states).contains(CLUSTER), "{}", comment(&states));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_hook_that_waits_is_completed_and_one_whose_action_is_over_is_no_failure() {
    let hooks = [("first", "LAUNCHING"), ("second", "LAUNCHING")];
    let host =
        Host::in_group("registration: {after: run, lifecycle: True}\n", &hooks).await.with_balancer().await;
    host.succeed("state.sls elb.register").await;
    let changed = host.changed();
    assert_eq!(changed.iter().filter(|call| *call == COMPLETES).count(), 2, "{changed:?}");
    host.succeed("state.sls elb.register").await;
    assert_eq!(host.changed(), Vec::<String>::new());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_announced_end_keeps_the_instance_out_although_nobody_watches() {
    let host = Host::new("registration: {after: anything}\n").await.with_balancer().await;
    host.metadata.put(SPOT, r#"{"action": "terminate", "time": "2026-01-01T00:02:00Z"}"#);
    for words in ["state.sls elb.register", "elb.register"] {
        let printed = host.run(words).await;
        assert_eq!(printed.code, Some(1), "{words}: {}", printed.stdout);
        assert!(printed.stdout.contains("EC2 takes it away (terminate)"), "{words}: {}", printed.stdout);
        assert_eq!(host.changed(), Vec::<String>::new(), "{words}");
    }
    host.metadata.remove(SPOT);
    for target in ["Terminated", "Detached", "Warmed:Hibernated"] {
        host.metadata.put(TARGET, target);
        let states = host.succeed("state.sls elb.register").await;
        assert!(
            comment(&states).contains(&format!("its group wants it to be {target}")),
            "{}",
            comment(&states)
        );
        assert_eq!(host.changed(), Vec::<String>::new(), "{target}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_end_that_is_announced_while_the_gate_is_closed_comes_first() {
    let gate = "{command: 'touch asked; test -e ready', deadline: 60, interval: 0.1}";
    let host =
        Host::new(&format!("registration: {{after: run, gate: {gate}}}\n")).await.with_balancer().await;
    let child = host.start("elb.register");
    until("the gate is tried", || host.path("asked").exists()).await;
    host.metadata.put(SPOT, "{");
    let watch = host.start("instance watch interval=0.1");
    until("the end is noted", || host.path("cache/leaving.json").exists()).await;
    host.write("ready", "");
    let (code, said) = end_of(child).await;
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("this instance leaves service"), "{said}");
    assert!(!host.changed().contains(&REGISTERS.to_owned()), "{:?}", host.changed());
    signal(&watch, Signal::SIGINT);
    let (_, said) = end_of(watch).await;
    assert!(said.contains("EC2 takes it away"), "{said}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_long_highstate_does_not_keep_an_instance_from_leaving() {
    let host = Host::new(AFTER_RUN).await.with_balancer().await;
    host.succeed("state.sls elb.register").await;
    let [began, go] = ["began", "go"].map(|name| host.path(name).display().to_string());
    let waits = format!("touch {began}; for i in $(seq 600); do test -e {go} && break; sleep 0.1; done");
    host.write("states/app.sls", &format!("app:\n  cmd.run:\n    - name: {waits}\n"));
    let highstate = host.start("state.highstate");
    until("the highstate runs", || host.path("began").exists()).await;
    host.metadata.put(SPOT, "{");
    let watch = host.start("instance watch interval=0.1");
    until("it leaves meanwhile", || host.changed().contains(&DEREGISTERS.to_owned())).await;
    host.write("go", "");
    assert_eq!(end_of(highstate).await.0, Some(0));
    signal(&watch, Signal::SIGINT);
    assert_eq!(end_of(watch).await.0, Some(0));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_clock_that_jumps_back_makes_no_old_fact_last() {
    let host = Host::new("").await.with_balancer().await;
    host.succeed("state.highstate").await;
    // All that this instance has noted is of tomorrow.
    for name in ["ec2.json", "highstate.json"] {
        let file =
            std::fs::File::options().write(true).open(host.path(&format!("cache/{name}"))).expect("a file");
        let noted = file.metadata().expect("facts").modified().expect("a time");
        file.set_modified(noted + Duration::from_secs(86_400)).expect("the owner");
    }
    let seen = host.metadata.asked().len();
    host.succeed("state.sls elb.register").await;
    assert!(host.metadata.asked().len() > seen + 2, "the metadata are read anew");
    assert_eq!(host.changed(), [REGISTERS]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_lock_that_is_a_directory_is_named_and_nothing_is_called() {
    let host = Host::new(AFTER_RUN).await.with_balancer().await;
    // A run that registers takes the lock, and one that deregisters does not wait for it.
    host.succeed("state.sls elb.register").await;
    host.succeed("state.sls elb.deregister").await;
    let lock = host.path("cache/run/lock");
    std::fs::remove_file(&lock).expect("a lock");
    std::fs::create_dir(&lock).expect("a directory");
    let printed = host.run("state.sls elb.register").await;
    assert_eq!(printed.code, Some(1), "{}", printed.stdout);
    assert!(printed.stderr.contains("run/lock"), "{}", printed.stderr);
    assert_eq!(host.called(), Vec::<String>::new());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_registration_that_waits_ends_when_it_is_asked_to_and_the_next_one_finds_it_done() {
    let host =
        Host::new("registration: {after: run, wait: InService, deadline: 600}\n").await.with_balancer().await;
    let child = host.start("state.sls elb.register");
    until("it is registered", || host.changed().contains(&REGISTERS.to_owned())).await;
    signal(&child, Signal::SIGTERM);
    let (code, said) = end_of(child).await;
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("interrupted"), "{said}");
    let printed = host.run("elb.register wait=False").await;
    assert_eq!((printed.code, host.changed()), (Some(0), vec![]), "{}", printed.stdout);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_watch_that_cannot_leave_ends_when_it_is_interrupted_between_two_attempts() {
    let host = Host::new(AFTER_RUN).await.with_balancer().await;
    host.succeed("state.sls elb.register").await;
    let child = host.start("instance watch interval=0.1 patience=3600");
    host.proxy.set(Fault::Deny(DEREGISTERS.to_owned()));
    host.metadata.put(SPOT, "{");
    let attempts = || host.changed().iter().filter(|call| *call == DEREGISTERS).count();
    until("it has tried twice", || attempts() > 1).await;
    signal(&child, Signal::SIGINT);
    let (code, said) = end_of(child).await;
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("could not leave service properly"), "{said}");
}
