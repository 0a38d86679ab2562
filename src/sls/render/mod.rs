//! From a file of the tree to data: the pipeline of its first line, by default Jinja and then YAML.
//!
//! Called by `high`, `top` and `pillar`. The template engine is a [`Templates`], so that this layer depends neither on
//! the functions that templates call nor on their implementation.

mod context;
mod engine;
mod pipeline;

use std::sync::Arc;

use indexmap::IndexMap;

use crate::outside::Outside;
use crate::tree::FoundFile;
use crate::{cipher, yaml};
use model::{Node, NodeKind, PROFILE, Place, Problem, Problems, Value, Written};

pub use context::path_variables;
pub use engine::JinjaTemplates;
use pipeline::Step;

/// Variables of a template, shared between templates.
pub type Variables = IndexMap<String, Arc<Value>>;

/// Renders templates.
pub trait Templates {
    /// Renders a text; `variables` are all that the template sees besides the functions.
    ///
    /// # Errors
    ///
    /// Mistakes in the template, or errors that it raised.
    fn render(&self, template: &Template<'_>, variables: &Variables) -> Result<Rendered, Problems>;
}

/// A template to render.
#[derive(Clone, Copy, Debug)]
pub struct Template<'a> {
    /// Its environment, in which its imports are searched too.
    pub env: &'a str,
    /// Its path below the root, with slashes: relative imports start from it.
    pub relative: &'a str,
    /// The file as the author would name it.
    pub path: &'a str,
    /// Its content.
    pub text: &'a str,
}

/// The output of a template.
pub struct Rendered {
    /// The text.
    pub text: String,
    /// Returns the place, in the template, of a line and column (both from 1) of the text.
    pub place_of: Box<dyn Fn(u32, u32) -> Place>,
}

/// Renders files with one engine and one default pipeline.
#[derive(Clone, Copy)]
pub struct Renderer<'a> {
    /// The template engine.
    pub templates: &'a dyn Templates,
    /// The pipeline of files that name none: `jinja|yaml`.
    pub default_pipeline: &'a str,
    /// Decrypts.
    pub outside: &'a dyn Outside,
}

/// A file to render, and its role.
#[derive(Clone, Copy, Debug)]
pub struct SlsFile<'a> {
    /// The name under which it was requested: `elb.register`.
    pub sls: &'a str,
    /// The environment.
    pub env: &'a str,
    /// The file.
    pub file: &'a FoundFile,
}

impl Renderer<'_> {
    /// Reads and renders a file; an empty one is an empty mapping, as in Salt.
    ///
    /// `shared` are the variables that do not depend on the file: `grains`, `pillar`, `opts`.
    ///
    /// # Errors
    ///
    /// A file that cannot be read, a pipeline that is not supported, and all mistakes that its steps find.
    pub fn render(&self, sls: SlsFile<'_>, shared: &Variables) -> Result<Node, Problems> {
        let shown = sls.file.path.display().to_string();
        let _span = tracing::info_span!(target: PROFILE, "render", sls = sls.sls, file = shown).entered();
        let text = read(sls.file, &shown)?;
        self.render_text(&text, sls, shared)
    }

    /// Renders a text in place of the file's.
    ///
    /// # Errors
    ///
    /// As [`Self::render`].
    pub fn render_text(&self, text: &str, sls: SlsFile<'_>, shared: &Variables) -> Result<Node, Problems> {
        let shown = sls.file.path.display().to_string();
        if text.trim().is_empty() {
            return Ok(empty(Place::file(shown)));
        }
        let (steps, body) = pipeline::split(text, self.default_pipeline, &shown)?;
        let mut stage = Stage { text: body.into_owned(), place_of: identity(&shown) };
        let mut steps = steps.into_iter();
        while let Some(step) = steps.next() {
            let node = match step {
                Step::Jinja => {
                    stage = self.jinja(&stage.text, sls, &shown, shared)?;
                    continue;
                }
                Step::Yaml => yaml::parse(&stage.text, &stage.place_of)?,
                Step::Json => json(&stage)?,
                Step::Gpg => {
                    let decrypted = cipher::plain(&stage.text, self.outside);
                    let problem = |what| Problem::at(&Place::new(&*shown, 1, 1), format!("the file {what}"));
                    if let Some(text) = decrypted.map_err(|error| error.problem(problem))? {
                        stage.text = text;
                    }
                    continue;
                }
            };
            return self.data(or_empty(node), steps, &shown);
        }
        Err(Problem::at(&Place::new(shown, 1, 1), "the pipeline gives text, not data")
            .hint("end it with yaml or json: #!jinja|yaml")
            .into())
    }

    /// The steps after data.
    fn data(&self, mut node: Node, steps: impl Iterator<Item = Step>, shown: &str) -> Result<Node, Problems> {
        let mut problems = Problems::default();
        for step in steps {
            if step == Step::Gpg {
                cipher::decrypt_node(&mut node, self.outside, &mut problems);
            } else {
                let place = Place::new(shown, 1, 1);
                problems.push(
                    Problem::at(&place, "only gpg may follow a step that gives data")
                        .hint("write #!jinja|yaml|gpg"),
                );
            }
        }
        problems.or(node)
    }

    fn jinja(
        &self,
        text: &str,
        sls: SlsFile<'_>,
        shown: &str,
        shared: &Variables,
    ) -> Result<Stage, Problems> {
        let mut variables = shared.clone();
        variables
            .extend(path_variables(sls).into_iter().map(|(name, value)| (name.to_owned(), Arc::new(value))));
        let template = Template { env: sls.env, relative: &sls.file.relative, path: shown, text };
        let Rendered { text, place_of } = self.templates.render(&template, &variables)?;
        Ok(Stage { text, place_of })
    }
}

/// The text between two steps.
struct Stage {
    text: String,
    place_of: Box<dyn Fn(u32, u32) -> Place>,
}

fn identity(shown: &str) -> Box<dyn Fn(u32, u32) -> Place> {
    let file: Arc<str> = shown.into();
    Box::new(move |line, column| Place::new(Arc::clone(&file), line, column))
}

fn read(file: &FoundFile, shown: &str) -> Result<String, Problem> {
    let bytes = std::fs::read(&file.path)
        .map_err(|error| Problem::at(&Place::file(shown), format!("the file cannot be read: {error}")))?;
    String::from_utf8(bytes).map_err(|error| {
        let before = error.as_bytes().get(..error.utf8_error().valid_up_to()).unwrap_or_default();
        let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
        let place = Place::new(shown, u32::try_from(line).unwrap_or(0), 0);
        Problem::at(&place, "the file is not UTF-8 text").hint("save it as UTF-8")
    })
}

fn or_empty(node: Node) -> Node {
    if node.is_null() { empty(node.place) } else { node }
}

fn empty(place: Place) -> Node {
    Node { place, kind: NodeKind::Map(IndexMap::new()) }
}

/// JSON has places only for its mistakes, so all data get the place of the first line.
fn json(stage: &Stage) -> Result<Node, Problem> {
    let parsed: Result<serde_json::Value, serde_json::Error> = serde_json::from_str(&stage.text);
    let number = |count: usize| u32::try_from(count).unwrap_or(0);
    match parsed {
        Ok(json) => Ok(Node::from_value(Value::from(json), &(stage.place_of)(1, 1))),
        Err(error) => {
            let (line, column) = (number(error.line()), number(error.column()));
            let read = Arc::new(Written::from(stage.text.as_str()));
            let place = (stage.place_of)(line, column).rendered(&read, line, column);
            let text = error.to_string();
            let message = text.split(" at line ").next().unwrap_or_default();
            Err(Problem::at(&place, format!("this is not JSON: {message}")).with_excerpt())
        }
    }
}

#[cfg(test)]
mod tests;
