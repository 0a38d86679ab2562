//! What was typed, as `ssh` uses it.

use std::path::PathBuf;

use super::super::args::{given_path, given_text, kind, whole};
use super::super::command::Given;
use super::super::{Ended, usage};
use crate::commands::is_on;
use fleet::targets::Target;
use model::Value;

/// A visit of many hosts.
#[derive(Clone, Debug)]
pub struct SshArgs {
    /// Which hosts.
    pub target: Target,
    /// The function, or the words of a shell command.
    pub function: String,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// True for a shell command.
    pub is_raw: bool,
    /// True where the hosts are only listed.
    pub lists: bool,
    /// The roster.
    pub roster: Option<PathBuf>,
    /// True if hosts come from AWS, false if they come from the file; none if neither was given.
    pub asks_aws: Option<bool>,
    /// Remove what was shipped.
    pub wipes: bool,
    /// So many hosts at once.
    pub width: usize,
    /// Seconds that the job may run.
    pub deadline: u64,
    /// What hosts get that say nothing else, under the roster's keys.
    pub defaults: Vec<(&'static str, Value)>,
    /// Options of the client, for all hosts.
    pub options: Vec<String>,
    /// True when the keys of hosts that are not known are accepted.
    pub accepts_new: bool,
    /// What can be shipped; empty for this program.
    pub programs: Vec<PathBuf>,
    /// Show how many answered.
    pub summary: bool,
    /// Show all results at the end.
    pub is_static: bool,
    /// Exit with the highest exit code.
    pub retcode: bool,
}

impl SshArgs {
    /// Reads what was typed.
    ///
    /// # Errors
    ///
    /// Words that are missing, and options that do not fit.
    pub fn read(given: &Given) -> Result<Self, Ended> {
        let bound = &given.bound;
        let (is_raw, lists) = (is_on(bound, "raw")?, is_on(bound, "hosts")?);
        let missing =
            |what: &str| usage(format!("{what} is missing: orchestrate ssh TARGET FUNCTION [ARGUMENTS]"));
        let expression = given_text(bound, "target").or_else(|| lists.then(|| "*".to_owned()));
        let function = given_text(bound, "function").or_else(|| lists.then(String::new));
        let mut defaults: Vec<(&'static str, Value)> = vec![];
        for name in ["user", "priv", "jump"] {
            defaults.extend(given_text(bound, name).map(|text| (name, Value::from(text))));
        }
        for name in ["sudo", "identities_only"] {
            defaults.extend(is_on(bound, name)?.then(|| (name, Value::Bool(true))));
        }
        let programs = given_text(bound, "program").unwrap_or_default();
        let width = whole(bound, "max_procs")?.unwrap_or_default().max(1);
        Ok(Self {
            target: Target {
                kind: kind(bound)?,
                expression: expression.ok_or_else(|| missing("the target"))?,
            },
            function: function.ok_or_else(|| missing("the function"))?,
            arguments: bound.rest_texts(),
            is_raw,
            lists,
            roster: given_path(bound, "roster_file"),
            asks_aws: given_text(bound, "roster").map(|source| source == "aws"),
            wipes: is_on(bound, "wipe")?,
            width: usize::try_from(width).unwrap_or(usize::MAX),
            deadline: whole(bound, "job_timeout")?.unwrap_or_default().clamp(1, 24 * 3600),
            defaults,
            options: bound.texts("ssh_option"),
            accepts_new: is_on(bound, "ignore_host_keys")?,
            programs: programs.split(',').filter(|path| !path.is_empty()).map(PathBuf::from).collect(),
            summary: is_on(bound, "summary")?,
            is_static: is_on(bound, "static")?,
            retcode: is_on(bound, "retcode")?,
        })
    }
}
