//! Root reads and writes files by `machine::file` alone: by handles, regular files only, up to a limit.

use super::source::{Source, rust_files};
use super::{assert_none, assert_passed, assert_refused};

/// Calls that walk a path, wait for a pipe, or read a device.
const CALLS: &[&str] = &[
    "fs::read(",
    "fs::read_to_string(",
    "File::open(",
    "OpenOptions",
    "File::options(",
    "fs::write(",
    "fs::copy(",
    "fs::rename(",
    "fs::remove_file(",
    "fs::remove_dir",
    "fs::set_permissions(",
    "fs::create_dir",
    "fs::hard_link(",
    "fs::symlink(",
    "fs::chown(",
    "fs::lchown(",
    "tokio::fs::",
];

/// The files that may, and what they read or write: paths that belong to root alone.
const MAY: &[(&str, &str)] = &[
    ("src/machine/account.rs", "/etc/passwd and /etc/group"),
    ("src/machine/account/shadow.rs", "/etc/shadow"),
    ("src/machine/append_only.rs", "the journal, in a directory of root with mode 0700"),
    ("src/machine/disk.rs", "block devices"),
    ("src/machine/kernel.rs", "/proc/sys"),
    ("src/machine/lock/kernel.rs", "/proc/locks"),
    ("src/machine/process/family.rs", "/proc/PID/environ"),
    ("src/machine/lock.rs", "the lock of a run, in a directory of root with mode 0700"),
    ("src/machine/mount.rs", "/proc/self/mountinfo and /proc/swaps"),
    ("src/machine/network.rs", "/sys/class/net and /proc/net"),
    ("src/machine/process/stat.rs", "/proc/PID/stat"),
    ("src/machine/selinux/mode.rs", "/sys/fs/selinux"),
    ("src/system/operation/check.rs", "a new file with a name that nobody can guess"),
    ("src/system/source/fetch.rs", "a download in the cache, which belongs to root"),
];

fn by_path(sources: &[Source]) -> Vec<String> {
    let mut complaints = vec![];
    for source in sources.iter().filter(|source| !source.is_test()) {
        let is_room =
            ["src/system/", "src/machine/", "src/exec/"].iter().any(|room| source.path.starts_with(room));
        let may =
            source.path.starts_with("src/machine/file/") || MAY.iter().any(|(path, _)| *path == source.path);
        if !is_room || may {
            continue;
        }
        for call in CALLS {
            for place in source.places_of(call) {
                complaints.push(format!(
                    "{place}: '{call}' acts by path; use machine::file, or write into MAY who owns the path"
                ));
            }
        }
    }
    complaints
}

#[test]
fn files_are_read_and_changed_by_machine_file_alone() {
    assert_none(&by_path(&rust_files(&["src"])));
}

#[test]
fn every_exception_is_used() {
    let sources = rust_files(&["src"]);
    for (path, _) in MAY {
        let source = sources.iter().find(|source| source.path == *path).expect("the file exists");
        let is_used = CALLS.iter().any(|call| !source.places_of(call).is_empty());
        assert!(is_used, "{path} needs no exception");
    }
}

#[test]
fn a_read_by_path_is_refused() {
    let text = "fn x() { let text = std::fs::read_to_string(path); }\n";
    assert_refused(by_path, "src/system/x.rs", text, "acts by path");
    assert_refused(by_path, "src/exec/x.rs", "fn x() { File::open(path) }\n", "acts by path");
    assert_passed(by_path, "src/cli/x.rs", text);
    assert_passed(by_path, "src/machine/file/x.rs", text);
}
