//! A deployment is stopped before each of its changes, as a kill would; the next one ends correctly.

use super::place::{Killer, Place};
use crate::deploy::*;

fn place() -> Place {
    let place = Place::new();
    place.source("hooks/pre-release", "#!/bin/sh\necho \"before $DEPLOY_REVISION\" >>\"$JOURNAL\"\n", 0o755);
    place.source("hooks/post-release", "#!/bin/sh\necho \"after $DEPLOY_REVISION\" >>\"$JOURNAL\"\n", 0o755);
    place.source("states/top.sls", "base: {}\n", 0o644);
    place.source("lib/deep/file", "x", 0o600);
    place
}

/// Stops `act` before its first change, its second, and so on, until it ends; checks after each.
fn at_every_step(
    place: &Place,
    act: impl Fn(Disk<'_>) -> Result<(), DeployError>,
    check: impl Fn(&str),
) -> usize {
    let start = place.keep_root();
    for count in 0..500 {
        place.back_to(&start);
        let killer = Killer::after(count);
        let judge = |attempt: &'static str, path: &std::path::Path| killer.judge(attempt, path);
        let done = act(Disk::watched(&judge));
        let Some(stopped_at) = killer.stopped_at.take() else {
            done.unwrap();
            check("its end");
            place.back_to(&start);
            return count;
        };
        // A rollback whose links are switched has succeeded; the next run writes its record.
        let is_noted = place.layout().rollback().symlink_metadata().is_ok();
        let is_recorded_later = is_noted && place.whole().as_deref() == Some("r2");
        assert!(done.is_err() || is_recorded_later, "{stopped_at}");
        check(&stopped_at);
    }
    panic!("it never came to its end");
}

#[test]
fn the_next_run_finishes_what_a_kill_interrupted() {
    let place = place();
    for revision in ["r1", "r2"] {
        place.deployed(revision);
    }
    place.published("myapp", "r3");
    place.promoted("myapp", "r3");
    let act = |disk: Disk<'_>| place.run(None, disk, deploy).map(drop);
    let steps = at_every_step(&place, act, |stopped_at| {
        let current = place.whole();
        assert!(matches!(current.as_deref(), Some("r2" | "r3")), "{stopped_at}: {current:?}");
        let report = place.deploy().unwrap_or_else(|error| panic!("{stopped_at}: {}", error.with_causes()));
        assert_eq!(place.whole().as_deref(), Some("r3"), "{stopped_at}");
        assert_eq!(report.unwrap().revision, "r3");
        let status = place.status();
        assert!(status.settled, "{stopped_at}: {status:?}");
        assert_eq!(status.releases, ["r2", "r3"], "{stopped_at}");
        assert_eq!(status.before.as_deref(), Some("r2"), "{stopped_at}");
        assert_eq!(place.left_behind(), [] as [String; 0], "{stopped_at}");
        let again = place.deploy().unwrap().unwrap();
        assert_eq!(again.steps, [], "{stopped_at}: a second run does nothing");
    });
    assert!(steps > 30, "only {steps} changes were watched");
}

#[test]
fn the_first_deployment_can_be_killed_too() {
    let place = place();
    place.published("myapp", "r1");
    place.promoted("myapp", "r1");
    std::fs::create_dir(place.root()).unwrap();
    let act = |disk: Disk<'_>| place.run(None, disk, deploy).map(drop);
    let steps = at_every_step(&place, act, |stopped_at| {
        let current = place.whole();
        assert!(matches!(current.as_deref(), None | Some("r1")), "{stopped_at}: {current:?}");
        place.deploy().unwrap_or_else(|error| panic!("{stopped_at}: {}", error.with_causes()));
        assert_eq!(place.whole().as_deref(), Some("r1"), "{stopped_at}");
        assert!(place.status().settled, "{stopped_at}");
        assert_eq!(place.left_behind(), [] as [String; 0], "{stopped_at}");
    });
    assert!(steps > 20, "only {steps} changes were watched");
}

#[test]
fn another_revision_may_follow_a_killed_deployment() {
    let place = place();
    for revision in ["r1", "r2"] {
        place.deployed(revision);
    }
    for revision in ["r3", "r4"] {
        place.published("myapp", revision);
    }
    let act = |disk: Disk<'_>| place.run(Some("r3"), disk, deploy).map(drop);
    at_every_step(&place, act, |stopped_at| {
        place.run(Some("r4"), Disk::unwatched(), deploy).unwrap();
        assert_eq!(place.whole().as_deref(), Some("r4"), "{stopped_at}");
        assert_eq!(place.status().releases.len(), 2, "{stopped_at}");
        assert_eq!(place.left_behind(), [] as [String; 0], "{stopped_at}");
    });
}

#[test]
fn a_rollback_that_was_killed_goes_no_further_back() {
    let mut place = place();
    place.rules.keep = 3;
    for revision in ["r1", "r2", "r3"] {
        place.deployed(revision);
    }
    let act = |disk: Disk<'_>| place.back(disk).map(drop);
    at_every_step(&place, act, |stopped_at| {
        if stopped_at != "its end" {
            assert_eq!(place.back(Disk::unwatched()).unwrap().to, "r2", "{stopped_at}");
            assert_eq!(place.whole().as_deref(), Some("r2"), "{stopped_at}");
        }
    });
    let steps = at_every_step(&place, act, |stopped_at| {
        assert!(matches!(place.whole().as_deref(), Some("r2" | "r3")), "{stopped_at}");
        let begun = place.status().before;
        // Either its beginning was not recorded, or the next deployment finishes it and does not touch r3.
        match place.deploy() {
            Ok(report) => {
                assert_eq!(report.unwrap().steps, [], "{stopped_at}");
                assert_eq!(
                    (place.whole().as_deref(), begun.as_deref()),
                    (Some("r3"), Some("r2")),
                    "{stopped_at}"
                );
                place.back(Disk::unwatched()).unwrap();
            }
            Err(error) => assert!(matches!(error, DeployError::Withdrawn { .. }), "{stopped_at}: {error}"),
        }
        assert_eq!(place.whole().as_deref(), Some("r2"), "{stopped_at}");
        assert!(place.status().settled, "{stopped_at}: {:?}", place.status());
    });
    assert!(steps > 8, "only {steps} changes were watched");
}
