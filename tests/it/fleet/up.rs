//! `fleet/up` itself.

use std::process::Command;

use super::{has_server, scripts};

#[test]
fn no_other_program_gets_a_port_before_the_servers_listen() {
    if !has_server() {
        return;
    }
    let directory = tempfile::tempdir().unwrap();
    let program = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/fleet/other_program.py");
    let mut up = Command::new(scripts().join("up"));
    up.args(["--orchestrate", program, "--root"]).arg(directory.path().join("fleet"));
    let ended = up.output().unwrap();
    let printed = String::from_utf8_lossy(&ended.stderr);
    assert!(printed.ends_with(" failed:\n[False, False, False]\n\n"), "{printed}");
}
