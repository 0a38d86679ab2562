//! Deployments and rollbacks on a disk that is full: a small file system that is mounted in a mount namespace of its own.

use std::process::Command;

use super::yard::Yard;
use crate::support::left_out;

/// Begins each script: `deploy` and its like run the binary, `fill` leaves not one block.
const BEGIN: &str = "mkdir -p srv cache/run; mount -t tmpfs -o size=4m none srv; mount -t tmpfs -o size=256k none cache\n\
                     mkdir -p cache/run; chmod 700 cache/run\n\
                     run() { \"$BINARY\" -c orchestration \"$@\"; echo \"exit $?\"; }\n\
                     promote() { run artifact promote \"$@\" --key signing.pem >/dev/null; }\n\
                     fill() { cat /dev/zero >$1/filler 2>/dev/null; }\n\
                     at() { echo \"current $(readlink srv/myapp/current), there $(ls srv/myapp/releases | xargs)\"; }\n";

/// Runs a script where `srv` and `cache` are small file systems; nothing where that is not possible.
fn in_small_disks(yard: &Yard, script: &str) -> Option<String> {
    let may = Command::new("unshare").args(["--mount", "--propagation", "private", "true"]).status();
    if machine::account::own_uid() != 0 || !may.is_ok_and(|status| status.success()) {
        left_out("a full disk", 1, "only root mounts file systems, and not in every container", false);
        return None;
    }
    let root = yard.path(".").canonicalize().expect("a directory");
    let done = Command::new("unshare")
        .args(["--mount", "--propagation", "private", "/bin/sh", "-c", &format!("{BEGIN}{script} 2>&1")])
        .current_dir(&root)
        .env_clear()
        .env("PATH", "/usr/sbin:/usr/bin:/sbin:/bin")
        .env("BINARY", env!("CARGO_BIN_EXE_orchestrate"))
        .env("XDG_STATE_HOME", root.join(".state"))
        .env("AWS_EC2_METADATA_DISABLED", "true")
        .output()
        .expect("unshare");
    Some([done.stdout, done.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).concat())
}

/// Revisions whose files hold this many bytes that cannot be compressed.
fn yard(keep: usize, bytes: usize, revisions: &[&str], hook: impl Fn(&str) -> String) -> Yard {
    let yard = Yard::new();
    let public = yard.json("artifact key signing.pem")["public_key"].as_str().expect("a key").to_owned();
    let store = yard.path("store").display().to_string();
    yard.configure(&store, &public, &format!("base: False, keep: {keep}, keep_free_bytes: 0"));
    for revision in revisions {
        yard.source("lib/noise", &super::broken::noise(bytes));
        yard.source("hooks/validate", &format!("#!/bin/sh\n{}\n", hook(revision)));
        yard.published("myapp", revision);
    }
    yard
}

#[test]
fn a_release_that_fills_the_disk_gives_way_and_the_report_says_what_stands() {
    let yard = yard(3, 1000, &["r1", "r2"], |revision| match revision {
        "r2" => "cat /dev/zero >$DEPLOY_ROOT/filler; exit 1".to_owned(),
        _ => "true".to_owned(),
    });
    let script = "promote myapp r1; run deploy myapp testing >/dev/null\n\
                  promote myapp r2; run deploy myapp testing; at; run status myapp\n\
                  echo again; run deploy myapp testing; at; rm srv/filler\n\
                  echo freed; run deploy myapp testing; run status myapp; ls -a srv/myapp";
    let Some(said) = in_small_disks(&yard, &format!("({script})")) else { return };
    let (first, rest) = said.split_once("again\n").expect("the second deployment");
    assert!(first.contains("r1 is in service again, but that is not recorded yet"), "{said}");
    assert!(first.contains("No space left on device"), "{said}");
    assert!(first.contains("current releases/r1, there r1 r2"), "{said}");
    // The next run makes room by itself, and records what it could not record before.
    let (again, freed) = rest.split_once("freed\n").expect("the third one");
    assert!(again.contains("this instance rolled back from it"), "{said}");
    assert!(again.contains("current releases/r1"), "{said}");
    assert!(freed.contains("this instance rolled back from it") && freed.contains("- r2"), "{said}");
    assert!(!freed.contains(".rollback"), "{said}");
}

#[test]
fn a_rollback_on_a_full_disk_switches_the_links_although_nothing_can_be_written() {
    let yard = yard(3, 1000, &["r1", "r2"], |_| "true".to_owned());
    let script = "promote myapp r1; run deploy myapp testing >/dev/null\n\
                  promote myapp r2; run deploy myapp testing >/dev/null\n\
                  fill srv; fill cache; run rollback myapp; at\n\
                  echo again; run deploy myapp testing; at";
    let Some(said) = in_small_disks(&yard, &format!("({script})")) else { return };
    let (back, again) = said.split_once("again\n").expect("a deployment");
    assert!(back.contains("rolled back") && back.contains("exit 0"), "{said}");
    assert!(back.contains("the rollback to r1 is not recorded yet"), "{said}");
    assert!(back.contains("current releases/r1, there r1 r2"), "{said}");
    assert!(again.contains("this instance rolled back from it"), "{said}");
    assert!(again.contains("current releases/r1"), "{said}");
}

#[test]
fn a_lock_is_taken_on_a_full_disk_and_a_run_that_frees_room_is_not_refused() {
    let yard = yard(3, 1000, &["r1"], |_| "true".to_owned());
    let script = "fill cache; promote myapp r1; run deploy myapp testing; at; ls -l cache/run/lock";
    let Some(said) = in_small_disks(&yard, &format!("({script})")) else { return };
    assert!(said.contains("deployed") && said.contains("current releases/r1, there r1"), "{said}");
    assert!(!said.contains("could not lock"), "{said}");
}

#[test]
fn old_releases_go_when_room_is_short_and_the_way_back_stays() {
    let revisions = ["r1", "r2", "r3", "r4", "r5"];
    let yard = yard(4, 500_000, &revisions, |_| "true".to_owned());
    let mut script = String::new();
    for revision in &revisions[..4] {
        script.push_str(&format!("promote myapp {revision}; run deploy myapp testing >/dev/null\n"));
    }
    script.push_str(
        "at; head -c 1500000 /dev/zero >srv/other; promote myapp r5; run deploy myapp testing; at\n",
    );
    script.push_str("run rollback myapp; at");
    let Some(said) = in_small_disks(&yard, &format!("({script})")) else { return };
    assert!(said.contains("current releases/r4, there r1 r2 r3 r4"), "{said}");
    assert!(said.contains("there is little room: r1 of myapp is removed"), "{said}");
    assert!(said.contains("current releases/r5") && !said.contains("there r1 r2 r3 r4 r5"), "{said}");
    assert!(said.trim_end().ends_with("r5") && said.contains("current releases/r4, there "), "{said}");

    let yard = self::yard(4, 1_500_000, &["r1", "r2"], |_| "true".to_owned());
    let script = "promote myapp r1; run deploy myapp testing >/dev/null\n\
                  promote myapp r2; run deploy myapp testing; at";
    let Some(said) = in_small_disks(&yard, &format!("({script})")) else { return };
    assert!(said.contains("there is no room for r2 of myapp"), "{said}");
    assert!(said.contains("keep_free_bytes") && said.contains("current releases/r1, there r1"), "{said}");
}
