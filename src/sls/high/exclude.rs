//! `exclude`: IDs and SLS that a run leaves out although they were included.

use super::HighData;
use model::glob;
use model::{Entry, Node, Problem, Problems};

/// Reads the list under `exclude`.
pub fn read(entry: &Entry, problems: &mut Problems) -> Vec<Node> {
    match entry.node.as_list() {
        Some(list) => list.to_vec(),
        None => {
            let message = format!("'exclude' must hold a list, not {}", entry.node.type_name());
            problems.push(
                Problem::at(&entry.node.place, message).hint("write '- sls: name' or '- id: name' below it"),
            );
            Vec::new()
        }
    }
}

/// Removes the excluded states; a bare name is the name of an SLS.
pub fn apply(high: &mut HighData, problems: &mut Problems) {
    for exclusion in &std::mem::take(&mut high.exclusions) {
        let (is_sls, name) = match (exclusion.as_str(), one_pair(exclusion)) {
            (Some(name), _) => (true, name),
            (_, Some(("sls", name))) => (true, name),
            (_, Some(("id", name))) => (false, name),
            _ => {
                let problem =
                    Problem::at(&exclusion.place, "'exclude' holds '- sls: name' and '- id: name' only");
                problems.push(problem);
                continue;
            }
        };
        high.declarations.retain(|id, declaration| {
            // Salt accepts a pattern for SLS only.
            if is_sls { !glob::is_match(name, &declaration.sls) } else { name != id }
        });
    }
}

fn one_pair(node: &Node) -> Option<(&str, &str)> {
    let map = node.as_map().filter(|map| map.len() == 1)?;
    let (key, entry) = map.first()?;
    Some((key.as_str()?, entry.node.as_str()?))
}
