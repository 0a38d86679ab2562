//! Tables for `diff`.

use serde_json::json;

use super::declared;
use crate::record::diff::{Edit, Step, Verb, diff};
use crate::record::live::Live;
use crate::record::resolve::Want;
use crate::record::set::{Alias, Routing, Set};
use crate::record::spec::Written;
use model::Plan;
use model::plan::changes_to_value;

/// A `boto3_route53.rr_present` for `www.example.com.` in zone Z1, references resolved.
fn want(arguments: serde_json::Value) -> Want {
    let mut all = json!({"name": "www.example.com", "HostedZoneId": "Z1", "Type": "A"});
    all.as_object_mut().unwrap().extend(arguments.as_object().unwrap().clone());
    let spec = declared("boto3_route53.rr_present", all);
    let text = |written: &Written| match written {
        Written::Text(text) => text.as_str().into(),
        Written::Of(..) => panic!("no references here"),
    };
    Want {
        zone: Some("Z1".into()),
        values: spec.values.as_ref().map(|values| values.iter().map(text).collect()),
        alias: spec.alias.as_ref().map(|target| Alias {
            zone: target.zone.as_deref().unwrap().into(),
            dns_name: text(&target.dns_name),
            evaluate_health: target.evaluate_health,
        }),
        spec,
    }
}

fn absent() -> Want {
    let mut want = want(json!({"ResourceRecords": ["192.0.2.1"]}));
    want.spec.present = false;
    want
}

fn live() -> Live {
    Live {
        name: "www.example.com.".to_owned(),
        set: Set {
            values: vec!["192.0.2.2".into(), "192.0.2.1".into()],
            ttl: Some(300),
            health_check: Some("hc".to_owned()),
            ..Set::default()
        },
        unknown: vec![],
    }
}

fn shown(plan: &Plan<Step>) -> serde_json::Value {
    changes_to_value(&plan.changes).to_json()
}

fn edits(plan: &Plan<Step>) -> Vec<Edit> {
    plan.steps.iter().flat_map(|step| step.edits.clone()).collect()
}

#[test]
fn the_same_in_another_spelling_does_not_differ() {
    for arguments in [
        json!({"ResourceRecords": ["192.0.2.1", "192.0.2.2"]}),
        json!({"ResourceRecords": ["192.0.2.2", "192.0.2.1"], "TTL": "300", "HealthCheckId": "hc"}),
    ] {
        let plan = diff(&want(arguments), Some(&live()));
        assert!(plan.is_empty(), "{plan:?}");
    }
}

#[test]
fn a_new_record_is_shown_whole_and_lives_a_minute() {
    let plan = diff(&want(json!({"ResourceRecords": ["192.0.2.1"]})), None);
    let expected = json!({"name": "www.example.com.", "value": "192.0.2.1", "record_type": "A", "ttl": 60});
    assert_eq!(shown(&plan), json!({"old": null, "new": expected}));
    assert_eq!(edits(&plan)[0].verb, Verb::Upsert);
}

#[test]
fn settings_left_out_are_sent_unchanged() {
    let plan = diff(&want(json!({"ResourceRecords": ["192.0.2.9"]})), Some(&live()));
    let set = Set { values: vec!["192.0.2.9".into()], ..live().set };
    assert_eq!(edits(&plan), [Edit { verb: Verb::Upsert, set }]);
    assert_eq!(shown(&plan)["old"]["value"], json!(["192.0.2.2", "192.0.2.1"]));
}

#[test]
fn each_setting_that_differs_is_one_upsert() {
    let values = json!(["192.0.2.1", "192.0.2.2"]);
    for arguments in [
        json!({"ResourceRecords": values, "TTL": 60}),
        json!({"ResourceRecords": values, "HealthCheckId": "other"}),
        json!({"ResourceRecords": values, "HealthCheckId": ""}),
        json!({"AliasTarget": {"HostedZoneId": "Z2", "DNSName": "x.example.com"}}),
    ] {
        let plan = diff(&want(arguments), Some(&live()));
        assert_eq!((plan.changes.len(), plan.steps.len(), edits(&plan)[0].verb), (1, 1, Verb::Upsert));
    }
}

#[test]
fn an_alias_is_compared_without_dot_and_case_and_has_no_ttl() {
    let target = |name: &str| json!({"AliasTarget": {"HostedZoneId": "Z2", "DNSName": name}, "TTL": 60});
    let alias = edits(&diff(&want(target("Web.elb.amazonaws.com")), None)).remove(0).set;
    assert_eq!((alias.ttl, alias.values.len()), (None, 0));
    let live = Live { set: alias, ..live() };
    assert!(diff(&want(target("web.elb.amazonaws.com.")), Some(&live)).is_empty());
    assert_eq!(diff(&want(target("other.elb.amazonaws.com.")), Some(&live)).changes.len(), 1);
    let back = diff(&want(json!({"ResourceRecords": ["192.0.2.1"]})), Some(&live));
    assert_eq!((edits(&back)[0].set.alias.clone(), edits(&back)[0].set.ttl), (None, Some(60)));
}

#[test]
fn another_kind_of_routing_is_removal_and_creation_in_one_batch() {
    let weighted =
        |weight| want(json!({"ResourceRecords": ["192.0.2.1"], "SetIdentifier": "one", "Weight": weight}));
    let live = |routing| Live {
        set: Set {
            values: vec!["192.0.2.1".into()],
            ttl: Some(60),
            identifier: Some("one".to_owned()),
            routing: Some(routing),
            ..Set::default()
        },
        ..live()
    };
    assert!(diff(&weighted(10), Some(&live(Routing::Weighted(10)))).is_empty());
    let verbs = |plan: Plan<Step>| edits(&plan).iter().map(|edit| edit.verb).collect::<Vec<_>>();
    assert_eq!(verbs(diff(&weighted(20), Some(&live(Routing::Weighted(10))))), [Verb::Upsert]);
    let latency = live(Routing::Latency("us-east-1".to_owned()));
    assert_eq!(verbs(diff(&weighted(20), Some(&latency))), [Verb::Delete, Verb::Create]);
}

#[test]
fn a_removal_names_the_very_record() {
    let plan = diff(&absent(), Some(&live()));
    assert_eq!(edits(&plan), [Edit { verb: Verb::Delete, set: live().set }]);
    assert_eq!(shown(&plan)["new"], json!(null));
    assert!(diff(&absent(), None).is_empty());
}

#[test]
fn settings_that_cannot_be_sent_along_are_never_lost() {
    let live = Live { unknown: vec!["CidrRoutingConfig"], ..live() };
    for want in [want(json!({"ResourceRecords": ["192.0.2.9"]})), absent()] {
        assert!(diff(&want, Some(&live)).refusals[0].contains("CidrRoutingConfig"));
    }
}
