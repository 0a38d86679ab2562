//! The minion configuration: what `-c DIR` names, with Salt's defaults below it.
//!
//! `DIR/minion`, then `DIR/minion.d/*.conf` in order of names, then what `include:` names; a later file replaces whole
//! top-level keys of an earlier one, as Salt does. Unknown keys are kept: templates and profiles ask for them.
//!
//! Relative `file_roots` and `pillar_roots` start at `root_dir` where that is configured, else at the working
//! directory; a relative `root_dir` starts at the working directory. (Salt takes absolute ones only.) A plain list is
//! the environment `base`.
//!
//! Called by `cli`, which says whence to load and what the command line overrides.

mod defaults;
mod load;
mod roots;
mod view;

use std::path::PathBuf;

use crate::model::{Map, Place, Problems, Value};

pub use roots::Roots;
pub use view::{PillarMerge, TopMerge};

/// Where the configuration comes from.
#[derive(Clone, Debug, Default)]
pub struct ConfigSource {
    /// The directory; none for the defaults alone.
    pub dir: Option<PathBuf>,
    /// True when the user named the directory: then it must exist.
    pub is_named: bool,
    /// Keys that the command line sets, above all files.
    pub overrides: Map,
}

/// The configuration of a run.
#[derive(Clone, Debug)]
pub struct Config {
    /// Every key, defaults filled in, roots resolved: what `opts` is in a template.
    pub opts: Map,
    /// Where SLS files are looked for, by environment.
    pub file_roots: Roots,
    /// Where pillar files are looked for, by environment.
    pub pillar_roots: Roots,
    /// The minion's ID, where one is configured.
    pub id: Option<String>,
    /// The environment to run in; none means each as the top file says.
    pub saltenv: Option<String>,
    /// The pillar environment, likewise.
    pub pillarenv: Option<String>,
    /// True when the pillar environment is `saltenv` unless it is given.
    pub pillarenv_from_saltenv: bool,
    /// The environment whose top file of states is the only one that counts.
    pub state_top_saltenv: Option<String>,
    /// The name of top files of states.
    pub state_top: String,
    /// How top files of several environments are merged.
    pub top_merge: TopMerge,
    /// The environment whose top file counts alone under the strategy `same` for those without one.
    pub default_top: String,
    /// The order of environments.
    pub env_order: Vec<String>,
    /// How pillar files are merged.
    pub pillar_merge: PillarMerge,
    /// True when lists in pillar are joined instead of replaced.
    pub pillar_merge_lists: bool,
    /// True when what a pillar file includes overrides the file.
    pub pillar_includes_override: bool,
    /// The render pipeline of files without a first line that names one.
    pub renderer: String,
    /// Named groups of minions, for the matcher.
    pub nodegroups: Map,
    /// Grains that the configuration sets.
    pub grains: Map,
    /// True when a failed state ends the run.
    pub failhard: bool,
    /// How results are laid out: `full`, `terse`, `mixed`, `changes` …
    pub state_output: String,
    /// True when states without changes are shown too.
    pub state_verbose: bool,
    /// What is logged: `warning`, `debug` …
    pub log_level: String,
}

impl Config {
    /// Loads, merges and checks.
    ///
    /// # Errors
    ///
    /// A named directory that is missing; files that are no YAML mappings; known keys of a wrong type. All at once.
    pub fn load(source: &ConfigSource) -> Result<Self, Problems> {
        let mut problems = Problems::default();
        let mut files = load::files(source, &mut problems);
        let place = Place::file("the command line");
        for (key, value) in &source.overrides {
            files.insert(key.clone(), load::entry(value.clone(), &place));
        }
        let config = view::check(files, &mut problems);
        problems.or(config)
    }

    /// Any key, defaults included.
    pub fn get(&self, key: &str) -> Option<&Value> {
        self.opts.get(key)
    }
}

#[cfg(test)]
mod tests;
