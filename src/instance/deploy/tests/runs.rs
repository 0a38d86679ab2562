//! Deployments from their beginning to their end.

use std::fs;

use super::place::{Place, now};
use crate::artifact::Refusal;
use crate::deploy::*;

const BEFORE: &str = "#!/bin/sh\necho \"before $DEPLOY_REVISION $SERVICE_NAME $SERVICE_INSTANCE [$DEPLOY_PREVIOUS] $(cat revision)\" >>\"$JOURNAL\"\n";

#[test]
fn a_release_comes_into_service_with_hooks_and_highstate() {
    let place = Place::new();
    place.source("hooks/pre-release/20-b", BEFORE, 0o755);
    place.source("hooks/pre-release/10-a", "#!/bin/sh\necho first >>\"$JOURNAL\"; echo said\n", 0o755);
    place.source("hooks/pre-release/.hidden", "no program", 0o644);
    place.source("hooks/post-release", "#!/bin/sh\necho \"after\" >>\"$JOURNAL\"; env | sort\n", 0o755);
    place.deployed("r1");
    place.published("myapp", "r2");
    place.promoted("myapp", "r2");
    let report = place.deploy().unwrap().unwrap();
    assert_eq!((report.revision.as_str(), report.previous.as_deref()), ("r2", Some("r1")));
    assert_eq!(report.highstate.unwrap().states, 1);
    assert_eq!(
        place.journal(),
        "first\nbefore r1 myapp testing [] r1\nafter\nfirst\nbefore r2 myapp testing [r1] r2\nafter\n"
    );
    assert_eq!(*place.ran_with.borrow(), [Some("r1".to_owned()), Some("r2".to_owned())]);
    let log = fs::read_to_string(report.log.unwrap()).unwrap();
    for part in
        ["r2 of myapp: fetch the archive", "run pre-release/10-a", "said", "pre-release/20-b succeeded"]
    {
        assert!(log.contains(part), "{part}\n{log}");
    }
    let variables: Vec<&str> =
        log.lines().filter_map(|line| line.split_once('=')).map(|(name, _)| name).collect();
    let known = [
        "DEPLOY_HOOK",
        "DEPLOY_PREVIOUS",
        "DEPLOY_RELEASE",
        "DEPLOY_REVISION",
        "DEPLOY_ROOT",
        "HOME",
        "JOURNAL",
        "LANG",
        "PATH",
        "PWD",
        "SERVICE_INSTANCE",
        "SERVICE_NAME",
    ];
    assert!(variables.iter().all(|name| known.contains(name) || *name == "_"), "{variables:?}");
    assert_eq!(place.deploy().unwrap().unwrap().steps, []);
}

#[test]
fn whatever_fails_before_leaves_current_alone() {
    let place = Place::new();
    place.deployed("r1");
    place.source("hooks/pre-release", "#!/bin/sh\necho no database; exit 3\n", 0o755);
    place.published("myapp", "r2");
    place.promoted("myapp", "r2");
    let message = place.deploy().unwrap_err().with_causes();
    assert!(
        message.contains("the hook pre-release of r2 ended with 3: no database (its output is in"),
        "{message}"
    );
    assert_eq!(place.whole().as_deref(), Some("r1"));
    assert!(!place.status().settled);
    place.source("hooks/pre-release", "#!/bin/sh\n", 0o644);
    place.published("myapp", "r3");
    place.promoted("myapp", "r3");
    assert!(place.deploy().unwrap_err().with_causes().contains("pre-release may not be executed"));
    place.source("hooks/pre-release", "#!/bin/sh\n", 0o755);
    place.published("myapp", "r4");
    place.promoted("myapp", "r4");
    let failed = Highstate { states: 2, failed: vec!["cmd.run 'x': no".to_owned()], ..Highstate::default() };
    let _ = place.highstate.replace(Ok(Some(failed)));
    let message = place.deploy().unwrap_err().with_causes();
    assert_eq!(message, "the highstate of r4 failed: cmd.run 'x': no");
    let _ = place.highstate.replace(Err("it does not compile".to_owned()));
    assert!(place.deploy().unwrap_err().with_causes().contains("it does not compile"));
    assert_eq!(place.whole().as_deref(), Some("r1"));
    let _ = place.highstate.replace(Ok(None));
    assert_eq!(place.deploy().unwrap().unwrap().revision, "r4");
    assert_eq!(place.status().releases, ["r1", "r4"], "those that failed are not kept");
}

#[test]
fn a_hook_that_takes_too_long_is_killed() {
    let mut place = Place::new();
    place.rules.hooks_timeout = std::time::Duration::from_millis(300);
    place.source("hooks/pre-release", "#!/bin/sh\necho begun; sleep 600\n", 0o755);
    place.published("myapp", "r1");
    place.promoted("myapp", "r1");
    let message = place.deploy().unwrap_err().with_causes();
    assert!(message.contains("was killed after its timeout of 0 s: begun"), "{message}");
    assert_eq!(place.current(), None);
}

#[test]
fn a_hook_after_it_that_fails_is_run_again() {
    let place = Place::new();
    place.source(
        "hooks/post-release",
        "#!/bin/sh\necho after >>\"$JOURNAL\"; [ $(wc -l <\"$JOURNAL\") -gt 1 ]\n",
        0o755,
    );
    place.published("myapp", "r1");
    place.promoted("myapp", "r1");
    assert!(place.deploy().is_err());
    assert_eq!(place.whole().as_deref(), Some("r1"), "it is in service already");
    place.deploy().unwrap();
    assert!(place.status().settled);
}

#[test]
fn two_at_once_are_refused() {
    let place = Place::new();
    place.deployed("r1");
    let lock = Lock::take(&place.layout().lock(), "myapp", now()).unwrap();
    let own = std::process::id();
    let message = place.deploy().unwrap_err().with_causes();
    assert_eq!(
        message,
        format!("another deployment of 'myapp' is running: process {own} since 2026-01-02T03:04:05Z")
    );
    assert_eq!(place.status().under_way.map(|holder| holder.pid), Some(own));
    drop(lock);
    assert!(place.status().under_way.is_none());
    place.deploy().unwrap();
    // A killed process left its name, and the system released its lock.
    fs::write(place.layout().lock(), "{\"pid\": 1, \"since\": \"2026-01-02T03:04:05Z\", \"began\": 5}")
        .unwrap();
    assert!(place.status().under_way.is_none());
    place.deploy().unwrap();
}

#[test]
fn the_end_can_be_asked_for() {
    let place = Place::new();
    place.published("myapp", "r1");
    place.promoted("myapp", "r1");
    let keeps = place.end.subscribe();
    place.end.send(true).unwrap();
    assert!(matches!(place.deploy(), Err(DeployError::Interrupted)));
    place.end.send(false).unwrap();
    place.deploy().unwrap();
    drop(keeps);
}

#[test]
fn there_must_be_room() {
    let mut place = Place::new();
    place.published("myapp", "r1");
    place.promoted("myapp", "r1");
    place.rules.keep_free = 1 << 60;
    let message = place.deploy().unwrap_err().with_causes();
    assert!(
        message.contains("there is no room for r1 of myapp in") && message.contains("must stay free"),
        "{message}"
    );
    place.rules.keep_free = 0;
    place.deploy().unwrap();
    let needed = Room { bytes: 10, files: Some(5) };
    assert_eq!(needed.missing(Room { bytes: 10, files: None }, 0), None);
    let message = needed.missing(Room { bytes: 10, files: Some(4) }, 0).unwrap();
    assert_eq!(message, "it needs 5 files, but the file system has room for 4");
}

#[test]
fn what_was_fetched_of_something_else_is_fetched_anew() {
    let place = Place::new();
    place.published("myapp", "r1");
    place.promoted("myapp", "r1");
    let layout = place.layout();
    fs::create_dir_all(layout.releases()).unwrap();
    for there in ["some of it".to_owned(), "x".repeat(100_000)] {
        fs::write(layout.archive("r1"), there).unwrap();
        place.deploy().unwrap();
        assert_eq!(place.whole().as_deref(), Some("r1"));
        fs::remove_dir_all(place.root()).unwrap();
        fs::create_dir_all(layout.releases()).unwrap();
    }
}

#[test]
fn nothing_older_is_taken_for_new() {
    let place = Place::new();
    place.published("myapp", "r1");
    place.promoted("myapp", "r1");
    let current = place.dir.path().join("store/myapp/current.json");
    let kept = fs::read(&current).unwrap();
    place.deployed("r2");
    fs::write(&current, &kept).unwrap();
    let error = place.deploy().unwrap_err();
    assert!(matches!(&error, DeployError::Refused { refusal: Refusal::RolledBack { .. }, .. }), "{error}");
    let named = place.run(Some("r1"), Disk::unwatched(), deploy).unwrap().unwrap();
    assert_eq!(named.revision, "r1", "somebody named it");
    let unsigned = b"{\"payloadType\": \"application/vnd.orchestrate.pointer+json\", \"payload\": \"\", \"signatures\": []}";
    fs::write(&current, unsigned).unwrap();
    assert!(place.deploy().unwrap_err().to_string().contains("it is not signed"));
    fs::remove_file(&current).unwrap();
    assert!(
        place.deploy().unwrap_err().to_string().contains("pointer of myapp, although there was one before")
    );
}

#[test]
fn a_revision_that_was_built_again_is_refused() {
    let place = Place::new();
    place.deployed("r1");
    fs::remove_dir_all(place.dir.path().join("store/myapp/r1")).unwrap();
    place.source("new", "file", 0o644);
    place.published("myapp", "r1");
    place.promoted("myapp", "r1");
    let message = place.deploy().unwrap_err().with_causes();
    assert_eq!(message, "revision r1 of myapp is already here, but from another manifest");
}

#[test]
fn hooks_that_run_again_are_reported_the_same_release_before() {
    let mut place = Place::new();
    place.rules.on_failure = OnFailure::Keep;
    place.source(
        "hooks/post-release",
        "#!/bin/sh\necho \"after $DEPLOY_REVISION [$DEPLOY_PREVIOUS]\" >>\"$JOURNAL\"\n\
         [ \"$DEPLOY_REVISION\" = r1 ] || mkdir \"$JOURNAL.seen\" 2>/dev/null || exit 0\n\
         [ \"$DEPLOY_REVISION\" = r1 ]\n",
        0o755,
    );
    place.deployed("r1");
    place.published("myapp", "r2");
    place.promoted("myapp", "r2");
    assert!(place.deploy().is_err(), "the hook fails once");
    assert_eq!(place.whole().as_deref(), Some("r2"));
    place.deploy().unwrap();
    assert!(place.journal().ends_with("after r2 [r1]\nafter r2 [r1]\n"), "{}", place.journal());
}

#[test]
fn a_rollback_switches_links_and_is_not_undone() {
    let mut place = Place::new();
    place.rules.keep = 2;
    place.source(
        "hooks/post-release",
        "#!/bin/sh\necho \"after $DEPLOY_REVISION [$DEPLOY_PREVIOUS]\" >>\"$JOURNAL\"\n",
        0o755,
    );
    assert!(matches!(place.back(Disk::unwatched()), Err(DeployError::Unknown { .. })));
    for revision in ["r1", "r2", "r3"] {
        place.deployed(revision);
    }
    assert!(place.journal().ends_with("after r2 [r1]\nafter r3 [r2]\n"), "{}", place.journal());
    assert_eq!(place.back(Disk::unwatched()).unwrap().to, "r2");
    assert_eq!(place.whole().as_deref(), Some("r2"));
    assert!(place.journal().ends_with("after r2 [r3]\n"), "{}", place.journal());
    let error = place.deploy().unwrap_err();
    assert_eq!(
        error.with_causes(),
        "r3 of myapp is current in the store, but this instance rolled back from it"
    );
    assert_eq!(place.back(Disk::unwatched()).unwrap().to, "r1", "r3 is not taken for what was before");
    assert!(matches!(place.back(Disk::unwatched()), Err(DeployError::NothingBefore(_))));
    place.run(Some("r3"), Disk::unwatched(), deploy).unwrap();
    assert_eq!(place.whole().as_deref(), Some("r3"));
    assert_eq!(place.deploy().unwrap().unwrap().steps, []);
}

#[test]
fn a_preview_changes_nothing() {
    let place = Place::new();
    place.published("myapp", "r1");
    assert_eq!(place.run(None, Disk::unwatched(), preview).unwrap(), None, "nothing is current yet");
    place.promoted("myapp", "r1");
    let report = place.run(None, Disk::unwatched(), preview).unwrap().unwrap();
    assert_eq!(report.steps.len(), 9);
    assert!(!place.root().exists());
}

#[test]
fn an_instance_with_its_own_pointer_never_falls_back_to_that_of_all() {
    let mut place = Place::new();
    place.rules.only_own_pointer = true;
    place.published("myapp", "r1");
    place.published("myapp", "r2");
    place.promoted("myapp", "r2");
    let said = place.deploy().unwrap_err().to_string();
    assert!(said.contains("pointer of myapp for 'testing', and no other counts here"), "{said}");
    place.promoted_for("myapp", "r1", Some("testing"));
    place.deploy().unwrap();
    assert_eq!(place.current().as_deref(), Some("r1"));
    // An attacker who can write to the bucket deletes it, to deploy the release of all other instances.
    let mut deleted = 0;
    for entry in fs::read_dir(place.dir.path().join("store/myapp")).unwrap() {
        let path = entry.unwrap().path();
        if path.display().to_string().contains("current.testing") {
            fs::remove_file(path).unwrap();
            deleted += 1;
        }
    }
    assert_eq!(deleted, 1, "the pointer");
    let said = place.deploy().unwrap_err().to_string();
    assert!(said.contains("and no other counts here"), "{said}");
    assert_eq!(place.current().as_deref(), Some("r1"));
}

#[test]
fn two_pointers_with_one_sequence_are_an_attack() {
    let place = Place::new();
    place.published("myapp", "r1");
    place.deployed("r2");
    let current = place.dir.path().join("store/myapp/current.json");
    let kept = fs::read(&current).unwrap();
    // The holder of a key signs another document with the same number; the clock does not move for that.
    place.time_back();
    fs::remove_file(&current).unwrap();
    place.promoted("myapp", "r1");
    let error = place.deploy().unwrap_err();
    assert!(matches!(&error, DeployError::Refused { refusal: Refusal::SameSequence(_), .. }), "{error}");
    fs::write(&current, kept).unwrap();
    assert!(place.deploy().is_ok(), "the one that was followed still counts");
}

#[test]
fn a_record_that_is_lost_lets_nothing_else_be_lost() {
    let mut place = Place::new();
    place.rules.keep = 3;
    for revision in ["r1", "r2", "r3"] {
        place.deployed(revision);
    }
    fs::remove_file(place.layout().record()).unwrap();
    assert_eq!(place.status().before.as_deref(), Some("r2"));
    place.deployed("r4");
    let status = place.status();
    assert_eq!((status.releases.len(), status.before.as_deref()), (4, Some("r3")));
    // Without a record, too, an older document is not accepted as new.
    fs::remove_file(place.layout().record()).unwrap();
    let known = fs::read(place.layout().manifest("r4")).unwrap();
    assert!(!known.is_empty());
    let withdrawn = place.back(Disk::unwatched()).unwrap();
    assert_eq!((withdrawn.from.as_deref(), withdrawn.to.as_str()), (Some("r4"), "r3"));
}

#[test]
fn what_a_hook_said_is_short_and_has_no_codes_for_terminals() {
    let place = Place::new();
    let text = "#!/bin/sh\nprintf '\\033[31mred\\n'; head -c 3000000 /dev/zero | tr '\\0' x; exit 3\n";
    place.source("hooks/pre-release", text, 0o755);
    place.published("myapp", "r1");
    place.promoted("myapp", "r1");
    let error = place.deploy().unwrap_err();
    let message = error.with_causes();
    assert!(message.len() < 2000 && message.contains("\\u{1b}[31mred; xxx"), "{}", message.len());
    assert_eq!(error.hint().unwrap(), "correct it and run it again: no release has been in service here yet");
}
