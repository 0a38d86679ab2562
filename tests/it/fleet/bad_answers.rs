//! Answers that are too long, and instances that cannot keep what they should: nothing is lost, and nothing runs unnoted.

use std::path::PathBuf;
use std::process::Command;

use serde_json::json;

use super::{Fleet, pause};
use crate::support::left_out;

#[test]
fn a_long_answer_comes_whole_and_one_that_is_too_long_says_so() {
    let Some(fleet) = Fleet::up(1, true) else { return };
    fleet.ping_until("ops1", &["web-1"]);
    let run = |bytes: &str| {
        let command = format!("head -c {bytes} /dev/zero | tr '\\0' x");
        let words = ["fleet", "web-1", "cmd.run", &command, "python_shell=True", "--timeout", "60"];
        fleet.run("ops1", &[&words[..], &["--static", "--out", "json"]].concat())
    };
    // More than one message of the servers.
    let long = run("6000000");
    assert_eq!((long.code, long.json()["web-1"].as_str().map(str::len)), (Some(0), Some(6_000_000)));
    let too_long = run("64000000");
    assert_eq!(too_long.code, Some(1), "{}", too_long.stderr);
    let told = too_long.json()["web-1"].to_string();
    assert!(told.contains("longer than 12 MiB and was not sent"), "{}", &told[..told.len().min(300)]);
    fleet.ping_until("ops2", &["web-1"]);
}

/// A small file system, unmounted when dropped; none where this process may not mount.
struct Small(PathBuf);

impl Small {
    fn mounted(path: PathBuf) -> Option<Self> {
        std::fs::create_dir_all(&path).unwrap();
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", "size=1m,mode=0700", "tmpfs"]).arg(&path);
        let is_mounted = mount.output().is_ok_and(|done| done.status.success());
        left_out(
            "a full disk of an instance",
            usize::from(!is_mounted),
            "it needs root, to mount a small disk",
            false,
        );
        is_mounted.then_some(Self(path))
    }

    fn fill(&self) {
        // Down to the last byte: the file ends where the disk does.
        let _ = std::fs::write(self.0.join("filler"), vec![0; 2 << 20]);
        let _ = std::fs::write(self.0.join("rest"), vec![0; 4096]);
    }

    fn free(&self) {
        for name in ["filler", "rest"] {
            let _ = std::fs::remove_file(self.0.join(name));
        }
    }
}

impl Drop for Small {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("-l").arg(&self.0).status();
    }
}

#[test]
fn a_job_that_cannot_be_noted_is_not_started_and_an_answer_that_cannot_be_kept_is_not_lost() {
    let Some(fleet) = Fleet::up(0, false) else { return };
    let Some(disk) = Small::mounted(fleet.path("full-1/state")) else { return };
    let mut agent = fleet.start_agent("full-1", "full-1");
    fleet.keys_until("ops1", "minions_pre", &["full-1"]);
    assert_eq!(fleet.run("ops1", &["key", "accept-all"]).code, Some(0));
    fleet.ping_until("ops1", &["full-1"]);
    let mark = fleet.path("mark");
    let run = |command: String| {
        let words = ["fleet", "full-1", "cmd.run", &command, "python_shell=True", "--timeout", "60"];
        fleet.run("ops1", &[&words[..], &["--static", "--out", "json"]].concat())
    };
    let touch = format!("echo ran >> {}", mark.display());
    disk.fill();
    let refused = run(touch.clone());
    assert_eq!(refused.code, Some(1), "{refused:?}");
    assert!(
        refused.json()["full-1"].to_string().contains("cannot be written to disk, so it was not started"),
        "{refused:?}"
    );
    assert!(!mark.exists());
    disk.free();
    // The disk fills while the job runs: its answer arrives all the same.
    let filling = format!("{touch}; head -c 2000000 /dev/zero > {}/filler; echo done", disk.0.display());
    let answered = run(filling);
    assert_eq!(
        answered.json()["full-1"].as_str().map(|text| text.ends_with("done")),
        Some(true),
        "{answered:?}"
    );
    disk.free();
    assert_eq!(run(touch).code, Some(0));
    agent.end();
    pause();
    assert_eq!(std::fs::read_to_string(&mark).unwrap(), "ran\nran\n");
    assert_eq!(fleet.run("ops1", &["key", "list", "--out", "json"]).json()["minions"], json!(["full-1"]));
}
