//! The block below the states: the numbers of results, and the duration.

use std::fmt::Write;

use super::super::color::{Color, Paint};
use super::Layout;
use super::entry::Entry;
use model::python;

/// The counts of one run.
#[derive(Default)]
pub(super) struct Summary {
    succeeded: usize,
    failed: usize,
    would_change: usize,
    changed: usize,
    warned: usize,
    milliseconds: f64,
    /// The longest of the states that ran in parallel.
    longest: f64,
}

impl Summary {
    /// Counts one state. Warnings count only if a paragraph shows them, as in Salt.
    pub fn count(&mut self, entry: &Entry<'_>, in_paragraph: bool) {
        match entry.result {
            Some(false) => self.failed += 1,
            Some(true) => self.succeeded += 1,
            None => {
                self.succeeded += 1;
                self.would_change += 1;
            }
        }
        self.changed += usize::from(entry.counts_as_changed());
        self.warned += usize::from(in_paragraph && entry.warnings.is_some());
        if entry.is_parallel {
            self.longest = self.longest.max(entry.milliseconds());
        } else {
            self.milliseconds += entry.milliseconds();
        }
    }

    /// The block, with an empty line before it and no line end after it.
    pub fn render(&self, minion: &str, layout: Layout, paint: Paint) -> String {
        let total = self.succeeded + self.failed;
        let digits = if total == 0 { 0 } else { total.to_string().len() };
        let row = |label: &str, count: usize| {
            format!("{label} {count:>width$}", width = (10 + digits).saturating_sub(label.len()))
        };
        let rule = "-".repeat(11 + digits);
        let mut out = paint.wrap(Color::Cyan, &format!("\nSummary for {minion}\n{rule}"));
        let _ = write!(out, "\n{}", paint.wrap(Color::Green, &row("Succeeded:", self.succeeded)));
        out.push_str(&self.parts(paint));
        let failed = if self.failed > 0 { Color::Red } else { Color::Cyan };
        let _ = write!(out, "\n{}", paint.wrap(failed, &row("Failed:", self.failed)));
        if layout.percent && total > 0 {
            let success = format!("Success %: {}", percentage(self.succeeded, total));
            let failure = format!("Failure %: {}", percentage(self.failed, total));
            let _ = write!(out, "\n{}\n{}", paint.wrap(Color::Green, &success), paint.wrap(failed, &failure));
        }
        if self.warned > 0 {
            let _ = write!(out, "\n{}", paint.wrap(Color::LightRed, &row("Warnings:", self.warned)));
        }
        let run = format!("{rule}\nTotal states run:{total:>width$}", width = 5 + digits);
        let _ = write!(out, "\n{}", paint.wrap(Color::Cyan, &run));
        if layout.profile {
            let time = format!("Total run time: {}", self.time(6 + digits));
            let _ = write!(out, "\n{}", paint.wrap(Color::Cyan, &time));
        }
        out
    }

    fn parts(&self, paint: Paint) -> String {
        let mut parts = Vec::new();
        if self.would_change > 0 {
            parts.push(paint.wrap(Color::Yellow, &format!("unchanged={}", self.would_change)));
        }
        if self.changed > 0 {
            parts.push(paint.wrap(Color::Green, &format!("changed={}", self.changed)));
        }
        if parts.is_empty() { String::new() } else { format!(" ({})", parts.join(", ")) }
    }

    fn time(&self, width: usize) -> String {
        let milliseconds = self.milliseconds + self.longest;
        if milliseconds > 999.0 {
            format!("{:>width$.3} s", milliseconds / 1000.0)
        } else {
            format!("{milliseconds:>width$.3} ms")
        }
    }
}

fn percentage(part: usize, total: usize) -> String {
    #[expect(clippy::cast_precision_loss, reason = "counts of states are far below 2^52")]
    let exact = 100.0 * part as f64 / total as f64;
    python::float((exact * 100.0).round() / 100.0)
}
