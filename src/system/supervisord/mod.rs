//! `supervisord.running` and `supervisord.dead`: programs that supervisord runs.
//!
//! ```yaml
//! worker:
//!   supervisord.running:
//!     - watch:
//!       - file: /etc/supervisor/conf.d/worker.conf
//! ```
//!
//! A change of a watched state restarts the program; `restart: False` prevents that. A name that ends with a colon is a group.
//! With `update: True`, supervisord first applies changes of its configuration.
//!
//! See <https://docs.saltproject.io/en/3007/ref/states/all/salt.states.supervisord.html>.

mod job;
#[cfg(test)]
mod tests;

use super::{Call, Intent, LocalState};
use crate::operation::with;
use job::{Job, Order};
use machine::supervisor::{Control, Process, is_up};
use model::effect::BY_PROGRAMS;
use model::{Argument, Function, Map, Outcome, Shape, chain};

const NAME: Argument = Argument::optional(
    "name",
    Shape::Text,
    "the program; group:program, or group: for all of a group; the ID if left out",
);
const USER: Argument =
    Argument::optional("user", Shape::Text, "the user that calls supervisorctl").alias(&["runas"]);
const CONF_FILE: Argument = Argument::optional("conf_file", Shape::Text, "supervisord's configuration");
const BIN_ENV: Argument =
    Argument::optional("bin_env", Shape::Text, "supervisorctl, or the environment of Python that has it");

const RUNNING: &[Argument] = &[
    NAME,
    Argument::optional(
        "restart",
        Shape::Boolean,
        "whether a running program is restarted; if left out, only if a watched state changes",
    ),
    Argument::optional("update", Shape::Boolean, "whether supervisord applies its new configuration first"),
    USER,
    CONF_FILE,
    BIN_ENV,
];

/// The state module `supervisord`.
pub struct Supervisord;

/// The command, and the answer.
#[derive(Clone, Debug)]
pub struct Live {
    control: Control,
    /// The processes, or why supervisord does not answer: an earlier state may start it.
    processes: Result<Vec<Process>, String>,
}

impl LocalState for Supervisord {
    type Live = Live;
    type Step = Job;

    const FUNCTIONS: &'static [Function] = &[
        Function::other("running", &["supervisord.running"], RUNNING, "Starts a program of supervisord.")
            .does(BY_PROGRAMS),
        Function::other(
            "dead",
            &["supervisord.dead"],
            &[NAME, USER, CONF_FILE, BIN_ENV],
            "Stops a program of supervisord.",
        )
        .does(BY_PROGRAMS),
    ];
    const REACTS: bool = true;

    async fn describe(call: Call<'_>) -> Result<Live, Outcome> {
        let fields = call.fields;
        let control = Control {
            program: fields.text("bin_env"),
            configuration: fields.text("conf_file"),
            user: fields.text("user"),
        };
        let processes = control.processes().await.map_err(|error| chain(&error));
        Ok(Live { control, processes })
    }

    fn diff(call: Call<'_>, live: Live) -> Intent<Job> {
        let name = match call.name.strip_suffix(":*") {
            Some(group) => format!("{group}:"),
            None => call.name.to_owned(),
        };
        let (known, silence) = match live.processes {
            Ok(known) => (known, None),
            Err(why) => (vec![], Some(why)),
        };
        let is_of =
            |process: &Process| process.0 == name || name.ends_with(':') && process.0.starts_with(&name);
        let states: Vec<Process> = known.into_iter().filter(is_of).collect();
        let plan = Plan { call: &call, control: live.control, name, states, silence };
        match (call.function.verb, call.reacts_to) {
            ("dead", None) => plan.dead(),
            ("dead", Some(_)) => {
                Intent::Settled(Outcome::failed("Unable to trigger watch for supervisord.dead"))
            }
            _ => plan.running(),
        }
    }
}

struct Plan<'a> {
    call: &'a Call<'a>,
    control: Control,
    name: String,
    /// The processes of that name.
    states: Vec<Process>,
    silence: Option<String>,
}

impl Plan<'_> {
    fn is_group(&self) -> bool {
        self.name.ends_with(':')
    }

    fn running(self) -> Intent<Job> {
        let (fields, name) = (self.call.fields, self.name.clone());
        let restarts = fields.boolean("restart").unwrap_or(self.call.reacts_to.is_some());
        let updates = fields.boolean("update") == Some(true);
        let word = if self.is_group() { "group" } else { "service" };
        let shown = if self.is_group() { format!("Group '{name}'") } else { format!("Service {name}") };
        let stopped: Vec<&str> =
            self.states.iter().filter(|(_, state)| !is_up(state)).map(|(name, _)| name.as_str()).collect();
        if self.states.is_empty() {
            let foreseen = format!("{shown} will be added and started");
            if updates {
                let said = format!("Starting: {name}");
                return self.act(foreseen, vec![Order::Update, Order::Start], said.clone(), &[said]);
            }
            let said = [format!("Adding service: {name}"), format!("Starting: {name}")];
            return self.act(foreseen, vec![Order::Add, Order::Start], said[1].clone(), &said);
        }
        let mut orders = if updates { vec![Order::Update] } else { vec![] };
        if !stopped.is_empty() {
            let foreseen = match self.is_group() {
                true if stopped.len() == self.states.len() => {
                    format!("All services in group '{name}' will be started")
                }
                true => format!("The following services will be started: {}", stopped.join(" ")),
                false => format!("Service {name} will be started"),
            };
            orders.push(Order::Start);
            let said = format!("Starting {word}: {name}");
            return self.act(foreseen, orders, said.clone(), &[said]);
        }
        if restarts {
            orders.push(Order::Restart);
            let said = format!("Restarting {word}: {name}");
            return self.act(format!("{shown} will be restarted"), orders, said.clone(), &[said]);
        }
        let foreseen = match self.is_group() {
            true => format!("All services in group '{name}' are already running"),
            false => format!("Service {name} is already running"),
        };
        let done = Outcome::succeeded(format!("Not starting already running {word}: {name}"));
        let more = if updates { ". supervisord will apply its new configuration" } else { "" };
        let foreseen = Outcome::succeeded(format!("{foreseen}{more}"));
        Intent::Act { foreseen, step: Job { control: self.control, name, orders, done } }
    }

    fn dead(self) -> Intent<Job> {
        let name = self.name.clone();
        let said = format!("Stopping service: {name}");
        if self.silence.is_none() {
            if self.states.is_empty() {
                return Intent::Settled(Outcome::succeeded(format!("Service {name} doesn't exist")));
            }
            if !self.states.iter().any(|(_, state)| is_up(state)) {
                return Intent::Settled(Outcome::succeeded(format!("Service {name} is not running")));
            }
        }
        self.act(format!("Service {name} is set to be stopped"), vec![Order::Stop], said.clone(), &[said])
    }

    fn act(self, foreseen: String, orders: Vec<Order>, comment: String, said: &[String]) -> Intent<Job> {
        let changes: Map = [(self.name.as_str().into(), said.join(" ").into())].into_iter().collect();
        let foreseen = with(Outcome::would_change(foreseen), changes.clone());
        let (orders, done) = match self.silence {
            Some(why) => (vec![], Outcome::failed(why)),
            None => (orders, with(Outcome::succeeded(comment), changes)),
        };
        Intent::Act { foreseen, step: Job { control: self.control, name: self.name, orders, done } }
    }
}
