//! One-time tokens on real servers: accepted without a hand, and refused with a reason.

use serde_json::json;

use super::{Fleet, Printed, Running, pause};

fn token(fleet: &Fleet, words: &[&str]) -> String {
    let made = fleet.run("ops1", &[&["key", "token", "create"], words].concat());
    assert!(made.code == Some(0) && made.stderr.contains("It is shown this once"), "{made:?}");
    made.stdout.trim().to_owned()
}

/// Looks until an instance asks and something becomes of it; what was printed then.
fn admit_until(fleet: &Fleet, operator: &str, said: &str) -> Printed {
    let mut last = None;
    // An instance that waits asks anew every 30 seconds.
    for _ in 0..300 {
        let printed = fleet.run(operator, &["key", "admit"]);
        if printed.stdout.contains(said) || printed.stderr.contains(said) {
            return printed;
        }
        last = Some(printed);
        pause();
    }
    panic!("nothing says {said}: {last:?}");
}

#[test]
fn a_token_lets_one_instance_in_without_a_hand() {
    let Some(fleet) = Fleet::up(0, false) else { return };
    let text = token(&fleet, &["--id", "web-*", "--ttl", "30m"]);
    let with = |text: &str| json!({"fleet": {"token": text}});
    let mut agents = vec![
        fleet.start_configured_agent("db-1", "db-1", &with(&text)),
        fleet.start_configured_agent("bad-1", "bad-1", &with("orchestrate-join-nonsense")),
        fleet.start_configured_agent("plain-1", "plain-1", &json!({})),
    ];
    let wrong = admit_until(&fleet, "ops1", "db-1 is not accepted: its token");
    assert!(wrong.stderr.contains("is for IDs like web-*"), "{wrong:?}");
    admit_until(&fleet, "ops1", "bad-1 is not accepted: its token is not known");
    agents.push(fleet.start_configured_agent("web-1", "web-1", &with(&text)));
    // Any ops node that keeps the register accepts, whoever made the token.
    let accepted = admit_until(&fleet, "ops2", "Key for minion web-1 accepted: its token");
    assert_eq!(accepted.code, Some(0), "{accepted:?}");
    fleet.ping_until("ops1", &["web-1"]);

    // It is used up: for others, and for its first holder after an operator has deleted that one.
    agents.push(fleet.start_configured_agent("web-2", "web-2", &with(&text)));
    admit_until(&fleet, "ops1", "web-2 is not accepted: its proof");
    assert_eq!(fleet.run("ops1", &["key", "delete", "web-1"]).code, Some(0));
    admit_until(&fleet, "ops1", "web-1 is not accepted: its key was deleted");
    let list = fleet.run("ops2", &["key", "token", "list", "--out", "json"]).json();
    let shown = list.as_object().unwrap().values().next().unwrap().clone();
    assert_eq!((&shown["state"], &shown["uses"]), (&json!("used"), &json!("1 of 1")), "{list}");
    assert!(!list.to_string().contains(&text), "{list}");

    // One that was revoked, and one that another operator's words end.
    let second = token(&fleet, &["--uses", "5"]);
    let name = second.split('-').nth(2).unwrap();
    assert_eq!(fleet.run("ops2", &["key", "token", "revoke", name]).code, Some(0));
    agents.push(fleet.start_configured_agent("web-3", "web-3", &with(&second)));
    admit_until(&fleet, "ops1", "web-3 is not accepted: its proof");
    let keys = fleet.run("ops1", &["key", "list", "--out", "json"]).json();
    let waiting = json!(["bad-1", "db-1", "plain-1", "web-1", "web-2", "web-3"]);
    assert_eq!((&keys["minions_pre"], &keys["minions"]), (&waiting, &json!([])));
}

#[test]
fn whoever_watches_accepts_many_and_nobody_twice() {
    let Some(fleet) = Fleet::up(0, false) else { return };
    let text = token(&fleet, &["--uses", "2"]);
    // Two ops nodes watch at once.
    let mut watching: Vec<_> = ["ops1", "ops2"]
        .map(|operator| {
            let mut command = fleet.command(operator, &["key", "admit", "--watch"]);
            Running(command.stdout(std::process::Stdio::null()).spawn().unwrap())
        })
        .into();
    let with = json!({"fleet": {"token": text}});
    let mut agents = ["a-1", "a-2", "a-3"].map(|id| fleet.start_configured_agent(id, id, &with));
    let mut keys = serde_json::Value::Null;
    for _ in 0..150 {
        keys = fleet.run("ops1", &["key", "list", "--out", "json"]).json();
        if keys["minions"].as_array().is_some_and(|all| all.len() == 2) {
            break;
        }
        pause();
    }
    for child in watching.iter_mut().chain(&mut agents) {
        child.end();
    }
    let (accepted, waiting) = (keys["minions"].as_array().unwrap(), keys["minions_pre"].as_array().unwrap());
    assert_eq!((accepted.len(), waiting.len()), (2, 1), "{keys}");
}
