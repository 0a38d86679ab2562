//! The table of mail aliases, by logical lines. A line that begins with a blank continues the line before it. See aliases(5).

use super::lines::Lines;

/// The lines of an entry, and their meaning.
struct Entry<'t> {
    /// Its lines, with their ends.
    lines: Vec<&'t str>,
    /// None for comments and empty lines.
    alias: Option<(&'t str, String)>,
}

/// The target of an alias; the last of several entries counts.
pub fn target(text: &str, name: &str) -> Option<String> {
    let found = entries(text).into_iter().filter_map(|entry| entry.alias);
    found.filter(|(alias, _)| *alias == name).map(|(_, target)| target).next_back()
}

/// The table with this target. It replaces the first entry of that name, whose comment stays. Other lines stay.
pub fn with(text: &str, name: &str, target: &str) -> String {
    let mut is_there = false;
    let mut out = String::new();
    let end = Lines::of(text).end();
    for entry in entries(text) {
        match &entry.alias {
            Some((alias, _)) if *alias == name => {
                let first = entry.lines.first().copied().unwrap_or_default().trim_end();
                let comment = first.find(" #").and_then(|at| first.get(at..)).unwrap_or_default();
                if !std::mem::replace(&mut is_there, true) {
                    // Its last line may have no end.
                    let last = entry.lines.last().copied().unwrap_or_default();
                    let ending = if last.ends_with('\n') { end } else { "" };
                    out.push_str(&format!("{name}: {target}{comment}{ending}"));
                }
            }
            _ => out.extend(entry.lines),
        }
    }
    if !is_there {
        let mut lines = Lines::of(&out);
        lines.push(format!("{name}: {target}"));
        return lines.text();
    }
    out
}

/// The table without an alias.
pub fn without(text: &str, name: &str) -> String {
    let is_other = |entry: &Entry<'_>| entry.alias.as_ref().is_none_or(|(alias, _)| *alias != name);
    entries(text).into_iter().filter(is_other).flat_map(|entry| entry.lines).collect()
}

fn entries(text: &str) -> Vec<Entry<'_>> {
    let mut entries: Vec<Entry<'_>> = vec![];
    for line in text.split_inclusive('\n') {
        let continues = line.starts_with([' ', '\t']) && !line.trim().is_empty();
        match entries.last_mut().filter(|_| continues) {
            Some(Entry { lines, alias: Some((_, target)) }) => {
                lines.push(line);
                target.push(' ');
                target.push_str(line.trim());
            }
            _ => entries.push(Entry { lines: vec![line], alias: alias(line) }),
        }
    }
    entries
}

/// Name and target of a first line. A comment after a blank ends the target, as in Salt.
fn alias(line: &str) -> Option<(&str, String)> {
    if line.starts_with('#') {
        return None;
    }
    let (name, rest) = line.split_once(':')?;
    let target = rest.split_once(" #").map_or(rest, |(target, _)| target);
    Some((name.trim(), target.trim().to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str =
        "# who reads what\nroot: admin,\n  ops\n\nweb:|\"/bin/x y\"\nweb: www # for now\nlast: a";

    #[test]
    fn an_entry_may_have_several_lines_and_the_last_of_a_name_counts() {
        assert_eq!(target(TEXT, "root").as_deref(), Some("admin, ops"));
        assert_eq!(target(TEXT, "web").as_deref(), Some("www"));
        assert_eq!(target(TEXT, "# who reads what"), None);
        assert_eq!(target(TEXT, "nobody"), None);
    }

    #[test]
    fn other_lines_stay() {
        let changed = with(TEXT, "web", "ops");
        assert_eq!(changed, "# who reads what\nroot: admin,\n  ops\n\nweb: ops\nlast: a");
        assert_eq!(with("web: a # for now\n", "web", "b"), "web: b # for now\n");
        assert_eq!(with(TEXT, "new", "b"), format!("{TEXT}\nnew: b\n"));
        assert_eq!(with("", "new", "b"), "new: b\n");
        assert_eq!(without(TEXT, "root"), TEXT.replace("root: admin,\n  ops\n", ""));
        assert_eq!(without(TEXT, "nobody"), TEXT);
    }
}
