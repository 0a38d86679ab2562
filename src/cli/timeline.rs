//! The times of a run: its states, their steps and waits, and its calls. Reports and last lines are made from it.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use aws::calls::Called;
use engine::Event;

/// A run with this many states names its slowest ones.
const MANY: usize = 20;
/// … if it takes this long.
const LONG: Duration = Duration::from_secs(10);

/// The times of events so far.
#[derive(Debug)]
pub struct Timeline {
    start: Instant,
    inner: Mutex<Times>,
}

/// The times of a run, counted from its start.
#[derive(Clone, Debug, Default)]
pub struct Times {
    /// The states, by index.
    pub states: Vec<StateTimes>,
    /// The calls, in the order in which they ended.
    pub calls: Vec<TimedCall>,
    /// When everything was read and the first state could begin.
    pub walk_began: Duration,
    /// When the run ended.
    pub ended: Duration,
}

/// The times of one state.
#[derive(Clone, Debug, Default)]
pub struct StateTimes {
    /// When it began; none for one that never did.
    pub began: Option<Duration>,
    /// When it ended.
    pub ended: Option<Duration>,
    /// Its waits.
    pub waits: Vec<Wait>,
    /// Its steps, each with its beginning.
    pub steps: Vec<(Duration, String)>,
}

/// A wait of a state.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Wait {
    /// When it began.
    pub began: Duration,
    /// When the next event of the state came.
    pub ended: Option<Duration>,
    /// The reason.
    pub what: String,
}

/// A call.
#[derive(Clone, Debug)]
pub struct TimedCall {
    /// When it began.
    pub began: Duration,
    /// When it ended.
    pub ended: Duration,
    /// The call and AWS's answer.
    pub called: Called,
}

impl Timeline {
    /// Time is counted from now.
    pub fn new(states: usize) -> Self {
        let times = Times { states: vec![StateTimes::default(); states], ..Times::default() };
        Self { start: Instant::now(), inner: Mutex::new(times) }
    }

    /// Notes an event.
    pub fn note(&self, event: &Event) {
        self.times().note(event, self.start.elapsed());
    }

    /// Notes a call.
    pub fn note_call(&self, called: &Called) {
        let since = |moment: Instant| moment.saturating_duration_since(self.start);
        let call =
            TimedCall { began: since(called.began), ended: since(called.ended), called: called.clone() };
        self.times().calls.push(call);
    }

    /// Everything so far.
    pub fn taken(&self) -> Times {
        let mut times = self.times().clone();
        times.ended = self.start.elapsed();
        times
    }

    fn times(&self) -> MutexGuard<'_, Times> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Times {
    fn note(&mut self, event: &Event, now: Duration) {
        let index = match event {
            Event::RunStarted { .. } => {
                self.walk_began = now;
                return;
            }
            Event::Primed { .. } | Event::Foreseen { .. } | Event::Exists { .. } => return,
            Event::StateStarted { state }
            | Event::Planned { state, .. }
            | Event::Predicted { state, .. }
            | Event::StepStarted { state, .. }
            | Event::StepDone { state, .. }
            | Event::Waiting { state, .. }
            | Event::Found { state, .. }
            | Event::Made { state, .. }
            | Event::StateFinished { state, .. } => *state,
        };
        let Some(times) = self.states.get_mut(index) else { return };
        if let Some(wait) = times.waits.last_mut() {
            wait.ended.get_or_insert(now);
        }
        match event {
            Event::StateStarted { .. } => {
                times.began.get_or_insert(now);
            }
            Event::StepStarted { step, .. } => times.steps.push((now, step.clone())),
            Event::Waiting { what, .. } => {
                times.waits.push(Wait { began: now, ended: None, what: what.clone() });
            }
            Event::StateFinished { .. } => times.ended = Some(now),
            _ => {}
        }
    }

    /// The states that took longest, with their time, the slowest first. A small or a short run has none.
    pub fn slowest(&self, count: usize) -> Vec<(usize, Duration)> {
        if self.states.len() < MANY || self.ended < LONG {
            return vec![];
        }
        let mut all: Vec<(usize, Duration)> = self
            .states
            .iter()
            .enumerate()
            .filter_map(|(index, times)| Some((index, times.took()?)))
            .collect();
        all.sort_by_key(|(index, took)| (std::cmp::Reverse(*took), *index));
        all.truncate(count);
        all
    }
}

impl StateTimes {
    /// The duration.
    pub fn took(&self) -> Option<Duration> {
        Some(self.ended?.saturating_sub(self.began?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::Outcome;

    fn at(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    #[test]
    fn a_wait_ends_with_what_happens_next_to_its_state() {
        let mut times = Times { states: vec![StateTimes::default(); 2], ..Times::default() };
        let waiting = Event::Waiting { state: 0, what: "deleting".to_owned() };
        times.note(&Event::StateStarted { state: 0 }, at(1));
        times.note(&waiting, at(2));
        times.note(&Event::StateStarted { state: 1 }, at(3));
        times.note(&waiting, at(4));
        times.note(&Event::StepStarted { state: 0, step: "create it".to_owned() }, at(6));
        times.note(&Event::StateFinished { state: 0, outcome: Outcome::succeeded("").into() }, at(9));
        times.note(&Event::StateFinished { state: 7, outcome: Outcome::succeeded("").into() }, at(9));
        let state = &times.states[0];
        let wait =
            |began, ended| Wait { began: at(began), ended: Some(at(ended)), what: "deleting".to_owned() };
        assert_eq!(state.waits, [wait(2, 4), wait(4, 6)]);
        assert_eq!(state.steps, [(at(6), "create it".to_owned())]);
        assert_eq!((state.took(), times.states[1].took()), (Some(at(8)), None));
    }

    #[test]
    fn the_slowest_states_come_first() {
        let state = |began, ended| StateTimes {
            began: Some(at(began)),
            ended: Some(at(ended)),
            ..StateTimes::default()
        };
        let mut states = vec![state(0, 1), state(0, 9), StateTimes::default(), state(5, 10)];
        states.resize(MANY, StateTimes::default());
        let mut times = Times { states, ended: LONG, ..Times::default() };
        assert_eq!(times.slowest(2), [(1, at(9)), (3, at(5))]);
        times.states.pop();
        assert_eq!(times.slowest(2), [], "a small run");
        times.states.push(StateTimes::default());
        times.ended = at(9);
        assert_eq!(times.slowest(2), [], "a short run");
    }
}
