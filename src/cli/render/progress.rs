//! Live progress on stderr where that is a terminal: a line for each state under way, redrawn, gone at the end.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::{Mutex, PoisonError};

use super::forecast::forecast;
use super::print::print_error;
use crate::engine::Event;
use crate::model::Low;

/// So many states are shown at once; of others only the count.
const LINES: usize = 8;
/// Lines are cut here, so that none is broken by a narrow terminal and redrawing stays exact.
const WIDTH: usize = 78;

/// Knows what happens, and shows it where somebody looks.
pub struct Progress {
    board: Mutex<Board>,
    is_on: bool,
    is_quiet: bool,
}

/// What is on the screen.
struct Board {
    labels: Vec<String>,
    /// The states under way, with what each does.
    running: BTreeMap<usize, String>,
    ended: usize,
    drawn: usize,
}

impl Progress {
    /// Shows progress when `is_on`, and what is ahead unless nothing is to be said.
    pub fn new(is_on: bool, is_quiet: bool, lows: &[Low]) -> Self {
        let labels = lows.iter().map(|low| format!("{} ({}.{})", low.id, low.state, low.function)).collect();
        let board = Board { labels, running: BTreeMap::new(), ended: 0, drawn: 0 };
        Self { board: Mutex::new(board), is_on, is_quiet }
    }

    /// Takes note of an event and draws anew.
    pub fn tell(&self, event: &Event) {
        let mut board = self.board.lock().unwrap_or_else(PoisonError::into_inner);
        board.note(event);
        if let Event::Foreseen { bound, .. } = event
            && !self.is_quiet
        {
            let text = board.erase() + &forecast(bound);
            print_error(&text);
        }
        if self.is_on {
            let text = board.draw();
            print_error(&text);
        }
    }

    /// The states that have begun and not ended: `myapp (boto_asg.present): created`.
    pub fn under_way(&self) -> Vec<String> {
        self.board.lock().unwrap_or_else(PoisonError::into_inner).under_way().collect()
    }

    /// Takes everything off the screen.
    pub fn end(&self) {
        let mut board = self.board.lock().unwrap_or_else(PoisonError::into_inner);
        print_error(&board.erase());
    }
}

impl Board {
    fn note(&mut self, event: &Event) {
        match event {
            Event::Primed { .. }
            | Event::Foreseen { .. }
            | Event::RunStarted { .. }
            | Event::Planned { .. }
            | Event::Exists { .. } => {}
            Event::StateStarted { state } => {
                self.running.insert(*state, String::new());
            }
            Event::StepDone { state, step } => {
                self.running.insert(*state, step.clone());
            }
            Event::Waiting { state, what } => {
                self.running.insert(*state, format!("waits: {what}"));
            }
            Event::StateFinished { state, .. } => {
                self.running.remove(state);
                self.ended += 1;
            }
        }
    }

    fn under_way(&self) -> impl Iterator<Item = String> {
        self.running.iter().map(|(state, step)| {
            let label = self.labels.get(*state).map_or("", String::as_str);
            if step.is_empty() { label.to_owned() } else { format!("{label}: {step}") }
        })
    }

    /// Goes back to the first line drawn and clears from there.
    fn erase(&mut self) -> String {
        let lines = std::mem::take(&mut self.drawn);
        if lines == 0 { String::new() } else { format!("\x1b[{lines}A\x1b[J") }
    }

    fn draw(&mut self) -> String {
        let mut out = self.erase();
        let mut lines = vec![format!("{} of {} states ended", self.ended, self.labels.len())];
        lines.extend(self.under_way().take(LINES).map(|state| format!("  {state}")));
        if self.running.len() > LINES {
            lines.push(format!("  and {} more", self.running.len() - LINES));
        }
        for line in &lines {
            let line: String = line.chars().filter(|letter| !letter.is_control()).take(WIDTH).collect();
            let _ = writeln!(out, "{line}");
        }
        self.drawn = lines.len();
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Place, Verdict};

    #[test]
    fn states_under_way_are_redrawn_and_vanish() {
        let low = |id: &str| Low::new("boto_sqs", "present", id, Place::file("a.sls"));
        let progress = Progress::new(true, false, &[low("a"), low("b")]);
        let mut board = progress.board.into_inner().expect("unpoisoned");
        board.note(&Event::StateStarted { state: 1 });
        assert_eq!(board.draw(), "0 of 2 states ended\n  b (boto_sqs.present)\n");
        board.note(&Event::StepDone { state: 1, step: "created\x1b".to_owned() });
        assert_eq!(board.draw(), "\x1b[2A\x1b[J0 of 2 states ended\n  b (boto_sqs.present): created\n");
        board.note(&Event::StateFinished { state: 1, verdict: Verdict::Succeeded, changed: true });
        assert_eq!(board.draw(), "\x1b[2A\x1b[J1 of 2 states ended\n");
        assert_eq!(board.erase(), "\x1b[1A\x1b[J");
        assert_eq!(board.erase(), "");
    }
}
