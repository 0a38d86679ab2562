use serde_json::{Value as Json, json};

use super::*;
use crate::event::StepProof;
use crate::journal::{Begun, Entry, Line, Loaded};
use crate::planned::PlannedAction;
use crate::run_plan::Attribute;
use model::{Entry as Written, Node, Place, Value};

fn state(function: &str) -> StateName {
    let text = |text: &str| text.to_owned();
    let declared_at = text("app.sls:1:1");
    StateName {
        id: text("jobs"),
        function: text(function),
        name: text("jobs"),
        sls: text("app"),
        declared_at,
    }
}

fn thing(action: PlannedAction, attributes: &[(&str, Json, Json)]) -> Thing {
    let attribute = |(path, old, new): &(&str, Json, Json)| Attribute {
        path: (*path).to_owned(),
        action: PlannedAction::Change,
        old: old.clone(),
        new: new.clone(),
        hidden: *new == json!("(hidden)"),
    };
    Thing {
        kind: "sqs.queue".to_owned(),
        noun: "SQS queue".to_owned(),
        name: "jobs".to_owned(),
        named_by: BTreeMap::new(),
        id: None,
        identity: None,
        region: Some("us-east-1".to_owned()),
        account: None,
        action,
        attributes: attributes.iter().map(attribute).collect(),
        steps: vec![],
        depends_on: vec![],
        blast_radius: vec![],
        tags: None,
    }
}

/// AWS answered the step.
fn proof(thing: &Thing) -> StepProof {
    let creates = thing.action == PlannedAction::Create;
    StepProof { kind: thing.kind.clone(), name: thing.name.clone(), creates, answered: true }
}

/// A run that made this change to the queue.
fn run(name: &str, function: &str, thing: &Thing) -> Loaded {
    let begun = Begun { run: name.to_owned(), ..Begun::default() };
    let entries = [
        Entry::Begun(Box::new(begun)),
        Entry::Planned { state: state(function), thing: Box::new(thing.clone()) },
        Entry::Step { state: state(function), step: "a step".to_owned() },
        Entry::Done { state: state(function), step: "a step".to_owned(), proof: proof(thing) },
        Entry::Made { state: state(function), thing: Box::new(thing.clone()) },
        Entry::Found {
            state: state(function),
            thing: Box::new(Thing { attributes: vec![], ..thing.clone() }),
        },
        Entry::Ended {
            state: state(function),
            result: "succeeded".to_owned(),
            comment: String::new(),
            changes: json!({"new": "x"}),
        },
    ];
    let line = |entry| Line { at: jiff::Timestamp::UNIX_EPOCH, entry };
    Loaded {
        run: name.to_owned(),
        lines: entries.into_iter().map(line).collect(),
        hashes: vec![],
        hash: String::new(),
        faults: vec![],
        cut: None,
        is_under_way: false,
    }
}

fn low(function: &str, arguments: Json) -> Low {
    let place = Place::file("app.sls");
    let (module, verb) = function.split_once('.').expect("a function");
    let mut low = Low::new(module, verb, "jobs", place.clone());
    "app".clone_into(&mut low.sls);
    for (name, value) in arguments.as_object().expect("arguments") {
        let node = Node::from_value(Value::from(value.clone()), &place);
        low.arguments.insert(name.clone(), Written { key_place: place.clone(), node });
    }
    low
}

fn said(low: &Low) -> Json {
    let arguments = low.arguments.iter().map(|(name, entry)| (name.clone(), entry.node.to_value().to_json()));
    json!([low.full_function(), Json::Object(arguments.collect())])
}

fn one(found: Inverses) -> Inverse {
    assert_eq!(found.impossible, vec![]);
    found.inverses.into_iter().next().expect("an inverse")
}

fn why(found: &Inverses) -> &str {
    assert_eq!(found.inverses.len(), 0);
    &found.impossible[0].why
}

const PRESENT: &str = "boto_sqs.present";

#[test]
fn what_was_made_is_deleted_and_what_was_changed_gets_its_former_values() {
    let created = thing(
        PlannedAction::Create,
        &[("queue", Json::Null, json!("jobs")), ("DelaySeconds", Json::Null, json!("5"))],
    );
    let declared =
        [low(PRESENT, json!({"profile": "ops", "attributes": {"DelaySeconds": 9}, "tags": {"a": "b"}}))];
    let inverse = one(invert(&run("1", PRESENT, &created), Around::default(), &declared, None));
    assert_eq!(said(&inverse.before), json!(["boto_sqs.absent", {"profile": "ops", "region": "us-east-1"}]));
    let left = inverse.left.expect("a declaration");
    let expected = json!([PRESENT, {"profile": "ops", "attributes": {"DelaySeconds": "5"}, "tags": {"a": "b"}, "region": "us-east-1"}]);
    assert_eq!(said(&left), expected);

    let changed = thing(
        PlannedAction::Change,
        &[("DelaySeconds", json!("0"), json!("5")), ("tags", json!({"x": "y"}), json!({"a": "b"}))],
    );
    let inverse = one(invert(&run("2", PRESENT, &changed), Around::default(), &declared, Some("other")));
    let expected = json!([PRESENT, {"profile": "other", "attributes": {"DelaySeconds": "0"}, "tags": {"x": "y"}, "region": "us-east-1"}]);
    assert_eq!(said(&inverse.before), expected);
}

#[test]
fn what_was_deleted_is_declared_as_earlier_runs_left_it() {
    let made = run(
        "1",
        PRESENT,
        &thing(
            PlannedAction::Create,
            &[("queue", Json::Null, json!("jobs")), ("DelaySeconds", Json::Null, json!("5"))],
        ),
    );
    let changed =
        run("2", PRESENT, &thing(PlannedAction::Change, &[("DelaySeconds", json!("5"), json!("7"))]));
    let deleted =
        run("3", "boto_sqs.absent", &thing(PlannedAction::Delete, &[("queue", json!("jobs"), Json::Null)]));
    let declared = [low("boto_sqs.absent", json!({"profile": "ops"}))];
    let inverse =
        one(invert(&deleted, Around { earlier: &[made, changed], ..Around::default() }, &declared, None));
    let expected =
        json!([PRESENT, {"profile": "ops", "region": "us-east-1", "attributes": {"DelaySeconds": "7"}}]);
    assert_eq!(said(&inverse.before), expected);
    let found = invert(&deleted, Around::default(), &declared, None);
    assert_eq!(why(&found), "the journal does not hold its earlier values: no recorded run made it");
}

#[test]
fn the_first_later_run_that_changed_the_same_thing_is_named() {
    let declared = [low(PRESENT, json!({"profile": "ops"}))];
    let created = thing(PlannedAction::Create, &[]);
    let changed = thing(PlannedAction::Change, &[("DelaySeconds", json!("5"), json!("7"))]);
    let other = Thing { name: "other".to_owned(), ..changed.clone() };
    let later = [run("2", PRESENT, &other), run("3", PRESENT, &changed), run("4", PRESENT, &changed)];
    let inverse = one(invert(
        &run("1", PRESENT, &created),
        Around { later: &later, ..Around::default() },
        &declared,
        None,
    ));
    assert_eq!(inverse.later.as_deref(), Some("3"));
    assert!(matches!(judge(&inverse, None, Some(&thing(PlannedAction::Delete, &[]))), Judged::Moved(_)));
}

#[test]
fn what_a_state_made_beside_its_own_thing_is_named_by_the_journal() {
    let record = Thing {
        kind: "route53.record".to_owned(),
        name: "web.example.com.".to_owned(),
        named_by: [("zone", "example.com."), ("record_type", "CNAME")]
            .map(|(name, value)| (name.to_owned(), json!(value)))
            .into(),
        ..thing(PlannedAction::Create, &[])
    };
    let declared = [low("boto_elb.present", json!({"profile": "ops", "cnames": []}))];
    let inverse = one(invert(&run("1", "boto_elb.present", &record), Around::default(), &declared, None));
    let expected = json!(["boto_route53.absent", {
        "profile": "ops", "zone": "example.com.", "record_type": "CNAME", "region": "us-east-1",
    }]);
    assert_eq!(said(&inverse.before), expected);
    assert_eq!(inverse.before.name, "web.example.com.");
    // Without any SLS: from the journal and a profile.
    let inverse = one(invert(&run("1", "boto_elb.present", &record), Around::default(), &[], Some("ops")));
    assert_eq!(said(&inverse.before), expected);
}

#[test]
fn what_cannot_be_taken_back_is_named() {
    let declared = [low(PRESENT, json!({"profile": "ops"}))];
    let secret = thing(PlannedAction::Change, &[("Policy", json!("(hidden)"), json!("(hidden)"))]);
    let found = invert(&run("1", PRESENT, &secret), Around::default(), &declared, None);
    assert_eq!(why(&found), "the journal does not hold secrets: the earlier value of 'Policy'");
    let cut = thing(PlannedAction::Change, &[("Policy", json!("begins… (7 more bytes)"), json!("x"))]);
    let found = invert(&run("1", PRESENT, &cut), Around::default(), &declared, None);
    assert_eq!(why(&found), "the journal does not hold the whole earlier text of 'Policy'");
    let masked = thing(PlannedAction::Change, &[("Policy", json!({"a": "its (hidden)"}), json!({"a": "x"}))]);
    let found = invert(&run("1", PRESENT, &masked), Around::default(), &declared, None);
    assert_eq!(why(&found), "the journal does not hold the whole earlier text of 'Policy'");
    let machine = Thing { kind: "machine.file".to_owned(), ..cut };
    let found = invert(&run("1", "file.managed", &machine), Around::default(), &declared, None);
    assert_eq!(why(&found), "changes of the machine cannot be undone");
    let created = thing(PlannedAction::Create, &[]);
    let found = invert(&run("1", PRESENT, &created), Around::default(), &[], None);
    assert!(why(&found).contains("--profile NAME"), "{}", why(&found));
    assert_eq!(one(invert(&run("1", PRESENT, &created), Around::default(), &[], Some("ops"))).later, None);
}

#[test]
fn a_step_that_was_not_begun_is_not_taken_back() {
    let mut killed = run("1", PRESENT, &thing(PlannedAction::Create, &[]));
    killed.lines.truncate(2);
    let found = invert(&killed, Around::default(), &[low(PRESENT, json!({}))], None);
    assert!(found.inverses.is_empty() && found.impossible.is_empty());
}

#[test]
fn what_has_moved_since_is_recognised() {
    let changed = thing(PlannedAction::Change, &[("DelaySeconds", json!("0"), json!("5"))]);
    let declared = [low(PRESENT, json!({"profile": "ops", "attributes": {"DelaySeconds": 5}}))];
    let inverse = one(invert(&run("1", PRESENT, &changed), Around::default(), &declared, None));
    let same = thing(PlannedAction::Unchanged, &[]);
    let back = thing(PlannedAction::Change, &[("DelaySeconds", json!("5"), json!("0"))]);
    assert_eq!(judge(&inverse, Some(&same), Some(&back)), Judged::Undo);
    assert!(matches!(judge(&inverse, Some(&same), Some(&same)), Judged::Impossible(_)));
    let former = thing(PlannedAction::Change, &[("DelaySeconds", json!("0"), json!("5"))]);
    assert_eq!(judge(&inverse, Some(&former), Some(&same)), Judged::Already);
    let live = thing(PlannedAction::Change, &[("DelaySeconds", json!("3"), json!("5"))]);
    let words = "DelaySeconds was left as \"5\", but AWS shows \"3\" now".to_owned();
    assert_eq!(judge(&inverse, Some(&live), Some(&back)), Judged::Moved(words));
    let gone = thing(PlannedAction::Create, &[]);
    assert!(matches!(judge(&inverse, Some(&gone), Some(&gone)), Judged::Moved(_)));
    let more = thing(PlannedAction::Change, &[("tags", json!({}), json!({"a": "b"}))]);
    assert_eq!(judge(&inverse, Some(&same), Some(&more)), Judged::Extra(vec!["tags".to_owned()]));
    let silent = thing(PlannedAction::Change, &[]);
    assert!(matches!(judge(&inverse, Some(&same), Some(&silent)), Judged::Impossible(_)));
}

#[test]
fn what_aws_shows_as_the_run_left_it_has_not_moved_though_a_declaration_says_it_otherwise() {
    // A kind adds a digest to a declared name: if the full name is declared, it gets two digests.
    let made = thing(PlannedAction::Create, &[("launch_config_name", Json::Null, json!("web-1a"))]);
    let before = thing(PlannedAction::Delete, &[]);
    let inverse = Inverse {
        state: state("sqs.queue"),
        thing: made,
        left: None,
        before: low("boto_sqs.absent", json!({})),
        later: None,
        proof: Proof::Changed,
        declared: None,
        former: BTreeMap::new(),
        left_id: None,
        holds_former: true,
    };
    let left =
        |now: &str| thing(PlannedAction::Change, &[("launch_config_name", json!(now), json!("web-1a-1a"))]);
    assert_eq!(judge(&inverse, Some(&left("web-1a")), Some(&before)), Judged::Undo);
    assert!(matches!(judge(&inverse, Some(&left("web-2b")), Some(&before)), Judged::Moved(_)));
}

#[test]
fn a_declaration_that_would_make_another_value_than_the_former_one_is_no_way_back() {
    let changed = thing(PlannedAction::Change, &[("launch_config_name", json!("web-1a"), json!("web-2b"))]);
    let inverse = Inverse {
        state: state("sqs.queue"),
        thing: changed,
        left: None,
        before: low("boto_sqs.present", json!({})),
        later: None,
        proof: Proof::Changed,
        declared: None,
        former: BTreeMap::new(),
        left_id: None,
        holds_former: true,
    };
    let before =
        |new: &str| thing(PlannedAction::Change, &[("launch_config_name", json!("web-2b"), json!(new))]);
    assert_eq!(judge(&inverse, None, Some(&before("web-1a"))), Judged::Undo);
    assert!(matches!(judge(&inverse, None, Some(&before("web-1a-2b"))), Judged::Otherwise { .. }));
}

#[test]
fn an_attribute_is_taken_out_of_a_declaration() {
    let mut low = low(PRESENT, json!({"attributes": {"DelaySeconds": 5, "Policy": "x"}, "tags": {"a": "b"}}));
    assert!(strip(&mut low, "tags") && strip(&mut low, "Policy") && !strip(&mut low, "nothing"));
    assert_eq!(said(&low), json!([PRESENT, {"attributes": {"DelaySeconds": 5}}]));
}
