//! What the servers themselves must refuse. What instances and operators refuse has tables in `src/fleet/protocol/tests.rs`.

use std::time::Duration;

use fleet::identity::{Identity, PublicKey};
use fleet::protocol::subjects::{CARDS, ROLL_CALL, ack, answer, event, here, in_bucket, reply, stream_of};
use fleet::protocol::{Domain, Jid, RollCall, Signed};
use fleet::transport::Transport;
use fleet::transport::nats::{Access, Nats};

use super::reads::{connected, kit};
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
    twin.end();
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

/// The key of an instance, and a connection with its token.
async fn as_instance(fleet: &Fleet, id: &str, servers: &[String]) -> (PublicKey, Nats) {
    let state = fleet.path(id).join("state");
    let identity = Identity::find(&state.join("identity.json")).unwrap().unwrap();
    let token = std::fs::read_to_string(state.join("token")).unwrap();
    let access = Access { servers: servers.to_vec(), ca: None, token, seed: identity.seeds().unwrap().sign };
    (identity.public(), Nats::connect(&access).await.unwrap())
}

#[tokio::test]
async fn servers_take_nothing_of_an_instance_on_the_subjects_of_another() {
    let Some(fleet) = Fleet::up(2, true) else { return };
    fleet.ping_until("ops1", &["web-1", "web-2"]);
    let operator = connected(&fleet).await;
    let servers: Vec<String> = operator.servers().split(", ").map(str::to_owned).collect();
    let (own, nats) = as_instance(&fleet, "web-1", &servers).await;
    let (other, _) = as_instance(&fleet, "web-2", &servers).await;
    let card = || operator.last(stream_of(CARDS), in_bucket(CARDS, other.as_str()));
    let before = card().await.unwrap();

    let jid = Jid::at(jiff::Timestamp::now());
    let subjects = |key: &PublicKey| {
        [ack(&jid, key), answer(&jid, key, 0), reply(&jid, key, 0), here(&jid, key), event(key.as_str())]
    };
    let patterns =
        ["fleet.ack.*.*", "fleet.answer.*.*.*", "fleet.reply.*.*.*", "fleet.here.*.*", "fleet.event.*"];
    for (place, pattern) in patterns.into_iter().enumerate() {
        let mut heard = operator.subscribe(pattern.to_owned()).await.unwrap();
        let own = &subjects(&own)[place];
        let message = loop {
            // On one connection messages keep their order: what is refused would come first.
            for subject in [&subjects(&other)[place], &in_bucket(CARDS, other.as_str()), own] {
                nats.publish(subject.clone(), b"said".to_vec()).await.unwrap();
            }
            // A server may not have heard of the subscription yet.
            let heard = tokio::time::timeout(Duration::from_millis(500), heard.recv()).await;
            if let Ok(message) = heard {
                break message.unwrap();
            }
        };
        assert_eq!(&message.subject, own);
    }
    assert_eq!(card().await.unwrap(), before);
}

#[tokio::test]
async fn an_operator_alone_asks_all_who_is_there() {
    let Some(fleet) = Fleet::up(2, true) else { return };
    fleet.ping_until("ops1", &["web-1", "web-2"]);
    let operator = connected(&fleet).await;
    let servers: Vec<String> = operator.servers().split(", ").map(str::to_owned).collect();
    let (_, asks) = as_instance(&fleet, "web-1", &servers).await;
    let (_, hears) = as_instance(&fleet, "web-2", &servers).await;
    let mut heard = hears.subscribe(ROLL_CALL.to_owned()).await.unwrap();
    let message = loop {
        for (nats, said) in [(&asks, b"an instance"), (&operator, b"an operator")] {
            nats.publish(ROLL_CALL.to_owned(), said.to_vec()).await.unwrap();
            nats.flush().await.unwrap();
        }
        if let Ok(heard) = tokio::time::timeout(Duration::from_millis(500), heard.recv()).await {
            break heard.unwrap();
        }
    };
    assert_eq!(message.payload, b"an operator");
    while let Ok(more) = tokio::time::timeout(Duration::from_millis(300), heard.recv()).await {
        assert_eq!(more.unwrap().payload, b"an operator");
    }
    // What is no roll call disturbs no instance.
    fleet.ping_until("ops2", &["web-1", "web-2"]);
}

/// The keys of `ops1`, and the fleet that they belong to.
pub fn operator_of(fleet: &Fleet) -> (Identity, PublicKey) {
    let kit = kit(fleet);
    (Identity::from_seeds(&kit.seeds, "ops1").unwrap(), kit.root)
}

#[tokio::test]
async fn a_roll_call_that_was_repeated_changed_or_made_for_something_else_is_not_answered() {
    let Some(fleet) = Fleet::up(1, true) else { return };
    fleet.ping_until("ops1", &["web-1"]);
    let nats = connected(&fleet).await;
    let servers: Vec<String> = nats.servers().split(", ").map(str::to_owned).collect();
    let (key, _) = as_instance(&fleet, "web-1", &servers).await;
    let (operator, root) = operator_of(&fleet);
    let mut heard = nats.subscribe("fleet.here.*.*".to_owned()).await.unwrap();
    nats.flush().await.unwrap();
    let (now, mut number) = (jiff::Timestamp::now(), 0);
    let mut call = || {
        number += 1;
        let issued = now.as_second();
        let (jid, nonce) = (Jid::at(now), format!("nonce {number}"));
        RollCall { jid, nonce, fleet: root.clone(), issued, expires: issued + 300, operators: 1 }
    };
    let good = call().to_bytes(&operator).unwrap();
    // A server may not have heard of the subscription yet.
    for attempt in 0..30 {
        let payload = if attempt == 0 { good.clone() } else { call().to_bytes(&operator).unwrap() };
        nats.publish(ROLL_CALL.to_owned(), payload).await.unwrap();
        if tokio::time::timeout(Duration::from_secs(1), heard.recv()).await.is_ok() {
            break;
        }
    }
    while tokio::time::timeout(Duration::from_millis(500), heard.recv()).await.is_ok() {}

    let mut body = serde_json::to_value(call()).unwrap();
    body["fun"] = "cmd.run".into();
    body["arg"] = serde_json::json!(["id"]);
    // Without a newer format, fields that are not known are ignored: it would be the plain question, which runs nothing.
    body["format"] = 2.into();
    let signed = |domain: Domain, body: &serde_json::Value, by: &Identity| {
        Signed::new(domain, body, by).unwrap().to_bytes().unwrap()
    };
    let plain = serde_json::to_value(call()).unwrap();
    let mut changed = Signed::read(&call().to_bytes(&operator).unwrap()).unwrap();
    changed.body = changed.body.replace("nonce", "other");
    let expired = RollCall { issued: call().issued - 300, expires: call().issued - 240, ..call() };
    let elsewhere = RollCall { fleet: Identity::generate().public(), ..call() };
    for attack in [
        good,
        signed(Domain::RollCall, &body, &operator),
        signed(Domain::Order, &plain, &operator),
        changed.to_bytes().unwrap(),
        expired.to_bytes(&operator).unwrap(),
        elsewhere.to_bytes(&operator).unwrap(),
        call().to_bytes(&Identity::generate()).unwrap(),
        b"{}".to_vec(),
    ] {
        nats.publish(ROLL_CALL.to_owned(), attack).await.unwrap();
    }
    // On one connection messages keep their order: an answer to any of them would come first.
    let later = Jid::at(now + jiff::SignedDuration::from_secs(1));
    let last = RollCall { jid: later.clone(), ..call() }.to_bytes(&operator).unwrap();
    nats.publish(ROLL_CALL.to_owned(), last).await.unwrap();
    let message = tokio::time::timeout(Duration::from_secs(20), heard.recv()).await.unwrap().unwrap();
    assert_eq!(message.subject, here(&later, &key));
    assert!(tokio::time::timeout(Duration::from_millis(300), heard.recv()).await.is_err());
}

#[tokio::test]
async fn a_forged_here_costs_its_instance_alone() {
    let Some(fleet) = Fleet::up(3, true) else { return };
    fleet.ping_until("ops1", &["web-1", "web-2", "web-3"]);
    let nats = connected(&fleet).await;
    let servers: Vec<String> = nats.servers().split(", ").map(str::to_owned).collect();
    // It has the token of the instance, which publishes no more, and not its key.
    let (key, thief) = as_instance(&fleet, "web-3", &servers).await;
    fleet.signal_agent("web-3", "STOP");
    let mut calls = thief.subscribe(ROLL_CALL.to_owned()).await.unwrap();
    thief.flush().await.unwrap();
    let forging = tokio::spawn(async move {
        let forger = Identity::generate();
        while let Some(message) = calls.recv().await {
            let call: RollCall = serde_json::from_str(&Signed::read(&message.payload).unwrap().body).unwrap();
            let mut posing = Signed::read(&call.here("web-3", &forger).unwrap()).unwrap();
            posing.by = key.clone();
            for _ in 0..3 {
                thief.publish(here(&call.jid, &key), posing.to_bytes().unwrap()).await.unwrap();
            }
        }
    });
    let silent = "Minion did not return. [No response]";
    let expected = serde_json::json!({"web-1": true, "web-2": true, "web-3": silent});
    let fleet = std::sync::Arc::new(fleet);
    let asked = std::sync::Arc::clone(&fleet);
    let printed = tokio::task::spawn_blocking(move || {
        for _ in 0..30 {
            let printed = asked.job_until("ops1", &expected);
            if printed.stderr.contains("the signature is wrong") {
                return printed;
            }
        }
        panic!("no forged answer arrived");
    });
    let printed = printed.await.unwrap();
    forging.abort();
    assert!(printed.stderr.contains("an answer in the name of web-3 is ignored"), "{printed:?}");
    assert!(!printed.stderr.contains("web-1") && !printed.stderr.contains("web-2"), "{printed:?}");
    fleet.signal_agent("web-3", "CONT");
}
