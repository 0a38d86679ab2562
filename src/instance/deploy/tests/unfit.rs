//! A release that comes into service and does not work, and the environment of its hooks.

use super::place::{Killer, Place};
use crate::deploy::*;

/// Fails for one revision, and records each run.
fn fails_for(revision: &str) -> String {
    format!(
        "#!/bin/sh\necho \"$0 $DEPLOY_REVISION\" | sed 's|.*/hooks/||' >>\"$JOURNAL\"; [ \"$DEPLOY_REVISION\" != {revision} ]\n"
    )
}

/// r1 is in service, and r2, which fails, is current in the store.
fn place(hook: &str) -> Place {
    let place = Place::new();
    place.source(hook, &fails_for("r2"), 0o755);
    place.deployed("r1");
    place.published("myapp", "r2");
    place.promoted("myapp", "r2");
    place
}

#[test]
fn a_release_that_fails_in_service_gives_way_to_the_one_before() {
    for hook in ["hooks/post-release", "hooks/validate"] {
        let place = place(hook);
        let error = place.deploy().unwrap_err();
        let name = hook.trim_start_matches("hooks/");
        let message = error.with_causes();
        assert!(
            message.starts_with("r2 of myapp failed in service, and r1 is in service again"),
            "{message}"
        );
        assert!(message.contains(&format!("the hook {name} of r2 ended with 1")), "{message}");
        assert_eq!(place.whole().as_deref(), Some("r1"));
        assert_eq!(place.journal(), format!("{name} r1\n{name} r2\n{name} r1\n"));
        assert!(place.status().settled);
        let error = place.deploy().unwrap_err();
        assert!(matches!(error, DeployError::Withdrawn { .. }), "{error}: it is not tried for ever");
        place.deployed("r3");
        assert_eq!(place.whole().as_deref(), Some("r3"));
        assert_eq!(place.left.get(), 0);
    }
}

#[test]
fn it_stays_where_that_is_configured() {
    let mut place = place("hooks/validate");
    place.rules.on_failure = OnFailure::Keep;
    assert!(place.deploy().unwrap_err().with_causes().starts_with("the hook validate of r2 ended with 1"));
    assert_eq!((place.whole().as_deref(), place.left.get()), (Some("r2"), 0));
    place.rules.on_failure = OnFailure::Deregister;
    let message = place.deploy().unwrap_err().with_causes();
    assert!(
        message.starts_with("r2 of myapp failed in service, and this instance was taken out of service"),
        "{message}"
    );
    assert_eq!((place.whole().as_deref(), place.left.get()), (Some("r2"), 1));
}

#[test]
fn a_first_release_has_nothing_to_give_way_to() {
    let place = Place::new();
    place.source("hooks/validate", &fails_for("r1"), 0o755);
    place.published("myapp", "r1");
    place.promoted("myapp", "r1");
    assert!(place.deploy().unwrap_err().with_causes().starts_with("the hook validate of r1 ended with 1"));
    assert_eq!(place.whole().as_deref(), Some("r1"));
}

#[test]
fn the_release_before_that_fails_too_is_named() {
    let place = Place::new();
    place.source("hooks/validate", "#!/bin/sh\n[ ! -e \"$JOURNAL\" ]\n", 0o755);
    place.deployed("r1");
    place.source("hooks/validate", "#!/bin/sh\ntouch \"$JOURNAL\"; exit 1\n", 0o755);
    place.published("myapp", "r2");
    place.promoted("myapp", "r2");
    let message = place.deploy().unwrap_err().with_causes();
    assert!(
        message.contains("r1 was linked again, and failed too: the hook validate of r1 ended with 1"),
        "{message}"
    );
    assert_eq!(place.whole().as_deref(), Some("r1"));
}

#[test]
fn a_way_back_that_is_killed_is_gone_to_its_end_by_the_next_run() {
    let place = place("hooks/validate");
    let kept = place.keep_root();
    for count in 0.. {
        place.back_to(&kept);
        let killer = Killer::after(count);
        let watch = |attempt, path: &std::path::Path| killer.judge(attempt, path);
        let error = place.run(None, Disk::watched(&watch), deploy).unwrap_err();
        if killer.stopped_at.borrow().is_none() {
            assert!(count > 10, "the way back has changes that can be stopped");
            assert!(matches!(error, DeployError::FailedRelease { .. }));
            break;
        }
        assert!(matches!(place.whole().as_deref(), Some("r1" | "r2")));
        let _ = place.deploy();
        assert_eq!(place.whole().as_deref(), Some("r1"), "killed before change {count}");
        assert!(matches!(place.deploy(), Err(DeployError::Withdrawn { .. })), "killed before change {count}");
    }
}

#[test]
fn a_hook_has_its_own_user_and_its_own_time() {
    let place = Place::new();
    place.source("hooks/pre-release/10-a", "#!/bin/sh\nsleep 600\n", 0o755);
    let settings = |text: &str| place.source("hooks/hooks.json", text, 0o644);
    settings("{\"pre-release/10-a\": {\"timeout\": 1}}");
    place.published("myapp", "r1");
    place.promoted("myapp", "r1");
    let message = place.deploy().unwrap_err().with_causes();
    assert!(message.contains("pre-release/10-a of r1 was killed after its timeout of 1 s"), "{message}");
    for (revision, text, expected) in [
        (
            "r2",
            "{\"pre-release/10-b\": {}}",
            "there is no hook 'pre-release/10-b'; there are: pre-release/10-a",
        ),
        ("r3", "{\"pre-release/10-a\": {\"user\": \"web\"}}", "unknown field `user`"),
        ("r4", "{\"pre-release/10-a\": {\"timeout\": 0}}", "must be 1 or more"),
        (
            "r5",
            "{\"pre-release/10-a\": {\"runas\": \"nobody-has-this-name\"}}",
            "there is no user 'nobody-has-this-name'",
        ),
    ] {
        settings(text);
        place.published("myapp", revision);
        place.promoted("myapp", revision);
        let message = place.deploy().unwrap_err().with_causes();
        assert!(message.contains(expected), "{message}");
    }
    if machine::account::own_uid() != 0 {
        eprintln!("left out: only root runs a hook as another user");
        return;
    }
    use std::os::unix::fs::PermissionsExt;
    let open = std::fs::Permissions::from_mode(0o755);
    std::fs::set_permissions(place.dir.path(), open).unwrap();
    place.source("hooks/pre-release/10-a", "#!/bin/sh\nid -un; echo $HOME\n", 0o755);
    settings("{\"pre-release/10-a\": {\"runas\": \"nobody\"}}");
    place.published("myapp", "r6");
    place.promoted("myapp", "r6");
    let log = std::fs::read_to_string(place.deploy().unwrap().unwrap().log.unwrap()).unwrap();
    assert!(
        log.contains("run pre-release/10-a as nobody") && log.contains("\nnobody\n/nonexistent\n"),
        "{log}"
    );
}
