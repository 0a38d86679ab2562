//! Somebody writes to the servers with ordinary tools and the token of a register keeper, or of an operator. Nothing that he writes
//! is believed, and the next command says on stderr and in its exit code that somebody did.

use fleet::protocol::subjects::{AUTHORITY, CARDS, JOBS, LIST, OPERATORS, REGISTER, in_bucket, stream_of};
use serde_json::json;

use super::few_rights::{add_operator, is_known};
use super::raw::{Credentials, Raw, json_of};
use super::{Fleet, until};

fn stored(raw: &mut Raw, bucket: &str, key: &str) -> Vec<u8> {
    let asked = format!("$JS.API.DIRECT.GET.{}.{}", stream_of(bucket), in_bucket(bucket, key));
    raw.ask(&asked, b"").expect("the servers answer")
}

fn keeper(fleet: &Fleet) -> Raw {
    Raw::connect(fleet, 0, &Credentials::of_operator(fleet, "ops1")).unwrap()
}

/// Every command of an ops node that looks at the register says so; the instances are as they were.
fn is_seen(fleet: &Fleet, operator: &str, said: &str, accepted: &[&str]) {
    let listed = fleet.run(operator, &["key", "list", "--out", "json"]);
    assert_eq!((&listed.json()["minions"], listed.code), (&json!(accepted), Some(1)), "{listed:?}");
    assert!(listed.stderr.contains(said), "{said}: {listed:?}");
}

fn ping_says(fleet: &Fleet, operator: &str, said: &str, accepted: &[&str]) {
    let words = ["fleet", "*", "test.ping", "--timeout", "60", "--static", "--out", "json"];
    let printed = fleet.run(operator, &words);
    let expected: serde_json::Value = accepted.iter().map(|id| ((*id).to_owned(), json!(true))).collect();
    assert_eq!((printed.json(), printed.code), (expected, Some(1)), "{printed:?}");
    assert!(printed.stderr.contains(said), "{said}: {printed:?}");
}

#[test]
fn what_somebody_writes_into_the_register_changes_nothing_and_is_said() {
    let Some(fleet) = Fleet::up(2, true) else { return };
    fleet.ping_until("ops1", &["web-1", "web-2"]);
    fleet.ping_until("ops2", &["web-1", "web-2"]);
    let keys = ["web-1", "web-2"].map(|id| Credentials::of_instance(&fleet, id).key());
    let mut attacker = keeper(&fleet);
    let accepted = stored(&mut attacker, REGISTER, &keys[0]);
    for (bytes, said) in [(&b""[..], "is ignored"), (b"bytes", "is ignored"), (b"{}", "is ignored")] {
        assert!(attacker.ask(&in_bucket(REGISTER, &keys[0]), bytes).is_some());
        for operator in ["ops1", "ops2"] {
            is_seen(&fleet, operator, said, &["web-1", "web-2"]);
            ping_says(&fleet, operator, said, &["web-1", "web-2"]);
        }
    }
    // The entry of another instance, under this one's key.
    let other = stored(&mut attacker, REGISTER, &keys[1]);
    assert!(attacker.ask(&in_bucket(REGISTER, &keys[0]), &other).is_some());
    is_seen(&fleet, "ops2", "is ignored", &["web-1", "web-2"]);
    // What was there before: nothing is wrong any more.
    assert!(attacker.ask(&in_bucket(REGISTER, &keys[0]), &accepted).is_some());
    let listed = fleet.run("ops1", &["key", "list"]);
    assert_eq!((listed.code, listed.stderr.as_str()), (Some(0), ""), "{listed:?}");
}

#[test]
fn an_acceptance_from_before_a_deletion_brings_nobody_back() {
    let Some(fleet) = Fleet::up(2, true) else { return };
    fleet.ping_until("ops1", &["web-1", "web-2"]);
    let victim = Credentials::of_instance(&fleet, "web-2");
    let mut attacker = keeper(&fleet);
    let accepted = stored(&mut attacker, REGISTER, &victim.key());
    assert_eq!(fleet.run("ops1", &["key", "reject", "web-2"]).code, Some(0));
    for operator in ["ops1", "ops2"] {
        assert_eq!(fleet.run(operator, &["key", "list"]).code, Some(0));
    }
    assert!(attacker.ask(&in_bucket(REGISTER, &victim.key()), &accepted).is_some());
    for operator in ["ops1", "ops2"] {
        is_seen(&fleet, operator, "older decision about web-2", &["web-1"]);
        ping_says(&fleet, operator, "older decision about web-2", &["web-1"]);
    }
    // What follows from the register, as servers get it, still ends its connections.
    assert_eq!(fleet.run("ops2", &["key", "renew"]).code, Some(1));
    for server in 0..3 {
        until("the server refuses the key", || Raw::connect(&fleet, server, &victim).is_err());
    }
}

#[test]
fn a_list_that_the_root_has_not_signed_is_said_once_and_replaced() {
    let Some(fleet) = Fleet::up(1, true) else { return };
    fleet.ping_until("ops1", &["web-1"]);
    let kit = json_of(&fleet, "ops1/fleet/operator.json");
    // Signed, but not by the root: an entry of the register.
    let mut attacker = keeper(&fleet);
    let entry = stored(&mut attacker, REGISTER, &Credentials::of_instance(&fleet, "web-1").key());
    for bytes in [b"".to_vec(), b"bytes".to_vec(), entry] {
        assert!(attacker.ask(&in_bucket(OPERATORS, LIST), &bytes).is_some());
        is_seen(&fleet, "ops2", "the list of operators on the servers is ignored", &["web-1"]);
        // A register keeper has put the true one back.
        let list = stored(&mut attacker, OPERATORS, LIST);
        let list: serde_json::Value = serde_json::from_slice(&list).unwrap();
        assert_eq!(list["by"], kit["root"], "{list}");
        let listed = fleet.run("ops2", &["key", "list"]);
        assert_eq!((listed.code, listed.stderr.as_str()), (Some(0), ""), "{listed:?}");
    }
    assert!(attacker.ask(&in_bucket(OPERATORS, AUTHORITY), b"bytes").is_some());
    is_seen(&fleet, "ops1", "the list of accounts on the servers is ignored", &["web-1"]);
    fleet.ping_until("ops2", &["web-1"]);
}

/// An operator who may ping, and does not keep the register.
fn pinger(fleet: &Fleet) {
    add_operator(fleet, "pinger", &["--functions", "test.ping", "--no-register"]);
    is_known(fleet, "pinger", &["web-1"]);
}

#[test]
fn an_operator_who_may_ping_gets_nothing_run_by_the_rights_of_another() {
    let Some(fleet) = Fleet::up(1, true) else { return };
    fleet.ping_until("ops1", &["web-1"]);
    pinger(&fleet);
    let mark = fleet.path("mark");
    let touch = format!("touch {}", mark.display());
    let own = fleet.run("pinger", &["fleet", "web-1", "cmd.run", &touch, "--timeout", "60"]);
    assert!(own.code == Some(1) && own.stdout.contains("may not have 'cmd.run' run here"), "{own:?}");

    // Two jobs that nobody has answered yet: one of each operator.
    fleet.signal_agent("web-1", "STOP");
    fleet.run("pinger", &["fleet", "web-1", "cmd.run", &touch, "--async"]);
    fleet.run("ops1", &["fleet", "web-1", "test.echo", "x", "--async"]);
    let jobs = fleet.run("ops1", &["jobs", "list", "--out", "json"]).json();
    let last = |fun: &str| {
        let of_function = |(_, job): &(&String, &serde_json::Value)| job["Function"] == fun;
        let found = jobs.as_object().unwrap().iter().rfind(of_function);
        found.map(|(jid, _)| jid.clone()).unwrap_or_else(|| panic!("no job {fun}: {jobs}"))
    };
    let (of_pinger, of_ops) = (last("cmd.run"), last("test.echo"));
    let resumed = fleet.run("ops1", &["jobs", "resume", &of_pinger]);
    assert!(resumed.code == Some(1) && resumed.stderr.contains("would lend"), "{resumed:?}");

    // The record of the first in the place of the second, by an ordinary client.
    let mut attacker = Raw::connect(&fleet, 2, &Credentials::of_operator(&fleet, "pinger")).unwrap();
    let record = stored(&mut attacker, JOBS, &of_pinger);
    assert!(attacker.ask(&in_bucket(JOBS, &of_ops), &record).is_some(), "an operator stores jobs");
    let resumed = fleet.run("ops1", &["jobs", "resume", &of_ops]);
    assert_eq!(resumed.code, Some(1), "{resumed:?}");
    fleet.signal_agent("web-1", "CONT");
    fleet.ping_until("ops1", &["web-1"]);
    assert!(!mark.exists(), "{resumed:?}");

    // What no program of ours has stored.
    let is_said = |why: &str| {
        let listed = fleet.run("ops1", &["jobs", "list"]);
        assert_eq!(listed.code, Some(1), "{listed:?}");
        assert!(listed.stderr.contains(&format!("job {of_ops} is ignored: {why}")), "{listed:?}");
    };
    is_said("another job has the number");
    assert!(attacker.ask(&in_bucket(JOBS, &of_ops), b"bytes").is_some());
    is_said("malformed: the envelope");
}

#[test]
fn an_operator_makes_no_consumer_that_delivers_to_the_subjects_of_others() {
    let Some(fleet) = Fleet::up(1, true) else { return };
    fleet.ping_until("ops1", &["web-1"]);
    pinger(&fleet);
    let victim = Credentials::of_instance(&fleet, "web-1").key();
    let mut attacker = Raw::connect(&fleet, 1, &Credentials::of_operator(&fleet, "pinger")).unwrap();
    let before = stored(&mut keeper(&fleet), REGISTER, &victim);
    for subject in [in_bucket(REGISTER, &victim), in_bucket(CARDS, &victim), format!("fleet.job.{victim}")] {
        for name in ["", ".taken", ".taken.>"] {
            let stream = stream_of(CARDS);
            let config = json!({"stream_name": stream, "config": {
                "deliver_subject": subject, "deliver_policy": "all", "ack_policy": "none", "durable_name": "taken",
            }});
            let asked = format!("$JS.API.CONSUMER.CREATE.{stream}{name}");
            attacker.publish(&asked, "", config.to_string().as_bytes());
            let durable = format!("$JS.API.CONSUMER.DURABLE.CREATE.{stream}.taken");
            attacker.publish(&durable, "", config.to_string().as_bytes());
        }
        // A direct answer to a subject of others, too.
        attacker.publish(
            &format!("$JS.API.DIRECT.GET.{}.{}", stream_of(CARDS), in_bucket(CARDS, &victim)),
            &subject,
            b"",
        );
        attacker.flush().unwrap();
    }
    assert!(
        attacker.errors.iter().any(|error| error.contains("Permissions Violation")),
        "{:?}",
        attacker.errors
    );
    assert_eq!(stored(&mut keeper(&fleet), REGISTER, &victim), before);
    let listed = fleet.run("ops1", &["key", "list"]);
    assert_eq!((listed.code, listed.stderr.as_str()), (Some(0), ""), "{listed:?}");
    fleet.ping_until("ops1", &["web-1"]);
}
