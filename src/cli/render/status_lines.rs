//! Lines at the foot of a terminal that are redrawn in place. Text that is printed meanwhile goes above them.

use std::sync::{Mutex, MutexGuard, PoisonError};

use indicatif::{MultiProgress, ProgressBar, ProgressDrawTarget, ProgressStyle};

use model::secret;

/// The lines on the terminal of this process.
static SHOWN: Mutex<Option<MultiProgress>> = Mutex::new(None);

/// Prints above the lines, if there are any.
pub fn above<T>(print: impl FnOnce() -> T) -> T {
    // The lock is not held meanwhile: another thread may draw the printed text.
    let shown = lock(&SHOWN).clone();
    match shown {
        Some(screen) => screen.suspend(print),
        None => print(),
    }
}

/// The lines of one run.
pub struct StatusLines {
    screen: MultiProgress,
    lines: Mutex<Vec<ProgressBar>>,
}

impl StatusLines {
    /// Draws to stderr. None if that is not a terminal, or is one that cannot move its cursor: `TERM` is `dumb` or not
    /// set.
    pub fn begin() -> Option<Self> {
        let screen = MultiProgress::with_draw_target(ProgressDrawTarget::stderr());
        if screen.is_hidden() {
            return None;
        }
        *lock(&SHOWN) = Some(screen.clone());
        Some(Self { screen, lines: Mutex::default() })
    }

    /// Shows these lines instead of the former ones. Each is cut at the width of the terminal.
    pub fn show(&self, texts: &[String]) {
        let mut lines = lock(&self.lines);
        while lines.len() > texts.len() {
            let _ = lines.pop().map(|line| self.screen.remove(&line));
        }
        while lines.len() < texts.len() {
            lines.push(self.screen.add(ProgressBar::no_length().with_style(style())));
        }
        for (line, text) in lines.iter().zip(texts) {
            line.set_message(secret::masked(text).into_owned());
        }
    }

    /// Removes the lines from the screen.
    pub fn end(&self) {
        *lock(&SHOWN) = None;
        for line in lock(&self.lines).drain(..) {
            line.finish_and_clear();
        }
    }
}

fn style() -> ProgressStyle {
    // A template of this program is always correct.
    ProgressStyle::with_template("{wide_msg}").unwrap_or_else(|_| ProgressStyle::default_spinner())
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
