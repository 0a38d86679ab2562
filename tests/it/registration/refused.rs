//! What keeps an instance out of service.

use super::Host;
use super::host::comment;

const FAILING: &str = "app: test.fail_without_changes\n";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn without_a_successful_highstate_nothing_is_registered() {
    let host = Host::new("").await.with_balancer().await;
    let states = host.fail("state.sls elb.register").await;
    assert!(comment(&states).contains("no highstate has run on this machine yet"), "{}", comment(&states));
    assert_eq!(host.changed(), Vec::<String>::new());

    host.write("states/app.sls", FAILING);
    host.fail("state.highstate").await;
    let states = host.fail("state.sls elb.register").await;
    assert!(comment(&states).contains("the first failed state: test: app"), "{}", comment(&states));
    assert_eq!(host.changed(), Vec::<String>::new());

    host.write("states/app.sls", "app: [[[\n");
    assert_eq!(host.run("state.highstate").await.code, Some(1));
    let states = host.fail("state.sls elb.register").await;
    assert!(comment(&states).contains("failed: correct it"), "{}", comment(&states));

    host.write("states/app.sls", "app: test.succeed_without_changes\n");
    host.succeed("state.highstate test=True").await;
    host.fail("state.sls elb.register").await;
    assert_eq!(host.changed(), Vec::<String>::new(), "a test run proves nothing");
    host.succeed("state.highstate").await;
    host.succeed("state.sls elb.register").await;
    assert_eq!(host.changed(), ["RegisterInstancesWithLoadBalancer"]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_highstate_that_was_killed_counts_as_failed_and_one_of_an_image_not_at_all() {
    let host = Host::new("").await.with_balancer().await;
    host.succeed("state.highstate").await;
    let record = std::fs::read_to_string(host.path("cache/highstate.json")).expect("a record");
    host.write("cache/highstate.json", &record.replace("\"succeeded\"", "\"running\""));
    let states = host.fail("state.sls elb.register").await;
    assert!(comment(&states).contains("has not ended"), "{}", comment(&states));
    host.write("cache/highstate.json", &record.replace("i-0123456789abcdef0", "i-0fedcba9876543210"));
    let states = host.fail("state.sls elb.register").await;
    assert!(comment(&states).contains("no highstate has run"), "{}", comment(&states));
    assert_eq!(host.changed(), Vec::<String>::new());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn in_one_highstate_it_comes_after_all_before_it_and_only_if_they_succeeded() {
    let host = Host::new("").await.with_balancer().await;
    host.write("states/top.sls", "base: {'*': [app, elb.register]}\n");
    host.write("states/app.sls", FAILING);
    let states = host.fail("state.highstate").await;
    let told = "a state of this run failed before it, the first: test: app";
    assert!(comment(&states).contains(told), "{}", comment(&states));
    assert_eq!(host.changed(), Vec::<String>::new());
    host.write("states/app.sls", "app: test.succeed_without_changes\n");
    host.succeed("state.highstate").await;
    assert_eq!(host.changed(), ["RegisterInstancesWithLoadBalancer"]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn behind_a_closed_gate_nothing_is_registered() {
    let gate = "registration: {after: run, gate: {command: 'test -e ready', deadline: 0.5, interval: 0.1}}\n";
    let host = Host::new(gate).await.with_balancer().await;
    let states = host.fail("state.sls elb.register").await;
    assert!(comment(&states).contains("its gate did not open within 500ms"), "{}", comment(&states));
    assert_eq!(host.changed(), Vec::<String>::new());
    host.write("ready", "");
    host.succeed("state.sls elb.register").await;
    assert_eq!(host.changed(), ["RegisterInstancesWithLoadBalancer"]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_wrong_in_the_settings_is_told_before_any_call() {
    let host = Host::new("registration: {gate: {tcp: http}, waits: True}\n").await;
    let printed = host.run("state.sls elb.register").await;
    assert_eq!((printed.code, host.called()), (Some(1), vec![]));
    for words in ["'http' is no port", "waits", "did you mean 'wait'"] {
        assert!(printed.stderr.contains(words), "{words}: {}", printed.stderr);
    }
}
