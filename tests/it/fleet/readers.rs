//! Rights limit reading: an operator with few rights takes the bytes from the servers with a client of his own, and opens none of them.

use fleet::identity::{BoxKey, Card, Identity};
use fleet::protocol::subjects::{
    ANSWERS, JOBS, PENDING, REVISIONS, TREES, answer, in_bucket, stream_of, tree,
};
use fleet::protocol::{AnswerParts, Domain, Jid, Part, Refusal, Revision, Sealed, SealedTrees, Signed};
use serde_json::{Value, json};

use super::few_rights::{add_operator, is_known, keys_of};
use super::raw::{Credentials, Raw};
use super::trees::write;
use super::{Fleet, Printed, until};

/// What stands in each secret of these tests.
const HIDDEN: &str = "hidden-";

fn get(raw: &mut Raw, stream: &str, subject: &str) -> Vec<u8> {
    let bytes = raw.ask(&format!("$JS.API.DIRECT.GET.{stream}.{subject}"), b"").expect("the servers answer");
    assert!(!bytes.is_empty(), "{subject} is stored");
    assert!(!String::from_utf8_lossy(&bytes).contains(HIDDEN), "{subject} is sealed");
    bytes
}

fn in_bucket_of(raw: &mut Raw, bucket: &str, key: &str) -> Vec<u8> {
    get(raw, &stream_of(bucket), &in_bucket(bucket, key))
}

/// Opens with the reader's key, also what is sealed for others and has the reader's name on it.
fn open(sealed: &Sealed, reader: &Identity, from: &BoxKey) -> Result<String, Refusal> {
    let opened = sealed.open(reader, from);
    if opened.is_err() {
        let written = serde_json::to_value(sealed).unwrap();
        for key in written["keys"].as_object().unwrap().values() {
            let mut renamed = written.clone();
            renamed["keys"] = json!({reader.box_key().as_str(): key});
            let renamed: Sealed = serde_json::from_value(renamed).unwrap();
            assert_eq!(renamed.open(reader, from), Err(Refusal::NotSealedForUs));
        }
    }
    opened.map(|bytes| String::from_utf8(bytes).unwrap())
}

fn record(bytes: &[u8]) -> Sealed {
    let (_, sealed): (Jid, Sealed) = Signed::read(bytes).unwrap().open(Domain::Record).unwrap();
    sealed
}

fn revision(bytes: &[u8]) -> Revision {
    Signed::read(bytes).unwrap().open(Domain::Revision).unwrap()
}

/// What a reader makes of the only part of an answer.
fn answered(bytes: &[u8], jid: &Jid, from: &Identity, reader: &Identity) -> Result<Value, Refusal> {
    let part = Part::open(bytes, jid, &from.public()).unwrap();
    assert!(part.is_whole());
    let answer = AnswerParts::default().add(part, reader, ("web-1", &from.box_key()))?;
    Ok(answer.unwrap().result)
}

/// A job of `ops1`, and its number.
fn job(fleet: &Fleet, words: &[&str]) -> (Printed, Jid) {
    let options = ["--timeout", "60", "--show-jid", "--static", "--out", "json"];
    let printed = fleet.run("ops1", &[&["fleet", "*"], words, &options].concat());
    let jid = printed.stderr.lines().find_map(|line| line.strip_prefix("jid: ")).map(str::to_owned);
    let jid = Jid::try_from(jid.unwrap_or_else(|| panic!("no number: {printed:?}"))).unwrap();
    (printed, jid)
}

/// The subjects of all parts of published trees.
fn parts_of_trees(raw: &mut Raw) -> Vec<String> {
    let about = raw.ask(&format!("fleet.info.{TREES}"), br#"{"subjects_filter": "fleet.tree.>"}"#).unwrap();
    let about: Value = serde_json::from_slice(&about).unwrap();
    about["state"]["subjects"].as_object().unwrap().keys().cloned().collect()
}

#[test]
fn who_may_not_have_it_run_takes_the_bytes_and_opens_none_of_them() {
    let Some(fleet) = Fleet::up(1, true) else { return };
    fleet.ping_until("ops1", &["web-1"]);
    add_operator(&fleet, "pinger", &["--functions", "test.ping", "--no-register"]);
    let reads = ["--functions", "test.ping", "--reads", "cmd.*,state.*", "--no-register"];
    add_operator(&fleet, "auditor", &reads);
    // A right by grains that this instance does not have.
    add_operator(&fleet, "deployer", &["--functions", "cmd.*", "--targets", "G@role:db", "--no-register"]);
    for name in ["pinger", "auditor"] {
        is_known(&fleet, name, &["web-1"]);
    }
    let mut thief = Raw::connect(&fleet, 0, &Credentials::of_operator(&fleet, "pinger")).unwrap();
    for (number, subject) in ["fleet.answer.>", "fleet.reply.>", "fleet.job.>"].iter().enumerate() {
        thief.subscribe(subject, 10 + number);
    }
    thief.flush().unwrap();
    assert!(thief.errors.iter().any(|error| error.contains("fleet.job.>")), "{:?}", thief.errors);

    write(&fleet, "ops1/pillar/top.sls", "base: {'*': [secret]}\n");
    write(&fleet, "ops1/pillar/secret.sls", "secret: hidden-source\n");
    write(&fleet, "ops1/states/empty.sls", "{}\n");
    assert_eq!(fleet.run("ops1", &["tree", "publish", "v1"]).code, Some(0));
    let (said, of_command) = job(&fleet, &["cmd.run", "echo hidden-answer"]);
    assert_eq!(said.json(), json!({"web-1": "hidden-answer"}), "{said:?}");
    let (_, of_states) = job(&fleet, &["state.apply", "empty", "pillar={'inline': 'hidden-pillar'}"]);

    let web = Identity::find(&fleet.path("web-1/state/identity.json")).unwrap().unwrap();
    let records = [&of_command, &of_states].map(|jid| record(&in_bucket_of(&mut thief, JOBS, jid.as_str())));
    let part = get(&mut thief, ANSWERS, &answer(&of_command, &web.public(), 0));
    let published = revision(&in_bucket_of(&mut thief, REVISIONS, "v1"));
    let own = keys_of(&fleet, "ops1").box_key();
    for (name, reads_jobs, reads_sources) in
        [("pinger", false, false), ("deployer", false, false), ("auditor", true, false), ("ops2", true, true)]
    {
        let reader = keys_of(&fleet, name);
        for (sealed, said) in records.iter().zip(["hidden-answer", "hidden-pillar"]) {
            let opened = open(sealed, &reader, &own);
            assert_eq!(opened.as_ref().is_ok_and(|it| it.contains(said)), reads_jobs, "{name}: {opened:?}");
        }
        let answer = answered(&part, &of_command, &web, &reader);
        assert_eq!(answer == Ok(json!("hidden-answer")), reads_jobs, "{name}: {answer:?}");
        let sources = open(&published.sealed_trees, &reader, &own);
        assert_eq!(sources.is_ok(), reads_sources, "{name}: {sources:?}");
    }
    // The parts of the trees are sealed with keys that are in the revision alone.
    let sources = open(&published.sealed_trees, &keys_of(&fleet, "ops2"), &own).unwrap();
    let sources: SealedTrees = serde_json::from_str(&sources).unwrap();
    let subject = tree(&sources.pillar.sha256, 0);
    assert!(parts_of_trees(&mut thief).contains(&subject));
    let bytes = get(&mut thief, TREES, &subject);
    let once = Identity::from_seeds(&sources.pillar.keys, "a published tree").unwrap();
    assert!(once.open(&bytes, &own).is_ok());
    assert!(keys_of(&fleet, "pinger").open(&bytes, &own).is_err());

    thief.flush().unwrap();
    let heard = thief.received.iter().filter(|it| it.subject.starts_with("fleet.answer.")).count();
    assert!(heard > 0, "answers pass by");
    assert!(!thief.received.iter().any(|it| String::from_utf8_lossy(&it.payload).contains(HIDDEN)));
    with_our_commands(&fleet, of_command.as_str());
}

/// The same operators with commands of ours.
fn with_our_commands(fleet: &Fleet, jid: &str) {
    for words in [&["jobs", "show", jid][..], &["jobs", "resume", jid], &["fleet", "*", "pillar.items"]] {
        let printed = fleet.run("pinger", words);
        assert!(printed.code == Some(1) && !printed.stdout.contains(HIDDEN), "{words:?}: {printed:?}");
        assert!(!printed.stderr.contains(HIDDEN), "{words:?}: {printed:?}");
    }
    let listed = |operator: &str| fleet.run(operator, &["jobs", "list", "--out", "json"]).json();
    assert!(listed("pinger").get(jid).is_none() && listed("auditor").get(jid).is_some());
    let shown = fleet.run("auditor", &["jobs", "show", jid]);
    assert!(shown.code == Some(0) && shown.stdout.contains("hidden-answer"), "{shown:?}");
    let run = fleet.run("auditor", &["fleet", "*", "cmd.run", "echo x", "--timeout", "60"]);
    assert!(run.code == Some(1) && run.stdout.contains("may not have 'cmd.run' run here"), "{run:?}");
}

#[test]
fn what_a_new_instance_shows_is_read_by_register_keepers_alone() {
    let Some(fleet) = Fleet::up(0, false) else { return };
    add_operator(&fleet, "pinger", &["--functions", "test.ping", "--no-register"]);
    let made = fleet.run("ops1", &["key", "token", "create", "--uses", "5"]);
    let token = made.stdout.trim().to_owned();
    let configured = json!({"fleet": {"token": token}});
    let _agent = fleet.start_configured_agent("web-1", "web-1", &configured);
    fleet.keys_until("ops1", "minions_pre", &["web-1"]);
    let web = Identity::find(&fleet.path("web-1/state/identity.json")).unwrap().unwrap();
    let mut thief = Raw::connect(&fleet, 2, &Credentials::of_operator(&fleet, "pinger")).unwrap();
    let bytes = in_bucket_of(&mut thief, PENDING, web.public().as_str());
    assert!(!String::from_utf8_lossy(&bytes).contains(&token));
    let card = Card::open(web.public().as_str(), &bytes).unwrap();
    let proof = card.proof(&keys_of(&fleet, "ops2")).unwrap().expect("it shows its token");
    assert_eq!(proof.token.as_deref(), Some(token.as_str()));
    let stolen = open(&card.body.proof.clone().unwrap(), &keys_of(&fleet, "pinger"), &card.body.seal);
    assert_eq!(stolen, Err(Refusal::NotSealedForUs));
    until("it is admitted", || fleet.run("ops2", &["key", "admit"]).stdout.contains("web-1 accepted"));
}
