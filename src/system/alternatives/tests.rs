use serde_json::json;

use super::*;
use crate::sample::{call, shown};
use model::Verdict;

fn group(is_auto: bool, current: &str) -> Group {
    Group {
        paths: vec![("/bin/a".into(), 10), ("/bin/b".into(), 20)],
        current: Some(current.to_owned()),
        is_auto,
    }
}

#[test]
fn what_a_name_stands_for_then_is_foreseen() {
    let other = json!({"link": "/bin/x", "path": "/bin/c", "priority": 30});
    let less = json!({"link": "/bin/x", "path": "/bin/c", "priority": 5});
    for (function, arguments, live, changes, line) in [
        ("install", &other, group(true, "/bin/b"), json!("/bin/c"), "--install /bin/x x /bin/c 30"),
        ("install", &less, Group::default(), json!("/bin/c"), "--install /bin/x x /bin/c 5"),
        ("remove", &json!({"path": "/bin/b"}), group(true, "/bin/b"), json!("/bin/a"), "--remove x /bin/b"),
        ("remove", &json!({"path": "/bin/a"}), group(true, "/bin/b"), json!("/bin/b"), "--remove x /bin/a"),
        ("remove", &json!({"path": "/bin/b"}), group(false, "/bin/a"), json!("/bin/a"), "--remove x /bin/b"),
        ("set", &json!({"path": "/bin/a"}), group(true, "/bin/b"), json!("/bin/a"), "--set x /bin/a"),
    ] {
        call(&format!("alternatives.{function}"), "x", arguments, |call| {
            let intent = Alternatives::diff(call, live);
            assert_eq!(shown(&intent).2["path"], changes, "{function} {arguments}");
            let Intent::Act { step, .. } = intent else { panic!("there is something to do") };
            assert_eq!(step.lines(), [format!("update-alternatives {line}")]);
        });
    }
}

#[test]
fn what_is_so_already_stays_and_what_cannot_be_fails() {
    for (function, arguments, live, verdict) in [
        ("install", json!({"link": "/l", "path": "/bin/a", "priority": 99}), group(true, "/bin/b"), true),
        ("remove", json!({"path": "/bin/c"}), group(true, "/bin/b"), true),
        ("remove", json!({"path": "/bin/c"}), Group::default(), true),
        ("set", json!({"path": "/bin/b"}), group(true, "/bin/b"), true),
        ("set", json!({"path": "/bin/c"}), group(true, "/bin/b"), false),
        ("auto", json!({}), group(true, "/bin/b"), true),
        ("auto", json!({}), Group::default(), false),
    ] {
        call(&format!("alternatives.{function}"), "x", &arguments, |call| {
            let intent = Alternatives::diff(call, live);
            assert!(matches!(intent, Intent::Settled(_)), "{function} {arguments}");
            let expected = if verdict { Verdict::Succeeded } else { Verdict::Failed };
            assert_eq!(shown(&intent).0, expected, "{function} {arguments}");
        });
    }
}
