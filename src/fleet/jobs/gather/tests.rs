use super::*;

fn plan(members: usize) -> Plan {
    Plan {
        members,
        width: None,
        batch_wait: 0,
        failhard: false,
        patience: 2_000,
        deadline: 600_000,
        calls_all: false,
    }
}

fn statuses(gather: &Gather) -> Vec<MemberStatus> {
    gather.statuses().collect()
}

#[test]
fn all_are_asked_and_the_last_answer_ends_it() {
    let mut gather = Gather::new(plan(2), &[]);
    assert_eq!(gather.handle(Event::Tick, 0), [GatherAction::Send(0), GatherAction::Send(1)]);
    assert_eq!(gather.handle(Event::Acked(0), 10), []);
    assert_eq!(gather.handle(Event::Answered(0, true), 20), []);
    assert_eq!(gather.handle(Event::Answered(0, true), 21), [], "the same answer again");
    assert_eq!(gather.handle(Event::Answered(1, false), 30), [GatherAction::Finish]);
    assert_eq!(statuses(&gather), [MemberStatus::Answered(true), MemberStatus::Answered(false)]);
}

#[test]
fn the_silent_are_asked_again_and_then_named() {
    let mut gather = Gather::new(plan(1), &[]);
    gather.handle(Event::Tick, 0);
    assert_eq!(gather.wake(), Some(400));
    assert_eq!(gather.handle(Event::Tick, 399), []);
    for at in [400, 800, 1_200, 1_600] {
        assert_eq!(gather.handle(Event::Tick, at), [GatherAction::Send(0)]);
    }
    assert_eq!(gather.handle(Event::Tick, 2_000), [GatherAction::Fetch(0), GatherAction::Finish]);
    assert_eq!(statuses(&gather), [MemberStatus::Silent]);
    assert_eq!(gather.handle(Event::Answered(0, true), 2_001), [], "the last look found it");
    assert_eq!(statuses(&gather), [MemberStatus::Answered(true)]);
}

#[test]
fn all_are_called_at_once_and_those_who_say_nothing_get_an_order() {
    let mut gather = Gather::new(Plan { calls_all: true, ..plan(3) }, &[]);
    assert_eq!(gather.handle(Event::Tick, 0), [GatherAction::CallAll]);
    assert_eq!(gather.handle(Event::Answered(1, true), 100), []);
    assert_eq!(gather.handle(Event::Answered(1, true), 300), [], "the same answer again is no step");
    assert_eq!(gather.handle(Event::Tick, 400), [GatherAction::Send(0), GatherAction::Send(2)]);
    assert_eq!(gather.handle(Event::Answered(0, true), 600), []);
    let last = gather.handle(Event::Tick, 2_000);
    assert_eq!(last, [GatherAction::Fetch(2), GatherAction::Finish]);
    assert_eq!(
        statuses(&gather),
        [MemberStatus::Answered(true), MemberStatus::Answered(true), MemberStatus::Silent]
    );
    // A second ops node, and a batch, ask each by itself.
    let mut gather = Gather::new(Plan { calls_all: true, width: Some(2), ..plan(3) }, &[]);
    assert_eq!(gather.handle(Event::Tick, 0), [GatherAction::Send(0), GatherAction::Send(1)]);
}

#[test]
fn while_others_answer_nobody_is_asked_again_or_given_up() {
    let mut gather = Gather::new(plan(300), &[]);
    gather.handle(Event::Tick, 0);
    // Answers come in for longer than the patience of two seconds.
    for member in 0..290 {
        let now = 10 * (1 + member as u64);
        for event in [Event::Answered(member, true), Event::Tick] {
            assert_eq!(gather.handle(event, now), [], "{now}");
        }
    }
    // A quarter of a second of silence: ten are asked again, and have half a second.
    assert_eq!(gather.handle(Event::Tick, 3_149), []);
    let again: Vec<GatherAction> = (290..300).map(GatherAction::Send).collect();
    assert_eq!((gather.wake(), gather.handle(Event::Tick, 3_150)), (Some(3_150), again));
    assert_eq!(gather.handle(Event::Answered(290, true), 3_300), []);
    assert_eq!(gather.handle(Event::Tick, 3_649), []);
    assert!(gather.handle(Event::Tick, 3_650).contains(&GatherAction::Finish));
    let silent = statuses(&gather).into_iter().filter(|status| *status == MemberStatus::Silent).count();
    assert_eq!(silent, 9);
}

#[test]
fn the_last_few_of_many_are_asked_again_at_once() {
    let mut gather = Gather::new(Plan { calls_all: true, ..plan(300) }, &[]);
    gather.handle(Event::Tick, 0);
    for member in 0..297 {
        assert_eq!(gather.handle(Event::Answered(member, true), 1_900 + member as u64), []);
    }
    // Two of 300 are left. They have half a second, although their two seconds end before.
    let again = vec![GatherAction::Send(298), GatherAction::Send(299)];
    assert_eq!(gather.handle(Event::Answered(297, true), 2_197), again);
    assert_eq!(gather.handle(Event::Answered(298, true), 2_300), []);
    assert_eq!(gather.wake(), Some(2_697));
    let last = [GatherAction::Fetch(299), GatherAction::Finish];
    assert_eq!(gather.handle(Event::Tick, 2_697), last);
}

#[test]
fn the_last_few_are_given_up_at_once_if_nobody_received_their_second_order() {
    let mut gather = Gather::new(Plan { calls_all: true, ..plan(300) }, &[]);
    gather.handle(Event::Tick, 0);
    for member in 0..297 {
        gather.handle(Event::Answered(member, true), 1_900 + member as u64);
    }
    assert_eq!(gather.handle(Event::Answered(297, true), 2_197).len(), 2);
    assert_eq!(gather.handle(Event::Absent(298), 2_198), [GatherAction::Fetch(298)]);
    // The other one is connected, and has half a second.
    assert_eq!(gather.handle(Event::Tick, 2_199), []);
    assert_eq!(gather.handle(Event::Answered(299, true), 2_300), [GatherAction::Finish]);
    assert_eq!(gather.status_of(298), Some(MemberStatus::Silent));
}

#[test]
fn an_instance_that_nobody_knows_has_its_time_and_what_others_prolong() {
    let mut gather = Gather::new(plan(300), &[]);
    gather.handle(Event::Tick, 0);
    gather.handle(Event::Absent(299), 1);
    assert_eq!(gather.status_of(299), Some(MemberStatus::Asked), "it may connect again");
    // Its time is over at 2,000, but others still answer: the machine is busy, and the instance may be connecting.
    for member in 0..297 {
        let now = 10 * (1 + member as u64);
        gather.handle(Event::Answered(member, true), now);
        assert_eq!(gather.handle(Event::Tick, now), [], "{now}");
    }
    let again = [299, 298].map(GatherAction::Send);
    assert_eq!(gather.handle(Event::Answered(297, true), 2_980), again);
    assert_eq!(gather.handle(Event::Absent(299), 2_981), [GatherAction::Fetch(299)]);
    assert_eq!(gather.handle(Event::Answered(298, true), 2_990), [GatherAction::Finish]);
}

#[test]
fn an_instance_that_connects_again_in_its_time_is_not_given_up() {
    let mut gather = Gather::new(plan(1), &[]);
    gather.handle(Event::Tick, 0);
    gather.handle(Event::Absent(0), 1);
    assert_eq!(gather.handle(Event::Tick, 400), [GatherAction::Send(0)]);
    gather.handle(Event::Acked(0), 410);
    assert_eq!(gather.handle(Event::Absent(0), 411), [], "what a server said before");
    assert_eq!(gather.handle(Event::Tick, 2_000), []);
    assert_eq!(gather.handle(Event::Answered(0, true), 2_500), [GatherAction::Finish]);
}

#[test]
fn others_that_answer_for_long_do_not_keep_a_silent_one_for_ever() {
    let mut gather = Gather::new(plan(1_001), &[]);
    gather.handle(Event::Tick, 0);
    let mut given_up = None;
    for member in 0..1_000 {
        let now = 10 * (1 + member as u64);
        gather.handle(Event::Answered(member, true), now);
        if given_up.is_none() && gather.status_of(1_000) == Some(MemberStatus::Silent) {
            given_up = Some(now);
        }
    }
    // Four times two seconds, and what the second order has.
    assert_eq!(given_up, Some(8_500));
}

#[test]
fn who_has_the_job_is_waited_for_and_asked_now_and_then() {
    let mut gather = Gather::new(plan(1), &[]);
    gather.handle(Event::Tick, 0);
    gather.handle(Event::Acked(0), 5);
    assert_eq!(gather.handle(Event::Tick, 2_500), []);
    assert_eq!(gather.handle(Event::Tick, 3_005), [GatherAction::Fetch(0), GatherAction::Send(0)]);
    assert_eq!(gather.handle(Event::Stored(0), 3_010), [GatherAction::Fetch(0)]);
    assert!(gather.handle(Event::Tick, 24_000).contains(&GatherAction::Finish));
    assert_eq!(statuses(&gather), [MemberStatus::Lost]);
}

#[test]
fn many_that_have_the_job_are_asked_less_often_and_twice_before_they_are_lost() {
    const MANY: usize = 20_000;
    let mut gather = Gather::new(plan(MANY), &[]);
    gather.handle(Event::Tick, 0);
    for member in 0..MANY {
        assert_eq!(gather.handle(Event::Acked(member), 5), []);
    }
    for at in [9_005, 18_005] {
        assert_eq!(gather.wake(), Some(at));
        let actions = gather.handle(Event::Tick, at);
        assert_eq!(actions.iter().filter(|it| matches!(it, GatherAction::Send(_))).count(), MANY);
    }
    assert!(gather.handle(Event::Tick, 20_005).contains(&GatherAction::Finish));
}

#[test]
fn a_lost_connection_gives_all_their_time_anew() {
    let mut gather = Gather::new(plan(2), &[]);
    gather.handle(Event::Tick, 0);
    gather.handle(Event::Acked(1), 5);
    assert_eq!(
        gather.handle(Event::Reconnected, 1_900),
        [GatherAction::Send(0), GatherAction::Fetch(1), GatherAction::Send(1)]
    );
    assert!(!gather.handle(Event::Tick, 3_800).contains(&GatherAction::Finish));
    assert_eq!(statuses(&gather), [MemberStatus::Asked, MemberStatus::Running]);
}

#[test]
fn all_wait_since_the_beginning_unless_one_was_asked_later_or_has_the_job() {
    let mut gather = Gather::new(plan(3), &[]);
    gather.handle(Event::Tick, 0);
    assert!(gather.waits_since_beginning());
    gather.handle(Event::Acked(0), 5);
    assert!(!gather.waits_since_beginning());
    gather.handle(Event::Answered(0, true), 9);
    assert!(gather.waits_since_beginning());
    gather.handle(Event::Reconnected, 900);
    assert!(!gather.waits_since_beginning());
    let mut narrow = Gather::new(Plan { width: Some(2), ..plan(3) }, &[]);
    narrow.handle(Event::Tick, 0);
    assert!(!narrow.waits_since_beginning());
}

#[test]
fn a_batch_is_no_wider_than_told_and_waits_between() {
    let mut gather = Gather::new(Plan { width: Some(2), batch_wait: 1_000, ..plan(4) }, &[]);
    assert_eq!(gather.handle(Event::Tick, 0), [GatherAction::Send(0), GatherAction::Send(1)]);
    assert_eq!(gather.handle(Event::Answered(1, true), 100), []);
    assert_eq!(gather.handle(Event::Acked(0), 200), []);
    assert_eq!(gather.handle(Event::Tick, 1_100), [GatherAction::Send(2)]);
    assert_eq!(gather.handle(Event::Answered(0, false), 1_200), []);
    assert_eq!(gather.handle(Event::Acked(2), 1_300), []);
    assert_eq!(gather.handle(Event::Tick, 2_200), [GatherAction::Send(3)]);
}

#[test]
fn failhard_begins_no_more_after_a_failure_or_a_silence() {
    let narrow = Plan { width: Some(1), failhard: true, ..plan(3) };
    let mut gather = Gather::new(narrow.clone(), &[]);
    gather.handle(Event::Tick, 0);
    assert_eq!(gather.handle(Event::Answered(0, false), 5), [GatherAction::Finish]);
    assert_eq!(
        statuses(&gather),
        [MemberStatus::Answered(false), MemberStatus::Skipped, MemberStatus::Skipped]
    );
    let mut gather = Gather::new(narrow.clone(), &[]);
    gather.handle(Event::Tick, 0);
    assert!(gather.handle(Event::Tick, 2_000).contains(&GatherAction::Finish));
    assert_eq!(statuses(&gather), [MemberStatus::Silent, MemberStatus::Skipped, MemberStatus::Skipped]);
    let mut resumed = Gather::new(narrow, &[(0, false)]);
    assert_eq!(
        resumed.handle(Event::Tick, 0),
        [GatherAction::Finish],
        "a failure before the resumption counts"
    );
}

#[test]
fn a_second_ops_node_asks_those_alone_that_have_not_answered() {
    let mut gather = Gather::new(Plan { width: Some(1), ..plan(3) }, &[(1, true)]);
    assert_eq!(gather.handle(Event::Tick, 0), [GatherAction::Send(0)]);
    assert_eq!(gather.handle(Event::Answered(0, true), 1), [GatherAction::Send(2)]);
    assert_eq!(gather.handle(Event::Answered(2, true), 2), [GatherAction::Finish]);
}
