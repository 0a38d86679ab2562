//! `publish.*`: no instance gives jobs to others, and whoever tries reads what to use.

use std::process::Command;

use super::{PROGRAM, Printed};

#[test]
fn an_instance_that_asks_others_is_shown_the_mine() {
    let directory = tempfile::tempdir().unwrap();
    let call = |words: &[&str]| {
        let mut command = Command::new(PROGRAM);
        command.env_clear().env("XDG_STATE_HOME", directory.path()).arg("-c").arg(directory.path());
        Printed::of(command.args(["--out", "json"]).args(words).output().unwrap())
    };
    for (words, answer, advice) in [
        (&["publish.publish", "web-*", "network.ip_addrs"][..], serde_json::json!({}), "with mine.get"),
        (&["publish.full_data", "web-*", "test.ping"], serde_json::json!({}), "with mine.get"),
        (
            &["publish.runner", "manage.down"],
            "No access to master. If using salt-call with --local, please remove.".into(),
            "saltutil.runner('mine.get'",
        ),
    ] {
        let printed = call(words);
        assert_eq!(printed.json()["local"], answer, "{printed:?}");
        assert!(printed.stderr.contains(advice) && printed.stderr.contains(words[0]), "{printed:?}");
    }
}
