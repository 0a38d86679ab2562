//! The units of `schedule.present` beside systemd's own reading of them.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use serde_json::Value as Json;

use crate::support::{left_out, missing};

const ANALYZE: &str = "/usr/bin/systemd-analyze";

/// What cases of jobs pin is what `systemd-analyze verify` finds nothing wrong with.
#[test]
fn systemd_reads_the_units_of_jobs() {
    let pinned: BTreeMap<String, BTreeMap<String, Json>> =
        serde_json::from_str::<BTreeMap<String, Json>>(&super::read("pinned.json"))
            .expect("the answers")
            .into_iter()
            .filter(|(name, _)| name.starts_with("schedule_") && name.ends_with("(after)"))
            .map(|(name, tree)| (name, serde_json::from_value(tree).expect("a tree")))
            .collect();
    let is_new = |tree: &BTreeMap<String, Json>| {
        tree.values().any(|file| file.as_str().is_some_and(|text| text.contains("[Timer]")))
    };
    assert!(pinned.values().filter(|tree| is_new(tree)).count() > 4, "jobs are pinned: {pinned:?}");
    let missing = missing(&[ANALYZE]);
    if !missing.is_empty() {
        left_out("units of jobs", pinned.len(), &missing, false);
        return;
    }
    for (name, tree) in pinned {
        let directory = tempfile::tempdir().expect("a directory");
        for (path, what) in &tree {
            let Some((_, text)) = what.as_str().and_then(|what| what.split_once(' ')) else { continue };
            if let Some(unit) = path.strip_prefix("etc/systemd/system/").filter(|_| text.contains("[Unit]")) {
                let text = text.replace("$ORCHESTRATE", "/bin/true").replace("$BOX", "/srv");
                std::fs::write(directory.path().join(unit), text).expect("a file");
            }
        }
        verify(&name, directory.path());
    }
}

fn verify(name: &str, directory: &Path) {
    let units =
        std::fs::read_dir(directory).expect("a directory").map(|entry| entry.expect("an entry").path());
    for unit in units {
        let said = Command::new(ANALYZE).args(["verify", "--man=no"]).arg(&unit).output().expect("it runs");
        let printed = String::from_utf8_lossy(&said.stderr);
        let about = printed.lines().filter(|line| line.contains("orchestrate-job-"));
        let complaints: Vec<&str> = about.collect();
        assert!(said.status.success() && complaints.is_empty(), "{name}, {}: {printed}", unit.display());
    }
}

/// What a timer starts: the function of the declaration, with its arguments as they were declared.
#[test]
fn a_timer_calls_the_function_of_its_job() {
    if !super::may_have_sandboxes() {
        left_out(
            "the call of a job",
            1,
            "only root makes mount namespaces, and not in every container",
            false,
        );
        return;
    }
    let directory = tempfile::tempdir().expect("a directory");
    let place = directory.path();
    let kept = place.join("tree/etc/orchestrate/schedule");
    for path in [&kept, &place.join("tree/home"), &place.join("conf"), &place.join("states")] {
        std::fs::create_dir_all(path).expect("directories");
    }
    let minion =
        format!("id: sample\nfile_roots: {{base: [{0}/states]}}\ncachedir: {0}/cache\n", place.display());
    std::fs::write(place.join("conf/minion"), minion).expect("a file");
    let job = r#"{"function": "test.arg", "args": [1, "0644"], "kwargs": {"text": "yes # no"}, "enabled": ENABLED}"#;
    for (name, enabled) in [("on.json", "true"), (r"o\x20f.json", "false")] {
        std::fs::write(kept.join(name), job.replace("ENABLED", enabled)).expect("a file");
    }
    let ask = |words: &[&str]| {
        let sandbox = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/machine/sandbox.sh");
        let asked = Command::new("/bin/sh")
            .arg(sandbox)
            .args([place, Path::new(env!("CARGO_BIN_EXE_orchestrate")), Path::new("-c"), &place.join("conf")])
            .args(["--out", "json", "schedule.run_job"])
            .args(words)
            .env_clear()
            .env("PATH", "/usr/sbin:/usr/bin:/sbin:/bin")
            .env("AWS_EC2_METADATA_DISABLED", "true")
            .output();
        let asked = asked.expect("the sandbox");
        let said =
            String::from_utf8_lossy(&asked.stdout).into_owned() + &String::from_utf8_lossy(&asked.stderr);
        (asked.status.success(), said)
    };
    let answer =
        |words: &[&str]| serde_json::from_str::<Json>(&ask(words).1).expect("an answer")["local"].clone();
    let called = serde_json::json!({"args": [1, "0644"], "kwargs": {"text": "yes # no"}});
    assert_eq!(answer(&["/etc/orchestrate/schedule/on.json"]), called);
    assert_eq!(answer(&["'o f'"])["comment"], "Job o f is disabled.");
    assert_eq!(answer(&["'o f'", "force=True"]), called);
    let (is_well, said) = ask(&["nosuch"]);
    assert!(!is_well && said.contains("Job nosuch does not exist."), "{said}");
}
