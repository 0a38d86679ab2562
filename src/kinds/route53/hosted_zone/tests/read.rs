//! Tables for `read`: declarations and their problems.

use serde_json::json;

use crate::hosted_zone::HostedZone;
use crate::hosted_zone::spec::{self, FUNCTIONS, Spec};
use kind::{Known, Lookup, Resource, Sight};
use model::{Aspects, Entry, Fields, Node, Place, Problems, Reference, Value};

fn read(name: &str, arguments: serde_json::Value) -> (Spec, Vec<String>) {
    let place = Place::new("a.sls", 3, 7);
    let Value::Map(arguments) = Value::from(arguments) else { unreachable!("a mapping") };
    let entries = arguments.into_iter().map(|(key, value)| {
        (key.to_string(), Entry { key_place: place.clone(), node: Node::from_value(value, &place) })
    });
    let mut problems = Problems::default();
    let function = FUNCTIONS.iter().find(|function| function.names.contains(&name)).unwrap();
    let fields = Fields::check(function.arguments, entries, &place, name, &mut problems);
    let spec = spec::read(function, &fields, &mut problems);
    (spec, problems.0.iter().map(|problem| problem.message.clone()).collect())
}

/// Every VPC is vpc-1.
struct OneVpc;

impl Known for OneVpc {
    fn sight(&self, reference: &Reference, _attribute: &str, _aspects: Aspects) -> Sight {
        assert_eq!(reference.kind, "ec2.vpc");
        Sight::Found(Some("vpc-1".into()))
    }

    fn is_promised(&self, _reference: &Reference) -> bool {
        false
    }
}

fn scope(spec: &Spec) -> Option<String> {
    HostedZone::locate(spec, &mut Lookup::new(&OneVpc)).unwrap().scope
}

#[test]
fn both_spellings_are_one_declaration_except_for_other_registrations() {
    let boto = json!({"name": "Example.internal", "private_zone": true, "vpc_name": "main", "comment": "c",
        "caller_ref": "r"});
    let camel = json!({"name": "x", "Name": "example.internal.", "PrivateZone": true,
        "VPCs": [{"VPCName": "main"}], "Comment": "c", "CallerReference": "r"});
    let (boto, problems) = read("boto_route53.hosted_zone_present", boto);
    assert_eq!(problems, Vec::<String>::new());
    let (camel, problems) = read("boto3_route53.hosted_zone_present", camel);
    assert_eq!(problems, Vec::<String>::new());
    assert!(camel.are_vpcs_complete && !boto.are_vpcs_complete);
    assert_eq!(boto, Spec { are_vpcs_complete: false, ..camel });
    assert_eq!(scope(&boto).as_deref(), Some("private vpc-1"));
}

#[test]
fn a_removal_means_the_only_zone_by_default() {
    let (spec, _) = read("boto_route53.hosted_zone_absent", json!({"name": "a.b"}));
    assert_eq!(scope(&spec), None);
    let (spec, _) = read("boto3_route53.hosted_zone_absent", json!({"name": "a.b", "PrivateZone": false}));
    assert_eq!(scope(&spec).as_deref(), Some("public"));
}

#[test]
fn every_declaration_has_a_caller_reference_of_its_own() {
    let reference = || read("boto_route53.hosted_zone_present", json!({"name": "a.b"})).0.caller_reference;
    assert_ne!(reference(), reference());
}

#[test]
fn privacy_and_vpcs_go_together() {
    for arguments in [
        json!({"name": "a.b", "private_zone": true}),
        json!({"name": "a.b", "vpc_id": "vpc-1"}),
        json!({"name": "a.b", "private_zone": true, "vpc_id": "vpc-1", "vpc_name": "main"}),
    ] {
        assert_eq!(read("boto_route53.hosted_zone_present", arguments).1.len(), 1);
    }
}
