//! Files of runs and deployments.

use std::fs;

use instance::deploy::{Deployed, ServiceRecord};
use instance::lease::{Holder, LeaseRecord};
use machine::lock;

use super::{all, bytes, copy_all, has_all, json, write_json, written};
use crate::support::Place;

const SLS: &str = "changed:\n  test.configurable_test_state:\n    - result: True\n    - changes: True\n    - comment: done\nquiet:\n  test.nop: []\n\
                   failed:\n  test.configurable_test_state:\n    - result: False\n    - changes: False\n    - comment: no\n";

fn place() -> Place {
    Place::new().with("states/app.sls", SLS)
}

#[test]
fn the_journal_of_every_version_is_read() {
    if let Some(to) = written("journal") {
        let place = place();
        let _ = place.run("state.sls app");
        let _ = place.run("state.sls app");
        copy_all(&place.path(".state/orchestrate/journal"), &to);
    }
    for from in all("journal") {
        let place = place();
        copy_all(&from, &place.path(".state/orchestrate/journal"));
        let listed = place.run("runs list --every-tree --out json");
        let listed: serde_json::Value = serde_json::from_str(&listed.stdout).expect("a list of runs");
        let names = fs::read_dir(&from).expect("runs").map(|entry| entry.expect("an entry").path());
        let last =
            names.filter(|path| path.extension().is_some_and(|it| it == "jsonl")).max().expect("a run");
        assert_eq!(listed.as_array().map(Vec::len), Some(2), "{}: {listed:#}", from.display());
        let run = last.file_stem().and_then(|stem| stem.to_str()).expect("a run").to_owned();
        let shown = place.run(&format!("runs show {run}"));
        assert!(
            shown.code == Some(0) && shown.stdout.contains("changed"),
            "{}: {}",
            from.display(),
            shown.whole()
        );
        let verified = place.run("runs verify");
        assert_eq!(verified.code, Some(0), "{}: {}", from.display(), verified.whole());
        let blamed = place.run("blame changed --every-tree");
        assert!(blamed.code == Some(0) && blamed.stdout.contains("state.sls"), "{}", blamed.whole());
    }
}

#[test]
fn the_plan_of_every_version_is_applied_and_a_newer_one_refused_with_its_reason() {
    let only = SLS.split("failed:").next().expect("states");
    let place = || Place::new().with("states/app.sls", only);
    if let Some(to) = written("plan") {
        let place = place();
        let _ = place.run("plan app -o plan.json");
        fs::write(to.join("plan.json"), bytes(&place.path("plan.json"))).expect("a recording");
    }
    for from in all("plan") {
        let text = String::from_utf8(bytes(&from.join("plan.json"))).expect("text");
        let place = place().with("plan.json", &text);
        let applied = place.run("apply plan.json --yes");
        assert!(
            applied.code == Some(0) && applied.stdout.contains("changed"),
            "{}: {}",
            from.display(),
            applied.whole()
        );
        let newer = text.replacen("\"version\": 1,", "\"version\": 999,", 1);
        let refused = place.with("plan.json", &newer).run("apply plan.json --yes");
        assert!(refused.code != Some(0) && refused.stderr.contains("999"), "{}", refused.whole());
    }
}

#[test]
fn the_record_of_deployments_of_every_version_is_read() {
    if let Some(to) = written("deployments") {
        let deployed = Deployed { revision: "r2".to_owned(), at: jiff::Timestamp::UNIX_EPOCH };
        let record = ServiceRecord {
            pointer: Some(7),
            pointer_sha256: Some("0a".to_owned()),
            sequence: Some(5),
            finished: Some("r2".to_owned()),
            withdrawn: vec!["r1".to_owned()],
            left: Some("r3".to_owned()),
            history: vec![deployed],
            ..ServiceRecord::default()
        };
        write_json(&to.join("deployed.json"), &record);
    }
    for from in all("deployments") {
        let path = from.join("deployed.json");
        has_all(&ServiceRecord::load(&path).expect("a record"), &json(&path), &path);
    }
}

#[test]
fn the_locks_and_leases_of_every_version_are_read() {
    if let Some(to) = written("locks") {
        let since = jiff::Timestamp::UNIX_EPOCH;
        let lock = lock::Lock::take(&to.join("lock"), "state.highstate", since).expect("a lock");
        let text = bytes(&to.join("lock"));
        drop(lock);
        fs::write(to.join("lock"), text).expect("a recording");
        let holder = Holder {
            token: "one".to_owned(),
            what: "state.sls".to_owned(),
            user: "me".to_owned(),
            host: "ops1".to_owned(),
            pid: 7,
            since,
            renewed: since,
        };
        let lease =
            LeaseRecord { format_version: 1, fence: 3, renewals: 2, ttl_ms: 60_000, holder: Some(holder) };
        fs::write(to.join("lease.json"), lease.to_bytes()).expect("a recording");
    }
    for from in all("locks") {
        let path = from.join("lock");
        // `find` gives nobody, because that process has ended.
        let holder: lock::Holder = serde_json::from_slice(&bytes(&path)).expect("a holder");
        assert_eq!(holder.what, "state.highstate", "{}", path.display());
        let path = from.join("lease.json");
        has_all(&LeaseRecord::parse(&bytes(&path)).expect("a lease"), &json(&path), &path);
    }
}
