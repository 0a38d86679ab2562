//! `npm.installed`, `npm.removed`, `npm.bootstrap`: packages of Node.js.
//!
//! ```yaml
//! tools:
//!   npm.installed:
//!     - pkgs:
//!       - pm2@5.3.0
//!       - svgo@^3
//! /srv/app:
//!   npm.bootstrap:
//!     - user: app
//! ```
//!
//! Only missing packages are installed. `npm list` compares ranges of versions; a tag such as `latest` is installed at each run,
//! as in Salt. `npm install --dry-run` shows whether `bootstrap` has something to do, in test runs too.
//!
//! See <https://docs.saltproject.io/en/3007/ref/states/all/salt.states.npm.html>.

mod spec;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::path::Path;

use super::{Call, Intent, LocalState};
use crate::operation::{Operation, Operations, act, report, settled, with};
use machine::npm::{Npm, Packages};
use model::{Function, Map, Outcome, Value, chain, python};

/// The state module `npm`.
pub struct NodePackages;

/// The present state.
#[derive(Clone, Debug)]
pub enum Live {
    /// The wanted packages: as written, and as installed.
    Wanted(Vec<(String, Option<String>)>),
    /// All packages.
    There(Packages),
    /// Whether a project lacks packages.
    IsOpen(bool),
    /// Why it is not known: an earlier state may install `npm`, or create the project.
    Unknown(String),
}

impl LocalState for NodePackages {
    type Live = Live;
    type Step = Operations;

    const FUNCTIONS: &'static [Function] = spec::FUNCTIONS;
    const REACTS: bool = false;

    async fn describe(call: Call<'_>) -> Result<Live, Outcome> {
        let npm = npm(&call);
        if npm.directory.as_deref().is_some_and(|directory| !Path::new(directory).is_dir()) {
            let why = format!("there is no directory '{}'", npm.directory.unwrap_or_default());
            return Ok(Live::Unknown(why));
        }
        let found = match call.function.verb {
            "bootstrap" => npm.would_install().await.map(Live::IsOpen),
            "removed" => npm.list(None).await.map(Live::There),
            _ => return Ok(wanted(&call, &npm).await),
        };
        Ok(found.unwrap_or_else(|error| Live::Unknown(chain(&error))))
    }

    fn diff(call: Call<'_>, live: Live) -> Intent<Operations> {
        match (call.function.verb, live) {
            ("bootstrap", Live::IsOpen(false)) => {
                let foreseen = Outcome::succeeded(format!("{} is already bootstrapped", call.name));
                report(foreseen, Outcome::succeeded("Directory is already bootstrapped"))
            }
            ("bootstrap", live) => bootstrap(&call, live),
            ("removed", Live::There(packages)) if !packages.contains_key(call.name) => {
                settled(format!("Package '{}' is not installed", call.name))
            }
            ("removed", live) => removed(&call, live),
            (_, live) => installed(&call, live),
        }
    }
}

fn npm(call: &Call<'_>) -> Npm {
    let fields = call.fields;
    let is_own = call.function.verb == "bootstrap";
    let directory = if is_own { Some(call.name.to_owned()) } else { fields.text("dir") };
    let environment = if fields.takes("env") { environment(fields.value("env")) } else { BTreeMap::new() };
    Npm { directory, user: fields.text("user"), environment }
}

/// Environment variables: a mapping, or a list of mappings.
fn environment(written: Option<Value>) -> BTreeMap<String, String> {
    let maps = match written {
        Some(Value::List(list)) => list,
        other => other.into_iter().collect(),
    };
    let entries = maps.iter().filter_map(Value::as_map).flatten();
    entries.map(|(name, value)| (name.to_string(), python::text(value))).collect()
}

/// The packages as they are written.
fn written(call: &Call<'_>) -> Vec<String> {
    let pkgs = call.fields.texts("pkgs").filter(|pkgs| !pkgs.is_empty());
    pkgs.unwrap_or_else(|| vec![call.name.to_owned()])
}

/// Name and version of a written package: `@scope/a@1.0`.
fn parts(written: &str) -> (&str, Option<&str>) {
    let at = written.char_indices().skip(1).find(|(_, letter)| *letter == '@').map(|(at, _)| at);
    match at.filter(|_| !written.contains("://")) {
        Some(at) => (&written[..at], Some(&written[at + 1..]).filter(|version| !version.is_empty())),
        None => (written, None),
    }
}

async fn wanted(call: &Call<'_>, npm: &Npm) -> Live {
    let there = match npm.list(None).await {
        Ok(there) => there,
        Err(error) => return Live::Unknown(chain(&error)),
    };
    let mut wanted = vec![];
    for written in written(call) {
        let mut found = fitting(&written, &there);
        if let (None, (name, Some(version))) = (&found, parts(&written))
            && there.contains_key(name)
            && is_range(version)
        {
            // npm compares ranges.
            let listed = npm.list(Some(&written)).await.unwrap_or_default();
            found = listed.get(name).map(|package| format!("{name}@{}", package.version));
        }
        wanted.push((written, found.filter(|_| call.fields.boolean("force_reinstall") != Some(true))));
    }
    Live::Wanted(wanted)
}

/// True for a range of versions, false for a tag.
fn is_range(version: &str) -> bool {
    version.contains(|letter: char| letter.is_ascii_digit() || letter == '*')
}

/// The installed version of a package, if it matches without a request to npm.
fn fitting(written: &str, there: &Packages) -> Option<String> {
    let (name, version) = parts(written);
    if let Some((_, rest)) = written.split_once("://") {
        let is_from =
            |origin: &str| origin.split_once("://").is_some_and(|(_, own)| place(own) == place(rest));
        let (name, package) = there.iter().find(|(_, package)| is_from(&package.origin))?;
        return Some(format!("{name}@{}", package.version));
    }
    let package = there.get(name)?;
    let fits = version.is_none_or(|version| version.trim_start_matches('v') == package.version);
    fits.then(|| format!("{name}@{}", package.version))
}

/// The place of a URL, without the commit and the suffix that hosts leave out.
fn place(url: &str) -> &str {
    let url = url.split('#').next().unwrap_or(url);
    let url = url.split_once('@').map_or(url, |(_, host)| host);
    url.trim_end_matches(".git")
}

fn installed(call: &Call<'_>, live: Live) -> Intent<Operations> {
    let written = written(call);
    let all = written.join(", ");
    let (wanted, silence) = match live {
        Live::Wanted(wanted) => (wanted, None),
        Live::Unknown(why) => (written.iter().map(|it| (it.clone(), None)).collect(), Some(why)),
        _ => (vec![], None),
    };
    let missing: Vec<&str> =
        wanted.iter().filter(|(_, found)| found.is_none()).map(|(written, _)| written.as_str()).collect();
    let there: Vec<&str> = wanted.iter().filter_map(|(_, found)| found.as_deref()).collect();
    let satisfied = format!("Package(s) '{all}' satisfied by {}", there.join(", "));
    if missing.is_empty() {
        return settled(satisfied);
    }
    let names = missing.join(", ");
    let new: Vec<Value> = missing.iter().map(|it| Value::from(*it)).collect();
    let changes: Map =
        [("old".into(), Value::List(vec![])), ("new".into(), new.into())].into_iter().collect();
    let set = format!("NPM package(s) '{names}' are set to be installed");
    let foreseen = if there.is_empty() { set } else { format!("{set}. {satisfied}") };
    let registry = call.fields.text("registry").map(|url| format!("--registry={url}"));
    let mut words = INSTALL.to_vec();
    words.extend(registry.as_deref());
    words.extend(&missing);
    let done = with(Outcome::succeeded(format!("Package(s) '{names}' successfully installed")), changes);
    Plan { call, foreseen, done, failure: format!("Error installing '{all}'") }.carried(&words, silence)
}

fn removed(call: &Call<'_>, live: Live) -> Intent<Operations> {
    let name = call.name;
    let changes: Map = [(name.into(), "Removed".into())].into_iter().collect();
    let plan = Plan {
        call,
        foreseen: format!("Package '{name}' is set to be removed"),
        done: with(Outcome::succeeded(format!("Package '{name}' was successfully removed")), changes),
        failure: format!("Error removing package '{name}'"),
    };
    plan.carried(&["uninstall", name], live.silence())
}

fn bootstrap(call: &Call<'_>, live: Live) -> Intent<Operations> {
    let name = call.name;
    let changes: Map = [(name.into(), "Bootstrapped".into())].into_iter().collect();
    let plan = Plan {
        call,
        foreseen: format!("{name} is set to be bootstrapped"),
        done: with(Outcome::succeeded("Directory was successfully bootstrapped"), changes),
        failure: format!("Error Bootstrapping '{name}'"),
    };
    plan.carried(INSTALL, live.silence())
}

const INSTALL: &[&str] = &["install", "--json", "--loglevel=error"];

impl Live {
    /// Why the state is not known.
    fn silence(self) -> Option<String> {
        if let Self::Unknown(why) = self { Some(why) } else { None }
    }
}

/// The report.
struct Plan<'a> {
    call: &'a Call<'a>,
    foreseen: String,
    done: Outcome,
    failure: String,
}

impl Plan<'_> {
    /// The call of npm. If npm did not answer, the real run fails with the reason.
    fn carried(self, words: &[&str], silence: Option<String>) -> Intent<Operations> {
        let foreseen = with(Outcome::would_change(self.foreseen), self.done.changes.clone());
        let operation = Operation::run(npm(self.call).command(words));
        act(foreseen, vec![operation], self.done).or_fail(self.failure).unless_unread(silence.as_deref())
    }
}
