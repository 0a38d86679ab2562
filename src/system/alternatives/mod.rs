//! `alternatives.*`: the program that a name stands for.
//!
//! ```yaml
//! editor:
//!   alternatives.install:
//!     - link: /usr/bin/editor
//!     - path: /usr/bin/vim.tiny
//!     - priority: 50
//! pager:
//!   alternatives.set:
//!     - path: /usr/bin/less
//! ```
//!
//! The states run `update-alternatives`, of Debian or of Red Hat.
//!
//! See <https://docs.saltproject.io/en/3007/ref/states/all/salt.states.alternatives.html>.

#[cfg(test)]
mod tests;

use super::{Call, Intent, LocalState};
use crate::operation::{Operation, Operations, act, refused, settled, with};
use machine::alternatives::{Group, command, look};
use model::effect::BY_PROGRAMS;
use model::{Argument, Function, Map, Outcome, Shape, Value, chain};

const NAME: Argument =
    Argument::optional("name", Shape::Text, "the name, such as editor; the ID if left out");
const PATH: Argument = Argument::required("path", Shape::Text, "the path of an alternative");

const INSTALL: &[Argument] = &[
    NAME,
    Argument::required("link", Shape::Text, "the path that people use, such as /usr/bin/editor"),
    PATH,
    Argument::required("priority", Shape::Integer, "its priority: automatic mode chooses the highest"),
];

/// The state module `alternatives`.
pub struct Alternatives;

impl LocalState for Alternatives {
    type Live = Group;
    type Step = Operations;

    const FUNCTIONS: &'static [Function] = &[
        Function::other("install", &["alternatives.install"], INSTALL, "Registers an alternative of a name.")
            .does(BY_PROGRAMS),
        Function::other(
            "remove",
            &["alternatives.remove"],
            &[NAME, PATH],
            "Removes an alternative of a name.",
        )
        .does(BY_PROGRAMS),
        Function::other("set", &["alternatives.set"], &[NAME, PATH], "Selects the alternative of a name.")
            .does(BY_PROGRAMS),
        Function::other(
            "auto",
            &["alternatives.auto"],
            &[NAME],
            "Selects the alternative with the highest priority, automatically.",
        )
        .does(BY_PROGRAMS),
    ];
    const REACTS: bool = false;

    async fn describe(call: Call<'_>) -> Result<Group, Outcome> {
        look(call.name).await.map_err(|error| Outcome::failed(chain(&error)))
    }

    fn diff(call: Call<'_>, live: Group) -> Intent<Operations> {
        match call.function.verb {
            "install" => install(&call, &live),
            "remove" => remove(&call, &live),
            "set" => set(&call, &live),
            _ => auto(&call, &live),
        }
    }
}

fn update_alternatives(words: &[&str]) -> Vec<Operation> {
    vec![Operation::run(command(words))]
}

fn one(key: &str, value: impl Into<Value>) -> Map {
    [(key.into(), value.into())].into_iter().collect()
}

fn install(call: &Call<'_>, live: &Group) -> Intent<Operations> {
    let (name, path) = (call.name, call.fields.required_text("path"));
    if live.has(&path) {
        return settled(format!("Alternative {path} for {name} is already registered"));
    }
    let link = call.fields.required_text("link");
    let priority = call.fields.integer("priority").unwrap_or_default();
    let counts_most = live.paths.iter().all(|(_, other)| *other < priority);
    let becomes_it = live.paths.is_empty() || live.is_auto && counts_most;
    let said = if becomes_it {
        format!("Alternative for {name} set to path {path} with priority {priority}")
    } else {
        format!("Alternative {path} for {name} registered with priority {priority} and not set to default")
    };
    let changes: Map = [
        ("name", Value::from(name)),
        ("link", link.as_str().into()),
        ("path", path.as_str().into()),
        ("priority", priority.into()),
    ]
    .into_iter()
    .map(|(key, value)| (key.into(), value))
    .collect();
    let foreseen = format!("Alternative will be set for {name} to {path} with priority {priority}");
    act(
        with(Outcome::would_change(foreseen), changes.clone()),
        update_alternatives(&["--install", &link, name, &path, &priority.to_string()]),
        with(Outcome::succeeded(said), changes),
    )
    .or_fail(format!("Alternative for {name} not installed"))
}

fn remove(call: &Call<'_>, live: &Group) -> Intent<Operations> {
    let (name, path) = (call.name, call.fields.required_text("path"));
    if !live.has(&path) {
        return settled(match &live.current {
            Some(current) => format!("Alternative for {name} is set to it's default path {current}"),
            None => format!("Alternative for {name} doesn't exist"),
        });
    }
    let stays = live.current.as_deref().filter(|current| *current != path && !live.is_auto);
    let (said, changes) = match stays.or_else(|| live.best_without(Some(&path))) {
        Some(left) => {
            (format!("Alternative for {name} removed. Falling back to path {left}"), one("path", left))
        }
        None => (format!("Alternative for {name} removed"), one("removed", path.as_str())),
    };
    act(
        with(Outcome::would_change(format!("Alternative for {name} will be removed")), changes.clone()),
        update_alternatives(&["--remove", name, &path]),
        with(Outcome::succeeded(said), changes),
    )
    .or_fail(format!("Alternative for {name} not removed"))
}

fn set(call: &Call<'_>, live: &Group) -> Intent<Operations> {
    let (name, path) = (call.name, call.fields.required_text("path"));
    if live.current.as_ref() == Some(&path) {
        return settled(format!("Alternative for {name} already set to {path}"));
    }
    if !live.has(&path) {
        return refused(format!("Alternative {path} for {name} doesn't exist"));
    }
    let changes = one("path", path.as_str());
    act(
        with(
            Outcome::would_change(format!("Alternative for {name} will be set to path {path}")),
            changes.clone(),
        ),
        update_alternatives(&["--set", name, &path]),
        with(Outcome::succeeded(format!("Alternative for {name} set to path {path}")), changes),
    )
    .or_fail(format!("Alternative for {name} not updated"))
}

fn auto(call: &Call<'_>, live: &Group) -> Intent<Operations> {
    let name = call.name;
    if live.is_auto {
        return settled(format!("{name} already in auto mode"));
    }
    let Some(best) = live.best_without(None) else {
        return refused(format!("Alternative for {name} doesn't exist"));
    };
    let changes = one("result", format!("auto mode: {best}"));
    act(
        with(Outcome::would_change(format!("{name} will be put in auto mode")), changes.clone()),
        update_alternatives(&["--auto", name]),
        with(Outcome::succeeded(""), changes),
    )
    .or_fail(format!("{name} was not put in auto mode"))
}
