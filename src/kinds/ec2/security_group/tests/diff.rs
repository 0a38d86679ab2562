use serde_json::json;

use super::super::diff::{Direction, Step};
use super::super::live::Live;
use super::super::rule::{Party, Rule};
use super::*;
use model::plan::changes_to_value;

fn want(json: serde_json::Value) -> Want {
    let (spec, problems) = read(0, json);
    assert!(problems.is_empty(), "{problems}");
    World::default()
        .group("elb", None, "sg-2", "vpc-1")
        .group("web", None, "sg-1", "vpc-1")
        .resolve(&spec)
        .unwrap()
}

fn ingress(rules: serde_json::Value) -> Want {
    want(json!({"name": "web", "description": "d", "rules": rules}))
}

fn tcp(port: i32, cidr: &str) -> serde_json::Value {
    json!({"ip_protocol": "tcp", "from_port": port, "to_port": port, "cidr_ip": cidr})
}

/// The group `web`, open as these rules say.
fn live(rules: serde_json::Value) -> Live {
    let rules = ingress(rules).ingress.unwrap().rules;
    let own = |rule: Rule<Party>| match &rule.peer {
        Party::Itself { .. } => rule.with(Party::Group { id: "sg-1".into(), owner: None, name: None }),
        Party::Group { id, .. } => rule.with(Party::Group { id: id.clone(), owner: None, name: None }),
        _ => rule,
    };
    Live {
        id: "sg-1".to_owned(),
        name: "web".to_owned(),
        vpc_id: Some("vpc-1".to_owned()),
        description: "d".to_owned(),
        ingress: rules.into_iter().map(own).collect(),
        ..Live::default()
    }
}

fn steps(want: &Want, live: &Live) -> Vec<String> {
    SecurityGroup::diff(want, Some(live)).steps.iter().map(ToString::to_string).collect()
}

#[test]
fn the_same_value_in_another_spelling_does_not_differ() {
    let there = live(json!([
        tcp(80, "10.0.0.0/8"),
        {"ip_protocol": "all", "source_group_name": "elb"},
        {"ip_protocol": "all", "source_group_name": "web"},
        {"ip_protocol": "all", "cidr_ipv6": "2001:db8::/32", "description": "kept"},
    ]));
    let wanted = ingress(json!([
        {"ip_protocol": -1, "from_port": -1, "to_port": -1, "source_group_group_id": "sg-1"},
        {"ip_protocol": "-1", "source_group_name": "elb"},
        {"ip_protocol": 6, "from_port": "80", "to_port": 80, "cidr_ip": "10.1.2.3/8"},
        {"ip_protocol": "all", "cidr_ip": "2001:DB8::7/32"},
    ]));
    assert!(SecurityGroup::diff(&wanted, Some(&there)).is_empty());
}

#[test]
fn new_rules_are_authorised_before_old_ones_go_in_one_call_each() {
    let there = live(json!([tcp(80, "10.0.0.0/8"), tcp(81, "10.0.0.0/8"), tcp(82, "10.0.0.0/8")]));
    let wanted = ingress(json!([tcp(80, "10.0.0.0/8"), tcp(90, "10.0.0.0/8"), tcp(91, "10.0.0.0/8")]));
    assert_eq!(steps(&wanted, &there), ["authorise 2 ingress rules", "revoke 2 ingress rules"]);
    let plan = SecurityGroup::diff(&wanted, Some(&there));
    let changes = changes_to_value(&plan.changes).to_json();
    let ports = |side: &str| {
        let rules = changes[side]["rules"].as_array().unwrap();
        rules.iter().map(|rule| rule["from_port"].as_i64().unwrap()).collect::<Vec<_>>()
    };
    assert_eq!((ports("old"), ports("new")), (vec![80, 81, 82], vec![80, 90, 91]));
}

#[test]
fn two_groups_of_one_owner_are_two_peers() {
    let there = live(json!([{"ip_protocol": "all", "source_group_name": "elb"}]));
    let wanted = ingress(json!([{"ip_protocol": "all", "source_group_name": "web"}]));
    assert_eq!(steps(&wanted, &there), ["authorise 1 ingress rule", "revoke 1 ingress rule"]);
}

#[test]
fn rules_left_out_stay_and_an_empty_list_empties() {
    let there = live(json!([tcp(80, "10.0.0.0/8")]));
    assert!(steps(&want(json!({"name": "web", "description": "d"})), &there).is_empty());
    assert_eq!(steps(&ingress(json!([])), &there), ["revoke 1 ingress rule"]);
    let kept = json!({"name": "web", "description": "d", "rules": [], "delete_ingress_rules": false});
    assert!(steps(&want(kept), &there).is_empty());
}

#[test]
fn a_description_is_changed_in_place_and_only_if_declared() {
    let there = live(json!([{"ip_protocol": "all", "cidr_ip": "10.0.0.0/8", "description": "old"}]));
    let rule = |text: serde_json::Value| {
        ingress(json!([{"ip_protocol": "all", "cidr_ip": "10.0.0.0/8", "description": text}]))
    };
    assert_eq!(steps(&rule(json!("new")), &there), ["describe 1 ingress rule"]);
    assert_eq!(steps(&rule(json!("")), &there), ["describe 1 ingress rule"]);
    assert!(steps(&rule(json!(null)), &there).is_empty());
}

#[test]
fn rules_of_ec2_classic_are_sent_last_and_separately() {
    let classic = json!({"ip_protocol": "all", "source_group_name": "amazon-elb-sg", "source_group_owner_id": "amazon-elb"});
    let wanted = ingress(json!([classic, tcp(80, "10.0.0.0/8")]));
    let plan = SecurityGroup::diff(&wanted, Some(&live(json!([]))));
    let peers: Vec<_> = plan
        .steps
        .iter()
        .map(|step| match step {
            Step::Authorize { direction: Direction::Ingress, rules, .. } => {
                rules.iter().map(|rule| matches!(rule.peer, Party::Classic { .. })).collect::<Vec<_>>()
            }
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(peers, [vec![false], vec![true]]);
    let mut there = live(json!([tcp(80, "10.0.0.0/8")]));
    let party = Party::Group {
        id: "sg-843f59ed".into(),
        owner: Some("amazon-elb".to_owned()),
        name: Some("amazon-elb-sg".to_owned()),
    };
    there.ingress.push(there.ingress[0].with(party));
    there.ingress[1].protocol = rule::Protocol::All;
    there.ingress[1].ports = None;
    assert!(SecurityGroup::diff(&wanted, Some(&there)).is_empty());
}

#[test]
fn a_creation_lists_all_changes_and_only_creates() {
    let (spec, _) = read(
        0,
        json!({
            "name": "web", "description": "d", "vpc_id": "vpc-1", "tags": {"team": "x"},
            "rules": [{"ip_protocol": "all", "source_group_name": "web"}, {"ip_protocol": "all", "source_group_name": "elb"}],
            "rules_egress": [],
        }),
    );
    let want = World { promised: vec!["elb"], ..World::default() }.resolve(&spec).unwrap();
    let plan = SecurityGroup::diff(&want, None);
    assert!(matches!(plan.steps.as_slice(), [Step::Create { vpc: Some(_), .. }]), "{:?}", plan.steps);
    let rule = |name: &str| {
        json!({
            "ip_protocol": "-1", "from_port": -1, "to_port": -1,
            "source_group_name": name, "source_group_group_id": "(known after apply)",
        })
    };
    assert_eq!(
        changes_to_value(&plan.changes).to_json(),
        json!({
            "old": {"secgroup": null, "rules": null, "rules_egress": null, "tags": null},
            "new": {"secgroup": "web", "rules": [rule("web"), rule("elb")], "rules_egress": [], "tags": {"team": "x"}},
        })
    );
    assert!(plan.warnings.is_empty());
}

#[test]
fn a_new_group_lets_everything_out_until_egress_is_declared() {
    let all_out = json!({"ip_protocol": "all", "cidr_ip": "0.0.0.0/0"});
    let declared =
        |rules: serde_json::Value| want(json!({"name": "web", "description": "d", "rules_egress": rules}));
    let paths = |want: &Want| {
        let plan = SecurityGroup::diff(want, None);
        plan.changes.into_iter().map(|change| change.path).collect::<Vec<_>>()
    };
    assert_eq!(paths(&declared(json!([all_out]))), ["secgroup"]);
    assert_eq!(paths(&declared(json!([tcp(443, "0.0.0.0/0")]))), ["secgroup", "rules_egress"]);
}

#[test]
fn a_new_group_in_a_vpc_with_ipv6_lets_that_out_too() {
    let out = |range: &str| json!({"ip_protocol": "all", "cidr_ip": range});
    let both = json!([out("0.0.0.0/0"), out("::/0")]);
    for (has_ipv6, rules, is_changed) in [
        (true, both.clone(), false),
        (false, both, true),
        (true, json!([out("0.0.0.0/0")]), true),
        (false, json!([out("0.0.0.0/0")]), false),
    ] {
        let json = json!({"name": "web", "description": "d", "vpc_id": "vpc-1", "rules_egress": rules});
        let mut world = World::default();
        let vpc = Reference::new("ec2.vpc", "vpc-1");
        world.truths.insert((vpc, "has_ipv6"), has_ipv6);
        let plan = SecurityGroup::diff(&world.resolve(&read(0, json).0).unwrap(), None);
        let is_shown = plan.changes.iter().any(|change| change.path == "rules_egress");
        assert_eq!(is_shown, is_changed, "{has_ipv6} {:?}", plan.changes);
    }
}

#[test]
fn tags_are_managed_if_given_and_then_completely() {
    let mut there = live(json!([]));
    there.tags = [("a", "1"), ("b", "2"), ("aws:x", "3")]
        .map(|(k, v)| (k.to_owned(), v.to_owned()))
        .into_iter()
        .collect();
    let tagged = |tags: serde_json::Value| want(json!({"name": "web", "description": "d", "tags": tags}));
    assert_eq!(steps(&tagged(json!({"a": 1, "c": 4})), &there), ["tag with c", "remove the tags b"]);
    assert_eq!(steps(&tagged(json!({})), &there), ["remove the tags a, b"]);
}

#[test]
fn another_description_of_the_group_is_warned_about() {
    let plan =
        SecurityGroup::diff(&want(json!({"name": "web", "description": "new"})), Some(&live(json!([]))));
    assert!(plan.is_empty() && plan.warnings[0].contains("cannot be changed after creation"), "{plan:?}");
}

#[test]
fn absent_deletes_an_existing_one() {
    let (spec, _) = read(1, json!({"name": "web"}));
    let want = World::default().resolve(&spec).unwrap();
    assert!(SecurityGroup::diff(&want, None).is_empty());
    assert_eq!(steps(&want, &live(json!([]))), ["delete the security group"]);
}
