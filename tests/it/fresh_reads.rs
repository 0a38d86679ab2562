//! What a state judges by is as fresh as its use, seen from outside: by the binary, on a local AWS that others change.

use serde_json::Value as Json;

use crate::local_aws::Moto;
use crate::local_aws::moto::python;
use crate::support::Place;

/// Sends a query of a service to the local AWS, as a program beside this one would.
const CALL: &str = r#"
import sys, urllib.request
endpoint, service, form = sys.argv[1:4]
scope = f"Credential=test/20260101/us-east-1/{service}/aws4_request"
headers = {"authorization": f"AWS4-HMAC-SHA256 {scope}, SignedHeaders=host, Signature=none"}
urllib.request.urlopen(urllib.request.Request(endpoint, form.encode(), headers), timeout=30).read()
"#;

/// A tree with these states; `CALL` in them is a command that changes the local AWS, `MARK` a file of this tree.
fn place(moto: &Moto, states: &str) -> Place {
    let place = Place::new().with("call.py", CALL);
    let call = format!("{} {} {}", python().display(), place.path("call.py").display(), moto.endpoint);
    let profile = "{region: us-east-1, keyid: test, key: test}";
    let mark = place.path("mark").display().to_string();
    let states = states.replace("CALL", &call).replace("PROFILE", profile).replace("MARK", &mark);
    place.with("states/fresh.sls", &states).set("AWS_ENDPOINT_URL", &moto.endpoint)
}

/// Runs the states and answers the return by `__id__`.
fn run(place: &Place) -> impl Fn(&str) -> Json {
    let printed = place.run("-c orchestration --out json state.sls fresh");
    let returned: Json = serde_json::from_str(&printed.stdout).unwrap_or_else(|_| panic!("{printed:?}"));
    move |id| {
        let mut all = returned["local"].as_object().expect("states").values();
        all.find(|state| state["__id__"] == id).unwrap_or_else(|| panic!("{returned}")).clone()
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_state_behind_a_command_sees_what_the_command_did() {
    let moto = Moto::start();
    moto.call("sqs", "Action=CreateQueue&QueueName=jobs&Version=2012-11-05").await;
    let url = format!("{}/123456789012/jobs", moto.endpoint);
    let delete = format!("Action=DeleteQueue&QueueUrl={url}&Version=2012-11-05");
    let states = format!(
        "
take it away:
  cmd.run:
    - name: CALL sqs '{delete}'

jobs:
  boto_sqs.present:
    - profile: PROFILE
    - require:
      - cmd: take it away
"
    );
    let place = place(&moto, &states);
    let state = tokio::task::spawn_blocking(move || run(&place)("jobs")).await.expect("no panic");
    assert_eq!(state["result"], true, "{state}");
    assert_eq!(state["changes"]["new"]["queue"], "jobs", "{state}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_attempt_of_a_retry_looks_again() {
    let moto = Moto::start();
    let make = "Action=CreateSecurityGroup&GroupName=late&GroupDescription=late&Version=2016-11-15";
    // The first look at the condition only leaves a mark, the second makes what the state waits for.
    let states = format!(
        "
web:
  boto_secgroup.present:
    - description: web
    - rules:
      - {{ip_protocol: tcp, from_port: 80, to_port: 80, source_group_name: late}}
    - profile: PROFILE
    - onlyif: 'test -e MARK && CALL ec2 \"{make}\"; touch MARK'
    - retry: {{attempts: 2, interval: 0}}
"
    );
    let place = place(&moto, &states);
    let state = tokio::task::spawn_blocking(move || run(&place)("web")).await.expect("no panic");
    assert_eq!(state["result"], true, "{state}");
    let comment = state["comment"].as_str().unwrap_or_default();
    assert!(comment.contains("Attempt 1: Returned a result of \"False\""), "{state}");
}
