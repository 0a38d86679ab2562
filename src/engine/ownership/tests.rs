//! Marks in declarations, ARNs, and the promises of the table.

use super::table::KINDS;
use super::*;
use kinds::kinds;
use model::{Leaves, Shape};
use sls::yaml;

fn low(function: &str, tags: Option<&str>) -> Low {
    let (state, verb) = function.split_once('.').unwrap();
    let place = Place::file("a.sls");
    let mut low = Low::new(state, verb, "x", place.clone());
    if let Some(text) = tags {
        let node = yaml::parse_file(text, "a.sls").unwrap();
        low.arguments.insert("tags".to_owned(), Entry { key_place: place, node });
    }
    low
}

fn marked(function: &str, tags: Option<&str>) -> Option<String> {
    let mut lows = [low(function, tags)];
    mark(&mut lows, "app");
    lows[0].arguments.get("tags").map(|entry| entry.node.to_value().to_json().to_string())
}

#[test]
fn the_tag_joins_declared_tags_and_stands_alone_where_none_are() {
    let some = |text: &str| Some(text.to_owned());
    assert_eq!(marked("boto_sqs.present", None), some(r#"{"orchestrate:owner":"app"}"#));
    let both = some(r#"{"team":"x","orchestrate:owner":"app"}"#);
    assert_eq!(marked("boto3_sqs.present", Some("{team: x}")), both);
    let list = some(r#"[{"Key":"team","Value":"x"},{"Key":"orchestrate:owner","Value":"app"}]"#);
    assert_eq!(marked("boto_vpc.present", Some("[{Key: team, Value: x}]")), list);
    assert_eq!(marked("boto_sqs.present", Some("{}")), some("{}"), "who wants no tags gets none");
    for other in ["boto_sqs.absent", "boto_asg.present", "file.managed", "boto_s3_bucket.present"] {
        assert_eq!(marked(other, None), None, "{other}");
    }
}

#[test]
fn an_arn_says_what_a_thing_is_called() {
    let of = |arn: &str, tag: Option<&str>| {
        let owned = Owned::of(arn, tag).unwrap();
        (owned.kind().map_or("", |kind| kind.name), owned.name)
    };
    let a = "us-east-1:123456789012";
    for (arn, tag, kind, name) in [
        (format!("arn:aws:sqs:{a}:jobs"), None, "sqs.queue", "jobs"),
        (format!("arn:aws:sns:{a}:t"), None, "sns.topic", "t"),
        (format!("arn:aws:ec2:{a}:vpc/vpc-1"), Some("main"), "ec2.vpc", "main"),
        (format!("arn:aws:ec2:{a}:instance/i-1"), None, "ec2.instance", "i-1"),
        (format!("arn:aws:lambda:{a}:function:f"), None, "lambda.function", "f"),
        (format!("arn:aws:events:{a}:rule/bus/r"), None, "events.rule", "r"),
        (format!("arn:aws:ssm:{a}:parameter/app/key"), None, "ssm.parameter", "/app/key"),
        (format!("arn:aws:ssm:{a}:parameter/key"), None, "ssm.parameter", "key"),
        (format!("arn:aws:elasticloadbalancing:{a}:loadbalancer/lb"), None, "elb.load_balancer", "lb"),
        (
            format!("arn:aws:elasticloadbalancing:{a}:loadbalancer/app/web/1f"),
            None,
            "elbv2.load_balancer",
            "web",
        ),
        (format!("arn:aws:elasticloadbalancing:{a}:targetgroup/tg/1f"), None, "elbv2.target_group", "tg"),
        (format!("arn:aws:rds:{a}:db:main"), None, "rds.instance", "main"),
        (format!("arn:aws:ec2:{a}:natgateway/nat-1"), Some("n"), "", "n"),
        ("arn:aws:s3:::bucket".to_owned(), None, "", "bucket"),
    ] {
        assert_eq!(of(&arn, tag), (kind, name.to_owned()), "{arn}");
    }
    assert_eq!(Owned::of("jobs", None), None);
}

/// True where a mapping of tags can be written.
fn takes_mapping(shape: &Shape) -> bool {
    match shape {
        Shape::Table(_) => true,
        Shape::Either(shapes) => shapes.iter().any(takes_mapping),
        _ => false,
    }
}

#[test]
fn every_kind_of_the_table_takes_tags_and_is_deleted_by_its_name() {
    for owned in KINDS {
        // The list of services depends on features.
        let Some(kind) = kinds().find(|kind| kind.kind() == owned.name) else { continue };
        let function = |name: &str| {
            let found = kind.functions().iter().find(|function| function.names.contains(&name));
            found.unwrap_or_else(|| panic!("{} has no {name}", owned.name))
        };
        for name in owned.present {
            let present = function(name);
            assert_eq!(present.leaves, Leaves::Present, "{name}");
            let tags = present.arguments.iter().find(|argument| argument.is_spelled("tags"));
            assert!(tags.is_some_and(|tags| takes_mapping(&tags.shape)), "{name} takes no tags");
        }
        if let Some(name) = owned.absent {
            let absent = function(name);
            assert_eq!(absent.leaves, Leaves::Absent, "{name}");
            let mut required = absent.arguments.iter().filter(|argument| argument.required);
            assert!(required.all(|it| it.name == "name"), "{name} needs more than a name");
        }
    }
}

#[test]
fn what_holds_data_is_never_deleted_so() {
    let like = low("boto_sqs.present", None);
    let absent = |arn: &str| Owned::of(arn, None).unwrap().absent(&like).map(|(_, low)| low.state);
    assert_eq!(absent("arn:aws:sqs:us-east-1:1:jobs").as_deref(), Some("boto_sqs"));
    for arn in ["arn:aws:rds:us-east-1:1:db:a", "arn:aws:dynamodb:us-east-1:1:table/a", "arn:aws:s3:::a"] {
        assert_eq!(absent(arn), None, "{arn}");
    }
}

#[test]
fn the_owner_is_the_value_of_a_tag() {
    assert_eq!(read(None).unwrap(), None);
    assert_eq!(read(Some(&Value::from("app"))).unwrap().as_deref(), Some("app"));
    for wrong in [Value::from(""), Value::from("x".repeat(257).as_str()), Value::Int(3)] {
        assert!(read(Some(&wrong)).is_err());
    }
}

#[test]
fn a_thing_of_another_account_is_not_the_declared_one() {
    let thing = |account: Option<&str>| {
        serde_json::json!({
            "kind": "sqs.queue", "noun": "queue", "name": "jobs", "id": null, "region": "us-east-1",
            "account": account, "action": "unchanged", "attributes": [], "steps": [], "depends_on": [],
            "blast_radius": [], "tags": null,
        })
    };
    let plan = |account: Option<&str>| -> RunPlan {
        let state = serde_json::json!({
            "id": "q", "function": "boto_sqs.present", "name": "q", "sls": "a", "declared_at": "a.sls:1:1",
            "action": "unchanged", "failed": false, "comment": "", "triggered_by": [],
            "things": [thing(account)], "warnings": [],
        });
        let summary = serde_json::to_value(crate::run_plan::Tally::default()).unwrap();
        let plan = serde_json::json!({"format_version": 1, "summary": summary, "states": [state]});
        serde_json::from_value(plan).unwrap()
    };
    let owned = Owned::of("arn:aws:sqs:us-east-1:333333333333:jobs", None).unwrap();
    assert!(owned.is_declared(&plan(Some("333333333333"))));
    assert!(!owned.is_declared(&plan(Some("111111111111"))));
    assert!(owned.is_declared(&plan(None)), "it may be this one");
}
