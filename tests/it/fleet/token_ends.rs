//! Tokens that end: who has a newer one goes on, and nobody else is let in.

use std::time::{Duration, Instant};

use fleet::identity::claims::{User, expiry};
use fleet::identity::setup::OperatorKit;
use fleet::identity::{Permissions, PublicKey, of_agent, of_operator};
use nkeys::KeyPair;
use serde_json::json;

use super::few_rights::{add_operator, is_known};
use super::raw::{Credentials, Raw, json_of};
use super::{Fleet, pause, until};

fn now() -> i64 {
    jiff::Timestamp::now().as_second()
}

/// A token for a key that ends so many seconds from now, as a register keeper signs it.
fn short_token(
    fleet: &Fleet,
    of: &Credentials,
    permissions: fn(&PublicKey) -> Permissions,
    life: i64,
) -> String {
    let kit: OperatorKit = serde_json::from_value(json_of(fleet, "ops1/fleet/operator.json")).unwrap();
    let claims = fleet::identity::claims::read(&of.token).unwrap();
    let account = PublicKey::try_from(claims["nats"]["issuer_account"].as_str().unwrap().to_owned()).unwrap();
    let key = PublicKey::try_from(of.key()).unwrap();
    let user = User { key: &key, name: "short", account: &account, permissions: &permissions(&key) };
    let signer = KeyPair::from_seed(&kit.registrar.unwrap().account_seed).unwrap();
    user.claims(now(), Some(now() + life)).sign(&signer).unwrap()
}

fn setup(fleet: &Fleet, action: &str) {
    let mut command = std::process::Command::new(super::PROGRAM);
    let done = command.arg("fleet-setup").arg(action).arg(fleet.path("fleet")).output().unwrap();
    assert!(done.status.success(), "{done:?}");
    for file in ["operators.json", "authority.json"] {
        std::fs::copy(fleet.path("fleet").join(file), fleet.path("ops1/fleet").join(file)).unwrap();
    }
}

#[test]
fn an_instance_whose_token_ends_goes_on_with_the_next_one_although_its_kit_has_ended() {
    let Some(fleet) = Fleet::up(1, true) else { return };
    fleet.ping_until("ops1", &["web-1"]);
    setup(&fleet, "renew-enrolment");
    assert_eq!(fleet.run("ops1", &["key", "list"]).code, Some(0));
    let old = Credentials::of_kit(&fleet);
    for server in 0..3 {
        until("the server refuses the kit's key", || Raw::connect(&fleet, server, &old).is_err());
    }
    let credentials = Credentials::of_instance(&fleet, "web-1");
    let file = fleet.path("web-1/state/token");
    let life = 12;
    let short = short_token(&fleet, &credentials, of_agent, life);
    let ends = Instant::now() + Duration::from_secs(u64::try_from(life).unwrap());
    std::fs::write(&file, &short).unwrap();
    let mut again = fleet.restart_agent("web-1");
    until("it has fetched the next token", || {
        expiry(&std::fs::read_to_string(&file).unwrap()).is_some_and(|end| end > now() + 3600)
    });
    while Instant::now() < ends + Duration::from_secs(1) {
        pause();
    }
    // The server has ended the connection of the short one.
    let with_short = Credentials { token: short, seed: credentials.seed.clone() };
    assert!(Raw::connect(&fleet, 0, &with_short).is_err(), "a token that has ended lets nobody in");
    fleet.ping_until("ops1", &["web-1"]);
    again.end();
}

/// An operator who does not keep the register; the instances of this fleet know him.
fn limited_operator(fleet: &Fleet, ids: &[&str]) {
    add_operator(fleet, "limited", &["--functions", "test.*", "--no-register"]);
    is_known(fleet, "limited", ids);
}

const PING: [&str; 8] = ["fleet", "*", "test.ping", "--timeout", "60", "--static", "--out", "json"];

#[test]
fn an_operator_without_the_register_reaches_each_instance_through_each_server() {
    let Some(fleet) = Fleet::up(3, true) else { return };
    fleet.ping_until("ops1", &["web-1", "web-2", "web-3"]);
    let all = json!({"web-1": true, "web-2": true, "web-3": true});
    limited_operator(&fleet, &["web-1", "web-2", "web-3"]);
    let kit = json_of(&fleet, "limited/fleet/operator.json");
    for server in kit["servers"].as_array().unwrap() {
        let mut one = kit.clone();
        one["servers"] = json!([server]);
        std::fs::write(fleet.path("limited/fleet/operator.json"), one.to_string()).unwrap();
        let pinged = fleet.run("limited", &PING);
        assert_eq!((pinged.json(), pinged.code), (all.clone(), Some(0)), "{server}: {pinged:?}");
        // A job with an answer that is stored, and not only a roll call.
        let words = ["fleet", "*", "test.echo", "word", "--timeout", "60", "--static", "--out", "json"];
        let said = fleet.run("limited", &words);
        let words = json!({"web-1": "word", "web-2": "word", "web-3": "word"});
        assert_eq!((said.json(), said.code), (words, Some(0)), "{server}: {said:?}");
    }
}

#[test]
fn an_operator_whose_token_ends_is_let_in_with_the_one_that_a_register_keeper_has_renewed() {
    let Some(fleet) = Fleet::up(1, true) else { return };
    fleet.ping_until("ops1", &["web-1"]);
    limited_operator(&fleet, &["web-1"]);

    let credentials = Credentials::of_operator(&fleet, "limited");
    let token = fleet.path("limited/fleet/token");
    std::fs::write(&token, short_token(&fleet, &credentials, of_operator, 20)).unwrap();
    assert_eq!(fleet.run("ops1", &["key", "renew"]).code, Some(0));
    let printed = fleet.run("limited", &PING);
    assert_eq!((printed.json(), printed.code), (json!({"web-1": true}), Some(0)), "{printed:?}");
    let newer = std::fs::read_to_string(&token).unwrap();
    assert!(expiry(&newer).is_some_and(|end| end > now() + 3600), "the command has fetched the renewed one");

    // One that has ended lets nobody in, and the operator learns what to do.
    std::fs::write(&token, short_token(&fleet, &credentials, of_operator, -5)).unwrap();
    let printed = fleet.run_once("limited", &PING);
    assert_eq!(printed.code, Some(1), "{printed:?}");
    assert!(printed.stderr.contains("fleet-setup operator-token"), "{printed:?}");
}
