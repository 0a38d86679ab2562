//! A file of this machine, copied or renamed to another path.

use std::path::{Path, PathBuf};

use super::Live;
use crate::operation::{Operation, Operations, act, refused, report, with};
use crate::owner::Owner;
use crate::{Call, Intent};
use machine::file::{self, Algorithm, FileKind, Permissions, Stat, parse_mode};
use model::{Map, Outcome, Value};

/// True if two files have the same contents.
pub(super) fn hold_the_same(a: &Path, b: &Path) -> bool {
    let digest = |path: &Path| file::digest(path, Algorithm::Sha256).ok();
    let size = |path: &Path| {
        Stat::of(path).ok().filter(|stat| stat.kind == FileKind::File).map(|stat| stat.metadata.len())
    };
    // A file that cannot be read is like no other.
    size(a).is_some() && size(a) == size(b) && digest(a).is_some_and(|of_a| digest(b) == Some(of_a))
}

/// The common part of both functions, if there is something to do.
struct Plan {
    foreseen: Outcome,
    operations: Vec<Operation>,
}

/// The directories to create first, if the parent directory exists or may be created.
fn parents(call: &Call<'_>, live: &Live) -> Result<Vec<Operation>, String> {
    if !live.missing_parents.is_empty() && call.fields.boolean("makedirs") != Some(true) {
        let parent = live.path.parent().unwrap_or(Path::new("/"));
        return Err(format!("The target directory {} is not present", parent.display()));
    }
    let takes_owner = call.function.verb == "copy";
    let owner = if takes_owner { Owner::read(call.fields, &[]) } else { Owner::default() };
    let dir_mode = if takes_owner { call.fields.text("dir_mode") } else { None };
    let mode = dir_mode.and_then(|text| parse_mode(&text)).or(Some(0o755));
    let permissions = Permissions { mode, ..owner.permissions() };
    let make = |path: &PathBuf| Operation::MakeDirectory { path: path.clone(), permissions };
    Ok(live.missing_parents.iter().map(make).collect())
}

fn pair(path: &str, source: &str) -> Map {
    [(path.into(), Value::from(source))].into_iter().collect()
}

pub(super) fn copy(call: &Call<'_>, live: &Live) -> Intent<Operations> {
    let source = call.fields.required_text("source");
    let path = live.path.display().to_string();
    if live.source.is_none() {
        return refused(format!("Source file \"{source}\" is not present"));
    }
    let owner = Owner::read(call.fields, &["mode"]);
    if let Some(reason) = owner.unknown() {
        return refused(reason);
    }
    let force = call.fields.boolean("force").unwrap_or(false);
    if live.link.is_some() && !force {
        let comment = format!("The target file \"{path}\" exists and will not be overwritten");
        return Intent::Settled(Outcome::succeeded(comment));
    }
    let differing = live.stat.as_ref().map(|stat| owner.differences(stat, true)).unwrap_or_default();
    if live.is_same && differing.is_empty() {
        let comment = format!("The target file \"{path}\" is identical to \"{source}\"");
        return Intent::Settled(Outcome::succeeded(comment));
    }
    let mut changes = pair(&path, &source);
    let foreseen = format!("File \"{source}\" is set to be copied to \"{path}\"");
    let mut plan =
        Plan { foreseen: with(Outcome::would_change(foreseen), changes.clone()), operations: vec![] };
    match parents(call, live) {
        Ok(operations) => plan.operations = operations,
        Err(reason) => return report(plan.foreseen, Outcome::failed(reason)),
    }
    let replaces = live.link.as_ref().is_some_and(|stat| stat.kind == FileKind::Directory);
    let preserves = call.fields.boolean("preserve").unwrap_or(false);
    let (from, to) = (source.as_str().into(), live.path.clone());
    plan.operations.push(Operation::Copy { from, to, preserves, replaces });
    if !preserves && owner != Owner::default() {
        let permissions = owner.permissions();
        plan.operations.push(Operation::Permit { path: live.path.clone(), permissions, follows: false });
        if let Some(stat) = &live.source {
            let own = machine::account::own_uid();
            let mut copied = stat.clone();
            (copied.uid, copied.gid) = (own, own);
            changes.extend(owner.differences(&copied, true));
        }
    }
    let done = format!("Copied \"{source}\" to \"{}\"", call.name);
    act(with(plan.foreseen, changes.clone()), plan.operations, with(Outcome::succeeded(done), changes))
}

pub(super) fn rename(call: &Call<'_>, live: &Live) -> Intent<Operations> {
    let (name, source) = (call.name, call.fields.required_text("source"));
    if !source.starts_with('/') {
        return refused(format!("Specified file {source} is not an absolute path"));
    }
    if live.source.is_none() {
        let comment = format!("Source file \"{source}\" has already been moved out of place");
        return Intent::Settled(Outcome::succeeded(comment));
    }
    let force = call.fields.boolean("force").unwrap_or(false);
    if live.link.is_some() && !force {
        let comment = format!("The target file \"{name}\" exists and will not be overwritten");
        return Intent::Settled(Outcome::succeeded(comment));
    }
    let changes = pair(name, &source);
    let foreseen = format!("File \"{source}\" is set to be moved to \"{name}\"");
    let foreseen = with(Outcome::would_change(foreseen), changes.clone());
    let mut operations = match parents(call, live) {
        Ok(operations) => operations,
        Err(reason) => return report(foreseen, Outcome::failed(reason)),
    };
    let replaces = live.link.as_ref().is_some_and(|stat| stat.kind == FileKind::Directory);
    operations.push(Operation::Rename { from: source.as_str().into(), to: live.path.clone(), replaces });
    let done = format!("Moved \"{source}\" to \"{name}\"");
    act(foreseen, operations, with(Outcome::succeeded(done), changes))
}
