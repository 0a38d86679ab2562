//! The differences between a path and a hard link.

use std::os::unix::fs::MetadataExt;
use std::path::PathBuf;

use super::Live;
use crate::operation::{Operation, Operations, act, refused, report, with};
use crate::{Call, Intent};
use machine::file::{FileKind, Stat};
use model::{Map, Outcome, Value};

pub(super) fn diff(call: &Call<'_>, live: &Live) -> Intent<Operations> {
    let name = call.name;
    let target = call.fields.required_text("target");
    for (what, path) in [("file", name), ("target", target.as_str())] {
        if !path.starts_with('/') {
            return refused(format!("Specified {what} {path} is not an absolute path"));
        }
    }
    let is_directory = |stat: &Stat| stat.kind == FileKind::Directory;
    match (&live.target, &live.link) {
        (None, _) => return refused(format!("Target {target} for hard link does not exist")),
        (Some(stat), _) if is_directory(stat) => {
            return refused(format!("Unable to hard link from directory {target}"));
        }
        (_, Some(stat)) if is_directory(stat) => {
            return refused(format!("Unable to hard link to directory {name}"));
        }
        (Some(target_stat), Some(stat)) if are_one(target_stat, stat) => {
            let comment = format!("Target of hard link {name} is already pointing to {target}");
            return Intent::Settled(Outcome::succeeded(comment));
        }
        _ => {}
    }
    let done = Outcome::succeeded(format!("Created new hard link {name} -> {target}"));
    let link = Operation::HardLink { path: live.path.clone(), target: PathBuf::from(&target) };
    let mut changes: Map = [("new".into(), Value::from(name))].into_iter().collect();
    if live.link.is_none() {
        let comment = format!("Hard link {name} to {target} is set for creation");
        let foreseen = with(Outcome::would_change(comment), changes.clone());
        if live.lacks_parent(call) {
            let reason = format!("Directory {} for hard link is not present", live.parent());
            return report(foreseen, Outcome::failed(reason));
        }
        let mut operations = live.parents(call, "dir_mode");
        operations.push(link);
        return act(foreseen, operations, with(done, changes));
    }
    if call.fields.boolean("force") != Some(true) {
        return report(
            Outcome::failed(format!(
                "File or directory exists where the hard link {name} should be. Did you mean to use force?"
            )),
            Outcome::failed(format!("File exists where the hard link {name} should be")),
        );
    }
    let comment = format!(
        "The file or directory {name} is set for removal to make way for a new hard link targeting {target}"
    );
    changes.insert("forced".into(), "File for hard link was forcibly replaced".into());
    act(with(Outcome::would_change(comment), changes.clone()), vec![link], with(done, changes))
}

fn are_one(a: &Stat, b: &Stat) -> bool {
    a.metadata.ino() == b.metadata.ino() && a.metadata.dev() == b.metadata.dev()
}
