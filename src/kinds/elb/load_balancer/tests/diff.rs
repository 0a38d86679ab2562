use serde_json::json;

use super::super::diff::{ElbCall, Step};
use super::*;
use model::Asked;
use model::plan::changes_to_value;

fn steps(more: serde_json::Value, live: &Live) -> Vec<String> {
    LoadBalancer::diff(&want(more), Some(live)).steps.iter().map(ToString::to_string).collect()
}

fn changes(more: serde_json::Value, live: &Live) -> serde_json::Value {
    changes_to_value(&LoadBalancer::diff(&want(more), Some(live)).changes).to_json()
}

const NONE: [&str; 0] = [];

#[test]
fn undeclared_settings_are_not_changed() {
    let mut there = live();
    there.tags = Asked::Answer([("a".to_owned(), "1".to_owned())].into());
    there.instances = ["i-1".to_owned()].into();
    there.policies = ["out-of-band".to_owned()].into();
    there.attributes.expect().idle_timeout = 99;
    assert_eq!(steps(json!({}), &there), NONE);
    assert_eq!(steps(json!({"listeners": null}), &there), NONE);
}

#[test]
fn listeners_are_compared_in_any_spelling() {
    let same = json!({"listeners": [{"elb_port": "80", "elb_protocol": "http", "instance_port": "8080", "instance_protocol": "Http"}]});
    assert_eq!(steps(same, &live()), NONE);
}

#[test]
fn new_listeners_come_first_and_undeclared_ones_go_last() {
    let wanted = json!({"listeners": [
        {"elb_port": 81, "elb_protocol": "TCP", "instance_port": 81},
    ]});
    assert_eq!(steps(wanted.clone(), &live()), ["create the listeners 81", "delete the listeners 80"]);
    let shown = changes(wanted, &live());
    assert_eq!(shown["old"]["listeners"][0]["elb_port"], 80);
    assert_eq!(
        shown["new"]["listeners"],
        json!([{"elb_port": 81, "instance_port": 81, "elb_protocol": "TCP", "instance_protocol": "TCP"}])
    );
    assert_eq!(steps(json!({"listeners": []}), &live()), ["delete the listeners 80"]);
}

fn arn(certificate: &str) -> String {
    format!("arn:aws:iam::123456789012:server-certificate/{certificate}")
}

fn https(certificate: &str) -> serde_json::Value {
    json!([{"elb_port": 443, "elb_protocol": "HTTPS", "instance_port": 8080, "instance_protocol": "HTTP", "certificate": arn(certificate)}])
}

fn live_https() -> Live {
    let mut there = live();
    let mut listener = there.listeners.remove(&80).unwrap();
    listener.protocol = "HTTPS".to_owned();
    listener.certificate = Some(arn("old"));
    listener.policies = ["ELBSecurityPolicy-2016-08".to_owned()].into();
    there.listeners.insert(443, listener);
    there
}

#[test]
fn a_certificate_is_exchanged_in_place() {
    assert_eq!(
        steps(json!({"listeners": https("new")}), &live_https()),
        ["replace the certificate of listener 443"]
    );
    assert_eq!(steps(json!({"listeners": https("old")}), &live_https()), NONE);
}

#[test]
fn a_replaced_listener_keeps_policies_that_are_not_managed() {
    let mut listeners = https("old");
    listeners[0]["instance_port"] = json!(9090);
    assert_eq!(
        steps(json!({"listeners": listeners}), &live_https()),
        ["delete the listeners 443", "create the listeners 443", "set the policies of listener 443"]
    );
}

const STICKY: &str = "LBCookieStickinessPolicy-s-d751713988987e9331980363e24189ce";

fn with_policy(names: &[&str]) -> serde_json::Value {
    let mut listeners = https("old");
    listeners[0]["policies"] = json!(names);
    let sticky = json!({"policy_name": "s", "policy_type": "LBCookieStickinessPolicyType", "policy": {}});
    json!({"listeners": listeners, "policies": [sticky]})
}

#[test]
fn the_default_security_policy_stays() {
    let plan = LoadBalancer::diff(&want(with_policy(&["s"])), Some(&live_https()));
    let both = vec!["ELBSecurityPolicy-2016-08".to_owned(), STICKY.to_owned()];
    let set = Step { name: "web".to_owned(), call: ElbCall::SetListenerPolicies(443, both) };
    assert_eq!(plan.steps.len(), 2);
    assert!(matches!(&plan.steps[0].call, ElbCall::CreatePolicy(policy) if policy.name == STICKY));
    assert_eq!(plan.steps[1], set);
    let mut there = live_https();
    there.policies = [STICKY.to_owned()].into();
    assert_eq!(steps(with_policy(&[]), &there), NONE, "[] does not take the last security policy away");
}

#[test]
fn a_policy_with_other_content_replaces_the_old_one_and_out_of_band_ones_stay() {
    let old = "LBCookieStickinessPolicy-s-00000000000000000000000000000000";
    let mut there = live_https();
    there.policies = [old.to_owned(), "by-hand".to_owned()].into();
    there.listeners.get_mut(&443).unwrap().policies.insert(old.to_owned());
    assert_eq!(
        steps(with_policy(&["s"]), &there),
        [
            format!("create policy {STICKY}"),
            "set the policies of listener 443".to_owned(),
            format!("delete policy {old}")
        ]
    );
    let mut unmanaged = with_policy(&["s"]);
    unmanaged["listeners"] = https("old");
    assert_eq!(
        steps(unmanaged, &there),
        [format!("create policy {STICKY}")],
        "what is in force elsewhere stays"
    );
}

#[test]
fn backends_are_the_complete_list() {
    let proxy = json!([{"policy_name": "p", "policy_type": "ProxyProtocolPolicyType", "policy": {"ProxyProtocol": true}}]);
    let wanted = json!({"policies": proxy, "backends": [{"instance_port": 8080, "policies": ["p"]}]});
    let mut there = live();
    there.backends = BTreeMap::from([(9090, ["x".to_owned()].into())]);
    let steps = steps(wanted, &there);
    assert_eq!(
        steps[1..],
        ["set the policies of instance port 8080", "set the policies of instance port 9090"]
    );
}

#[test]
fn a_partial_health_check_keeps_the_other_values() {
    let wanted = json!({"health_check": {"target": "HTTP:8080/", "interval": "10"}});
    let shown = changes(wanted, &live());
    assert_eq!(
        shown["new"]["health_check"],
        json!({"target": "HTTP:8080/", "interval": 10, "timeout": 5, "healthy_threshold": 10, "unhealthy_threshold": 2})
    );
    assert_eq!(steps(json!({"health_check": {"interval": 30}}), &live()), NONE);
    assert_eq!(steps(json!({"health_check": {}}), &live()), NONE);
}

#[test]
fn attributes_are_set_only_where_they_differ() {
    let wanted = json!({"attributes": {
        "access_log": {"enabled": true, "s3_bucket_name": "logs"},
        "connecting_settings": {"idle_timeout": 60},
        "connection_draining": {"enabled": true},
    }});
    let plan = LoadBalancer::diff(&want(wanted.clone()), Some(&live()));
    let [Step { call: ElbCall::SetAttributes(set), .. }] = plan.steps.as_slice() else {
        panic!("{:?}", plan.steps)
    };
    assert_eq!((set.idle_timeout, set.draining, set.cross_zone), (None, Some((true, 300)), None));
    assert_eq!(set.access_log.as_ref().unwrap().bucket.as_deref(), Some("logs"));
    let mut there = live();
    there.attributes.expect().draining = true;
    there.attributes.expect().access_log.enabled = true;
    there.attributes.expect().access_log.bucket = Some("logs".to_owned());
    there.attributes.expect().access_log.interval = Some(60);
    assert_eq!(steps(wanted, &there), NONE);
    let off = json!({"attributes": {"access_log": {"enabled": false, "s3_bucket_name": "logs"}}});
    assert_eq!(steps(off.clone(), &there), ["set the attributes"]);
    assert_eq!(steps(off, &live()), NONE);
}

#[test]
fn zones_are_added_before_others_are_left() {
    assert_eq!(steps(json!({"availability_zones": ["b", "c"]}), &live()), ["enable c", "disable a"]);
    let subnets = json!({"availability_zones": null, "subnets": ["subnet-2", "subnet-3"]});
    let (spec, _) = read(0, web(subnets), json!({}));
    let known = |world: World, id: &str| world.knows(Reference::new("ec2.subnet", id), "id", id);
    let world = known(known(World::default(), "subnet-2"), "subnet-3");
    let plan = LoadBalancer::diff(&world.resolve(&spec).unwrap(), Some(&live()));
    let steps: Vec<_> = plan.steps.iter().map(ToString::to_string).collect();
    assert_eq!(steps, ["attach subnet-3", "detach subnet-1"]);
}

#[test]
fn another_scheme_is_refused() {
    let plan = LoadBalancer::diff(&want(json!({"scheme": "internal"})), Some(&live()));
    assert!(plan.refusals[0].contains("cannot become internal"), "{:?}", plan.refusals);
    assert_eq!(steps(json!({"scheme": "internet-facing"}), &live()), NONE);
}

#[test]
fn tags_and_instances_are_complete_sets() {
    let mut there = live();
    there.tags = Asked::Answer([("a".to_owned(), "1".to_owned())].into());
    there.instances = ["i-1".to_owned(), "i-2".to_owned()].into();
    assert_eq!(
        steps(json!({"tags": {"b": 2}, "instance_ids": ["i-2", "i-3"]}), &there),
        ["tag with b", "remove the tags a", "register i-3", "deregister i-1"]
    );
    assert_eq!(
        steps(json!({"tags": {}, "instance_ids": []}), &there),
        ["remove the tags a", "deregister i-1, i-2"]
    );
}

#[test]
fn a_creation_lists_all_changes_and_sets_all_that_needs_no_read() {
    let more = json!({
        "security_groups": ["g"], "scheme": "internal", "tags": {"t": "1"}, "health_check": {"interval": 10},
        "attributes": {"connecting_settings": {"idle_timeout": 9}},
        "listeners": with_policy(&["s"])["listeners"], "policies": with_policy(&["s"])["policies"],
    });
    let want = World { promised: vec!["g"], ..World::default() }.resolve(&spec_of(more)).unwrap();
    let plan = LoadBalancer::diff(&want, None);
    let calls: Vec<&ElbCall> = plan.steps.iter().map(|step| &step.call).collect();
    let [ElbCall::Create(_), ElbCall::SetAttributes(_), ElbCall::CheckHealth(_)] = calls[..] else {
        panic!("{calls:?}")
    };
    assert_eq!([0, 1, 2].map(|step| plan.creates(step)), [true, false, false]);
    assert!(!plan.steps[2].follows(&plan.steps[1]) && plan.steps[2].follows(&plan.steps[0]));
    let shown = changes_to_value(&plan.changes).to_json();
    let new = &shown["new"];
    assert_eq!(new["elb"], "web");
    assert_eq!(new["security_groups"], json!(["(known after apply)"]));
    assert_eq!(new["availability_zones"], json!(["a", "b"]));
    assert_eq!(new["health_check"]["target"], "TCP:8080");
    assert_eq!(new["health_check"]["interval"], 10);
    assert_eq!(new["attributes"], json!({"connecting_settings": {"idle_timeout": 9}}));
    assert_eq!(new[STICKY], STICKY);
    assert_eq!(new["listener_443_policy"], json!([STICKY]));
    assert_eq!(new["tags"], json!({"t": "1"}));
    assert!(shown["old"].as_object().unwrap().values().all(serde_json::Value::is_null), "{shown}");
}

#[test]
fn a_balancer_without_listeners_cannot_be_made() {
    let plan = LoadBalancer::diff(&want(json!({"listeners": []})), None);
    assert!(plan.steps.is_empty() && plan.refusals[0].contains("a new one needs 'listeners'"), "{plan:?}");
}

#[test]
fn absent_deletes_an_existing_one() {
    let (spec, _) = read(1, json!({"name": "web"}), json!({}));
    let want = World::default().resolve(&spec).unwrap();
    assert!(LoadBalancer::diff(&want, None).is_empty());
    let plan = LoadBalancer::diff(&want, Some(&live()));
    assert_eq!(plan.steps[0].to_string(), "delete the load balancer");
}
