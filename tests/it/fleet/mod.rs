//! A fleet on this machine: three real nats-servers, agents and operators as processes of the program.
//!
//! Without Debian's `nats-server` these tests say so and prove nothing; `.ci/run` installs it.

mod agent_alone;
mod attacks;
mod attributes;
mod aws;
mod bad_answers;
mod bad_servers;
mod buckets;
mod connections;
mod events;
mod exact_targets;
mod false_ids;
mod few_rights;
mod foreign_revisions;
mod grains_of_cards;
mod jobs;
mod links;
mod lost_servers;
mod many;
mod mine;
mod nats_tools;
mod operators;
mod orchestration;
mod publish;
mod raw;
mod readers;
mod reads;
mod removed;
mod reply_subjects;
mod revocations;
pub mod ssh;
mod starving;
mod terminals;
mod token_ends;
mod tokens;
mod trees;
mod up;
mod upgrade;
mod versions;

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

use serde_json::Value;

use crate::support::left_out;

/// A running fleet, ended when dropped.
pub struct Fleet {
    directory: tempfile::TempDir,
    state: Value,
}

const PROGRAM: &str = env!("CARGO_BIN_EXE_orchestrate");

fn scripts() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("fleet")
}

/// The `nats-server` of `NATS_SERVER`, or else Debian's; none where there is none.
pub fn server_program() -> Option<PathBuf> {
    #[expect(clippy::disallowed_methods, reason = "tests have no settings")]
    let named = std::env::var("NATS_SERVER").ok();
    if let Some(named) = named {
        return Some(named.into());
    }
    let places = ["/usr/sbin/nats-server", "/usr/bin/nats-server", "/usr/local/bin/nats-server"];
    places.iter().map(PathBuf::from).find(|place| place.exists())
}

fn has_server() -> bool {
    let is_there = server_program().is_some();
    let why = "nats-server is missing (apt-get install nats-server)";
    left_out("a test of the fleet", usize::from(!is_there), why, true);
    is_there
}

impl Fleet {
    /// Starts one; none where there is no server to start.
    pub fn up(agents: usize, accept: bool) -> Option<Self> {
        Self::up_with(agents, accept, &[])
    }

    /// The same, with more options of `fleet/up`.
    pub fn up_with(agents: usize, accept: bool, more: &[&str]) -> Option<Self> {
        if !has_server() {
            return None;
        }
        let directory = tempfile::tempdir().unwrap();
        let root = directory.path().join("fleet");
        let mut command = Command::new(scripts().join("up"));
        command.args(["--orchestrate", PROGRAM, "--agents", &agents.to_string(), "--root"]).arg(&root);
        command.args(accept.then_some("--accept")).args(more);
        let started = command.output().unwrap();
        let state = std::fs::read(root.join("state.json")).unwrap_or_default();
        let fleet = Self { directory, state: serde_json::from_slice(&state).unwrap_or_default() };
        assert!(started.status.success(), "{}", String::from_utf8_lossy(&started.stderr));
        Some(fleet)
    }

    /// A path below the fleet's directory.
    pub fn path(&self, path: &str) -> PathBuf {
        self.directory.path().join("fleet").join(path)
    }

    /// A command line of an operator, not yet started: `fleet`, `-c`, the operator's directory, and the words.
    pub fn command(&self, operator: &str, words: &[&str]) -> Command {
        let mut command = Command::new(PROGRAM);
        command.arg(words[0]).arg("-c").arg(self.path(operator)).args(&words[1..]);
        command
            .env_clear()
            .env("XDG_STATE_HOME", env!("CARGO_TARGET_TMPDIR"))
            .env("PATH", "/usr/sbin:/usr/bin:/sbin:/bin")
            .stdin(Stdio::null());
        command
    }

    /// Runs a command line of an operator. A busy machine may not answer in time: then nothing was done, and it runs again.
    pub fn run(&self, operator: &str, words: &[&str]) -> Printed {
        for _ in 0..10 {
            let printed = self.run_once(operator, words);
            if !printed.stderr.contains("no server of the fleet can be reached") {
                return printed;
            }
        }
        self.run_once(operator, words)
    }

    /// Runs a command line of an operator, whatever comes of it.
    pub fn run_once(&self, operator: &str, words: &[&str]) -> Printed {
        Printed::of(self.command(operator, words).output().unwrap())
    }

    /// Pings all until `expected` answer; the output of the last attempt.
    pub fn ping_until(&self, operator: &str, expected: &[&str]) -> Printed {
        self.job_until(operator, &expected.iter().map(|id| ((*id).to_owned(), Value::Bool(true))).collect())
    }

    /// Pings all until the answers are these: an instance on a busy machine may take longer than a job waits.
    pub fn job_until(&self, operator: &str, expected: &Value) -> Printed {
        let mut last = None;
        for _ in 0..30 {
            let printed = self.run(operator, &["fleet", "*", "test.ping", "--static", "--out", "json"]);
            if printed.json() == *expected {
                return printed;
            }
            last = Some(printed);
            pause();
        }
        panic!("these do not answer as they should: {last:?}");
    }

    /// Lists keys until those in this state are these; the whole list.
    pub fn keys_until(&self, operator: &str, state: &str, expected: &[&str]) -> Value {
        let mut last = None;
        for _ in 0..100 {
            let printed = self.run(operator, &["key", "list", "--out", "json"]);
            if printed.json()[state] == serde_json::json!(expected) {
                return printed.json();
            }
            last = Some(printed);
            pause();
        }
        panic!("{state} is not {expected:?}: {last:?}");
    }

    /// Sends a signal to a server.
    pub fn signal_server(&self, number: usize, signal: &str) {
        signal_to(self.state["servers"][number]["pid"].as_i64().unwrap(), signal);
    }

    /// Ends a server, starts it with the configuration that it has now, and gives its process.
    pub fn restart_server(&self, number: usize) -> Running {
        let server = &self.state["servers"][number];
        let port = u16::try_from(server["port"].as_u64().unwrap()).unwrap();
        let listens = || std::net::TcpStream::connect(("127.0.0.1", port)).is_ok();
        self.signal_server(number, "TERM");
        until("the server has ended", || !listens());
        let words: Vec<&str> =
            server["command"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
        let mut command = Command::new(words[0]);
        command.args(&words[1..]).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        let started = Running(command.spawn().unwrap());
        until("the server listens", listens);
        started
    }

    /// Sends a signal to an agent.
    pub fn signal_agent(&self, id: &str, signal: &str) {
        signal_to(self.state["agents"][id]["pid"].as_i64().unwrap(), signal);
    }

    /// Ends an agent that `fleet/up` started, starts it again and gives its process.
    pub fn restart_agent(&self, id: &str) -> Running {
        self.signal_agent(id, "TERM");
        let words = self.state["agents"][id]["command"].as_array().unwrap();
        let mut command = Command::new(words[0].as_str().unwrap());
        command.args(words[1..].iter().filter_map(Value::as_str));
        Running(command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap())
    }

    /// Adds an agent that `fleet/up` did not start, and gives its process.
    pub fn start_agent(&self, id: &str, directory: &str) -> Running {
        self.start_logged_agent(id, directory, Path::new("/dev/null"))
    }

    /// The same, with more in its configuration.
    pub fn start_configured_agent(&self, id: &str, directory: &str, more: &Value) -> Running {
        self.start_any_agent(id, directory, Path::new("/dev/null"), more)
    }

    /// The same; what it says goes to a file.
    pub fn start_logged_agent(&self, id: &str, directory: &str, log: &Path) -> Running {
        self.start_any_agent(id, directory, log, &serde_json::json!({}))
    }

    /// An agent on an instance whose metadata service is there.
    pub fn start_agent_of(&self, id: &str, directory: &str, metadata: &str) -> Running {
        let mut command = self.agent(id, directory, Path::new("/dev/null"), &serde_json::json!({}));
        Running(command.env("AWS_EC2_METADATA_SERVICE_ENDPOINT", metadata).spawn().unwrap())
    }

    fn start_any_agent(&self, id: &str, directory: &str, log: &Path, more: &Value) -> Running {
        Running(self.agent(id, directory, log, more).spawn().unwrap())
    }

    fn agent(&self, id: &str, directory: &str, log: &Path, more: &Value) -> Command {
        let home = self.path(directory);
        std::fs::create_dir_all(home.join("fleet")).unwrap();
        std::fs::copy(self.path("agent-kit/agent.json"), home.join("fleet/agent.json")).unwrap();
        let mut minion = serde_json::json!({
            "id": id,
            "cachedir": home.join("cache"),
            "journal": {"dir": home.join("cache/journal")},
        });
        minion.as_object_mut().unwrap().extend(more.as_object().cloned().unwrap_or_default());
        std::fs::write(home.join("minion"), minion.to_string()).unwrap();
        let mut command = Command::new(PROGRAM);
        command.arg("agent").arg("-c").arg(&home).arg("--state").arg(home.join("state"));
        let log = std::fs::OpenOptions::new().create(true).append(true).open(log).unwrap();
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(log);
        command
    }
}

/// A process of a test, ended when dropped: a test that fails leaves no agent behind.
pub struct Running(pub Child);

impl Running {
    /// Ends it.
    pub fn end(&mut self) {
        self.0.kill().unwrap();
        self.0.wait().unwrap();
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Drop for Fleet {
    fn drop(&mut self) {
        let _ = Command::new(scripts().join("down")).arg(self.path("state.json")).output();
    }
}

fn signal_to(pid: i64, signal: &str) {
    let sent = Command::new("kill").args([&format!("-{signal}"), &pid.to_string()]).status().unwrap();
    assert!(sent.success());
}

/// Between two looks at processes that tell nobody when they are ready.
#[expect(clippy::disallowed_methods, reason = "a test without a runtime waits for other processes")]
pub fn pause() {
    std::thread::sleep(std::time::Duration::from_millis(200));
}

/// Looks until it holds, for a minute: a busy machine may take long.
pub fn until(what: &str, mut holds: impl FnMut() -> bool) {
    for _ in 0..300 {
        if holds() {
            return;
        }
        pause();
    }
    panic!("never: {what}");
}

/// What a command printed.
#[derive(Debug)]
pub struct Printed {
    /// On stdout.
    pub stdout: String,
    /// On stderr.
    pub stderr: String,
    /// The exit code.
    pub code: Option<i32>,
}

impl Printed {
    /// Of a process that ended.
    pub fn of(output: Output) -> Self {
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        Self { code: output.status.code(), stdout: text(output.stdout), stderr: text(output.stderr) }
    }

    /// The JSON on stdout; null where there is none.
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.stdout).unwrap_or_default()
    }
}

#[test]
fn instances_are_accepted_and_answer_and_the_silent_are_named() {
    let Some(fleet) = Fleet::up(3, false) else { return };
    fleet.keys_until("ops1", "minions_pre", &["web-1", "web-2", "web-3"]);
    let nobody = fleet.run("ops1", &["fleet", "*", "test.ping"]);
    assert_eq!(nobody.code, Some(2), "an instance that only asks is not asked: {nobody:?}");
    let accepted = fleet.run("ops1", &["key", "accept", "web-[12]"]);
    assert_eq!(accepted.stdout, "Key for minion web-1 accepted.\nKey for minion web-2 accepted.\n");
    // The other ops node knows what the first one decided.
    fleet.ping_until("ops2", &["web-1", "web-2"]);
    let shown = fleet.run("ops1", &["fleet", "web-1", "test.ping", "--timeout", "60"]);
    assert_eq!((shown.stdout.as_str(), shown.code), ("web-1:\n    True\n", Some(0)), "{shown:?}");
    let words = ["-G", "id:web-2", "grains.get", "id", "--timeout", "60", "--out", "json", "--static"];
    let by_grain = fleet.run("ops1", &[&["fleet"], &words[..]].concat());
    assert_eq!(by_grain.json(), serde_json::json!({"web-2": "web-2"}), "{by_grain:?}");

    fleet.signal_agent("web-2", "STOP");
    let expected = serde_json::json!({"web-1": true, "web-2": "Minion did not return. [No response]"});
    let silent = fleet.job_until("ops1", &expected);
    assert_eq!(silent.code, Some(1), "{silent:?}");
    fleet.signal_agent("web-2", "CONT");
    fleet.ping_until("ops1", &["web-1", "web-2"]);

    let rejected = fleet.run("ops2", &["key", "reject", "web-3"]);
    assert_eq!(rejected.stdout, "Key for minion web-3 rejected.\n", "{rejected:?}");
    let deleted = fleet.run("ops2", &["key", "delete", "web-2"]);
    assert_eq!(deleted.stdout, "Key for minion web-2 deleted.\n", "{deleted:?}");
    fleet.ping_until("ops1", &["web-1"]);
    // It asks again, and comes back when it is accepted again.
    let list = fleet.keys_until("ops1", "minions_pre", &["web-2"]);
    assert_eq!(list["minions_rejected"], serde_json::json!(["web-3"]));
    let accepted = fleet.run("ops1", &["key", "accept", "web-2"]);
    assert_eq!(accepted.code, Some(0), "{accepted:?}");
    fleet.ping_until("ops2", &["web-1", "web-2"]);
}
