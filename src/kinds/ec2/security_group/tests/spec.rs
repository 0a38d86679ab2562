use serde_json::json;

use super::super::rule::{Party, Peer, Protocol};
use super::super::spec::Vpc;
use super::*;

fn problems_of(rule: serde_json::Value) -> String {
    let (_, problems) = read(0, json!({"name": "web", "description": "d", "rules": [rule]}));
    problems.to_string()
}

#[test]
fn lists_of_peers_become_rules_of_one_peer() {
    let spec = with_rules(json!([
        {"ip_protocol": "tcp", "from_port": 80, "to_port": "80", "cidr_ip": ["10.0.0.0/8", "0.0.0.0/0"], "cidr_ipv6": "::/0"},
        {"ip_protocol": "tcp", "from_port": 1, "to_port": 2, "source_group_name": ["a", "sg-1"], "source_group_name_vpc": "peer"},
        {"ip_protocol": "all", "source_group_group_id": ["sg-2", "sg-3"], "source_group_owner_id": 123456789012_i64},
        {"ip_protocol": -1, "prefix_list_id": "pl-1", "description": "s3"},
    ]));
    let rules = spec.ingress.unwrap();
    assert!(rules.exclusive);
    assert_eq!(rules.rules.len(), 8);
    let group = Peer::Name { name: "a".to_owned(), vpc: Some("peer".to_owned()), owner: None };
    assert_eq!(rules.rules[3].peer, group);
    assert_eq!(rules.rules[4].peer, Peer::Id { id: "sg-1".to_owned(), owner: None });
    let owned = Peer::Id { id: "sg-3".to_owned(), owner: Some("123456789012".to_owned()) };
    assert_eq!((&rules.rules[6].peer, rules.rules[6].protocol), (&owned, Protocol::All));
    assert_eq!(rules.rules[7].description.as_deref(), Some("s3"));
}

#[test]
fn protocols_have_one_form_each() {
    for (text, shown) in [
        ("tcp", "tcp"),
        ("6", "tcp"),
        ("TCP", "tcp"),
        ("all", "-1"),
        ("-1", "-1"),
        ("58", "icmpv6"),
        ("50", "50"),
    ] {
        let once = Protocol::parse(text).unwrap();
        assert_eq!(once.to_string(), shown);
        assert_eq!(Protocol::parse(shown), Some(once), "canonical twice is canonical once");
    }
    assert_eq!(Protocol::parse("256"), None);
    assert_eq!(Protocol::parse("tpc"), None);
}

#[test]
fn ports_matter_only_where_a_protocol_has_them() {
    let spec = with_rules(json!([
        {"ip_protocol": "all", "from_port": 0, "to_port": 65535, "cidr_ip": "10.0.0.0/8"},
        {"ip_protocol": "icmp", "from_port": -1, "to_port": -1, "cidr_ip": "10.0.0.0/8"},
    ]));
    let rules = spec.ingress.unwrap().rules;
    assert_eq!((rules[0].ports, rules[1].ports), (None, Some((-1, -1))));
}

#[test]
fn all_problems_of_a_rule_are_reported() {
    for (rule, words) in [
        (json!({"ip_protocol": "tpc", "cidr_ip": "10.0.0.0/8"}), "'tpc' is not an IP protocol"),
        (json!({"ip_protocol": "tcp", "cidr_ip": "10.0.0.0/8"}), "needs 'to_port'"),
        (
            json!({"ip_protocol": "tcp", "from_port": 9, "to_port": 8, "cidr_ip": "10.0.0.0/8"}),
            "9 to 8 is not a range",
        ),
        (json!({"ip_protocol": "all", "cidr_ip": "10.0.0.1"}), "write '10.0.0.1/32'"),
        (json!({"ip_protocol": "all", "cidr_ip": "all"}), "'all' is not an address range"),
        (json!({"ip_protocol": "all"}), "does not name a peer"),
        (
            json!({"ip_protocol": "all", "cidr_ip": "10.0.0.0/8", "source_group_name": "a"}),
            "exclude each other",
        ),
        (
            json!({"ip_protocol": "all", "source_group_group_id": "sg-1", "source_group_name": "a"}),
            "exclude each other",
        ),
        (
            json!({"ip_protocol": "all", "cidr_ip": "10.0.0.0/8", "source_group_owner_id": "1"}),
            "has no effect without",
        ),
        (
            json!({"ip_protocol": "all", "cidr_ip": "10.0.0.0/8", "source_group": "a"}),
            "did you mean 'source_group_name'",
        ),
        (json!({"cidr_ip": "10.0.0.0/8"}), "missing argument 'ip_protocol'"),
    ] {
        let messages = problems_of(rule);
        assert!(messages.contains(words), "{messages}");
    }
}

#[test]
fn a_vpc_has_one_name() {
    let (spec, problems) = read(1, json!({"name": "web", "vpc_name": "main"}));
    assert_eq!((spec.vpc, problems.is_empty()), (Vpc::Name("main".to_owned()), true));
    let (_, problems) = read(1, json!({"name": "web", "vpc_name": "main", "vpc_id": "vpc-1"}));
    assert!(problems.to_string().contains("exclude each other"));
}

fn from_group(name: &str) -> Spec {
    with_rules(json!([{"ip_protocol": "all", "source_group_name": name}]))
}

#[test]
fn a_peer_is_looked_up_in_the_groups_own_vpc() {
    let alone = World::default().group("elb", None, "sg-1", "vpc-1");
    assert_eq!(peers(&alone.resolve(&from_group("elb")).unwrap()), ["sg-1"]);
    let elsewhere = alone.group("web", None, "sg-9", "vpc-2").group("elb", Some("vpc-2"), "sg-2", "vpc-2");
    assert_eq!(peers(&elsewhere.resolve(&from_group("elb")).unwrap()), ["sg-2"]);
}

#[test]
fn a_declared_vpc_holds_for_peers_and_a_peers_own_vpc_wins() {
    let (mut spec, _) = read(
        0,
        json!({"name": "web", "description": "d", "vpc_name": "main", "rules": [
            {"ip_protocol": "all", "source_group_name": "elb"},
            {"ip_protocol": "all", "source_group_name": "elb", "source_group_name_vpc": "peer"},
        ]}),
    );
    let world = World::default().vpc("main", "vpc-1").vpc("peer", "vpc-2");
    let world =
        world.group("elb", Some("vpc-1"), "sg-1", "vpc-1").group("elb", Some("vpc-2"), "sg-2", "vpc-2");
    assert_eq!(peers(&world.resolve(&spec).unwrap()), ["sg-1", "sg-2"]);
    let located = SecurityGroup::locate(&spec, &mut Lookup::new(&world)).unwrap();
    assert_eq!(located.scope.as_deref(), Some("vpc-1"));
    spec.vpc = Vpc::Name("none".to_owned());
    assert!(matches!(world.resolve(&spec), Err(Unresolved::Missing(_))));
}

#[test]
fn a_group_counts_as_absent_if_its_vpc_is_absent() {
    let (spec, _) = read(1, json!({"name": "web", "vpc_name": "main"}));
    let world = World::default().group("web", None, "sg-9", "vpc-9");
    assert_eq!(world.resolve(&spec).unwrap().vpc, None);
    let located = SecurityGroup::locate(&spec, &mut Lookup::new(&world)).unwrap();
    assert_eq!(located.scope.as_deref(), Some(""), "a group of that name in another VPC is another one");
}

#[test]
fn a_peer_of_this_run_is_known_after_apply_and_a_missing_one_is_missing() {
    let world = World { promised: vec!["elb"], ..World::default() };
    let want = world.resolve(&from_group("elb")).unwrap();
    assert!(peers(&want)[0].contains("AfterApply"), "{want:?}");
    assert!(matches!(world.resolve(&from_group("other")), Err(Unresolved::Missing(_))));
    assert!(matches!(world.resolve(&from_group("sg-7")), Err(Unresolved::Missing(_))));
}

#[test]
fn a_rule_that_names_its_own_group_needs_no_state_before_it() {
    let spec = from_group("web");
    assert_eq!(SecurityGroup::uses(&spec), vec![]);
    let want = World::default().resolve(&spec).unwrap();
    assert_eq!(want.ingress.unwrap().rules[0].peer, Party::Itself { name: "web".to_owned() });
}

#[test]
fn equal_rules_are_sent_once() {
    let spec = with_rules(json!([
        {"ip_protocol": "tcp", "from_port": 1, "to_port": 1, "cidr_ip": ["10.1.2.3/8", "10.0.0.0/8"]},
        {"ip_protocol": 6, "from_port": 1, "to_port": 1, "cidr_ip": "10.9.9.9/8"},
    ]));
    assert_eq!(World::default().resolve(&spec).unwrap().ingress.unwrap().rules.len(), 1);
}

#[test]
fn an_owner_is_ones_own_account_or_needs_an_id() {
    let owned = |owner: &str| {
        with_rules(
            json!([{"ip_protocol": "all", "source_group_name": "elb", "source_group_owner_id": owner}]),
        )
    };
    let world = World::default().group("elb", None, "sg-1", "vpc-1");
    assert_eq!(peers(&world.resolve(&owned("123456789012")).unwrap()), ["sg-1"]);
    let Err(Unresolved::Refused(why)) = world.resolve(&owned("999999999999")) else {
        panic!("must be refused")
    };
    assert!(why.contains("source_group_group_id"), "{why}");
    let classic = world.resolve(&owned("amazon-elb")).unwrap().ingress.unwrap();
    let party = Party::Classic { owner: "amazon-elb".to_owned(), name: "elb".to_owned() };
    assert_eq!(classic.rules[0].peer, party);
    assert_eq!(SecurityGroup::uses(&owned("amazon-elb")), vec![]);
}
