//! Warm pools, `Standby`, recommendations and notices: where a group or EC2 wants an instance elsewhere for a while, or for good.

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use serde_json::{Value, json};

use super::Host;
use super::host::{CLUSTER, ID, comment};
use crate::support::Printed;

const ENTERS: (&str, &str) = ("enters", "LAUNCHING");
const LEAVES: (&str, &str) = ("leaves", "TERMINATING");
const TARGET: &str = "meta-data/autoscaling/target-lifecycle-state";
const REBALANCE: &str = "meta-data/events/recommendations/rebalance";
const AT_ONCE: &str = "registration: {after: run, lifecycle: True}\n";

const REGISTERS: &str = "RegisterInstancesWithLoadBalancer";
const DEREGISTERS: &str = "DeregisterInstancesFromLoadBalancer";
const COMPLETES: &str = "CompleteLifecycleAction";

fn told(printed: &Printed) -> String {
    assert_eq!(printed.code, Some(0), "{}\n{}", printed.stdout, printed.stderr);
    let json: Value = serde_json::from_str(&printed.stdout).expect("JSON");
    json["local"].as_str().map_or_else(|| json["local"].to_string(), str::to_owned)
}

/// The calls of the last run that changed something, heartbeats aside.
fn changed(host: &Host) -> Vec<String> {
    host.changed().into_iter().filter(|name| name != "RecordLifecycleActionHeartbeat").collect()
}

/// What the group does with the instance.
async fn group(host: &Host, action: &str, more: &str) {
    let id = host.id();
    let form = format!(
        "Version=2011-01-01&Action={action}&AutoScalingGroupName={CLUSTER}&InstanceIds.member.1={id}{more}"
    );
    host.moto.call("autoscaling", &form).await;
}

async fn end(host: &Host) {
    let id = host.id();
    let form =
        "Version=2011-01-01&Action=TerminateInstanceInAutoScalingGroup&ShouldDecrementDesiredCapacity=true";
    host.moto.ask("autoscaling", &format!("{form}&InstanceId={id}")).await;
    assert_eq!(host.lifecycle().await, "Terminating:Wait");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_instance_for_the_warm_pool_boots_and_serves_only_once_it_is_taken_out() {
    let host = Host::in_group(AT_ONCE, &[ENTERS]).await.with_balancer().await;
    host.proxy.reword("<LifecycleState>Pending:Wait", "<LifecycleState>Warmed:Pending:Wait");
    host.metadata.put(TARGET, "Warmed:Stopped");
    let watched = told(&host.run("instance watch once=True").await);
    assert_eq!((watched.as_str(), changed(&host)), ("[]", vec![]), "there is nothing to leave");
    assert_eq!(host.changed(), ["RecordLifecycleActionHeartbeat"], "it boots, and its group waits for that");

    let foreseen = host.succeed("state.sls elb.register test=True").await;
    let done = host.succeed("state.sls elb.register").await;
    assert_eq!(changed(&host), [COMPLETES], "it is ready, and not in service");
    assert_eq!(done[0]["changes"], foreseen[0]["changes"]);
    let words =
        format!("{} stays out of service for now: its group wants it to be Warmed:Stopped", host.id());
    assert!(
        comment(&done).starts_with(&words) && comment(&foreseen).starts_with(&words),
        "{}",
        comment(&done)
    );
    let called: Value = serde_json::from_str(&host.run("elb.register").await.stdout).expect("JSON");
    assert_eq!(
        (&called["local"]["result"], changed(&host)),
        (&json!(true), vec![]),
        "the function does likewise"
    );

    host.proxy.repeat();
    host.metadata.put(TARGET, "InService");
    host.succeed("state.sls elb.register").await;
    assert_eq!(changed(&host), [REGISTERS]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_group_that_takes_an_instance_out_of_its_pool_hears_that_it_comes_a_second_time() {
    let host = Host::in_group(AT_ONCE, &[ENTERS]).await;
    host.proxy.reword("<LifecycleState>Pending:Wait", "<LifecycleState>Warmed:Running");
    host.metadata.put(TARGET, "Warmed:Running");
    let child = host.start("instance watch interval=0.1");
    let seen = || host.called().iter().filter(|name| *name == "DescribeAutoScalingInstances").count();
    // Once for its launch, once to see that it is in the pool.
    until(|| seen() >= 2).await;
    assert_eq!(host.changed(), Vec::<String>::new(), "nobody waits for it there");
    host.proxy.repeat();
    host.metadata.put(TARGET, "InService");
    until(|| host.changed() == ["RecordLifecycleActionHeartbeat"]).await;
    kill(Pid::from_raw(i32::try_from(child.id()).expect("a process")), Signal::SIGINT).expect("it runs");
    let ended = tokio::task::spawn_blocking(move || child.wait_with_output()).await.expect("no panic");
    assert!(ended.expect("it ends").status.success());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_instance_that_goes_back_into_the_pool_drains_and_its_group_goes_on() {
    let host = Host::in_group(AT_ONCE, &[LEAVES]).await.with_balancer().await;
    host.succeed("state.sls elb.register").await;
    end(&host).await;
    host.metadata.put(TARGET, "Warmed:Stopped");
    let left = told(&host.run("instance watch once=True").await);
    assert!(left.contains("left service: its group wants it to be Warmed:Stopped"), "{left}");
    assert_eq!(changed(&host), [DEREGISTERS, COMPLETES]);
    assert_eq!(host.lifecycle().await, "", "the group has gone on");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_instance_that_ends_in_the_pool_is_let_go_and_the_watch_ends() {
    let host = Host::in_group(AT_ONCE, &[LEAVES]).await.with_balancer().await;
    end(&host).await;
    host.proxy.reword("<LifecycleState>Terminating:Wait", "<LifecycleState>Warmed:Terminating:Wait");
    host.metadata.put(TARGET, "Warmed:Terminated");
    let failed = told(&host.run("instance fail").await);
    assert!(failed.contains("is Warmed:Terminating:Wait in") && host.changed().is_empty(), "{failed}");
    let left = told(&host.run("instance watch").await);
    assert!(left.contains("its group wants it to be Warmed:Terminated"), "{left}");
    assert_eq!(changed(&host), [COMPLETES]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_instance_in_standby_is_taken_out_left_out_and_put_back() {
    let host = Host::in_group(AT_ONCE, &[ENTERS, LEAVES]).await.with_balancer().await;
    host.succeed("state.sls elb.register").await;
    group(&host, "EnterStandby", "&ShouldDecrementDesiredCapacity=true").await;
    assert_eq!(host.lifecycle().await, "Standby");
    host.metadata.put(TARGET, "Standby");

    let child = host.start("instance watch interval=0.1");
    until(|| host.changed().contains(&DEREGISTERS.to_owned())).await;
    let leaving = host.path("cache/leaving.json");
    assert!(leaving.exists());
    host.metadata.put(TARGET, "InService");
    until(|| !leaving.exists()).await;
    kill(Pid::from_raw(i32::try_from(child.id()).expect("a process")), Signal::SIGINT).expect("it runs");
    let ended = tokio::task::spawn_blocking(move || child.wait_with_output()).await.expect("no panic");
    let ended = ended.expect("it ends");
    let said = String::from_utf8_lossy(&ended.stdout).into_owned();
    assert!(ended.status.success() && said.contains("its group wants it to be Standby"), "{said}");

    host.metadata.put(TARGET, "Standby");
    let held = host.succeed("state.sls elb.register").await;
    assert!(
        comment(&held).contains("stays out of service for now"),
        "also where nobody watches: {}",
        comment(&held)
    );
    assert_eq!(changed(&host), Vec::<String>::new());
    let status = told(&host.run("instance status").await);
    assert!(status.contains(r#""state":"Standby""#) && status.contains("wants it to be Standby"), "{status}");
    let ready = told(&host.run("instance ready").await);
    assert!(ready.contains("is Standby in") && ready.contains("nothing waits"), "{ready}");

    group(&host, "ExitStandby", "").await;
    host.metadata.put(TARGET, "InService");
    host.succeed("state.sls elb.register").await;
    assert_eq!(changed(&host), [REGISTERS]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_instance_that_fails_is_given_up_on_its_way_into_the_pool_and_kept_in_standby() {
    let host = Host::in_group(AT_ONCE, &[ENTERS]).await;
    host.proxy.reword("<LifecycleState>Pending:Wait", "<LifecycleState>Warmed:Pending:Wait");
    host.metadata.put(TARGET, "Warmed:Stopped");
    let given_up = told(&host.run("instance fail").await);
    assert!(given_up.contains("has failed: it abandons the launch"), "{given_up}");
    assert_eq!(host.changed(), [COMPLETES]);

    let host = Host::in_group(AT_ONCE, &[]).await;
    group(&host, "EnterStandby", "&ShouldDecrementDesiredCapacity=true").await;
    let unhealthy = told(&host.run("instance fail").await);
    assert!(unhealthy.contains("replaces the instance once that must leave Standby"), "{unhealthy}");
    assert_eq!(host.changed(), ["SetInstanceHealth"]);
}

/// Waits for what another process does; a hundred seconds are more than it ever takes.
async fn until(is_so: impl Fn() -> bool) {
    for _ in 0..1000 {
        if is_so() {
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    }
    panic!("it never came to that");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_recommendation_is_heeded_where_that_is_wanted_and_may_be_taken_back() {
    let host = Host::new(AT_ONCE).await.with_balancer().await;
    host.succeed("state.sls elb.register").await;
    host.metadata.put(REBALANCE, r#"{"noticeTime": "2026-01-01T12:00:00Z"}"#);
    let heard = told(&host.run("instance watch once=True").await);
    assert_eq!((heard.as_str(), host.changed()), ("[]", vec![]));
    let left = told(&host.run("instance watch once=True rebalance=True").await);
    assert_eq!(left, json!([format!("{ID} left service: EC2 is likely to take it away soon")]).to_string());
    assert_eq!(host.changed(), [DEREGISTERS]);
    let states = host.fail("state.sls elb.register").await;
    assert!(comment(&states).contains("because EC2 is likely to take it away soon"), "{}", comment(&states));
    host.metadata.remove(REBALANCE);
    assert_eq!(told(&host.run("instance watch once=True rebalance=True").await), "[]");
    host.succeed("state.sls elb.register").await;
    assert_eq!(host.changed(), [REGISTERS]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_interruption_drains_at_once_and_the_group_that_ends_it_then_is_reported() {
    let host = Host::in_group(AT_ONCE, &[LEAVES]).await.with_balancer().await;
    host.succeed("state.sls elb.register").await;
    host.metadata
        .put("meta-data/spot/instance-action", r#"{"action": "terminate", "time": "2026-01-01T12:02:00Z"}"#);
    let child = host.start("instance watch interval=0.1");
    until(|| host.changed().contains(&DEREGISTERS.to_owned())).await;
    end(&host).await;
    host.metadata.put(TARGET, "Terminated");
    let ended = tokio::task::spawn_blocking(move || child.wait_with_output()).await.expect("no panic");
    let ended = ended.expect("it ends");
    let said = String::from_utf8_lossy(&ended.stdout).into_owned();
    assert!(ended.status.success(), "{said}");
    assert!(
        said.contains("EC2 takes it away (terminate)") && said.contains("wants it to be Terminated"),
        "{said}"
    );
    assert_eq!(changed(&host), [DEREGISTERS, COMPLETES], "once each");
    assert_eq!(host.lifecycle().await, "", "the group has gone on");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn in_an_instance_refresh_a_new_instance_comes_and_an_old_one_goes_or_is_given_up() {
    // What a refresh does to one instance: it ends it, and waits for the hooks of the one that comes for it.
    let old = Host::in_group(AT_ONCE, &[LEAVES]).await.with_balancer().await;
    old.succeed("state.sls elb.register").await;
    end(&old).await;
    old.metadata.put(TARGET, "Terminated");
    assert!(told(&old.run("instance watch").await).contains("left service"));
    assert_eq!(changed(&old), [DEREGISTERS, COMPLETES]);
    let late = old.succeed("state.sls elb.register").await;
    assert!(
        comment(&late).contains("wants it to be Terminated") && old.changed().is_empty(),
        "{}",
        comment(&late)
    );

    let new = Host::in_group(AT_ONCE, &[ENTERS]).await.with_balancer().await;
    new.metadata.put(TARGET, "InService");
    new.write("states/elb/register.sls", "broken: test.fail_without_changes\nin: elb.register\n");
    let states = new.fail("state.sls elb.register").await;
    assert!(
        comment(&states).contains("failed before it") && changed(&new).is_empty(),
        "{}",
        comment(&states)
    );
    let given_up = told(&new.run("instance fail").await);
    assert!(
        given_up.contains("has failed: it abandons the launch"),
        "the refresh fails there and goes back: {given_up}"
    );
    assert_eq!(new.changed(), [COMPLETES]);
}
