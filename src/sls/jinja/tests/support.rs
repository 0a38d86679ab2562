//! An environment over templates in memory.

use std::collections::HashMap;
use std::sync::Arc;

use crate::jinja::{Context, Environment, LoadError, Loader, Options, Rendered, Source, render};
use crate::recorded_errors as errors;
use model::{Problem, Value};

/// Templates by name.
#[derive(Default)]
pub(super) struct Memory(pub(super) HashMap<String, String>);

impl Loader for Memory {
    fn load(&self, name: &str, _from: &str) -> Result<Option<Source>, LoadError> {
        let text = self.0.get(name).cloned();
        Ok(text.map(|text| source(name, &text)))
    }
}

pub(super) fn source(name: &str, text: &str) -> Source {
    Source { name: name.to_owned(), path: format!("dir/{name}"), text: text.to_owned(), ..Source::default() }
}

pub(super) fn environment(options: Options, files: &[(&str, &str)]) -> Environment {
    let files = files.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect();
    Environment::new(options, Box::new(Memory(files)))
}

/// Renders `text` as `main` beside other files, with variables.
pub(super) fn run(text: &str, files: &[(&str, &str)], vars: serde_json::Value) -> Result<Rendered, Problem> {
    let mut context = Context::default();
    if let serde_json::Value::Object(vars) = vars {
        for (name, value) in vars {
            context = context.with(name, Arc::new(Value::from(value)));
        }
    }
    render(
        &environment(Options { max_steps: 200_000, ..Options::default() }, files),
        &source("main", text),
        &context,
    )
}

/// The output of a template without variables.
pub(super) fn text(template: &str) -> String {
    run(template, &[], serde_json::json!({}))
        .map(|rendered| rendered.text)
        .unwrap_or_else(|problem| problem.to_string())
}

/// The problems of a template.
pub(super) fn problem(template: &str) -> Problem {
    run(template, &[], serde_json::json!({"pillar": {"vpc": {"subnets": ["a"]}}})).expect_err("it must fail")
}

/// The difference between our output or error and theirs.
pub(super) fn outcome(
    ours: &Result<String, String>,
    out: Option<&str>,
    error: Option<&str>,
) -> Option<String> {
    match (ours, out, error) {
        (Ok(ours), Some(theirs), _) if ours == theirs => None,
        (Err(ours), None, Some(theirs)) => errors::difference(ours, theirs),
        (ours, ..) => Some(format!("\n  theirs: {}\n  ours:   {ours:?}", out.or(error).unwrap_or_default())),
    }
}
