//! The differences between a service and its declaration.

use std::time::Duration;

use super::Live;
use super::work::{Expected, Work, one};
use crate::{Call, Intent};
use machine::service::{Manager, Order};
use model::{Map, Outcome, python};

pub(super) fn diff(call: &Call<'_>, live: &Live) -> Intent<Work> {
    let plan = Plan { call, live, name: call.name };
    match (call.function.verb, call.reacts_to) {
        ("running", Some(_)) => plan.reaction(),
        ("dead", Some(_)) => plan.reaction_of_dead(),
        (verb, Some(_)) => {
            Intent::Settled(Outcome::failed(format!("Unable to trigger watch for service.{verb}")))
        }
        ("running", None) => plan.running(true),
        ("dead", None) => plan.running(false),
        ("enabled", None) => plan.enabled(true),
        ("disabled", None) => plan.enabled(false),
        ("masked", None) => plan.masked(true),
        (_, None) => plan.masked(false),
    }
}

struct Plan<'a> {
    call: &'a Call<'a>,
    live: &'a Live,
    name: &'a str,
}

impl Plan<'_> {
    fn flag(&self, name: &str) -> bool {
        self.call.fields.takes(name) && self.call.fields.boolean(name) == Some(true)
    }

    fn work(&self, orders: Vec<Order>, expected: Expected) -> Work {
        let fields = self.call.fields;
        let field = |name: &str| if fields.takes(name) { fields.number(name) } else { None };
        let seconds = field("init_delay").filter(|seconds| *seconds > 0.0 && !orders.is_empty());
        Work {
            manager: self.live.manager,
            name: self.name.to_owned(),
            pattern: self.live.pattern.clone(),
            is_stale: self.live.state.is_stale,
            orders,
            delay: seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok()),
            expected,
        }
    }

    fn act(&self, foreseen: &str, changes: Map, orders: Vec<Order>, expected: Expected) -> Intent<Work> {
        let foreseen = Outcome { changes, ..Outcome::would_change(foreseen) };
        Intent::Act { foreseen, step: self.work(orders, expected) }
    }

    /// The state is as wanted; systemd may still have to read its files again.
    fn settled(&self, outcome: Outcome) -> Intent<Work> {
        if !self.live.state.is_stale {
            return Intent::Settled(outcome);
        }
        Intent::Act { foreseen: outcome.clone(), step: self.work(vec![], Expected::Nothing(outcome)) }
    }

    /// The service does not exist; an earlier state may create it.
    fn missing(&self, would: &str) -> Intent<Work> {
        let name = self.name;
        let foreseen =
            format!("Service {name} not present; if created in this state run, it would have been {would}");
        let failed = Outcome::failed(format!("The named service {name} is not available"));
        self.act(&foreseen, Map::new(), vec![], Expected::Nothing(failed))
    }

    fn is_missing(&self) -> bool {
        !self.live.state.is_known
    }

    fn not_there(&self) -> Intent<Work> {
        Intent::Settled(Outcome::succeeded(format!("The named service {} is not available", self.name)))
    }

    /// True if it must be enabled or disabled. A static unit is neither.
    fn toggles(&self, enable: bool) -> bool {
        self.live.state.is_enabled != enable && !self.live.state.is_static
    }

    /// `running` and `dead`.
    fn running(&self, wanted: bool) -> Intent<Work> {
        let (name, state) = (self.name, &self.live.state);
        match (self.is_missing(), wanted) {
            (true, true) => return self.missing("started"),
            (true, false) => return self.not_there(),
            (false, _) => {}
        }
        let enable = self.call.fields.boolean("enable");
        let (unmasking, unmasked) = self.unmasking();
        if state.is_running == wanted {
            let word = if wanted { "running" } else { "dead" };
            return match enable.filter(|enable| self.toggles(*enable)) {
                Some(enable) => self.toggled(enable, unmasking),
                None if unmasking.is_empty() => self.settled(Outcome::succeeded(with(
                    &format!("The service {name} is already {word}"),
                    &unmasked,
                ))),
                None => {
                    let comment = with(&format!("The service {name} is already {word}"), &unmasked);
                    let done = Outcome { changes: one("masked", false), ..Outcome::succeeded(&comment) };
                    let failed = format!("Failed to unmask service {name}");
                    self.act(&comment, one("masked", false), unmasking, Expected::Told { done, failed })
                }
            };
        }
        let mut orders = unmasking;
        orders.push(if wanted { Order::Start } else { Order::Stop });
        let toggles = enable.filter(|enable| self.toggles(*enable));
        orders.extend(toggles.map(|enable| if enable { Order::Enable } else { Order::Disable }));
        let foreseen = if wanted { "is set to start" } else { "is set to be killed" };
        let foreseen = with(&format!("Service {name} {foreseen}"), &unmasked);
        let failed = format!("Service {name} failed to {}", if wanted { "start" } else { "die" });
        let word = if wanted { "running" } else { "dead" };
        let mut comment = match (enable, toggles) {
            (Some(true), Some(_)) => format!("Service {name} has been enabled, and is {word}"),
            (Some(true), None) => format!("Service {name} is already enabled, and is {word}"),
            (Some(false), Some(_)) => format!("Service {name} has been disabled, and is {word}"),
            (Some(false), None) => format!("Service {name} is already disabled, and is {word}"),
            (None, _) if wanted => format!("Started service {name}"),
            (None, _) => format!("Service {name} was killed"),
        };
        if let Some(delay) = self.call.fields.value("init_delay").filter(|delay| wanted && delay.is_truthy())
        {
            comment.push_str(&format!("\nDelayed return for {} seconds", python::text(&delay)));
        }
        // Salt shows the state of the service, unless it was enabled or disabled too.
        let shown = wanted || toggles.is_some();
        let changes = one(name, shown);
        let done = Outcome { changes: changes.clone(), ..Outcome::succeeded(with(&comment, &unmasked)) };
        self.act(&foreseen, changes, orders, Expected::Running { wanted, done, failed })
    }

    /// It runs or does not run, as wanted; only its start with the machine differs.
    fn toggled(&self, enable: bool, mut orders: Vec<Order>) -> Intent<Work> {
        let name = self.name;
        let (word, order) = if enable { ("enabled", Order::Enable) } else { ("disabled", Order::Disable) };
        orders.push(order);
        let changes = one(name, true);
        let comment = format!("Service {name} has been {word}, and is in the desired state");
        let done = Outcome { changes: changes.clone(), ..Outcome::succeeded(comment) };
        let not = if enable { "" } else { "not " };
        let failed = format!(
            "Failed when setting service {name} to {not}start at boot, but the service was already running"
        );
        let foreseen = format!("Service {name} set to be {word}");
        self.act(&foreseen, changes, orders, Expected::Enabled { wanted: enable, done, failed })
    }

    /// The orders that unmask it first, and the line about it.
    fn unmasking(&self) -> (Vec<Order>, Option<String>) {
        let (name, state) = (self.name, &self.live.state);
        if !self.flag("unmask") && !self.flag("unmask_runtime") {
            return (vec![], None);
        }
        let runtime = self.flag("unmask_runtime");
        let is_masked = if runtime { state.is_masked_runtime } else { state.is_masked };
        let word = if runtime { "runtime unmasked" } else { "unmasked" };
        if !is_masked {
            return (vec![], Some(format!("Service {name} was already {word}")));
        }
        let order = if runtime { Order::UnmaskRuntime } else { Order::Unmask };
        (vec![order], Some(format!("Service {name} was {word}")))
    }

    fn enabled(&self, wanted: bool) -> Intent<Work> {
        match (self.is_missing(), wanted) {
            (true, true) => self.missing("enabled"),
            (true, false) => self.not_there(),
            (false, _) if !self.toggles(wanted) => {
                let word = if wanted { "enabled" } else { "disabled" };
                self.settled(Outcome::succeeded(format!(
                    "Service {} is already {word}, and is in the desired state",
                    self.name
                )))
            }
            (false, _) => self.toggled(wanted, self.unmasking().0),
        }
    }

    fn masked(&self, wanted: bool) -> Intent<Work> {
        let (name, runtime) = (self.name, self.flag("runtime"));
        if self.live.manager == Manager::Scripts {
            return Intent::Settled(Outcome::failed("Service masking not available on this minion"));
        }
        let state = &self.live.state;
        let is_masked = if runtime { state.is_masked_runtime } else { state.is_masked };
        let prefix = if runtime { "runtime " } else { "" };
        let word = if wanted { "masked" } else { "unmasked" };
        if is_masked == wanted {
            let verb = if wanted { "is" } else { "was" };
            let comment = format!("Service {name} {verb} already {prefix}{word}");
            return Intent::Settled(Outcome::succeeded(comment));
        }
        let order = match (wanted, runtime) {
            (true, false) => Order::Mask,
            (true, true) => Order::MaskRuntime,
            (false, false) => Order::Unmask,
            (false, true) => Order::UnmaskRuntime,
        };
        let pair = [("old", !wanted), ("new", wanted)].into_iter().collect::<model::Value>();
        let changes = one(&format!("{prefix}masked"), pair);
        let comment = format!("Service {name} was {prefix}{word}");
        let done = Outcome { changes: changes.clone(), ..Outcome::succeeded(comment) };
        let failed = format!("Failed to {} service {name}", order.word());
        let foreseen = format!("Service {name} would be {prefix}{word}");
        self.act(&foreseen, changes, vec![order], Expected::Masked { wanted, runtime, done, failed })
    }

    /// A watched state has changed: the service is reloaded, restarted or started.
    fn reaction(&self) -> Intent<Work> {
        let (orders, verb) = match () {
            () if !self.live.state.is_running => (vec![Order::Stop, Order::Start], "start"),
            () if self.flag("reload") && self.flag("force") => {
                (vec![Order::ForceReload], "forcefully reload")
            }
            () if self.flag("reload") => (vec![Order::Reload], "reload"),
            () => (vec![Order::Restart], "restart"),
        };
        let failed = format!("Failed to {verb} the service");
        self.ordered(orders, &format!("{verb}ed"), failed)
    }

    fn reaction_of_dead(&self) -> Intent<Work> {
        if !self.live.state.is_running {
            return Intent::Settled(Outcome::succeeded("Service is already stopped"));
        }
        self.ordered(vec![Order::Stop], "stopped", "Failed to stop the service".to_owned())
    }

    fn ordered(&self, orders: Vec<Order>, past: &str, failed: String) -> Intent<Work> {
        let changes = one(self.name, true);
        let done = Outcome { changes: changes.clone(), ..Outcome::succeeded(format!("Service {past}")) };
        let foreseen = format!("Service is set to be {past}");
        self.act(&foreseen, changes, orders, Expected::Told { done, failed })
    }
}

fn with(comment: &str, unmasked: &Option<String>) -> String {
    unmasked.as_ref().map_or_else(|| comment.to_owned(), |line| format!("{comment}\n{line}"))
}
