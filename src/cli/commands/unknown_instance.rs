//! A run on an instance that does not know what it is: its metadata, or its group, could not be read.
//!
//! Law: a top file or a configuration that names grains of the instance or of its service is not compiled without them.
//! Else its targets match nothing, and a highstate without the service's states succeeds.

use std::path::PathBuf;

use super::session::Session;
use crate::error::CliError;
use model::{Key, Map, Problem, Value};

/// The grains of a service by the usual convention; the convention of the configuration may name others.
const OF_SERVICE: &[&str] = &[
    "cluster_name",
    "service_group",
    "service_host_name",
    "service_instance",
    "service_name",
    "service_node",
];

/// Begins the names of the grains of an instance.
const OF_INSTANCE: &str = "ec2_";

/// The convention of host names: it names the grains, and does not need them.
const CONVENTION: &str = "host_names";

/// Refuses what names missing grains.
///
/// # Errors
/// The first file that names one.
pub(super) fn check(session: &Session<'_>) -> Result<(), CliError> {
    let Some(why) = session.unknown() else { return Ok(()) };
    let (grains, opts) = (session.grains(), session.opts());
    let own = names_of_convention(opts);
    let is_missing = |word: &str| {
        let is_meant =
            word.starts_with(OF_INSTANCE) || OF_SERVICE.contains(&word) || own.iter().any(|own| own == word);
        is_meant && !grains.contains_key(word)
    };
    for (place, text) in texts(session) {
        if let Some(word) = words(&text).find(|word| is_missing(word)) {
            let message = format!("{place} names the grain '{word}', which is not known: {why}");
            let hint = "run it again once the instance can read its metadata; nothing was compiled";
            return Err(CliError::Config(Problem::nowhere(message).hint(hint).into()));
        }
    }
    Ok(())
}

/// The configuration and the top files, without comments.
fn texts(session: &Session<'_>) -> Vec<(String, String)> {
    let config = session.config();
    let mut opts = config.opts.clone();
    opts.shift_remove(CONVENTION);
    let mut texts = vec![("the configuration".to_owned(), Value::Map(opts).to_json().to_string())];
    let roots = [(&config.file_roots, config.state_top.as_str()), (&config.pillar_roots, "top.sls")];
    for (roots, top) in roots {
        let paths: Vec<PathBuf> = roots.values().flatten().map(|directory| directory.join(top)).collect();
        for path in paths {
            // A file that cannot be read is reported where it is compiled.
            let Ok(text) = std::fs::read_to_string(&path) else { continue };
            let lines = text.lines().filter(|line| !line.trim_start().starts_with('#'));
            texts.push((path.display().to_string(), lines.collect::<Vec<_>>().join("\n")));
        }
    }
    texts
}

/// The names of the parts that host names have by the configuration, and of what is made from them.
fn names_of_convention(opts: &Map) -> Vec<String> {
    let entries = opts.get(CONVENTION).and_then(Value::as_list).unwrap_or_default();
    let mut names = vec![];
    for (key, template) in entries.iter().filter_map(Value::as_map).flatten() {
        names.push(Key::to_string(key));
        names.extend(words(template.as_str().unwrap_or_default()).map(str::to_owned));
    }
    // Words that other settings have, too.
    names.retain(|name| !["host", "region"].contains(&name.as_str()));
    names
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_')
        .filter(|word| !word.is_empty())
}
