//! The differences between a directory and its source. Each part is compared as a state of its own would compare it.

use std::path::{Path, PathBuf};

use super::{File, Link, Live};
use crate::file::backup;
use crate::file::managed::{Now, Target, plan};
use crate::operation::{Operation, Operations, act, report, with};
use crate::owner::Owner;
use crate::{Call, Intent};
use machine::file::{FileKind, Permissions, Stat};
use model::{Map, Outcome, Value, Verdict};

/// The differences so far, for both modes.
#[derive(Default)]
struct Sum {
    foreseen: Vec<String>,
    foreseen_failed: bool,
    foreseen_changes: Map,
    failures: Vec<String>,
    changes: Map,
    operations: Vec<Operation>,
}

impl Sum {
    fn part(&mut self, path: &Path, foreseen: &Outcome, operations: Vec<Operation>, done: &Outcome) {
        let shown = path.display().to_string();
        if foreseen.verdict != Verdict::Succeeded {
            self.foreseen.push(format!("#### {shown} ####\n{}", foreseen.comment));
            self.foreseen_failed |= foreseen.verdict == Verdict::Failed;
        }
        if foreseen.has_changes() {
            self.foreseen_changes.insert(shown.as_str().into(), Value::Map(foreseen.changes.clone()));
        }
        if done.verdict == Verdict::Failed {
            self.failures.push(format!("#### {shown} ####\n{}", done.comment));
        }
        if done.has_changes() {
            self.changes.insert(shown.as_str().into(), Value::Map(done.changes.clone()));
        }
        self.operations.extend(operations);
    }
}

pub(super) fn diff(call: &Call<'_>, live: &Live) -> Intent<Operations> {
    let name = call.name;
    let owner = Owner::read(call.fields, &["file_mode"]);
    let mut sum = Sum::default();
    directories(call, live, &mut sum);
    for link in &live.links {
        self_link(call, link, &mut sum);
    }
    for file in &live.files {
        one_file(call, file, &mut sum);
    }
    let tops = &live.cleaned.tops;
    if !tops.is_empty() {
        let text = |path: &PathBuf| path.display().to_string();
        let all: Vec<String> = live.cleaned.all.iter().map(text).collect();
        sum.foreseen.push(format!("#### removed ####\n{}", all.join("\n")));
        let removed = Value::List(tops.iter().map(|path| text(path).into()).collect());
        sum.foreseen_changes.insert("removed".into(), removed.clone());
        sum.changes.insert("removed".into(), removed);
        sum.operations.extend(tops.iter().map(|path| Operation::Remove(path.clone())));
    }
    if sum.foreseen.is_empty() && sum.failures.is_empty() {
        return Intent::Settled(Outcome::succeeded(format!("The directory {name} is in the correct state")));
    }
    let foreseen = Outcome::would_change(sum.foreseen.join("\n\n"));
    let foreseen = with(foreseen, sum.foreseen_changes);
    let foreseen =
        if sum.foreseen_failed { Outcome { verdict: Verdict::Failed, ..foreseen } } else { foreseen };
    if let Some(reason) = owner.unknown() {
        return report(foreseen, Outcome::failed(reason));
    }
    let done = if sum.failures.is_empty() {
        Outcome::succeeded(format!("Recursively updated {name}"))
    } else {
        Outcome::failed(sum.failures.join("\n\n"))
    };
    act(foreseen, sum.operations, with(done, sum.changes))
}

/// The directories with contents, and silently those above them.
fn directories(call: &Call<'_>, live: &Live, sum: &mut Sum) {
    let owner = Owner::read(call.fields, &["dir_mode"]);
    let made = Permissions { mode: owner.mode.or(Some(0o755)), ..owner.permissions() };
    let make = |path: &Path| Operation::MakeDirectory { path: path.to_owned(), permissions: made };
    let mut there: Vec<PathBuf> = vec![];
    if !live.root_is_there {
        for path in live.missing_parents.iter().chain([&live.root]) {
            sum.operations.push(make(path));
            there.push(path.clone());
        }
    }
    for (path, stat) in &live.directories {
        let Some(stat) = stat else {
            let between: Vec<&Path> = path.ancestors().take_while(|it| it.starts_with(&live.root)).collect();
            for path in between.into_iter().rev() {
                let is_known = there.iter().any(|known| known == path)
                    || live.directories.iter().any(|(known, stat)| known == path && stat.is_some());
                if !is_known {
                    sum.operations.push(make(path));
                    there.push(path.to_owned());
                }
            }
            new_directory(live, path, sum);
            continue;
        };
        changed_directory(&owner, path, stat, sum);
    }
}

fn new_directory(live: &Live, path: &Path, sum: &mut Sum) {
    let shown = path.display().to_string();
    let new: Value = [("directory", Value::from("new"))].into_iter().collect();
    let changes: Map = [(shown.as_str().into(), new)].into_iter().collect();
    let comment = format!("The following files will be changed:\n{shown}: directory - new\n");
    let foreseen = with(Outcome::would_change(comment), changes.clone());
    // Salt creates the directory itself before it begins its report.
    let shown = if path == live.root { Map::new() } else { changes };
    sum.part(path, &foreseen, vec![], &with(Outcome::succeeded(""), shown));
}

fn changed_directory(owner: &Owner, path: &Path, stat: &Stat, sum: &mut Sum) {
    let differing = owner.differences(stat, stat.kind != FileKind::Link);
    if differing.is_empty() {
        return;
    }
    let shown = path.display().to_string();
    let mut comment = "The following files will be changed:\n".to_owned();
    for (key, value) in &differing {
        comment.push_str(&format!("{shown}: {key} - {}\n", model::python::text(value)));
    }
    let changes: Map = [(shown.as_str().into(), Value::Map(differing.clone()))].into_iter().collect();
    let mut done = changes.clone();
    done.extend(differing);
    let permit =
        Operation::Permit { path: path.to_owned(), permissions: owner.permissions(), follows: false };
    sum.part(
        path,
        &with(Outcome::would_change(comment), changes),
        vec![permit],
        &with(Outcome::succeeded(""), done),
    );
}

fn one_file(call: &Call<'_>, file: &File, sum: &mut Sum) {
    let shown = file.path.display().to_string();
    if file.now.is_directory() {
        let failed = Outcome::failed(format!("Specified target {shown} is a directory"));
        sum.part(&file.path, &failed, vec![], &failed);
        return;
    }
    let desired = match &file.desired {
        Ok(desired) => desired,
        Err(reason) => {
            let failed = Outcome::failed(format!("Unable to manage file: {reason}"));
            sum.part(&file.path, &failed, vec![], &failed);
            return;
        }
    };
    let mut owner = Owner::read(call.fields, &["file_mode"]);
    if call.fields.text("file_mode").as_deref() == Some("keep") {
        owner.mode = desired.mode;
    }
    let target = Target {
        path: file.path.clone(),
        name: shown,
        owner,
        makedirs: true,
        dir_mode: None,
        follows: true,
        create: true,
        show_changes: call.fields.boolean("show_changes").unwrap_or(true),
        backup: backup::place(call, &file.path),
        check: None,
    };
    // Its directory exists by now.
    let now = Now { has_parent: true, missing_parents: vec![], ..file.now.clone() };
    if let Intent::Act { foreseen, step } = plan(&target, &now, desired) {
        let (operations, done) = step.into_parts();
        sum.part(&file.path, &foreseen, operations, &done);
    }
}

fn self_link(call: &Call<'_>, link: &Link, sum: &mut Sum) {
    if link.leads_to.as_deref() == Some(link.target.as_str()) {
        return;
    }
    let shown = link.path.display().to_string();
    let target = &link.target;
    let new: Map = [("new".into(), Value::from(shown.as_str()))].into_iter().collect();
    let is_other = link.stat.as_ref().is_some_and(|stat| stat.kind != FileKind::Link);
    let is_directory = link.stat.as_ref().is_some_and(|stat| stat.kind == FileKind::Directory);
    if is_other && call.fields.boolean("force_symlinks") != Some(true) {
        let foreseen = format!(
            "File or directory exists where the symlink {shown} should be. Did you mean to use force?"
        );
        let done = Outcome::failed(format!("File exists where the symlink {shown} should be"));
        sum.part(&link.path, &Outcome::failed(foreseen), vec![], &done);
        return;
    }
    let mut operations = vec![];
    if is_directory {
        operations.push(Operation::Remove(link.path.clone()));
    }
    operations.push(Operation::Link { path: link.path.clone(), target: target.clone() });
    let foreseen = if is_other {
        format!(
            "The file or directory {shown} is set for removal to make way for a new symlink targeting {target}"
        )
    } else {
        format!("Symlink {shown} to {target} is set for creation")
    };
    let done = with(Outcome::succeeded(format!("Created new symlink {shown} -> {target}")), new.clone());
    sum.part(&link.path, &with(Outcome::would_change(foreseen), new), operations, &done);
}
