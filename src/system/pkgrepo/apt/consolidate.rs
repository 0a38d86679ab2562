//! `consolidate`: every line in `sources.list`, one for each URI and suite.

use std::path::Path;

use super::Files;
use machine::package::repository::apt::{MAIN, Source};

/// Moves all sources to the main file, except `own`, which has a file of its own; comments of the main file are removed.
pub(super) fn consolidate(files: &mut Files, own: Option<(&Path, &Source)>) {
    let mut all: Vec<Source> = vec![];
    let mut kept = vec![];
    for placed in files.sources().placed() {
        if own.is_some_and(|(path, own)| path == placed.path && own.is_beside(&placed.source)) {
            kept.push(placed);
            continue;
        }
        let source = placed.source;
        let key = |it: &Source| (it.is_disabled, it.options.clone());
        match all.iter_mut().find(|known| known.is_beside(&source) && key(known) == key(&source)) {
            None => all.push(source),
            Some(known) => {
                let new = source.components.into_iter().filter(|one| !known.components.contains(one));
                let new: Vec<String> = new.collect();
                known.components.extend(new);
            }
        }
    }
    let main = Path::new(MAIN);
    files.after.clear();
    let text: String = all.iter().map(|source| format!("{}\n", source.line())).collect();
    if !text.is_empty() || files.before.contains_key(main) {
        files.set(main, text);
    }
    for placed in kept {
        files.add(&placed.path, &placed.line);
    }
}
