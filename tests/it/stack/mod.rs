//! The main job: `orchestrate state.sls myapp` builds the stack of `orchestration/`, on a local AWS, by the binary.

mod bad_days;
mod copies;
mod export;
mod faults;
mod gone;
mod rights;
mod rolling;
mod trips;
mod undo;

use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::local_aws::moto::{localstack, python};
use crate::local_aws::{Fault, Moto, Proxy};

/// A seeded account, and the binary pointed at it.
struct Account {
    moto: Moto,
    proxy: Proxy,
    /// The configuration of `orchestration/`, with locks and a journal of its own: on one host, runs of one SLS do not run at once.
    config: TempDir,
}

impl Account {
    async fn new() -> Self {
        let moto = Moto::seeded();
        let proxy = Proxy::start(&moto.endpoint).await;
        let config = tempfile::tempdir().expect("a directory");
        let minion = Path::new(env!("CARGO_MANIFEST_DIR")).join("orchestration/minion");
        let minion = std::fs::read_to_string(minion).expect("the configuration of the stack");
        let cache = config.path().join("cache");
        std::fs::write(config.path().join("minion"), format!("{minion}cachedir: {}\n", cache.display()))
            .expect("a file");
        Self { moto, proxy, config }
    }

    /// Runs the stack and answers the return by `__id__`, in order.
    async fn run(&self, arguments: &[&str]) -> Vec<(String, Value)> {
        self.apply("myapp", arguments).await
    }

    /// Runs an SLS of `orchestration/` or of this folder, likewise.
    async fn apply(&self, sls: &str, arguments: &[&str]) -> Vec<(String, Value)> {
        self.proxy.set(Fault::None);
        let mut command = self.command(&[&[sls], arguments].concat());
        let out =
            tokio::task::spawn_blocking(move || command.output()).await.expect("no panic").expect("it runs");
        states(&out)
    }

    /// The binary, to apply states.
    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = self.program();
        command.arg("state.sls").args(arguments);
        command
    }

    /// The binary, with the configuration of the stack.
    fn program(&self) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_orchestrate"));
        command
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .env_clear()
            .env("XDG_STATE_HOME", self.config.path())
            .env("HOME", "/nonexistent")
            .envs([("SERVICE_NAME", "myapp"), ("SERVICE_INSTANCE", "testing"), ("REGION", "useast1")])
            .env("AWS_ENDPOINT_URL", &self.proxy.endpoint)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .arg("-c")
            .arg(self.config.path())
            .args(["--out", "json"]);
        command
    }

    /// Changes the account behind our back, with boto3.
    fn drift(&self) {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/stack/drift.py");
        let status =
            Command::new(python()).arg(script).arg(&self.moto.endpoint).status().expect("drift.py runs");
        assert!(status.success(), "drift.py failed");
    }

    /// The same, with all rights. Afterwards `again` takes them away.
    fn drifted_under(&self, again: impl FnOnce()) {
        self.moto.set(&json!({"policy": null}));
        self.drift();
        again();
    }

    /// What an independent client (boto3) reads back.
    fn show(&self, sections: &[&str]) -> String {
        let out = Command::new(python())
            .arg(localstack().join("show.py"))
            .args(["--endpoint", &self.moto.endpoint])
            .args(sections)
            .output()
            .expect("localstack/show.py runs");
        assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
        String::from_utf8_lossy(&out.stdout).into_owned()
    }

    /// ARNs of the scaling policies, as boto3 reads them.
    fn policy_arns(&self) -> String {
        self.show(&["scaling_policies"])
    }
}

/// The return by `__id__`, in order.
fn states(out: &Output) -> Vec<(String, Value)> {
    let text = String::from_utf8_lossy(&out.stdout);
    let json: Value = serde_json::from_str(&text)
        .unwrap_or_else(|error| panic!("{error}: {text}\n{}", String::from_utf8_lossy(&out.stderr)));
    let states = json["local"].as_object().unwrap_or_else(|| panic!("no states: {text}"));
    states
        .values()
        .map(|state| (state["__id__"].as_str().expect("an id").to_owned(), state.clone()))
        .collect()
}

fn results(states: &[(String, Value)]) -> Vec<(&str, &Value)> {
    states.iter().map(|(id, state)| (id.as_str(), &state["result"])).collect()
}

fn changed(states: &[(String, Value)]) -> Vec<&str> {
    let has_changes = |state: &Value| state["changes"].as_object().is_some_and(|changes| !changes.is_empty());
    states.iter().filter(|(_, state)| has_changes(state)).map(|(id, _)| id.as_str()).collect()
}

#[track_caller]
fn all(states: &[(String, Value)], expected: &Value) {
    for (id, state) in states {
        assert_eq!(&state["result"], expected, "{id}: {state:#}");
    }
}

/// The calls of one run, sorted by name.
fn names(proxy: &Proxy) -> String {
    let mut names: Vec<String> =
        proxy.traffic().calls.iter().map(|call| format!("{}:{}\n", call.service, call.name)).collect();
    names.sort();
    names.concat()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_service_is_built_found_unchanged_and_mended() {
    let account = Account::new().await;

    let foreseen = account.run(&["test=True"]).await;
    all(&foreseen, &Value::Null);
    assert_eq!(account.proxy.mutating(), Vec::<String>::new(), "test=True changed something");

    let built = account.run(&[]).await;
    all(&built, &Value::Bool(true));
    assert_eq!(changed(&built).len(), built.len(), "a first run changes every state");
    for ((id, foreseen), (_, built)) in foreseen.iter().zip(&built) {
        assert!(
            agrees(&foreseen["changes"], &built["changes"]),
            "{id}: foreseen {:#}\nbuilt {:#}",
            foreseen["changes"],
            built["changes"]
        );
    }
    insta::with_settings!({filters => identifiers()}, {
        insta::assert_snapshot!("what_boto3_reads_back", account.show(&[]));
    });

    let again = account.run(&[]).await;
    all(&again, &Value::Bool(true));
    assert_eq!(changed(&again), Vec::<&str>::new());
    assert_eq!(account.proxy.mutating(), Vec::<String>::new(), "a second run changed something");
    let calls = account.proxy.traffic().calls.len();
    assert!(calls <= 12, "{calls} calls for a run without changes:\n{}", names(&account.proxy));
    insta::assert_snapshot!("calls_without_a_change", names(&account.proxy));
    assert!(account.proxy.traffic().most_in_flight > 1, "reads are made one after the other");

    account.drift();
    let arns = account.policy_arns();
    let expected =
        ["alarm busy", "instance group", "instances", "role"].map(|id| format!("myapp-testing-useast1 {id}"));
    let foreseen = account.run(&["test=True"]).await;
    assert_eq!(sorted(changed(&foreseen)), expected);
    let mended = account.run(&[]).await;
    all(&mended, &Value::Bool(true));
    assert_eq!(sorted(changed(&mended)), expected, "{:#?}", results(&mended));
    assert_eq!(account.policy_arns(), arns, "scaling policies keep their ARNs");
    insta::assert_snapshot!("calls_that_mend_the_drift", sorted_calls(&account.proxy));
    insta::with_settings!({filters => identifiers()}, {
        insta::assert_snapshot!("what_boto3_reads_back", account.show(&[]));
    });
}

fn sorted(mut ids: Vec<&str>) -> Vec<&str> {
    ids.sort_unstable();
    ids
}

fn sorted_calls(proxy: &Proxy) -> String {
    let mut calls = proxy.mutating();
    calls.sort();
    calls.join("\n")
}

/// Equal, but that an identifier nobody knew yet stands for any.
fn agrees(foreseen: &Value, done: &Value) -> bool {
    match (foreseen, done) {
        (Value::String(a), Value::String(b)) => a == b || a.contains("(known after apply)"),
        (Value::Array(a), Value::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| agrees(a, b))
        }
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len() && a.iter().all(|(key, a)| b.get(key).is_some_and(|b| agrees(a, b)))
        }
        (a, b) => a == b,
    }
}

/// What AWS makes up anew in each account.
fn identifiers() -> Vec<(&'static str, &'static str)> {
    vec![
        (r"\b(sg|subnet|vpc|i|ami|igw|rtb|acl|eni|vol)-[0-9a-f]{8,17}\b", "$1-ID"),
        (r"\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b", "UUID"),
        (r"\b(myapp-testing-useast1)-[0-9a-f]{32}\b", "$1-HASH"),
        (r"(?m)^(\s*instances?: )\d+$", "${1}N"),
    ]
}
