//! Pillar is compiled on ops nodes, and its templates may run programs there. An operator who may publish for some instances has nothing run on
//! the ops nodes of others, and hides nothing that others have published.

use fleet::protocol::subjects::{REVISIONS, in_bucket, stream_of};
use fleet::protocol::{Domain, Revision, Signed};
use serde_json::{Value, json};

use super::few_rights::{add_operator, is_known, keys_of};
use super::raw::{Credentials, Raw};
use super::trees::write;
use super::{Fleet, Printed};

/// Trees of an operator, whose state writes a word of the pillar to a file.
fn trees(fleet: &Fleet, operator: &str, word: &str) {
    let out = fleet.path("out").display().to_string();
    std::fs::create_dir_all(&out).unwrap();
    let state =
        format!("{out}/{{{{ grains.id }}}}:\n  file.managed:\n    - contents: {{{{ pillar.word }}}}\n");
    write(fleet, &format!("{operator}/states/web.sls"), &state);
    write(fleet, &format!("{operator}/states/top.sls"), "base:\n  '*': [web]\n");
    write(fleet, &format!("{operator}/pillar/top.sls"), "base:\n  '*': [word]\n");
    write(fleet, &format!("{operator}/pillar/word.sls"), &format!("word: {word}\n"));
}

fn run(fleet: &Fleet, operator: &str, target: &[&str], more: &[&str]) -> Printed {
    let words = [&["fleet"], target, more, &["--timeout", "60", "--static", "--out", "json"]].concat();
    fleet.run(operator, &words)
}

/// On each of the other ops nodes jobs run with the good revision.
fn are_good(fleet: &Fleet) {
    let good = json!({"web-1": {"word": "good"}, "web-2": {"word": "good"}});
    for operator in ["ops1", "ops2"] {
        let printed = run(fleet, operator, &["*"], &["pillar.items"]);
        assert_eq!((printed.json(), printed.code), (good.clone(), Some(0)), "{printed:?}");
        let said = "revision v2 is ignored: operator 'publisher' may not publish trees for other ops nodes";
        assert!(printed.stderr.contains(said), "{printed:?}");
    }
    assert_eq!(run(fleet, "ops2", &["*"], &["state.apply"]).code, Some(0));
    for id in ["web-1", "web-2"] {
        assert_eq!(std::fs::read_to_string(fleet.path("out").join(id)).unwrap(), "good\n");
    }
}

/// A revision of another name, signed by the publisher.
fn renamed(fleet: &Fleet, stored: &[u8], name: &str) -> Vec<u8> {
    let revision: Revision = Signed::read(stored).unwrap().open(Domain::Revision).unwrap();
    let revision = Revision { name: name.to_owned(), sequence: 99, operator: "ops1".to_owned(), ..revision };
    let by = keys_of(fleet, "publisher");
    Signed::new(Domain::Revision, &revision, &by).unwrap().to_bytes().unwrap()
}

fn stored(raw: &mut Raw, name: &str) -> Vec<u8> {
    let asked = format!("$JS.API.DIRECT.GET.{}.{}", stream_of(REVISIONS), in_bucket(REVISIONS, name));
    raw.ask(&asked, b"").expect("the servers answer")
}

/// How the bucket of revisions is kept.
fn config(raw: &mut Raw, subject: &str) -> Value {
    let about = raw.ask(&format!("{subject}.{}", stream_of(REVISIONS)), b"").unwrap();
    let about: Value = serde_json::from_slice(&about).unwrap();
    about["config"].clone()
}

#[test]
fn who_may_publish_for_some_instances_has_nothing_run_on_other_ops_nodes() {
    let Some(fleet) = Fleet::up(2, true) else { return };
    fleet.ping_until("ops1", &["web-1", "web-2"]);
    let functions = "tree.publish,state.*,pillar.*,test.ping";
    let limited = ["--functions", functions, "--targets", "web-1", "--no-register"];
    add_operator(&fleet, "publisher", &limited);
    is_known(&fleet, "publisher", &["web-1"]);
    trees(&fleet, "ops1", "good");
    assert_eq!(fleet.run("ops1", &["tree", "publish", "v1"]).code, Some(0));

    let mark = fleet.path("mark");
    let program = format!("bad-{{{{ salt['cmd.run']('touch {}') }}}}", mark.display());
    trees(&fleet, "publisher", &program);
    let published = fleet.run("publisher", &["tree", "publish", "v2"]);
    assert_eq!(published.stdout, "Published revision v2 (4 files).\n", "{published:?}");
    // Where it counts, its program runs: on his own ops node.
    let own = run(&fleet, "publisher", &["web-1"], &["pillar.items"]);
    assert_eq!(own.json(), json!({"web-1": {"word": "bad-"}}), "{own:?}");
    assert!(mark.exists());
    std::fs::remove_file(&mark).unwrap();

    are_good(&fleet);
    let by_pillar = run(&fleet, "ops1", &["-I", "word:bad*"], &["test.ping"]);
    assert_eq!((by_pillar.json(), by_pillar.code), (Value::Null, Some(2)), "{by_pillar:?}");
    let named = run(&fleet, "ops2", &["web-1"], &["state.apply", "--tree", "v2"]);
    assert!(named.code == Some(1) && named.stderr.contains("may not publish trees"), "{named:?}");
    assert_eq!(fleet.run("ops1", &["tree", "show", "v2"]).code, Some(1));

    // A job of his with that revision, which others are to resume.
    fleet.signal_agent("web-1", "STOP");
    let sent = fleet.run("publisher", &["fleet", "web-1", "state.apply", "--async"]);
    let jid = sent.stdout.trim().rsplit(' ').next().unwrap().to_owned();
    assert!(mark.exists(), "his own ops node compiles the pillar of each order: {sent:?}");
    std::fs::remove_file(&mark).unwrap();
    for operator in ["ops1", "ops2"] {
        let resumed = fleet.run(operator, &["jobs", "resume", &jid]);
        assert!(resumed.code == Some(1) && resumed.stderr.contains("may not publish trees"), "{resumed:?}");
    }
    fleet.signal_agent("web-1", "CONT");
    fleet.ping_until("ops1", &["web-1", "web-2"]);
    assert!(!mark.exists(), "his program ran on another ops node");
}

#[test]
fn nobody_writes_in_the_place_of_a_revision() {
    let Some(fleet) = Fleet::up(2, true) else { return };
    fleet.ping_until("ops1", &["web-1", "web-2"]);
    let limited = ["--functions", "tree.publish,test.ping", "--targets", "web-1", "--no-register"];
    add_operator(&fleet, "publisher", &limited);
    // A bucket as older programs made it: the next command of a register keeper brings it up to date.
    let mut keeper = Raw::connect(&fleet, 0, &Credentials::of_operator(&fleet, "ops2")).unwrap();
    let mut kept = config(&mut keeper, "$JS.API.STREAM.INFO");
    kept["discard"] = json!("old");
    kept["discard_new_per_subject"] = json!(false);
    let update = format!("$JS.API.STREAM.UPDATE.{}", stream_of(REVISIONS));
    let changed = keeper.ask(&update, kept.to_string().as_bytes()).unwrap();
    assert!(!String::from_utf8_lossy(&changed).contains("\"error\""));
    trees(&fleet, "ops1", "good");
    assert_eq!(fleet.run("ops1", &["tree", "publish", "v1"]).code, Some(0));
    trees(&fleet, "publisher", "bad");
    assert_eq!(fleet.run("publisher", &["tree", "publish", "v2"]).code, Some(0));

    let mut attacker = Raw::connect(&fleet, 1, &Credentials::of_operator(&fleet, "publisher")).unwrap();
    let of_ops = stored(&mut attacker, "v1");
    let own = stored(&mut attacker, "v2");
    for bytes in [renamed(&fleet, &own, "v1"), b"bytes".to_vec(), vec![]] {
        let answer = attacker.ask(&in_bucket(REVISIONS, "v1"), &bytes).expect("the servers answer");
        let answer = String::from_utf8_lossy(&answer).into_owned();
        assert!(answer.contains("maximum messages per subject exceeded"), "{answer}");
        assert_eq!(stored(&mut attacker, "v1"), of_ops);
    }
    // The true one under another name.
    assert_eq!(fleet.run("ops2", &["tree", "list"]).code, Some(0));
    assert!(attacker.ask(&in_bucket(REVISIONS, "v3"), &of_ops).is_some());
    let listed = fleet.run("ops2", &["tree", "list"]);
    assert!(
        listed.code == Some(1) && listed.stderr.contains("revision v3 is ignored: malformed"),
        "{listed:?}"
    );
    are_good(&fleet);
    // A register keeper makes room; what is somebody's own stays.
    let renewed = fleet.run("ops1", &["key", "renew"]);
    assert!(renewed.code == Some(1) && renewed.stderr.contains("revision v3 was removed"), "{renewed:?}");
    assert_eq!(fleet.run("ops1", &["key", "renew"]).code, Some(0));
    let listed = fleet.run("ops2", &["tree", "list", "--out", "json"]);
    assert_eq!((listed.code, listed.stderr.matches("ignored").count()), (Some(0), 1), "{listed:?}");
    // A full bucket removes nothing, so nobody can push a revision out.
    assert_eq!(config(&mut attacker, "fleet.info")["discard"], "new");

    // A name that is taken by somebody whose revision does not count is taken all the same.
    trees(&fleet, "ops1", "better");
    let taken = fleet.run("ops1", &["tree", "publish", "v2"]);
    assert!(taken.code == Some(1) && taken.stderr.contains("there is a revision 'v2' already"), "{taken:?}");
    assert_eq!(fleet.run("ops1", &["tree", "publish", "v4"]).code, Some(0));
    let printed = run(&fleet, "ops2", &["*"], &["pillar.items"]);
    let better = json!({"web-1": {"word": "better"}, "web-2": {"word": "better"}});
    assert_eq!((printed.json(), printed.code), (better, Some(0)), "{printed:?}");
}
