//! One job on many instances, as the ops node sees it that watches the job.
//!
//! Orders may be repeated freely: instances run a job once. So an instance without an answer gets the order again. A second ops node
//! continues a job in the same way.

use std::collections::BTreeSet;

use super::plan::{Event, GatherAction, Member, MemberStatus, Plan};
use super::repeats;
use super::state::State;

/// The machine. What one event costs does not depend on how many instances there are.
#[derive(Clone, Debug)]
pub struct Gather {
    plan: Plan,
    members: Vec<State>,
    /// When each instance that was asked or runs is due.
    due: BTreeSet<(u64, Member)>,
    /// No instance before this one waits.
    first_waiting: Member,
    /// How many are not final yet.
    open: usize,
    /// When places that are kept empty are free again.
    held: Vec<u64>,
    has_failed: bool,
    is_finished: bool,
    /// When an instance last made a step: it confirmed the job or answered.
    progress: Option<u64>,
}

/// While instances still answer, nobody is given up; at most this many times the patience.
const MOST_PATIENCE: u64 = 4;
/// When all but one in this many have answered, the others are asked again at once: these few orders cost little.
const NEARLY_ALL: usize = 128;
/// An instance that has the job and sends nothing for at least this time is lost.
const LOST_AFTER: u64 = 20_000;

impl Gather {
    /// A job whose instances wait; `answered` are those that have answered already.
    pub fn new(plan: Plan, answered: &[(Member, bool)]) -> Self {
        let mut members = vec![State::WAITING; plan.members];
        for (member, success) in answered {
            if let Some(state) = members.get_mut(*member) {
                state.status = MemberStatus::Answered(*success);
            }
        }
        let has_failed = answered.iter().any(|(_, success)| !success);
        let open = members.iter().filter(|state| state.status == MemberStatus::Waiting).count();
        let (due, held) = (BTreeSet::new(), vec![]);
        let (is_finished, progress) = (false, None);
        Self { plan, members, due, first_waiting: 0, open, held, has_failed, is_finished, progress }
    }

    /// What became of each instance so far.
    pub fn statuses(&self) -> impl Iterator<Item = MemberStatus> {
        self.members.iter().map(|state| state.status)
    }

    /// What became of one instance so far.
    pub fn status_of(&self, member: Member) -> Option<MemberStatus> {
        self.members.get(member).map(|state| state.status)
    }

    /// Takes note of an event and gives what the caller must do.
    pub fn handle(&mut self, event: Event, now: u64) -> Vec<GatherAction> {
        let mut actions = vec![];
        match event {
            Event::Acked(member) => self.acked(member, now),
            Event::Stored(member) => {
                self.acked(member, now);
                if matches!(self.status_of(member), Some(MemberStatus::Running)) {
                    actions.push(GatherAction::Fetch(member));
                }
            }
            Event::Answered(member, success) => self.answered(member, success, now),
            Event::Reconnected => self.reconnected(now),
            Event::Tick => {}
        }
        self.expire(now, &mut actions);
        self.fill(now, &mut actions);
        if !self.is_finished && self.open == 0 {
            self.is_finished = true;
            actions.push(GatherAction::Finish);
        }
        actions
    }

    /// When the next [`Event::Tick`] is due.
    pub fn wake(&self) -> Option<u64> {
        self.due.first().map(|(at, _)| *at).into_iter().chain(self.held.iter().copied()).min()
    }

    /// Changes what is known of an instance, and all that is counted.
    fn put(&mut self, member: Member, state: State) {
        let old = self.members[member];
        if old.is_busy() {
            self.due.remove(&(self.due_of(&old), member));
        }
        if state.is_busy() {
            self.due.insert((self.due_of(&state), member));
        }
        let is_open = |state: State| usize::from(state.is_busy() || state.status == MemberStatus::Waiting);
        self.open = self.open + is_open(state) - is_open(old);
        self.members[member] = state;
    }

    fn acked(&mut self, member: Member, now: u64) {
        let Some(state) = self.members.get(member).copied() else { return };
        match state.status {
            // Another ops node asked it, or it was given up too early.
            MemberStatus::Waiting | MemberStatus::Asked | MemberStatus::Silent | MemberStatus::Lost => {
                let since = if state.status == MemberStatus::Asked { state.since } else { now };
                let next = now + repeats::of_running(self.due.len());
                self.put(member, State { status: MemberStatus::Running, since, heard: now, next, ..state });
                self.is_finished = false;
                self.progress = Some(now);
            }
            MemberStatus::Running => self.put(member, State { heard: now, ..state }),
            MemberStatus::Answered(_) | MemberStatus::Skipped => {}
        }
    }

    fn answered(&mut self, member: Member, success: bool, now: u64) {
        let Some(state) = self.members.get(member).copied() else { return };
        if matches!(state.status, MemberStatus::Answered(_)) {
            return;
        }
        self.put(member, State { status: MemberStatus::Answered(success), ..state });
        self.progress = Some(now);
        self.has_failed |= !success;
        if self.open > 0 && self.open == self.few() {
            self.ask_the_rest(now);
        }
        if state.is_busy() && self.plan.batch_wait > 0 && self.plan.width.is_some() {
            self.held.push(now + self.plan.batch_wait);
        }
    }

    /// Instances that were asked or run.
    fn busy(&self) -> Vec<Member> {
        self.due.iter().map(|(_, member)| *member).collect()
    }

    /// So many are left when nearly all have answered.
    fn few(&self) -> usize {
        self.plan.members / NEARLY_ALL
    }

    /// Instances that were asked or run are asked again at once, and their time starts again.
    fn reconnected(&mut self, now: u64) {
        for member in self.busy() {
            let state = self.members[member];
            let since = if state.status == MemberStatus::Asked { now } else { state.since };
            self.put(member, State { since, heard: now, next: now, asked: 0, extended: 0, ..state });
        }
    }

    /// Instances that were asked once and did not answer are due now.
    fn ask_the_rest(&mut self, now: u64) {
        for member in self.busy() {
            let state = self.members[member];
            if state.was_asked_once() {
                self.put(member, State { next: now, ..state });
            }
        }
    }

    fn due_of(&self, state: &State) -> u64 {
        state.next.min(self.end(state))
    }

    fn end(&self, state: &State) -> u64 {
        match state.status {
            MemberStatus::Asked => (state.since + self.plan.patience).max(state.extended),
            _ => {
                let silence = state.heard + LOST_AFTER.max(self.plan.patience);
                silence.min(state.since + self.plan.deadline + LOST_AFTER)
            }
        }
    }

    fn expire(&mut self, now: u64, actions: &mut Vec<GatherAction>) {
        // Each turn moves one of them beyond `now`, or ends it.
        while let Some((at, member)) = self.due.first().copied()
            && at <= now
        {
            let state = self.members[member];
            if now >= self.end(&state) {
                if let Some(extended) = self.extension(&state, now) {
                    self.put(member, State { extended, ..state });
                    continue;
                }
                if state.was_asked_once() && self.progress.is_some() {
                    // It was asked once while others answered: its order may be lost.
                    self.ask(member, state, now, actions);
                    continue;
                }
                let is_silent = state.status == MemberStatus::Asked;
                let status = if is_silent { MemberStatus::Silent } else { MemberStatus::Lost };
                self.put(member, State { status, ..state });
                self.has_failed = true;
                // A last look: the answer may be there although the instance no longer is.
                actions.push(GatherAction::Fetch(member));
            } else if let Some(later) = self.later(&state).filter(|later| *later > now) {
                self.put(member, State { next: later, ..state });
            } else {
                self.ask(member, state, now, actions);
            }
        }
    }

    /// Instances still answer if the last step was made within this time.
    fn quiet(&self) -> u64 {
        repeats::quiet(self.plan.patience)
    }

    /// A later end for an instance that was asked, while others still answer: ten thousand answers may need longer than one instance
    /// is waited for.
    fn extension(&self, state: &State, now: u64) -> Option<u64> {
        let progress = self.progress.filter(|_| state.status == MemberStatus::Asked)?;
        let end = (progress + self.quiet()).min(state.since + MOST_PATIENCE * self.plan.patience);
        Some(end).filter(|end| *end > now)
    }

    /// While many others answer, an instance that was asked once is not asked again: its answer is probably on its way.
    fn later(&self, state: &State) -> Option<u64> {
        let waits = self.open > self.few() && state.was_asked_once();
        self.progress.filter(|_| waits).map(|progress| progress + self.quiet())
    }

    fn ask(&mut self, member: Member, state: State, now: u64, actions: &mut Vec<GatherAction>) {
        if state.status == MemberStatus::Running {
            actions.push(GatherAction::Fetch(member));
        }
        let pause = match state.status {
            MemberStatus::Running => repeats::of_running(self.due.len()),
            _ => repeats::of_silent(state.asked, self.due.len()),
        };
        let is_second = state.asked == 1 && self.progress.is_some();
        let extended = if is_second { state.extended.max(now + 2 * self.quiet()) } else { state.extended };
        let state = State { asked: state.asked + 1, extended, ..state };
        // An order that is sent just before the end is answered too late.
        let (next, end) = (now + pause, self.end(&state));
        let next = if next + self.quiet() > end { end } else { next };
        self.put(member, State { next, ..state });
        actions.push(GatherAction::Send(member));
    }

    fn fill(&mut self, now: u64, actions: &mut Vec<GatherAction>) {
        self.held.retain(|until| *until > now);
        if self.has_failed && self.plan.failhard {
            for member in self.first_waiting..self.members.len() {
                if let state @ State { status: MemberStatus::Waiting, .. } = self.members[member] {
                    self.put(member, State { status: MemberStatus::Skipped, ..state });
                }
            }
            self.first_waiting = self.members.len();
        }
        let width = self.plan.width.unwrap_or(usize::MAX);
        let calls_all = self.plan.calls_all && self.plan.width.is_none() && self.first_waiting == 0;
        let mut orders = vec![];
        while let Some(state) = self.members.get(self.first_waiting).copied() {
            if state.status == MemberStatus::Waiting {
                if self.due.len() + self.held.len() >= width {
                    break;
                }
                let asked = State {
                    status: MemberStatus::Asked,
                    since: now,
                    heard: now,
                    next: now,
                    ..State::WAITING
                };
                self.ask(self.first_waiting, asked, now, &mut orders);
            }
            self.first_waiting += 1;
        }
        if calls_all && !orders.is_empty() {
            orders = vec![GatherAction::CallAll];
        }
        actions.append(&mut orders);
    }
}

#[cfg(test)]
mod tests {
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
}
