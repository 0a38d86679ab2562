//! Finds chunks by name without searching all of them.

use std::collections::HashMap;

use model::Low;
use model::glob::is_glob;

/// Indices by ID and name, and by SLS.
pub(super) struct Names {
    called: HashMap<String, Vec<usize>>,
    in_sls: HashMap<String, Vec<usize>>,
    all: Vec<usize>,
}

impl Names {
    pub(super) fn of(lows: &[Low]) -> Self {
        let mut names =
            Self { called: HashMap::new(), in_sls: HashMap::new(), all: (0..lows.len()).collect() };
        for (index, low) in lows.iter().enumerate() {
            note(&mut names.called, &low.id, index);
            note(&mut names.called, &low.name, index);
            note(&mut names.in_sls, &low.sls, index);
            for sls in &low.included_from {
                note(&mut names.in_sls, sls, index);
            }
        }
        names
    }

    /// The chunks that a pattern for IDs and names may match, in order: all for a glob, those with this name for a
    /// name.
    pub(super) fn called(&self, pattern: &str) -> &[usize] {
        self.find(&self.called, pattern)
    }

    /// The chunks that a pattern for SLS may match, in order.
    pub(super) fn in_sls(&self, pattern: &str) -> &[usize] {
        self.find(&self.in_sls, pattern)
    }

    fn find<'a>(&'a self, names: &'a HashMap<String, Vec<usize>>, pattern: &str) -> &'a [usize] {
        if is_glob(pattern) { &self.all } else { names.get(pattern).map_or(&[], Vec::as_slice) }
    }
}

fn note(names: &mut HashMap<String, Vec<usize>>, name: &str, index: usize) {
    match names.get_mut(name) {
        Some(indices) if indices.last() == Some(&index) => {}
        Some(indices) => indices.push(index),
        None => drop(names.insert(name.to_owned(), vec![index])),
    }
}
