//! Where the links of an artifact lead: never out of it, also not through other links of it.
//!
//! The kernel resolves a path name by name, and continues at the target of each link. So does this; the text of one target
//! alone does not show where it leads.

use std::collections::HashMap;

use super::{Entry, Refusal};

/// The kernel follows no more links for one path.
const MOST: usize = 40;

/// Checks all links.
///
/// # Errors
/// The first one that leads out.
pub(super) fn check(entries: &[Entry]) -> Result<(), Refusal> {
    let mut links: HashMap<&str, &str> = HashMap::new();
    for entry in entries {
        if let Entry::Link { path, target } = entry {
            links.insert(path, target);
        }
    }
    for (path, target) in &links {
        if leads_out(&links, path) {
            return Err(Refusal::Link { path: (*path).to_owned(), target: (*target).to_owned() });
        }
    }
    Ok(())
}

fn leads_out(links: &HashMap<&str, &str>, path: &str) -> bool {
    let mut here: Vec<&str> = vec![];
    let mut left: Vec<&str> = path.rsplit('/').collect();
    let mut followed = 0;
    while let Some(name) = left.pop() {
        match name {
            "" | "." => continue,
            ".." => {
                if here.pop().is_none() {
                    return true;
                }
                continue;
            }
            name => here.push(name),
        }
        let Some(target) = links.get(here.join("/").as_str()) else { continue };
        followed += 1;
        if followed > MOST {
            // It leads nowhere.
            return false;
        }
        here.pop();
        left.extend(target.rsplit('/'));
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    fn link(path: &str, target: &str) -> Entry {
        Entry::Link { path: path.to_owned(), target: target.to_owned() }
    }

    #[test]
    fn a_chain_of_links_does_not_lead_out_of_a_release() {
        for (links, is_refused) in [
            (vec![("a/up", ".."), ("a/esc", "up/../etc/passwd")], true),
            (vec![("d/e/up", "../.."), ("d/e/esc", "up/../etc/passwd")], true),
            (vec![("x", "a/b"), ("a/b", "../c"), ("c", "..")], true),
            (vec![("a/b/c", "../../.."), ("to", "a/b/c/etc")], true),
            (vec![("deep", "a/b/c"), ("out", "deep/../../../..")], true),
            (vec![("deep", "a/b/c"), ("root", "deep/../../..")], false),
            (vec![("a/up", ".."), ("a/fine", "up/etc/passwd")], false),
            (vec![("one", "two"), ("two", "one")], false),
            (vec![("a", "a/../..")], false),
            (vec![("a", "./b//c"), ("b/c", "../d")], false),
        ] {
            let entries: Vec<Entry> = links.iter().map(|(path, target)| link(path, target)).collect();
            let checked = check(&entries);
            assert_eq!(checked.is_err(), is_refused, "{links:?}: {checked:?}");
        }
    }
}
