//! A list of a zone or a service: the declared entries, and the present ones.

use super::{Call, Plan};
use machine::firewalld;
use model::{Map, Value};

/// A list, its declaration, and its options.
pub(super) struct Part<'a> {
    /// The key under `changes`.
    pub shown: &'a str,
    /// The owner of the list: `--zone=public`.
    pub of: &'a str,
    /// The word of the options: `--add-port=`, `--remove-port=`.
    pub option: &'a str,
    /// The present entries.
    pub current: Vec<String>,
    /// Whether other entries are removed.
    pub prunes: bool,
}

/// The entries to add and to remove.
#[derive(Debug, Default, Eq, PartialEq)]
pub(super) struct Difference {
    pub new: Vec<String>,
    pub old: Vec<String>,
}

/// The differences of entries that are compared as texts.
pub(super) fn by_name(wanted: &[String], current: &[String]) -> Difference {
    let without = |all: &[String], other: &[String]| -> Vec<String> {
        all.iter().filter(|it| !other.contains(it)).cloned().collect()
    };
    Difference { new: without(wanted, current), old: without(current, wanted) }
}

/// The entries without duplicates.
pub(super) fn unique(all: Vec<String>) -> Vec<String> {
    let mut once: Vec<String> = vec![];
    for it in all {
        if !once.contains(&it) {
            once.push(it);
        }
    }
    once
}

/// The list as declared; nothing if it is not managed.
pub(super) fn declared(call: &Call<'_>, argument: &str, prunes: bool) -> Option<Vec<String>> {
    let all = call.fields.texts(argument);
    if prunes { Some(unique(all.unwrap_or_default())) } else { all.map(unique).filter(|all| !all.is_empty()) }
}

impl Part<'_> {
    /// Adds the commands that make the list as declared.
    pub fn put(self, plan: &mut Plan, wanted: Vec<String>, difference: Difference, shown: fn(&str) -> Value) {
        let old = if self.prunes { difference.old } else { vec![] };
        if difference.new.is_empty() && old.is_empty() {
            return;
        }
        let option = |verb: &str, it: &String| {
            firewalld::permanent(&[self.of.to_owned(), format!("--{verb}-{}={it}", self.option)])
        };
        plan.kept.extend(difference.new.iter().map(|it| option("add", it)));
        plan.kept.extend(old.iter().map(|it| option("remove", it)));
        // If other entries stay, they are shown.
        let after =
            if self.prunes { wanted } else { self.current.iter().cloned().chain(difference.new).collect() };
        let list = |all: &[String]| Value::List(all.iter().map(|it| shown(it)).collect());
        let change = [("old".into(), list(&self.current)), ("new".into(), list(&after))];
        plan.changes.insert(self.shown.into(), Value::Map(Map::from_iter(change)));
    }
}
