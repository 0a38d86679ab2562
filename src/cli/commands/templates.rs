//! The template engine, with the execution functions as what templates call.

use crate::exec::{self, Arguments};
use crate::model::{Map, Value};
use crate::sls::config::Config;
use crate::sls::jinja::{CallError, Functions};
use crate::sls::render::{JinjaTemplates, Templates};
use crate::sls::tree::Tree;

/// Gives an engine that loads templates from `tree` to `then`.
pub(super) fn with_templates<R>(
    config: &Config,
    tree: &Tree,
    functions: exec::Context<'_>,
    then: impl FnOnce(&dyn Templates) -> R,
) -> R {
    let functions = ForTemplates(functions);
    then(&JinjaTemplates::new(config, tree, &functions))
}

/// The execution functions as a template calls them.
struct ForTemplates<'a>(exec::Context<'a>);

impl Functions for ForTemplates<'_> {
    fn call(&self, name: &str, positional: Vec<Value>, named: Map) -> Result<Value, CallError> {
        let answer = self.0.call(name, &Arguments { positional, named });
        answer.map_err(|error| CallError { message: error.to_string(), hint: error.hint() })
    }

    fn has(&self, name: &str) -> bool {
        self.0.has(name)
    }

    fn names(&self) -> Vec<String> {
        self.0.names().into_iter().map(str::to_owned).collect()
    }
}
