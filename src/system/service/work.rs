//! What a service is told, in order, and what is said of it then.

use std::time::Duration;

use crate::machine::process::Finished;
use crate::machine::service::{Manager, Order, State};
use crate::model::{Map, Outcome, Value, chain};

/// What one service is told.
#[derive(Clone, Debug, PartialEq)]
pub struct Work {
    pub manager: Manager,
    pub name: String,
    /// What the command line of its process holds.
    pub pattern: Option<String>,
    /// True when systemd must read its files first.
    pub is_stale: bool,
    pub orders: Vec<Order>,
    pub delay: Option<Duration>,
    pub expected: Expected,
}

/// What it is to be then, and what is said.
#[derive(Clone, Debug, PartialEq)]
pub enum Expected {
    /// Nothing is told it: this is how it ends.
    Nothing(Outcome),
    /// Whatever it is then, this is said.
    Told { done: Outcome, failed: String },
    /// It runs, or does not.
    Running { wanted: bool, done: Outcome, failed: String },
    /// It starts with the machine, or does not.
    Enabled { wanted: bool, done: Outcome, failed: String },
    /// It is masked, or is not.
    Masked { wanted: bool, runtime: bool, done: Outcome, failed: String },
}

impl crate::system::Step for Work {
    /// Does it all, looks, and tells how it ended.
    async fn carry_out(self) -> Outcome {
        if self.is_stale {
            match self.manager.read_again().await {
                Err(error) => return Outcome::failed(chain(&error)),
                Ok(said) if !said.is_success() => {
                    return Outcome::failed(format!(
                        "Problem performing systemctl daemon-reload: {}",
                        text(&said)
                    ));
                }
                Ok(_) => {}
            }
        }
        for order in &self.orders {
            match self.manager.tell(&self.name, *order).await {
                Err(error) => return Outcome::failed(chain(&error)),
                // A stop before a start is for what is left of an earlier one.
                Ok(said) if !said.is_success() && !self.is_only_to_clear(*order) => {
                    return Outcome::failed(self.complaint(*order, &said));
                }
                Ok(_) => {}
            }
        }
        if let Some(delay) = self.delay {
            tokio::time::sleep(delay).await;
        }
        self.judged().await
    }
}

impl Work {
    fn is_only_to_clear(&self, order: Order) -> bool {
        order == Order::Stop && self.orders.contains(&Order::Start)
    }

    /// systemd says why; scripts often do not.
    fn complaint(&self, order: Order, said: &Finished) -> String {
        let (name, why) = (&self.name, text(said));
        let failed = match &self.expected {
            Expected::Running { wanted, .. } if matches!(order, Order::Enable | Order::Disable) => {
                let not = if order == Order::Enable { "" } else { "not " };
                let state = if *wanted { "but the service is running" } else { "and the service is dead" };
                format!("Failed when setting service {name} to {not}start at boot, {state}")
            }
            Expected::Enabled { failed, .. } => failed.clone(),
            _ if self.manager == Manager::Systemd && !why.is_empty() => return why,
            Expected::Nothing(_) => return why,
            Expected::Told { failed, .. }
            | Expected::Running { failed, .. }
            | Expected::Masked { failed, .. } => failed.clone(),
        };
        if why.is_empty() { failed } else { format!("{failed}. Additional information follows:\n\n{why}") }
    }

    async fn judged(self) -> Outcome {
        let looked = match &self.expected {
            Expected::Nothing(outcome) | Expected::Told { done: outcome, .. } => return outcome.clone(),
            _ => self.manager.look(&self.name, self.pattern.as_deref()).await,
        };
        let state = match looked {
            Ok(state) => state,
            Err(error) => return Outcome::failed(chain(&error)),
        };
        let toggled = self.orders.iter().any(|order| matches!(order, Order::Enable | Order::Disable));
        let is_toggled = toggled && matches!(self.expected, Expected::Running { .. });
        let (is_so, done, failed) = self.expected.compared(&state);
        if is_so {
            return done;
        }
        let changes = if is_toggled { one(&self.name, true) } else { Map::new() };
        Outcome { changes, ..Outcome::failed(failed) }
    }
}

impl Expected {
    fn compared(self, state: &State) -> (bool, Outcome, String) {
        match self {
            Self::Nothing(done) => (true, done, String::new()),
            Self::Told { done, failed } => (true, done, failed),
            Self::Running { wanted, done, failed } => (state.is_running == wanted, done, failed),
            Self::Enabled { wanted, done, failed } => (state.is_enabled == wanted, done, failed),
            Self::Masked { wanted, runtime, done, failed } => {
                let is_masked = if runtime { state.is_masked_runtime } else { state.is_masked };
                (is_masked == wanted, done, failed)
            }
        }
    }
}

/// What a program said, its errors first.
fn text(said: &Finished) -> String {
    let both = [said.stderr_text(), said.stdout_text()];
    both.iter().map(|text| text.trim()).find(|text| !text.is_empty()).unwrap_or_default().to_owned()
}

/// Changes of one pair.
pub(super) fn one(key: &str, value: impl Into<Value>) -> Map {
    [(key.into(), value.into())].into_iter().collect()
}
