//! `aws.call` calls any operation, in each protocol, as all other calls are made.

use std::sync::Arc;
use std::time::Duration;

use aws::Sessions;
use engine::Snapshot;
use engine::functions::{AwsFunctions, Declined};
use model::secret::masked;
use model::{Map, Minion, Value};
use serde_json::{Value as Json, json};

use crate::local_aws::Moto;

fn map(json: Json) -> Map {
    Value::from(json).as_map().cloned().expect("a mapping")
}

/// What a call of `aws.call` answers; its refusal as text.
async fn call(
    moto: &Moto,
    may_change: bool,
    service: &str,
    operation: &str,
    given: Json,
) -> Result<Json, String> {
    let words = [service, operation].map(Value::from).to_vec();
    function(moto, may_change, "aws.call", words, given).await
}

/// The result of a function; its refusal as text.
async fn function(
    moto: &Moto,
    may_change: bool,
    name: &str,
    words: Vec<Value>,
    given: Json,
) -> Result<Json, String> {
    let profile =
        json!({"region": "us-east-1", "keyid": "test", "key": "test", "endpoint_url": moto.endpoint});
    let minion = Minion { pillar: map(json!({"aws_profile": profile})), ..Minion::default() };
    let snapshot = Snapshot::new(Arc::new(Sessions::new().with_first_backoff(Duration::from_millis(5))));
    let functions = AwsFunctions { snapshot: &snapshot, minion: &minion, may_change };
    let mut named = map(given);
    named.insert("profile".into(), "aws_profile".into());
    match functions.call(name, words, named).await.expect("a function") {
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
    assert!(small.contains("is not an operation"), "{small}");
}

/// A change that a test run refuses and that succeeds otherwise; returns its result.
async fn changed(moto: &Moto, name: &str, given: &Json) -> Json {
    let refused = function(moto, false, name, vec![], given.clone()).await.unwrap_err();
    assert_eq!(refused, "it would change something", "{name}");
    function(moto, true, name, vec![], given.clone()).await.unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn distributions_are_created_changed_and_exported() {
    let moto = Moto::seeded();
    let get = async || {
        let found =
            function(&moto, false, "boto_cloudfront.get_distribution", vec!["site".into()], json!({}));
        found.await.unwrap()["result"].clone()
    };
    let update = "boto_cloudfront.update_distribution";
    let config = |comment: &str| json!({"name": "site", "config": {"Comment": comment, "Enabled": true}});
    let missing = function(&moto, true, update, vec![], config("a")).await.unwrap_err();
    assert_eq!(missing, "there is no distribution site");
    let mut first = config("a");
    first["tags"] = json!({"team": "web"});
    let made = changed(&moto, "boto_cloudfront.create_distribution", &first).await;
    assert_eq!(made, json!({"result": true}));
    let again =
        function(&moto, true, "boto_cloudfront.create_distribution", vec![], first).await.unwrap_err();
    assert_eq!(again, "the distribution site exists");
    assert_eq!(get().await["distribution"]["DistributionConfig"]["Comment"], "a");
    assert_eq!(changed(&moto, update, &config("b")).await, json!({"result": true}));
    let found = get().await;
    assert_eq!(found["distribution"]["DistributionConfig"], json!({"Comment": "b", "Enabled": true}));
    assert_eq!(found["tags"], json!({"Name": "site", "team": "web"}), "what is left out stays");
    let sls =
        function(&moto, false, "boto_cloudfront.export_distributions", vec![], json!({})).await.unwrap();
    let sls: Json = serde_yaml::from_str(sls.as_str().unwrap()).unwrap();
    let state = &sls["Manage CloudFront distribution site"]["boto_cloudfront.present"];
    assert_eq!(state[0], json!({"name": "site"}));
    assert_eq!(state[2], json!({"tags": {"team": "web"}}));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn stacks_are_created_changed_described_and_deleted() {
    let moto = Moto::seeded();
    let describe =
        async || function(&moto, false, "boto_cfn.describe", vec!["net".into()], json!({})).await.unwrap();
    let body = |description: &str| {
        let template =
            json!({"Description": description, "Resources": {"Queue": {"Type": "AWS::SQS::Queue"}}});
        json!({"name": "net", "template_body": template.to_string(), "tags": {"team": "web"}})
    };
    assert_eq!(describe().await, false);
    let absent = function(&moto, true, "boto_cfn.update_stack", vec![], body("a")).await.unwrap();
    assert_eq!(absent, false);
    let id = changed(&moto, "boto_cfn.create", &body("a")).await;
    assert!(id.as_str().unwrap().starts_with("arn:"), "{id}");
    assert_eq!(function(&moto, true, "boto_cfn.create", vec![], body("a")).await.unwrap(), false);
    let stack = describe().await["stack"].clone();
    assert_eq!(stack["stack_id"], id);
    assert_eq!(stack["tags"], json!({"team": "web"}));
    assert_eq!(changed(&moto, "boto_cfn.update_stack", &body("b")).await, id);
    assert_eq!(changed(&moto, "boto_cfn.delete", &json!({"name": "net"})).await, true);
    assert_eq!(describe().await, false);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn templates_are_checked_and_read() {
    let moto = Moto::seeded();
    let template =
        json!({"Description": "a queue", "Resources": {"Queue": {"Type": "AWS::SQS::Queue"}}}).to_string();
    let validate = |given: Json| function(&moto, false, "boto_cfn.validate_template", vec![], given);
    let valid = validate(json!({"template_body": template})).await.unwrap();
    assert_eq!(valid["Description"], "a queue");
    let neither = validate(json!({})).await.unwrap_err();
    assert_eq!(neither, "give one of 'template_body' and 'template_url'");
    call(&moto, true, "cloudformation", "CreateStack", json!({"StackName": "net", "TemplateBody": template}))
        .await
        .unwrap();
    let read = |name: &str| function(&moto, false, "boto_cfn.get_template", vec![name.into()], json!({}));
    assert!(read("net").await.unwrap()["TemplateBody"].to_string().contains("AWS::SQS::Queue"));
}
