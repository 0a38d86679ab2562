//! The files of a configuration directory, merged.

use std::path::{Path, PathBuf};

use indexmap::IndexMap;

use super::ConfigSource;
use crate::yaml;
use model::glob;
use model::{Entry, Key, Node, NodeKind, Place, Problem, Problems, Value};

/// Top-level keys with their places.
pub type Entries = IndexMap<Key, Entry>;

/// Reads all files.
pub fn files(source: &ConfigSource, problems: &mut Problems) -> Entries {
    let mut merged = Entries::new();
    let Some(dir) = &source.dir else { return merged };
    if !dir.is_dir() {
        if source.is_named {
            problems.push(missing(dir));
        }
        return merged;
    }
    let main = dir.join("minion");
    if main.is_file() {
        merge_file(&main, &mut merged, problems);
    }
    let default_include = text(&merged, "default_include").unwrap_or_else(|| "minion.d/*.conf".to_owned());
    for path in matching(dir, &default_include) {
        merge_file(&path, &mut merged, problems);
    }
    for pattern in texts(&merged, "include") {
        for path in matching(dir, &pattern) {
            merge_file(&path, &mut merged, problems);
        }
    }
    if !merged.contains_key("id")
        && let Ok(id) = std::fs::read_to_string(dir.join("minion_id"))
        && !id.trim().is_empty()
    {
        let place = Place::file(dir.join("minion_id").display().to_string());
        merged.insert("id".into(), entry(id.trim().into(), &place));
    }
    merged
}

/// A value whose parts all have one place.
pub fn entry(value: Value, place: &Place) -> Entry {
    Entry { key_place: place.clone(), node: Node::from_value(value, place) }
}

fn missing(dir: &Path) -> Problem {
    let shown = dir.display();
    if dir.is_file() {
        return Problem::nowhere(format!("the configuration directory {shown} is a file"))
            .hint("name the directory that holds the file 'minion'");
    }
    Problem::nowhere(format!("there is no configuration directory {shown}"))
        .hint("-c names the directory that holds the file 'minion'; leave it out to run with the defaults")
}

fn merge_file(path: &Path, merged: &mut Entries, problems: &mut Problems) {
    let shown = path.display().to_string();
    let text = match std::fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) => {
            problems
                .push(Problem::at(&Place::file(shown), format!("the configuration cannot be read: {error}")));
            return;
        }
    };
    match yaml::parse_file(&text, &shown) {
        Ok(Node { kind: NodeKind::Map(map), .. }) => merged.extend(map),
        Ok(node) if node.is_null() => {}
        Ok(node) => {
            let message = format!("the configuration must be a mapping, not {}", node.type_name());
            problems.push(Problem::at(&node.place, message));
        }
        Err(found) => problems.extend(found),
    }
}

/// The files below `dir` that match a pattern such as `minion.d/*.conf`, sorted; hidden ones only if the pattern starts
/// with a dot.
fn matching(dir: &Path, pattern: &str) -> Vec<PathBuf> {
    let mut found = vec![if pattern.starts_with('/') { PathBuf::from("/") } else { dir.to_owned() }];
    for part in pattern.split('/').filter(|part| !part.is_empty()) {
        found = found.iter().flat_map(|dir| children(dir, part)).collect();
    }
    found.retain(|path| path.is_file());
    found.sort();
    found
}

fn children(dir: &Path, pattern: &str) -> Vec<PathBuf> {
    if !pattern.contains(['*', '?', '[']) {
        return vec![dir.join(pattern)];
    }
    let Ok(entries) = std::fs::read_dir(dir) else { return Vec::new() };
    let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let fits =
        |name: &String| glob::is_match(pattern, name) && name.starts_with('.') == pattern.starts_with('.');
    names.filter(fits).map(|name| dir.join(name)).collect()
}

fn text(entries: &Entries, key: &str) -> Option<String> {
    entries.get(key)?.node.as_str().map(str::to_owned)
}

fn texts(entries: &Entries, key: &str) -> Vec<String> {
    let Some(entry) = entries.get(key) else { return Vec::new() };
    match entry.node.as_list() {
        Some(list) => list.iter().filter_map(Node::as_str).map(str::to_owned).collect(),
        None => entry.node.as_str().map(str::to_owned).into_iter().collect(),
    }
}
