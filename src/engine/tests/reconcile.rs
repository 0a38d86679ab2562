//! The driver's laws on a kind whose AWS is a variable. Time is paused, so waits end at once.

use serde_json::json;

use super::fake::{part, reconcile, reconcile_in, reconcile_until, snapshot, whole, world};
use crate::event::Event;
use crate::snapshot::SessionId;
use aws::Fault;
use aws::wait::{Patience, Stop, heeding};
use model::{Leaves, Outcome, Reference, Value, Verdict};

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
    let name = |event: &Event| format!("{event:?}").split(' ').next().unwrap_or_default().to_owned();
    let expected =
        ["Planned", "StepStarted", "StepDone", "Exists", "Made", "StepStarted", "StepDone", "Found"];
    assert_eq!(
        events.iter().map(name).collect::<Vec<_>>(),
        expected,
        "the thing exists for others before it is complete"
    );
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
async fn after_a_lost_answer_the_look_reports_whether_the_step_is_done() {
    {
        let world = world("lost");
        let mut world = world.lock().unwrap();
        world.script = vec![Err(Fault::NoAnswer)];
        world.answer_lost = true;
    }
    let (done, _) = reconcile(&part("lost", "door", Leaves::Present, None), false).await;
    assert_eq!((done.verdict, done.comment.as_str()), (Verdict::Succeeded, "thing door was created."));
    assert_eq!(world("lost").lock().unwrap().called, ["create door", "set door to blue"]);

    world("unknown").lock().unwrap().script = vec![Err(Fault::NoAnswer)];
    let (failed, _) = reconcile(&part("unknown", "door", Leaves::Present, None), false).await;
    let unknown = "It is not known whether AWS carried out 'create door'.";
    assert!(failed.comment.contains(unknown), "{}", failed.comment);
    assert_eq!(world("unknown").lock().unwrap().called, ["create door"]);
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
    assert_eq!(waits, 1, "what is waited for is told once");
}

#[tokio::test(start_paused = true)]
async fn what_aws_accepts_and_never_shows_is_done_once_and_fails() {
    world("forgetful").lock().unwrap().forgetful = true;
    let began = tokio::time::Instant::now();
    let (outcome, _) = reconcile(&part("forgetful", "door", Leaves::Present, None), false).await;
    assert_eq!(outcome.verdict, Verdict::Failed);
    let message = "AWS accepted 'set door to blue' and does not show it";
    assert!(outcome.comment.contains(message), "{}", outcome.comment);
    assert_eq!(world("forgetful").lock().unwrap().called, ["create door", "set door to blue"]);
    assert_eq!(began.elapsed().as_secs(), Patience::VISIBLE.deadline.as_secs());
}

#[tokio::test(start_paused = true)]
async fn what_aws_keeps_in_another_form_ends_after_one_look_and_is_not_done_again() {
    {
        let world = world("kept");
        let mut world = world.lock().unwrap();
        world.things.insert("door".to_owned(), "red".to_owned());
        world.kept_with = "ish".to_owned();
    }
    let began = tokio::time::Instant::now();
    let (outcome, _) = reconcile(&part("kept", "door", Leaves::Present, None), false).await;
    let message = "AWS accepted 'set door to blue' and keeps something else (value: sent \"blue\", AWS shows \"blueish\")";
    assert!(outcome.comment.contains(message), "{}", outcome.comment);
    assert_eq!(world("kept").lock().unwrap().called, ["set door to blue"]);
    assert_eq!((began.elapsed().as_secs(), world("kept").lock().unwrap().looks.len()), (0, 2));
}

#[tokio::test(start_paused = true)]
async fn a_lagging_first_look_does_not_end_the_wait_while_aws_is_busy() {
    {
        let world = world("late and busy");
        let mut world = world.lock().unwrap();
        world.things.insert("door".to_owned(), "red".to_owned());
        world.lag = 2;
        world.busy_after_set = 3;
    }
    let (outcome, events) = reconcile(&part("late and busy", "door", Leaves::Present, None), false).await;
    assert_eq!(outcome.comment, "thing door was updated: value.");
    assert_eq!(world("late and busy").lock().unwrap().busy, 0, "AWS had finished");
    let waits: Vec<&str> = events.iter().filter_map(waiting).collect();
    assert_eq!(waits, ["'set door to blue' to become visible", "becoming"]);
}

fn waiting(event: &Event) -> Option<&str> {
    if let Event::Waiting { what, .. } = event { Some(what) } else { None }
}

#[tokio::test(start_paused = true)]
async fn who_comes_second_finds_the_thing_and_reports_what_it_did_itself() {
    let second = |test: &'static str, value: Option<&'static str>| async move {
        {
            let world = world(test);
            let mut world = world.lock().unwrap();
            world.script = vec![Err(Fault::AlreadyExists)];
            world.others_are_first = true;
            world.others_set = value.map(str::to_owned);
        }
        reconcile(&part(test, "door", Leaves::Present, None), false).await.0
    };
    let outcome = second("second, nothing left", Some("blue")).await;
    let message = "thing door is present and as declared. Somebody else made it so during this run.";
    assert_eq!(
        (outcome.verdict, outcome.comment.as_str(), outcome.has_changes()),
        (Verdict::Succeeded, message, false)
    );
    assert_eq!(world("second, nothing left").lock().unwrap().called, ["create door"]);

    let outcome = second("second, half left", None).await;
    assert_eq!(
        (outcome.verdict, outcome.comment.as_str()),
        (Verdict::Succeeded, "thing door was updated: value.")
    );
    assert_eq!(changes(&outcome), json!({"old": {"value": ""}, "new": {"value": "blue"}}));
}

#[tokio::test(start_paused = true)]
async fn a_genuine_conflict_keeps_the_words_of_aws_and_is_waited_for_once() {
    world("taken").lock().unwrap().script = vec![Err(Fault::AlreadyExists)];
    let began = tokio::time::Instant::now();
    let (outcome, _) = reconcile(&part("taken", "door", Leaves::Present, None), false).await;
    let message =
        "thing door could not be created: SetThing of create door failed: refused.\nNothing was changed.";
    assert!(outcome.comment.starts_with(message), "{}", outcome.comment);
    assert_eq!(world("taken").lock().unwrap().called, ["create door"]);
    assert_eq!(began.elapsed().as_secs(), Patience::APPEARING.deadline.as_secs());
}

#[tokio::test(start_paused = true)]
async fn what_this_run_deleted_is_given_time_to_let_go() {
    let held = |test: &'static str| {
        let world = world(test);
        let mut world = world.lock().unwrap();
        world.things.insert("door".to_owned(), "red".to_owned());
        world.script = vec![Err(Fault::InUse), Err(Fault::InUse)];
    };
    held("held");
    let of_run = snapshot("held").await;
    of_run.note_deleted(SessionId(0), "fake.thing");
    let (outcome, events) = reconcile_in(&of_run, &part("held", "door", Leaves::Absent, None), false).await;
    assert_eq!(outcome.comment, "thing door was deleted.");
    let waits: Vec<&str> = events.iter().filter_map(waiting).collect();
    assert_eq!(waits, ["what used it to release it (refused)"]);

    held("held by one that stays");
    let of_run = snapshot("held by one that stays").await;
    of_run.note_deleted(SessionId(0), "fake.thing");
    of_run.note_kept(SessionId(0), "fake.thing");
    let stays = part("held by one that stays", "door", Leaves::Absent, None);
    let (outcome, _) = reconcile_in(&of_run, &stays, false).await;
    assert_eq!(outcome.verdict, Verdict::Failed, "nobody waits for what was not deleted");
    assert_eq!(world("held by one that stays").lock().unwrap().called, ["delete door"]);

    held("held by others");
    let (outcome, _) = reconcile(&part("held by others", "door", Leaves::Absent, None), false).await;
    assert_eq!(outcome.verdict, Verdict::Failed);
    assert_eq!(world("held by others").lock().unwrap().called, ["delete door"]);
}

#[tokio::test(start_paused = true)]
async fn what_is_being_deleted_is_not_deleted_twice_and_made_anew_once_it_has_gone() {
    let deleting = |test: &'static str| {
        let world = world(test);
        let mut world = world.lock().unwrap();
        world.things.insert("door".to_owned(), "red".to_owned());
        world.deleting = 3;
    };
    deleting("going");
    let (outcome, events) = reconcile(&part("going", "door", Leaves::Absent, None), false).await;
    assert_eq!((outcome.comment.as_str(), outcome.has_changes()), ("thing door is absent.", false));
    assert_eq!(world("going").lock().unwrap().called, Vec::<String>::new());
    assert_eq!(events.iter().filter_map(waiting).collect::<Vec<_>>(), ["deleting"]);

    deleting("coming back");
    let (outcome, _) = reconcile(&part("coming back", "door", Leaves::Present, None), false).await;
    assert_eq!(outcome.comment, "thing door was created.");
    assert_eq!(world("coming back").lock().unwrap().called, ["create door", "set door to blue"]);
}

#[tokio::test(start_paused = true)]
async fn a_wait_hears_the_stop_and_says_so() {
    {
        let world = world("stopped");
        let mut world = world.lock().unwrap();
        world.things.insert("door".to_owned(), "red".to_owned());
        world.busy = 1000;
    }
    let (stopper, stop) = Stop::new();
    let soon = async {
        tokio::time::sleep(std::time::Duration::from_secs(20)).await;
        stopper.stop();
    };
    let began = tokio::time::Instant::now();
    let part = part("stopped", "door", Leaves::Present, None);
    let ((outcome, _), ()) = futures::join!(heeding(stop, reconcile(&part, false)), soon);
    assert!(outcome.comment.contains("stopped while it waited for AWS (becoming)"), "{}", outcome.comment);
    assert_eq!(began.elapsed().as_secs(), 20);
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

#[tokio::test(start_paused = true)]
async fn a_state_that_failed_to_remove_a_thing_was_not_to_make_it() {
    let part = part("unremoved", "door", Leaves::Present, Some("frame"));
    let snapshot = snapshot("unremoved").await;
    let frame = Reference::new("fake.thing", "frame");
    snapshot.note_leaving(SessionId(0), frame.clone(), 7);
    let (early, _) = reconcile_in(&snapshot, &part, true).await;
    assert!(early.comment.contains("no state of this run creates it"), "{}", early.comment);
    snapshot.fail(7);
    let (failed, _) = reconcile_in(&snapshot, &part, false).await;
    assert!(failed.comment.contains("no state of this run creates it"), "{}", failed.comment);
}

#[tokio::test(start_paused = true)]
async fn a_run_says_created_only_if_its_own_call_created_the_thing() {
    let of = |test: &'static str| whole(part(test, "door", Leaves::Present, None));
    let made = |test: &'static str, script: Vec<Result<(), Fault>>| {
        let world = world(test);
        let mut world = world.lock().unwrap();
        world.script = script;
        world.others_are_first = true;
    };
    // Somebody else built the frame, exactly as this run would have done.
    made("own door", vec![Err(Fault::AlreadyExists)]);
    let (outcome, _) = reconcile(&of("own door"), false).await;
    assert_eq!(outcome.comment, "thing door was created.");
    let whole_door = ["build the frame of door", "create door", "set door to blue"];
    assert_eq!(world("own door").lock().unwrap().called, whole_door);

    // Somebody else created the door in the frame of this run.
    made("own frame", vec![Ok(()), Err(Fault::AlreadyExists)]);
    let (outcome, _) = reconcile(&of("own frame"), false).await;
    assert_eq!(outcome.comment, "thing door was updated: frame, value.");
    assert_eq!(world("own frame").lock().unwrap().called, whole_door);
    let expected = json!({"old": {"frame": null, "value": ""}, "new": {"frame": true, "value": "blue"}});
    assert_eq!(changes(&outcome), expected);

    // An answer was lost: the creation is this run's own.
    made("own lost", vec![Ok(()), Err(Fault::AlreadyExists)]);
    world("own lost").lock().unwrap().answer_lost = true;
    assert_eq!(reconcile(&of("own lost"), false).await.0.comment, "thing door was created.");
}

#[tokio::test(start_paused = true)]
async fn what_is_set_with_the_creation_and_shown_late_is_waited_for() {
    world("whole and late").lock().unwrap().lag = 3;
    let part = whole(part("whole and late", "door", Leaves::Present, None));
    let (outcome, _) = reconcile(&part, false).await;
    assert_eq!(outcome.comment, "thing door was created.");
    let called = ["build the frame of door", "create door", "set door to blue"];
    assert_eq!(world("whole and late").lock().unwrap().called, called);
}

#[tokio::test(start_paused = true)]
async fn after_a_failure_of_aws_it_is_not_known_whether_the_call_was_carried_out() {
    world("server").lock().unwrap().script = vec![Err(Fault::Server)];
    let (outcome, _) = reconcile(&part("server", "door", Leaves::Present, None), false).await;
    assert_eq!(outcome.verdict, Verdict::Failed);
    let message =
        "It is not known whether AWS carried out 'create door'. Running again is safe: it looks first.";
    assert!(outcome.comment.contains(message), "{}", outcome.comment);

    // It was: the look after it shows that.
    {
        let world = world("server did");
        let mut world = world.lock().unwrap();
        world.script = vec![Err(Fault::Server)];
        world.others_are_first = true;
    }
    let (outcome, _) = reconcile(&part("server did", "door", Leaves::Present, None), false).await;
    assert_eq!(outcome.comment, "thing door was created.");
}

#[tokio::test(start_paused = true)]
async fn a_stop_is_heard_between_steps_and_the_next_run_does_the_rest() {
    let part = whole(part("cut short", "door", Leaves::Present, None));
    let outcome = reconcile_until(&part, 1).await;
    let message =
        "the run was stopped, and steps are left; run it again to do them.\nDone before that: 1 of 3 steps";
    assert_eq!(outcome.verdict, Verdict::Failed);
    assert!(outcome.comment.contains(message), "{}", outcome.comment);
    assert_eq!(world("cut short").lock().unwrap().called, ["build the frame of door"]);
    assert_eq!(reconcile(&part, false).await.0.verdict, Verdict::Succeeded);
}

#[tokio::test(start_paused = true)]
async fn what_this_run_made_and_aws_does_not_show_yet_is_waited_for_by_who_refers_to_it() {
    let frame = Reference::new("fake.thing", "frame");
    for promised in [true, false] {
        let test = if promised { "unshown" } else { "unshown at the end" };
        let snapshot = snapshot(test).await;
        if promised {
            snapshot.promise(SessionId(0), frame.clone(), 7);
        }
        snapshot.note_created(SessionId(0), std::slice::from_ref(&frame));
        let shown = async {
            tokio::time::sleep(std::time::Duration::from_secs(20)).await;
            world(test).lock().unwrap().things.insert("frame".to_owned(), "oak".to_owned());
        };
        let part = part(test, "door", Leaves::Present, Some("frame"));
        let ((outcome, events), ()) = futures::join!(reconcile_in(&snapshot, &part, false), shown);
        assert_eq!(outcome.comment, "thing door was created.");
        let waits: Vec<&str> = events.iter().filter_map(waiting).collect();
        assert_eq!(waits, ["thing 'frame', which this run made, to become visible"]);
        assert_eq!(world(test).lock().unwrap().called, ["create door", "set door to oak"]);
    }
}
