//! Trees of files as cases write them down.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::Path;

use serde_json::Value as Json;

use crate::support::write_program;

/// Puts files, directories and links below a directory: text is a file, `-> ` a link, nothing a directory, and a pair has a
/// mode too. `contents` makes of what is written what is meant.
pub(crate) fn make(base: &Path, tree: &BTreeMap<String, Json>, contents: &dyn Fn(&str) -> String) {
    for (name, what) in tree {
        let path = base.join(name);
        fs::create_dir_all(path.parent().expect("a parent")).expect("directories");
        let (text, mode) = match what {
            Json::Array(pair) => (pair[0].as_str(), pair[1].as_str()),
            other => (other.as_str(), None),
        };
        match text {
            None => fs::create_dir_all(&path).expect("a directory"),
            Some(text) => match text.strip_prefix("-> ") {
                Some(target) => std::os::unix::fs::symlink(contents(target), &path).expect("a link"),
                None if mode == Some("0755") => write_program(&path, &contents(text)),
                None => fs::write(&path, contents(text)).expect("a file"),
            },
        }
        if let Some(mode) = mode {
            let mode = u32::from_str_radix(mode, 8).expect("a mode");
            fs::set_permissions(&path, fs::Permissions::from_mode(mode)).expect("a mode");
        }
    }
}

/// What stands below a directory, by its path there: mode, owner where that is not us, and contents.
pub(crate) fn seen(
    root: &Path,
    is_passed_over: &dyn Fn(&str) -> bool,
    tidy: &dyn Fn(String) -> String,
) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    let mut directories = vec![root.to_owned()];
    let own = machine::account::own_uid();
    while let Some(directory) = directories.pop() {
        for entry in fs::read_dir(&directory).expect("a directory").flatten() {
            let path = entry.path();
            let name = path.strip_prefix(root).expect("below").display().to_string();
            if is_passed_over(&name) {
                continue;
            }
            let stat = path.symlink_metadata().expect("a file");
            let ids = (stat.uid(), stat.gid());
            let owner = if ids == (own, own) { String::new() } else { format!(" {}:{}", ids.0, ids.1) };
            let mode = format!("{:04o}", stat.mode() & 0o7777);
            let shown = if stat.is_symlink() {
                let target = fs::read_link(&path).expect("a link").display().to_string();
                format!("-> {}{owner}", tidy(target))
            } else if stat.is_dir() {
                // What is in a repository is git's own.
                if !(path.join("HEAD").is_file() && path.join("refs").is_dir()) {
                    directories.push(path);
                }
                format!("{mode}{owner} /")
            } else if stat.is_file() {
                let bytes = fs::read(&path).expect("a file");
                format!("{mode}{owner} {}", tidy(bytes.into_iter().map(char::from).collect()))
            } else {
                format!("{mode}{owner} !")
            };
            found.insert(name, shown);
        }
    }
    found
}
