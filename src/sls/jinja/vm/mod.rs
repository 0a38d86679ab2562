//! Runs a template's tree.
//!
//! Laws: no template can overflow the stack, loop for ever or fill the memory: nesting, steps, text and lists are
//! bounded, each with its own message. Every failure names the innermost place that ran.

mod blocks;
mod expressions;
mod items;
mod loops;
mod macros;
mod members;
pub(crate) mod output;
pub(crate) mod salt;
pub(crate) mod scope;
mod statements;
mod templates;
pub(crate) mod work;

use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

pub(crate) use salt::Salt;

use super::py::Py;
use super::raise::{Outcome, Raise};
use super::source::Spot;
use super::syntax::ast::Template;
use super::{Context, Environment, Source};
use output::Output;
use scope::{Ctx, Scope, Vars};

/// The longest text that a template can make.
pub(crate) const MAX_TEXT: usize = 64 << 20;

/// The longest list that a template can make at once.
pub(crate) const MAX_ITEMS: usize = 1_000_000;

/// The maximum nesting of running statements, expressions, calls and includes.
const MAX_DEPTH: usize = 500;

/// The maximum total size of text and lists that a run may make.
const MAX_MADE: usize = 512 << 20;

/// The state of one run.
pub(crate) struct Vm<'a> {
    pub(crate) env: &'a Environment,
    pub(crate) context: &'a Context<'a>,
    /// The variables of every template, also of one that is imported without context.
    pub(crate) globals: Rc<Vars>,
    /// The template whose code runs: places refer to it.
    pub(crate) template: Arc<Template>,
    pub(crate) out: Output,
    /// True after `extends`: the parent writes, not this template.
    quiet: bool,
    depth: usize,
    pub(crate) work: work::Work,
    made: usize,
    /// The variables of a template that is loaded without context.
    without_context: Rc<Vars>,
    modules: HashMap<String, Py>,
    /// Scopes that macros captured: cleared at the end, because each may hold itself.
    captured: Vec<Rc<Scope>>,
}

/// The effect of a statement on the loop around it.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Flow {
    Next,
    Break,
    Continue,
}

impl<'a> Vm<'a> {
    /// Renders a template from its beginning.
    pub(crate) fn render(env: &'a Environment, source: &Source, context: &'a Context<'a>) -> Outcome<Output> {
        let template = env.compile(source)?;
        let globals = Rc::new(super::globals::globals(env));
        let mut vm = Self {
            env,
            context,
            globals: globals.clone(),
            template: template.clone(),
            out: Output::mapped(),
            quiet: false,
            depth: 0,
            work: work::Work::new(env.options.max_steps),
            made: 0,
            without_context: Rc::default(),
            modules: HashMap::new(),
            captured: Vec::new(),
        };
        let mut base: Vars = context
            .vars
            .iter()
            .map(|(name, value)| (name.as_str().into(), super::py::frozen::thaw(value)))
            .collect();
        if context.functions.is_some() {
            base.entry("salt".into()).or_insert_with(|| Py::object(Salt));
        }
        let base = Rc::new(base);
        if env.options.variables_are_global {
            vm.without_context = base.clone();
        }
        let ctx = Ctx::new(template.clone(), base, false);
        let done = vm.run_template(&template, &ctx);
        vm.end_line(source);
        for scope in vm.captured.drain(..) {
            scope.clear();
        }
        ctx.vars.take();
        done.map(|()| vm.out)
    }

    /// Restores the last line end, which Jinja removes from a template; Salt restores it too.
    fn end_line(&mut self, source: &Source) {
        if source.text.ends_with('\n') && !self.env.options.keep_trailing_newline {
            let text = self.template.text.clone();
            self.out.mark(&text, text.text.len(), false);
            self.out.text.push('\n');
        }
    }

    /// Counts one level down; `rise` undoes it.
    fn sink(&mut self) -> Outcome<()> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(Raise::new(
                "the template nests too deeply: does a macro, include or loop call itself for ever?",
            ));
        }
        self.work.step()
    }

    /// Counts the output of a slow writer, one step for each byte.
    pub(crate) fn wrote(&mut self, text: &str) -> Outcome<()> {
        self.work.steps(text.len())
    }

    fn rise(&mut self) {
        self.depth -= 1;
    }

    /// Counts the size of a value, so that a template cannot fill the memory.
    pub(crate) fn charge(&mut self, value: &Py) -> Outcome<()> {
        let size = match value {
            Py::Str(text) => text.len(),
            Py::List(list) => list.borrow().len() * size_of::<Py>(),
            Py::Tuple(items) => items.len() * size_of::<Py>(),
            _ => 0,
        };
        self.charge_bytes(size)
    }

    /// Counts the size of a copy of this many handles.
    pub(crate) fn charge_items(&mut self, count: usize) -> Outcome<()> {
        self.charge_bytes(count * size_of::<Py>())
    }

    fn charge_bytes(&mut self, size: usize) -> Outcome<()> {
        self.made += size;
        if self.made > MAX_MADE {
            return Err(Raise::new(format!("the template makes more than {} MiB of data", MAX_MADE >> 20)));
        }
        Ok(())
    }

    /// A place in the template that runs.
    pub(crate) fn spot(&self, at: usize) -> Spot {
        Spot { text: self.template.text.clone(), at }
    }

    /// Runs `body` with its output going to a separate text.
    pub(crate) fn capture(&mut self, body: impl FnOnce(&mut Self) -> Outcome<()>) -> Outcome<String> {
        let outer = std::mem::take(&mut self.out);
        let quiet = std::mem::replace(&mut self.quiet, false);
        let done = body(self);
        self.quiet = quiet;
        let inner = std::mem::replace(&mut self.out, outer);
        done?;
        self.made += inner.text.len();
        Ok(inner.text)
    }

    /// The value of a name.
    pub(crate) fn name(&self, name: &Arc<str>, scope: &Rc<Scope>) -> Py {
        if let Some(found) = scope.find(name).or_else(|| self.globals.get(name).cloned()) {
            return found;
        }
        if &**name == "self" {
            return Py::object(blocks::Blocks { ctx: scope.ctx.clone() });
        }
        Py::undefined(super::py::Missing::Name(name.clone()))
    }
}
