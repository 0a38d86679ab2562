//! `for`, and the `loop` variable.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

use super::items::Items;
use super::scope::Scope;
use super::{Flow, Vm};
use crate::jinja::py::object::Method;
use crate::jinja::py::{Args, Missing, Object, Py, compare};
use crate::jinja::raise::{Outcome, Raise};
use crate::jinja::syntax::ast::{For, Template};

/// The `loop` variable of one loop.
pub(super) struct Loop {
    items: RefCell<Items>,
    /// The items before and in this round, and the next one if it was needed.
    near: RefCell<Neighbours>,
    index: Cell<usize>,
    length: Cell<Option<usize>>,
    depth: usize,
    changed: Rc<RefCell<Option<Vec<Py>>>>,
    /// The body that `loop(…)` runs in a recursive loop.
    code: Option<(Arc<For>, Rc<Scope>, Arc<Template>)>,
}

#[derive(Default)]
struct Neighbours {
    previous: Option<Py>,
    present: Option<Py>,
    next: Option<Py>,
}

impl Vm<'_> {
    pub(super) fn run_for(&mut self, code: &Arc<For>, scope: &Rc<Scope>) -> Outcome<Flow> {
        let iterable = self.eval(&code.iterable, scope)?;
        self.run_loop(code, &iterable, scope, 0)
    }

    fn run_loop(&mut self, code: &Arc<For>, iterable: &Py, scope: &Rc<Scope>, depth: usize) -> Outcome<Flow> {
        let mut items = Items::new(iterable).map_err(|raise| self.locate(raise, code.iterable.at, scope))?;
        self.charge_items(items.copied())?;
        // Jinja checks the condition of a loop right before each round, unless the body reads items after the current
        // one.
        let is_lazy = !code.looks_ahead;
        if !is_lazy {
            items = self.chosen(code, items, scope)?;
        }
        let again = code.recursive.then(|| (code.clone(), scope.clone(), self.template.clone()));
        let state = Rc::new(Loop {
            items: RefCell::new(items),
            near: RefCell::default(),
            index: Cell::new(0),
            length: Cell::new(None),
            depth,
            changed: Rc::default(),
            code: again,
        });
        let name: Arc<str> = Arc::from("loop");
        // As in Jinja: a round that `break` or `continue` ends early does not count for `else`.
        let mut whole_round = false;
        let mut rounds = 0;
        while let Some(item) = state.advance()? {
            self.work.step()?;
            if is_lazy && !self.is_chosen(code, &item, scope)? {
                continue;
            }
            state.enter(rounds, &item);
            rounds += 1;
            let inner = Scope::inner(scope);
            inner.set(&name, Py::Object(state.clone()));
            self.assign(&code.target, item, &inner)?;
            let done = self.run(&code.body, &inner).map_err(|raise| {
                raise.via(&self.spot(code.iterable.at), format!("in round {rounds} of this loop"))
            });
            match done? {
                Flow::Break => break,
                Flow::Continue => {}
                Flow::Next => whole_round = true,
            }
        }
        if whole_round { Ok(Flow::Next) } else { self.run(&code.otherwise, &Scope::inner(scope)) }
    }

    /// The items that the loop's `if` accepts.
    fn chosen(&mut self, code: &For, mut items: Items, scope: &Rc<Scope>) -> Outcome<Items> {
        if code.filter.is_none() {
            return Ok(items);
        }
        let mut chosen = Vec::new();
        while let Some(item) = items.next()? {
            self.work.step()?;
            if self.is_chosen(code, &item, scope)? {
                chosen.push(item);
            }
        }
        Ok(Items::fixed(chosen))
    }

    fn is_chosen(&mut self, code: &For, item: &Py, scope: &Rc<Scope>) -> Outcome<bool> {
        let Some(filter) = &code.filter else { return Ok(true) };
        let inner = Scope::inner(scope);
        self.assign(&code.target, item.clone(), &inner)?;
        self.eval_truth(filter, &inner)
    }
}

impl Loop {
    /// The next item, which may have been read before its round.
    fn advance(&self) -> Outcome<Option<Py>> {
        let peeked = self.near.borrow_mut().next.take();
        if peeked.is_some() { Ok(peeked) } else { self.items.borrow_mut().next() }
    }

    /// Begins the round of an item.
    fn enter(&self, index: usize, item: &Py) {
        self.index.set(index);
        let mut near = self.near.borrow_mut();
        near.previous = near.present.replace(item.clone());
    }

    /// The item after the current one; it is fixed from now on, even if the body changes the list.
    fn peek(&self) -> Option<Py> {
        let mut near = self.near.borrow_mut();
        if near.next.is_none() {
            near.next = self.items.borrow_mut().next().ok().flatten();
        }
        near.next.clone()
    }

    /// The number of items: counted at the first use.
    fn length(&self) -> usize {
        let length = self.length.get().unwrap_or_else(|| self.items.borrow().length());
        self.length.set(Some(length));
        length
    }
}

impl Object for Loop {
    fn type_name(&self) -> &'static str {
        "LoopContext"
    }

    fn repr(&self) -> Outcome<String> {
        Ok(format!("<LoopContext {}/{}>", self.index.get() + 1, self.length()))
    }

    fn attr(&self, _vm: &Vm<'_>, name: &str) -> Option<Py> {
        let index = self.index.get();
        Some(match name {
            "index" => Py::count(index + 1),
            "index0" => Py::count(index),
            "revindex" => Py::count(self.length().saturating_sub(index)),
            "revindex0" => Py::count(self.length().saturating_sub(index + 1)),
            "first" => Py::Bool(index == 0),
            "last" => Py::Bool(self.peek().is_none()),
            "length" => Py::count(self.length()),
            "depth" => Py::count(self.depth + 1),
            "depth0" => Py::count(self.depth),
            "previtem" => match &self.near.borrow().previous {
                Some(item) => item.clone(),
                None => Py::undefined(Missing::Told("there is no previous item".to_owned(), None)),
            },
            "nextitem" => match self.peek() {
                Some(item) => item,
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
        done.map(Py::str).map_err(|raise| raise.within("in a recursive loop, called here"))
    }

    fn surrender(&mut self) -> Vec<Py> {
        let near = std::mem::take(self.near.get_mut());
        let mut held = self.items.get_mut().surrender();
        held.extend([near.previous, near.present, near.next].into_iter().flatten());
        held
    }
}

fn cycle(_vm: &mut Vm<'_>, receiver: &Py, args: Args) -> Outcome<Py> {
    let index = receiver.as_int().and_then(|index| usize::try_from(index).ok()).unwrap_or(0);
    if args.pos.is_empty() {
        return Err(Raise::new("no items for cycling given"));
    }
    Ok(args.pos[index % args.pos.len()].clone())
}

/// `loop.changed`: true when its arguments differ from those of the previous call.
struct Changed(Rc<RefCell<Option<Vec<Py>>>>);

impl Object for Changed {
    fn type_name(&self) -> &'static str {
        "method"
    }

    fn is_callable(&self) -> bool {
        true
    }

    fn call(&self, vm: &mut Vm<'_>, args: Args) -> Outcome<Py> {
        let before = self.0.replace(Some(args.pos.clone()));
        let same = match before {
            Some(before) => compare::equal(&Py::tuple(before), &Py::tuple(args.pos), &vm.work)?,
            None => false,
        };
        Ok(Py::Bool(!same))
    }

    fn surrender(&mut self) -> Vec<Py> {
        Rc::get_mut(&mut self.0).and_then(|kept| kept.get_mut().take()).unwrap_or_default()
    }
}
