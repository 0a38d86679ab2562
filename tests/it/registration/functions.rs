//! `elb.register` and `elb.deregister` as functions: on the command line and by `module.run`, they are what the states are.

use serde_json::{Value, json};

use super::Host;
use super::host::{CLUSTER, ID, comment};
use crate::support::Printed;

const NEWER: &str = "in: {module.run: [{elb.register: [{balancers: [myapp-testing-useast1]}]}]}\n";
const OLDER: &str = "in: {module.run: [{name: elb.register}, {balancers: myapp-testing-useast1}]}\n";

fn told(printed: &Printed) -> Value {
    let json: Value = serde_json::from_str(&printed.stdout)
        .unwrap_or_else(|error| panic!("{error}: {}\n{}", printed.stdout, printed.stderr));
    json["local"].clone()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn on_the_command_line_they_ask_do_and_answer_as_the_states_do() {
    let host = Host::new("").await.with_balancer().await;
    let refused = host.run("elb.register").await;
    assert_eq!((refused.code, host.changed()), (Some(1), vec![]), "no highstate has succeeded: {refused:?}");
    assert_eq!(told(&refused)["result"], json!(false));
    host.succeed("state.highstate").await;
    let foreseen = host.run("elb.register test=True").await;
    assert_eq!((foreseen.code, host.changed()), (Some(0), vec![]), "{foreseen:?}");
    assert_eq!(told(&foreseen)["result"], json!(null));
    let config = std::fs::read_to_string(host.path("orchestration/minion")).expect("a configuration");
    host.write("orchestration/minion", &format!("{config}test: True\n"));
    let configured = host.run("elb.register").await;
    assert_eq!((told(&configured), host.changed()), (told(&foreseen), vec![]), "as the configuration has it");
    host.write("orchestration/minion", &config);
    let done = host.run("elb.register").await;
    assert_eq!((done.code, host.changed()), (Some(0), vec!["RegisterInstancesWithLoadBalancer".to_owned()]));
    assert_eq!(told(&done)["changes"], json!({"old": {"instances": ""}, "new": {"instances": ID}}));
    assert_eq!(told(&done)["changes"], told(&foreseen)["changes"]);
    let again = host.run("elb.register").await;
    assert_eq!((told(&again)["changes"].clone(), host.changed()), (json!({}), vec![]));
    host.succeed("state.sls elb.register").await;
    assert_eq!(host.changed(), Vec::<String>::new(), "to the state it is done");
    let left = host.run(&format!("elb.deregister balancers={CLUSTER} wait=True")).await;
    assert_eq!(
        (left.code, host.changed()),
        (Some(0), vec!["DeregisterInstancesFromLoadBalancer".to_owned()])
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_they_are_told_is_checked_before_anything_is_called() {
    let host = Host::new("").await.with_balancer().await;
    for (call, says) in [
        ("elb.register tets=True", "did you mean 'test'?"),
        ("elb.register gate={\"tpc\":80}", "unknown argument 'tpc' in 'gate'"),
        ("elb.register x [y] z i 1 a b c d r k l p e f more", "16 arguments are given by position"),
    ] {
        let printed = host.run(call).await;
        assert!(printed.code != Some(0) && printed.stderr.contains(says), "{call}: {printed:?}");
        assert_eq!(host.called(), Vec::<String>::new(), "{call}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn by_module_run_in_both_forms_they_change_what_differs_and_a_test_run_shows_it() {
    let host = Host::new("").await.with_balancer().await;
    host.succeed("state.highstate").await;
    for (form, key) in [(NEWER, "elb.register"), (OLDER, "ret")] {
        host.write("states/in.sls", form);
        let foreseen = host.succeed("state.sls in test=True").await;
        assert_eq!((foreseen[0]["result"].clone(), host.changed()), (json!(null), vec![]), "{form}");
        let done = host.succeed("state.sls in").await;
        assert_eq!(host.changed(), ["RegisterInstancesWithLoadBalancer"], "{form}");
        assert_eq!(
            done[0]["changes"][key],
            json!({"old": {"instances": ""}, "new": {"instances": ID}}),
            "{form}: {done:#?}"
        );
        assert_eq!(done[0]["changes"], foreseen[0]["changes"], "{form}");
        let again = host.succeed("state.sls in").await;
        assert_eq!((again[0]["changes"].clone(), host.changed()), (json!({}), vec![]), "{form}");
        let settled = host.succeed("state.sls in test=True").await;
        assert_eq!(settled[0]["result"], json!(true), "{form}");
        let left = host.run("elb.deregister").await;
        assert_eq!(left.code, Some(0), "{left:?}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn by_module_run_they_wait_for_all_before_them_and_refuse_after_a_failure() {
    let host = Host::new("").await.with_balancer().await;
    host.succeed("state.highstate").await;
    let failing = format!("before: test.fail_without_changes\n{NEWER}");
    host.write("states/in.sls", &failing);
    let states = host.fail("state.sls in").await;
    assert!(comment(&states).contains("a state of this run failed before it"), "{}", comment(&states));
    assert_eq!(host.changed(), Vec::<String>::new());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn while_only_something_is_shown_a_template_registers_nothing() {
    let host = Host::new("registration: {after: anything}\n").await.with_balancer().await;
    host.write("states/in.sls", "{% set in = salt['elb.register']() %}\nx: test.nop\n");
    let printed = host.run("state.show_sls in").await;
    assert!(printed.code != Some(0) && host.called().is_empty(), "{printed:?}");
    host.write("states/in.sls", "{% set in = salt['elb.register'](test=True) %}\n{{ in.name }}: test.nop\n");
    let shown = host.run("state.show_sls in").await;
    assert!(shown.code == Some(0) && shown.stdout.contains("elb.register"), "{shown:?}");
    assert_eq!(host.changed(), Vec::<String>::new());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn target_groups_are_made_and_deleted_by_functions_that_answer_as_salts_do() {
    let host = Host::new("").await;
    let vpcs = told(&host.run("boto_vpc.describe_vpcs region=us-east-1").await);
    let vpc = vpcs["vpcs"][0]["id"].as_str().expect("a VPC").to_owned();
    let create =
        format!("boto_elbv2.create_target_group web HTTP 8080 {vpc} us-east-1 health_check_path=/health");
    for (call, answer, changes) in [
        (create.as_str(), true, &["CreateTargetGroup"][..]),
        (create.as_str(), true, &[]),
        ("boto_elbv2.target_group_exists web us-east-1", true, &[]),
        ("boto_elbv2.register_targets web [i-1] us-east-1", true, &["RegisterTargets"]),
        ("boto_elbv2.delete_target_group web us-east-1", true, &["DeleteTargetGroup"]),
        ("boto_elbv2.delete_target_group web us-east-1", true, &[]),
        ("boto_elbv2.target_group_exists web us-east-1", false, &[]),
        ("boto_elbv2.register_targets web [i-1] us-east-1", false, &[]),
    ] {
        let printed = host.run(call).await;
        assert_eq!(
            (told(&printed), host.changed()),
            (json!(answer), changes.iter().copied().map(str::to_owned).collect()),
            "{call}"
        );
    }
}

/// A balancer in the default VPC, with a listener and a rule.
fn balanced(subnets: &[&str]) -> String {
    format!(
        "
web:
  boto_elbv2.load_balancer_present:
    - subnets: [{}]
    - region: us-east-1
http:
  boto_elbv2.listener_present:
    - load_balancer: web
    - port: 80
    - protocol: HTTP
    - default_actions:
      - redirect_config: {{protocol: HTTPS, port: 443, status_code: 301}}
    - region: us-east-1
old paths:
  boto_elbv2.rule_present:
    - load_balancer: web
    - port: 80
    - priority: 10
    - conditions:
      - path_pattern: [/old/*]
    - actions:
      - fixed_response_config: {{status_code: 410}}
    - region: us-east-1
",
        subnets.join(", ")
    )
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn application_balancers_listeners_and_rules_are_described() {
    let host = Host::new("").await;
    let vpc = told(&host.run("boto_vpc.describe_vpcs region=us-east-1").await)["vpcs"][0]["id"].clone();
    let vpc = vpc.as_str().expect("a VPC");
    let found = told(&host.run(&format!("boto_vpc.describe_subnets vpc_id={vpc} region=us-east-1")).await);
    let subnets: Vec<&str> =
        found["subnets"].as_array().expect("subnets").iter().filter_map(|it| it["id"].as_str()).collect();
    host.write("states/balanced.sls", &balanced(&subnets[..2]));
    let made = host.run("state.apply balanced").await;
    assert_eq!(made.code, Some(0), "{made:?}");
    let ask = async |call: &str| told(&host.run(&format!("{call} region=us-east-1")).await);
    assert_eq!(ask("boto_elbv2.load_balancer_exists web").await, json!(true));
    assert_eq!(ask("boto_elbv2.load_balancer_exists other").await, json!(false));
    let told = ask("boto_elbv2.describe_load_balancers [web,other]").await;
    assert_eq!((told.as_array().expect("a list").len(), &told[0]["Type"]), (1, &json!("application")));
    let told = ask("boto_elbv2.describe_listeners web").await;
    assert_eq!(
        (&told[0]["port"], &told[0]["default_actions"][0]["status_code"]),
        (&json!(80), &json!("HTTP_301"))
    );
    let told = ask("boto_elbv2.describe_rules web 80").await;
    assert_eq!((&told[0]["priority"], &told[1]["priority"]), (&json!("10"), &json!("default")));
    assert_eq!(told[0]["conditions"], json!([{"field": "path-pattern", "values": ["/old/*"]}]));
    assert_eq!(ask("boto_elbv2.describe_rules other 80").await, json!([]));
}
