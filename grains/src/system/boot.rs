//! `init`, `systemd`, `efi` and `kernelparams`: how the machine was started; and its time zone.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use super::{put, read};
use crate::Grains;

/// Adds the init system and the kernel's parameters.
pub fn add(root: &Path, grains: &mut Grains) {
    put(grains, "init", init(root));
    if let Some(version) = systemd(root) {
        // What it was built with only the program itself tells.
        put(grains, "systemd", json!({"version": version, "features": ""}));
    }
    put(grains, "efi", root.join("sys/firmware/efi").is_dir());
    put(grains, "efi-secure-boot", is_boot_secure(root));
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

/// The version of systemd, by the name of its library; none where its programs are not installed. As in Salt, it need not run.
fn systemd(root: &Path) -> Option<String> {
    let is_installed =
        |program: &str| ["usr/bin", "bin"].iter().any(|folder| root.join(folder).join(program).exists());
    if !is_installed("systemctl") || !is_installed("localectl") {
        return None;
    }
    let folders = ["usr/lib/systemd", "lib/systemd"].into_iter().map(str::to_owned);
    // Debian has a folder for each architecture, named as compilers name them.
    let triplets = super::names_in(root, "usr/lib").into_iter().filter(|name| name.contains("-linux-"));
    let of_architecture = triplets.map(|it| format!("usr/lib/{it}/systemd"));
    let mut names = folders.chain(of_architecture).flat_map(|folder| super::names_in(root, &folder));
    names.find_map(|name| {
        let version = name.strip_prefix("libsystemd-shared-")?.strip_suffix(".so")?;
        version.split(['.', '-']).next().map(str::to_owned)
    })
}

/// Whether the firmware checks what it starts: the last byte of its variable.
fn is_boot_secure(root: &Path) -> bool {
    let folder = "sys/firmware/efi/efivars";
    let names = super::names_in(root, folder);
    let Some(name) = names.iter().find(|name| name.starts_with("SecureBoot-")) else { return false };
    fs::read(root.join(folder).join(name)).is_ok_and(|bytes| bytes.last() == Some(&1))
}

/// The short name of the time zone, such as `UTC`; none for a zone that changes its name in summer.
pub fn time_zone(root: &Path) -> Option<String> {
    let bytes = fs::read(root.join("etc/localtime")).ok()?;
    // The last line of such a file is the rule for all times to come: <https://www.rfc-editor.org/rfc/rfc8536>.
    let text = String::from_utf8_lossy(&bytes);
    let rule = text.trim_end_matches('\n').rsplit('\n').next()?;
    let name = match rule.strip_prefix('<') {
        Some(quoted) => quoted.split_once('>')?.0,
        None => rule.split(|letter: char| !letter.is_ascii_alphabetic()).next()?,
    };
    (!rule.contains(',') && name.len() >= 3).then(|| name.to_owned())
}

fn parameter(word: &str) -> Value {
    match word.split_once('=') {
        Some((name, value)) => json!([name, value]),
        None => json!([word, null]),
    }
}
