use serde_json::{Value as Json, json};

use super::*;
use crate::approval::Approval;
use crate::planned::{PlannedAction, PlannedThing};
use crate::run_plan::{Attribute, PlannedState, RunPlan, Tally, Thing, VERSION};
use model::Change;
use sls::yaml;

fn guards(text: &str) -> Guards {
    read(text).expect("guards")
}

fn read(text: &str) -> Result<Guards, Problems> {
    let value = yaml::parse_file(text, "guards.yaml").expect("YAML").to_value();
    Guards::read(Some(&value), None, &Place::new("minion", 1, 1))
}

fn thing(kind: &str, name: &str, action: PlannedAction) -> Thing {
    Thing {
        kind: kind.to_owned(),
        noun: kind.split('.').next_back().unwrap_or_default().replace('_', " "),
        name: name.to_owned(),
        named_by: std::collections::BTreeMap::new(),
        id: None,
        identity: None,
        region: Some("us-east-1".to_owned()),
        account: Some("123456789012".to_owned()),
        action,
        attributes: vec![],
        steps: vec![],
        depends_on: vec![],
        blast_radius: vec![],
        tags: Some(json!({"team": "web"})),
    }
}

fn with(mut thing: Thing, path: &str, old: Json, new: Json) -> Thing {
    let path = path.to_owned();
    thing.attributes.push(Attribute { path, action: PlannedAction::Change, old, new, hidden: false });
    thing
}

fn plan(things: Vec<Thing>) -> RunPlan {
    let state = PlannedState {
        id: "all".to_owned(),
        function: "boto_sqs.present".to_owned(),
        name: "all".to_owned(),
        sls: "app".to_owned(),
        declared_at: "app.sls:1:1".to_owned(),
        action: PlannedAction::Change,
        failed: false,
        comment: String::new(),
        triggered_by: vec![],
        things,
        warnings: vec![],
    };
    let states = vec![state];
    RunPlan { format_version: VERSION, summary: Tally::of(&states), states, refused: vec![] }
}

fn refused(guards: &Guards, things: Vec<Thing>) -> Vec<String> {
    guards.violations(&plan(things)).iter().map(ToString::to_string).collect()
}

#[test]
fn nothing_is_refused_without_guards() {
    assert!(guards("{}").is_empty());
    assert_eq!(refused(&guards("{}"), vec![thing("sqs.queue", "a", PlannedAction::Delete)]), [""; 0]);
}

#[test]
fn deletions_are_counted_and_a_replacement_is_one() {
    use PlannedAction::{Change, Create, Delete, Replace};
    let things = || {
        let all = [("a", Delete), ("b", Replace), ("c", Change), ("d", Create)];
        let mut things: Vec<Thing> =
            all.iter().map(|(name, action)| thing("sqs.queue", name, *action)).collect();
        things.push(thing("machine.file", "/tmp/x", Delete));
        things
    };
    assert_eq!(refused(&guards("max_deletes: 2"), things()), [""; 0]);
    assert_eq!(
        refused(&guards("{max_deletes: 1, max_replacements: 0}"), things()),
        [
            "the run deletes 2 things, but at most 1 are allowed: queue 'a', queue 'b' (guard max_deletes)",
            "the run replaces 1 thing, but at most 0 are allowed: queue 'b' (guard max_replacements)",
        ]
    );
}

#[test]
fn only_new_rules_for_everybody_are_openings() {
    let rule = |port: i64, key: &str, range: &str| json!({"ip_protocol": "tcp", "from_port": port, "to_port": port, key: range});
    let group = |new: Json| {
        let old = json!([rule(22, "cidr_ip", "0.0.0.0/0")]);
        with(thing("ec2.security_group", "web", PlannedAction::Change), "rules", old, new)
    };
    let closed = guards("open_ports: [443, 8000-8100]");
    let kept = json!([
        rule(22, "cidr_ip", "0.0.0.0/0"),
        rule(5432, "cidr_ip", "10.0.0.0/8"),
        rule(443, "cidr_ip", "0.0.0.0/0")
    ]);
    assert_eq!(refused(&closed, vec![group(kept)]), [""; 0]);
    let opened = json!([rule(8080, "cidr_ip", "0.0.0.0/0"), rule(22, "cidr_ipv6", "::/0")]);
    let words =
        "boto_sqs.present 'all' (app.sls:1:1): security group 'web' opens port 22 to ::/0 (guard open_ports)";
    assert_eq!(refused(&closed, vec![group(opened)]), [words]);
    let everything = json!([{"ip_protocol": "all", "cidr_ip": "0.0.0.0/0"}]);
    assert_eq!(refused(&closed, vec![group(everything.clone())]).len(), 1);
    assert_eq!(refused(&guards("open_ports: []"), vec![group(everything)]).len(), 1);
}

#[test]
fn a_group_may_lose_a_share_of_its_instances() {
    let group = |old: i64, new: i64| {
        let changed = thing("autoscaling.group", "web", PlannedAction::Change);
        with(changed, "desired_capacity", json!(old), json!(new))
    };
    let half = guards("max_group_share: 50");
    assert_eq!(refused(&half, vec![group(4, 2), group(2, 8)]), [""; 0]);
    assert!(
        refused(&half, vec![group(4, 1)])[0]
            .contains("goes from 4 to 1 instances (75 % fewer), but at most 50 %")
    );
    let gone = thing("autoscaling.group", "web", PlannedAction::Delete);
    assert!(refused(&half, vec![gone])[0].contains("loses all its instances"));
}

#[test]
fn other_places_and_protected_things_are_left_alone() {
    let queue = |action| thing("sqs.queue", "prod-jobs", action);
    assert_eq!(refused(&guards("regions: [eu-west-1]"), vec![queue(PlannedAction::Create)]).len(), 1);
    assert_eq!(refused(&guards("accounts: ['123456789012']"), vec![queue(PlannedAction::Create)]), [""; 0]);
    let named = guards("protected: ['sqs.*:prod-*']");
    assert_eq!(refused(&named, vec![queue(PlannedAction::Change)]), [""; 0]);
    assert_eq!(refused(&named, vec![queue(PlannedAction::Delete)]).len(), 1);
    assert_eq!(refused(&guards("protected_tag: team=db"), vec![queue(PlannedAction::Delete)]), [""; 0]);
    let tagged = refused(&guards("protected_tag: team"), vec![queue(PlannedAction::Replace)]);
    assert!(tagged[0].contains("has the tag 'team', but the run would replace it"), "{tagged:?}");
    let unread = Thing { tags: None, ..queue(PlannedAction::Delete) };
    assert!(refused(&guards("protected_tag: team"), vec![unread])[0].contains("its tags were not read"));
}

#[test]
fn what_guards_say_is_checked_at_once_and_a_run_overrides_key_by_key() {
    let wrong = read("{max_delete: 1, max_replacements: -1, open_ports: [http], protected: [prod]}");
    let Problems(problems) = wrong.expect_err("four mistakes");
    assert_eq!(problems.len(), 4, "{problems:?}");
    assert!(read("[a]").is_err());
    let value = |text: &str| yaml::parse_file(text, "x").expect("YAML").to_value();
    let (configured, of_run) = (value("{max_deletes: 1, regions: [a]}"), value("{max_deletes: 5}"));
    let both = Guards::read(Some(&configured), Some(&of_run), &Place::new("x", 1, 1)).expect("guards");
    assert_eq!(both, guards("{max_deletes: 5, regions: [a]}"));
}

#[test]
fn a_change_is_judged_right_before_it_is_made_and_a_refused_one_does_not_count() {
    let planned = |name: &str, action| PlannedThing {
        kind: "sqs.queue",
        noun: "queue",
        name: name.to_owned(),
        named_by: vec![],
        region: None,
        account: None,
        id: None,
        identity: None,
        action,
        changes: vec![Change::delete("queue", name)],
        steps: vec![],
        consulted: vec![],
        tags: None,
    };
    let guards = guards("{max_deletes: 1, protected: ['*:keep']}");
    let guarded = Guarded::new(&guards, None);
    assert!(guarded.thing(0, &planned("keep", PlannedAction::Delete), true).is_err());
    assert_eq!(guarded.thing(1, &planned("a", PlannedAction::Delete), true), Ok(()));
    assert_eq!(guarded.thing(1, &planned("a", PlannedAction::Delete), false), Ok(()));
    let second = guarded.thing(2, &planned("b", PlannedAction::Delete), true).expect_err("one too many");
    assert!(second.contains("at most 1 are allowed"), "{second}");
    assert_eq!(guarded.thing(3, &planned("c", PlannedAction::Create), true), Ok(()));
    // The last round of a replacement looks like a creation, but it does not cancel the deletion.
    assert_eq!(guarded.thing(1, &planned("a", PlannedAction::Create), false), Ok(()));
    assert!(guarded.thing(2, &planned("b", PlannedAction::Delete), true).is_err());
}

#[test]
fn an_account_or_a_region_that_is_not_known_is_refused() {
    use PlannedAction::{Create, Unchanged};
    let unknown = |action| Thing { account: None, region: None, ..thing("sqs.queue", "a", action) };
    let closed = guards("{accounts: ['123456789012'], regions: [us-east-1]}");
    assert_eq!(refused(&closed, vec![thing("sqs.queue", "a", Create), unknown(Unchanged)]), [""; 0]);
    assert_eq!(
        refused(&closed, vec![unknown(Create)]),
        [
            "boto_sqs.present 'all' (app.sls:1:1): the account of queue 'a' is not known (guard accounts)",
            "boto_sqs.present 'all' (app.sls:1:1): the region of queue 'a' is not known (guard regions)",
        ]
    );
}

#[test]
fn global_things_are_in_no_region() {
    let closed = guards("regions: [eu-west-1]");
    for kind in ["iam.role", "route53.record", "route53.hosted_zone", "cloudcontrol.distribution"] {
        assert_eq!(refused(&closed, vec![thing(kind, "a", PlannedAction::Create)]), [""; 0], "{kind}");
    }
    let mut any = thing("cloudcontrol.resource", "a", PlannedAction::Create);
    any.named_by = [("type".to_owned(), json!("AWS::IAM::Role"))].into();
    assert_eq!(refused(&closed, vec![any]), [""; 0]);
    assert_eq!(refused(&closed, vec![thing("sqs.queue", "a", PlannedAction::Create)]).len(), 1);
}

#[test]
fn things_of_one_name_in_two_accounts_are_two() {
    let guards = guards("max_deletes: 1");
    let guarded = Guarded::new(&guards, None);
    let of = |account: &str| PlannedThing {
        kind: "sqs.queue",
        noun: "queue",
        name: "a".to_owned(),
        named_by: vec![],
        region: Some("us-east-1".to_owned()),
        account: Some(account.to_owned()),
        id: None,
        identity: None,
        action: PlannedAction::Delete,
        changes: vec![],
        steps: vec![],
        consulted: vec![],
        tags: None,
    };
    assert_eq!(guarded.thing(0, &of("111111111111"), true), Ok(()));
    assert!(guarded.thing(1, &of("222222222222"), true).is_err());
}

#[test]
fn a_function_that_changes_aws_is_refused_unless_it_is_named() {
    let call = |text: &str, function: &str| guards(text).call(function).map(|it| it.to_string());
    let why = call("max_deletes: 3", "boto_sqs.delete").unwrap();
    assert!(why.starts_with("guards cannot foresee what boto_sqs.delete changes"), "{why}");
    assert!(why.ends_with("(guard functions)"), "{why}");
    for (text, function) in [
        ("{}", "boto_sqs.delete"),
        ("max_deletes: 3", "boto_sqs.exists"),
        ("max_deletes: 3", "test.echo"),
        ("functions: ['boto_sqs.*']\nmax_deletes: 3", "boto_sqs.delete"),
    ] {
        assert_eq!(call(text, function), None, "{text} {function}");
    }
}

#[test]
fn a_call_that_the_plan_does_not_make_is_not_refused() {
    let mut low = model::Low::new("module", "run", "all", Place::new("app.sls", 1, 1));
    low.name = "boto_sqs.delete".to_owned();
    let mut plan = plan(vec![thing("machine.module", "boto_sqs.delete", PlannedAction::Change)]);
    plan.states[0].function = "module.run".to_owned();
    plan.states[0].name = "boto_sqs.delete".to_owned();
    let guards = guards("max_deletes: 3");
    let refused = guards.refused_calls(&plan, [&low].into_iter());
    assert_eq!(refused.len(), 1);
    assert_eq!(refused[0].state.as_deref(), Some("module.run 'all' (app.sls:1:1)"));
    plan.states[0].action = PlannedAction::Unchanged;
    assert!(guards.refused_calls(&plan, [&low].into_iter()).is_empty());
}
