//! `init` and `kernelparams`: how the machine was started.

use std::path::Path;

use serde_json::{Value, json};

use super::{put, read};
use crate::Grains;

/// Adds the init system and the kernel's parameters.
pub fn add(root: &Path, grains: &mut Grains) {
    put(grains, "init", init(root));
    if let Some(line) = read(root, "proc/cmdline") {
        put(grains, "kernelparams", line.split_whitespace().map(parameter).collect::<Vec<_>>());
    }
}

/// The directory that systemd makes while it runs, else the name of the first process.
fn init(root: &Path) -> &'static str {
    if root.join("run/systemd/system").is_dir() {
        return "systemd";
    }
    match read(root, "proc/1/comm").as_deref() {
        Some("systemd") => "systemd",
        Some("init") => "sysvinit",
        Some("runit" | "runit-init") => "runit",
        Some("openrc-init") => "openrc",
        Some("s6-svscan") => "s6",
        _ => "unknown",
    }
}

fn parameter(word: &str) -> Value {
    match word.split_once('=') {
        Some((name, value)) => json!([name, value]),
        None => json!([word, null]),
    }
}
