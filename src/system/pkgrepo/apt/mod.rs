//! apt's sources: the arguments, and the present files.

mod absent;
mod consolidate;
mod launchpad;
mod managed;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::key::{self, Key};
use crate::Call;
use crate::operation::{Kept, Operation};
use machine::file;
use machine::lines::Lines;
use machine::package::repository::apt::{PARTS, Source, Sources};
use machine::package::repository::key as openpgp;
use machine::text;
use model::{Value, chain, secret};

pub(super) use absent::absent;
pub(super) use managed::managed;

/// The present files, and the key.
#[derive(Clone, Debug, Default)]
pub struct Live {
    /// apt's files.
    pub sources: Sources,
    /// The wanted key.
    pub(super) key: Option<Key>,
    /// Files that hold a key to remove.
    pub keyrings: Vec<PathBuf>,
    /// True if archives of Launchpad can be added.
    pub adds_archives: bool,
}

pub(super) async fn describe(call: &Call<'_>) -> Result<Live, String> {
    let sources = Sources::read().map_err(|error| chain(&error))?;
    let mut live = Live { sources, adds_archives: launchpad::is_there(), ..Live::default() };
    for placed in live.sources.placed() {
        hide(&placed.source.uri);
    }
    if call.function.verb == "absent" {
        live.keyrings = keyrings(call, &live)?;
    } else {
        let spec = managed::Spec::of(call)?;
        hide(&spec.source.uri);
        live.key = key::find(call, &spec.source).await?;
    }
    Ok(live)
}

/// A password in a URI is never shown.
fn hide(uri: &str) {
    let user = uri.split_once("://").and_then(|(_, rest)| rest.split('/').next()?.rsplit_once('@'));
    if let Some((_, password)) = user.and_then(|(user, _)| user.split_once(':')) {
        secret::hide(password);
    }
}

/// The files that hold the key of `keyid`.
fn keyrings(call: &Call<'_>, live: &Live) -> Result<Vec<PathBuf>, String> {
    let Some(id) = call.fields.text("keyid") else { return Ok(vec![]) };
    let id = id.trim_start_matches("0x").to_uppercase();
    let own = call.fields.text("keydir").unwrap_or_else(|| "/etc/apt/keyrings".to_owned());
    let mut paths: Vec<PathBuf> = vec![];
    for directory in [own.as_str(), "/etc/apt/trusted.gpg.d"].map(Path::new) {
        let names = file::names(directory).map_err(|error| format!("'{}': {error}", directory.display()))?;
        paths.extend(names.iter().map(|name| directory.join(text::to_path(name))));
    }
    let signed_by = live.sources.placed().into_iter().map(|placed| PathBuf::from(placed.source.signed_by()));
    paths.extend(signed_by.filter(|path| path.is_absolute()));
    paths.sort();
    paths.dedup();
    let mut found = vec![];
    for path in paths.into_iter().filter(|path| path.is_file()) {
        let Some(bytes) = file::read_if_there(&path).map_err(|error| chain(&error))? else { continue };
        let all = openpgp::in_bytes(&bytes).map(|bytes| openpgp::fingerprints(&bytes)).unwrap_or_default();
        if all.iter().any(|fingerprint| fingerprint.ends_with(&id)) {
            found.push(path);
        }
    }
    Ok(found)
}

/// The archive of Launchpad, as OWNER/NAME.
fn archive(call: &Call<'_>) -> Option<String> {
    let written = call.fields.text("ppa").filter(|ppa| !ppa.is_empty());
    let written = written.as_deref().or_else(|| call.name.strip_prefix("ppa:"))?;
    let bare = written.trim_start_matches("ppa:");
    Some(if bare.contains('/') { bare.to_owned() } else { format!("{bare}/ppa") })
}

/// The line that a name or an archive of Launchpad means.
///
/// # Errors
/// Launchpad has no archives for this system.
fn line(call: &Call<'_>) -> Result<String, String> {
    let Some(archive) = archive(call) else { return Ok(call.name.to_owned()) };
    let grain = |name: &str| call.minion.grains.get(name).and_then(Value::as_str).unwrap_or_default();
    if !["Ubuntu", "Mint", "neon"].contains(&grain("os")) {
        return Err(format!("cannot parse \"ppa:\" style repo definitions: ppa:{archive}"));
    }
    let host = match call.fields.text("ppa_auth") {
        Some(user) => format!("https://{user}@private-ppa.launchpadcontent.net"),
        None => "https://ppa.launchpadcontent.net".to_owned(),
    };
    Ok(format!("deb {host}/{archive}/ubuntu {} main", grain("oscodename")))
}

/// Its name: an archive of Launchpad is `ppa:OWNER/NAME`.
fn called(call: &Call<'_>) -> String {
    let ppa = call.fields.text("ppa").map(|ppa| format!("ppa:{}", ppa.trim_start_matches("ppa:")));
    ppa.unwrap_or_else(|| call.name.to_owned())
}

/// True for an archive of Launchpad.
fn is_ppa(call: &Call<'_>) -> bool {
    archive(call).is_some()
}

/// The present form of a source of an archive of Launchpad.
fn current(call: &Call<'_>, source: Source) -> Source {
    if is_ppa(call) { known(&source) } else { source }
}

/// A source with the older names of Launchpad's hosts replaced.
fn known(source: &Source) -> Source {
    let mut source = source.clone();
    for (old, new) in [
        ("http://ppa.launchpad.net/", "https://ppa.launchpadcontent.net/"),
        ("https://ppa.launchpad.net/", "https://ppa.launchpadcontent.net/"),
        ("http://ppa.launchpadcontent.net/", "https://ppa.launchpadcontent.net/"),
    ] {
        if let Some(rest) = source.uri.strip_prefix(old) {
            source.uri = format!("{new}{rest}");
        }
    }
    source
}

/// The present files, and the wanted ones.
#[derive(Clone, Debug)]
struct Files {
    before: BTreeMap<PathBuf, String>,
    after: BTreeMap<PathBuf, String>,
}

impl Files {
    fn of(sources: &Sources) -> Self {
        let before: BTreeMap<PathBuf, String> = sources.files.iter().cloned().collect();
        Self { after: before.clone(), before }
    }

    fn text(&self, path: &Path) -> &str {
        self.after.get(path).map_or("", String::as_str)
    }

    fn set(&mut self, path: &Path, text: String) {
        self.after.insert(path.to_owned(), text);
    }

    /// Replaces a line, or removes it; a file of its own that is empty then is removed.
    fn replace(&mut self, path: &Path, at: usize, line: Option<&str>) {
        let mut lines = Lines::of(self.text(path));
        match line {
            Some(line) => lines.set(at, line),
            None => lines.retain(|number, _| number != at),
        }
        let text = lines.text();
        if text.trim().is_empty() && path.starts_with(PARTS) {
            self.after.remove(path);
        } else {
            self.set(path, text);
        }
    }

    fn add(&mut self, path: &Path, line: &str) {
        let mut lines = Lines::of(self.text(path));
        lines.push(line);
        self.set(path, lines.text());
    }

    /// The sources in the wanted files.
    fn sources(&self) -> Sources {
        let files = self.after.iter().map(|(path, text)| (path.clone(), text.clone()));
        Sources { files: files.collect(), ..Sources::default() }
    }

    /// The files that differ.
    fn changed(&self) -> Vec<&PathBuf> {
        let all = self.before.keys().chain(self.after.keys().filter(|path| !self.before.contains_key(*path)));
        all.filter(|path| self.before.get(*path) != self.after.get(*path)).collect()
    }

    /// Writes the wanted files: new lines are written before old ones are removed.
    fn operations(&self) -> Vec<Operation> {
        let (writes, removals): (Vec<&PathBuf>, Vec<&PathBuf>) =
            self.changed().into_iter().partition(|path| self.after.contains_key(*path));
        let writes = writes.into_iter().flat_map(|path| {
            let is_there = self.before.contains_key(path);
            Kept { path, has_directory: true, is_there, owner: None }.write(self.text(path))
        });
        writes.chain(removals.into_iter().map(|path| Operation::Remove(path.clone()))).collect()
    }
}
