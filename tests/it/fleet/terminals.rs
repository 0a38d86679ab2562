//! A terminal obeys nothing that instances and other operators have written, whichever command shows it.

use fleet::identity::{Identity, Seeds};
use fleet::protocol::subjects::{CARDS, JOBS, REVISIONS, in_bucket, mine, stream_of};
use fleet::protocol::{Domain, Jid, MineItem, Sealed, Signed, mine_token};
use serde_json::{Value, json};

use super::false_ids::card;
use super::few_rights::{add_operator, is_known, keys_of};
use super::raw::{Credentials, Raw, json_of};
use super::trees::write;
use super::{Fleet, Printed};

/// It changes the title of the window, and clears the screen.
const OBEYED: &str = "\u{1b}]0;title\u{7}\u{1b}[2J";
/// What is shown instead.
const SHOWN: &str = "?]0;title??[2J";

fn is_harmless(printed: &Printed) {
    let is_text = |text: &str| text.chars().all(|it| !it.is_control() || it == '\n');
    assert!(is_text(&printed.stdout) && is_text(&printed.stderr), "{printed:?}");
    assert!(format!("{}{}", printed.stdout, printed.stderr).contains(SHOWN), "{printed:?}");
}

/// A job of `pinger` whose function is such a text, stored in the place of another one.
fn store_job(fleet: &Fleet, raw: &mut Raw, jid: &str) {
    let own = keys_of(fleet, "pinger");
    let asked = format!("$JS.API.DIRECT.GET.{}.{}", stream_of(JOBS), in_bucket(JOBS, jid));
    let stored = Signed::read(&raw.ask(&asked, b"").unwrap()).unwrap();
    let (jid, sealed): (Jid, Sealed) = stored.open(Domain::Record).unwrap();
    let mut record: Value = serde_json::from_slice(&sealed.open(&own, &own.box_key()).unwrap()).unwrap();
    record["call"]["fun"] = json!(format!("test.{OBEYED}"));
    record["ids"] = json!(["web-2"]);
    let readers = [keys_of(fleet, "ops1").box_key()];
    let sealed = Sealed::new(record.to_string().as_bytes(), &own, &readers).unwrap();
    let subject = in_bucket(JOBS, jid.as_str());
    let signed = Signed::new(Domain::Record, &(jid, sealed), &own).unwrap().to_bytes().unwrap();
    assert!(raw.ask(&subject, &signed).is_some());
}

#[test]
fn nothing_that_others_have_written_is_obeyed_by_a_terminal() {
    let Some(fleet) = Fleet::up(2, true) else { return };
    fleet.ping_until("ops1", &["web-1", "web-2"]);
    let web = Identity::find(&fleet.path("web-1/state/identity.json")).unwrap().unwrap();
    let mut instance = Raw::connect(&fleet, 0, &Credentials::of_instance(&fleet, "web-1")).unwrap();
    let kit = json_of(&fleet, "agent-kit/agent.json");
    let seeds: Seeds = serde_json::from_value(kit["mine"].clone()).unwrap();
    let item = MineItem { id: "web-1".to_owned(), function: "said".to_owned(), at: 1, result: json!(OBEYED) };
    let readers = [Identity::from_seeds(&seeds, "the mine").unwrap().box_key()];
    let subject = mine(web.public().as_str(), &mine_token("said"));
    assert!(instance.ask(&subject, &item.to_bytes(&web, &readers).unwrap()).is_some());
    is_harmless(&fleet.run("ops1", &["fleet-run", "mine.get", "*", "said"]));

    let grains = json!({"orchestrate_agent_version": OBEYED});
    let subject = in_bucket(CARDS, web.public().as_str());
    assert!(instance.ask(&subject, &card(&fleet, &web, "web-1", &grains)).is_some());
    for words in [&["key", "list", "--versions"][..], &["fleet-run", "manage.versions"]] {
        is_harmless(&fleet.run("ops1", words));
    }

    let command = r"printf '\033]0;title\007\033[2J'";
    let state = format!(
        "said:\n  salt.function:\n    - name: cmd.run\n    - tgt: web-2\n    - arg: [{}]\n",
        json!(command)
    );
    write(&fleet, "ops1/states/said.sls", &state);
    is_harmless(&fleet.run("ops1", &["fleet-run", "state.orchestrate", "said"]));

    // Another operator, who may ping.
    add_operator(&fleet, "pinger", &["--functions", "test.ping", "--no-register"]);
    is_known(&fleet, "pinger", &["web-1", "web-2"]);
    let target = format!("web-1,{OBEYED}");
    let sent = fleet.run("pinger", &["fleet", "-L", &target, "test.ping", "--async"]);
    let jid = sent.stdout.trim().rsplit(' ').next().unwrap().to_owned();
    is_harmless(&fleet.run("ops1", &["jobs", "list"]));
    let mut operator = Raw::connect(&fleet, 1, &Credentials::of_operator(&fleet, "pinger")).unwrap();
    store_job(&fleet, &mut operator, &jid);
    is_harmless(&fleet.run("ops1", &["jobs", "resume", &jid]));
    let name = OBEYED.replace(' ', "");
    assert!(operator.ask(&in_bucket(REVISIONS, &name), b"bytes").is_some());
    is_harmless(&fleet.run("ops1", &["tree", "list"]));
    is_harmless(&fleet.run("ops1", &["fleet", "web-2", "pillar.items", "--timeout", "60"]));
}
