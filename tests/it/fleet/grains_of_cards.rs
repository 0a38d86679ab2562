//! Targets by grains follow the grains: after a function that changes them, after a refresh, and after an edited file.

use serde_json::{Value, json};

use super::{Fleet, until};

fn meant(fleet: &Fleet, role: &str) -> Value {
    let role = format!("role:{role}");
    let words = ["fleet", "-G", &role, "test.ping", "--timeout", "60", "--static", "--out", "json"];
    fleet.run("ops2", &words).json()
}

fn run(fleet: &Fleet, words: &[&str]) {
    let printed = fleet.run("ops1", &[&["fleet", "web-1"], words, &["--timeout", "60"]].concat());
    assert_eq!(printed.code, Some(0), "{printed:?}");
}

#[test]
fn a_target_by_grains_follows_functions_a_refresh_and_an_edited_file() {
    let Some(fleet) = Fleet::up(2, true) else { return };
    fleet.ping_until("ops1", &["web-1", "web-2"]);
    let one = json!({"web-1": true});
    assert_eq!(meant(&fleet, "db"), Value::Null);
    run(&fleet, &["grains.setval", "role", "db"]);
    until("grains.setval counts", || meant(&fleet, "db") == one);

    let file = fleet.path("web-1/grains");
    let text = std::fs::read_to_string(&file).unwrap();
    assert!(text.contains("db"), "{text}");
    std::fs::write(&file, "role: cache\n").unwrap();
    run(&fleet, &["saltutil.refresh_grains"]);
    until("the refresh counts", || meant(&fleet, "cache") == one);
    assert_eq!(meant(&fleet, "db"), Value::Null);

    std::fs::write(&file, "role: queue\n").unwrap();
    until("the edited file counts, and nobody has said so", || meant(&fleet, "queue") == one);
    run(&fleet, &["grains.delval", "role"]);
    until("no role any more", || meant(&fleet, "queue") == Value::Null);
}
