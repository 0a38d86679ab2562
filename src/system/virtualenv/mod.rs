//! `virtualenv.managed`: a virtual environment of Python, and the packages in it.
//!
//! ```yaml
//! /srv/app/venv:
//!   virtualenv.managed:
//!     - python: /usr/bin/python3.11
//!     - requirements: salt://app/requirements.txt
//! ```
//!
//! `virtualenv` creates it, or Python's own `venv` if `virtualenv` is not installed.
//!
//! See <https://docs.saltproject.io/en/3007/ref/states/all/salt.states.virtualenv_mod.html>.

mod spec;

use std::path::Path;
use std::time::Duration;

use super::{Call, Intent, LocalState, pip};
use machine::process::{Command, Finished};
use machine::python::{self, Packages, Pip, said};
use model::{Function, Map, Outcome, Value, chain};

/// The state module `virtualenv`.
pub struct Virtualenv;

/// The deadline of its creation.
const DEADLINE: Duration = Duration::from_secs(900);

/// The present environment, and the packages that pip would add.
pub struct Live {
    exists: bool,
    /// The work of its creation.
    words: Vec<String>,
    version: Option<String>,
    /// Nothing if pip cannot report it.
    foreseen: Option<Packages>,
    warnings: Vec<String>,
    job: Job,
}

/// The work of a real run.
pub struct Job {
    name: String,
    user: Option<String>,
    variables: std::collections::BTreeMap<String, String>,
    directory: Option<std::path::PathBuf>,
    /// The command that creates it; none if it exists.
    make: Vec<String>,
    /// The command of pip; none if nothing must be installed.
    install: Vec<String>,
    /// The installed packages; nothing if it does not exist yet.
    before: Option<Packages>,
    changes: Map,
    comment: &'static str,
}

async fn run(words: &[String], user: Option<&String>) -> Result<Finished, String> {
    let mut command = Command::argv(words.iter().cloned()).timeout(DEADLINE).env("LC_ALL", "C.UTF-8");
    command.user = user.cloned();
    command.run().await.map_err(|error| chain(&error))
}

/// `Python 3.11.2`, as it reports itself; nothing if it does not run.
async fn version_of(python: &str, user: Option<&String>) -> Option<String> {
    let finished = run(&[python.to_owned(), "-V".to_owned()], user).await.ok()?;
    finished.is_success().then(|| said(&finished))
}

/// The program that creates it, with its options, and its Python.
async fn maker(call: &Call<'_>, user: Option<&String>) -> (Vec<String>, String) {
    let fields = call.fields;
    let python = fields.text("python");
    let wanted = fields.text("venv_bin");
    let wanted = match wanted {
        Some(wanted) => wanted,
        None => {
            let asked = ["virtualenv".to_owned(), "--version".to_owned()];
            let is_there = run(&asked, user).await.is_ok_and(|finished| finished.is_success());
            if is_there { "virtualenv" } else { "venv" }.to_owned()
        }
    };
    let flag = |name: &str| fields.boolean(name) == Some(true);
    let is_python = wanted.rsplit('/').next().is_some_and(|name| name.starts_with("python"));
    let of = match &python {
        Some(python) => python.clone(),
        None if is_python => wanted.clone(),
        None => "python3".to_owned(),
    };
    let mut words = if is_python || wanted == "venv" || wanted.starts_with("pyvenv") {
        vec![of.clone(), "-m".to_owned(), "venv".to_owned()]
    } else {
        let mut words = vec![wanted];
        words.extend(python.iter().flat_map(|python| ["--python".to_owned(), python.clone()]));
        let extra = fields.texts("extra_search_dir").unwrap_or_default();
        words.extend(extra.into_iter().map(|directory| format!("--extra-search-dir={directory}")));
        words
    };
    words.extend(flag("system_site_packages").then(|| "--system-site-packages".to_owned()));
    words.extend(flag("clear").then(|| "--clear".to_owned()));
    words.extend(fields.text("prompt").into_iter().flat_map(|prompt| ["--prompt".to_owned(), prompt]));
    words.push(call.name.to_owned());
    (words, of)
}

impl LocalState for Virtualenv {
    type Live = Box<Live>;
    type Step = Box<Job>;

    const FUNCTIONS: &'static [Function] = spec::FUNCTIONS;
    const REACTS: bool = false;

    async fn describe(call: Call<'_>) -> Result<Box<Live>, Outcome> {
        let fields = call.fields;
        let user = fields.text("user").filter(|user| !user.is_empty());
        let inside_python = Path::new(call.name).join("bin/python").display().to_string();
        let exists = Path::new(&inside_python).exists();
        let mut wanted = pip::requirements(&call)?;
        wanted.extend(fields.texts("pip_pkgs").unwrap_or_default());
        let mut install = pip::options(&call);
        let is_more = !wanted.is_empty();
        install.extend(wanted);
        Pip::check(&install).map_err(|error| Outcome::failed(chain(&error)))?;
        let clear = fields.boolean("clear") == Some(true);
        let job = Job {
            name: call.name.to_owned(),
            user: user.clone(),
            variables: pip::variables(&call),
            directory: fields.text("cwd").map(Into::into),
            make: vec![],
            install: if is_more { install } else { vec![] },
            before: None,
            changes: Map::new(),
            comment: "virtualenv exists",
        };
        let mut live = Live { exists, words: vec![], version: None, foreseen: None, warnings: vec![], job };
        if !exists || clear {
            let (words, of) = maker(&call, user.as_ref()).await;
            live.words = words;
            live.version = version_of(&of, user.as_ref()).await;
        }
        if exists && (clear || is_more) {
            let inside = pip::pip(&call, Some(call.name))?;
            let failed = |error| Outcome::failed(chain(&error));
            let installed = inside.list().await.map_err(failed)?;
            if clear {
                let old = version_of(&inside_python, user.as_ref()).await;
                live.job.changes.insert("old".into(), old.into());
                live.job.changes.insert("cleared_packages".into(), frozen(&installed).into());
            } else {
                live.job.before = Some(installed);
                live.look_ahead(&inside).await;
            }
        }
        Ok(Box::new(live))
    }

    fn diff(call: Call<'_>, live: Box<Live>) -> Intent<Self::Step> {
        let name = call.name;
        let mut live = *live;
        let comment = if live.words.is_empty() {
            if live.job.install.is_empty() {
                return Intent::Settled(Outcome::succeeded("virtualenv exists"));
            }
            if let (Some(would), Some(before)) = (live.foreseen, &live.job.before) {
                let mut after = before.clone();
                after.extend(would);
                live.job.changes.extend(packages(before, &after));
            }
            format!("Virtualenv {name} is already created; packages would be installed in it")
        } else {
            live.job.comment = if call.fields.boolean("clear") == Some(true) {
                "Cleared existing virtualenv"
            } else {
                "Created new virtualenv"
            };
            live.job.make = live.words;
            live.job.changes.extend(live.version.map(|version| ("new".into(), version.into())));
            let done = if live.exists { "cleared" } else { "created" };
            format!("Virtualenv {name} is set to be {done}")
        };
        let changes = live.job.changes.clone();
        let foreseen = Outcome { changes, warnings: live.warnings, ..Outcome::would_change(comment) };
        Intent::Act { foreseen, step: Box::new(live.job) }
    }
}

impl Live {
    /// Asks pip for its plan. If that is empty, there is nothing to do.
    async fn look_ahead(&mut self, inside: &Pip) {
        (self.foreseen, self.warnings) = pip::foreseen(inside, &self.job.install, false).await;
        if self.foreseen.as_ref().is_some_and(Packages::is_empty) {
            self.job.install.clear();
        }
    }
}

/// Packages with their versions, as a file of requirements has them.
fn frozen(packages: &Packages) -> Vec<String> {
    packages.values().map(|package| format!("{}=={}", package.name, package.version)).collect()
}

/// The packages that were added and removed, in Salt's shape.
fn packages(before: &Packages, after: &Packages) -> Option<(model::Key, Value)> {
    let (before, after) = (frozen(before), frozen(after));
    let only = |these: &[String], those: &[String]| -> Value {
        let found: Vec<String> = these.iter().filter(|it| !those.contains(it)).cloned().collect();
        if found.is_empty() { "".into() } else { found.into() }
    };
    let (new, old) = (only(&after, &before), only(&before, &after));
    (before != after).then(|| ("packages".into(), [("new", new), ("old", old)].into_iter().collect()))
}

impl crate::Step for Job {
    async fn carry_out(mut self) -> Outcome {
        if !self.make.is_empty() {
            match run(&self.make, self.user.as_ref()).await {
                Err(why) => return Outcome::failed(format!("Failed to create virtualenv: {why}")),
                Ok(finished) if !finished.is_success() => {
                    return Outcome::failed(format!("Failed to create virtualenv: {}", said(&finished)));
                }
                Ok(_) => {}
            }
            let inside = Path::new(&self.name).join("bin/python").display().to_string();
            let new = version_of(&inside, self.user.as_ref()).await;
            self.changes.extend(new.map(|version| ("new".into(), version.into())));
        }
        if self.install.is_empty() {
            return Outcome { changes: self.changes, ..Outcome::succeeded(self.comment) };
        }
        match self.install().await {
            Ok(None) => Outcome { changes: self.changes, ..Outcome::succeeded(self.comment) },
            Ok(Some(why)) => {
                let comment = format!("{}\n{why}", self.comment);
                Outcome { changes: self.changes, ..Outcome::failed(comment) }
            }
            Err(error) => {
                let comment = format!("{}\n{}", self.comment, chain(&error));
                Outcome { changes: self.changes, ..Outcome::failed(comment) }
            }
        }
    }
}

impl Job {
    /// Why pip did not finish, if it did not.
    async fn install(&mut self) -> Result<Option<String>, python::PipError> {
        let mut inside = Pip::find(Some(&self.name))?;
        inside.user.clone_from(&self.user);
        inside.directory.clone_from(&self.directory);
        inside.variables.clone_from(&self.variables);
        let before = match self.before.take() {
            Some(before) => before,
            None => inside.list().await?,
        };
        let mut words = vec!["install"];
        words.extend(self.install.iter().map(String::as_str));
        let finished = inside.run(&words).await?;
        let after = inside.list().await?;
        self.changes.shift_remove("packages");
        self.changes.extend(packages(&before, &after));
        Ok((!finished.is_success()).then(|| said(&finished)))
    }
}
