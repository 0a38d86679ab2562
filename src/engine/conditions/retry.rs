//! `retry`: repeats a call until the result is as desired.

use std::time::Duration;

use model::fields::{boolean, integer};
use model::{Keyword, Low, Node, NodeKind, Outcome, Verdict};

/// The author's `retry`, with Salt's defaults.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Retry {
    attempts: usize,
    interval: u64,
    splay: u64,
    until: bool,
}

impl Retry {
    /// Nothing for `retry: False` and without `retry`.
    pub(super) fn of(low: &Low) -> Option<Self> {
        let node = &low.keywords.get(&Keyword::Retry)?.node;
        let mut retry = Self { attempts: 2, interval: 30, splay: 0, until: true };
        match &node.kind {
            NodeKind::Scalar(_) => boolean(node).filter(|wanted| *wanted).map(|_| retry),
            NodeKind::Map(_) | NodeKind::List(_) => {
                retry.read(node);
                Some(retry)
            }
        }
    }

    /// A mapping, or a list of mappings.
    fn read(&mut self, node: &Node) {
        for part in node.as_list().unwrap_or(&[]) {
            self.read(part);
        }
        let get = |name: &str| node.as_map()?.get(name).map(|entry| &entry.node);
        let count = |name: &str| get(name).and_then(integer).and_then(|number| u64::try_from(number).ok());
        self.attempts = count("attempts").and_then(|it| usize::try_from(it).ok()).unwrap_or(self.attempts);
        self.interval = count("interval").unwrap_or(self.interval);
        self.splay = count("splay").unwrap_or(self.splay);
        self.until = get("until").and_then(boolean).unwrap_or(self.until);
    }

    /// True when the attempt with this number, from 1, is the last.
    pub(super) fn is_enough(self, outcome: &Outcome, number: usize) -> bool {
        let reached = match outcome.verdict {
            Verdict::Succeeded => self.until,
            Verdict::Failed => !self.until,
            Verdict::WouldChange => true,
        };
        reached || number >= self.attempts
    }

    /// Waits between two attempts.
    pub(super) async fn pause(self) {
        let splay = if self.splay == 0 { 0 } else { rand::random_range(0..=self.splay) };
        tokio::time::sleep(Duration::from_secs(self.interval.saturating_add(splay))).await;
    }

    /// The addition to the comment of a test run, in Salt's words.
    pub(super) fn announcement(self) -> String {
        let Self { attempts, interval, splay, until } = self;
        let until = if until { "True" } else { "False" };
        format!(
            "  The state would be retried every {interval} seconds (with a splay of up to {splay} seconds) \
             a maximum of {attempts} times or until a result of {until} is returned"
        )
    }
}

/// The line about an attempt that was not the last, in Salt's words.
pub(super) fn report(outcome: &Outcome, number: usize) -> String {
    let result = match outcome.verdict {
        Verdict::Succeeded => "True",
        Verdict::Failed => "False",
        Verdict::WouldChange => "None",
    };
    let comment = &outcome.comment;
    format!(
        "Attempt {number}: Returned a result of \"{result}\", with the following comment: \"{comment}\"\n"
    )
}
