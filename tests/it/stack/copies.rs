//! Twenty copies of the stack: what a run costs that finds nothing to change.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::local_aws::{Fault, Moto, Proxy};

const COPIES: usize = 20;
/// Three calls a copy that AWS has no batch for (the attributes of two queues and of a balancer), and a few pages.
const BUDGET: usize = 75;

fn names() -> Vec<String> {
    (0..COPIES).map(|number| format!("service{number:02}")).collect()
}

/// `orchestration/` with the stack once for each name, each an SLS of its own.
fn tree() -> TempDir {
    let directory = tempfile::tempdir().expect("a directory");
    let top = Path::new(env!("CARGO_MANIFEST_DIR")).join("orchestration");
    let stack = std::fs::read_to_string(top.join("states/myapp.sls")).expect("the stack");
    let cluster = "{% set cluster = grains.cluster_name %}";
    assert!(stack.contains(cluster), "the stack has changed");
    let states = directory.path().join("states");
    std::fs::create_dir(&states).expect("a directory");
    for name in names() {
        let own = format!("{{% set cluster = '{name}-testing-useast1' %}}");
        std::fs::write(states.join(format!("{name}.sls")), stack.replace(cluster, &own)).expect("a file");
    }
    let minion = json!({
        "file_client": "local", "id": "copies", "root_dir": directory.path().join("root"),
        "file_roots": {"base": [states]}, "pillar_roots": {"base": [top.join("pillar")]},
    });
    std::fs::write(directory.path().join("minion"), minion.to_string()).expect("a file");
    directory
}

/// Runs all copies; answers whether anything changed.
async fn run(proxy: &Proxy, tree: &TempDir) -> bool {
    proxy.set(Fault::None);
    let mut command = Command::new(env!("CARGO_BIN_EXE_orchestrate"));
    command
        .env_clear()
        .env("XDG_STATE_HOME", env!("CARGO_TARGET_TMPDIR"))
        .env("HOME", "/nonexistent")
        .envs([("SERVICE_NAME", "myapp"), ("SERVICE_INSTANCE", "testing"), ("REGION", "useast1")])
        .env("AWS_ENDPOINT_URL", &proxy.endpoint)
        .arg("-c")
        .arg(tree.path())
        .args(["--out", "json", "state.sls", &names().join(",")]);
    let done = tokio::task::spawn_blocking(move || command.output()).await.expect("no panic");
    let done = done.expect("it runs");
    let answer: Value = serde_json::from_slice(&done.stdout)
        .unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(&done.stderr)));
    let states = answer["local"].as_object().unwrap_or_else(|| panic!("no states: {answer:#}"));
    assert_eq!(states.len() % COPIES, 0);
    let failed: Vec<_> = states.values().filter(|state| state["result"] != true).collect();
    assert!(failed.is_empty(), "{failed:#?}");
    states.values().any(|state| state["changes"].as_object().is_some_and(|changes| !changes.is_empty()))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn twenty_copies_of_the_stack_are_found_unchanged_by_few_calls() {
    let moto = Moto::seeded();
    let proxy = Proxy::start(&moto.endpoint).await;
    let tree = tree();
    assert!(run(&proxy, &tree).await, "nothing was made");
    assert!(!run(&proxy, &tree).await, "the second run changed something");
    let calls = proxy.traffic().calls;
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for call in &calls {
        *counts.entry(format!("{}:{}", call.service, call.name)).or_default() += 1;
    }
    println!("{COPIES} copies, no change: {} calls (at most {BUDGET})\n{counts:#?}", calls.len());
    assert!(calls.len() <= BUDGET, "{} calls instead of {BUDGET}: {counts:#?}", calls.len());
}
