//! `pkgrepo.absent` of apt.

use std::path::Path;

use super::{Files, Live, called, current, line};
use crate::operation::{Operation, Operations, act, refused, settled, with};
use crate::pkgrepo::{failure, repo, would_remove};
use crate::{Call, Intent};
use machine::lines::Lines;
use machine::package::repository::Stanza;
use machine::package::repository::apt::{PlacedSource, Source};
use model::{Map, Outcome};

/// A name without components means all of them.
fn names(wanted: &Source, there: &Source) -> bool {
    wanted.components.is_empty() || wanted.shares_with(there)
}

fn sorted(mut words: Vec<String>) -> Vec<String> {
    words.sort();
    words
}

pub(in crate::pkgrepo) fn absent(call: &Call<'_>, live: &Live) -> Intent<Operations> {
    let name = called(call);
    let there_is_none = || settled(format!("Package repo {name} is absent"));
    let wanted = match line(call) {
        Ok(line) => Source::parse(&line),
        Err(why) => return refused(failure(call, &why)),
    };
    let Some(wanted) = wanted.map(|source| current(call, source)) else {
        return there_is_none();
    };
    let mut files = Files::of(&live.sources);
    let is_it = |there: &Source| {
        let there = current(call, there.clone());
        there.is_beside(&wanted)
            && sorted(there.architectures()) == sorted(wanted.architectures())
            && names(&wanted, &there)
    };
    let mut found: Vec<PlacedSource> =
        live.sources.placed().into_iter().filter(|placed| is_it(&placed.source)).collect();
    // From the last line to the first: removing a line moves the lines after it.
    found.reverse();
    for placed in &found {
        let left = rest(&placed.source, &wanted);
        files.replace(&placed.path, placed.at, left.as_ref().map(Source::line).as_deref());
    }
    let mut removes = files.operations();
    for stanza in &live.sources.stanzas {
        let Some(there) = stanza.source_like(&wanted).filter(|there| is_it(there)) else { continue };
        match paragraph(live, stanza, &there, &wanted) {
            Ok(operation) => removes.push(operation),
            Err(why) => return refused(failure(call, &why)),
        }
    }
    if removes.is_empty() {
        return there_is_none();
    }
    let mut changes = repo(&name);
    let mut comment = format!("Removed repo {name}");
    if let Some(id) = call.fields.text("keyid") {
        match keys(live, &found, &id) {
            Ok(operations) => removes.extend(operations),
            Err(why) => return refused(failure(call, &why)),
        }
        changes.insert("keyid".into(), id.as_str().into());
        comment.push_str(&format!(", and keyid {id}"));
    }
    remove(&name, removes, changes, comment)
}

fn remove(name: &str, operations: Vec<Operation>, changes: Map, comment: String) -> Intent<Operations> {
    let foreseen = would_remove(name, changes.clone());
    act(foreseen, operations, with(Outcome::succeeded(comment), changes))
        .or_fail(format!("Failed to remove repo {name}"))
}

/// The rest of a source without the given components; nothing if no component is left.
fn rest(there: &Source, wanted: &Source) -> Option<Source> {
    let mut left = there.clone();
    left.components
        .retain(|component| !wanted.components.is_empty() && !wanted.components.contains(component));
    (!left.components.is_empty()).then_some(left)
}

/// A paragraph that names nothing else is removed as a whole.
fn paragraph(live: &Live, stanza: &Stanza, there: &Source, wanted: &Source) -> Result<Operation, String> {
    let path = &stanza.path;
    if !stanza.is_single() || rest(there, wanted).is_some() {
        return Err(format!(
            "{} has it together with others: remove it there, by file.managed",
            path.display()
        ));
    }
    let text = live.sources.paragraphs.iter().find(|(known, _)| known == path).map_or("", |(_, text)| text);
    let mut lines = Lines::of(text);
    lines.retain(|at, _| !(stanza.lines.0..=stanza.lines.1).contains(&at));
    let left = lines.text();
    Ok(if left.trim().is_empty() { Operation::Remove(path.clone()) } else { Operation::write(path, left) })
}

/// Removes the files of a key that no other source needs.
fn keys(live: &Live, going: &[PlacedSource], id: &str) -> Result<Vec<Operation>, String> {
    let stays = |placed: &PlacedSource| !going.contains(placed);
    let needed = |path: &Path| {
        let all = live.sources.placed().into_iter().filter(stays);
        all.into_iter().find(|placed| placed.source.signed_by().split(',').any(|by| Path::new(by) == path))
    };
    let mut operations = vec![];
    for path in &live.keyrings {
        if let Some(placed) = needed(path) {
            let (path, line) = (path.display(), placed.line);
            return Err(format!("the key {id} in {path} is needed by another source: '{line}'"));
        }
        operations.push(Operation::Remove(path.clone()));
    }
    if operations.is_empty() {
        Err(format!("Could not find the key file for keyid: {id}"))
    } else {
        Ok(operations)
    }
}
