//! States one after the other, which share what they work on: a server, a packet filter. `story.py` recorded what Salt 3007 made of
//! each step in a test run, a real run and a second real run.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use serde::Deserialize;
use serde_json::{Value as Json, json};

use super::judge::Judge;
use crate::support::Place;

const PATH: &str = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

/// A state, and what is done by hand before it.
#[derive(Debug, Deserialize)]
struct Step {
    label: String,
    before: Option<String>,
    state: String,
    name: String,
    arguments: Json,
}

/// What Salt answered.
#[derive(Debug, Deserialize)]
struct Answers {
    test: Json,
    real: Json,
    #[serde(default)]
    after: BTreeMap<String, String>,
}

/// What the states of a story work on. It is stopped when this goes.
pub(crate) trait Stage {
    /// The configuration of the minion.
    fn minion(&self) -> String;

    /// What a step does before its state.
    fn prepare(&self, what: &str);

    /// Words of steps, and what they stand for.
    fn texts(&self) -> Vec<(&'static str, String)> {
        vec![]
    }

    /// A command where the stage is.
    fn within(&self, command: Command) -> Command {
        command
    }

    /// What is there after a step.
    fn seen(&self) -> BTreeMap<String, String> {
        BTreeMap::new()
    }
}

/// Plays a story and complains of what is neither Salt's answer nor a deviation.
pub(crate) fn play(judge: &Judge, story: &str, recorded: &str, stage: &impl Stage) -> Vec<String> {
    let story: Vec<Step> = serde_json::from_str(story).expect("the story");
    let recorded: BTreeMap<String, Answers> = serde_json::from_str(recorded).expect("the record");
    let mut complaints = judge.unknown(|name| recorded.contains_key(name));
    let place = place(stage);
    for step in &story {
        if let Some(before) = &step.before {
            stage.prepare(before);
        }
        place.write(&sls(stage, step));
        let salts = recorded.get(&step.label).unwrap_or_else(|| panic!("{} is not recorded", step.label));
        let [test, real] = ["True", "False"].map(|test| place.answer(stage, test));
        let after = stage.seen();
        let again = place.answer(stage, "False");
        complaints.extend(judge.returns(&step.label, "test", &test, &salts.test));
        complaints.extend(judge.returns(&step.label, "real", &real, &salts.real));
        complaints.extend(judge.trees(&step.label, &after, &salts.after));
        complaints.extend(judge.silence(&step.label, "loud", &real, &again));
        complaints.extend(judge.promise(&step.label, &test, &real));
    }
    complaints.extend(judge.stale(|_| true, true));
    complaints
}

/// A tree of states for the stage.
pub(crate) fn place(stage: &impl Stage) -> Place {
    Place::new().with("orchestration/minion", &stage.minion())
}

fn sls(stage: &impl Stage, step: &Step) -> String {
    let mut arguments = vec![json!({"name": step.name})];
    let own = step.arguments.as_object().expect("arguments");
    arguments.extend(own.iter().map(|(key, value)| json!({key: value})));
    let text = json!({"it": {&step.state: arguments}}).to_string();
    stage.texts().into_iter().fold(text, |text, (word, other)| text.replace(word, &other))
}

impl Place {
    /// Writes the SLS that runs next.
    pub(crate) fn write(&self, sls: &str) {
        std::fs::write(self.path("states/case.sls"), sls).expect("the SLS");
    }

    /// What a run answers.
    pub(crate) fn answer(&self, stage: &impl Stage, test: &str) -> Json {
        let words = ["-c", "orchestration", "--out", "json", "state.sls", "case", &format!("test={test}")];
        let mut command = self.command(&words);
        command.env("PATH", PATH);
        let output = stage.within(command).output().expect("the binary");
        let said = || Json::String(String::from_utf8_lossy(&output.stderr).into_owned());
        // What stands for another at each run is shown as in the story.
        let shown =
            |text: String| stage.texts().iter().fold(text, |text, (word, other)| text.replace(other, word));
        serde_json::from_str(&shown(String::from_utf8_lossy(&output.stdout).into_owned()))
            .unwrap_or_else(|_| said())
    }
}

/// Has `server.sh` of a module start or stop its server in this directory.
pub fn server(module: &str, what: &str, directory: &Path) {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it").join(module).join("server.sh");
    // The server keeps what it is given open, so this is no pipe: nobody could wait for its end.
    let (log, path) = tempfile::NamedTempFile::new().expect("a log").into_parts();
    let mut command = Command::new("/bin/sh");
    command.arg(script).arg(what).arg(directory).env_clear();
    command.stdout(log.try_clone().expect("a log")).stderr(log);
    let status = command.status().expect("a shell");
    let said = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(status.success(), "{module}: {what}: {said}");
}
