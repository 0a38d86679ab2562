//! The names under `include`: absolute, relative, with an environment, by pattern.

use std::path::Path;

use crate::tree::{FoundFile, Tree};
use model::glob;
use model::problem::did_you_mean;
use model::{Entry, Node, Place, Problem, Problems};

/// One name under `include`.
#[derive(Clone, Debug)]
pub struct Include {
    /// The absolute name of the SLS, or a pattern.
    pub sls: String,
    /// The environment, if one is written.
    pub env: Option<String>,
    /// Options beside the name, in pillar files (`key`, `defaults`).
    pub options: Option<Node>,
    /// Its place.
    pub place: Place,
}

/// The file from which relative names start.
#[derive(Clone, Copy)]
pub struct Includer<'a> {
    /// The SLS that includes.
    pub sls: &'a str,
    /// Its file.
    pub file: &'a FoundFile,
}

/// Reads the list under `include`.
pub fn includes(entry: &Entry, from: Includer<'_>, problems: &mut Problems) -> Vec<Include> {
    let Some(list) = entry.node.as_list() else {
        let message = format!("'include' must hold a list of SLS names, not {}", entry.node.type_name());
        problems.push(
            Problem::at(&entry.node.place, message).hint("write each name on its own line with a dash"),
        );
        return Vec::new();
    };
    list.iter().filter_map(|item| include(item, from, problems)).collect()
}

fn include(item: &Node, from: Includer<'_>, problems: &mut Problems) -> Option<Include> {
    let place = item.place.clone();
    if let Some(name) = item.as_str() {
        return Some(Include {
            sls: absolute(name, from, &place, problems)?,
            env: None,
            options: None,
            place,
        });
    }
    // `env: name`, or in pillar `name: {key: …}`.
    if let Some(map) = item.as_map()
        && let (Some((key, entry)), 1) = (map.first(), map.len())
        && let Some(key) = key.as_str()
    {
        if let Some(name) = entry.node.as_str() {
            let sls = absolute(name, from, &place, problems)?;
            return Some(Include { sls, env: Some(key.to_owned()), options: None, place });
        }
        if entry.node.is_null() || entry.node.as_map().is_some() {
            let sls = absolute(key, from, &place, problems)?;
            return Some(Include { sls, env: None, options: Some(entry.node.clone()), place });
        }
    }
    let message = format!("'include' holds names of SLS, not {}", item.type_name());
    problems.push(Problem::at(&place, message).hint("write the name with dots, as in elb.register"));
    None
}

/// The absolute form of a name that begins with dots: one dot is the directory of the file, each further dot one
/// directory up.
fn absolute(name: &str, from: Includer<'_>, place: &Place, problems: &mut Problems) -> Option<String> {
    let rest = name.trim_start_matches('.');
    let dots = name.len() - rest.len();
    if dots == 0 {
        return Some(name.to_owned());
    }
    let mut steps: Vec<&str> = from.sls.split(['.', '/']).collect();
    // An init.sls is in the directory that its own name ends with.
    let up = if from.file.is_init() { dots - 1 } else { dots };
    if up > steps.len() {
        let message = format!("the include '{name}' leads above the top of the tree");
        problems.push(Problem::at(place, message).hint(format!(
            "'{}' is {} levels below it",
            from.sls,
            steps.len()
        )));
        return None;
    }
    steps.truncate(steps.len() - up);
    steps.push(rest);
    Some(steps.into_iter().filter(|step| !step.is_empty()).collect::<Vec<_>>().join("."))
}

/// The names of SLS that match: the name itself, or all names that match a pattern.
pub fn expand(tree: &Tree, env: &str, name: &str) -> Vec<String> {
    if tree.find_sls(env, name).is_some() {
        return vec![name.to_owned()];
    }
    if !name.contains(['*', '?', '[']) {
        return Vec::new();
    }
    tree.list_sls(env).into_iter().filter(|known| glob::is_match(name, known)).collect()
}

/// A relative root that is no directory.
fn lost(root: &Path) -> Option<&str> {
    if root.is_relative() && !root.is_dir() { root.to_str() } else { None }
}

/// The problem of a name that matches no SLS.
pub fn missing(tree: &Tree, env: &str, name: &str, place: Option<&Place>) -> Problem {
    let message = format!("there is no SLS '{name}' in environment '{env}'");
    let problem =
        place.map_or_else(|| Problem::nowhere(message.clone()), |place| Problem::at(place, message.clone()));
    if tree.directories(env).is_empty() {
        let known: Vec<&str> = tree.environments().collect();
        return problem.hint(format!("that environment has no file_roots; there are: {}", known.join(", ")));
    }
    let known = tree.list_sls(env);
    if let Some(word) = did_you_mean(name, known.iter().map(String::as_str)) {
        return problem.hint(format!("did you mean '{word}'?"));
    }
    let path = name.replace('.', "/");
    let roots: Vec<String> = tree.directories(env).iter().map(|root| root.display().to_string()).collect();
    let lost: Vec<&str> = tree.directories(env).iter().filter_map(|root| lost(root)).collect();
    let start = match lost.as_slice() {
        [] if tree.directories(env).iter().any(|root| root.is_dir()) => String::new(),
        [] => {
            ", which does not exist: -c DIR names the folder of a configuration with 'file_roots'".to_owned()
        }
        _ => format!(
            "; there is no directory {}: relative file_roots start at the working directory, else at the \
             folder of the configuration or the one above it",
            lost.join(", ")
        ),
    };
    problem.hint(format!("looked for {path}.sls and {path}/init.sls in {}{start}", roots.join(", ")))
}
