//! What the servers themselves must refuse. What instances and operators refuse has tables in `src/fleet/protocol/tests.rs`.

use super::{Fleet, pause};

#[test]
fn the_same_id_with_another_key_is_shown_and_takes_no_place() {
    let Some(fleet) = Fleet::up(1, true) else { return };
    fleet.ping_until("ops1", &["web-1"]);
    let mut twin = fleet.start_agent("web-1", "twin");
    let mut list = serde_json::Value::Null;
    for _ in 0..50 {
        list = fleet.run("ops1", &["key", "list", "--out", "json"]).json();
        if list["minions_denied"] == serde_json::json!(["web-1"]) {
            break;
        }
        pause();
    }
    let all = fleet.run("ops1", &["key", "accept-all"]);
    let one = fleet.run("ops1", &["key", "accept", "web-1"]);
    twin.kill().unwrap();
    twin.wait().unwrap();
    assert_eq!(list["minions_denied"], serde_json::json!(["web-1"]), "{list}");
    assert!(all.stderr.contains("accepted with another key"), "{all:?}");
    assert_eq!(one.code, Some(1), "{one:?}");
    fleet.ping_until("ops1", &["web-1"]);
}

#[test]
fn an_operator_of_another_fleet_is_refused_by_the_servers() {
    let (Some(ours), Some(theirs)) = (Fleet::up(0, false), Fleet::up(0, false)) else { return };
    let path = ours.path("ops1/fleet/operator.json");
    let mut kit: serde_json::Value = serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap();
    let other = std::fs::read(theirs.path("ops1/fleet/operator.json")).unwrap();
    kit["servers"] = serde_json::from_slice::<serde_json::Value>(&other).unwrap()["servers"].clone();
    std::fs::write(&path, kit.to_string()).unwrap();
    let printed = ours.run("ops1", &["fleet", "*", "test.ping"]);
    assert_eq!(printed.code, Some(1));
    assert!(printed.stderr.contains("refuse this key"), "{printed:?}");
}
