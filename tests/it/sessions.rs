//! A session is an account, a region, an endpoint and a user or role, however the profile spells it.

use std::sync::Arc;

use aws::{Connection, Sessions};

use crate::local_aws::{Metadata, Moto, Proxy};
use crate::support::Place;

/// Asks the local AWS, where any key is the same user's.
fn named(endpoint: &str, keyid: &str, region: &str) -> Connection {
    Connection {
        region: Some(region.to_owned()),
        keyid: Some(keyid.to_owned()),
        key: Some("secret".to_owned()),
        endpoint_url: Some(endpoint.to_owned()),
        ..Connection::default()
    }
}

#[tokio::test]
async fn an_account_that_is_named_in_two_ways_is_one_session_and_is_asked_who_it_is_once_for_each() {
    let moto = Moto::start();
    let proxy = Proxy::start(&moto.endpoint).await;
    let asked = || proxy.traffic().calls.len();
    let sessions = Sessions::new();
    let open = async |keyid, region| sessions.open(&named(&proxy.endpoint, keyid, region)).await;
    let one = open("one", "us-east-1").await;
    let elsewhere = open("one", "eu-west-1").await;
    assert!(!Arc::ptr_eq(&one, &elsewhere), "another region");
    assert!(Arc::ptr_eq(&one, &open("one", "us-east-1").await));
    assert_eq!(asked(), 0, "one spelling asks nobody");
    assert!(Arc::ptr_eq(&one, &open("two", "us-east-1").await));
    assert_eq!(asked(), 2, "{:?}", proxy.traffic().calls);
    assert!(Arc::ptr_eq(&elsewhere, &open("two", "eu-west-1").await));
    assert_eq!(asked(), 2, "both are known");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn states_that_spell_one_account_differently_refer_to_each_other() {
    let moto = Moto::start();
    let group = |name: &str, keyid: &str, rules: &str| {
        format!(
            "
{name}:
  boto_secgroup.present:
    - description: {name}
    - profile: {{region: us-east-1, keyid: {keyid}, key: secret}}
    - rules: {rules}
"
        )
    };
    let rules = "[{ip_protocol: tcp, from_port: 80, to_port: 80, source_group_name: elb}]";
    // The one that refers to the other comes first: only their order in the run makes it succeed.
    let states = [group("web", "one", rules), group("elb", "two", "[]")].concat();
    let place = Place::new().with("states/two.sls", &states).set("AWS_ENDPOINT_URL", &moto.endpoint);
    let printed = tokio::task::spawn_blocking(move || place.run("-c orchestration state.sls two"));
    let printed = printed.await.expect("no panic");
    assert_eq!(printed.code, Some(0), "{}", printed.whole());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn without_a_configured_region_an_instance_takes_its_own() {
    let metadata = Metadata::start("i-1").await;
    metadata.put("meta-data/placement/region", "cn-north-1");
    for (is_disabled, service, is_warned) in
        [("", "ec2.amazonaws.com.cn", false), ("true", "ec2.amazonaws.com", true)]
    {
        let place = Place::new()
            .set("AWS_EC2_METADATA_SERVICE_ENDPOINT", &metadata.endpoint)
            .set("AWS_EC2_METADATA_DISABLED", is_disabled);
        let printed = tokio::task::spawn_blocking(move || {
            place.run("-c orchestration --out json boto_iam.build_policy")
        });
        let printed = printed.await.expect("no panic");
        assert!(printed.stdout.contains(&format!("\"{service}\"")), "{}", printed.whole());
        assert_eq!(printed.stderr.contains("no region is configured"), is_warned, "{}", printed.whole());
    }
}
