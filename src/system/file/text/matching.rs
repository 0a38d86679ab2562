//! The common lines of two texts, found as Python's `difflib` finds them.
//!
//! First comes the longest run that both have, then the longest before and after it, and so on. Of several runs of one length the
//! first in the old text wins, then the first in the new one. Lines that make up more than a hundredth of a long text begin no
//! run. See <https://docs.python.org/3/library/difflib.html#difflib.SequenceMatcher>.

use std::collections::HashMap;

/// From this number of lines on, frequent lines begin no run.
const LONG: usize = 200;

/// The change of a range of old lines.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Tag {
    Equal,
    Replace,
    Delete,
    Insert,
}

/// A range of old lines, and the range of new lines that replaces it.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) struct Opcode {
    pub tag: Tag,
    pub old: (usize, usize),
    pub new: (usize, usize),
}

/// All opcodes in order.
pub(super) fn opcodes(old: &[&str], new: &[&str]) -> Vec<Opcode> {
    let mut opcodes = Vec::new();
    let (mut i, mut j) = (0, 0);
    for (a, b, size) in runs(old, new) {
        let tag = match (i < a, j < b) {
            (true, true) => Some(Tag::Replace),
            (true, false) => Some(Tag::Delete),
            (false, true) => Some(Tag::Insert),
            (false, false) => None,
        };
        opcodes.extend(tag.map(|tag| Opcode { tag, old: (i, a), new: (j, b) }));
        (i, j) = (a + size, b + size);
        if size > 0 {
            opcodes.push(Opcode { tag: Tag::Equal, old: (a, i), new: (b, j) });
        }
    }
    opcodes
}

/// The common runs: place in the old text, place in the new text, length. The last one is empty, at the end.
fn runs(old: &[&str], new: &[&str]) -> Vec<(usize, usize, usize)> {
    let places = places(new);
    let mut found = Vec::new();
    let mut open = vec![(0, old.len(), 0, new.len())];
    while let Some((alo, ahi, blo, bhi)) = open.pop() {
        let (a, b, size) = longest((old, new), &places, (alo, ahi), (blo, bhi));
        if size == 0 {
            continue;
        }
        found.push((a, b, size));
        if alo < a && blo < b {
            open.push((alo, a, blo, b));
        }
        if a + size < ahi && b + size < bhi {
            open.push((a + size, ahi, b + size, bhi));
        }
    }
    found.sort_unstable();
    let mut joined: Vec<(usize, usize, usize)> = Vec::new();
    for (a, b, size) in found {
        match joined.last_mut() {
            Some(last) if last.0 + last.2 == a && last.1 + last.2 == b => last.2 += size,
            _ => joined.push((a, b, size)),
        }
    }
    joined.push((old.len(), new.len(), 0));
    joined
}

/// The places of each line in the new text.
fn places<'t>(new: &[&'t str]) -> HashMap<&'t str, Vec<usize>> {
    let mut places: HashMap<&str, Vec<usize>> = HashMap::new();
    for (index, line) in new.iter().enumerate() {
        places.entry(line).or_default().push(index);
    }
    if new.len() >= LONG {
        let many = new.len() / 100 + 1;
        places.retain(|_, at| at.len() <= many);
    }
    places
}

/// The longest run within two ranges.
fn longest(
    (old, new): (&[&str], &[&str]),
    places: &HashMap<&str, Vec<usize>>,
    (alo, ahi): (usize, usize),
    (blo, bhi): (usize, usize),
) -> (usize, usize, usize) {
    let mut best = (alo, blo, 0);
    // The length of the run that ends at each new line, with the old line before.
    let mut lengths: HashMap<usize, usize> = HashMap::new();
    for i in alo..ahi {
        let mut next = HashMap::new();
        let here = old.get(i).and_then(|line| places.get(line)).map(Vec::as_slice).unwrap_or_default();
        for &j in here.iter().skip_while(|j| **j < blo).take_while(|j| **j < bhi) {
            let size = j.checked_sub(1).and_then(|before| lengths.get(&before)).copied().unwrap_or(0) + 1;
            next.insert(j, size);
            if size > best.2 {
                best = (i + 1 - size, j + 1 - size, size);
            }
        }
        lengths = next;
    }
    // Frequent lines begin no run, but lengthen one.
    while best.0 > alo && best.1 > blo && old.get(best.0 - 1) == new.get(best.1 - 1) {
        best = (best.0 - 1, best.1 - 1, best.2 + 1);
    }
    while best.0 + best.2 < ahi
        && best.1 + best.2 < bhi
        && old.get(best.0 + best.2) == new.get(best.1 + best.2)
    {
        best.2 += 1;
    }
    best
}
