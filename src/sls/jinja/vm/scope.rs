//! Names: scopes within a template, and the context of a template.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

use crate::jinja::py::{Key, Py};
use crate::jinja::syntax::ast::{Block, Template};

/// Variables by name.
pub(crate) type Vars = HashMap<Arc<str>, Py>;

/// The versions of a block, the most derived first.
pub(crate) type Versions = Vec<(Arc<Template>, Arc<Block>)>;

/// One run of a template.
pub(crate) struct Ctx {
    /// The variables given to the run.
    pub(crate) base: Rc<Vars>,
    /// The variables that the template sets at its top level.
    pub(crate) vars: RefCell<Vars>,
    /// The variables that another template can import.
    pub(crate) exported: RefCell<Vec<Arc<str>>>,
    pub(crate) blocks: RefCell<HashMap<Arc<str>, Versions>>,
    /// The template that this one extends, and the byte of that statement.
    pub(crate) parent: RefCell<Option<(Arc<Template>, usize)>>,
    /// The running template: the source of its own globals.
    pub(crate) template: Arc<Template>,
    /// True when the template's own globals hide the run's variables: it was loaded without context.
    own_first: bool,
}

impl Ctx {
    pub(crate) fn new(template: Arc<Template>, base: Rc<Vars>, own_first: bool) -> Rc<Self> {
        Rc::new(Self {
            base,
            vars: RefCell::default(),
            exported: RefCell::default(),
            blocks: RefCell::default(),
            parent: RefCell::default(),
            template,
            own_first,
        })
    }

    fn find(&self, name: &str) -> Option<Py> {
        if let Some(found) = self.vars.borrow().get(name) {
            return Some(found.clone());
        }
        let own = || self.template.globals.get(name).map(|value| Py::from(value.clone()));
        let given = || self.base.get(name).cloned();
        if self.own_first { own().or_else(given) } else { given().or_else(own) }
    }
}

/// A scope: the top level, a loop's round, a macro's call.
pub(crate) struct Scope {
    vars: RefCell<Vec<(Arc<str>, Py)>>,
    outer: Option<Rc<Scope>>,
    pub(crate) ctx: Rc<Ctx>,
    top: bool,
}

impl Scope {
    /// The top level of a template: its variables belong to the context.
    pub(crate) fn top(ctx: Rc<Ctx>) -> Rc<Self> {
        Rc::new(Self { vars: RefCell::default(), outer: None, ctx, top: true })
    }

    /// A scope that sees only the context.
    pub(crate) fn of_block(ctx: Rc<Ctx>) -> Rc<Self> {
        Rc::new(Self { vars: RefCell::default(), outer: None, ctx, top: false })
    }

    /// A scope within another.
    pub(crate) fn inner(outer: &Rc<Self>) -> Rc<Self> {
        Rc::new(Self {
            vars: RefCell::default(),
            outer: Some(outer.clone()),
            ctx: outer.ctx.clone(),
            top: false,
        })
    }

    /// Sets a variable here.
    pub(crate) fn set(&self, name: &Arc<str>, value: Py) {
        if self.top {
            self.ctx.vars.borrow_mut().insert(name.clone(), value);
            let mut exported = self.ctx.exported.borrow_mut();
            if !name.starts_with('_') && !exported.contains(name) {
                exported.push(name.clone());
            }
            return;
        }
        let mut vars = self.vars.borrow_mut();
        match vars.iter_mut().find(|(known, _)| known == name) {
            Some((_, slot)) => *slot = value,
            None => vars.push((name.clone(), value)),
        }
    }

    /// Sets a variable that other templates cannot import.
    pub(crate) fn set_private(&self, name: &Arc<str>, value: Py) {
        self.set(name, value);
        if self.top {
            self.ctx.exported.borrow_mut().retain(|known| known != name);
        }
    }

    /// The value of a name in the scopes and the context.
    pub(crate) fn find(&self, name: &str) -> Option<Py> {
        let mut here = Some(self);
        while let Some(scope) = here {
            if let Some((_, value)) = scope.vars.borrow().iter().find(|(known, _)| &**known == name) {
                return Some(value.clone());
            }
            here = scope.outer.as_deref();
        }
        self.ctx.find(name)
    }

    /// All variables that are visible here.
    pub(crate) fn flatten(&self) -> Vars {
        let mut all: Vars = (*self.ctx.base).clone();
        all.extend(self.ctx.vars.borrow().iter().map(|(name, value)| (name.clone(), value.clone())));
        let mut chain = Vec::new();
        let mut here = Some(self);
        while let Some(scope) = here {
            chain.push(scope);
            here = scope.outer.as_deref();
        }
        for scope in chain.iter().rev() {
            all.extend(scope.vars.borrow().iter().map(|(name, value)| (name.clone(), value.clone())));
        }
        all
    }

    /// All data that are visible here, as a dict.
    pub(crate) fn show(&self) -> Py {
        let mut visible: Vec<_> = self.flatten().into_iter().collect();
        visible.retain(|(_, value)| !matches!(value, Py::Object(_) | Py::Undefined(_)));
        visible.sort_by(|(a, _), (b, _)| a.cmp(b));
        Py::dict(visible.into_iter().map(|(name, value)| (Key::Str(name), value)).collect())
    }

    /// Drops its variables: breaks the cycle between a macro and its scope.
    pub(crate) fn clear(&self) {
        let vars = std::mem::take(&mut *self.vars.borrow_mut());
        drop(vars);
        let vars = std::mem::take(&mut *self.ctx.vars.borrow_mut());
        drop(vars);
    }
}
