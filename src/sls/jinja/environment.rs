//! What the caller provides: options, loader, formats, variables, functions.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use super::parsed::Parsed;
use super::raise::{Outcome, Raise};
use super::source::Source;
use super::syntax::ast::Template;
use model::problem::did_you_mean;
use model::{Map, Value};

/// Jinja's options, under the names of `jinja_env` and `jinja_sls_env` in the configuration.
///
/// See <https://docs.saltproject.io/en/3007/ref/configuration/master.html#jinja-environments>.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Options {
    /// Removes the line end after a block tag.
    pub trim_blocks: bool,
    /// Removes white space before a block tag at the beginning of a line.
    pub lstrip_blocks: bool,
    /// Keeps the last line end of a loaded template. The template given to `render` always keeps it, as in Salt.
    pub keep_trailing_newline: bool,
    /// The marks at the beginning and end of tags.
    pub delimiters: Delimiters,
    /// The mark of a line that is a statement as a whole.
    pub line_statement: Option<String>,
    /// The mark of a comment that ends with its line.
    pub line_comment: Option<String>,
    /// An import or include without context still sees the variables of the run, as in Salt.
    pub variables_are_global: bool,
    /// The limit of statements, expressions and loop rounds in one run.
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

/// The pairs of marks around tags.
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
    /// The template that `name` means inside the template `from` (a [`Source::name`]), if there is one.
    fn load(&self, name: &str, from: &str) -> Result<Option<Source>, LoadError>;
}

/// Why a template that exists, or its name, could not be read.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{message}")]
pub struct LoadError {
    /// The reason, in one sentence, lower case.
    pub message: String,
}

/// The execution functions that templates call as `salt['mod.fun'](…)`.
///
/// Called on the thread that renders; see [`render`](super::render).
pub trait Functions: Sync {
    /// Calls a function by its dotted name.
    fn call(&self, name: &str, args: Vec<Value>, kwargs: Map) -> Result<Value, CallError>;
    /// True if the answer of this call is its first argument itself, changed in place, as for Python's merging
    /// functions.
    fn changes_first(&self, _name: &str, _args: &[Value], _kwargs: &Map) -> bool {
        false
    }
    /// All names, for suggestions.
    fn names(&self) -> Vec<String>;
    /// True when there is a function of that name.
    fn has(&self, name: &str) -> bool {
        self.names().iter().any(|known| known == name)
    }
    /// The message about an unknown function name.
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
    /// The reason, in one sentence, lower case.
    pub message: String,
    /// How to correct it.
    pub hint: Option<String>,
}

/// The variables and functions of a template. Cheap to make and to clone: data are shared until a template reads them.
#[derive(Clone, Default)]
pub struct Context<'a> {
    /// Variables: `pillar`, `grains`, `opts`, `sls` …
    pub vars: indexmap::IndexMap<String, Arc<Value>>,
    /// The functions behind `salt`; without them, there is no such variable.
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

/// Loaded templates, by name and the template that asked.
type Loaded = HashMap<(String, String), Option<Arc<Template>>>;

/// Renders templates: options, loader and the templates loaded so far.
pub struct Environment {
    /// Jinja's options.
    pub options: Options,
    /// Variables that every template sees, also a template that is imported without context.
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

    /// Takes parsed templates from here, and stores its own here.
    #[must_use]
    pub fn with_parsed(self, parsed: Arc<Parsed>) -> Self {
        Self { parsed, ..self }
    }

    /// Compiles a template.
    pub(super) fn compile(&self, source: &Source) -> Outcome<Arc<Template>> {
        self.parsed.get(source, &self.options)
    }

    /// The template that `name` means inside `from`, loaded once.
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
