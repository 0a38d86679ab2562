//! Commands of conditions: the shell runs them, and their exit code decides.

use std::path::PathBuf;
use std::time::Duration;

use machine::process::Command;
use model::fields::{number, text};
use model::{Low, Node, NodeKind};

/// Salt sets no deadline; a condition that takes longer than this hangs.
const DEADLINE: Duration = Duration::from_secs(3600);

/// How to run the commands of one declaration.
pub(super) struct Commands {
    shell: String,
    cwd: Option<String>,
    env: Vec<(String, String)>,
    runas: Option<String>,
    deadline: Duration,
}

impl Commands {
    /// Takes `shell`, `cwd`, `env`, `runas` and `timeout` from the declaration; `umask` applies only to the function.
    pub(super) fn of(low: &Low, shell: &str) -> Self {
        let node = |name: &str| low.argument(name).map(|entry| &entry.node);
        let word = |name: &str| node(name).and_then(text);
        let seconds = node("timeout").and_then(number).filter(|seconds| *seconds > 0.0);
        Self {
            shell: word("shell").unwrap_or_else(|| shell.to_owned()),
            cwd: word("cwd"),
            env: node("env").map(environment).unwrap_or_default(),
            runas: word("runas"),
            deadline: seconds.and_then(|it| Duration::try_from_secs_f64(it).ok()).unwrap_or(DEADLINE),
        }
    }

    /// True for exit code 0; false for any other, for a missed deadline, and for a command that cannot be started.
    ///
    /// # Errors
    /// There is no command.
    pub(super) async fn succeeds(&self, command: &str) -> Result<bool, String> {
        if command.trim().is_empty() {
            return Err("the command is empty".to_owned());
        }
        let finished = self.process(command).run().await;
        Ok(finished.is_ok_and(|finished| finished.is_success()))
    }

    /// Without `cwd` a command runs in its user's home.
    fn script(&self, command: &str) -> String {
        let home = if self.cwd.is_none() { "cd >/dev/null 2>&1\n" } else { "" };
        format!("{home}{command}")
    }

    fn process(&self, command: &str) -> Command {
        let environment = self.env.iter().map(|(name, text)| (name.clone(), Some(text.clone())));
        Command {
            cwd: self.cwd.as_ref().map(PathBuf::from),
            environment: environment.collect(),
            user: self.runas.clone(),
            timeout: Some(self.deadline),
            limit: 0,
            ..Command::shell(&self.shell, &self.script(command))
        }
    }
}

/// A mapping, or a list of mappings.
fn environment(node: &Node) -> Vec<(String, String)> {
    match &node.kind {
        NodeKind::Map(map) => {
            map.iter().filter_map(|(name, entry)| Some((name.to_string(), text(&entry.node)?))).collect()
        }
        NodeKind::List(list) => list.iter().flat_map(environment).collect(),
        NodeKind::Scalar(_) => vec![],
    }
}
