//! `git.*`: working trees and repositories of git, by the program `git`.
//!
//! ```yaml
//! https://example.com/states.git:
//!   git.latest:
//!     - target: /srv/states
//!     - rev: release
//!     - force_reset: remote-changes
//! ```
//!
//! git never asks for a password: a repository that needs one fails. The password of a URL, or of `https_pass`, is in no command line and
//! not in `.git/config`. The environment variables of git of this process have no
//! effect.
//!
//! See <https://docs.saltproject.io/en/3007/ref/states/all/salt.states.git.html>.

mod clone;
mod cloned;
mod config;
mod detached;
mod latest;
mod present;
mod seen;
mod spec;

use std::path::Path;

use super::{AnyLocal, Call, Local};
use machine::file;
use machine::git::{self, Credentials, Git, GitError, redacted};
use model::{Map, Outcome, Value, chain};

/// Every family.
pub const KINDS: &[&dyn AnyLocal] = &[
    &Local::<latest::Latest>::IT,
    &Local::<detached::Detached>::IT,
    &Local::<cloned::Cloned>::IT,
    &Local::<present::Present>::IT,
    &Local::<config::Config>::IT,
];

/// The URL without its user and password, and these.
fn source(call: &Call<'_>) -> (String, Option<Credentials>) {
    let of = |name: &str| if call.fields.takes(name) { call.fields.text(name) } else { None };
    git::source(call.name, of("https_user").as_deref(), of("https_pass").as_deref())
}

/// The user, the keys and the credentials.
fn git(call: &Call<'_>) -> Result<Git, Outcome> {
    let fields = call.fields;
    let mut identities = vec![];
    let given = if fields.takes("identity") { fields.texts("identity") } else { None };
    for written in given.unwrap_or_default() {
        let path = match written.strip_prefix("salt://") {
            None => written.clone(),
            Some(path) => {
                let found = call.context.services.find_file(&call.context.low.env, path);
                let missing = || Outcome::failed(format!("identity '{written}' does not exist."));
                found.ok_or_else(missing)?.display().to_string()
            }
        };
        if !path.starts_with('/') && !path.starts_with('~') {
            return Err(Outcome::failed(format!("identity '{path}' is not an absolute path")));
        }
        identities.push(path);
    }
    let user = fields.text("user").filter(|user| !user.is_empty());
    Ok(Git { directory: None, user, identities, credentials: source(call).1 })
}

/// The message of git.
fn words_of(error: &GitError) -> String {
    chain(error)
}

/// A list of actions as Salt writes it: sentences, and a full stop if there are several.
fn sentences(comments: &[String]) -> String {
    let text = comments.join(". ");
    if comments.len() > 1 { format!("{text}.") } else { text }
}

/// A failure that lists the changes before it.
fn failed(message: impl Into<String>, comments: &[String]) -> Outcome {
    let message = message.into();
    if comments.is_empty() {
        return Outcome::failed(message);
    }
    Outcome::failed(format!("{message}\n\nChanges already made: {}", sentences(comments)))
}

fn map(pairs: impl IntoIterator<Item = (&'static str, Value)>) -> Map {
    pairs.into_iter().map(|(key, value)| (key.into(), value)).collect()
}

/// Old and new.
fn pair(old: impl Into<Value>, new: impl Into<Value>) -> Value {
    [("old", old.into()), ("new", new.into())].into_iter().collect()
}

/// The directory that a clone is made from.
fn above(path: &Path) -> &Path {
    path.ancestors().skip(1).find(|it| it.is_dir()).unwrap_or(Path::new("/"))
}

/// A working tree cannot replace a file.
fn not_a_file(target: &Path) -> Result<(), Outcome> {
    let why = || format!("Target '{}' exists and is a regular file, cannot proceed", target.display());
    if target.is_file() { Err(Outcome::failed(why())) } else { Ok(()) }
}

/// True if a directory is not empty.
fn is_full(directory: &Path) -> bool {
    std::fs::read_dir(directory).is_ok_and(|mut entries| entries.next().is_some())
}

/// The contents of a directory are kept unless the SLS allows their removal.
fn full(target: &str) -> Outcome {
    Outcome::failed(format!(
        "Target '{target}' exists, is non-empty and is not a git repository. Set the 'force_clone' option to True to \
         remove this directory's contents and proceed with cloning the remote repository"
    ))
}

fn would_clear(target: &str, name: &str) -> String {
    format!(
        "Target directory {target} exists. Since force_clone=True, the contents of {target} would be deleted, and {name} \
         would be cloned into this directory."
    )
}

/// Empties a directory.
fn clear(directory: &Path) -> Result<(), String> {
    for entry in std::fs::read_dir(directory).into_iter().flatten().flatten() {
        file::remove(&entry.path()).map_err(|error| format!("Unable to remove\n{}", chain(&error)))?;
    }
    Ok(())
}

/// The references of the remote repository cannot be read.
fn remote_refused(error: &GitError, url: &str) -> Outcome {
    let said = words_of(error).replace(url, &redacted(url));
    Outcome::failed(format!("Failed to check remote refs: {said}"))
}
