//! `aws.call` calls any operation, in each protocol, as all other calls are made.

#![cfg(feature = "cloudcontrol")]

use std::sync::Arc;
use std::time::Duration;

use orchestrate::aws::Sessions;
use orchestrate::engine::Snapshot;
use orchestrate::engine::functions::{AwsFunctions, Declined};
use orchestrate::model::secret::masked;
use orchestrate::model::{Map, Minion, Value};
use serde_json::{Value as Json, json};

use crate::local_aws::Moto;

fn map(json: Json) -> Map {
    Value::from(json).as_map().cloned().expect("a mapping")
}

/// What a call answers; its refusal as text.
async fn call(
    moto: &Moto,
    may_change: bool,
    service: &str,
    operation: &str,
    given: Json,
) -> Result<Json, String> {
    let profile =
        json!({"region": "us-east-1", "keyid": "test", "key": "test", "endpoint_url": moto.endpoint});
    let minion = Minion { pillar: map(json!({"aws_profile": profile})), ..Minion::default() };
    let snapshot = Snapshot::new(Arc::new(Sessions::new().with_first_backoff(Duration::from_millis(5))));
    let functions = AwsFunctions { snapshot: &snapshot, minion: &minion, may_change };
    let mut named = map(given);
    named.insert("profile".into(), "aws_profile".into());
    let words = [service, operation].map(Value::from).to_vec();
    match functions.call("aws.call", words, named).await.expect("a function") {
        Ok(answer) => Ok(answer.to_json()),
        Err(Declined::WouldChange) => Err("it would change something".to_owned()),
        Err(Declined::Arguments(problems)) => Err(problems.to_string()),
        Err(Declined::Refused(refusal)) => Err(refusal.to_string()),
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn operations_are_called_in_each_protocol() {
    let moto = Moto::seeded();
    let put = json!({"Name": "/a", "Value": "x", "Type": "String"});
    assert_eq!(call(&moto, true, "ssm", "PutParameter", put).await.unwrap()["Version"], 1);
    let got = call(&moto, false, "ssm", "GetParameter", json!({"parameters": {"Name": "/a"}})).await.unwrap();
    assert_eq!(got["Parameter"]["Value"], "x", "a test run may read");
    let secret = json!({"Name": "/b", "Value": "by-name-s3cret", "Type": "SecureString"});
    call(&moto, true, "ssm", "PutParameter", secret).await.unwrap();
    let decrypted = json!({"Name": "/b", "WithDecryption": true});
    let got = call(&moto, true, "ssm", "GetParameter", decrypted).await.unwrap();
    assert_eq!(got["Parameter"]["Value"], "by-name-s3cret", "templates see it");
    assert_eq!(masked("x by-name-s3cret"), "x (hidden)", "output does not");
    let topic = json!({"Name": "t", "Tags": [{"Key": "team", "Value": "a & b"}]});
    let arn = call(&moto, true, "sns", "CreateTopic", topic).await.unwrap()["TopicArn"].clone();
    let tags = call(&moto, true, "sns", "ListTagsForResource", json!({"ResourceArn": arn})).await.unwrap();
    assert_eq!(tags, json!({"Tags": [{"Key": "team", "Value": "a & b"}]}));
    let filter = json!({"Filter": [{"Name": "tag:Name", "Value": ["main"]}]});
    let vpcs = call(&moto, true, "ec2", "DescribeVpcs", filter).await.unwrap();
    assert_eq!(vpcs["vpcSet"][0]["cidrBlock"], "10.20.0.0/16", "{vpcs}");
    assert!(call(&moto, true, "sqs", "ListQueues", json!({})).await.unwrap().is_object());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn refusals_are_told_and_throttling_is_outlasted() {
    let moto = Moto::seeded();
    moto.set(&json!({"rules": [{"do": "throttle", "times": 2, "each": true}]}));
    let missing = call(&moto, true, "ssm", "GetParameter", json!({"Name": "/none"})).await.unwrap_err();
    assert!(
        missing.contains("aws.call of ssm GetParameter failed") && missing.contains("ParameterNotFound"),
        "{missing}"
    );
    let missing = call(&moto, true, "iam", "GetRole", json!({"RoleName": "none"})).await.unwrap_err();
    assert!(missing.contains("NoSuchEntity"), "{missing}");
    let changed = call(&moto, false, "ssm", "DeleteParameter", json!({"Name": "/a"})).await.unwrap_err();
    assert_eq!(changed, "it would change something");
    let rest = call(&moto, true, "s3", "ListBuckets", json!({})).await.unwrap_err();
    assert!(rest.contains("no service 's3' takes JSON or forms"), "{rest}");
    let small = call(&moto, true, "ssm", "getParameter", json!({})).await.unwrap_err();
    assert!(small.contains("is no operation"), "{small}");
}
