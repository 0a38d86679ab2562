//! Who is removed stays removed, and what was ended does not come back.

use std::path::Path;
use std::process::Command;

use fleet::identity::claims::User;
use fleet::identity::setup::OperatorKit;
use fleet::identity::{Identity, of_registrar};
use fleet::protocol::subjects::{LIST, OPERATORS, in_bucket};
use nkeys::KeyPair;

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

/// The token of a user who has just been invented, signed as a register keeper signs.
fn invented(kit: &OperatorKit) -> Credentials {
    let identity = Identity::generate();
    let key = identity.public();
    let user = User { key: &key, name: "invented", account: &kit.account, permissions: &of_registrar(&key) };
    let now = jiff::Timestamp::now().as_second();
    let signer = KeyPair::from_seed(&kit.registrar.as_ref().unwrap().account_seed).unwrap();
    let token = user.claims(now, Some(now + 3600)).sign(&signer).unwrap();
    Credentials { token, seed: identity.seeds().unwrap().sign }
}

#[test]
fn the_signing_keys_of_a_removed_keeper_end_as_the_guide_says() {
    let Some(fleet) = Fleet::up(1, true) else { return };
    fleet.ping_until("ops1", &["web-1"]);
    let kit: OperatorKit = serde_json::from_value(json_of(&fleet, "ops2/fleet/operator.json")).unwrap();
    let keeper = kit.registrar.as_ref().unwrap();
    let system = Credentials { token: keeper.system_token.clone(), seed: keeper.system_seed.clone() };
    for credentials in [&system, &invented(&kit)] {
        assert!(Raw::connect(&fleet, 0, credentials).is_ok(), "a register keeper may do that");
    }
    setup(&fleet, "remove-operator", &["ops2"]);
    bring(&fleet);
    assert_eq!(fleet.run("ops1", &["key", "list"]).code, Some(0));
    for server in 0..3 {
        until("the server refuses his signature", || Raw::connect(&fleet, server, &invented(&kit)).is_err());
    }
    // Step 3 of the guide.
    let mut servers = vec![];
    for server in 0..3 {
        assert!(Raw::connect(&fleet, server, &system).is_ok(), "a server trusts his keys until then");
        let to = fleet.path(&format!("server-{server}/servers.conf"));
        std::fs::copy(fleet.path("fleet/servers.conf"), to).unwrap();
        servers.push(fleet.restart_server(server));
        until("the server refuses his keys", || Raw::connect(&fleet, server, &system).is_err());
        fleet.ping_until("ops1", &["web-1"]);
    }
    for server in 0..3 {
        for credentials in [&system, &invented(&kit)] {
            assert!(Raw::connect(&fleet, server, credentials).is_err());
        }
    }
    // The keeper who remains does what needs the servers' trust.
    until("all streams have leaders again", || fleet.run("ops1", &["key", "renew"]).code == Some(0));
    assert_eq!(fleet.run("ops1", &["key", "delete", "web-1"]).code, Some(0));
    fleet.keys_until("ops1", "minions_pre", &["web-1"]);
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
