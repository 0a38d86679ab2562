//! The driver's laws on a kind whose AWS is a variable. Time is paused, so waits end at once.

use serde_json::json;

use super::fake::{part, reconcile, reconcile_in, snapshot, world};
use crate::aws::Fault;
use crate::engine::event::Event;
use crate::engine::snapshot::SessionId;
use crate::model::{Leaves, Outcome, Reference, Value, Verdict};

fn changes(outcome: &Outcome) -> serde_json::Value {
    Value::Map(outcome.changes.clone()).to_json()
}

#[tokio::test(start_paused = true)]
async fn a_new_thing_is_completed_in_the_second_round_and_reported_by_the_first() {
    let part = part("completes", "door", Leaves::Present, None);
    let (foreseen, _) = reconcile(&part, true).await;
    assert_eq!(world("completes").lock().unwrap().called, Vec::<String>::new());
    let (done, events) = reconcile(&part, false).await;
    assert_eq!(foreseen.verdict, Verdict::WouldChange);
    assert_eq!(foreseen.comment, "thing door is set to be created.");
    assert_eq!((done.verdict, done.comment.as_str()), (Verdict::Succeeded, "thing door was created."));
    assert_eq!(changes(&foreseen), changes(&done));
    assert_eq!(
        changes(&done),
        json!({"old": {"thing": null, "value": null}, "new": {"thing": "door", "value": "blue"}})
    );
    assert_eq!(world("completes").lock().unwrap().called, ["create door", "set door to blue"]);
    assert_eq!(events.len(), 2);
}

#[tokio::test(start_paused = true)]
async fn the_second_run_is_silent() {
    let part = part("silent", "door", Leaves::Present, None);
    reconcile(&part, false).await;
    let (again, _) = reconcile(&part, false).await;
    assert_eq!(
        (again.comment.as_str(), again.has_changes()),
        ("thing door is present and as declared.", false)
    );
    assert_eq!(world("silent").lock().unwrap().called.len(), 2);
}

#[tokio::test(start_paused = true)]
async fn a_failed_read_fails_and_changes_nothing() {
    world("unreadable").lock().unwrap().unreadable = Some(Fault::Denied);
    let (outcome, _) = reconcile(&part("unreadable", "door", Leaves::Present, None), false).await;
    assert_eq!(outcome.verdict, Verdict::Failed);
    let expected = "thing door could not be read: DescribeThing of door failed: refused.\nNothing was changed.\n\
                    Hint: allow the action in the IAM policies of these credentials, then run again.\nDeclared at a.sls:3:1";
    assert_eq!(outcome.comment, expected);
    assert_eq!(world("unreadable").lock().unwrap().called, Vec::<String>::new());
}

#[tokio::test(start_paused = true)]
async fn a_failure_half_way_says_what_stands_and_the_next_run_finishes() {
    world("half").lock().unwrap().script = vec![Ok(()), Err(Fault::Denied)];
    let part = part("half", "door", Leaves::Present, None);
    let (failed, _) = reconcile(&part, false).await;
    assert_eq!(failed.verdict, Verdict::Failed);
    assert!(
        failed.comment.contains("Done before that: 1 of 2 steps, the last: create door."),
        "{}",
        failed.comment
    );
    assert!(failed.has_changes());
    let (finished, _) = reconcile(&part, false).await;
    assert_eq!(
        (finished.verdict, finished.comment.as_str()),
        (Verdict::Succeeded, "thing door was updated: value.")
    );
}

#[tokio::test(start_paused = true)]
async fn a_lost_answer_is_said_to_be_unknown() {
    {
        let world = world("lost");
        let mut world = world.lock().unwrap();
        world.script = vec![Err(Fault::NoAnswer)];
        world.answer_lost = true;
    }
    let part = part("lost", "door", Leaves::Present, None);
    let (failed, _) = reconcile(&part, false).await;
    assert!(
        failed.comment.contains("Whether AWS carried out 'create door' is not known."),
        "{}",
        failed.comment
    );
    assert_eq!(reconcile(&part, false).await.0.verdict, Verdict::Succeeded);
}

#[tokio::test(start_paused = true)]
async fn a_creation_that_was_carried_out_already_is_no_failure() {
    {
        let world = world("twice");
        let mut world = world.lock().unwrap();
        world.script = vec![Err(Fault::AlreadyExists)];
        world.answer_lost = true;
    }
    let (outcome, _) = reconcile(&part("twice", "door", Leaves::Present, None), false).await;
    assert_eq!((outcome.verdict, outcome.comment.as_str()), (Verdict::Succeeded, "thing door was created."));
}

#[tokio::test(start_paused = true)]
async fn what_aws_shows_late_is_waited_for_and_not_done_again() {
    world("late").lock().unwrap().lag = 4;
    let (outcome, events) = reconcile(&part("late", "door", Leaves::Present, None), false).await;
    assert_eq!(outcome.verdict, Verdict::Succeeded, "{}", outcome.comment);
    assert_eq!(world("late").lock().unwrap().called, ["create door", "set door to blue"]);
    let waits = events.iter().filter(|event| matches!(event, Event::Waiting { .. })).count();
    assert_eq!(waits, 2);
}

#[tokio::test(start_paused = true)]
async fn a_busy_thing_is_waited_for() {
    {
        let world = world("busy");
        let mut world = world.lock().unwrap();
        world.things.insert("door".to_owned(), "red".to_owned());
        world.busy = 3;
    }
    let (outcome, events) = reconcile(&part("busy", "door", Leaves::Present, None), false).await;
    assert_eq!(outcome.comment, "thing door was updated: value.");
    let waits = events.iter().filter(|event| matches!(event, Event::Waiting { .. })).count();
    assert_eq!(waits, 3);
}

#[tokio::test(start_paused = true)]
async fn what_never_becomes_as_wanted_fails_after_three_rounds() {
    world("forgetful").lock().unwrap().forgetful = true;
    let (outcome, _) = reconcile(&part("forgetful", "door", Leaves::Present, None), false).await;
    assert_eq!(outcome.verdict, Verdict::Failed);
    assert!(outcome.comment.contains("it still differs after 3 rounds"), "{}", outcome.comment);
    assert_eq!(world("forgetful").lock().unwrap().called.len(), 3);
}

#[tokio::test(start_paused = true)]
async fn a_conflict_passes_and_what_is_not_ready_is_tried_again_only_after_this_run_made_it() {
    world("conflict").lock().unwrap().script = vec![Err(Fault::Conflict), Err(Fault::Conflict)];
    let (outcome, _) = reconcile(&part("conflict", "door", Leaves::Present, None), false).await;
    assert_eq!(outcome.verdict, Verdict::Succeeded, "{}", outcome.comment);

    world("not ready").lock().unwrap().script = vec![Err(Fault::Invalid)];
    let (outcome, _) = reconcile(&part("not ready", "door", Leaves::Present, None), false).await;
    assert_eq!(outcome.verdict, Verdict::Failed);

    world("made").lock().unwrap().script = vec![Err(Fault::Invalid), Err(Fault::Invalid)];
    let snapshot = snapshot("made").await;
    snapshot.note_created(SessionId(0), &[Reference::new("fake.thing", "door")]);
    let (outcome, _) = reconcile_in(&snapshot, &part("made", "door", Leaves::Present, None), false).await;
    assert_eq!(outcome.verdict, Verdict::Succeeded, "{}", outcome.comment);
}

#[tokio::test(start_paused = true)]
async fn what_is_to_go_goes_and_stays_away() {
    world("goes").lock().unwrap().things.insert("door".to_owned(), "red".to_owned());
    let part = part("goes", "door", Leaves::Absent, None);
    assert_eq!(reconcile(&part, false).await.0.comment, "thing door was deleted.");
    assert_eq!(reconcile(&part, false).await.0.comment, "thing door is absent.");
}

#[tokio::test(start_paused = true)]
async fn a_reference_is_known_after_apply_when_promised_and_an_error_when_not() {
    let part = part("refers", "door", Leaves::Present, Some("frame"));
    let (missing, _) = reconcile(&part, true).await;
    assert_eq!(missing.verdict, Verdict::Failed);
    assert!(missing.comment.contains("thing 'frame' does not exist, and no state of this run creates it"));
    let snapshot = snapshot("refers").await;
    snapshot.promise(SessionId(0), Reference::new("fake.thing", "frame"), 7);
    let (foreseen, _) = reconcile_in(&snapshot, &part, true).await;
    assert_eq!(changes(&foreseen)["new"]["value"], json!("(known after apply)"));
    let (too_early, _) = reconcile_in(&snapshot, &part, false).await;
    assert!(too_early.comment.contains("thing 'frame' has not been created yet"), "{}", too_early.comment);
    assert_eq!(world("refers").lock().unwrap().called, Vec::<String>::new());
    snapshot.fail(7);
    let (failed, _) = reconcile_in(&snapshot, &part, false).await;
    assert_eq!(failed.verdict, Verdict::Failed);
    assert!(failed.comment.contains("because the state that creates it failed"), "{}", failed.comment);
    snapshot.settle(7);
    assert_eq!(reconcile_in(&snapshot, &part, true).await.0.verdict, Verdict::Failed);
}
