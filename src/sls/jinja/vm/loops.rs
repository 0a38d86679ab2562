//! `for`, and the `loop` variable.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

use super::scope::Scope;
use super::{Flow, Vm};
use crate::sls::jinja::py::object::Method;
use crate::sls::jinja::py::{Args, Missing, Object, Py, compare};
use crate::sls::jinja::raise::{Outcome, Raise};
use crate::sls::jinja::syntax::ast::{For, Template};

/// The `loop` variable of one loop.
pub(super) struct Loop {
    items: Vec<Py>,
    index: Cell<usize>,
    depth: usize,
    changed: Rc<RefCell<Option<Vec<Py>>>>,
    /// What `loop(…)` runs, in a recursive loop.
    code: Option<(Arc<For>, Rc<Scope>, Arc<Template>)>,
}

impl Vm<'_> {
    pub(super) fn run_for(&mut self, code: &Arc<For>, scope: &Rc<Scope>) -> Outcome<Flow> {
        let iterable = self.eval(&code.iterable, scope)?;
        self.run_loop(code, &iterable, scope, 0)
    }

    fn run_loop(&mut self, code: &Arc<For>, iterable: &Py, scope: &Rc<Scope>, depth: usize) -> Outcome<Flow> {
        let items = iterable.iterate().map_err(|raise| self.locate(raise, code.iterable.at, scope))?;
        self.charge_items(items.len())?;
        let items = self.chosen(code, items, scope)?;
        let again = code.recursive.then(|| (code.clone(), scope.clone(), self.template.clone()));
        let count = items.len();
        let state = Rc::new(Loop { items, index: Cell::new(0), depth, changed: Rc::default(), code: again });
        let name: Arc<str> = Arc::from("loop");
        // As Jinja has it: a round that `break` or `continue` cuts short does not count for `else`.
        let mut whole_round = false;
        for index in 0..count {
            state.index.set(index);
            self.step()?;
            let inner = Scope::inner(scope);
            inner.set(&name, Py::Object(state.clone()));
            self.assign(&code.target, state.items[index].clone(), &inner)?;
            match self.run(&code.body, &inner)? {
                Flow::Break => break,
                Flow::Continue => {}
                Flow::Next => whole_round = true,
            }
        }
        if whole_round { Ok(Flow::Next) } else { self.run(&code.otherwise, &Scope::inner(scope)) }
    }

    /// The items that the loop's `if` takes.
    fn chosen(&mut self, code: &For, items: Vec<Py>, scope: &Rc<Scope>) -> Outcome<Vec<Py>> {
        let Some(filter) = &code.filter else { return Ok(items) };
        let mut chosen = Vec::new();
        for item in items {
            self.step()?;
            let inner = Scope::inner(scope);
            self.assign(&code.target, item.clone(), &inner)?;
            if self.eval_truth(filter, &inner)? {
                chosen.push(item);
            }
        }
        Ok(chosen)
    }
}

impl Object for Loop {
    fn type_name(&self) -> &'static str {
        "LoopContext"
    }

    fn repr(&self) -> Outcome<String> {
        Ok(format!("<LoopContext {}/{}>", self.index.get() + 1, self.items.len()))
    }

    fn attr(&self, _vm: &Vm<'_>, name: &str) -> Option<Py> {
        let (index, count) = (self.index.get(), self.items.len());
        Some(match name {
            "index" => Py::count(index + 1),
            "index0" => Py::count(index),
            "revindex" => Py::count(count - index),
            "revindex0" => Py::count(count - index - 1),
            "first" => Py::Bool(index == 0),
            "last" => Py::Bool(index + 1 == count),
            "length" => Py::count(count),
            "depth" => Py::count(self.depth + 1),
            "depth0" => Py::count(self.depth),
            "previtem" => match index.checked_sub(1).and_then(|at| self.items.get(at)) {
                Some(item) => item.clone(),
                None => Py::undefined(Missing::Told("there is no previous item".to_owned(), None)),
            },
            "nextitem" => match self.items.get(index + 1) {
                Some(item) => item.clone(),
                None => Py::undefined(Missing::Told("there is no next item".to_owned(), None)),
            },
            "cycle" => Py::object(Method { receiver: Py::count(index), name: "cycle", run: cycle }),
            "changed" => Py::object(Changed(self.changed.clone())),
            _ => return None,
        })
    }

    fn is_callable(&self) -> bool {
        self.code.is_some()
    }

    fn call(&self, vm: &mut Vm<'_>, args: Args) -> Outcome<Py> {
        let [iterable] = args.bind_all("loop", ["iterable"])?;
        let Some((code, scope, template)) = &self.code else {
            return Err(Raise::new("the loop must have the 'recursive' marker to be called"));
        };
        let outer = std::mem::replace(&mut vm.template, template.clone());
        let done = vm.capture(|vm| vm.run_loop(code, &iterable, scope, self.depth + 1).map(drop));
        vm.template = outer;
        done.map(Py::str)
    }

    fn surrender(&mut self) -> Vec<Py> {
        std::mem::take(&mut self.items)
    }
}

fn cycle(_vm: &mut Vm<'_>, receiver: &Py, args: Args) -> Outcome<Py> {
    let index = receiver.as_int().and_then(|index| usize::try_from(index).ok()).unwrap_or(0);
    if args.pos.is_empty() {
        return Err(Raise::new("no items for cycling given"));
    }
    Ok(args.pos[index % args.pos.len()].clone())
}

/// `loop.changed`: true when its arguments differ from those of the call before.
struct Changed(Rc<RefCell<Option<Vec<Py>>>>);

impl Object for Changed {
    fn type_name(&self) -> &'static str {
        "method"
    }

    fn is_callable(&self) -> bool {
        true
    }

    fn call(&self, _vm: &mut Vm<'_>, args: Args) -> Outcome<Py> {
        let before = self.0.replace(Some(args.pos.clone()));
        let same = match before {
            Some(before) => compare::equal(&Py::tuple(before), &Py::tuple(args.pos))?,
            None => false,
        };
        Ok(Py::Bool(!same))
    }

    fn surrender(&mut self) -> Vec<Py> {
        Rc::get_mut(&mut self.0).and_then(|kept| kept.get_mut().take()).unwrap_or_default()
    }
}
