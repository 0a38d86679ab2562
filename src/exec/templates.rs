//! Execution functions in templates, and templates in execution functions.

use std::sync::Arc;

use super::{Arguments, Context, find};
use model::{Effect, Map, Node, Problems, Value};
use sls::jinja::{CallError, Functions};
use sls::render::{JinjaTemplates, Renderer, SlsFile, Template, Templates, Variables};
use sls::tree::FoundFile;

/// The functions behind `salt['mod.fun'](…)`.
pub struct ForTemplates<'a>(pub Context<'a>);

impl Functions for ForTemplates<'_> {
    fn call(&self, name: &str, positional: Vec<Value>, named: Map) -> Result<Value, CallError> {
        let context = Context { may_change: self.0.may_change || self.0.acting_templates, ..self.0 };
        let answer = context.call(name, &Arguments { positional, named });
        answer.map_err(|error| CallError { message: error.to_string(), hint: error.hint() })
    }

    fn changes_first(&self, name: &str, args: &[Value], kwargs: &Map) -> bool {
        let Some(function) = find(name).filter(|it| it.does.contains(&Effect::ChangesArgument)) else {
            return false;
        };
        let arguments = Arguments { positional: args.to_vec(), named: kwargs.clone() };
        let bound = function.signature.bind(name, &arguments);
        bound.is_ok_and(|bound| bound.values.get("in_place").is_none_or(Value::is_truthy))
    }

    fn missing(&self, name: &str) -> CallError {
        let error = super::absent::unknown(&self.0, name);
        CallError { message: error.to_string(), hint: error.hint() }
    }

    fn has(&self, name: &str) -> bool {
        self.0.has(name)
    }

    fn names(&self) -> Vec<String> {
        self.0.names().into_iter().map(str::to_owned).collect()
    }
}

impl Context<'_> {
    /// The variables of every template of a call: configuration, grains, pillar, and those of the call.
    fn variables(&self, extra: &Map) -> Variables {
        let minion = self.minion;
        let shared = [("grains", &minion.grains), ("opts", &minion.opts), ("pillar", &minion.pillar)];
        let mut variables: Variables = shared
            .into_iter()
            .map(|(name, map)| (name.to_owned(), Arc::new(Value::Map(map.clone()))))
            .chain([("saltenv".to_owned(), Arc::new(self.saltenv(&Value::Null).into()))])
            .collect();
        variables.extend(extra.iter().map(|(name, value)| (name.to_string(), Arc::new(value.clone()))));
        variables
    }

    /// Renders the Jinja of a text; `relative` is its path in the tree, if it is there.
    pub(super) fn jinja(&self, text: &str, relative: &str, extra: &Map) -> Result<String, Problems> {
        let functions = ForTemplates(Context { is_typed: false, ..*self });
        let templates = self.templates(&functions);
        let env = self.saltenv(&Value::Null);
        let template = Template { env: &env, relative, path: relative, text };
        templates.render(&template, &self.variables(extra)).map(|rendered| rendered.text)
    }

    /// Renders a text to data with a pipeline, or with the one that its first line names.
    pub(super) fn data(
        &self,
        text: &str,
        file: &FoundFile,
        pipeline: &str,
        extra: &Map,
    ) -> Result<Value, Problems> {
        let functions = ForTemplates(Context { is_typed: false, ..*self });
        let templates = self.templates(&functions);
        let renderer =
            Renderer { templates: &templates, default_pipeline: pipeline, outside: &sls::outside::Offline };
        let env = self.saltenv(&Value::Null);
        let sls = SlsFile { sls: &file.relative, env: &env, file };
        renderer.render_text(text, sls, &self.variables(extra)).map(Node::into_value)
    }

    fn templates<'t>(&self, functions: &'t ForTemplates<'_>) -> JinjaTemplates<'t> {
        JinjaTemplates::new(self.config, self.states, functions).with_parsed(Arc::clone(self.parsed))
    }

    /// The environment of the call, or that of the configuration, or `base`.
    pub(super) fn saltenv(&self, named: &Value) -> String {
        let configured = || self.minion.opts.get("saltenv").and_then(Value::as_str);
        named.as_str().or_else(configured).unwrap_or("base").to_owned()
    }
}
