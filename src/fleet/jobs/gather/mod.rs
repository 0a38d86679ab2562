//! One job on many instances, as the ops node sees it that watches the job.
//!
//! Orders may be repeated freely: instances run a job once. So an instance without an answer gets the order again. A second ops node
//! continues a job in the same way.

mod time;

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
    /// How many have the job and have not answered.
    running: usize,
    /// True if the time of instances began again, because the connection was lost.
    has_begun_anew: bool,
    /// When places that are kept empty are free again.
    held: Vec<u64>,
    has_failed: bool,
    is_finished: bool,
    /// When an instance last made a step: it confirmed the job or answered.
    progress: Option<u64>,
}

/// When all but one in this many have answered, the others are asked again at once: these few orders cost little.
const NEARLY_ALL: usize = 128;

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
        Self {
            plan,
            members,
            due: BTreeSet::new(),
            first_waiting: 0,
            open,
            running: 0,
            has_begun_anew: false,
            held: vec![],
            has_failed,
            is_finished: false,
            progress: None,
        }
    }

    /// What became of each instance so far.
    pub fn statuses(&self) -> impl Iterator<Item = MemberStatus> {
        self.members.iter().map(|state| state.status)
    }

    /// What became of one instance so far.
    pub fn status_of(&self, member: Member) -> Option<MemberStatus> {
        self.members.get(member).map(|state| state.status)
    }

    /// Whether all that are waited for were asked together at the beginning and do not have the job: their time is that of the job.
    pub fn waits_since_beginning(&self) -> bool {
        self.plan.width.is_none() && !self.has_begun_anew && self.running == 0
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
            Event::Absent(member) => self.absent(member),
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
        let is_running = |state: State| usize::from(state.status == MemberStatus::Running);
        self.open = self.open + is_open(state) - is_open(old);
        self.running = self.running + is_running(state) - is_running(old);
        self.members[member] = state;
    }

    fn acked(&mut self, member: Member, now: u64) {
        let Some(state) = self.members.get(member).copied() else { return };
        match state.status {
            // Another ops node asked it, or it was given up too early.
            MemberStatus::Waiting | MemberStatus::Asked | MemberStatus::Silent | MemberStatus::Lost => {
                let since = if state.status == MemberStatus::Asked { state.since } else { now };
                let next = now + repeats::of_running(self.due.len());
                let status = MemberStatus::Running;
                self.put(member, State { status, since, heard: now, next, is_absent: false, ..state });
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

    /// Nobody received the order. The instance may connect again in its time. If nearly all have answered, others do not prolong that time.
    fn absent(&mut self, member: Member) {
        let Some(state) = self.members.get(member).copied() else { return };
        if state.status == MemberStatus::Asked {
            let extended = if self.is_nearly_over() { 0 } else { state.extended };
            self.put(member, State { is_absent: true, extended, ..state });
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

    fn is_nearly_over(&self) -> bool {
        self.open <= self.few()
    }

    /// Instances that were asked or run are asked again at once, and their time starts again.
    fn reconnected(&mut self, now: u64) {
        self.has_begun_anew = true;
        for member in self.busy() {
            let state = self.members[member];
            let since = if state.status == MemberStatus::Asked { now } else { state.since };
            self.put(member, State { status: state.status, since, ..State::asked(now) });
        }
    }

    /// Instances that were asked once and did not answer are due now, and so are those that did not receive their last order.
    fn ask_the_rest(&mut self, now: u64) {
        for member in self.busy() {
            let state = self.members[member];
            if state.was_asked_once() || state.is_absent {
                self.put(member, State { next: now, extended: 0, ..state });
            }
        }
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
                self.ask(self.first_waiting, State::asked(now), now, &mut orders);
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
mod tests;
