//! Who is removed stays removed, and what was ended does not come back.

use std::path::Path;
use std::process::Command;

use fleet::protocol::subjects::{LIST, OPERATORS, in_bucket};

use super::raw::{Credentials, Raw, json_of};
use super::{Fleet, PROGRAM, until};

/// A command on the machine that has the root.
fn setup(fleet: &Fleet, action: &str, more: &[&str]) {
    let mut command = Command::new(PROGRAM);
    let done = command.arg("fleet-setup").arg(action).arg(fleet.path("fleet")).args(more).output().unwrap();
    assert!(done.status.success(), "{done:?}");
}

/// Puts what the root has signed beside the kit of `ops1`.
fn bring(fleet: &Fleet) {
    for file in ["operators.json", "authority.json"] {
        let from = fleet.path("fleet").join(file);
        std::fs::copy(from, fleet.path("ops1/fleet").join(file)).unwrap();
    }
}

fn version(path: &Path) -> u64 {
    let signed: serde_json::Value =
        serde_json::from_slice(&std::fs::read(path).unwrap_or_default()).unwrap_or_default();
    let list: serde_json::Value = serde_json::from_str(signed["body"].as_str().unwrap_or("{}")).unwrap();
    list["version"].as_u64().unwrap_or(0)
}

#[test]
fn a_removed_keeper_is_refused_by_servers_and_instances_and_what_it_decided_is_taken_over() {
    let Some(fleet) = Fleet::up(2, false) else { return };
    fleet.keys_until("ops1", "minions_pre", &["web-1", "web-2"]);
    assert_eq!(fleet.run("ops1", &["key", "accept", "web-1"]).code, Some(0));
    assert_eq!(fleet.run("ops2", &["key", "accept", "web-2"]).code, Some(0));
    fleet.ping_until("ops1", &["web-1", "web-2"]);
    let leaving = Credentials::of_operator(&fleet, "ops2");
    let older = json_of(&fleet, "ops2/fleet/operator.json")["operators"].to_string().into_bytes();
    assert!(Raw::connect(&fleet, 0, &leaving).is_ok());

    setup(&fleet, "remove-operator", &["ops2"]);
    bring(&fleet);
    let listed = fleet.run("ops1", &["key", "list"]);
    assert_eq!(listed.code, Some(1), "the entry of web-2 counts no more: {listed:?}");
    assert!(
        listed.stderr.contains("is ignored: it is not signed by an operator of this fleet"),
        "{listed:?}"
    );
    for server in 0..3 {
        until("the server refuses the key", || Raw::connect(&fleet, server, &leaving).is_err());
    }
    let kept = fleet.path("web-1/state/operators.json");
    until("the instance keeps the newer list", || version(&kept) == 3);

    let taken = fleet.run("ops1", &["key", "take-over", "ops2"]);
    assert_eq!(taken.stdout, "Key for minion web-2 accepted: signed anew.\n", "{taken:?}");
    let ping = fleet.ping_until("ops1", &["web-1", "web-2"]);
    assert_eq!((ping.code, ping.stderr.as_str()), (Some(0), ""), "{ping:?}");

    // Somebody who may write to the servers gives the older list, and an agent starts.
    let mut keeper = Raw::connect(&fleet, 1, &Credentials::of_operator(&fleet, "ops1")).unwrap();
    assert!(keeper.ask(&in_bucket(OPERATORS, LIST), &older).is_some());
    let mut again = fleet.restart_agent("web-1");
    fleet.ping_until("ops1", &["web-1", "web-2"]);
    assert_eq!(version(&kept), 3);
    again.end();
}

#[test]
fn kits_of_before_cannot_ask_once_their_key_has_ended_and_accepted_instances_stay() {
    let Some(fleet) = Fleet::up(1, true) else { return };
    fleet.ping_until("ops1", &["web-1"]);
    let before = Credentials::of_kit(&fleet);
    assert!(Raw::connect(&fleet, 0, &before).is_ok());
    setup(&fleet, "renew-enrolment", &[]);
    bring(&fleet);
    assert_eq!(fleet.run("ops1", &["key", "list"]).code, Some(0));
    for server in 0..3 {
        until("the server refuses the key", || Raw::connect(&fleet, server, &before).is_err());
    }
    fleet.ping_until("ops2", &["web-1"]);
    std::fs::copy(fleet.path("fleet/agent/agent.json"), fleet.path("agent-kit/agent.json")).unwrap();
    let mut new = fleet.start_agent("web-2", "web-2");
    fleet.keys_until("ops1", "minions_pre", &["web-2"]);
    new.end();
}
