//! States of RabbitMQ on real nodes, beside what Salt 3007 made of the same story (`record.py`): each step in a test run, a real run and a
//! second real run. All steps have one node; the last ones have it join another.

mod deviations;

use std::path::Path;
use std::process::Command;

use serde_json::json;

use crate::recorded::judge::Judge;
use crate::recorded::story::{self, Stage, place, play};
use crate::support::{left_out, missing};
use deviations::{DEVIATIONS, UNFORESEEN};

const PROGRAMS: &[&str] =
    &["/usr/lib/rabbitmq/bin/rabbitmq-server", "/usr/bin/escript", "/usr/bin/epmd", "/usr/bin/python3"];

/// Debian's: a wrapper that has another user run the program.
const WRAPPER: &str = "/usr/sbin/rabbitmqctl";

/// Two nodes, stopped when this goes.
struct Nodes {
    directory: tempfile::TempDir,
}

#[test]
fn states_of_rabbitmq_end_as_in_salt() {
    let missing = missing(PROGRAMS);
    if !missing.is_empty() {
        left_out("all states of RabbitMQ", 1, &missing, true);
        return;
    }
    let nodes = Nodes::start();
    let judge = Judge::new("rabbitmq", DEVIATIONS, UNFORESEEN);
    let mut complaints = nodes.complaints_of_a_join();
    complaints.extend(play(&judge, include_str!("story.json"), include_str!("recorded.json"), &nodes));
    complaints.extend(nodes.complaints_of_the_wrapper());
    assert!(complaints.is_empty(), "{} complaints\n{}", complaints.len(), complaints.join("\n"));
}

impl Nodes {
    fn start() -> Self {
        let nodes = Self { directory: tempfile::tempdir().expect("a directory") };
        story::server("rabbitmq", "start", nodes.directory.path());
        nodes
    }

    fn environment(&self) -> Vec<(String, String)> {
        let text =
            std::fs::read_to_string(self.directory.path().join("environment")).expect("the environment");
        let pairs = text.lines().filter_map(|line| line.split_once('='));
        pairs.map(|(name, text)| (name.to_owned(), text.to_owned())).collect()
    }

    /// A node that cannot join runs as before.
    fn complaints_of_a_join(&self) -> Vec<String> {
        let place = place(self);
        let arguments = json!([{"host": "localhost"}, {"user": "nosuch"}]);
        place.write(&json!({"it": {"rabbitmq_cluster.joined": arguments}}).to_string());
        let said = place.answer(self, "False").to_string();
        self.prepare("rabbitmqctl -q list_vhosts");
        let is_told =
            said.contains("Failed to join cluster nosuch@localhost") && said.contains("\"result\":false");
        if is_told { vec![] } else { vec![format!("a node joins what is not there: {said}")] }
    }

    /// By the program that people have, and not by the console: words arrive as they are, and a password is in no output.
    fn complaints_of_the_wrapper(&self) -> Vec<String> {
        if machine::account::own_uid() != 0 || !Path::new(WRAPPER).exists() {
            left_out("the wrapper of rabbitmqctl", 1, "only root has it run by another user", false);
            return vec![];
        }
        let wrapped = Wrapped { nodes: self };
        let place = place(&wrapped);
        let pattern = r#"^a\\\.b$HOME`id`"c'$"#;
        let arguments = json!([{"name": "wrapped"}, {"password": "s3cr \"$x\\"}, {"perms": [{"/": [pattern, "", pattern]}]}]);
        place.write(&json!({"it": {"rabbitmq_user.present": arguments}}).to_string());
        let said: Vec<String> = ["False", "True"].map(|test| place.answer(&wrapped, test).to_string()).into();
        let mut complaints = vec![];
        if !said[0].contains("was configured.") || !said[1].contains("already in the desired state.") {
            complaints.push(format!("words do not arrive as they are: {}", said.join("\n")));
        }
        if said.iter().any(|said| said.contains("s3cr")) {
            complaints.push(format!("the password is shown: {}", said.join("\n")));
        }
        complaints
    }
}

impl Stage for Nodes {
    fn minion(&self) -> String {
        "id: sample\nfile_roots:\n  base: [states]\ncachedir: cache\n".to_owned()
    }

    fn prepare(&self, text: &str) {
        let mut command = Command::new("/bin/sh");
        let output =
            command.args(["-ec", text]).env_clear().envs(self.environment()).output().expect("a shell");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }

    fn texts(&self) -> Vec<(&'static str, String)> {
        vec![("$DIRECTORY", self.directory.path().display().to_string())]
    }

    fn within(&self, mut command: Command) -> Command {
        command.envs(self.environment());
        command
    }
}

/// The same nodes, by the programs in `PATH`.
struct Wrapped<'a> {
    nodes: &'a Nodes,
}

impl Stage for Wrapped<'_> {
    fn minion(&self) -> String {
        self.nodes.minion()
    }

    fn prepare(&self, _what: &str) {}

    fn within(&self, mut command: Command) -> Command {
        const KEPT: &[&str] = &[
            "RABBITMQ_NODENAME",
            "RABBITMQ_CTL_ERL_ARGS",
            "RABBITMQ_CONF_ENV_FILE",
            "ERL_EPMD_PORT",
            "ERL_EPMD_ADDRESS",
        ];
        let all = self.nodes.environment().into_iter();
        command.envs(all.filter(|(name, _)| KEPT.contains(&name.as_str())));
        // The other user has a home of its own.
        command.env("RABBITMQ_ERLANG_COOKIE", "sample");
        command
    }
}

impl Drop for Nodes {
    fn drop(&mut self) {
        story::server("rabbitmq", "stop", self.directory.path());
    }
}
