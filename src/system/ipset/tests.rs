use serde_json::{Value as Json, json};

use super::*;
use crate::sample::{call, shown};
use machine::ipset::Entry;
use model::Verdict;

type Shown = (Verdict, String, Json, Vec<String>);

fn plan(function: &str, arguments: &Json, seen: Result<Present, String>) -> Shown {
    call(function, "x", arguments, |call| {
        let intent = Ipset::diff(call, Live { seen });
        let lines = if let Intent::Act { step, .. } = &intent { step.lines() } else { vec![] };
        let (verdict, comment, changes) = shown(&intent);
        (verdict, comment, changes, lines)
    })
}

fn there(has: &[bool]) -> Result<Present, String> {
    let entries = vec![Entry { element: "10.0.0.1".into(), comment: Some("a b".into()) }];
    let options = vec!["family".into(), "inet".into()];
    Ok(Present { set: Some(Set { kind: "hash:ip".into(), options, entries }), has: has.to_vec() })
}

#[test]
fn a_set_that_is_there_stays_as_it_is_and_another_type_is_refused() {
    let (verdict, comment, ..) = plan("ipset.set_present", &json!({"set_type": "hash:ip"}), there(&[]));
    assert_eq!((verdict, comment.as_str()), (Verdict::Succeeded, "ipset set x already exists for ipv4"));
    for other in [json!({"set_type": "hash:net"}), json!({"set_type": "hash:ip", "family": "ipv6"})] {
        assert_eq!(plan("ipset.set_present", &other, there(&[])).0, Verdict::Failed);
    }
    let arguments =
        json!({"set_type": "hash:ip", "comment": true, "counters": false, "timeout": 0, "family": "ipv6"});
    let (_, _, changes, lines) = plan("ipset.set_present", &arguments, Ok(Present::default()));
    assert_eq!(lines, ["ipset create x hash:ip timeout 0 comment family inet6"]);
    assert_eq!(changes, json!({"locale": "x"}));
    let bitmap = json!({"set_type": "bitmap:port", "range": "1-100"});
    let (_, _, _, lines) = plan("ipset.set_present", &bitmap, Ok(Present::default()));
    assert_eq!(lines, ["ipset create x bitmap:port range 1-100"]);
}

#[test]
fn entries_that_are_missing_are_added_with_their_options() {
    let arguments = json!({"set_name": "s", "entry": ["10.0.0.1", "10.0.0.2 timeout 5"], "comment": "a b", "timeout": 60});
    let (verdict, comment, changes, lines) = plan("ipset.present", &arguments, there(&[true, false]));
    assert_eq!(verdict, Verdict::WouldChange);
    assert_eq!(
        comment,
        "entry for 10.0.0.1 already in set s for ipv4\nentry 10.0.0.2 would be added to set s for family ipv4\n"
    );
    assert_eq!(lines, ["ipset -exist add s 10.0.0.2 timeout 5 comment a b"]);
    assert_eq!(changes, json!({"locale": "x"}));
    assert_eq!(plan("ipset.present", &arguments, there(&[true, true])).0, Verdict::Succeeded);
}

#[test]
fn a_comment_is_a_part_of_an_entry() {
    call("ipset.present", "x", &json!({"set_name": "s", "entry": "10.0.0.1", "comment": "a b"}), |call| {
        let wanted = entry::declared(&call).remove(0);
        let set = |comment: &str| Set {
            entries: vec![Entry { element: "10.0.0.1".into(), comment: Some(comment.into()) }],
            ..Set::default()
        };
        assert!(wanted.has_its_comment(&set("a b")) && !wanted.has_its_comment(&set("c")));
    });
}

#[test]
fn entries_that_are_there_are_removed() {
    let arguments = json!({"set_name": "s", "entry": "10.0.0.1", "entries": ["10.0.0.2"]});
    let (_, comment, _, lines) = plan("ipset.absent", &arguments, there(&[true, false]));
    assert_eq!(
        comment,
        "ipset entry 10.0.0.1 would be removed from set s for ipv4\nipset entry for 10.0.0.2 not present in set s for ipv4\n"
    );
    assert_eq!(lines, ["ipset -exist del s 10.0.0.1"]);
    assert_eq!(plan("ipset.absent", &arguments, Ok(Present::default())).0, Verdict::Succeeded);
}

#[test]
fn what_is_empty_is_flushed_already() {
    assert_eq!(plan("ipset.flush", &json!({}), there(&[])).3, ["ipset flush x"]);
    let empty = Ok(Present { set: Some(Set::default()), has: vec![] });
    assert_eq!(plan("ipset.flush", &json!({}), empty).0, Verdict::Succeeded);
    assert_eq!(plan("ipset.set_absent", &json!({}), Ok(Present::default())).0, Verdict::Succeeded);
    assert_eq!(plan("ipset.set_absent", &json!({}), there(&[])).3, ["ipset destroy x"]);
}

#[test]
fn a_program_that_is_missing_may_be_there_in_the_real_run() {
    for (function, arguments) in [
        ("ipset.set_present", json!({"set_type": "hash:ip"})),
        ("ipset.set_absent", json!({})),
        ("ipset.present", json!({"set_name": "s", "entry": "10.0.0.1"})),
        ("ipset.absent", json!({"set_name": "s", "entry": "10.0.0.1"})),
        ("ipset.flush", json!({})),
    ] {
        let (verdict, _, _, lines) = plan(function, &arguments, Err("no program".into()));
        assert_eq!((verdict, lines.as_slice()), (Verdict::WouldChange, &[] as &[String]), "{function}");
    }
}
