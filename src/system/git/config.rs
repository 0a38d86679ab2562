//! `git.config_set`, `git.config_unset`: values of git's configuration.

use super::{git, pair, spec, words_of};
use crate::{Call, Intent, LocalState};
use machine::git::{Git, GitError};
use model::effect::BY_PROGRAMS;
use model::{Function, Map, Outcome, Value, python};

/// `git.config_set` and `git.config_unset`.
pub struct Config;

/// The values of a key.
pub struct Live {
    git: Git,
    values: Vec<String>,
    /// The values that must be removed.
    meant: Vec<String>,
}

/// Values to set, or to remove.
pub struct Job {
    git: Git,
    calls: Vec<Vec<String>>,
    changes: Map,
    comment: String,
    failed: String,
}

impl crate::Step for Job {
    async fn carry_out(self) -> Outcome {
        for words in &self.calls {
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            if let Err(error) = self.git.say(&words).await {
                return Outcome::failed(format!("{}: {}", self.failed, words_of(&error)));
            }
        }
        Outcome { changes: self.changes, ..Outcome::succeeded(self.comment) }
    }
}

impl LocalState for Config {
    type Live = Live;
    type Step = Box<Job>;

    const FUNCTIONS: &'static [Function] = &[
        Function::other(
            "config_set",
            &["git.config_set"],
            spec::CONFIG_SET,
            "Sets a value of git's configuration.",
        )
        .does(BY_PROGRAMS),
        Function::other(
            "config_unset",
            &["git.config_unset"],
            spec::CONFIG_UNSET,
            "Removes a value of git's configuration.",
        )
        .does(BY_PROGRAMS),
    ];
    const REACTS: bool = false;

    async fn describe(call: Call<'_>) -> Result<Live, Outcome> {
        let fields = call.fields;
        let is_global = fields.boolean("global") == Some(true);
        let repo = fields.text("repo").filter(|repo| !repo.is_empty());
        if !is_global && repo.is_none() {
            return Err(Outcome::failed("Non-global config options require the 'repo' argument to be set"));
        }
        let mut git = git(&call)?;
        git.directory = repo.filter(|_| !is_global).map(Into::into);
        let scope = scope(&call);
        let failed = |error: GitError| Outcome::failed(words_of(&error));
        let words = ["config", scope, "--get-all", call.name];
        let values = git.ask(&words).await.map_err(failed)?;
        let fits = if call.function.verb == "config_unset" { fields.text("value_regex") } else { None };
        let meant = match &fits {
            None => values.clone(),
            Some(fits) => git.ask(&[words[0], words[1], words[2], words[3], fits]).await.map_err(failed)?,
        };
        let lines = |said: Option<String>| -> Vec<String> {
            said.map(|said| said.lines().map(str::to_owned).collect()).unwrap_or_default()
        };
        Ok(Live { git, values: lines(values), meant: lines(meant) })
    }

    fn diff(call: Call<'_>, live: Live) -> Intent<Self::Step> {
        if call.function.verb == "config_set" { set(&call, live) } else { unset(&call, live) }
    }
}

fn scope(call: &Call<'_>) -> &'static str {
    if call.fields.boolean("global") == Some(true) { "--global" } else { "--local" }
}

fn set(call: &Call<'_>, live: Live) -> Intent<Box<Job>> {
    let (fields, name) = (call.fields, call.name);
    let (value, several) = (fields.text("value"), fields.comma_texts("multivar"));
    let (desired, shown) = match (value, several) {
        (Some(_), Some(_)) => {
            return Intent::Settled(Outcome::failed("Only one of 'value' and 'multivar' is permitted"));
        }
        (Some(value), None) => (vec![value.clone()], format!("'{value}'")),
        (None, Some(values)) => (values.clone(), python::repr(&values.into())),
        (None, None) => return Intent::Settled(Outcome::failed("One of 'value' and 'multivar' is needed")),
    };
    let key = format!("{}'{name}'", prefix(call));
    if desired == live.values {
        return Intent::Settled(Outcome::succeeded(format!("{key} is already set to {shown}")));
    }
    let verb = if live.values.is_empty() { "added as" } else { "set to" };
    let old: Value = if live.values.is_empty() { Value::Null } else { live.values.clone().into() };
    let change = pair(old, desired.clone());
    let changes = [(name.into(), change)].into_iter().collect::<Map>();
    let foreseen = Outcome {
        changes: changes.clone(),
        ..Outcome::would_change(format!("{key} would be {verb} {shown}"))
    };
    let call_of = |words: &[&str]| -> Vec<String> {
        ["config", scope(call)].iter().chain(words).map(|word| (*word).to_owned()).collect()
    };
    // The first value replaces all present ones.
    let calls = desired.iter().enumerate().map(|(index, value)| {
        let mode = if index == 0 { "--replace-all" } else { "--add" };
        call_of(&[mode, name, value])
    });
    let job = Job {
        git: live.git,
        calls: calls.collect(),
        changes,
        comment: format!("{key} was {verb} {shown}"),
        failed: format!("Failed to set {}'{name}' to {shown}", prefix(call).to_lowercase()),
    };
    Intent::Act { foreseen, step: Box::new(job) }
}

fn prefix(call: &Call<'_>) -> &'static str {
    if scope(call) == "--global" { "Global key " } else { "" }
}

fn unset(call: &Call<'_>, live: Live) -> Intent<Box<Job>> {
    let (fields, name) = (call.fields, call.name);
    if live.meant.is_empty() {
        return Intent::Settled(Outcome::succeeded("No matching keys are set"));
    }
    let all = fields.boolean("all") == Some(true);
    let fits = fields.text("value_regex");
    if live.meant.len() > 1 && !all {
        let what = if fits.is_some() {
            "Multiple values are matched by value_regex for the following keys"
        } else {
            "Multivar(s) matched by the key expression"
        };
        let values = live.meant.join(", ");
        return Intent::Settled(Outcome::failed(format!(
            "{what} (set 'all' to True to force removal): {name} ({values})"
        )));
    }
    let changes: Map = [(name.into(), Value::from(live.meant))].into_iter().collect();
    let foreseen =
        Outcome { changes: changes.clone(), ..Outcome::would_change("1 key(s) would have value(s) unset") };
    let mode = if all { "--unset-all" } else { "--unset" };
    let words = ["config", scope(call), mode, name].map(str::to_owned).into_iter().chain(fits);
    let job = Job {
        git: live.git,
        calls: vec![words.collect()],
        changes,
        comment: "Value(s) successfully unset".to_owned(),
        failed: format!("Failed to unset '{name}'"),
    };
    Intent::Act { foreseen, step: Box::new(job) }
}
