//! Unified differences, byte for byte as Python's `difflib.unified_diff` gives them.

use std::fmt::Write;

use super::matching::{Deed, Part, parts};

/// Lines around a difference.
const CONTEXT: usize = 3;

/// The difference of two lists of lines with their ends; empty where there is none. A last line without an end is not
/// ended, and the next one follows it: so does Python's.
pub(in crate::system::file) fn unified(old: &[&str], new: &[&str], from: &str, to: &str) -> String {
    let groups = groups(parts(old, new));
    let mut out = String::new();
    for (index, group) in groups.iter().enumerate() {
        if index == 0 {
            let _ = write!(out, "--- {from}\n+++ {to}\n");
        }
        let (Some(first), Some(last)) = (group.first(), group.last()) else { continue };
        let (before, after) = (range(first.old.0, last.old.1), range(first.new.0, last.new.1));
        let _ = writeln!(out, "@@ -{before} +{after} @@");
        for part in group {
            if part.deed == Deed::Keep {
                put(&mut out, ' ', old, part.old);
                continue;
            }
            if part.deed != Deed::Insert {
                put(&mut out, '-', old, part.old);
            }
            if part.deed != Deed::Delete {
                put(&mut out, '+', new, part.new);
            }
        }
    }
    out
}

fn put(out: &mut String, sign: char, lines: &[&str], (from, to): (usize, usize)) {
    for line in lines.get(from..to).unwrap_or_default() {
        out.push(sign);
        out.push_str(line);
    }
}

fn range(from: usize, to: usize) -> String {
    match to - from {
        1 => format!("{}", from + 1),
        0 => format!("{from},0"),
        count => format!("{},{count}", from + 1),
    }
}

/// Differences with the lines around them; those that are near each other stand together.
fn groups(mut parts: Vec<Part>) -> Vec<Vec<Part>> {
    if parts.iter().all(|part| part.deed == Deed::Keep) {
        return vec![];
    }
    if let Some(first) = parts.first_mut().filter(|part| part.deed == Deed::Keep) {
        first.old.0 = first.old.0.max(first.old.1.saturating_sub(CONTEXT));
        first.new.0 = first.new.0.max(first.new.1.saturating_sub(CONTEXT));
    }
    if let Some(last) = parts.last_mut().filter(|part| part.deed == Deed::Keep) {
        last.old.1 = last.old.1.min(last.old.0 + CONTEXT);
        last.new.1 = last.new.1.min(last.new.0 + CONTEXT);
    }
    let mut groups = vec![];
    let mut group: Vec<Part> = vec![];
    for part in parts {
        let (old, new) = (part.old, part.new);
        if part.deed == Deed::Keep && old.1 - old.0 > 2 * CONTEXT {
            let end = Part { old: (old.0, old.0 + CONTEXT), new: (new.0, new.0 + CONTEXT), ..part };
            group.push(end);
            groups.push(std::mem::take(&mut group));
            group.push(Part { old: (old.1 - CONTEXT, old.1), new: (new.1 - CONTEXT, new.1), ..part });
        } else {
            group.push(part);
        }
    }
    if group.iter().any(|part| part.deed != Deed::Keep) {
        groups.push(group);
    }
    groups
}
