use serde_json::{Value as Json, json};

use super::*;
use crate::sample::{call, shown};
use model::Verdict;

fn team(members: &[&str]) -> Live {
    let members = members.iter().map(|name| (*name).to_owned()).collect();
    Live { team: Some(AccountGroup { name: "ops".into(), gid: 700, members }), taken_by: None }
}

fn plan(arguments: Json, live: Live) -> (Verdict, String, Vec<String>) {
    call("group.present", "ops", &arguments, |call| {
        let intent = Group::diff(call, live);
        let lines = if let Intent::Act { step, .. } = &intent { step.lines() } else { vec![] };
        let (verdict, comment, _) = shown(&intent);
        (verdict, comment, lines)
    })
}

#[test]
fn members_are_all_or_some() {
    for (arguments, members, lines) in [
        (json!({"members": ["a", "b"]}), vec!["b", "a"], vec![]),
        (json!({"members": ["a", "b"]}), vec!["a"], vec!["gpasswd -M a,b -- ops"]),
        (json!({"members": []}), vec!["a"], vec!["gpasswd -M  -- ops"]),
        (json!({"members": []}), vec![], vec![]),
        (json!({}), vec!["a"], vec![]),
        (
            json!({"addusers": ["a", "b"], "delusers": ["c", "d"]}),
            vec!["a", "d"],
            vec!["gpasswd -a b -- ops", "gpasswd -d d -- ops"],
        ),
        (json!({"gid": 701}), vec![], vec!["groupmod -g 701 -- ops"]),
        (json!({"gid": 0}), vec![], vec![]),
    ] {
        assert_eq!(plan(arguments.clone(), team(&members)).2, lines, "{arguments}");
    }
}

#[test]
fn a_number_that_another_group_has_is_refused() {
    let live = || Live { team: None, taken_by: Some("adm".to_owned()) };
    let (verdict, comment, _) = plan(json!({"gid": 4}), live());
    assert_eq!(verdict, Verdict::Failed);
    assert!(comment.ends_with("gid 4 is already taken by group adm"), "{comment}");
    let (verdict, _, lines) = plan(json!({"gid": 4, "non_unique": true, "members": ["a"]}), live());
    assert_eq!(verdict, Verdict::WouldChange);
    assert_eq!(lines, ["groupadd -g 4 -o -- ops", "gpasswd -M a -- ops"]);
}

#[test]
fn what_contradicts_itself_is_refused() {
    for arguments in
        [json!({"members": ["a"], "addusers": ["b"]}), json!({"addusers": ["a"], "delusers": ["a"]})]
    {
        assert_eq!(plan(arguments, team(&[])).0, Verdict::Failed);
    }
}
