//! Runs statements.

use std::rc::Rc;

use super::scope::Scope;
use super::{Flow, Vm};
use crate::jinja::py::{Args, DictKind, Key, Py};
use crate::jinja::raise::{Outcome, Raise};
use crate::jinja::syntax::ast::{CallBlock, Expr, FilterCall, Format, Stmt, StmtKind, Target};
use crate::yaml;
use model::Problems;

impl Vm<'_> {
    /// Runs statements in order, until one leaves the loop around it.
    pub(super) fn run(&mut self, body: &[Stmt], scope: &Rc<Scope>) -> Outcome<Flow> {
        for stmt in body {
            if let StmtKind::Text(start, end) = stmt.kind {
                if !self.quiet {
                    let text = self.template.text.clone();
                    self.out.copy(&text, start, end)?;
                }
                continue;
            }
            let done = self.sink().and_then(|()| self.run_one(stmt, scope));
            self.rise();
            match done {
                Ok(Flow::Next) => {}
                Ok(flow) => return Ok(flow),
                Err(raise) => return Err(self.locate(raise, stmt.at, scope)),
            }
        }
        Ok(Flow::Next)
    }

    fn run_one(&mut self, stmt: &Stmt, scope: &Rc<Scope>) -> Outcome<Flow> {
        match &stmt.kind {
            StmtKind::Text(..) => {}
            StmtKind::Print(expr) => self.run_print(stmt.at, expr, scope)?,
            StmtKind::Do(expr) => {
                self.eval(expr, scope)?;
            }
            StmtKind::Set(target, expr) => {
                let value = self.eval(expr, scope)?;
                self.assign(target, value, scope)?;
            }
            StmtKind::SetBlock(target, filters, body) => {
                let value = self.filtered(filters, body, scope)?;
                self.assign(target, value, scope)?;
            }
            StmtKind::For(for_loop) => return self.run_for(for_loop, scope),
            StmtKind::If(branches, otherwise) => {
                for (test, body) in branches {
                    if self.eval_truth(test, scope)? {
                        return self.run(body, scope);
                    }
                }
                return self.run(otherwise, scope);
            }
            StmtKind::With(pairs, body) => return self.run_with(pairs, body, scope),
            StmtKind::Scope(body) => return self.run(body, &Scope::inner(scope)),
            StmtKind::Inline(body) => return self.run(body, scope),
            StmtKind::Macro(code) => self.define_macro(code, scope),
            StmtKind::CallBlock(call) => self.run_call_block(call, scope)?,
            StmtKind::FilterBlock(filters, body) => {
                if !self.quiet {
                    let value = self.filtered(filters, body, scope)?;
                    self.write(stmt.at, &value)?;
                }
            }
            StmtKind::Load(format, name, body) => self.run_load(*format, name, body, scope)?,
            StmtKind::Break => return Ok(Flow::Break),
            StmtKind::Continue => return Ok(Flow::Continue),
            _ => self.run_loading(stmt, scope)?,
        }
        Ok(Flow::Next)
    }

    fn run_print(&mut self, at: usize, expr: &Expr, scope: &Rc<Scope>) -> Outcome<()> {
        if self.quiet {
            return Ok(());
        }
        let value = self.eval(expr, scope)?;
        self.write(at, &value).map_err(|raise| self.locate(raise, expr.at, scope))
    }

    /// Prints a value.
    pub(super) fn write(&mut self, at: usize, value: &Py) -> Outcome<()> {
        let text = self.template.text.clone();
        self.out.mark(&text, at, false);
        value.print(&mut self.out.text)?;
        self.out.check()
    }

    /// Assigns to a name, several names or an attribute of a namespace.
    pub(super) fn assign(&mut self, target: &Target, value: Py, scope: &Rc<Scope>) -> Outcome<()> {
        match target {
            Target::Name(name) => scope.set(name, value),
            Target::Attr(name, attribute) => {
                let Py::Dict(namespace) = self.name(name, scope) else {
                    return Err(Raise::new("cannot assign attribute on non-namespace object"));
                };
                if namespace.kind() != DictKind::Namespace {
                    return Err(Raise::new("cannot assign attribute on non-namespace object")
                        .hint("use namespace(), or {% do x.update({…}) %} for a dict"));
                }
                namespace.borrow_mut().insert(Key::Str(attribute.clone()), value);
            }
            Target::Tuple(targets) => {
                let items = value.iterate().map_err(|raise| match value {
                    Py::Undefined(_) => raise,
                    _ => Raise::new(format!("cannot unpack non-iterable {} object", value.type_name())),
                })?;
                if items.len() < targets.len() {
                    return Err(Raise::new(format!(
                        "not enough values to unpack (expected {}, got {})",
                        targets.len(),
                        items.len()
                    )));
                }
                if items.len() > targets.len() {
                    return Err(Raise::new(format!(
                        "too many values to unpack (expected {})",
                        targets.len()
                    )));
                }
                for (target, item) in targets.iter().zip(items) {
                    self.assign(target, item, scope)?;
                }
            }
        }
        Ok(())
    }

    /// The text of a body, through filters.
    fn filtered(&mut self, filters: &[FilterCall], body: &[Stmt], scope: &Rc<Scope>) -> Outcome<Py> {
        let inner = Scope::inner(scope);
        let text = self.capture(|vm| vm.run(body, &inner).map(drop))?;
        filters.iter().try_fold(Py::str(text), |value, call| self.apply_filter(value, call, &inner))
    }

    fn run_with(&mut self, pairs: &[(Target, Expr)], body: &[Stmt], scope: &Rc<Scope>) -> Outcome<Flow> {
        let inner = Scope::inner(scope);
        for (target, expr) in pairs {
            let value = self.eval(expr, scope)?;
            self.assign(target, value, &inner)?;
        }
        self.run(body, &inner)
    }

    fn run_call_block(&mut self, call: &CallBlock, scope: &Rc<Scope>) -> Outcome<()> {
        if self.quiet {
            return Ok(());
        }
        let function = self.eval(&call.callee, scope)?;
        let mut args: Args = self.eval_arguments(&call.arguments, scope)?;
        args.kw.push(("caller".into(), self.macro_value(&call.body, scope)));
        let value = self.call(&function, args).map_err(|raise| self.locate(raise, call.callee.at, scope))?;
        self.write(call.at, &value)
    }

    fn run_load(
        &mut self,
        format: Format,
        name: &std::sync::Arc<str>,
        body: &[Stmt],
        scope: &Rc<Scope>,
    ) -> Outcome<()> {
        let inner = Scope::inner(scope);
        let text = self.capture(|vm| vm.run(body, &inner).map(drop))?;
        let value = self.decode(format, &text)?;
        scope.set(name, value);
        Ok(())
    }

    /// Reads text like Salt's `load_…` tags.
    pub(crate) fn decode(&mut self, format: Format, text: &str) -> Outcome<Py> {
        let value = match format {
            Format::Text => return Ok(Py::str(text)),
            Format::Yaml => {
                yaml::parse_file(text, "").map_err(|problems| unreadable(&problems))?.into_value().plain()
            }
            Format::Json => serde_json::from_str::<serde_json::Value>(text)
                .map(Into::into)
                .map_err(|error| Raise::new(format!("bad JSON: {error}")))?,
        };
        Ok(Py::from(value))
    }
}

/// Text that is not YAML: the place is where the template reads it, and the message shows the line of the text.
fn unreadable(problems: &Problems) -> Box<Raise> {
    let Some(first) = problems.0.first() else { return Raise::new("this is not YAML") };
    let line =
        first.place.as_ref().map(|place| format!("line {} of the text that is read as YAML: ", place.line));
    let mut raise = Raise::new(format!("{}{}", line.unwrap_or_default(), first.message));
    raise.hint.clone_from(&first.hint);
    raise
}
