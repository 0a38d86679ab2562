//! The differences between a directory and its declaration.

use std::path::{Path, PathBuf};

use super::{Inside, Live};
use crate::operation::{Operation, Operations, act, refused, report, with};
use crate::owner::Owner;
use crate::{Call, Intent};
use machine::file::{FileKind, Permissions, parse_mode};
use model::{Map, Outcome, Value};

const RECURSE: &[&str] = &["user", "group", "mode", "ignore_files", "ignore_dirs", "silent"];

/// The path without a slash at its end.
pub(super) fn path(call: &Call<'_>) -> PathBuf {
    let trimmed = call.name.trim_end_matches('/');
    if trimmed.is_empty() { "/".into() } else { trimmed.into() }
}

/// What is wrong with the arguments on any machine.
pub(super) fn objection(call: &Call<'_>) -> Option<String> {
    let fields = call.fields;
    if !call.name.starts_with('/') {
        return Some(format!("Specified file {} is not an absolute path", call.name));
    }
    if fields.has("max_depth") && fields.boolean("clean") == Some(true) {
        return Some("Cannot specify both max_depth and clean".to_owned());
    }
    let recurse = fields.node("recurse")?;
    if recurse.as_list().is_none() {
        return Some("\"recurse\" must be formed as a list of strings".to_owned());
    }
    let words = fields.texts("recurse").unwrap_or_default();
    if words.iter().any(|word| !RECURSE.contains(&word.as_str())) {
        let known: Vec<String> = RECURSE.iter().map(|word| format!("\"{word}\"")).collect();
        return Some(format!("Types for \"recurse\" limited to {}.", known.join(", ")));
    }
    let has = |word: &str| words.iter().any(|it| it == word);
    (has("ignore_files") && has("ignore_dirs")).then(|| {
        "Must not specify \"recurse\" options \"ignore_files\" and \"ignore_dirs\" at the same time."
            .to_owned()
    })
}

/// The arguments, read once.
struct Want {
    path: PathBuf,
    owner: Owner,
    file_mode: Option<u32>,
    recurse: Vec<String>,
    children_only: bool,
    makedirs: bool,
    force: bool,
    backup: Option<PathBuf>,
    allow_symlink: bool,
    /// If false, a link has its own owner, and no mode.
    follows: bool,
}

impl Want {
    fn read(call: &Call<'_>) -> Self {
        let fields = call.fields;
        let flag = |name: &str, default: bool| fields.boolean(name).unwrap_or(default);
        let owner = Owner::read(fields, &["dir_mode"]);
        Self {
            path: path(call),
            file_mode: fields.text("file_mode").and_then(|text| parse_mode(&text)).or(owner.mode),
            owner,
            recurse: fields.texts("recurse").unwrap_or_default(),
            children_only: flag("children_only", false),
            makedirs: flag("makedirs", false),
            force: flag("force", false),
            backup: fields.text("backupname").map(PathBuf::from),
            allow_symlink: flag("allow_symlink", true),
            follows: flag("follow_symlinks", false),
        }
    }

    fn recurses(&self, word: &str) -> bool {
        self.recurse.iter().any(|it| it == word)
    }

    /// The wanted attributes of an entry of the directory.
    fn owner_of(&self, inside: &Inside) -> Option<Owner> {
        let is_directory = inside.stat.kind == FileKind::Directory;
        if self.recurses(if is_directory { "ignore_dirs" } else { "ignore_files" }) {
            return None;
        }
        let mode = if is_directory { self.owner.mode } else { self.file_mode };
        Some(self.owner.only(
            self.recurses("user"),
            self.recurses("group"),
            mode.filter(|_| self.recurses("mode")),
        ))
    }
}

pub(super) fn diff(call: &Call<'_>, live: &Live) -> Intent<Operations> {
    let want = Want::read(call);
    let is_link = live.link.as_ref().is_some_and(|stat| stat.kind == FileKind::Link);
    let is_directory = live.stat.as_ref().is_some_and(|stat| stat.kind == FileKind::Directory);
    let in_the_way = live.link.is_some() && (!is_directory || (is_link && !want.allow_symlink));
    if in_the_way {
        return replaced(&want, live, is_link && is_directory);
    }
    if live.link.is_none() {
        return created(&want, live, Map::new(), vec![]);
    }
    changed(&want, live)
}

/// Something else is in its place.
fn replaced(want: &Want, live: &Live, is_link: bool) -> Intent<Operations> {
    let shown = want.path.display().to_string();
    let (what, noun) = if is_link { ("a symlink", "Symlink") } else { ("a file", "File") };
    if let Some(backup) = &want.backup {
        let to = backup.display().to_string();
        if live.has_backup && !want.force {
            return refused(format!("File exists where the backup target {to} should go"));
        }
        let mut changes = Map::new();
        let mut operations = vec![];
        if live.has_backup {
            let comment = format!("Existing file at backup path {to} would be removed");
            changes.insert("forced".into(), comment.into());
            operations.push(Operation::Remove(backup.clone()));
        }
        changes.insert("backup".into(), format!("{shown} would be renamed to {to}").into());
        changes.insert(shown.as_str().into(), new());
        operations.push(Operation::Rename { from: want.path.clone(), to: backup.clone(), replaces: false });
        let comment = format!("{shown} would be backed up and replaced with a new directory");
        let foreseen = with(Outcome::would_change(comment), changes);
        return make(want, live, foreseen, Map::new(), operations);
    }
    if !want.force {
        return refused(format!("Specified location {shown} exists and is {what}"));
    }
    let forced = |verb: &str| -> Map {
        [("forced".into(), Value::from(format!("{noun} {verb} forcibly replaced")))].into_iter().collect()
    };
    let mut foreseen = forced("would be");
    foreseen.insert(shown.as_str().into(), new());
    let comment = format!("The following files will be changed:\n{shown}: directory - new\n");
    let foreseen = with(Outcome::would_change(comment), foreseen);
    make(want, live, foreseen, forced("was"), vec![Operation::Remove(want.path.clone())])
}

fn new() -> Value {
    [("directory", Value::from("new"))].into_iter().collect()
}

fn created(want: &Want, live: &Live, before: Map, operations: Vec<Operation>) -> Intent<Operations> {
    let shown = want.path.display().to_string();
    let comment = format!("The following files will be changed:\n{shown}: directory - new\n");
    let changes = [(shown.as_str().into(), new())].into_iter().collect();
    make(want, live, with(Outcome::would_change(comment), changes), before, operations)
}

/// The directory is made after `operations`.
fn make(
    want: &Want,
    live: &Live,
    foreseen: Outcome,
    before: Map,
    mut operations: Vec<Operation>,
) -> Intent<Operations> {
    let shown = want.path.display().to_string();
    if let Some(reason) = want.owner.unknown() {
        return report(foreseen, Outcome::failed(reason));
    }
    if !live.missing_parents.is_empty() && !want.makedirs {
        return report(foreseen, Outcome::failed(format!("No directory to create {shown} in")));
    }
    let permissions = Permissions { mode: want.owner.mode.or(Some(0o755)), ..want.owner.permissions() };
    let paths = live.missing_parents.iter().chain([&want.path]);
    operations.extend(paths.map(|path| Operation::MakeDirectory { path: path.clone(), permissions }));
    let mut changes = before;
    changes.insert(shown.as_str().into(), new());
    act(foreseen, operations, with(Outcome::succeeded(""), changes))
}

/// The differences, in Salt's order and in its two shapes.
#[derive(Default)]
struct Found {
    lines: String,
    by_path: Map,
    /// The aspects that were set last, as Salt adds them in a real run.
    flat: Map,
    operations: Vec<Operation>,
}

impl Found {
    fn add(&mut self, path: &Path, changes: &Map) {
        let shown = path.display().to_string();
        for (key, value) in changes {
            let value = model::python::text(value);
            self.lines.push_str(&format!("{shown}: {key} - {value}\n"));
        }
        self.by_path.insert(shown.as_str().into(), Value::Map(changes.clone()));
    }

    fn permit(&mut self, path: &Path, owner: &Owner, changes: &Map, follows: bool) {
        let permissions = owner.permissions();
        self.operations.push(Operation::Permit { path: path.to_owned(), permissions, follows });
        self.flat.extend(changes.clone());
    }
}

fn changed(want: &Want, live: &Live) -> Intent<Operations> {
    let shown = want.path.display().to_string();
    let mut found = Found::default();
    let stat = if want.follows { &live.stat } else { &live.link };
    let own = match stat {
        Some(stat) if !want.children_only => want.owner.differences(stat, stat.kind != FileKind::Link),
        _ => Map::new(),
    };
    if !own.is_empty() {
        found.permit(&want.path, &want.owner, &own, want.follows);
    }
    for inside in &live.inside {
        let Some(owner) = want.owner_of(inside) else { continue };
        let changes = owner.differences(&inside.stat, inside.stat.kind != FileKind::Link);
        if !changes.is_empty() {
            found.add(&inside.path, &changes);
            found.permit(&inside.path, &owner, &changes, false);
        }
    }
    for path in &live.cleaned.all {
        let removed = [("removed".into(), Value::from("Removed due to clean"))].into_iter().collect();
        found.add(path, &removed);
    }
    if !own.is_empty() {
        found.add(&want.path, &own);
    }
    if found.by_path.is_empty() {
        return Intent::Settled(Outcome::succeeded(format!("The directory {shown} is in the correct state")));
    }
    let comment = format!("The following files will be changed:\n{}", found.lines);
    let foreseen = with(Outcome::would_change(comment), found.by_path.clone());
    if let Some(reason) = want.owner.unknown() {
        return report(foreseen, Outcome::failed(reason));
    }
    let removed = &live.cleaned.tops;
    found.operations.extend(removed.iter().map(|path| Operation::Remove(path.clone())));
    let mut changes = if want.recurses("silent") {
        [("recursion".into(), Value::from("Changes silenced"))].into_iter().collect()
    } else {
        found.by_path
    };
    changes.extend(found.flat);
    let comment = if removed.is_empty() {
        format!("Directory {shown}{} updated", if want.children_only { "/*" } else { "" })
    } else {
        let paths: Vec<Value> = removed.iter().map(|path| path.display().to_string().into()).collect();
        changes.insert("removed".into(), Value::List(paths));
        format!("Files cleaned from directory {shown}")
    };
    act(foreseen, found.operations, with(Outcome::succeeded(comment), changes))
}
