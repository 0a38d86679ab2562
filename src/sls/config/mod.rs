//! The minion configuration: the files in `-c DIR`, over Salt's defaults.
//!
//! First `DIR/minion`, then `DIR/minion.d/*.conf` sorted by name, then the files that `include:` names; a later file
//! replaces whole top-level keys of an earlier one, as in Salt. Unknown keys are kept, because templates and profiles
//! read them.
//!
//! Relative `file_roots` and `pillar_roots` start at `root_dir` if that is configured, else at the working directory. If
//! a directory is not there, it is taken from the folder of the configuration, or from the one above it. A
//! relative `root_dir` starts at the working directory. (Salt takes absolute ones only.) A plain list is the
//! environment `base`.
//!
//! Called by `cli`, which says where to load from and what the command line overrides.

mod defaults;
mod load;
mod roots;
mod view;

use std::path::PathBuf;

use model::{Map, Place, Problems, Value};

pub use roots::Roots;
pub use view::{PillarMerge, TopMerge};

/// The source of the configuration.
#[derive(Clone, Debug, Default)]
pub struct ConfigSource {
    /// The directory; none for the defaults alone.
    pub dir: Option<PathBuf>,
    /// True when the user named the directory: then it must exist.
    pub is_named: bool,
    /// Keys from the command line, which override all files.
    pub overrides: Map,
}

/// The configuration of a run.
#[derive(Clone, Debug)]
pub struct Config {
    /// Every key, with defaults and resolved roots: `opts` in a template.
    pub opts: Map,
    /// The directories of SLS files, by environment.
    pub file_roots: Roots,
    /// The directories of pillar files, by environment.
    pub pillar_roots: Roots,
    /// The minion's ID, if one is configured.
    pub id: Option<String>,
    /// The environment to run in; without one, the top file decides.
    pub saltenv: Option<String>,
    /// The pillar environment, likewise.
    pub pillarenv: Option<String>,
    /// True if the pillar environment defaults to `saltenv`.
    pub pillarenv_from_saltenv: bool,
    /// The only environment whose top file of states counts.
    pub state_top_saltenv: Option<String>,
    /// The name of top files of states.
    pub state_top: String,
    /// How top files of several environments are merged.
    pub top_merge: TopMerge,
    /// Under the strategy `same`: the environment whose top file is used for environments without one.
    pub default_top: String,
    /// The order of environments.
    pub env_order: Vec<String>,
    /// How pillar files are merged.
    pub pillar_merge: PillarMerge,
    /// True when lists in pillar are joined instead of replaced.
    pub pillar_merge_lists: bool,
    /// True if included pillar files override the file that includes them.
    pub pillar_includes_override: bool,
    /// The render pipeline of files whose first line names none.
    pub renderer: String,
    /// Named groups of minions, for the matcher.
    pub nodegroups: Map,
    /// Grains that the configuration sets.
    pub grains: Map,
    /// True when a failed state ends the run.
    pub failhard: bool,
    /// The layout of results: `full`, `terse`, `mixed`, `changes` …
    pub state_output: String,
    /// True when states without changes are shown too.
    pub state_verbose: bool,
    /// The log level: `warning`, `debug` …
    pub log_level: String,
}

impl Config {
    /// Loads, merges and checks.
    ///
    /// # Errors
    ///
    /// A named directory that is missing; files that are not YAML mappings; known keys of a wrong type. All are
    /// reported at once.
    pub fn load(source: &ConfigSource) -> Result<Self, Problems> {
        let mut problems = Problems::default();
        let mut files = load::files(source, &mut problems);
        let place = Place::file("the command line");
        for (key, value) in &source.overrides {
            files.insert(key.clone(), load::entry(value.clone(), &place));
        }
        let config = view::check(files, source.dir.as_deref(), &mut problems);
        problems.or(config)
    }

    /// Any key, defaults included.
    pub fn get(&self, key: &str) -> Option<&Value> {
        self.opts.get(key)
    }

    /// Whether a key has its default: nobody configured it, or not otherwise.
    pub fn is_default(&self, key: &str) -> bool {
        self.opts.get(key) == defaults::defaults().get(key)
    }
}

#[cfg(test)]
mod tests;
