//! The merge key `<<`, resolved as in Salt's loader.
//!
//! Merged entries come first, and entries beside the `<<` override them; within a list of mappings later ones come
//! first; two merged entries with the same key are a conflict. See <https://yaml.org/type/merge.html>.

use std::rc::Rc;

use super::compose::{Raw, RawKind};
use super::{Source, fault, scalar};
use model::Problem;

/// One entry, as written or merged.
pub type Pair = (Rc<Raw>, Rc<Raw>);

/// The entries of a mapping after every `<<` is resolved; `spent` counts the work done, up to `limit`.
pub fn flatten(source: &Source<'_>, pairs: Vec<Pair>, spent: &mut Budget) -> Result<Vec<Pair>, Problem> {
    if !pairs.iter().any(|(key, _)| scalar::is_merge(key)) {
        return Ok(pairs);
    }
    let mut merged = Vec::new();
    let mut own = Vec::new();
    for (key, value) in pairs {
        if scalar::is_merge(&key) {
            merged.extend(merged_pairs(source, &value, spent)?);
        } else {
            own.push((key, value));
        }
    }
    let written: std::collections::HashSet<&str> = own.iter().filter_map(|(key, _)| text(key)).collect();
    merged.retain(|(key, _)| text(key).is_none_or(|key| !written.contains(key)));
    merged.append(&mut own);
    Ok(merged)
}

fn merged_pairs(source: &Source<'_>, value: &Rc<Raw>, spent: &mut Budget) -> Result<Vec<Pair>, Problem> {
    match &value.kind {
        RawKind::Map(pairs) => {
            spent.take(source, value, pairs.len())?;
            flatten(source, pairs.clone(), spent)
        }
        RawKind::List(list) => {
            let mut merged = Vec::new();
            for item in list.iter().rev() {
                let RawKind::Map(pairs) = &item.kind else {
                    return Err(refusal(source, item));
                };
                spent.take(source, item, pairs.len())?;
                merged.extend(flatten(source, pairs.clone(), spent)?);
            }
            Ok(merged)
        }
        RawKind::Scalar { .. } => Err(refusal(source, value)),
    }
}

fn refusal(source: &Source<'_>, value: &Raw) -> Problem {
    fault::at(source, value.spot, "'<<' merges a mapping or a list of mappings, but this is neither")
}

fn text(key: &Raw) -> Option<&str> {
    if let RawKind::Scalar { text, .. } = &key.kind { Some(text) } else { None }
}

/// The number of nodes that a text may still grow by: aliases repeat their targets, and a few lines can name billions.
pub struct Budget(pub usize);

impl Budget {
    /// Subtracts `count` nodes.
    pub fn take(&mut self, source: &Source<'_>, node: &Raw, count: usize) -> Result<(), Problem> {
        match self.0.checked_sub(count + 1) {
            Some(rest) => {
                self.0 = rest;
                Ok(())
            }
            None => Err(fault::at(source, node.spot, "the aliases of this file grow without bounds")
                .hint("aliases that name lists of aliases multiply; write the data once")),
        }
    }
}
