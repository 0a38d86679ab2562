//! The declaration of a record in an SLS, and its meaning.

use serde_json::json;

use super::{declared, read};
use crate::record::Record;
use crate::record::set::Routing;
use crate::record::spec::{Written, Zone};
use kind::{Known, Lookup, Resource, Sight, Unresolved};
use model::{Aspects, Ident, Reference};

const BOTO: &str = "boto_route53.present";
const CAMEL: &str = "boto3_route53.rr_present";

fn boto(more: serde_json::Value) -> serde_json::Value {
    let mut arguments =
        json!({"name": "www.example.com", "zone": "Example.com", "record_type": "a", "value": "192.0.2.1"});
    arguments.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    arguments
}

#[test]
fn both_spellings_are_one_declaration() {
    let boto = declared(BOTO, boto(json!({"value": "192.0.2.1,192.0.2.2", "ttl": "60"})));
    let camel = declared(
        CAMEL,
        json!({"name": "id", "Name": "WWW.example.com.", "DomainName": "example.com.", "Type": "A", "TTL": 60,
            "ResourceRecords": ["192.0.2.1", "192.0.2.2"]}),
    );
    assert_eq!(boto, camel);
    assert_eq!((boto.name.as_str(), boto.kind.as_str(), boto.wait), ("www.example.com.", "A", Some(600)));
}

#[test]
fn the_zone_is_public_or_private_only_if_declared() {
    let scope = |more| match declared(BOTO, boto(more)).zone {
        Zone::Named(zone) => zone.scope,
        other => panic!("{other:?}"),
    };
    assert_eq!(scope(json!({})), None);
    assert_eq!(scope(json!({"private_zone": true})), None);
    assert_eq!(scope(json!({"split_dns": true})).as_deref(), Some("public"));
    assert_eq!(scope(json!({"split_dns": true, "private_zone": true})).as_deref(), Some("private"));
}

#[test]
fn an_identifier_is_weighted_by_a_number_and_latency_by_a_region() {
    let of = |second: serde_json::Value| declared(BOTO, boto(json!({"identifier": ["one", second]})));
    assert_eq!(of(json!(10)).routing, Some(Routing::Weighted(10)));
    assert_eq!(of(json!("10")).routing, Some(Routing::Weighted(10)));
    assert_eq!(of(json!("us-east-1")).routing, Some(Routing::Latency("us-east-1".to_owned())));
    assert_eq!(of(json!(10)).reference().name, "www.example.com. A one");
}

#[test]
fn waiting_is_true_false_or_seconds() {
    let wait = |wait: serde_json::Value| declared(BOTO, boto(json!({ "wait_for_sync": wait }))).wait;
    assert_eq!(wait(json!(true)), Some(600));
    assert_eq!(wait(json!(false)), None);
    assert_eq!(wait(json!("False")), None);
    assert_eq!(wait(json!(30)), Some(30));
    assert_eq!(wait(json!(0)), None);
}

#[test]
fn values_may_refer_to_addresses_that_aws_chooses() {
    let of = |value: &str| {
        let spec = declared(BOTO, boto(json!({"value": value, "record_type": "CNAME"})));
        spec.values.unwrap().remove(0)
    };
    let instance =
        |attribute: &str| Written::Of(vec![Reference::new("ec2.instance", "web")], attribute.to_owned());
    let balancers = ["elb.load_balancer", "elbv2.load_balancer"].map(|kind| Reference::new(kind, "web"));
    assert_eq!(of("elb:web"), Written::Of(balancers.to_vec(), "dns_name".to_owned()));
    assert_eq!(of("elbv2:web"), Written::Of(balancers[1..].to_vec(), "dns_name".to_owned()));
    assert_eq!(of("private:web"), instance("private_ip_address"));
    assert_eq!(of("public:web"), instance("public_ip_address"));
    assert_eq!(of("magic:ec2_instance_tag:Name:web:ip_address"), instance("public_ip_address"));
    assert_eq!(of("2001:db8::1"), Written::Text("2001:db8::1".to_owned()));
}

#[test]
fn all_problems_are_reported_at_once() {
    let (_, problems) = read(BOTO, boto(json!({"name": "www", "identifier": ["one"], "value": "magic:x"})));
    assert_eq!(problems.len(), 3, "{problems:#?}");
    let (_, problems) = read(
        CAMEL,
        json!({"name": "www.example.com", "Type": "A", "Weight": 1, "Region": "us-east-1",
            "AliasTarget": {"DNSName": "x.example.com"}, "ResourceRecords": ["192.0.2.1"]}),
    );
    assert_eq!(problems.len(), 5, "{problems:#?}");
}

/// The zone example.com and the balancer `web` exist.
struct Account {
    promised: bool,
}

impl Known for Account {
    fn sight(&self, reference: &Reference, attribute: &str, _aspects: Aspects) -> Sight {
        match (reference.kind, reference.name.as_str(), attribute) {
            ("route53.hosted_zone", "example.com.", "id") => Sight::Found(Some("Z1".into())),
            ("elb.load_balancer", "web", attribute) => Sight::Found(Some(attribute.into())),
            _ => Sight::Absent,
        }
    }

    fn is_promised(&self, _reference: &Reference) -> bool {
        self.promised
    }
}

#[test]
fn an_alias_to_a_balancer_knows_its_zone() {
    let spec = declared(
        CAMEL,
        json!({"name": "www.example.com", "DomainName": "example.com", "Type": "A",
            "AliasTarget": {"DNSName": "elb:web"}}),
    );
    let want = Record::resolve(&spec, &mut Lookup::new(&Account { promised: false })).unwrap();
    let alias = want.alias.unwrap();
    assert_eq!((alias.zone.as_str(), alias.dns_name.as_str()), ("hosted_zone_id", "dns_name"));
    let uses: Vec<_> = Record::uses(&spec).into_iter().map(|used| used.kind).collect();
    assert_eq!(uses, ["route53.hosted_zone", "elb.load_balancer", "elbv2.load_balancer"]);
}

#[test]
fn a_missing_zone_is_an_error_for_present_and_no_record_for_absent() {
    let lost = boto(json!({"name": "www.lost.com", "zone": "lost.com"}));
    let present = declared(BOTO, lost);
    let known = Account { promised: false };
    assert!(matches!(Record::locate(&present, &mut Lookup::new(&known)), Err(Unresolved::Missing(_))));
    let later = Account { promised: true };
    assert!(matches!(Record::locate(&present, &mut Lookup::new(&later)), Err(Unresolved::AfterApply(_))));
    let want = Record::resolve(&present, &mut Lookup::new(&later)).unwrap();
    assert!(matches!(want.zone, Some(Ident::AfterApply(_))));
    let gone = json!({"name": "www.lost.com", "zone": "lost.com", "record_type": "A"});
    let absent = declared("boto_route53.absent", gone);
    let reference = Record::locate(&absent, &mut Lookup::new(&known)).unwrap();
    assert_eq!(reference.scope, None);
}
