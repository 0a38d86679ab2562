//! A test run, a real run and a second run of some states in a machine of their own.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use serde_json::Value as Json;
use tempfile::TempDir;

use super::{MINION, RUNS, write_programs};
use crate::recorded::tree::make;
use crate::support::write_program;

/// Why a test with a machine of its own is left out.
pub(super) const NO_BOX: &str = "only root makes mount namespaces, and not in every container";

/// What is left of the runs: `tree` now, `after_test` and `after` as copies of it.
pub(super) struct Ran {
    directory: TempDir,
    /// What the real run said.
    pub said: String,
}

impl Ran {
    /// Runs an SLS after a script that prepares the machine. Files have their paths from its root.
    pub fn in_box(sls: &str, files: &[(&str, &[u8])], script: &str) -> Self {
        let directory = tempfile::tempdir().expect("a directory");
        let place = directory.path();
        let machine: BTreeMap<String, Json> =
            serde_json::from_str(include_str!("machine.json")).expect("the machine");
        make(&place.join("tree"), &machine, &str::to_owned);
        let programs = place.join("tree/etc/programs");
        std::fs::create_dir(&programs).expect("a directory");
        write_programs(&programs);
        let put = |name: &str, bytes: &[u8]| {
            let path = place.join(name);
            std::fs::create_dir_all(path.parent().expect("a parent")).expect("directories");
            std::fs::write(path, bytes).expect("a file");
        };
        for (name, bytes) in files {
            put(&format!("tree/{name}"), bytes);
        }
        put("states/case.sls", sls.as_bytes());
        put("conf/minion", MINION.as_bytes());
        put("pillar.json", b"{}");
        put("pillar/none", b"");
        let runs = RUNS.replacen("run True test.json", &format!("{script}\nrun True test.json"), 1);
        write_program(&place.join("runs.sh"), &runs);
        let run = Command::new("/bin/sh")
            .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/machine/sandbox.sh"))
            .args([place, &place.join("runs.sh"), place])
            .env_clear()
            .env("XDG_STATE_HOME", env!("CARGO_TARGET_TMPDIR"))
            .env("PATH", "/usr/sbin:/usr/bin:/sbin:/bin")
            .env("AWS_EC2_METADATA_DISABLED", "true")
            .env("ORCHESTRATE", env!("CARGO_BIN_EXE_orchestrate"))
            .output()
            .expect("the sandbox");
        let text = |name: &str| {
            String::from_utf8_lossy(&std::fs::read(place.join(name)).unwrap_or_default()).into_owned()
        };
        let said = format!("{}{}{run:?}", text("real.json"), text("real.json.err"));
        Self { directory, said }
    }

    /// A file; empty if there is none.
    pub fn read(&self, name: &str) -> Vec<u8> {
        std::fs::read(self.directory.path().join(name)).unwrap_or_default()
    }

    /// Whether there is something at a path.
    pub fn exists(&self, name: &str) -> bool {
        self.directory.path().join(name).symlink_metadata().is_ok()
    }

    /// The return of a state in one of the runs: `test`, `real`, `again`.
    pub fn of(&self, run: &str, id: &str) -> Json {
        let answer: Json = serde_json::from_slice(&self.read(&format!("{run}.json"))).unwrap_or_default();
        let all = answer["local"].as_object().cloned().unwrap_or_default();
        let found = all.into_iter().find(|(tag, _)| tag.split("_|-").nth(1) == Some(id));
        found.unwrap_or_else(|| panic!("{id} in {run}: {}", self.said)).1
    }
}
