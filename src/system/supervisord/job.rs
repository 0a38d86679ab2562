//! The orders to supervisord.

use crate::operation::with;
use machine::process::Command;
use machine::supervisor::{Control, has_failed};
use model::{Outcome, chain};

/// One order.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Order {
    /// Apply the new configuration.
    Update,
    /// Read the configuration, and apply it to this program or group.
    Add,
    Start,
    Restart,
    Stop,
}

/// Orders for one program or group, and the report when all are done.
#[derive(Clone, Debug)]
pub struct Job {
    pub(super) control: Control,
    pub(super) name: String,
    pub(super) orders: Vec<Order>,
    pub(super) done: Outcome,
}

impl Job {
    fn commands(&self, order: Order) -> Vec<Command> {
        let group = self.name.trim_end_matches(':');
        let words: &[&[&str]] = match order {
            Order::Update => &[&["update"]],
            Order::Add => &[&["reread"], &["add", group]],
            Order::Start => &[&["start", &self.name]],
            Order::Restart => &[&["restart", &self.name]],
            Order::Stop => &[&["stop", &self.name]],
        };
        words.iter().map(|words| self.control.command(words)).collect()
    }

    /// All command lines.
    #[cfg(test)]
    pub(super) fn lines(&self) -> Vec<String> {
        let commands = self.orders.iter().flat_map(|order| self.commands(*order));
        commands.map(|command| command.program.to_string()).collect()
    }
}

impl crate::Step for Job {
    async fn carry_out(self) -> Outcome {
        let group = self.name.split(':').next().unwrap_or_default().to_owned();
        for order in &self.orders {
            for command in self.commands(*order) {
                let finished = match command.finish().await {
                    Ok(finished) => finished,
                    Err(error) => return Outcome::failed(chain(&error)),
                };
                if has_failed(&finished) {
                    return Outcome::failed(chain(&command.failed(&finished)));
                }
                let said = finished.stdout_text();
                let updated = format!("{group}: updated");
                // The new configuration has restarted it.
                if *order == Order::Update && said.lines().any(|line| line.starts_with(&updated)) {
                    let changes = [(self.name.as_str().into(), "Updating supervisor".into())];
                    let done = Outcome::succeeded(format!("Not starting updated service: {}", self.name));
                    return with(done, changes.into_iter().collect());
                }
            }
        }
        self.done
    }
}
