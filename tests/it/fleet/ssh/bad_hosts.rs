//! What goes wrong: keys, directories that others prepared, hosts and operators that go in the middle, disks that take no more.

use std::os::unix::fs::{PermissionsExt, chown};
use std::process::{Command, Stdio};

use serde_json::json;

use super::super::{Printed, pause, signal_to};
use super::Sshd;
use crate::support::left_out;

#[test]
fn a_host_with_another_key_and_an_operator_with_a_wrong_one_are_refused() {
    let Some(sshd) = Sshd::up() else { return };
    sshd.know("other-key");
    for words in [&["web1", "test.ping"][..], &["-i", "web1", "test.ping"], &["-r", "web1", "true"]] {
        let refused = sshd.run(words);
        assert!(refused.stdout.contains("REMOTE HOST IDENTIFICATION HAS CHANGED"), "{words:?} {refused:?}");
        assert!(refused.stdout.contains("Host key verification failed."), "{words:?} {refused:?}");
        assert_eq!(refused.code, Some(1), "{words:?} {refused:?}");
    }
    // A roster cannot switch the check off.
    let loose =
        ["--ssh-option", "StrictHostKeyChecking=no", "--ssh-option", "CheckHostIP=no", "web1", "test.ping"];
    assert!(sshd.run(&loose).stdout.contains("Host key verification failed."));
    std::fs::write(sshd.path("known"), "").unwrap();
    let unknown = sshd.run(&["web1", "test.ping", "--out", "json"]);
    let said = unknown.json()["web1"].as_str().unwrap_or_default().to_owned();
    assert!(
        said.contains("No ED25519 host key is known") && said.contains("verification failed"),
        "{unknown:?}"
    );
    let accepted = sshd.run(&["-i", "-r", "web1", "echo yes", "--out", "json"]);
    assert_eq!(accepted.json()["web1"]["stdout"], "yes\n", "{accepted:?}");
    assert!(std::fs::read_to_string(sshd.path("known")).unwrap().contains("ed25519"), "it is noted");

    std::fs::copy(sshd.path("other-key.pub"), sshd.path("authorized")).unwrap();
    let denied = sshd.run(&["web1", "test.ping", "--out", "json"]);
    let said = denied.json()["web1"].as_str().unwrap_or_default().to_owned();
    assert!(said.contains("Permission denied (publickey)") && denied.code == Some(1), "{denied:?}");
}

#[test]
fn a_directory_or_a_program_that_somebody_else_prepared_is_not_used() {
    let Some(sshd) = Sshd::up() else { return };
    let remote = sshd.path("remote");
    let said = |printed: &Printed| printed.json()["web1"].as_str().unwrap_or_default().to_owned();
    std::fs::create_dir(&remote).unwrap();
    for mode in [0o777, 0o755, 0o710] {
        std::fs::set_permissions(&remote, std::fs::Permissions::from_mode(mode)).unwrap();
        let refused = sshd.run(&["web1", "test.ping", "--out", "json"]);
        let expected =
            format!("Nothing was started: the directory {} is open to other users", remote.display());
        assert!(said(&refused).starts_with(&expected) && refused.code == Some(1), "{refused:?}");
    }
    std::fs::set_permissions(&remote, std::fs::Permissions::from_mode(0o700)).unwrap();
    let is_root = chown(&remote, Some(12345), Some(12345)).is_ok();
    left_out("a directory of somebody else", usize::from(!is_root), "this is not root", false);
    if is_root {
        let refused = sshd.run(&["web1", "test.ping", "--out", "json"]);
        assert!(said(&refused).contains("belongs to another user"), "{refused:?}");
        chown(&remote, Some(0), Some(0)).unwrap();
    }
    assert_eq!(sshd.on_host(), [] as [&str; 0]);

    // A program that is not the one that was shipped is replaced, not run.
    assert_eq!(sshd.run(&["web1", "test.ping"]).code, Some(0));
    let [program] = sshd.on_host().try_into().unwrap();
    let forged = format!("#!/bin/sh\ntouch {}\n", sshd.text("forged"));
    std::fs::write(remote.join(&program), &forged).unwrap();
    let mended = sshd.run(&["web1", "test.ping"]);
    assert_eq!((mended.stdout.as_str(), mended.code), ("web1:\n    True\n", Some(0)), "{mended:?}");
    assert!(!sshd.path("forged").exists());
    assert!(std::fs::metadata(remote.join(&program)).unwrap().len() > 1 << 20);
}

#[test]
fn a_disk_that_takes_no_more_is_reported_and_nothing_is_left() {
    // A limit of the size of files, in blocks of 512 bytes: less than the program has.
    let Some(sshd) = Sshd::up_within("ulimit -f 2000; exec") else { return };
    let full = sshd.run(&["web1", "test.ping", "--out", "json"]);
    let said = full.json()["web1"].as_str().unwrap_or_default().to_owned();
    assert!(said.contains("the program could not be stored in"), "{full:?}");
    assert_eq!((full.code, sshd.on_host().len()), (Some(1), 0), "{full:?}");
}

#[test]
fn a_host_that_dies_in_the_middle_is_named_and_a_job_whose_operator_dies_ends() {
    let Some(sshd) = Sshd::up() else { return };
    assert_eq!(sshd.run(&["web1", "test.ping"]).code, Some(0));
    // A command that no other test has.
    let sleep = format!("sleep 600.{}", sshd.port);
    let start = || {
        let mut command = sshd.command(&["web1", "cmd.run", &sleep, "--out", "json"]);
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
    };
    // The host's side dies: the connection ends, and with it the job.
    let mut waiting = start();
    // An earlier job collects grains.
    sshd.until_some(&sleep, &mut waiting);
    let (job, _) = sshd.jobs()[0].clone();
    let status = std::fs::read_to_string(format!("/proc/{job}/status")).unwrap();
    let parent = status.lines().find_map(|line| line.strip_prefix("PPid:")).unwrap().trim().to_owned();
    signal_to(parent.parse().unwrap(), "KILL");
    let printed = Printed::of(waiting.wait_with_output().unwrap());
    let said = printed.json()["web1"].as_str().unwrap_or_default().to_owned();
    assert!(said.starts_with("The job was started, but its answer did not arrive:"), "{printed:?}");
    assert_eq!(printed.code, Some(1));
    for (pid, _) in sshd.jobs().into_iter().chain(sshd.processes(&sleep)) {
        // One may have ended with another.
        let _ = Command::new("kill").args(["-KILL", &pid.to_string()]).output();
    }
    sshd.until_none(&sleep);

    // What was killed could not tidy up; a later visit does, after a day.
    for name in sshd.on_host().iter().filter(|name| name.starts_with("job-")) {
        std::fs::remove_dir_all(sshd.path("remote").join(name)).unwrap();
    }

    // The operator dies: the host ends the job.
    let mut killed = start();
    sshd.until_some(&sleep, &mut killed);
    killed.kill().unwrap();
    killed.wait().unwrap();
    sshd.until_idle();
    sshd.until_none(&sleep);
    for _ in 0..100 {
        if sshd.on_host().iter().all(|name| !name.starts_with("job-")) {
            break;
        }
        pause();
    }
    assert!(sshd.on_host().iter().all(|name| !name.starts_with("job-")), "{:?}", sshd.on_host());
    let late = sshd.run(&["web1", "cmd.run", &sleep, "--job-timeout", "2", "--out", "json"]);
    assert_eq!(late.json(), json!({"web1": "the job took longer than its deadline of 2 s"}), "{late:?}");
    assert_eq!((sshd.jobs(), sshd.processes(&sleep)), (vec![], vec![]));
}
