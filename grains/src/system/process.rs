//! `uid`, `username`, `gid`, `groupname`, `pid`, `cwd`, `path`, `systempath` and `shell`: who runs, and where.

use std::collections::BTreeMap;
use std::path::Path;

use super::{put, read};
use crate::Grains;

/// The running process.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
#[non_exhaustive]
pub struct Process {
    /// Its id.
    pub pid: u32,
    /// The effective user's id.
    pub uid: u32,
    /// The effective group's id.
    pub gid: u32,
    /// The working directory.
    pub directory: String,
}

impl Process {
    /// The process that asks, in this working directory.
    pub fn own(directory: &Path) -> Self {
        Self {
            pid: std::process::id(),
            uid: nix::unistd::geteuid().as_raw(),
            gid: nix::unistd::getegid().as_raw(),
            directory: directory.display().to_string(),
        }
    }
}

/// Adds what is known of the process, in this environment.
pub fn add(root: &Path, process: &Process, environment: &BTreeMap<String, String>, grains: &mut Grains) {
    put(grains, "pid", process.pid);
    put(grains, "cwd", process.directory.as_str());
    put(grains, "uid", process.uid);
    put(grains, "gid", process.gid);
    put(grains, "ps", "ps -efHww");
    for (name, file, id) in [("username", "etc/passwd", process.uid), ("groupname", "etc/group", process.gid)]
    {
        if let Some(found) = read(root, file).and_then(|table| name_of(&table, id)) {
            put(grains, name, found);
        }
    }
    put(grains, "shell", environment.get("SHELL").map_or("/bin/sh", String::as_str));
    let path = environment.get("PATH").map_or("", String::as_str);
    put(grains, "path", path);
    put(grains, "systempath", path.split(':').map(str::to_owned).collect::<Vec<_>>());
}

/// The name in the first column where the third is this id.
fn name_of(table: &str, id: u32) -> Option<String> {
    let rows = table.lines().map(|line| line.split(':').collect::<Vec<_>>());
    let id = id.to_string();
    rows.filter(|row| row.get(2) == Some(&id.as_str())).find_map(|row| row.first().map(ToString::to_string))
}
