//! Statements about other templates: include, import, extends, blocks.

use std::rc::Rc;
use std::sync::Arc;

use super::Vm;
use super::blocks::BlockVersion;
use super::scope::{Ctx, Scope, Vars};
use crate::jinja::py::{Missing, Object, Py};
use crate::jinja::raise::{Kind, Outcome, Raise};
use crate::jinja::source::Spot;
use crate::jinja::syntax::ast::{Block, Expr, Format, Stmt, StmtKind, Template};

/// The maximum length of a chain of templates that extend one another.
const MAX_PARENTS: usize = 30;

impl Vm<'_> {
    /// Runs a template and those that it extends.
    pub(super) fn run_template(&mut self, template: &Arc<Template>, ctx: &Rc<Ctx>) -> Outcome<()> {
        let outer = std::mem::replace(&mut self.template, template.clone());
        let quiet = std::mem::replace(&mut self.quiet, false);
        let done = self.run_chain(template, ctx);
        self.template = outer;
        self.quiet = quiet;
        done
    }

    fn run_chain(&mut self, template: &Arc<Template>, ctx: &Rc<Ctx>) -> Outcome<()> {
        let mut here = template.clone();
        let mut children = Vec::new();
        for _ in 0..MAX_PARENTS {
            for (name, block) in &here.blocks {
                let mut blocks = ctx.blocks.borrow_mut();
                blocks.entry(name.clone()).or_default().push((here.clone(), block.clone()));
            }
            self.template = here.clone();
            self.quiet = false;
            let done = self.run(&here.body, &Scope::top(ctx.clone()));
            done.map_err(|raise| {
                children.iter().rev().fold(raise, |raise, child: &Spot| raise.via(child, "extended here"))
            })?;
            match ctx.parent.take() {
                Some((parent, at)) => {
                    children.push(self.spot(at));
                    here = parent;
                }
                None => return Ok(()),
            }
        }
        Err(Raise::new("the templates extend one another without end"))
    }

    /// Runs the statements that load other templates, and blocks.
    pub(super) fn run_loading(&mut self, stmt: &Stmt, scope: &Rc<Scope>) -> Outcome<()> {
        match &stmt.kind {
            StmtKind::Block(block) => self.run_block(block, scope),
            StmtKind::Extends(expr) => self.run_extends(expr, scope),
            StmtKind::Include { template, ignore_missing, with_context } => {
                self.run_include(template, *ignore_missing, *with_context, scope)
            }
            StmtKind::Import { template, target, with_context } => {
                let module = self.import(template, *with_context, scope)?;
                scope.set_private(target, module);
                Ok(())
            }
            StmtKind::FromImport { template, names, with_context } => {
                let module = self.import(template, *with_context, scope)?;
                for (name, alias) in names {
                    let value = match &module {
                        Py::Object(object) => object.attr(self, name),
                        _ => None,
                    };
                    scope.set_private(alias, value.unwrap_or_else(|| not_exported(name)));
                }
                Ok(())
            }
            StmtKind::ImportData { format, template, target, with_context } => {
                self.run_import_data(*format, template, target, *with_context, scope)
            }
            _ => Ok(()),
        }
    }

    fn run_block(&mut self, block: &Block, scope: &Rc<Scope>) -> Outcome<()> {
        if self.quiet {
            return Ok(());
        }
        let outer = block.scoped.then(|| scope.clone());
        self.block_version(&block.name, 0, &scope.ctx, outer)
    }

    /// Writes the version of a block that is `index` levels above the most derived one.
    pub(super) fn block_version(
        &mut self,
        name: &Arc<str>,
        index: usize,
        ctx: &Rc<Ctx>,
        outer: Option<Rc<Scope>>,
    ) -> Outcome<()> {
        let version = ctx.blocks.borrow().get(name).and_then(|versions| versions.get(index)).cloned();
        let Some((template, block)) = version else {
            return Err(Raise::new(format!("there is no block '{name}' to render")));
        };
        if block.required && index == 0 {
            return Err(Raise::new(format!("required block '{name}' not found")));
        }
        let inner = match outer {
            Some(outer) => Scope::inner(&outer),
            None => Scope::of_block(ctx.clone()),
        };
        let above = BlockVersion { name: name.clone(), index: index + 1, ctx: ctx.clone() };
        let has_parent = ctx.blocks.borrow().get(name).is_some_and(|versions| versions.len() > index + 1);
        let above = if has_parent {
            Py::object(above)
        } else {
            Py::undefined(Missing::Told(format!("there is no parent block called '{name}'"), None))
        };
        inner.set(&Arc::from("super"), above);
        let before = std::mem::replace(&mut self.template, template);
        let quiet = std::mem::replace(&mut self.quiet, false);
        let done = self.sink().and_then(|()| self.run(&block.body, &inner));
        self.rise();
        self.template = before;
        self.quiet = quiet;
        done.map(drop)
    }

    fn run_extends(&mut self, expr: &Expr, scope: &Rc<Scope>) -> Outcome<()> {
        if scope.ctx.parent.borrow().is_some() {
            return Err(Raise::new("the template extends twice"));
        }
        let name = self.eval(expr, scope)?;
        let parent = self.load(&name).map_err(|raise| self.locate(raise, expr.at, scope))?;
        *scope.ctx.parent.borrow_mut() = Some((parent, expr.at));
        self.quiet = true;
        Ok(())
    }

    /// The first template that exists, among one name or several.
    fn load(&mut self, names: &Py) -> Outcome<Arc<Template>> {
        let candidates = match names.defined()? {
            Py::Str(_) => vec![names.clone()],
            Py::List(_) | Py::Tuple(_) => names.iterate()?,
            other => return Err(Raise::new(format!("a template's name is text, not {}", other.type_name()))),
        };
        let from = self.template.text.name.clone();
        let mut tried = Vec::new();
        for candidate in &candidates {
            let name = candidate.text()?;
            match self.env.load(&name, &from)? {
                Some(found) => return Ok(found),
                None => tried.push(name),
            }
        }
        let message = match tried.as_slice() {
            [one] => format!("template '{one}' not found"),
            many => format!("none of the templates given were found: {}", many.join(", ")),
        };
        Err(Raise::new(message).kind(Kind::NotFound))
    }

    fn run_include(
        &mut self,
        expr: &Expr,
        ignore_missing: bool,
        with_context: bool,
        scope: &Rc<Scope>,
    ) -> Outcome<()> {
        if self.quiet {
            return Ok(());
        }
        let names = self.eval(expr, scope)?;
        let template = match self.load(&names) {
            Ok(template) => template,
            Err(raise) if ignore_missing && raise.kind == Kind::NotFound => return Ok(()),
            Err(raise) => return Err(self.locate(raise, expr.at, scope)),
        };
        let base = self.base(with_context, scope);
        let ctx = Ctx::new(template.clone(), base, !with_context);
        let done = self.run_template(&template, &ctx);
        done.map_err(|raise| raise.via(&self.spot(expr.at), "included here"))
    }

    fn base(&self, with_context: bool, scope: &Rc<Scope>) -> Rc<Vars> {
        if with_context { Rc::new(scope.flatten()) } else { self.without_context.clone() }
    }

    /// Runs a template for its definitions.
    fn import(&mut self, expr: &Expr, with_context: bool, scope: &Rc<Scope>) -> Outcome<Py> {
        let names = self.eval(expr, scope)?;
        let template = self.load(&names).map_err(|raise| self.locate(raise, expr.at, scope))?;
        let key = template.text.name.clone();
        // Jinja caches such a module; if it sees variables, it is run again each time, as in Salt.
        let kept = !with_context && !self.env.options.variables_are_global;
        if kept && let Some(module) = self.modules.get(&key) {
            return Ok(module.clone());
        }
        let ctx = Ctx::new(template.clone(), self.base(with_context, scope), !with_context);
        let body = self.capture(|vm| vm.run_template(&template, &ctx));
        let body = body.map_err(|raise| raise.via(&self.spot(expr.at), "imported here"))?;
        let vars = ctx.vars.borrow();
        let exported = ctx.exported.borrow();
        let exports: Vars = exported
            .iter()
            .filter_map(|name| vars.get(name).map(|value| (name.clone(), value.clone())))
            .collect();
        let module = Py::object(Module { name: key.clone(), exports, body });
        if kept {
            self.modules.insert(key, module.clone());
        }
        Ok(module)
    }

    fn run_import_data(
        &mut self,
        format: Format,
        expr: &Expr,
        target: &Arc<str>,
        with_context: bool,
        scope: &Rc<Scope>,
    ) -> Outcome<()> {
        let module = self.import(expr, with_context, scope)?;
        let text = module.text()?;
        let value = self.decode(format, &text).map_err(|raise| self.locate(raise, expr.at, scope))?;
        scope.set(target, value);
        Ok(())
    }
}

fn not_exported(name: &Arc<str>) -> Py {
    let message = format!("the imported template does not export the requested name '{name}'");
    Py::undefined(Missing::Told(message, None))
}

/// An imported template.
struct Module {
    name: String,
    exports: Vars,
    body: String,
}

impl Object for Module {
    fn type_name(&self) -> &'static str {
        "TemplateModule"
    }

    fn repr(&self) -> Outcome<String> {
        Ok(self.body.clone())
    }

    fn attr(&self, _vm: &Vm<'_>, name: &str) -> Option<Py> {
        if name == "__name__" {
            return Some(Py::str(self.name.as_str()));
        }
        self.exports.get(name).cloned()
    }

    fn surrender(&mut self) -> Vec<Py> {
        std::mem::take(&mut self.exports).into_values().collect()
    }
}
