//! The orders to a service, and the report.

use std::time::Duration;

use machine::process::Finished;
use machine::service::{Manager, Order, State};
use model::{Map, Outcome, Value, chain};

/// The orders to one service.
#[derive(Clone, Debug, PartialEq)]
pub struct Work {
    pub manager: Manager,
    pub name: String,
    /// A part of the command line of its process.
    pub pattern: Option<String>,
    /// True if systemd must read its files first.
    pub is_stale: bool,
    pub orders: Vec<Order>,
    pub delay: Option<Duration>,
    pub expected: Expected,
}

/// The wanted state afterwards, and the report.
#[derive(Clone, Debug, PartialEq)]
pub enum Expected {
    /// There are no orders: this is the outcome.
    Nothing(Outcome),
    /// Any state is a success, with this report.
    Told { done: Outcome, failed: String },
    /// It must run, or must not.
    Running { wanted: bool, done: Outcome, failed: String },
    /// It must start with the machine, or must not.
    Enabled { wanted: bool, done: Outcome, failed: String },
    /// It must be masked, or must not.
    Masked { wanted: bool, runtime: bool, done: Outcome, failed: String },
}

impl crate::Step for Work {
    /// Sends all orders, reads the state, and returns the outcome.
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
            match self.manager.send(&self.name, *order).await {
                Err(error) => return Outcome::failed(chain(&error)),
                // A stop before a start only removes the rest of an earlier service.
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

    /// systemd gives a reason; scripts often do not.
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

/// The output of a program, its errors first.
fn text(said: &Finished) -> String {
    let both = [said.stderr_text(), said.stdout_text()];
    both.iter().map(|text| text.trim()).find(|text| !text.is_empty()).unwrap_or_default().to_owned()
}

/// Changes of one pair.
pub(super) fn one(key: &str, value: impl Into<Value>) -> Map {
    [(key.into(), value.into())].into_iter().collect()
}
