//! What puts the instance into service waits for the end of the deployment; a shutdown is no failure.

use super::place::{Killer, Place};
use crate::deploy::*;

fn waiting(place: &Place) {
    let registrations = vec![Registration { id: "In service".to_owned(), sls: "elb.register".to_owned() }];
    let ran = Highstate { states: 2, registrations, ..Highstate::default() };
    let _ = place.highstate.replace(Ok(Some(ran)));
}

fn registered(place: &Place) -> Vec<String> {
    place.registered.take()
}

#[test]
fn the_instance_is_registered_once_its_release_has_passed_its_hooks() {
    let place = Place::new();
    waiting(&place);
    place.source("hooks/validate", "#!/bin/sh\n[ $DEPLOY_REVISION != r2 ]\n", 0o755);
    place.published("myapp", "r1");
    place.promoted("myapp", "r1");
    let report = place.deploy().unwrap().unwrap();
    assert_eq!(report.steps.last(), Some(&Step::Register), "{:?}", report.steps);
    assert_eq!(registered(&place), ["r1: In service"], "it is recorded as finished before");
    assert_eq!(place.deploy().unwrap().unwrap().steps, [], "a second run does nothing");
    place.published("myapp", "r2");
    place.promoted("myapp", "r2");
    place.deploy().unwrap_err();
    assert_eq!(registered(&place), [] as [&str; 0], "r2 does not work");
    assert_eq!(release_of(&place.root()).unwrap().unwrap().finished.as_deref(), Some("r1"));
}

#[test]
fn a_registration_that_failed_or_was_killed_is_made_by_the_next_run() {
    let place = Place::new();
    waiting(&place);
    place.published("myapp", "r1");
    place.promoted("myapp", "r1");
    let _ = place.registers.replace(Err("AccessDenied".to_owned()));
    let message = place.deploy().unwrap_err().with_causes();
    assert_eq!(message, "r1 of myapp is deployed, but this instance was not registered: AccessDenied");
    assert!(place.status().settled, "the release is not to blame");
    let _ = place.registers.replace(Ok(()));
    assert_eq!(place.deploy().unwrap().unwrap().steps, [Step::Register]);
    assert_eq!(registered(&place).len(), 2);
    assert_eq!(place.deploy().unwrap().unwrap().steps, []);
}

#[test]
fn wherever_a_deployment_is_killed_only_a_finished_release_is_registered_and_the_next_run_does_it() {
    for count in 0..200 {
        let place = Place::new();
        waiting(&place);
        place.source("hooks/validate", "#!/bin/sh\n", 0o755);
        place.published("myapp", "r1");
        place.promoted("myapp", "r1");
        let killer = Killer::after(count);
        let judge = |attempt: &'static str, path: &std::path::Path| killer.judge(attempt, path);
        drop(place.run(None, Disk::watched(&judge), deploy));
        if killer.stopped_at.take().is_none() {
            assert!(count > 10, "only {count} changes were watched");
            return;
        }
        place.deploy().unwrap();
        let all = registered(&place);
        assert!(!all.is_empty() && all.iter().all(|it| it == "r1: In service"), "{count}: {all:?}");
    }
    panic!("it never ended");
}

#[test]
fn an_instance_that_left_because_of_its_release_is_unfit_until_one_works() {
    let mut place = Place::new();
    place.rules.on_failure = OnFailure::Deregister;
    place.source("hooks/validate", "#!/bin/sh\n[ $DEPLOY_REVISION != r2 ]\n", 0o755);
    place.deployed("r1");
    place.published("myapp", "r2");
    place.promoted("myapp", "r2");
    place.deploy().unwrap_err();
    let release = release_of(&place.root()).unwrap().unwrap();
    assert!(release.is_left_by_failure, "{release:?}");
    assert_eq!((release.linked.as_deref(), release.finished.as_deref()), (Some("r2"), Some("r1")));
    place.deployed("r3");
    let release = release_of(&place.root()).unwrap().unwrap();
    assert!(!release.is_left_by_failure && release.finished.as_deref() == Some("r3"), "{release:?}");
}

#[test]
fn a_hook_that_ends_with_this_program_is_no_failed_release() {
    for how in ["kill -TERM $$; sleep 5", "exit 1"] {
        let place = Place::new();
        place.deployed("r1");
        let begun = place.dir.path().join("begun");
        let hook = format!("#!/bin/sh\n[ -e {0} ] && exit 0\ntouch {0}; {how}\n", begun.display());
        place.source("hooks/validate", &hook, 0o755);
        place.published("myapp", "r2");
        place.promoted("myapp", "r2");
        // The request reaches the hook first.
        let end = place.end.clone();
        let asked = std::thread::spawn(move || {
            while !begun.exists() {
                std::thread::park_timeout(std::time::Duration::from_millis(5));
            }
            std::thread::park_timeout(std::time::Duration::from_millis(200));
            end.send_replace(true);
        });
        let error = place.deploy().unwrap_err();
        asked.join().unwrap();
        assert!(matches!(error, DeployError::Interrupted), "{how}: {}", error.with_causes());
        assert_eq!(place.whole().as_deref(), Some("r2"), "{how}");
        place.end.send_replace(false);
        assert_eq!(place.deploy().unwrap().unwrap().revision, "r2", "{how}");
        assert!(place.status().withdrawn.is_empty() && place.status().settled, "{how}");
    }
}

#[test]
fn a_hook_that_somebody_kills_is_run_again_and_fails_only_then() {
    let place = Place::new();
    place.source(
        "hooks/validate",
        "#!/bin/sh\necho run >>\"$JOURNAL\"; [ $(wc -l <\"$JOURNAL\") -gt 1 ] || kill -KILL $$\n",
        0o755,
    );
    place.published("myapp", "r1");
    place.promoted("myapp", "r1");
    place.deploy().unwrap();
    assert!(place.status().settled);
    place.source("hooks/validate", "#!/bin/sh\n[ $DEPLOY_REVISION != r2 ] || kill -KILL $$\n", 0o755);
    place.published("myapp", "r2");
    place.promoted("myapp", "r2");
    let message = place.deploy().unwrap_err().with_causes();
    assert!(message.contains("the hook validate of r2 was ended by signal 9"), "{message}");
    assert_eq!(place.whole().as_deref(), Some("r1"));
}
