//! Repositories of Red Hat's: sections of `*.repo`.

use std::path::{Path, PathBuf};

use indexmap::IndexMap;

use super::spec::OPTIONS;
use super::{differing, failure, is_enabled, repo, would_configure, would_remove};
use crate::operation::{Operation, Operations, Writing, act, refused, settled, with};
use crate::{Call, Intent};
use machine::file::Permissions;
use machine::package::repository::dnf::{self, Repositories, Section, USUAL};
use model::{Map, Node, NodeKind, Outcome, Value, chain, fields, secret};

/// The present files.
#[derive(Clone, Debug, Default)]
pub struct Live {
    /// dnf's and yum's files.
    pub repositories: Repositories,
}

pub(super) fn describe(call: &Call<'_>) -> Result<Live, String> {
    let directories = call.fields.comma_texts("basedir").unwrap_or_default();
    let repositories = Repositories::read(&directories).map_err(|error| chain(&error))?;
    if call.fields.takes("password") {
        for name in ["password", "proxy_password"] {
            call.fields.text(name).inspect(|text| secret::hide(text));
        }
    }
    Ok(Live { repositories })
}

/// The name in brackets.
fn id(call: &Call<'_>) -> String {
    let copr = call.fields.text("copr").or_else(|| call.name.strip_prefix("copr:").map(str::to_owned));
    match copr {
        None => call.name.to_owned(),
        Some(copr) => {
            let copr = copr.trim_start_matches("copr:").replace('/', ":");
            format!("copr:copr.fedorainfracloud.org:{copr}")
        }
    }
}

/// The wanted options, in the order in which they are written; nothing for an option that must be absent.
type Wanted = IndexMap<String, Option<String>>;

fn text(node: &Node) -> String {
    match &node.kind {
        NodeKind::Scalar(Value::Bool(truth)) => if *truth { "1" } else { "0" }.to_owned(),
        NodeKind::List(list) => list.iter().filter_map(fields::text).collect::<Vec<_>>().join("\n"),
        _ => fields::text(node).unwrap_or_default(),
    }
}

fn is_true(text: &str) -> bool {
    ["1", "true", "yes", "on"].contains(&text.to_lowercase().as_str())
}

/// True if an option is as wanted: several words mean true.
fn is_met(there: Option<&String>, wanted: Option<&String>, is_truth: bool) -> bool {
    match (there, wanted) {
        (None, None) => true,
        (Some(there), Some(wanted)) if is_truth => is_true(there) == is_true(wanted),
        (Some(there), Some(wanted)) => there == wanted,
        _ => false,
    }
}

fn wanted(call: &Call<'_>, there: Option<&Section>) -> Result<Wanted, String> {
    let mut wanted = Wanted::new();
    let low = call.context.low;
    for name in low.arguments.keys().filter(|name| OPTIONS.iter().any(|option| option.name == **name)) {
        let value = call.fields.node(name).map(text).filter(|text| !text.is_empty());
        wanted.insert(name.clone(), value);
    }
    let given = |wanted: &Wanted, name: &str| wanted.get(name).is_some_and(Option::is_some);
    if given(&wanted, "mirrorlist") && given(&wanted, "baseurl") {
        return Err("Only one of 'mirrorlist' and 'baseurl' can be specified".to_owned());
    }
    for (one, other) in [("mirrorlist", "baseurl"), ("baseurl", "mirrorlist")] {
        if given(&wanted, one) {
            wanted.insert(other.to_owned(), None);
        }
    }
    let is_there = |name: &str| {
        wanted
            .get(name)
            .map_or_else(|| there.is_some_and(|section| section.options.contains_key(name)), Option::is_some)
    };
    if !["baseurl", "mirrorlist", "metalink"].into_iter().any(is_there) {
        return Err(match there {
            None => "The repo does not exist and needs to be created, but either a baseurl or a mirrorlist needs to be given",
            Some(_) => "Cannot delete baseurl without specifying mirrorlist",
        }
        .to_owned());
    }
    let name = call.fields.text("humanname").unwrap_or_else(|| call.name.to_owned());
    wanted.insert("name".to_owned(), Some(name));
    let enabled = is_enabled(call)?;
    let is_left_out = there.is_some_and(|section| !section.options.contains_key("enabled"));
    if !(enabled && is_left_out) {
        wanted.insert("enabled".to_owned(), Some(if enabled { "1" } else { "0" }.to_owned()));
    }
    Ok(wanted)
}

fn is_truth(call: &Call<'_>, name: &str) -> bool {
    let is_bool = |node: &Node| matches!(node.kind, NodeKind::Scalar(Value::Bool(_)));
    name == "enabled" || (call.fields.takes(name) && call.fields.node(name).is_some_and(is_bool))
}

fn comments(call: &Call<'_>) -> Option<Vec<String>> {
    let all = call.fields.texts("comments")?;
    Some(all.iter().map(|text| text.trim_start_matches('#').trim().to_owned()).collect())
}

/// Keys are an option here. apt's arguments for keys would be ignored silently.
fn warning(call: &Call<'_>) -> Option<String> {
    let apt = ["key_url", "key_text", "keyid", "keyserver"].into_iter().find(|name| call.fields.has(name))?;
    Some(format!("{apt} is for apt's sources and has no effect here: name the key by gpgkey"))
}

pub(super) fn managed(call: &Call<'_>, live: &Live) -> Intent<Operations> {
    let mut intent = compared(call, live);
    if let Intent::Settled(outcome) | Intent::Act { foreseen: outcome, .. } = &mut intent {
        outcome.warnings.extend(warning(call));
    }
    intent
}

fn compared(call: &Call<'_>, live: &Live) -> Intent<Operations> {
    let id = id(call);
    let found = live.repositories.find(&id);
    if let Err(why) = is_enabled(call) {
        return refused(why);
    }
    if id != call.name && found.is_none() {
        let why = format!(
            "The program does not read Copr. Write baseurl and gpgkey instead of copr, or run 'dnf copr enable' by cmd.run; \
             '{id}' is what it is called then"
        );
        return refused(failure(call, &why));
    }
    let section = found.as_ref().map(|(_, section)| section);
    let wanted = match wanted(call, section) {
        Ok(wanted) => wanted,
        Err(why) => return refused(failure(call, &why)),
    };
    let wanted = if id == call.name { wanted } else { only_enabled(wanted) };
    let differs = |(name, value): &(&String, &Option<String>)| {
        let there = section.and_then(|section| section.options.get(*name));
        !is_met(there, value.as_ref(), is_truth(call, name))
    };
    let changing: Vec<(String, Option<String>)> =
        wanted.iter().filter(differs).map(|(name, value)| (name.clone(), value.clone())).collect();
    let comments = comments(call);
    let comments = comments.filter(|wanted| section.is_none_or(|section| section.comments != *wanted));
    let (path, makes) = path(call, live, &id, found.as_ref().map(|(path, _)| *path));
    let old = live.repositories.text(&path).unwrap_or_default();
    let others: Vec<String> = if call.fields.boolean("clean_file") == Some(true) {
        dnf::sections(old).into_iter().map(|section| section.id).filter(|known| *known != id).collect()
    } else {
        vec![]
    };
    if changing.is_empty() && comments.is_none() && others.is_empty() && section.is_some() {
        return settled(format!("Package repo '{}' already configured", call.name));
    }
    let kept = others.iter().fold(old.to_owned(), |text, other| dnf::without(&text, other));
    let new = dnf::with(&kept, &id, &changing, comments.as_deref());
    let mut changes = match section {
        None => repo(&id),
        Some(section) => shown(section, &changing, comments.as_deref()),
    };
    if !others.is_empty() {
        changes.insert("removed".into(), others.into());
    }
    let is_new = live.repositories.text(&path).is_none();
    let mut operations: Vec<Operation> = makes.into_iter().collect();
    // A password in it must not be shown.
    let is_private = wanted.keys().any(|name| name.ends_with("password"));
    let mode = is_new.then_some(if is_private { 0o600 } else { 0o644 });
    let permissions = Permissions { mode, ..Permissions::default() };
    operations.push(Writing { permissions, ..Writing::new(path, new) }.into());
    let mut done = Outcome::succeeded(format!("Configured package repo '{}'", call.name));
    done.warnings.extend(warning(call));
    let failure = format!("Failed to configure repo '{}'", call.name);
    act(would_configure(call, changes.clone()), operations, with(done, changes)).or_fail(failure)
}

/// Only these options of Copr's file belong to the author.
fn only_enabled(mut wanted: Wanted) -> Wanted {
    wanted.retain(|name, _| name == "enabled");
    wanted
}

/// Old and new of the changes.
fn shown(section: &Section, changing: &[(String, Option<String>)], comments: Option<&[String]>) -> Map {
    let mut before = Map::new();
    let mut after = Map::new();
    for (name, value) in changing {
        before.insert(name.as_str().into(), section.options.get(name).cloned().into());
        after.insert(name.as_str().into(), value.clone().into());
    }
    if let Some(comments) = comments {
        let old = Some(section.comments.clone()).filter(|all| !all.is_empty());
        before.insert("comments".into(), old.into());
        after.insert("comments".into(), comments.to_vec().into());
    }
    differing(&before, &after)
}

/// The present or future file, and the operation that creates its directory.
fn path(call: &Call<'_>, live: &Live, id: &str, known: Option<&Path>) -> (PathBuf, Option<Operation>) {
    if let Some(path) = known {
        return (path.to_owned(), None);
    }
    let directory = live.repositories.directories.first().cloned();
    let file = call.fields.text("file").map(PathBuf::from);
    let makes = directory.is_none() && file.is_none();
    let directory = directory.unwrap_or_else(|| PathBuf::from(USUAL));
    let permissions = Permissions { mode: Some(0o755), ..Permissions::default() };
    let make = makes.then(|| Operation::MakeDirectory { path: directory.clone(), permissions });
    (file.unwrap_or_else(|| directory.join(format!("{id}.repo"))), make)
}

pub(super) fn absent(call: &Call<'_>, live: &Live) -> Intent<Operations> {
    let id = id(call);
    let name = call.fields.text("copr").map_or_else(|| call.name.to_owned(), |copr| format!("copr:{copr}"));
    if call.fields.has("keyid") || call.fields.has("keyid_ppa") {
        return refused("Repo key management is not implemented for this platform");
    }
    let Some((path, _)) = live.repositories.find(&id) else {
        return settled(format!("Package repo {name} is absent"));
    };
    let text = live.repositories.text(path).unwrap_or_default();
    let left = dnf::without(text, &id);
    let operation = if dnf::sections(&left).is_empty() {
        Operation::Remove(path.to_owned())
    } else {
        Operation::write(path, left)
    };
    let done = with(Outcome::succeeded(format!("Removed repo {name}")), repo(&name));
    act(would_remove(&name, repo(&name)), vec![operation], done)
        .or_fail(format!("Failed to remove repo {name}"))
}
