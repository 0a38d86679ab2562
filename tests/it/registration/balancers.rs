//! Into balancers and target groups, and out.

use serde_json::json;

use super::Host;
use super::host::{CLUSTER, ID, comment};

const OUT_OF_SERVICE: &[&str] =
    &["DescribeInstanceHealth", "RegisterInstancesWithLoadBalancer", "DescribeInstanceHealth"];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn after_its_highstate_an_instance_registers_itself_once_and_leaves_again() {
    let host = Host::new("").await.with_balancer().await;
    host.succeed("state.highstate").await;
    let foreseen = host.succeed("state.sls elb.register test=True").await;
    assert_eq!((foreseen[0]["result"].clone(), host.changed()), (json!(null), vec![]));
    let done = host.succeed("state.sls elb.register").await;
    let (identity, called): (Vec<String>, Vec<String>) =
        host.called().into_iter().partition(|name| name == "GetCallerIdentity");
    assert_eq!(called, OUT_OF_SERVICE, "nothing is called to find out which instance it is");
    assert_eq!(identity.len(), 1, "a change needs the account, which is asked for once");
    assert_eq!(done[0]["changes"], json!({"old": {"instances": ""}, "new": {"instances": ID}}));
    assert_eq!(done[0]["changes"], foreseen[0]["changes"]);
    let again = host.succeed("state.sls elb.register").await;
    assert_eq!((again[0]["changes"].clone(), host.changed()), (json!({}), vec![]));
    host.succeed("state.sls elb.deregister").await;
    assert_eq!(host.changed(), ["DeregisterInstancesFromLoadBalancer"]);
    let attributes = host.called().iter().filter(|name| *name == "DescribeLoadBalancerAttributes").count();
    assert!(attributes > 0, "how long draining may take is the balancer's to tell: {:?}", host.called());
    let again = host.succeed("state.sls elb.deregister").await;
    assert_eq!((again[0]["changes"].clone(), host.changed()), (json!({}), vec![]));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn target_groups_of_the_pillar_are_served_too() {
    let pillar =
        format!("registration: {{balancers: [{CLUSTER}], target_groups: [{CLUSTER}], port: 8080}}\n");
    let host = Host::new(&pillar).await.with_balancer().await.with_target_group().await;
    host.succeed("state.highstate").await;
    let done = host.succeed("state.sls elb.register").await;
    assert_eq!(host.changed(), ["RegisterInstancesWithLoadBalancer", "RegisterTargets"]);
    let changes = &done[0]["changes"];
    assert_eq!(changes["new"]["instances"], json!(ID));
    assert_eq!(changes["new"][CLUSTER], json!({ID: "initial"}), "{changes:#}");
    host.succeed("state.sls elb.register").await;
    assert_eq!(host.changed(), Vec::<String>::new());
    let health = host.run("boto_elbv2.describe_target_health myapp-testing-useast1").await;
    assert!(health.stdout.contains(ID), "{}", health.stdout);
    host.succeed("state.sls elb.deregister").await;
    assert_eq!(host.changed(), ["DeregisterInstancesFromLoadBalancer", "DeregisterTargets"]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn waiting_ends_at_its_deadline_and_says_what_it_waited_for() {
    let pillar = "registration: {wait: InService, deadline: 2, after: anything}\n";
    let host = Host::new(pillar).await.with_balancer().await;
    let states = host.fail("state.sls elb.register").await;
    let told = format!("AWS was still busy with it after 2 s ({ID} to be in service)");
    assert!(comment(&states).contains(&told), "{}", comment(&states));
    assert!(comment(&states).contains("Done before that: 1 of 1 steps"), "{}", comment(&states));
    assert_eq!(host.changed(), ["RegisterInstancesWithLoadBalancer"]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn functions_register_where_a_tree_calls_them_by_module_run() {
    let host = Host::new("").await.with_balancer().await;
    let call = format!(
        "in: {{module.run: [{{boto_elb.register_instances: [{{name: {CLUSTER}}}, {{instances: [{ID}]}}, {{region: us-east-1}}]}}]}}\n"
    );
    host.write("states/app.sls", &call);
    host.succeed("state.sls app").await;
    assert_eq!(host.changed(), ["RegisterInstancesWithLoadBalancer"]);
}
