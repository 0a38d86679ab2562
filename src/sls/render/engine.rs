//! The Jinja engine, with the options of the configuration and the templates of a tree.

use std::sync::Arc;

use indexmap::IndexMap;

use super::{Rendered, Template, Templates, Variables};
use crate::config::Config;
use crate::jinja::{
    Context, Delimiters, Environment, Functions, LoadError, Loader, Options, Parsed, Source, render,
};
use crate::tree::{FoundFile, Tree};
use model::{Key, Map, Problems, Value};

/// Renders the Jinja of the files of one tree.
pub struct JinjaTemplates<'a> {
    environment: Environment,
    functions: &'a dyn Functions,
}

impl<'a> JinjaTemplates<'a> {
    /// Templates load one another from `tree`, and call `functions` as `salt['mod.fun'](…)`.
    ///
    /// The configuration's `jinja_sls_env` sets Jinja's options. See
    /// <https://docs.saltproject.io/en/3007/ref/configuration/minion.html#jinja-sls-env>.
    pub fn new(config: &Config, tree: &Tree, functions: &'a dyn Functions) -> Self {
        let loader = Box::new(TreeLoader { tree: tree.clone() });
        Self { environment: Environment::new(options(config), loader), functions }
    }

    /// Takes parsed templates from here, and stores newly parsed ones here.
    #[must_use]
    pub fn with_parsed(self, parsed: Arc<Parsed>) -> Self {
        Self { environment: self.environment.with_parsed(parsed), ..self }
    }
}

impl Templates for JinjaTemplates<'_> {
    fn render(&self, template: &Template<'_>, variables: &Variables) -> Result<Rendered, Problems> {
        let source = Source {
            name: name(template.env, template.relative),
            path: template.path.to_owned(),
            text: template.text.to_owned(),
            globals: Map::new(),
        };
        let vars: IndexMap<_, _> =
            variables.iter().map(|(name, value)| (name.clone(), value.clone())).collect();
        let context = Context { vars, functions: Some(self.functions) };
        let rendered = render(&self.environment, &source, &context).map_err(Problems::from)?;
        let (text, map) = (rendered.text, rendered.map);
        let place_of = Box::new(move |line, column| map.place(line, column));
        Ok(Rendered { text, place_of })
    }
}

/// Finds the templates that templates import and include.
struct TreeLoader {
    tree: Tree,
}

impl Loader for TreeLoader {
    fn load(&self, wanted: &str, from: &str) -> Result<Option<Source>, LoadError> {
        let (env, relative) = from.split_once(':').unwrap_or(("base", from));
        let path = wanted.strip_prefix("salt://").unwrap_or(wanted);
        let (path, env) = path.split_once("?saltenv=").unwrap_or((path, env));
        let path = if path.starts_with("./") || path.starts_with("../") {
            let directory = relative.rsplit_once('/').map_or("", |(directory, _)| directory);
            format!("{directory}/{path}")
        } else {
            path.to_owned()
        };
        let Some(file) = self.tree.find(env, &path) else { return Ok(None) };
        let shown = file.path.display().to_string();
        let text = std::fs::read_to_string(&file.path).map_err(|error| LoadError {
            message: format!("the template {shown} cannot be read: {error}"),
        })?;
        Ok(Some(Source { name: name(env, &file.relative), path: shown, text, globals: globals(&file) }))
    }
}

/// The name of a template: environment and path, in a form that no file name can imitate.
fn name(env: &str, relative: &str) -> String {
    format!("{env}:{relative}")
}

/// The variables of an imported template about itself.
fn globals(file: &FoundFile) -> Map {
    let directory = file.directory();
    let pairs = [
        ("tplfile", file.relative.clone()),
        ("tpldir", if directory.is_empty() { ".".to_owned() } else { directory.to_owned() }),
        ("tpldot", directory.replace('/', ".")),
    ];
    pairs.into_iter().map(|(name, value)| (Key::from(name), Value::from(value))).collect()
}

fn options(config: &Config) -> Options {
    let none = Map::new();
    let chosen = config.get("jinja_sls_env").and_then(Value::as_map).unwrap_or(&none);
    let flag = |name: &str| chosen.get(name).and_then(Value::as_bool);
    let legacy = |name: &str| config.get(name).and_then(Value::as_bool).unwrap_or_default();
    let word = |name: &str, default: String| {
        chosen
            .get(name)
            .and_then(Value::as_str)
            .filter(|word| !word.is_empty())
            .map_or(default, str::to_owned)
    };
    let prefix = |name: &str| Some(word(name, String::new())).filter(|mark| !mark.is_empty());
    let Delimiters { block, print, comment } = Delimiters::default();
    Options {
        trim_blocks: flag("trim_blocks").unwrap_or_else(|| legacy("jinja_trim_blocks")),
        lstrip_blocks: flag("lstrip_blocks").unwrap_or_else(|| legacy("jinja_lstrip_blocks")),
        keep_trailing_newline: flag("keep_trailing_newline").unwrap_or_default(),
        delimiters: Delimiters {
            block: (word("block_start_string", block.0), word("block_end_string", block.1)),
            print: (word("variable_start_string", print.0), word("variable_end_string", print.1)),
            comment: (word("comment_start_string", comment.0), word("comment_end_string", comment.1)),
        },
        line_statement: prefix("line_statement_prefix"),
        line_comment: prefix("line_comment_prefix"),
        max_steps: config
            .get("jinja_max_steps")
            .and_then(Value::as_int)
            .and_then(|steps| u64::try_from(steps).ok())
            .unwrap_or(Options::default().max_steps),
        ..Options::default()
    }
}
