//! The differences between a path and a symbolic link.

use super::Live;
use crate::operation::{Operation, Operations, act, refused, report, with};
use crate::owner::Owner;
use crate::{Call, Intent};
use machine::account::{find_gid, group_name, user_name};
use machine::file::FileKind;
use model::{Map, Outcome, Value};

pub(super) fn diff(call: &Call<'_>, live: &Live) -> Intent<Operations> {
    let name = call.name;
    if !name.starts_with('/') {
        return refused(format!("Specified file {name} is not an absolute path"));
    }
    let owner = Owner::read(call.fields, &[]);
    if let Some(reason) = owner.unknown() {
        return refused(reason.trim_end().replace("is not available", "does not exist"));
    }
    let target = call.fields.required_text("target");
    if live.leads_to.as_deref() == Some(target.as_str()) {
        return owned(call, live, &owner);
    }
    let created = Outcome::succeeded(format!("Created new symlink {name} -> {target}"));
    let new: Map = [("new".into(), Value::from(name))].into_iter().collect();
    let created = with(created, new.clone());
    match live.kind() {
        None => {
            let mut comment = format!("Symlink {name} to {target} is set for creation");
            let parent = live.parent();
            if live.lacks_parent(call) {
                comment.push_str(&format!("\nDirectory {parent} for symlink is not present"));
            } else if !live.missing_parents.is_empty() {
                comment.push_str(&format!("\n{parent} will be created"));
            }
            let foreseen = with(Outcome::would_change(comment), new);
            if live.lacks_parent(call) {
                let reason = format!("Directory {parent} for symlink is not present");
                return report(foreseen, Outcome::failed(reason));
            }
            let mut operations = live.parents(call, "mode");
            operations.extend(link(live, &target, &owner));
            act(foreseen, operations, created)
        }
        Some(FileKind::Link) => {
            let comment = format!("Link {name} target is set to be changed to {target}");
            let changes = [("change".into(), Value::from(name))].into_iter().collect();
            act(with(Outcome::would_change(comment), changes), link(live, &target, &owner), created)
        }
        Some(kind) => in_the_way(call, live, kind, (&owner, &target, created)),
    }
}

/// A file or directory is in its place.
fn in_the_way(
    call: &Call<'_>,
    live: &Live,
    kind: FileKind,
    (owner, target, created): (&Owner, &str, Outcome),
) -> Intent<Operations> {
    let name = call.name;
    let force = call.fields.boolean("force").unwrap_or(false);
    let set_for_removal = Outcome::would_change(format!(
        "The file or directory {name} is set for removal to make way for a new symlink targeting {target}"
    ));
    let new: Map = [("new".into(), Value::from(name))].into_iter().collect();
    if let Some((place, is_there)) = &live.backup {
        if *is_there && !force {
            return refused(format!(
                "Symlink & backup dest exists and Force not set. {name} -> {target} - backup: {}",
                place.display()
            ));
        }
        let mut operations = vec![];
        if *is_there {
            operations.push(Operation::Remove(place.clone()));
        }
        operations.push(Operation::Rename { from: live.path.clone(), to: place.clone(), replaces: false });
        operations.extend(link(live, target, owner));
        return act(with(set_for_removal, new), operations, created);
    }
    if !force {
        let foreseen = format!(
            "File or directory exists where the symlink {name} should be. Did you mean to use force?"
        );
        let what = if kind == FileKind::Directory { "Directory" } else { "File" };
        let done = format!("{what} exists where the symlink {name} should be");
        return report(Outcome::failed(foreseen), Outcome::failed(done));
    }
    let mut operations = vec![];
    // A link replaces a file by rename; a directory cannot be replaced so.
    if kind == FileKind::Directory {
        operations.push(Operation::Remove(live.path.clone()));
    }
    operations.extend(link(live, target, owner));
    act(with(set_for_removal, new), operations, created)
}

fn link(live: &Live, target: &str, owner: &Owner) -> Vec<Operation> {
    let mut operations = vec![Operation::Link { path: live.path.clone(), target: target.to_owned() }];
    if owner.uid().is_some() || owner.gid().is_some() {
        let permissions = owner.permissions();
        operations.push(Operation::Permit { path: live.path.clone(), permissions, follows: false });
    }
    operations
}

/// The link is right; now its owner is compared.
fn owned(call: &Call<'_>, live: &Live, owner: &Owner) -> Intent<Operations> {
    let name = call.name;
    let Some(stat) = &live.link else { return refused("it is gone") };
    let (uid, gid) = (owner.uid().unwrap_or(stat.uid), owner.gid().unwrap_or(stat.gid));
    let shown = |uid: u32, gid: u32| {
        let group = find_gid(gid).map_or_else(|| group_name(gid), |team| team.name);
        format!("{}:{group}", user_name(uid))
    };
    let (now, wanted) = (shown(stat.uid, stat.gid), shown(uid, gid));
    if (uid, gid) == (stat.uid, stat.gid) {
        return report(
            Outcome::succeeded(format!("The symlink {name} is present")),
            Outcome::succeeded(format!("Symlink {name} is present and owned by {now}")),
        );
    }
    let changes: Map = [("ownership".into(), Value::from(wanted.as_str()))].into_iter().collect();
    let foreseen = format!(
        "The symlink {name} is present, but the ownership of the symlink would be changed from {now} to {wanted}"
    );
    let permissions = owner.permissions();
    act(
        with(Outcome::would_change(foreseen), changes.clone()),
        vec![Operation::Permit { path: live.path.clone(), permissions, follows: false }],
        with(Outcome::succeeded(format!("Set ownership of symlink {name} to {wanted}")), changes),
    )
}
