//! The policy of an instance, and that it allows what the instance calls.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::Host;
use crate::support::Place;

fn policy(place: &Place, words: &str) -> Value {
    let printed = place.run(&format!("-c orchestration iam instance-policy {words}"));
    assert_eq!(printed.code, Some(0), "{}", printed.stderr);
    assert_eq!(printed.stderr, "");
    assert_eq!(place.run(&format!("-c orchestration iam instance-policy {words}")).stdout, printed.stdout);
    serde_json::from_str(&printed.stdout).expect("JSON")
}

fn statement<'a>(policy: &'a Value, sid: &str) -> &'a Value {
    let statements = policy["Statement"].as_array().expect("statements");
    statements.iter().find(|it| it["Sid"] == sid).unwrap_or_else(|| panic!("no {sid}: {policy:#}"))
}

#[test]
fn an_instance_may_touch_what_is_its_own_and_no_more() {
    let place = Place::new()
        .with("pillar/top.sls", "base: {'*': [all]}\n")
        .with("pillar/all.sls", "registration: {target_groups: ['{{ grains.service_name }}-web']}\ninstance: {program: {source: s3://programs/orchestrate}}\n")
        .with("orchestration/minion.d/more.conf", "deploy: {store: 's3://artifacts/deploy'}\ninstance_policy: {secrets: [myapp/db], parameters: [/myapp/*]}\n");
    let told = policy(&place, "myapp testing region=useast1 account=012345678901");
    let arn = |service: &str, resource: &str| format!("arn:aws:{service}:us-east-1:012345678901:{resource}");
    assert_eq!(
        statement(&told, "ServeTargetGroups")["Resource"],
        json!([arn("elasticloadbalancing", "targetgroup/myapp-web/*")])
    );
    assert_eq!(
        statement(&told, "AnswerGroup")["Resource"],
        json!([arn("autoscaling", "autoScalingGroup:*:autoScalingGroupName/myapp-testing-useast1")])
    );
    assert_eq!(
        statement(&told, "FetchArtifacts")["Resource"],
        json!([
            "arn:aws:s3:::artifacts/deploy/base/*",
            "arn:aws:s3:::artifacts/deploy/myapp/*",
            "arn:aws:s3:::programs/orchestrate",
        ])
    );
    assert_eq!(statement(&told, "ReadParameters")["Resource"], json!([arn("ssm", "parameter/myapp/*")]));
    let whole = told.to_string();
    assert!(!whole.contains("loadbalancer/"), "it serves no classic balancer: {whole}");
    let everywhere: Vec<&Value> = told["Statement"]
        .as_array()
        .expect("statements")
        .iter()
        .filter(|it| it["Resource"] == json!(["*"]))
        .collect();
    let [look] = everywhere[..] else { panic!("{everywhere:?}") };
    for action in look["Action"].as_array().expect("actions") {
        let name = action.as_str().expect("text");
        let reads = [
            "ec2:Describe",
            "autoscaling:Describe",
            "elasticloadbalancing:Describe",
            "secretsmanager:BatchGet",
        ];
        assert!(reads.iter().any(|read| name.starts_with(read)), "{name} changes something, anywhere");
    }
}

#[test]
fn without_a_region_it_is_told_what_to_add() {
    let printed = Place::new().run("-c orchestration iam instance-policy myapp testing");
    assert_eq!(printed.code, Some(1));
    assert!(printed.stderr.contains("add region=useast1"), "{}", printed.stderr);
}

#[test]
fn what_all_services_share_is_read_under_its_own_name_or_not_at_all() {
    for (base, others) in [("base: shared", "shared"), ("base: False", "myapp")] {
        let minion = format!("deploy: {{store: 's3://artifacts/deploy', {base}}}\n");
        let place = Place::new().with("orchestration/minion", &minion);
        let printed = place.run("-c orchestration iam instance-policy myapp testing region=useast1");
        assert_eq!(printed.code, Some(0), "{}", printed.stderr);
        assert!(printed.stdout.contains(&format!("artifacts/deploy/{others}/*")), "{}", printed.stdout);
        assert!(!printed.stdout.contains("deploy/base/"), "{}", printed.stdout);
    }
}

/// Every call that a life in service makes is among the actions.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whatever_an_instance_calls_its_policy_allows() {
    let pillar =
        "registration: {after: anything, lifecycle: True, wait: True, balancers: [myapp-testing-useast1]}\n";
    let host = Host::in_group(pillar, &[("enters", "LAUNCHING"), ("leaves", "TERMINATING")]).await;
    let host = host.with_balancer().await;
    let printed = host.run("iam instance-policy myapp testing region=useast1").await;
    let policy: Value = serde_json::from_str(&printed.stdout).expect("JSON");
    let mut called: BTreeSet<String> = host.called().into_iter().collect();
    assert!(called.is_empty(), "nothing is called to make a policy: {called:?}");
    host.succeed("state.sls elb.register").await;
    called.extend(host.called());
    host.metadata.put("meta-data/autoscaling/target-lifecycle-state", "Terminated");
    let form = format!(
        "Version=2011-01-01&Action=TerminateInstanceInAutoScalingGroup&InstanceId={}&ShouldDecrementDesiredCapacity=true",
        host.id()
    );
    host.moto.ask("autoscaling", &form).await;
    assert_eq!(host.run("instance watch").await.code, Some(0));
    called.extend(host.called());
    assert!(called.len() > 7, "{called:?}");
    // AWS answers this call whatever a policy says:
    // https://docs.aws.amazon.com/STS/latest/APIReference/API_GetCallerIdentity.html
    called.remove("GetCallerIdentity");
    let allowed = policy.to_string();
    for call in called {
        assert!(allowed.contains(&format!(":{call}\"")), "{call} is not allowed by {policy:#}");
    }
}
