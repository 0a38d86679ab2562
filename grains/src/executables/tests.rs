use std::fs::Permissions;
use std::sync::{Mutex, PoisonError};

use tempfile::TempDir;

use super::*;

const LIMIT: Duration = Duration::from_secs(10);

fn directory(files: &[(&str, u32, &str)]) -> TempDir {
    let dir = TempDir::new().unwrap();
    for (name, mode, text) in files {
        let path = dir.path().join(name);
        fs::write(&path, text).unwrap();
        fs::set_permissions(&path, Permissions::from_mode(*mode)).unwrap();
    }
    dir
}

/// While one test starts a program, no other may write one: the child would hold it open, and it could not be run.
static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

fn run(files: &[(&str, u32, &str)], limit: Duration) -> (Value, Vec<String>) {
    let _guard = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    let dir = directory(files);
    let environment = [("PATH", "/usr/bin:/bin"), ("ROLE", "web")];
    let environment = environment.map(|(name, value)| (name.to_owned(), value.to_owned())).into();
    let (grains, faults) = grains(&[dir.path().to_owned(), "/nonexistent".into()], &environment, limit);
    let shown = format!("{}/", dir.path().display());
    let faults = faults.iter().map(|fault| fault.to_string().replace(&shown, "")).collect();
    (Value::Object(grains.into_iter().collect()), faults)
}

#[cfg(feature = "yaml")]
#[test]
fn programs_print_grains_as_json_or_yaml_and_later_ones_win() {
    let files = [
        ("10-json", 0o755, "#!/bin/sh\nprintf '{\"a\": 1, \"b\": [true]}'"),
        ("20-yaml", 0o755, "#!/bin/sh\nprintf 'a: 2\\nrole: %s\\n' \"$ROLE\""),
        ("30-none", 0o755, "#!/bin/sh\n"),
        ("README", 0o644, "not a program"),
    ];
    let (grains, faults) = run(&files, LIMIT);
    assert_eq!(grains, serde_json::json!({"a": 2, "b": [true], "role": "web"}));
    assert_eq!(faults, Vec::<String>::new());
}

#[test]
fn a_broken_program_costs_its_own_grains_only() {
    let files = [
        ("fails", 0o755, "#!/bin/sh\necho first >&2\necho 'no such role' >&2\nexit 3"),
        ("lists", 0o755, "#!/bin/sh\necho '[1, 2]'"),
        ("module.py", 0o644, "def main(): return {}"),
        ("nowhere", 0o755, "#!/nonexistent\n"),
        ("works", 0o755, "#!/bin/sh\necho '{\"a\": 1}'"),
    ];
    let (grains, faults) = run(&files, LIMIT);
    assert_eq!(grains, serde_json::json!({"a": 1}));
    assert_eq!(
        faults,
        [
            "module.py is a Python module for Salt, and here grains come from programs",
            "fails gave no grains: it ended with exit status: 3: no such role",
            "lists printed no mapping: it is a single value or a list",
            "could not run nowhere for its grains",
        ]
    );
}

#[test]
fn a_program_that_hangs_is_stopped_with_all_it_started() {
    let files =
        [("hangs", 0o755, "#!/bin/sh\nsleep 600 &\nwait"), ("works", 0o755, "#!/bin/sh\necho '{\"a\": 1}'")];
    let limit = Duration::from_millis(300);
    let (_, faults) = run(&files, limit);
    assert!(faults.contains(&"hangs was stopped: it gave no grains within 300ms".to_owned()), "{faults:?}");
}

#[test]
fn stderr_is_read_beside_stdout() {
    // More than a pipe takes, before the first byte on stdout.
    let noisy = "#!/bin/sh\ni=0\nwhile [ $i -lt 3000 ]; do echo 0123456789012345678901234567890123456789 >&2; i=$((i+1)); done\necho '{\"a\": 1}'";
    let (grains, faults) = run(&[("noisy", 0o755, noisy)], LIMIT);
    assert_eq!((grains, faults), (serde_json::json!({"a": 1}), vec![]));
}

#[test]
fn a_program_that_closes_its_output_and_goes_on_is_stopped() {
    let goes_on = "#!/bin/sh\necho '{\"a\": 1}'\nexec >&- 2>&-\nsleep 600";
    let (grains, faults) = run(&[("goes_on", 0o755, goes_on)], Duration::from_millis(300));
    assert_eq!(grains, serde_json::json!({}));
    assert_eq!(faults, ["goes_on was stopped: it gave no grains within 300ms"]);
}

#[test]
fn what_a_program_leaves_behind_is_ended() {
    let dir = TempDir::new().unwrap();
    let noted = dir.path().join("pid");
    let leaves =
        format!("#!/bin/sh\nsleep 600 >&- 2>&- &\necho $! >{}\necho '{{\"a\": 1}}'", noted.display());
    let (grains, faults) = run(&[("leaves", 0o755, &leaves)], LIMIT);
    assert_eq!((grains, faults), (serde_json::json!({"a": 1}), vec![]));
    let pid = fs::read_to_string(noted).unwrap();
    // Its parent is gone, so whoever adopts it reaps it; until then it is a zombie.
    let is_gone = || {
        let stat = fs::read_to_string(format!("/proc/{}/stat", pid.trim())).unwrap_or_default();
        stat.is_empty() || stat.contains(") Z ")
    };
    for _ in 0..1000 {
        if is_gone() {
            return;
        }
        thread::yield_now();
    }
    let _ = Command::new("sleep").arg("1").status();
    assert!(is_gone(), "{pid}");
}
