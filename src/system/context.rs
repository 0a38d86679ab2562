//! The context of a call: the run that it is part of.
//!
//! `engine` makes one [`StateContext`] for each call. A [`RunServices`] gives access to files of the trees and to templates. `cli`
//! implements it, so kinds of the machine know neither the trees nor the template engine.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime};

use futures::future::{BoxFuture, FutureExt};
use indexmap::IndexMap;

use machine::package::PackageCache;
use model::{Fields, Function, Low, Map, Outcome, Value};

/// The parts of a run that a call may use.
#[derive(Clone, Copy)]
pub struct StateContext<'a> {
    /// The chunk that is called.
    pub low: &'a Low,
    /// The files of the trees, templates, and the clock.
    pub services: &'a dyn RunServices,
    /// The data that earlier states of this run left for later ones.
    pub memory: &'a Memory,
    /// The chunks that must run before this one because of requisites, whichever of the two declares them.
    pub required: &'a [&'a Low],
    /// The chunks that wait for this one because of requisites.
    pub dependants: &'a [&'a Low],
    /// The calls of the same function that may be carried out together with this one; see
    /// [`TOGETHER`](super::LocalState::TOGETHER).
    pub later_calls: &'a [LaterCall<'a>],
}

impl<'a> StateContext<'a> {
    /// The context of a chunk without requisites.
    pub fn alone(low: &'a Low, services: &'a dyn RunServices, memory: &'a Memory) -> Self {
        Self { low, services, memory, required: &[], dependants: &[], later_calls: &[] }
    }
}

/// A later call that waits for nothing but its turn.
#[derive(Clone, Copy, Debug)]
pub struct LaterCall<'a> {
    /// The function.
    pub function: &'static Function,
    /// Its arguments.
    pub fields: &'a Fields,
    /// The chunk.
    pub low: &'a Low,
}

/// The outcomes of calls that were carried out together with an earlier one, until their turn. The keys are those of the return.
#[derive(Debug, Default)]
pub struct EarlyOutcomes(Mutex<IndexMap<String, Outcome>>);

impl EarlyOutcomes {
    /// Stores one.
    pub fn put(&self, tag: String, outcome: Outcome) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(tag, outcome);
    }

    /// Takes one out.
    pub fn take(&self, tag: &str) -> Option<Outcome> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).shift_remove(tag)
    }
}

/// The services of a run for its kinds of the machine.
pub trait RunServices: Sync {
    /// The file of the tree of states at a path such as `d/a.conf`.
    fn find_file(&self, env: &str, path: &str) -> Option<PathBuf>;

    /// Everything below a directory of the tree of states; nothing if there is no such directory.
    fn list(&self, env: &str, directory: &str) -> Option<Listing>;

    /// Renders a text with the minion's data and functions. It does not block other states while a function waits.
    ///
    /// # Errors
    /// The error of the template, in words for people.
    fn render<'a>(&'a self, template: TextTemplate<'a>) -> BoxFuture<'a, Result<String, String>>;

    /// Writes data as YAML: blocks, or all in one line.
    fn write_yaml(&self, data: &Value, inline: bool) -> String;

    /// Reads data from YAML.
    ///
    /// # Errors
    /// What is wrong with the text.
    fn read_yaml(&self, text: &str) -> Result<Value, String>;

    /// The time of day.
    fn now(&self) -> SystemTime;

    /// The environment variables of the process at the start of the run.
    fn environment(&self) -> BTreeMap<String, String> {
        BTreeMap::new()
    }

    /// The directory of the configuration; none if it has none.
    fn config_dir(&self) -> Option<PathBuf> {
        None
    }

    /// Fetches an object of S3, `s3://bucket/key`, into a file, up to a size. It resumes at the end of the file.
    ///
    /// # Errors
    /// Why it cannot be fetched, in words for people.
    fn download<'a>(&'a self, url: &'a str, _most: u64, _to: &'a Path) -> BoxFuture<'a, Result<(), String>> {
        async move { Err(format!("nothing here fetches {url}")) }.boxed()
    }

    /// The names of the arguments of an execution function; none if there is no such function.
    fn parameters(&self, _function: &str) -> Option<Vec<&'static str>> {
        None
    }

    /// The names of all execution functions, for suggestions.
    fn functions(&self) -> Vec<&'static str> {
        vec![]
    }
}

/// A directory of the tree: its contents with paths below it, sorted.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Listing {
    /// Its files, and links to files, with their paths on disk.
    pub files: IndexMap<String, PathBuf>,
    /// Its directories.
    pub directories: Vec<String>,
    /// Its links, with their targets as written.
    pub links: IndexMap<String, String>,
}

/// A text to render.
#[derive(Clone, Copy, Debug)]
pub struct TextTemplate<'a> {
    /// The environment that its imports are looked for in.
    pub env: &'a str,
    /// The SLS that declares the state.
    pub sls: &'a str,
    /// Its path below the root, with slashes, if it is from the tree.
    pub relative: &'a str,
    /// Its name in messages.
    pub shown: &'a str,
    /// The text.
    pub text: &'a str,
    /// The variables that the state adds.
    pub variables: &'a Map,
}

/// The data that states of one run leave for later ones.
#[derive(Debug, Default)]
pub struct Memory {
    accumulated: Mutex<IndexMap<String, Map>>,
    packages: Arc<PackageCache>,
    early_outcomes: Arc<EarlyOutcomes>,
}

impl Memory {
    /// The packages of the machine, as they were last read.
    pub fn packages(&self) -> Arc<PackageCache> {
        self.packages.clone()
    }

    /// The outcomes of calls before their turn.
    pub fn early_outcomes(&self) -> Arc<EarlyOutcomes> {
        self.early_outcomes.clone()
    }

    /// Adds lines under a name for a file; returns true if any was new.
    pub fn accumulate(&self, file: &str, name: &str, lines: Vec<Value>) -> bool {
        let Ok(mut all) = self.accumulated.lock() else { return false };
        let lists = all.entry(file.to_owned()).or_default();
        let list = lists.entry(name.into()).or_insert_with(|| Value::List(vec![]));
        let Value::List(list) = list else { return false };
        let before = list.len();
        for line in lines {
            if !list.contains(&line) {
                list.push(line);
            }
        }
        list.len() > before
    }

    /// The accumulated lines of a file: lists of lines by name.
    pub fn accumulated(&self, file: &str) -> Map {
        self.accumulated.lock().ok().and_then(|all| all.get(file).cloned()).unwrap_or_default()
    }
}

/// The services of a run without trees: for states that need none, and for tests.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoServices;

impl RunServices for NoServices {
    fn find_file(&self, _env: &str, _path: &str) -> Option<PathBuf> {
        None
    }

    fn list(&self, _env: &str, _directory: &str) -> Option<Listing> {
        None
    }

    fn render<'a>(&'a self, _template: TextTemplate<'a>) -> BoxFuture<'a, Result<String, String>> {
        async { Err("there is no template engine here".to_owned()) }.boxed()
    }

    fn write_yaml(&self, data: &Value, _inline: bool) -> String {
        data.to_json().to_string()
    }

    fn read_yaml(&self, text: &str) -> Result<Value, String> {
        serde_json::from_str::<serde_json::Value>(text).map(Value::from).map_err(|error| error.to_string())
    }

    fn now(&self) -> SystemTime {
        SystemTime::UNIX_EPOCH + Duration::from_secs(1_700_000_000)
    }
}
