//! Live progress on stderr. A terminal has a line for each running state, which is redrawn and removed at the end. A
//! pipe, as in CI, has a plain line every few seconds.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::forecast::forecast;
use super::print::print_error;
use super::status_lines::StatusLines;
use engine::Event;
use model::Low;

/// The number of states that are shown at once; of others only the count.
const LINES: usize = 8;
/// The number of states that a plain line names.
const NAMED: usize = 3;
/// The pause between plain lines in the first minute of a run, and after it.
const PAUSES: (Duration, Duration) = (Duration::from_secs(5), Duration::from_secs(30));

/// Follows the events, and shows them if somebody looks.
pub struct Progress {
    start: Instant,
    board: Mutex<ProgressData>,
    /// None if no lines can be drawn in place.
    lines: Option<StatusLines>,
    is_quiet: bool,
}

/// The data about the run.
struct ProgressData {
    labels: Vec<String>,
    /// The running states.
    running: BTreeMap<usize, Running>,
    ended: usize,
    calls: u64,
    /// When the last plain line was printed.
    printed: Duration,
}

/// A running state.
struct Running {
    since: Duration,
    /// Its action; empty while that is not known.
    does: String,
}

impl Progress {
    /// Redraws on a terminal, and prints lines elsewhere, unless it must be quiet.
    pub fn new(is_terminal: bool, is_quiet: bool, lows: &[Low]) -> Self {
        let labels = lows.iter().map(|low| format!("{} ({}.{})", low.id, low.state, low.function)).collect();
        let board =
            ProgressData { labels, running: BTreeMap::new(), ended: 0, calls: 0, printed: Duration::ZERO };
        let lines = is_terminal.then(StatusLines::begin).flatten();
        Self { start: Instant::now(), board: Mutex::new(board), lines, is_quiet }
    }

    /// Notes an event and redraws.
    pub fn note(&self, event: &Event) {
        let now = self.start.elapsed();
        self.board().note(event, now);
        if let Event::Foreseen { bound, .. } = event
            && !self.is_quiet
        {
            print_error(&forecast(bound));
        }
        self.draw(now);
    }

    /// Takes note of a call.
    pub fn note_call(&self) {
        self.board().calls += 1;
    }

    /// Time has passed: elapsed times are redrawn, or a line is printed if one is due.
    pub fn tick(&self) {
        let now = self.start.elapsed();
        self.draw(now);
        if self.lines.is_none()
            && !self.is_quiet
            && let Some(line) = self.board().plain(now)
        {
            print_error(&line);
        }
    }

    /// The states that have begun and not ended: `myapp (boto_asg.present): created`.
    pub fn under_way(&self) -> Vec<String> {
        self.board().under_way().map(|(text, _)| text).collect()
    }

    /// Removes everything from the screen.
    pub fn end(&self) {
        if let Some(lines) = &self.lines {
            lines.end();
        }
    }

    fn draw(&self, now: Duration) {
        if let Some(lines) = &self.lines {
            // The board stays locked until they are shown, so that no older lines are shown after newer ones.
            let board = self.board();
            lines.show(&board.lines(now));
        }
    }

    fn board(&self) -> MutexGuard<'_, ProgressData> {
        self.board.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl ProgressData {
    fn note(&mut self, event: &Event, now: Duration) {
        let (state, does) = match event {
            Event::Primed { .. }
            | Event::Predicted { .. }
            | Event::Found { .. }
            | Event::Made { .. }
            | Event::Foreseen { .. }
            | Event::RunStarted { .. }
            | Event::Planned { .. }
            | Event::Exists { .. } => return,
            Event::StateFinished { state, .. } => {
                self.running.remove(state);
                self.ended += 1;
                return;
            }
            Event::StateStarted { state } => (*state, String::new()),
            Event::StepStarted { state, step } | Event::StepDone { state, step, .. } => {
                (*state, step.clone())
            }
            Event::Waiting { state, what } => (*state, format!("waits: {what}")),
        };
        self.running.entry(state).or_insert(Running { since: now, does: String::new() }).does = does;
    }

    /// The action of each running state, and since when it runs.
    fn under_way(&self) -> impl Iterator<Item = (String, Duration)> {
        self.running.iter().map(|(state, Running { since, does })| {
            let label = self.labels.get(*state).map_or("", String::as_str);
            let text = if does.is_empty() { label.to_owned() } else { format!("{label}: {does}") };
            (text, *since)
        })
    }

    /// `3 of 10 states ended, 41 calls`.
    fn counts(&self) -> String {
        let calls = if self.calls == 0 { String::new() } else { format!(", {} calls", self.calls) };
        format!("{} of {} states ended{calls}", self.ended, self.labels.len())
    }

    /// The lines for a terminal.
    fn lines(&self, now: Duration) -> Vec<String> {
        let mut lines = vec![format!("{}, {} s", self.counts(), now.as_secs())];
        let running = self.under_way().map(|(text, since)| (text, now.saturating_sub(since).as_secs()));
        lines.extend(running.take(LINES).map(|(text, seconds)| format!("  {seconds:>4} s  {text}")));
        if self.running.len() > LINES {
            lines.push(format!("  and {} more", self.running.len() - LINES));
        }
        lines.iter().map(|line| without_controls(line)).collect()
    }

    /// `20 s: 3 of 10 states ended, 41 calls; running: web (boto_asg.present): waits: deleting (12 s), and 2 more`, if
    /// a line is due. The states that have been running longest are named.
    fn plain(&mut self, now: Duration) -> Option<String> {
        let pause = if now < Duration::from_secs(60) { PAUSES.0 } else { PAUSES.1 };
        if now < self.printed + pause {
            return None;
        }
        self.printed = now;
        let mut running: Vec<(String, Duration)> = self.under_way().collect();
        running.sort_by_key(|(_, since)| *since);
        let more = running.len().saturating_sub(NAMED);
        let mut named: Vec<String> = running
            .into_iter()
            .take(NAMED)
            .map(|(text, since)| format!("{text} ({} s)", now.saturating_sub(since).as_secs()))
            .collect();
        named.extend((more > 0).then(|| format!("and {more} more")));
        let states =
            if named.is_empty() { String::new() } else { format!("; running: {}", named.join(", ")) };
        let line = format!("{} s: {}{states}", now.as_secs(), self.counts());
        Some(without_controls(&line) + "\n")
    }
}

fn without_controls(line: &str) -> String {
    line.chars().filter(|letter| !letter.is_control()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::StepProof;
    use model::{Outcome, Place};

    fn board(ids: &[&str]) -> ProgressData {
        let lows: Vec<Low> =
            ids.iter().map(|id| Low::new("boto_sqs", "present", *id, Place::file("a.sls"))).collect();
        Progress::new(false, false, &lows).board.into_inner().expect("unpoisoned")
    }

    fn at(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    #[test]
    fn each_state_under_way_has_a_line_with_its_time() {
        let mut board = board(&["a", "b"]);
        board.note(&Event::StateStarted { state: 1 }, at(1));
        assert_eq!(board.lines(at(1)), ["0 of 2 states ended, 1 s", "     0 s  b (boto_sqs.present)"]);
        let proof = StepProof::default();
        board.note(&Event::StepDone { state: 1, step: "created\x1b".to_owned(), proof }, at(2));
        board.calls = 3;
        assert_eq!(
            board.lines(at(14)),
            ["0 of 2 states ended, 3 calls, 14 s", "    13 s  b (boto_sqs.present): created"]
        );
        board.note(&Event::StateFinished { state: 1, outcome: Outcome::succeeded("").into() }, at(15));
        assert_eq!(board.lines(at(15)), ["1 of 2 states ended, 3 calls, 15 s"]);
    }

    #[test]
    fn of_many_states_eight_are_shown() {
        let mut board = board(&["a"; 11]);
        for state in 0..11 {
            board.note(&Event::StateStarted { state }, at(0));
        }
        let lines = board.lines(at(3));
        assert_eq!((lines.len(), lines.last().map(String::as_str)), (10, Some("  and 3 more")));
    }

    #[test]
    fn a_pipe_has_a_plain_line_every_few_seconds_and_later_less_often() {
        let mut board = board(&["a", "b", "c", "d", "e"]);
        for state in 0..5 {
            board.note(&Event::StateStarted { state }, at(5 - state as u64));
        }
        board.note(&Event::Waiting { state: 4, what: "deleting\n".to_owned() }, at(5));
        assert_eq!(board.plain(at(4)), None, "a short run says nothing");
        assert_eq!(
            board.plain(at(6)).as_deref(),
            Some(
                "6 s: 0 of 5 states ended; running: e (boto_sqs.present): waits: deleting (5 s), \
                 d (boto_sqs.present) (4 s), c (boto_sqs.present) (3 s), and 2 more\n"
            )
        );
        assert_eq!([board.plain(at(10)).is_some(), board.plain(at(11)).is_some()], [false, true]);
        assert_eq!([board.plain(at(61)).is_some(), board.plain(at(90)).is_some()], [true, false]);
        board.running.clear();
        assert_eq!(board.plain(at(91)).as_deref(), Some("91 s: 0 of 5 states ended\n"));
    }
}
