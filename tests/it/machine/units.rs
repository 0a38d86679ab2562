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
