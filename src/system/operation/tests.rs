use super::*;
use crate::{Intent, Step};
use machine::process::Command;
use model::{Map, Outcome, Value, Verdict};

impl Operation {
    /// As a line of a shell.
    fn line(&self) -> String {
        match self {
            Self::Run(command) | Self::Try(command) => command.program.to_string(),
            Self::Write(it) => format!("> {} {}", it.path.display(), String::from_utf8_lossy(&it.contents)),
            Self::Print { command, writing, .. } => {
                format!("{} > {}", command.program, writing.path.display())
            }
            Self::MakeDirectory { path, .. } => format!("mkdir {}", path.display()),
            Self::Remove(path) => format!("rm {}", path.display()),
            Self::Link { path, target } => format!("ln {} {target}", path.display()),
            Self::NameHost(name) => format!("hostname {name}"),
            other => format!("{other:?}"),
        }
    }
}

impl Operations {
    /// The command lines and paths of it.
    pub fn lines(&self) -> Vec<String> {
        self.clone().into_parts().0.iter().map(Operation::line).collect()
    }

    /// What the last program reads.
    pub fn stdin(&self) -> Option<String> {
        let read = |operation: &Operation| match operation {
            Operation::Run(command) => {
                command.stdin.as_ref().map(|bytes| String::from_utf8_lossy(bytes).into_owned())
            }
            _ => None,
        };
        self.clone().into_parts().0.iter().rev().find_map(read)
    }
}

fn step(intent: Intent<Operations>) -> Operations {
    let Intent::Act { step, .. } = intent else { panic!("there is something to do") };
    step
}

#[tokio::test]
async fn a_failure_reports_what_the_program_said_and_what_was_done_before() {
    let operations = vec![
        Operation::run(Command::argv(["true"])),
        Operation::run(Command::shell("/bin/sh", "echo no such thing >&2; exit 3")),
    ];
    let intent = act(Outcome::would_change(""), operations, Outcome::succeeded("")).or_fail("Failed");
    let outcome = step(intent).carry_out().await;
    assert_eq!(outcome.verdict, Verdict::Failed);
    assert!(outcome.comment.starts_with("Failed: 'echo no such thing"), "{}", outcome.comment);
    assert!(outcome.comment.contains("ended with code 3: no such thing\n"), "{}", outcome.comment);
    assert!(outcome.comment.contains("1 of 2 steps"), "{}", outcome.comment);
}

#[tokio::test]
async fn what_is_there_afterwards_is_shown_before_what_was_foreseen() {
    fn read(name: &str) -> Result<Map, String> {
        Ok([("name".into(), Value::from(name)), ("uid".into(), 7.into())].into_iter().collect())
    }
    let done = with(Outcome::succeeded("ok"), [("uid".into(), 8.into())].into_iter().collect());
    let intent = act(Outcome::would_change(""), vec![], done).then_look("x", read);
    let changes = Value::Map(step(intent).carry_out().await.changes).to_json();
    assert_eq!(changes, serde_json::json!({"name": "x", "uid": 8}));
}
