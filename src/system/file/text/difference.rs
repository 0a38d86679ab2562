//! Unified diffs, byte for byte as Python's `difflib.unified_diff` gives them.

use std::fmt::Write;

use model::secret;

use super::matching::{Opcode, Tag, opcodes};

/// The number of context lines.
const CONTEXT: usize = 3;

/// The diff of two lists of lines with their ends; empty if they are equal. A last line without an end gets none, and the next
/// line follows it directly, as in Python. Where a new line has a secret, the former secret is hidden in the old line.
pub(in crate::file) fn unified(old: &[&str], new: &[&str], from: &str, to: &str) -> String {
    let groups = groups(opcodes(old, new));
    let mut out = String::new();
    for (index, group) in groups.iter().enumerate() {
        if index == 0 {
            let _ = write!(out, "--- {from}\n+++ {to}\n");
        }
        let (Some(first), Some(last)) = (group.first(), group.last()) else { continue };
        let (before, after) = (range(first.old.0, last.old.1), range(first.new.0, last.new.1));
        let _ = writeln!(out, "@@ -{before} +{after} @@");
        for opcode in group {
            if opcode.tag == Tag::Equal {
                put(&mut out, ' ', old, opcode.old);
                continue;
            }
            if opcode.tag != Tag::Insert {
                let new = new.get(opcode.new.0..opcode.new.1).unwrap_or_default();
                for line in old.get(opcode.old.0..opcode.old.1).unwrap_or_default() {
                    let shown = new.iter().find_map(|new| secret::beside::line(line, new));
                    put(&mut out, '-', &[shown.as_deref().unwrap_or(line)], (0, 1));
                }
            }
            if opcode.tag != Tag::Delete {
                put(&mut out, '+', new, opcode.new);
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

/// The hunks with their context; near ones are joined.
fn groups(mut opcodes: Vec<Opcode>) -> Vec<Vec<Opcode>> {
    if opcodes.iter().all(|opcode| opcode.tag == Tag::Equal) {
        return vec![];
    }
    if let Some(first) = opcodes.first_mut().filter(|opcode| opcode.tag == Tag::Equal) {
        first.old.0 = first.old.0.max(first.old.1.saturating_sub(CONTEXT));
        first.new.0 = first.new.0.max(first.new.1.saturating_sub(CONTEXT));
    }
    if let Some(last) = opcodes.last_mut().filter(|opcode| opcode.tag == Tag::Equal) {
        last.old.1 = last.old.1.min(last.old.0 + CONTEXT);
        last.new.1 = last.new.1.min(last.new.0 + CONTEXT);
    }
    let mut groups = vec![];
    let mut group: Vec<Opcode> = vec![];
    for opcode in opcodes {
        let (old, new) = (opcode.old, opcode.new);
        if opcode.tag == Tag::Equal && old.1 - old.0 > 2 * CONTEXT {
            let end = Opcode { old: (old.0, old.0 + CONTEXT), new: (new.0, new.0 + CONTEXT), ..opcode };
            group.push(end);
            groups.push(std::mem::take(&mut group));
            group.push(Opcode { old: (old.1 - CONTEXT, old.1), new: (new.1 - CONTEXT, new.1), ..opcode });
        } else {
            group.push(opcode);
        }
    }
    if group.iter().any(|opcode| opcode.tag != Tag::Equal) {
        groups.push(group);
    }
    groups
}
