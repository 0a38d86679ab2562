//! The differences between a file and its declaration.

use std::path::{Path, PathBuf};

use super::{ContentsError, Desired, DesiredContents, Live, Now};
use crate::file::text::{lines, unified};
use crate::operation::{Check, Operation, Operations, Writing, act, refused, report, with};
use crate::owner::Owner;
use crate::source::{self, SourceError};
use crate::{Call, Intent};
use machine::file::{Permissions, mode_text};
use model::{Map, Outcome, Value};

/// The wanted attributes of a file, without its contents.
pub(crate) struct Target {
    pub path: PathBuf,
    pub name: String,
    pub owner: Owner,
    pub makedirs: bool,
    pub dir_mode: Option<u32>,
    pub follows: bool,
    pub create: bool,
    pub show_changes: bool,
    pub backup: Option<PathBuf>,
    pub check: Option<Check>,
}

/// What is wrong with the arguments on any machine.
pub(super) fn objection(call: &Call<'_>) -> Option<String> {
    let fields = call.fields;
    let given = ["contents", "contents_pillar", "contents_grains"].iter().filter(|it| fields.has(it)).count();
    let sources = "'contents', 'contents_pillar', or 'contents_grains'";
    let known = |template: &String| matches!(template.as_str(), "jinja" | "");
    let reason = match () {
        () if !call.name.starts_with('/') => format!("Specified file {} is not an absolute path", call.name),
        () if fields.has("attrs") => "attrs are not supported: use cmd.run with chattr".to_owned(),
        () if fields.has("selinux") => "selinux is not supported: use cmd.run with chcon".to_owned(),
        () if fields.has("source") && given > 0 => {
            format!("'source' cannot be used in combination with {sources}")
        }
        () if given > 1 => {
            "Only one of 'contents', 'contents_pillar', and 'contents_grains' is permitted".to_owned()
        }
        () if given > 0 && fields.text("mode").as_deref() == Some("keep") => {
            format!("Mode preservation cannot be used in combination with {sources}")
        }
        () if fields.text("template").is_some_and(|it| !known(&it)) => format!(
            "Specified template format {} is not supported",
            fields.text("template").unwrap_or_default()
        ),
        () => return source::bad_variables(fields).map(str::to_owned),
    };
    Some(reason)
}

pub(super) fn diff(call: &Call<'_>, live: Live) -> Intent<Operations> {
    let fields = call.fields;
    if live.now.is_directory() {
        return refused(format!("Specified target {} is a directory", call.name));
    }
    let flag = |name: &str, default: bool| fields.boolean(name).unwrap_or(default);
    let desired = match live.desired {
        Ok(desired) => desired,
        Err(reason) => return unknown(&reason),
    };
    let mut target = Target { show_changes: flag("show_changes", true), ..target(call) };
    if fields.text("mode").as_deref() == Some("keep") {
        target.owner.mode = desired.mode;
    }
    plan(&target, &live.now, &desired)
}

/// The file that the arguments describe. Its contents are not shown.
pub(crate) fn target(call: &Call<'_>) -> Target {
    let fields = call.fields;
    let flag = |name: &str, default: bool| fields.boolean(name).unwrap_or(default);
    Target {
        path: call.name.into(),
        name: call.name.to_owned(),
        owner: super::owner(call),
        makedirs: flag("makedirs", false),
        dir_mode: fields.text("dir_mode").and_then(|text| machine::file::parse_mode(&text)),
        follows: flag("follow_symlinks", true),
        create: flag("create", true),
        show_changes: false,
        backup: super::super::backup::place(call, Path::new(call.name)),
        check: super::check(call),
    }
}

/// The wanted contents are not known: Salt's comments, which differ for a test run.
fn unknown(reason: &ContentsError) -> Intent<Operations> {
    let done = format!("Unable to manage file: {reason}");
    match reason {
        ContentsError::Source(SourceError::NoneFound) => {
            report(Outcome::failed(done.clone()), Outcome::failed(done))
        }
        ContentsError::Source(source) if source.is_missing() => {
            report(Outcome::failed(reason.to_string()), Outcome::failed(done))
        }
        ContentsError::Missing { .. } | ContentsError::Empty(_) => refused(reason.to_string()),
        ContentsError::Source(_) | ContentsError::Encoding(_) => refused(done),
    }
}

const NOTE: &str = "\nNote: No changes made, actual changes may\nbe different due to other states.";

/// The operations that give a file its contents, owner and mode.
pub(crate) fn plan(target: &Target, now: &Now, desired: &DesiredContents) -> Intent<Operations> {
    let name = &target.name;
    if now.link.is_none() && !target.create {
        return Intent::Settled(Outcome::succeeded(format!(
            "File {name} is not present and is not set for creation"
        )));
    }
    let bytes = match (&desired.contents, &now.stat) {
        (Desired::Bytes(bytes), _) => bytes.clone(),
        (Desired::Anything, Some(_)) => return permissions_only(target, now),
        (Desired::Anything, None) => vec![],
    };
    let to_be_changed = Outcome::would_change(format!("The file {name} is set to be changed{NOTE}"));
    let is_new = now.stat.is_none();
    let foreseen = if is_new {
        [("newfile".into(), Value::from(name.as_str()))].into_iter().collect()
    } else {
        changes(target, now, &bytes)
    };
    if foreseen.is_empty() {
        return report(
            Outcome::succeeded(format!("The file {name} is in the correct state")),
            Outcome::succeeded(format!("File {name} is in the correct state")),
        );
    }
    let foreseen = with(to_be_changed, foreseen);
    if let Some(reason) = target.obstacle(now).or_else(|| desired.late.clone()) {
        return report(foreseen, Outcome::failed(reason));
    }
    let done = match (is_new, &desired.contents) {
        (true, Desired::Anything) => {
            let mut made = target.owner.of_new();
            made.insert("new".into(), format!("file {name} created").into());
            with(Outcome::succeeded("Empty file"), made)
        }
        (true, _) => {
            with(Outcome::succeeded(format!("File {name} updated")), changes_of_new(target, desired))
        }
        (false, _) => with(Outcome::succeeded(format!("File {name} updated")), changes(target, now, &bytes)),
    };
    let mut operations = target.parents(now);
    let replaces_link = !target.follows && now.is_link();
    if is_new || replaces_link || now.contents.as_deref() != Some(&bytes) {
        operations.push(target.writing(now, bytes).into());
    } else {
        operations.push(target.permit());
    }
    act(foreseen, operations, done)
}

impl Target {
    /// Why a real run cannot do it. A test run ignores it: an earlier state may change that.
    pub fn obstacle(&self, now: &Now) -> Option<String> {
        let is_missing = !now.has_parent && !self.makedirs;
        self.owner.unknown().or_else(|| is_missing.then(|| "Parent directory not present".to_owned()))
    }

    /// The owner, group and mode that differ from those of a present file.
    pub fn differing(&self, now: &Now) -> Map {
        now.stat.as_ref().map(|stat| self.owner.differences(stat, true)).unwrap_or_default()
    }

    /// The file with these contents.
    pub fn writing(&self, now: &Now, contents: Vec<u8>) -> Writing {
        Writing {
            permissions: self.owner.permissions(),
            follows: self.follows,
            backup: self.backup.clone().filter(|_| now.stat.is_some()),
            check: self.check.clone(),
            ..Writing::new(&self.path, contents)
        }
    }

    /// Its owner, group and mode alone.
    pub fn permit(&self) -> Operation {
        let permissions = self.owner.permissions();
        Operation::Permit { path: self.path.clone(), permissions, follows: self.follows }
    }

    /// The directories above it, if it makes them, with its owner. Their mode lets users enter who may read the file.
    pub fn parents(&self, now: &Now) -> Vec<Operation> {
        if !self.makedirs {
            return vec![];
        }
        let entered = |mode: u32| mode | ((mode & 0o444) >> 2);
        let mode = self.dir_mode.or_else(|| self.owner.mode.map(entered)).or(Some(0o755));
        let permissions = Permissions { mode, ..self.owner.permissions() };
        let make = |path: &PathBuf| Operation::MakeDirectory { path: path.clone(), permissions };
        now.missing_parents.iter().map(make).collect()
    }
}

fn permissions_only(target: &Target, now: &Now) -> Intent<Operations> {
    let name = &target.name;
    let differing = target.differing(now);
    if differing.is_empty() {
        let done = format!("File {name} exists with proper permissions. No changes made.");
        return report(Outcome::succeeded(format!("File {name} not updated")), Outcome::succeeded(done));
    }
    let current = now.stat.as_ref().map(|stat| stat.mode).unwrap_or_default();
    let comment = match target.owner.mode.filter(|_| differing.contains_key("mode")) {
        Some(mode) => format!(
            "File {name} will be updated with permissions {} from its current state of {}",
            mode_text(mode),
            mode_text(current)
        ),
        None => format!("The file {name} is set to be changed{NOTE}"),
    };
    let foreseen = with(Outcome::would_change(comment), differing.clone());
    match target.owner.unknown() {
        Some(reason) => report(foreseen, Outcome::failed(reason)),
        None => act(foreseen, vec![target.permit()], with(Outcome::succeeded(""), differing)),
    }
}

/// The differences of a present file.
fn changes(target: &Target, now: &Now, bytes: &[u8]) -> Map {
    let mut changes = Map::new();
    let old = now.contents.as_deref().unwrap_or_default();
    if old != bytes {
        changes.insert("diff".into(), shown_difference(old, bytes, target.show_changes).into());
    } else if !target.follows && now.is_link() {
        changes.insert("diff".into(), "Replace symbolic link with file".into());
    }
    changes.extend(target.differing(now));
    changes
}

fn changes_of_new(target: &Target, desired: &DesiredContents) -> Map {
    let mut changes: Map = [("diff".into(), "New file".into())].into_iter().collect();
    let mut owner = target.owner.clone();
    if desired.has_source && owner.mode.is_none() {
        owner.mode = Some(0o644);
    }
    changes.extend(owner.of_new());
    changes
}

/// The difference of two contents as Salt shows it.
pub(in crate::file) fn shown_difference(old: &[u8], new: &[u8], show: bool) -> String {
    if !show {
        return "<show_changes=False>".to_owned();
    }
    match (as_text(old), as_text(new)) {
        (Some(old), Some(new)) => unified(&lines(old), &lines(new), "", ""),
        (None, Some(_)) => "Replace binary file with text file".to_owned(),
        (Some(_), None) => "Replace text file with binary file".to_owned(),
        (None, None) => "Replace binary file".to_owned(),
    }
}

fn as_text(bytes: &[u8]) -> Option<&str> {
    std::str::from_utf8(bytes).ok().filter(|text| !text.contains('\0'))
}
