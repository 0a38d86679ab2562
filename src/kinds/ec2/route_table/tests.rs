use serde_json::{Value as Json, json};

use super::live::{Live, Targets};
use super::route::{Destination, Route, Via};
use super::spec::{FUNCTIONS, Spec};
use super::want::{Member, Want};
use super::*;
use aws::cidr::Cidr;
use kind::{Known, Resource, Sight};
use model::{Aspects, Entry, Fields, Ident, Minion, Node, Place, Problems, Value};

fn declared(arguments: &Json) -> (Spec, Problems) {
    let place = Place::new("n.sls", 1, 1);
    let entries = arguments.as_object().unwrap().iter().map(|(key, value)| {
        (
            key.clone(),
            Entry { key_place: place.clone(), node: Node::from_value(value.clone().into(), &place) },
        )
    });
    let mut problems = Problems::default();
    let fields = Fields::check(FUNCTIONS[0].arguments, entries, &place, FUNCTIONS[0].name(), &mut problems);
    (RouteTable::read(&FUNCTIONS[0], &fields, &Minion::default(), &mut problems), problems)
}

fn range(text: &str) -> Destination {
    Destination::Range(Cidr::of_aws(text))
}

fn route(to: &str, via: Via, target: &str) -> Route {
    Route { destination: range(to), via, target: target.into() }
}

fn there(to: &str, targets: &[(Via, &str)]) -> Targets {
    let targets = targets.iter().map(|(via, id)| (*via, (*id).to_owned())).collect();
    Targets { destination: range(to), targets }
}

fn member(subnet: &str, association: Option<&str>) -> Member {
    Member { subnet: subnet.into(), association: association.map(str::to_owned) }
}

fn want() -> Want {
    let spec = Spec { name: "public".to_owned(), present: true, ..Spec::default() };
    Want { spec, vpc: Some("vpc-1".into()), ..Want::default() }
}

fn live() -> Live {
    let routes = vec![
        there("0.0.0.0/0", &[(Via::Gateway, "igw-1")]),
        there("10.5.0.0/16", &[(Via::Instance, "i-1"), (Via::Interface, "eni-1")]),
        Targets {
            destination: Destination::PrefixList("pl-1".to_owned()),
            targets: vec![(Via::Gateway, "vpce-1".to_owned())],
        },
    ];
    let subnets = vec![("assoc-1".to_owned(), "subnet-1".to_owned())];
    Live { id: "rtb-1".to_owned(), vpc_id: "vpc-1".to_owned(), routes, subnets, ..Live::default() }
}

fn steps(want: &Want, live: Option<&Live>) -> Vec<String> {
    let plan = RouteTable::diff(want, live);
    assert!(plan.refusals.is_empty(), "{:?}", plan.refusals);
    plan.steps.iter().map(ToString::to_string).collect()
}

#[test]
fn routes_and_subnets_left_out_are_not_managed_and_an_empty_list_removes_all() {
    assert_eq!(steps(&want(), Some(&live())), Vec::<String>::new());
    let none = Want { routes: Some(vec![]), subnets: Some(vec![]), ..want() };
    let expected =
        ["remove the route to 0.0.0.0/0", "remove the route to 10.5.0.0/16", "disassociate subnet-1"];
    assert_eq!(steps(&none, Some(&live())), expected, "the route of an endpoint stays");
}

#[test]
fn differing_routes_are_replaced_added_and_removed_in_this_order() {
    let routes = vec![
        route("0.0.0.0/0", Via::Nat, "nat-1"),
        route("10.5.0.0/16", Via::Interface, "eni-1"),
        route("2001:DB8::/32", Via::EgressOnly, "eigw-1"),
    ];
    let plan = RouteTable::diff(&Want { routes: Some(routes), ..want() }, Some(&live()));
    let shown: Vec<String> = plan.steps.iter().map(ToString::to_string).collect();
    assert_eq!(shown, ["change the route to 0.0.0.0/0", "add the route to 2001:DB8::/32"]);
    let other = vec![route("10.6.0.9/16", Via::Gateway, "igw-1")];
    let expected =
        ["add the route to 10.6.0.9/16", "remove the route to 0.0.0.0/0", "remove the route to 10.5.0.0/16"];
    assert_eq!(steps(&Want { routes: Some(other), ..want() }, Some(&live())), expected);
}

#[test]
fn a_subnet_of_another_table_is_moved_in_one_call() {
    let subnets = Some(vec![member("subnet-2", Some("assoc-9")), member("subnet-3", None)]);
    let expected = ["move subnet-2 here", "associate subnet-3", "disassociate subnet-1"];
    assert_eq!(steps(&Want { subnets, ..want() }, Some(&live())), expected);
}

#[test]
fn a_new_table_shows_everything_and_only_creates() {
    let full = Want {
        routes: Some(vec![route("0.0.0.0/0", Via::Gateway, "igw-1")]),
        subnets: Some(vec![member("subnet-1", None)]),
        ..want()
    };
    let plan = RouteTable::diff(&full, None);
    assert_eq!(steps(&full, None), ["create the route table"]);
    let paths: Vec<&str> = plan.changes.iter().map(|change| change.path.as_str()).collect();
    assert_eq!(paths, ["route_table", "vpc_id", "routes", "subnets_associations"]);
    assert!(RouteTable::diff(&Want { vpc: None, ..want() }, None).refusals[0].contains("needs vpc_id"));
}

#[test]
fn a_table_is_disassociated_before_its_deletion_and_a_main_one_stays() {
    let gone = Want { spec: Spec { present: false, ..want().spec }, ..want() };
    assert_eq!(steps(&gone, Some(&live())), ["disassociate subnet-1", "delete the route table"]);
    assert!(!RouteTable::diff(&gone, Some(&Live { is_main: true, ..live() })).refusals.is_empty());
}

#[test]
fn a_route_has_one_destination_and_one_target() {
    let (spec, problems) = declared(&json!({"name": "t", "routes": [
        {"destination_cidr_block": "0.0.0.0/0", "internet_gateway_name": "gate"},
        {"destination_cidr_block": "10.0.0.0/8", "nat_gateway_subnet_name": "public"},
    ], "subnet_names": ["a"], "subnet_ids": ["subnet-1"]}));
    assert!(problems.is_empty(), "{problems}");
    let uses: Vec<String> = RouteTable::uses(&spec).iter().map(ToString::to_string).collect();
    assert_eq!(uses, ["subnet 'a'", "internet gateway 'gate'", "nat gateway 'public'"]);
    let broken = json!({"name": "t", "routes": [
        {"internet_gateway_name": "gate"},
        {"destination_cidr_block": "0.0.0.0/0", "gateway_id": "igw-1", "instance_id": "i-1"},
    ]});
    let messages = declared(&broken).1.to_string();
    assert!(messages.contains("one destination") && messages.contains("one target"), "{messages}");
}

/// Knows a subnet `a` in `vpc-1`, the NAT gateway in it, and nothing else.
struct Network;

impl Known for Network {
    fn sight(&self, reference: &Reference, attribute: &str, _aspects: Aspects) -> Sight {
        let scope = reference.scope.as_deref();
        Sight::Found(match (reference.kind, reference.name.as_str(), scope, attribute) {
            ("ec2.vpc", "main", None, "id") => Some("vpc-1".into()),
            ("ec2.subnet", "a", None | Some("vpc-1"), "id") => Some("subnet-1".into()),
            ("ec2.subnet", "a", Some("vpc-1"), "association_id") => Some("assoc-1".into()),
            ("ec2.nat_gateway", "a", Some("subnet-1"), "id") => Some("nat-1".into()),
            _ => return Sight::Absent,
        })
    }

    fn is_promised(&self, reference: &Reference) -> bool {
        reference.name == "later"
    }
}

#[test]
fn names_become_ids_and_new_things_are_known_later() {
    let (spec, _) =
        declared(&json!({"name": "t", "vpc_name": "main", "subnet_names": ["a", "later"], "routes": [
            {"destination_cidr_block": "0.0.0.0/0", "nat_gateway_subnet_name": "a"},
            {"destination_cidr_block": "10.0.0.0/8", "nat_gateway_subnet_name": "later"},
        ]}));
    let mut lookup = Lookup::new(&Network);
    let want = RouteTable::resolve(&spec, &mut lookup).unwrap();
    let targets: Vec<Value> = want.routes.iter().flatten().map(|route| Value::from(&route.target)).collect();
    assert_eq!(targets, ["nat-1".into(), Value::from(Ident::AFTER_APPLY)]);
    let members = want.subnets.unwrap();
    assert_eq!(members[0], member("subnet-1", Some("assoc-1")));
    assert_eq!(members[1].subnet.known(), None);
}
