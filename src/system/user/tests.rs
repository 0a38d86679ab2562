use std::collections::BTreeMap;

use serde_json::{Value as Json, json};

use super::*;
use crate::sample::{call, shown};
use machine::account::{Account, Shadow};
use model::Verdict;

fn live() -> Live {
    let shadow = Shadow {
        name: "web".into(),
        password: "!".into(),
        changed: Some(19_675),
        min: Some(0),
        max: Some(99_999),
        warn: Some(7),
        inactive: None,
        expires: None,
    };
    let account = Account {
        name: "web".into(),
        uid: 54_321,
        gid: 54_321,
        gecos: "Web,1".into(),
        home: "/home/web".into(),
        shell: "/bin/sh".into(),
    };
    Live {
        account: Some(account),
        groups: vec!["alpha".into(), "web".into()],
        numbers: BTreeMap::from([("alpha".into(), 54_001), ("beta".into(), 54_002), ("web".into(), 54_321)]),
        shadow: Some(shadow),
        has_home: true,
        today: 19_675,
        ..Live::default()
    }
}

fn plan(arguments: Json, live: Live) -> (Verdict, String, Json, Vec<String>) {
    call("user.present", "web", &arguments, |call| {
        let intent = User::diff(call, live);
        let lines = if let Intent::Act { step, .. } = &intent { step.lines() } else { vec![] };
        let (verdict, comment, changes) = shown(&intent);
        (verdict, comment, changes, lines)
    })
}

#[test]
fn what_is_left_out_is_not_managed() {
    let (verdict, comment, _, lines) = plan(json!({}), live());
    assert_eq!((verdict, comment.as_str()), (Verdict::Succeeded, "User web is present and up to date"));
    assert!(lines.is_empty());
}

#[test]
fn groups_are_left_or_kept() {
    for (arguments, lines) in [
        (json!({"groups": ["beta"]}), vec!["usermod -G beta -- web"]),
        (json!({"groups": ["beta"], "remove_groups": false}), vec!["usermod -a -G alpha,beta -- web"]),
        (json!({"groups": ["alpha"]}), vec![]),
        (json!({"groups": []}), vec!["usermod -G  -- web"]),
        (json!({"optional_groups": ["alpha", "nosuch"]}), vec![]),
        (json!({"optional_groups": ["nosuch"]}), vec![]),
        (json!({"groups": ["alpha"], "optional_groups": ["beta"]}), vec!["usermod -G alpha,beta -- web"]),
    ] {
        assert_eq!(plan(arguments.clone(), live()).3, lines, "{arguments}");
    }
}

#[test]
fn a_password_is_replaced_only_where_it_may_be() {
    let with = |there: &str| {
        let mut live = Live { password: Some("$6$a$wanted".into()), ..live() };
        live.shadow = live.shadow.map(|shadow| Shadow { password: there.into(), ..shadow });
        live
    };
    for (there, enforces, changes) in [
        ("!", false, true),
        ("!", true, true),
        ("$6$a$other", false, false),
        ("$6$a$other", true, true),
        ("$6$a$wanted", true, false),
    ] {
        let arguments = json!({"password": "$6$a$wanted", "enforce_password": enforces});
        let (_, comment, shown, lines) = plan(arguments, with(there));
        assert_eq!(!lines.is_empty(), changes, "{there} {enforces}");
        assert!(!comment.contains("wanted") && !shown.to_string().contains("wanted"), "{comment} {shown}");
    }
}

#[test]
fn a_lock_stays_unless_the_sls_removes_it() {
    let with = |there: &str| {
        let mut live = Live { password: Some("$6$a$wanted".into()), ..live() };
        live.shadow = live.shadow.map(|shadow| Shadow { password: there.into(), ..shadow });
        live
    };
    let stdin = |arguments: Json, there: &str| {
        call("user.present", "web", &arguments, |call| match User::diff(call, with(there)) {
            Intent::Act { step, .. } => (step.lines(), step.stdin()),
            _ => (vec![], None),
        })
    };
    let locks = json!({"password": "$6$a$wanted", "password_lock": true});
    assert_eq!(stdin(locks.clone(), "!$6$a$wanted"), (vec![], None), "the second run is silent");
    let (lines, sent) = stdin(locks.clone(), "$6$a$other");
    assert_eq!((lines, sent.as_deref()), (vec!["chpasswd -e".into()], Some("web:!$6$a$wanted\n")));
    assert_eq!(stdin(locks, "$6$a$wanted").0, ["usermod -L -- web"]);
    let says_nothing = json!({"password": "$6$a$wanted"});
    assert_eq!(
        stdin(says_nothing.clone(), "!$6$a$wanted").0,
        Vec::<String>::new(),
        "usermod -L of an administrator"
    );
    assert_eq!(stdin(says_nothing.clone(), "!$6$a$other").1.as_deref(), Some("web:!$6$a$wanted\n"));
    assert_eq!(stdin(says_nothing, "!").1.as_deref(), Some("web:$6$a$wanted\n"));
    let unlocks = json!({"password": "$6$a$wanted", "password_lock": false});
    assert_eq!(stdin(unlocks, "!$6$a$wanted").0, ["usermod -U -- web"]);
}

#[test]
fn one_command_changes_all_that_is_not_a_password() {
    let arguments = json!({
        "shell": "/bin/bash", "home": "/srv/web", "fullname": "Web server", "roomnumber": "", "maxdays": 90, "expire": -1,
    });
    let (verdict, _, changes, lines) = plan(arguments, live());
    assert_eq!(verdict, Verdict::WouldChange);
    assert_eq!(lines, ["chage -M 90 -- web", "usermod -d /srv/web -s /bin/bash -c Web server -- web"]);
    let expected = json!({"home": "/srv/web", "shell": "/bin/bash", "fullname": "Web server", "roomnumber": "", "max": 90});
    assert_eq!(changes, expected);
}

#[test]
fn numbers_change_only_where_that_is_allowed() {
    let (verdict, comment, ..) = plan(json!({"uid": 54_322}), live());
    assert_eq!(verdict, Verdict::Failed);
    assert!(comment.contains("Changing uid (54321 -> 54322) not permitted"), "{comment}");
    let (_, _, _, lines) = plan(json!({"uid": 54_322, "allow_uid_change": true}), live());
    assert_eq!(lines, ["usermod -u 54322 -- web"]);
}

#[test]
fn groups_that_another_state_may_make_are_left_to_the_real_run() {
    for live in [live(), Live { account: None, ..live() }] {
        call("user.present", "web", &json!({"groups": ["nosuch"]}), |call| {
            let intent = User::diff(call, live.clone());
            assert_eq!(shown(&intent).0, Verdict::WouldChange);
            let Intent::Act { step, .. } = intent else { panic!("a real run says something else") };
            assert!(step.lines().is_empty());
        });
    }
}

#[test]
fn a_home_that_is_not_there_is_made() {
    let missing = || Live { has_home: false, ..live() };
    assert_eq!(plan(json!({}), missing()).3, ["mkdir /home/web"]);
    assert!(plan(json!({"createhome": false}), missing()).3.is_empty());
}

#[test]
fn a_new_user_is_made_with_all_that_is_said_of_it() {
    let nobody =
        Live { account: None, shadow: None, groups: vec![], password: Some("$6$a$b".into()), ..live() };
    let arguments = json!({"uid": 1500, "groups": ["alpha"], "password": "$6$a$b", "mindays": 0, "maxdays": 90, "createhome": false});
    let (_, comment, changes, lines) = plan(arguments, nobody);
    assert_eq!(comment, "User web set to be added");
    assert_eq!(lines, ["useradd -u 1500 -M -G alpha -- web", "chpasswd -e", "chage -M 90 -- web"]);
    assert_eq!(
        (&changes["password"], &changes["maxdays"], &changes["uid"]),
        (&json!("XXX-REDACTED-XXX"), &json!(90), &json!(1500))
    );
    assert_eq!(changes.get("mindays"), None);
}
