//! What the caller gives: options, loader, formats, variables, functions.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use super::parsed::Parsed;
use super::raise::{Outcome, Raise};
use super::source::Source;
use super::syntax::ast::Template;
use crate::model::problem::did_you_mean;
use crate::model::{Map, Value};

/// Jinja's options, as `jinja_env` and `jinja_sls_env` of the configuration name them.
///
/// See <https://docs.saltproject.io/en/3007/ref/configuration/master.html#jinja-environments>.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Options {
    /// The line end behind a block tag is taken off.
    pub trim_blocks: bool,
    /// White space before a block tag at the beginning of a line is taken off.
    pub lstrip_blocks: bool,
    /// The last line end of a loaded template stays; that of the template given to `render` always does, as with Salt.
    pub keep_trailing_newline: bool,
    /// How tags begin and end.
    pub delimiters: Delimiters,
    /// What a line begins with that is a statement as a whole.
    pub line_statement: Option<String>,
    /// What begins a comment that ends with its line.
    pub line_comment: Option<String>,
    /// An import or include without context still sees the variables that the run began with, as with Salt.
    pub variables_are_global: bool,
    /// How many statements, expressions and rounds of loops one run may go through.
    pub max_steps: u64,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            trim_blocks: false,
            lstrip_blocks: false,
            keep_trailing_newline: false,
            delimiters: Delimiters::default(),
            line_statement: None,
            line_comment: None,
            variables_are_global: true,
            max_steps: 10_000_000,
        }
    }
}

/// The pairs of marks that tags stand between.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Delimiters {
    /// Statements.
    pub block: (String, String),
    /// Expressions that are printed.
    pub print: (String, String),
    /// Comments.
    pub comment: (String, String),
}

impl Default for Delimiters {
    fn default() -> Self {
        let pair = |open: &str, close: &str| (open.to_owned(), close.to_owned());
        Self { block: pair("{%", "%}"), print: pair("{{", "}}"), comment: pair("{#", "#}") }
    }
}

/// Finds templates by name.
pub trait Loader: Send + Sync {
    /// The template that `name` means within the template `from` (a [`Source::name`]); none when there is none.
    fn load(&self, name: &str, from: &str) -> Result<Option<Source>, LoadError>;
}

/// Why a template that exists, or its name, could not be read.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{message}")]
pub struct LoadError {
    /// What went wrong, in one sentence, lower case.
    pub message: String,
}

/// The execution functions that templates call as `salt['mod.fun'](…)`.
///
/// Called on the thread that renders; see [`render`](super::render).
pub trait Functions: Sync {
    /// Calls a function by its dotted name.
    fn call(&self, name: &str, args: Vec<Value>, kwargs: Map) -> Result<Value, CallError>;
    /// True when this call's answer is its first argument itself, changed: Python's functions that merge in place.
    fn changes_first(&self, _name: &str, _args: &[Value], _kwargs: &Map) -> bool {
        false
    }
    /// All names, for suggestions.
    fn names(&self) -> Vec<String>;
    /// True when there is a function of that name.
    fn has(&self, name: &str) -> bool {
        self.names().iter().any(|known| known == name)
    }
    /// What is said of a name that no function has.
    fn missing(&self, name: &str) -> CallError {
        let names = self.names();
        let near = did_you_mean(name, names.iter().map(String::as_str));
        CallError {
            message: format!("there is no function '{name}'"),
            hint: near.map(|near| format!("did you mean '{near}'?")),
        }
    }
}

/// Why an execution function failed.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{message}")]
pub struct CallError {
    /// What went wrong, in one sentence, lower case.
    pub message: String,
    /// What to do about it.
    pub hint: Option<String>,
}

/// What a template sees. Cheap to make and to clone: data are shared until a template looks at them.
#[derive(Clone, Default)]
pub struct Context<'a> {
    /// Variables: `pillar`, `grains`, `opts`, `sls` …
    pub vars: indexmap::IndexMap<String, Arc<Value>>,
    /// What `salt` is; without, there is no such variable.
    pub functions: Option<&'a dyn Functions>,
}

impl Context<'_> {
    /// Adds a variable.
    #[must_use]
    pub fn with(mut self, name: impl Into<String>, value: impl Into<Arc<Value>>) -> Self {
        self.vars.insert(name.into(), value.into());
        self
    }
}

/// What was loaded, by name and asking template.
type Loaded = HashMap<(String, String), Option<Arc<Template>>>;

/// What renders templates: options, loader and what was loaded so far.
pub struct Environment {
    /// Jinja's options.
    pub options: Options,
    /// Variables that every template sees, also one that is imported without context.
    pub globals: Vec<(String, Arc<Value>)>,
    loader: Box<dyn Loader>,
    loaded: Mutex<Loaded>,
    parsed: Arc<Parsed>,
}

impl Environment {
    /// An environment with nothing loaded.
    pub fn new(options: Options, loader: Box<dyn Loader>) -> Self {
        Self { options, globals: Vec::new(), loader, loaded: Mutex::default(), parsed: Arc::default() }
    }

    /// Takes trees from here, and leaves its own here.
    #[must_use]
    pub fn with_parsed(self, parsed: Arc<Parsed>) -> Self {
        Self { parsed, ..self }
    }

    /// Compiles a template.
    pub(super) fn compile(&self, source: &Source) -> Outcome<Arc<Template>> {
        self.parsed.get(source, &self.options)
    }

    /// The template that `name` means within `from`, loaded once.
    pub(super) fn load(&self, name: &str, from: &str) -> Outcome<Option<Arc<Template>>> {
        let key = (name.to_owned(), from.to_owned());
        if let Some(found) = self.lock().get(&key) {
            return Ok(found.clone());
        }
        let source = self.loader.load(name, from).map_err(|error| Raise::new(error.message))?;
        let template = source.map(|source| self.compile(&source)).transpose()?;
        self.lock().insert(key, template.clone());
        Ok(template)
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Loaded> {
        self.loaded.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
