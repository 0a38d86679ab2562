//! The time of each instance: when it is asked again, and when it is given up.

use super::Gather;
use crate::jobs::plan::{GatherAction, Member, MemberStatus};
use crate::jobs::repeats;
use crate::jobs::state::State;

/// While instances still answer, nobody is given up; at most this many times the patience.
const MOST_PATIENCE: u64 = 4;
/// An instance that has the job and sends nothing for at least this time is lost.
const LOST_AFTER: u64 = 20_000;

impl Gather {
    pub(super) fn due_of(&self, state: &State) -> u64 {
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

    pub(super) fn expire(&mut self, now: u64, actions: &mut Vec<GatherAction>) {
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
        if state.status != MemberStatus::Asked || (state.is_absent && self.is_nearly_over()) {
            return None;
        }
        let progress = self.progress?;
        let end = (progress + self.quiet()).min(state.since + MOST_PATIENCE * self.plan.patience);
        Some(end).filter(|end| *end > now)
    }

    /// While many others answer, an instance that was asked once is not asked again: its answer is probably on its way.
    fn later(&self, state: &State) -> Option<u64> {
        let waits = !self.is_nearly_over() && state.was_asked_once();
        self.progress.filter(|_| waits).map(|progress| progress + self.quiet())
    }

    pub(super) fn ask(&mut self, member: Member, state: State, now: u64, actions: &mut Vec<GatherAction>) {
        if state.status == MemberStatus::Running {
            actions.push(GatherAction::Fetch(member));
        }
        let pause = match state.status {
            MemberStatus::Running => repeats::of_running(self.due.len()),
            _ => repeats::of_silent(state.asked, self.due.len()),
        };
        let is_second = state.asked == 1 && self.progress.is_some();
        let extended = if is_second { state.extended.max(now + 2 * self.quiet()) } else { state.extended };
        let state = State { asked: state.asked + 1, extended, is_absent: false, ..state };
        // An order that is sent just before the end is answered too late.
        let (next, end) = (now + pause, self.end(&state));
        let next = if next + self.quiet() > end { end } else { next };
        self.put(member, State { next, ..state });
        actions.push(GatherAction::Send(member));
    }
}
