//! The differences between a group and its declaration.

use super::{Live, spec};
use crate::operation::{Operation, Operations, act, refused, settled, with};
use crate::{Call, Intent};
use machine::account::{self, AccountGroup};
use model::{Map, Outcome, Value, python};

pub(super) fn absent(call: &Call<'_>, live: &Live) -> Intent<Operations> {
    let name = call.name;
    if live.team.is_none() {
        return settled("Group not present");
    }
    let changes: Map = [(name.into(), Value::from(""))].into_iter().collect();
    act(
        with(Outcome::would_change(format!("Group {name} is set for removal")), changes.clone()),
        vec![Operation::run(account::remove_group(name))],
        with(Outcome::succeeded(format!("Removed group {name}")), changes),
    )
    .or_fail(format!("Failed to remove group {name}"))
}

/// The declared members.
struct Members {
    all: Option<Vec<String>>,
    added: Vec<String>,
    removed: Vec<String>,
}

pub(super) fn present(call: &Call<'_>, live: &Live) -> Intent<Operations> {
    let fields = call.fields;
    if fields.has("members") && (fields.has("addusers") || fields.has("delusers")) {
        return refused(
            "Error: Conflicting options \"members\" with \"addusers\" and/or \"delusers\" can not be used together. ",
        );
    }
    let members = Members {
        all: fields.texts("members"),
        added: fields.texts("addusers").unwrap_or_default(),
        removed: fields.texts("delusers").unwrap_or_default(),
    };
    if members.added.iter().any(|user| members.removed.contains(user)) {
        return refused("Error. Same user(s) can not be added and deleted simultaneously");
    }
    match &live.team {
        Some(team) => match taken(call, live, "present") {
            Some(taken) if spec::gid(call.fields) != Some(team.gid) => refused(taken),
            _ => update(call, team, &members),
        },
        None => create(call, live, members),
    }
}

/// The number belongs to another group.
fn taken(call: &Call<'_>, live: &Live, state: &str) -> Option<String> {
    let gid = spec::gid(call.fields)?;
    let owner = live.taken_by.as_ref().filter(|_| call.fields.boolean("non_unique") != Some(true))?;
    Some(format!("Group {} is {state} but gid {gid} is already taken by group {owner}", call.name))
}

fn create(call: &Call<'_>, live: &Live, members: Members) -> Intent<Operations> {
    let (name, fields) = (call.name, call.fields);
    let gid = spec::gid(fields);
    let shares = fields.boolean("non_unique") == Some(true);
    let foreseen = format!("Group {name} set to be added");
    if let Some(taken) = taken(call, live, "not present") {
        return refused(taken);
    }
    let members = members.all.filter(|all| !all.is_empty()).unwrap_or(members.added);
    let is_system = fields.boolean("system") == Some(true);
    let mut operations = vec![Operation::run(account::add_group(name, gid, is_system, shares))];
    if !members.is_empty() {
        operations.push(Operation::run(account::set_members(name, &members)));
    }
    let mut known: Map =
        [("name".into(), Value::from(name)), ("passwd".into(), "x".into())].into_iter().collect();
    if let Some(gid) = gid {
        known.insert("gid".into(), Value::Int(gid.into()));
    }
    known.insert("members".into(), members.into());
    act(
        with(Outcome::would_change(foreseen), known),
        operations,
        Outcome::succeeded(format!("New group {name} created")),
    )
    .or_fail(format!("Failed to create new group {name}"))
    .then_look(name, look)
}

fn look(name: &str) -> Result<Map, String> {
    let found = account::find_group(name).filter(|team| team.name == name);
    let team =
        found.ok_or_else(|| format!("Failed to create new group {name}: it does not exist afterwards"))?;
    Ok([
        ("name".into(), Value::from(team.name)),
        ("passwd".into(), "x".into()),
        ("gid".into(), Value::Int(team.gid.into())),
        ("members".into(), team.members.into()),
    ]
    .into_iter()
    .collect())
}

fn update(call: &Call<'_>, team: &AccountGroup, members: &Members) -> Intent<Operations> {
    let name = call.name;
    let mut differs = Map::new();
    let mut operations = vec![];
    if let Some(gid) = spec::gid(call.fields).filter(|gid| *gid != team.gid) {
        differs.insert("gid".into(), Value::Int(gid.into()));
        let shares = call.fields.boolean("non_unique") == Some(true);
        operations.push(Operation::run(account::change_gid(name, gid, shares)));
    }
    let is_member = |user: &&String| team.members.contains(*user);
    match &members.all {
        Some(all) if all.is_empty() && !team.members.is_empty() => {
            differs.insert("delusers".into(), set(&team.members));
            operations.push(Operation::run(account::set_members(name, &[])));
        }
        Some(all) if !all.is_empty() && !is_same(all, &team.members) => {
            differs.insert("members".into(), all.clone().into());
            operations.push(Operation::run(account::set_members(name, all)));
        }
        _ => {}
    }
    let added: Vec<String> = members.added.iter().filter(|user| !is_member(user)).cloned().collect();
    if !added.is_empty() {
        operations.extend(added.iter().map(|user| Operation::run(account::add_member(name, user))));
        differs.insert("addusers".into(), added.into());
    }
    let removed: Vec<String> = members.removed.iter().filter(is_member).cloned().collect();
    if !removed.is_empty() {
        operations.extend(removed.iter().map(|user| Operation::run(account::remove_member(name, user))));
        differs.insert("delusers".into(), removed.into());
    }
    if differs.is_empty() {
        return settled(format!("Group {name} is present and up to date"));
    }
    let mut comment = "The following group attributes are set to be changed:\n".to_owned();
    for (key, value) in &differs {
        let text = match (key.as_str(), value) {
            // Python prints a set with braces.
            (Some("delusers"), Value::List(list)) if members.all.is_some() => {
                format!("{{{}}}", list.iter().map(python::repr).collect::<Vec<_>>().join(", "))
            }
            _ => python::text(value),
        };
        comment.push_str(&format!("{key}: {text}\n"));
    }
    let done: Map = [("Final".into(), Value::from("All changes applied successfully"))].into_iter().collect();
    act(
        with(Outcome::would_change(comment.clone()), done.clone()),
        operations,
        with(Outcome::succeeded(comment.clone()), done),
    )
    .or_fail(format!("{comment}Some changes could not be applied"))
}

fn is_same(a: &[String], b: &[String]) -> bool {
    a.iter().all(|user| b.contains(user)) && b.iter().all(|user| a.contains(user))
}

fn set(users: &[String]) -> Value {
    let mut sorted = users.to_vec();
    sorted.sort_unstable();
    sorted.into()
}
