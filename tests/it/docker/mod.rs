//! States of Docker on an engine of our own (`engine.py`), beside what Salt 3007 made of the same story on the same engine (`record.py`):
//! each step in a test run, a real run and a second real run. All steps have one engine.

mod deviations;

use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::json;

use crate::recorded::judge::Judge;
use crate::recorded::story::{Stage, place, play};
use crate::support::{left_out, missing};
use deviations::{DEVIATIONS, UNFORESEEN};

const PYTHON: &str = "/usr/bin/python3";

/// An engine, stopped when this goes.
struct Engine {
    directory: tempfile::TempDir,
    child: Option<Child>,
}

/// True where there is no Python; says so.
fn is_left_out(what: &str) -> bool {
    let missing = missing(&[PYTHON]);
    if missing.is_empty() {
        return false;
    }
    left_out(what, 1, &missing, true);
    true
}

#[test]
fn states_of_docker_end_as_in_salt() {
    if is_left_out("all states of Docker") {
        return;
    }
    let engine = Engine::start();
    let judge = Judge::new("docker", DEVIATIONS, UNFORESEEN);
    let complaints = play(&judge, include_str!("story.json"), include_str!("recorded.json"), &engine);
    assert!(complaints.is_empty(), "{} complaints\n{}", complaints.len(), complaints.join("\n"));
}

/// A test run foresees what an earlier state may make possible; a real run fails with the reason and changes nothing.
#[test]
fn an_engine_that_does_not_answer_fails_a_real_run_alone() {
    let engine = Engine { directory: tempfile::tempdir().expect("a directory"), child: None };
    let place = place(&engine);
    for (state, arguments) in [
        ("docker_volume.present", json!([{"name": "data"}])),
        ("docker_network.present", json!([{"name": "back"}])),
        ("docker_network.absent", json!([{"name": "back"}])),
        ("docker_container.running", json!([{"name": "web"}, {"image": "nginx"}, {"networks": ["back"]}])),
        ("docker_container.stopped", json!([{"name": "web"}])),
        ("docker_container.absent", json!([{"name": "web"}])),
        ("docker_image.present", json!([{"name": "nginx"}, {"force": true}])),
        ("docker_image.absent", json!([{"name": "nginx"}])),
    ] {
        place.write(&json!({"it": {state: arguments}}).to_string());
        let said = place.answer(&engine, "True").to_string();
        assert!(said.contains("\"result\":null"), "{state}: {said}");
        let said = place.answer(&engine, "False").to_string();
        assert!(said.contains("\"result\":false") && said.contains("does not answer"), "{state}: {said}");
    }
}

/// A run that was killed after it had removed the old container, and before it renamed the new one, leaves a container under the interim name.
#[test]
fn what_a_killed_replacement_left_is_removed_by_the_next_run() {
    if is_left_out("a killed replacement") {
        return;
    }
    let engine = Engine::start();
    let place = place(&engine);
    let made = |name: &str| format!("POST /containers/create?name={name} {{\"Image\":\"nginx:1.25\"}}\n");
    let pull = "POST /images/create?fromImage=nginx&tag=1.25\n".to_owned();
    let used = made("web.ba9876543210") + "POST /containers/web.ba9876543210/start\n";
    engine.prepare(&(pull + &made("web.0123456789ab") + &used + &made("web.other")));
    place.write(&json!({"web": {"docker_container.running": [{"image": "nginx:1.25"}]}}).to_string());
    for (test, is_there) in [("True", true), ("False", false)] {
        let said = place.answer(&engine, test).to_string();
        assert!(!said.contains("\"result\":false"), "{said}");
        let seen = format!("{:?}", engine.seen());
        assert_eq!(seen.contains("web.0123456789ab"), is_there, "{seen}");
        assert!(seen.contains("web.ba9876543210") && seen.contains("web.other"), "{seen}");
    }
}

impl Engine {
    fn start() -> Self {
        let mut engine = Self { directory: tempfile::tempdir().expect("a directory"), child: None };
        let mut command = engine.script("serve");
        engine.child = Some(command.stdin(Stdio::null()).stdout(Stdio::null()).spawn().expect("the engine"));
        let end = Instant::now() + Duration::from_secs(30);
        while std::os::unix::net::UnixStream::connect(engine.socket()).is_err() {
            assert!(Instant::now() < end, "the engine does not listen");
            std::thread::yield_now();
        }
        engine
    }

    fn socket(&self) -> String {
        self.directory.path().join("socket").display().to_string()
    }

    fn script(&self, what: &str) -> Command {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/docker/engine.py");
        let mut command = Command::new(PYTHON);
        command.arg("-B").arg(script).arg(what).arg(self.socket());
        command
    }

    fn said(mut command: Command) -> Vec<u8> {
        let output = command.output().expect("python");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        output.stdout
    }
}

impl Stage for Engine {
    fn minion(&self) -> String {
        let socket = self.socket();
        format!("id: sample\nfile_roots:\n  base: [states]\ncachedir: cache\ndocker.url: unix://{socket}\n")
    }

    fn prepare(&self, requests: &str) {
        let mut command = self.script("ask");
        command.arg(requests);
        Self::said(command);
    }

    fn texts(&self) -> Vec<(&'static str, String)> {
        vec![("$SOCKET", self.socket())]
    }

    fn seen(&self) -> BTreeMap<String, String> {
        serde_json::from_slice(&Self::said(self.script("seen"))).expect("what there is")
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        if let Some(child) = &mut self.child {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}
