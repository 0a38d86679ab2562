//! A fleet whose keys are all users of one account, as fleets were made before, is taken over as the guide says.

use std::process::Command;

use fleet::protocol::subjects::{CARDS, REGISTER, in_bucket};

use super::raw::{Credentials, Raw, json_of};
use super::{Fleet, PROGRAM, until};

/// The account that an instance's token is of.
fn account_of(fleet: &Fleet, id: &str) -> Option<String> {
    let token = std::fs::read_to_string(fleet.path(id).join("state/token")).ok()?;
    let claims = fleet::identity::claims::read(&token)?;
    Some(claims["nats"]["issuer_account"].as_str()?.to_owned())
}

#[test]
fn a_fleet_of_one_account_is_taken_over_and_its_keys_stay_accepted() {
    let Some(fleet) = Fleet::up_with(2, true, &["--one-account"]) else { return };
    let ids = ["web-1", "web-2"];
    fleet.ping_until("ops1", &ids);
    let kit = json_of(&fleet, "ops1/fleet/operator.json");
    assert_eq!(account_of(&fleet, "web-1").as_deref(), kit["account"].as_str());
    let of_before = [Credentials::of_kit(&fleet), Credentials::of_operator(&fleet, "ops2")];

    let mut command = Command::new(PROGRAM);
    let upgraded = command.args(["fleet-setup", "upgrade"]).arg(fleet.path("fleet")).output().unwrap();
    assert!(upgraded.status.success(), "{upgraded:?}");
    let mut agents = vec![];
    for id in ids {
        std::fs::copy(fleet.path("fleet/agent/agent.json"), fleet.path(id).join("fleet/agent.json")).unwrap();
        agents.push(fleet.restart_agent(id));
    }
    fleet.ping_until("ops2", &ids);
    for operator in ["ops1", "ops2"] {
        for (from, to) in
            [("authority.json", "authority.json"), (&format!("operators/{operator}/token"), "token")]
        {
            std::fs::copy(fleet.path("fleet").join(from), fleet.path(operator).join("fleet").join(to))
                .unwrap();
        }
    }
    assert_eq!(fleet.run("ops1", &["key", "list"]).code, Some(0));
    let renewed = fleet.run("ops1", &["key", "renew"]);
    let mut lines: Vec<&str> = renewed.stdout.lines().collect();
    lines.sort_unstable();
    assert_eq!(lines, ["Token of minion web-1 renewed.", "Token of minion web-2 renewed."], "{renewed:?}");
    for id in ids {
        until("the instance has a token of the new account", || {
            account_of(&fleet, id).is_some_and(|account| Some(account.as_str()) != kit["account"].as_str())
        });
    }
    fleet.ping_until("ops1", &ids);
    fleet.ping_until("ops2", &ids);
    let listed = fleet.run("ops2", &["key", "list", "--out", "json"]);
    assert_eq!((&listed.json()["minions"], listed.code), (&serde_json::json!(ids), Some(0)), "{listed:?}");
    for before in &of_before {
        assert!(Raw::connect(&fleet, 0, before).is_err(), "tokens of before have ended");
    }
    // What an instance could do before.
    let (attacker, victim) =
        (Credentials::of_instance(&fleet, "web-1"), Credentials::of_instance(&fleet, "web-2"));
    let mut raw = Raw::connect(&fleet, 1, &attacker).unwrap();
    let (card, target) = (in_bucket(CARDS, &attacker.key()), in_bucket(REGISTER, &victim.key()));
    raw.publish(&card, &target, b"bytes");
    assert!(raw.ask(&card, b"bytes").is_some());
    assert_eq!(fleet.run("ops2", &["key", "list"]).code, Some(0));
}
