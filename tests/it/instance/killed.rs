//! `orchestrate deploy` is killed with SIGKILL, by its own hooks and states, and at any other time; asked to end; and
//! begun twice.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

use super::yard::Yard;

/// A service whose file is large enough that unpacking it takes a while.
fn yard() -> Yard {
    let yard = Yard::new();
    let public = yard.json("artifact key signing.pem")["public_key"].as_str().unwrap().to_owned();
    let store = yard.path("store").display().to_string();
    yard.configure(&store, &public, "base: False, keep: 0, keep_free_bytes: 0");
    yard.source("states/top.sls", "base: {'*': [myapp]}\n");
    yard.source("states/myapp.sls", "fine:\n  test.nop: []\n");
    for number in 0..60 {
        yard.source(&format!("lib/{number}"), &format!("{number}\n").repeat(3000));
    }
    yard
}

#[track_caller]
fn is_settled(yard: &Yard, revision: &str) {
    assert_eq!(yard.current().as_deref(), Some(revision));
    let status = yard.json("status myapp")["services"]["myapp"].clone();
    assert_eq!(status["settled"], true, "{status}");
    assert_eq!(status["releases"], serde_json::json!([revision]));
    assert_eq!(yard.json("deploy myapp testing")["result"], "unchanged");
    for entry in fs::read_dir(yard.path("srv/myapp/releases")).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        assert!(name == revision || name == format!(".{revision}.manifest"), "{name} was left behind");
    }
}

/// Kills whoever runs it, the first time.
fn once(yard: &Yard) -> String {
    let mark = yard.path("mark").display().to_string();
    format!("[ -e {mark} ] || {{ touch {mark}; kill -9 $PPID; sleep 5; }}")
}

#[test]
fn by_a_hook_or_a_state_and_the_next_run_finishes() {
    for what in ["pre-release", "post-release", "state"] {
        let yard = yard();
        yard.promoted("myapp", "r1");
        yard.json("deploy myapp testing");
        let kill = once(&yard);
        match what {
            "state" => yard.source(
                "states/myapp.sls",
                &format!("end:\n  module.run:\n    - cmd.shell:\n      - cmd: '{kill}'\n"),
            ),
            hook => yard.source(&format!("hooks/{hook}"), &format!("#!/bin/sh\n{kill}\n")),
        }
        yard.promoted("myapp", "r2");
        let printed = yard.run("deploy myapp testing");
        assert_eq!(printed.code, None, "{what}: {}", printed.whole());
        let expected = if what == "post-release" { "r2" } else { "r1" };
        assert_eq!(yard.current().as_deref(), Some(expected), "{what}");
        assert_eq!(yard.json("deploy myapp testing")["revision"], "r2", "{what}");
        is_settled(&yard, "r2");
    }
}

/// Begins a deployment and does not wait for its end.
fn begin(yard: &Yard) -> Child {
    Command::new(env!("CARGO_BIN_EXE_orchestrate"))
        .args(["-c", "orchestration", "deploy", "myapp", "testing"])
        .current_dir(yard.path("."))
        .env_clear()
        .env("XDG_STATE_HOME", env!("CARGO_TARGET_TMPDIR"))
        .env("AWS_EC2_METADATA_DISABLED", "true")
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary")
}

fn pause(time: Duration) {
    let clock = tokio::runtime::Builder::new_current_thread().enable_time().build().expect("a runtime");
    clock.block_on(async { tokio::time::sleep(time).await });
}

/// Waits until a file is there.
fn wait_for(path: &Path) {
    for _ in 0..3000 {
        if path.exists() {
            return;
        }
        pause(Duration::from_millis(20));
    }
    panic!("{} never came", path.display());
}

#[test]
fn at_any_time_and_the_next_run_finishes() {
    let yard = yard();
    yard.promoted("myapp", "r1");
    let began = std::time::Instant::now();
    yard.json("deploy myapp testing");
    let whole = began.elapsed();
    let rounds = 16;
    for round in 0..rounds {
        let revision = format!("r{}", round + 2);
        yard.promoted("myapp", &revision);
        let mut child = begin(&yard);
        pause(whole * round / rounds + Duration::from_millis(1));
        drop(child.kill());
        drop(child.wait());
        let before = format!("r{}", round + 1);
        let current = yard.current();
        assert!(current.as_ref() == Some(&before) || current.as_ref() == Some(&revision), "{current:?}");
        assert_eq!(yard.json("deploy myapp testing")["revision"], revision.as_str());
        is_settled(&yard, &revision);
    }
}

#[test]
fn what_a_hook_of_a_killed_run_left_is_ended_by_the_next_run() {
    let yard = yard();
    let (began, ticks) = (yard.path("began"), yard.path("ticks"));
    let child = format!("setsid sh -c 'while :; do echo x >>{}; sleep 0.05; done' &", ticks.display());
    yard.source(
        "hooks/pre-release",
        &format!("#!/bin/sh\n[ -e {0} ] && exit 0\n{child}\ntouch {0}\nsleep 600\n", began.display()),
    );
    yard.promoted("myapp", "r1");
    let mut child = begin(&yard);
    wait_for(&began);
    wait_for(&ticks);
    child.kill().expect("it runs");
    child.wait().expect("its end");
    let count = || fs::metadata(&ticks).map_or(0, |facts| facts.len());
    let before = count();
    pause(Duration::from_millis(500));
    assert!(count() > before, "it lives on");
    yard.json("deploy myapp testing");
    let after = count();
    pause(Duration::from_millis(500));
    assert_eq!(count(), after, "it was ended");
    is_settled(&yard, "r1");
}

#[test]
fn two_at_once_are_refused_with_who_is_first() {
    let yard = yard();
    let (began, go) = (yard.path("began"), yard.path("go"));
    let text = format!(
        "#!/bin/sh\ntouch {}\nwhile [ ! -e {} ]; do sleep 0.05; done\n",
        began.display(),
        go.display()
    );
    yard.source("hooks/pre-release", &text);
    yard.promoted("myapp", "r1");
    let mut child = begin(&yard);
    wait_for(&began);
    let told = yard.refused("deploy myapp testing");
    let first = format!("another deployment of 'myapp' is running: process {} since 20", child.id());
    assert!(told.contains(&first), "{told}");
    assert!(yard.refused("rollback myapp").contains(&first));
    let status = yard.json("status myapp")["services"]["myapp"].clone();
    assert_eq!((&status["under_way"]["pid"], &status["settled"]), (&child.id().into(), &false.into()));
    fs::write(go, "").expect("a file");
    assert!(child.wait().expect("its end").success());
    is_settled(&yard, "r1");
}

#[test]
fn sigterm_ends_it_before_its_next_step() {
    let yard = yard();
    let began = yard.path("began");
    yard.source("hooks/pre-release", &format!("#!/bin/sh\ntouch {}\nexec sleep 600\n", began.display()));
    yard.promoted("myapp", "r1");
    let child = begin(&yard);
    wait_for(&began);
    kill(Pid::from_raw(child.id().try_into().expect("a number")), Signal::SIGTERM).expect("it runs");
    let ended = child.wait_with_output().expect("its end");
    let told = String::from_utf8_lossy(&ended.stderr).into_owned();
    assert_eq!(ended.status.code(), Some(1), "{told}");
    assert!(told.contains("it was interrupted") && told.contains("run it again"), "{told}");
    assert_eq!(yard.current(), None);
    yard.source("hooks/pre-release", "#!/bin/sh\n");
    yard.promoted("myapp", "r2");
    yard.json("deploy myapp testing");
    is_settled(&yard, "r2");
}
