//! Filters: Jinja's own, and those of Salt.

mod basic;
mod digest;
mod group;
mod json;
mod markup;
mod net_kinds;
mod number;
mod order;
mod pick;
mod salt_bytes;
mod salt_compare;
mod salt_dicts;
mod salt_files;
mod salt_lists;
mod salt_nets;
mod salt_pairs;
mod salt_random;
pub(super) mod salt_regex;
mod salt_text;
mod salt_time;
mod text;
mod urlize;
mod wrap;

use std::collections::HashMap;
use std::sync::OnceLock;

use super::py::{Args, Py};
use super::raise::{Outcome, Raise};
use super::vm::Vm;

/// The function of a filter.
type Run = fn(&mut Vm<'_>, Py, Args) -> Outcome<Py>;

/// Filters by name.
type Table = &'static [(&'static str, Run)];

/// All filters: every file of this folder has its line here. A later table wins: Salt replaces some of Jinja's.
const TABLES: &[Table] = &[
    basic::TABLE,
    group::TABLE,
    json::TABLE,
    markup::TABLE,
    number::TABLE,
    order::TABLE,
    pick::TABLE,
    text::TABLE,
    urlize::TABLE,
    digest::TABLE,
    salt_bytes::TABLE,
    salt_compare::TABLE,
    salt_dicts::TABLE,
    salt_files::TABLE,
    salt_lists::TABLE,
    salt_nets::TABLE,
    salt_pairs::TABLE,
    salt_random::TABLE,
    salt_regex::TABLE,
    salt_text::TABLE,
    salt_time::TABLE,
];

fn all() -> &'static HashMap<&'static str, Run> {
    static ALL: OnceLock<HashMap<&'static str, Run>> = OnceLock::new();
    ALL.get_or_init(|| TABLES.iter().flat_map(|table| table.iter().copied()).collect())
}

/// True when there is a filter of that name.
pub(super) fn exists(name: &str) -> bool {
    all().contains_key(name)
}

impl Vm<'_> {
    /// Applies a filter by its name.
    pub(super) fn filter(&mut self, name: &str, value: Py, args: Args) -> Outcome<Py> {
        let Some(run) = all().get(name) else {
            let raise = Raise::new(format!("there is no filter '{name}'"));
            let near = model::problem::did_you_mean(name, all().keys().copied());
            return Err(match near {
                Some(near) => raise.hint(format!("did you mean '{near}'?")),
                None => raise,
            });
        };
        let made = run(self, value, args)?;
        self.charge(&made)?;
        Ok(made)
    }
}
