//! Conditions that must hold on this machine before something is put into service.
//!
//! A kind reads them from a declaration. The engine checks them between comparing and applying, so a test run and a run
//! without changes check nothing.

use std::time::Duration;

use super::{Argument, Fields, Minion, Problem, Problems, Shape, Value};

/// The conditions for the first step that changes something.
#[derive(Clone, Debug, PartialEq)]
pub struct Gate {
    /// Which runs must have succeeded.
    pub after: After,
    /// What comes into service.
    pub enters: Enters,
    /// The conditions, all of which must hold.
    pub checks: Vec<Check>,
    /// The deadline, counted from the first attempt.
    pub deadline: Duration,
    /// The pause between two attempts.
    pub interval: Duration,
    /// The timeout of one attempt.
    pub timeout: Duration,
}

/// Which runs must have succeeded.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum After {
    /// The last highstate of this machine, and what this run has done so far.
    Highstate,
    /// What this run has done so far.
    Run,
    /// Nothing was written: none, and an unfit release still keeps its instance out.
    Unsaid,
    /// None, and a release that is not fit does not matter either.
    Anything,
}

/// What comes into service.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Enters {
    /// Another instance, or several, about which this machine knows nothing.
    Another,
    /// The instance that runs this.
    Instance,
    /// The same, as far as its Auto Scaling group waits for it.
    Group,
}

impl Enters {
    /// What comes into service with these instances. A machine that does not know its own id counts as the one that is
    /// meant if conditions are written.
    pub fn of(ids: impl IntoIterator<Item = impl AsRef<str>>, fields: &Fields, minion: &Minion) -> Self {
        let own = minion.grains.get("ec2_instance_id").and_then(Value::as_str);
        let is_meant = match own {
            Some(own) => ids.into_iter().any(|id| id.as_ref() == own),
            None => fields.has("after"),
        };
        if is_meant { Self::Instance } else { Self::Another }
    }
}

/// One condition.
#[derive(Clone, Debug, PartialEq)]
pub enum Check {
    /// A URL answers as expected.
    Http {
        /// The URL.
        url: String,
        /// The status; none for any from 200 to 299.
        status: Option<u16>,
        /// Text that the answer must hold.
        body: Option<String>,
        /// False to accept any certificate.
        verify: bool,
    },
    /// A port accepts connections.
    Tcp {
        /// The host.
        host: String,
        /// The port.
        port: u16,
    },
    /// A shell command exits with 0.
    Command(String),
}

/// The argument that holds the conditions.
pub const GATE: Argument = Argument::optional(
    "gate",
    Shape::Record(CHECKS),
    "conditions that must hold on this machine first; they are checked again until they hold or \
     'deadline' passes",
);

/// The argument that names the runs that must have succeeded.
pub const AFTER: Argument = Argument::optional(
    "after",
    Shape::Word(&["highstate", "run", "anything"]),
    "which runs must have succeeded first: the last highstate and this run so far (highstate), this run so far (run), or none (anything, which also admits a release that has failed)",
);

const CHECKS: &[Argument] = &[
    Argument::optional("http", Shape::Texts, "a URL: it answers with 'status' and its answer holds 'body'"),
    Argument::optional("status", Shape::Integer, "the status (default: any from 200 to 299)"),
    Argument::optional("body", Shape::Text, "text that the answer holds"),
    Argument::optional("verify", Shape::Boolean, "False accepts any certificate (default: True)"),
    Argument::optional("tcp", Shape::Texts, "'port' or 'host:port': it accepts connections"),
    Argument::optional("command", Shape::Texts, "a shell command: it exits with 0"),
    Argument::optional("deadline", Shape::Number, "seconds until the state gives up (default: 300)"),
    Argument::optional("interval", Shape::Number, "seconds between two attempts (default: 2)"),
    Argument::optional("timeout", Shape::Number, "the timeout of one attempt in seconds (default: 10)"),
];

impl Gate {
    /// The gate before the registration of these instances, as [`Gate::read`] reads it.
    pub fn of(
        ids: impl IntoIterator<Item = impl AsRef<str>>,
        fields: &Fields,
        minion: &Minion,
        problems: &mut Problems,
    ) -> Option<Self> {
        Self::read(fields, Enters::of(ids, fields, minion), problems)
    }

    /// Reads `gate` and `after`; none if no condition is given, and this instance is not the one that is meant.
    pub fn read(fields: &Fields, enters: Enters, problems: &mut Problems) -> Option<Self> {
        let after = match fields.text("after").as_deref() {
            Some("highstate") => After::Highstate,
            Some("run") => After::Run,
            Some(_) => After::Anything,
            None => After::Unsaid,
        };
        let checks = fields.record("gate");
        let seconds = |name: &str, default: u64, problems: &mut Problems| {
            checks.as_ref().map_or(Duration::from_secs(default), |checks| {
                seconds(checks, name, problems).unwrap_or(Duration::from_secs(default))
            })
        };
        let gate = Self {
            after,
            enters,
            deadline: seconds("deadline", 300, problems),
            interval: seconds("interval", 2, problems),
            timeout: seconds("timeout", 10, problems),
            checks: checks.as_ref().map(|checks| read_checks(checks, problems)).unwrap_or_default(),
        };
        let has_runs = matches!(gate.after, After::Highstate | After::Run);
        (has_runs || !gate.checks.is_empty() || gate.enters != Enters::Another).then_some(gate)
    }
}

/// A number of seconds above zero.
pub fn seconds(fields: &Fields, name: &str, problems: &mut Problems) -> Option<Duration> {
    let number = fields.number(name)?;
    let read = Duration::try_from_secs_f64(number).ok().filter(|time| !time.is_zero());
    if read.is_none() {
        let message = format!("'{name}' must be a number of seconds above 0, not {number}");
        problems.push(Problem::at(fields.place_of(name), message));
    }
    read
}

fn read_checks(fields: &Fields, problems: &mut Problems) -> Vec<Check> {
    let mut checks = vec![];
    for text in fields.texts("tcp").unwrap_or_default() {
        let (host, port) = text.rsplit_once(':').unwrap_or(("127.0.0.1", &text));
        match port.parse() {
            Ok(port) => checks.push(Check::Tcp { host: host.trim_matches(['[', ']']).to_owned(), port }),
            Err(_) => {
                let problem = Problem::at(fields.place_of("tcp"), format!("'{text}' is no port"));
                problems.push(problem.hint("write 'port' or 'host:port'"));
            }
        }
    }
    let status = fields.integer("status").map(|status| u16::try_from(status).unwrap_or(u16::MAX));
    for url in fields.texts("http").unwrap_or_default() {
        if !url.starts_with("http://") && !url.starts_with("https://") {
            let problem = Problem::at(fields.place_of("http"), format!("'{url}' is not a URL"));
            problems.push(problem.hint("write http://127.0.0.1:8080/health"));
        }
        let verify = fields.boolean("verify").unwrap_or(true);
        checks.push(Check::Http { url, status, body: fields.text("body"), verify });
    }
    checks.extend(fields.texts("command").unwrap_or_default().into_iter().map(Check::Command));
    checks
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Entry, Node, Place, Value};

    fn read(json: serde_json::Value) -> (Option<Gate>, Vec<String>) {
        static TABLE: &[Argument] = &[GATE, AFTER];
        let place = Place::file("a.sls");
        let entries = Value::from(json).as_map().cloned().unwrap_or_default();
        let entries = entries.into_iter().map(|(key, value)| {
            (key.to_string(), Entry { key_place: place.clone(), node: Node::from_value(value, &place) })
        });
        let mut problems = Problems::default();
        let fields = Fields::check(TABLE, entries, &place, "a.b", &mut problems);
        let gate = Gate::read(&fields, Enters::Another, &mut problems);
        (gate, problems.0.into_iter().map(|problem| problem.message).collect())
    }

    #[test]
    fn nothing_written_is_no_gate() {
        assert_eq!(read(serde_json::json!({})), (None, vec![]));
        assert_eq!(read(serde_json::json!({"after": "anything", "gate": {"deadline": 3}})), (None, vec![]));
    }

    #[test]
    fn ports_and_commands_are_checks() {
        let (gate, problems) = read(serde_json::json!({
            "after": "run",
            "gate": {"tcp": [8080, "db:5432", "[::1]:80"], "command": "true", "interval": "0.5",
                     "http": "http://a/", "status": 204, "body": "ok"},
        }));
        let gate = gate.unwrap();
        let tcp = |host: &str, port| Check::Tcp { host: host.to_owned(), port };
        let http = Check::Http {
            url: "http://a/".to_owned(),
            status: Some(204),
            body: Some("ok".to_owned()),
            verify: true,
        };
        let command = Check::Command("true".to_owned());
        let checks = [tcp("127.0.0.1", 8080), tcp("db", 5432), tcp("::1", 80), http, command];
        assert_eq!((gate.after, gate.checks.as_slice()), (After::Run, &checks[..]));
        assert_eq!((gate.deadline, gate.interval), (Duration::from_secs(300), Duration::from_millis(500)));
        assert_eq!(problems, Vec::<String>::new());
    }

    #[test]
    fn what_is_no_port_and_no_time_is_reported() {
        let (_, problems) =
            read(serde_json::json!({"gate": {"tcp": "db:http", "http": "a", "deadline": 0, "timeout": -1}}));
        assert_eq!(
            problems,
            [
                "'deadline' must be a number of seconds above 0, not 0",
                "'timeout' must be a number of seconds above 0, not -1",
                "'db:http' is no port",
                "'a' is not a URL",
            ]
        );
    }
}
