//! Order and text, without AWS.

use super::*;
use model::Value;

fn state(
    kind: &'static str,
    function: &'static str,
    name: &str,
    arguments: &[(&str, Value)],
) -> ExportedState {
    let mut declaration = Declaration::new(function, name);
    for (name, value) in arguments {
        declaration = declaration.with(name, value.clone());
    }
    ExportedState {
        kind,
        low: low(&declaration, name.to_owned(), &Map::new()),
        remarks: vec![],
        requires: vec![],
    }
}

#[test]
fn what_is_referred_to_comes_first_and_is_required() {
    let states = vec![
        state(
            "ec2.subnet",
            "boto_vpc.subnet_present",
            "inner",
            &[("cidr_block", "10.0.1.0/24".into()), ("vpc_name", "main".into())],
        ),
        state("sqs.queue", "boto_sqs.present", "jobs", &[]),
        state("ec2.vpc", "boto_vpc.present", "main", &[("cidr_block", "10.0.0.0/16".into())]),
    ];
    let mut left_out = vec![];
    let ordered = order::ordered(states, &Minion::default(), &mut left_out);
    let names: Vec<&str> = ordered.iter().map(|it| it.low.name.as_str()).collect();
    assert_eq!((names, left_out.len()), (vec!["jobs", "main", "inner"], 0));
    let exported = Exported { states: ordered, left_out };
    let text = sls(&exported, &Convention::default());
    let expected = "jobs:\n  boto_sqs.present: []\n\nmain:\n  boto_vpc.present:\n  - cidr_block: 10.0.0.0/16\n\n\
        inner:\n  boto_vpc.subnet_present:\n  - cidr_block: 10.0.1.0/24\n  - vpc_name: main\n  - require:\n    \
        - boto_vpc: main\n";
    assert_eq!(text, expected);
}

#[test]
fn groups_that_name_each_other_are_in_a_circle_and_only_one_requires_the_other() {
    let rule = |peer: &str| -> Value {
        Value::List(vec![Value::from_iter([
            ("ip_protocol", Value::from("all")),
            ("source_group_name", peer.into()),
        ])])
    };
    let group = |name: &str, peer: &str| {
        let arguments = [("description", Value::from(name)), ("rules", rule(peer))];
        state("ec2.security_group", "boto_secgroup.present", name, &arguments)
    };
    let mut left_out = vec![];
    let ordered = order::ordered(vec![group("a", "b"), group("b", "a")], &Minion::default(), &mut left_out);
    assert_eq!(ordered[0].requires, vec![]);
    assert_eq!(ordered[1].requires, [("boto_secgroup".to_owned(), "a".to_owned())]);
}

#[test]
fn selections_are_by_kind_service_name_and_tag() {
    let selection = Selection {
        kinds: vec!["sqs".to_owned(), "ec2.vpc".to_owned()],
        names: vec!["myapp-*".to_owned()],
        tags: vec![("team".to_owned(), "pay*".to_owned())],
        ..Selection::default()
    };
    assert!(
        selection.has_kind("sqs.queue") && selection.has_kind("ec2.vpc") && !selection.has_kind("ec2.subnet")
    );
    assert!(selection.has_name("myapp-jobs") && !selection.has_name("other"));
    let tags = |value: &str| [("team".to_owned(), value.to_owned())].into_iter().collect();
    assert!(selection.has_tags(Some(&tags("payments"))) && !selection.has_tags(Some(&tags("x"))));
    assert!(!selection.has_tags(None) && Selection::default().has_tags(None));
}
