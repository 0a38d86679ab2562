//! Whose account a state works in: roles and endpoints, seen at the local AWS by the binary.

#![cfg(feature = "sqs")]

use crate::local_aws::{Moto, Proxy};
use crate::support::Place;

const QUEUE: &str = "queue:\n  boto_sqs.present:\n    - name: myapp\n    - profile: deployer\n";
const PROFILE: &str = "
deployer:
  region: us-east-1
  keyid: test
  key: test
  role_arn: arn:aws:iam::123456789012:role/deployer
";

/// The calls of one run with a profile, the endpoint named by the environment.
async fn calls(profile: &'static str, variable: &'static str) -> Vec<String> {
    let moto = Moto::start();
    let proxy = Proxy::start(&moto.endpoint).await;
    let endpoint = proxy.endpoint.clone();
    let run = move || {
        let place = Place::new().with("states/a.sls", QUEUE).with("pillar/top.sls", "base: {'*': [aws]}\n");
        place.with("pillar/aws.sls", profile).set(variable, &endpoint).run("state.sls a")
    };
    let printed = tokio::task::spawn_blocking(run).await.expect("it runs");
    assert_eq!(printed.code, Some(0), "{}{}", printed.stdout, printed.stderr);
    proxy.traffic().calls.into_iter().map(|call| format!("{}:{}", call.service, call.name)).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_role_is_assumed_once_at_the_endpoint_of_the_environment() {
    let calls = calls(PROFILE, "AWS_ENDPOINT_URL").await;
    assert_eq!(calls.iter().filter(|call| *call == "sts:AssumeRole").count(), 1, "{calls:?}");
    assert!(calls.contains(&"sqs:CreateQueue".to_owned()), "{calls:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_endpoint_may_be_that_of_one_service() {
    let calls =
        calls("deployer: {region: us-east-1, keyid: test, key: test}\n", "AWS_ENDPOINT_URL_SQS").await;
    assert_eq!(calls.first().map(String::as_str), Some("sqs:GetQueueUrl"), "{calls:?}");
}
