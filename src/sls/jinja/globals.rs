//! Functions in every template: Jinja's, and Salt's `odict`, `raise`, `ifelse`.

use std::cell::{Cell, RefCell};

use indexmap::IndexMap;

use super::Environment;
use super::py::object::Function;
use super::py::{Args, Dict, DictKind, Key, Object, Py, Range};
use super::raise::{Outcome, Raise};
use super::vm::scope::Vars;
use super::vm::{MAX_ITEMS, Vm};

const FUNCTIONS: &[Function] = &[
    Function { name: "range", run: range },
    Function { name: "dict", run: dict },
    Function { name: "odict", run: odict },
    Function { name: "namespace", run: namespace },
    Function { name: "cycler", run: cycler },
    Function { name: "joiner", run: joiner },
    Function { name: "lipsum", run: lipsum },
    Function { name: "raise", run: raise },
    Function { name: "ifelse", run: ifelse },
];

/// The variables of every template at its start.
pub(super) fn globals(env: &Environment) -> Vars {
    let functions = FUNCTIONS
        .iter()
        .map(|known| (known.name.into(), Py::object(Function { name: known.name, run: known.run })));
    let own = env.globals.iter().map(|(name, value)| (name.as_str().into(), super::py::frozen::thaw(value)));
    let show = std::iter::once(("show_full_context".into(), Py::object(ShowContext)));
    functions.chain(show).chain(own).collect()
}

/// Salt's `show_full_context()`, which the evaluator answers.
struct ShowContext;

impl Object for ShowContext {
    fn type_name(&self) -> &'static str {
        "function"
    }

    fn is_callable(&self) -> bool {
        true
    }

    fn wants_scope(&self) -> bool {
        true
    }
}

fn range(_vm: &mut Vm<'_>, args: Args) -> Outcome<Py> {
    let numbers: Vec<i64> = args
        .pos
        .iter()
        .map(|value| {
            let number = value.defined()?.as_int();
            number.ok_or_else(|| {
                Raise::new(format!("'{}' object cannot be interpreted as an integer", value.type_name()))
            })
        })
        .collect::<Outcome<_>>()?;
    let range = match numbers.as_slice() {
        [stop] => Range { start: 0, stop: *stop, step: 1 },
        [start, stop] => Range { start: *start, stop: *stop, step: 1 },
        [_, _, 0] => return Err(Raise::new("range() arg 3 must not be zero")),
        [start, stop, step] => Range { start: *start, stop: *stop, step: *step },
        other => {
            return Err(Raise::new(format!(
                "range() takes 1 to 3 arguments, but {} were given",
                other.len()
            )));
        }
    };
    if range.len() > MAX_ITEMS {
        return Err(Raise::new(format!("the range has more than {MAX_ITEMS} numbers")));
    }
    Ok(Py::Range(range))
}

/// The entries that `dict(…)` makes from a mapping or pairs, and from keywords.
pub(super) fn entries(args: Args, what: &str) -> Outcome<IndexMap<Key, Py>> {
    let mut entries = IndexMap::new();
    if args.pos.len() > 1 {
        return Err(Raise::new(format!("{what} expected at most 1 argument, got {}", args.pos.len())));
    }
    for source in args.pos {
        match source.defined()? {
            Py::Dict(dict) => {
                entries.extend(dict.borrow().iter().map(|(key, value)| (key.clone(), value.clone())));
            }
            other => {
                for pair in other.iterate()? {
                    let pair = pair.iterate()?;
                    let [key, value] = pair.as_slice() else {
                        return Err(Raise::new(format!(
                            "a pair of key and value is needed, not a sequence of length {}",
                            pair.len()
                        )));
                    };
                    entries.insert(Key::new(key)?, value.clone());
                }
            }
        }
    }
    entries.extend(args.kw.into_iter().map(|(name, value)| (Key::Str(name), value)));
    Ok(entries)
}

fn dict(_vm: &mut Vm<'_>, args: Args) -> Outcome<Py> {
    entries(args, "dict").map(Py::dict)
}

fn odict(_vm: &mut Vm<'_>, args: Args) -> Outcome<Py> {
    Ok(Py::Dict(Dict::of_kind(DictKind::Ordered, entries(args, "OrderedDict")?)))
}

fn namespace(_vm: &mut Vm<'_>, args: Args) -> Outcome<Py> {
    Ok(Py::Dict(Dict::of_kind(DictKind::Namespace, entries(args, "namespace")?)))
}

fn raise(_vm: &mut Vm<'_>, args: Args) -> Outcome<Py> {
    let [message] = args.bind("raise", ["msg"])?;
    Err(Raise::new(message.unwrap_or(Py::None).text()?))
}

/// `ifelse(test, value, …, default)`.
fn ifelse(_vm: &mut Vm<'_>, args: Args) -> Outcome<Py> {
    if args.pos.len().is_multiple_of(2) {
        return Err(Raise::new("the ifelse function must have an odd number of arguments"));
    }
    for pair in args.pos.chunks(2) {
        match pair {
            [test, value] if test.truth()? => return Ok(value.clone()),
            [default] => return Ok(default.clone()),
            _ => {}
        }
    }
    Ok(Py::None)
}

fn lipsum(_vm: &mut Vm<'_>, _args: Args) -> Outcome<Py> {
    Ok(Py::str("<p>Lorem ipsum dolor sit amet, consectetur adipiscing elit.</p>"))
}

fn joiner(_vm: &mut Vm<'_>, args: Args) -> Outcome<Py> {
    let [separator] = args.bind("joiner", ["sep"])?;
    Ok(Py::object(Joiner { separator: separator.unwrap_or_else(|| Py::str(", ")), used: Cell::new(false) }))
}

struct Joiner {
    separator: Py,
    used: Cell<bool>,
}

impl Object for Joiner {
    fn type_name(&self) -> &'static str {
        "Joiner"
    }

    fn is_callable(&self) -> bool {
        true
    }

    fn call(&self, _vm: &mut Vm<'_>, _args: Args) -> Outcome<Py> {
        Ok(if self.used.replace(true) { self.separator.clone() } else { Py::str("") })
    }

    fn surrender(&mut self) -> Vec<Py> {
        vec![std::mem::replace(&mut self.separator, Py::None)]
    }
}

fn cycler(_vm: &mut Vm<'_>, args: Args) -> Outcome<Py> {
    if args.pos.is_empty() {
        return Err(Raise::new("at least one item has to be provided"));
    }
    Ok(Py::object(Cycler { items: RefCell::new(args.pos), at: std::rc::Rc::default() }))
}

struct Cycler {
    items: RefCell<Vec<Py>>,
    at: std::rc::Rc<Cell<usize>>,
}

/// `next` and `reset` of a cycler.
struct CyclerMethod {
    items: Vec<Py>,
    at: std::rc::Rc<Cell<usize>>,
    reset: bool,
}

impl Object for Cycler {
    fn type_name(&self) -> &'static str {
        "Cycler"
    }

    fn attr(&self, _vm: &Vm<'_>, name: &str) -> Option<Py> {
        let items = self.items.borrow();
        match name {
            "current" => items.get(self.at.get()).cloned(),
            "next" | "reset" => Some(Py::object(CyclerMethod {
                items: items.clone(),
                at: self.at.clone(),
                reset: name == "reset",
            })),
            _ => None,
        }
    }

    fn surrender(&mut self) -> Vec<Py> {
        std::mem::take(self.items.get_mut())
    }
}

impl Object for CyclerMethod {
    fn type_name(&self) -> &'static str {
        "method"
    }

    fn is_callable(&self) -> bool {
        true
    }

    fn call(&self, _vm: &mut Vm<'_>, _args: Args) -> Outcome<Py> {
        if self.reset {
            self.at.set(0);
            return Ok(Py::None);
        }
        let at = self.at.get();
        self.at.set((at + 1) % self.items.len().max(1));
        Ok(self.items.get(at).cloned().unwrap_or(Py::None))
    }

    fn surrender(&mut self) -> Vec<Py> {
        std::mem::take(&mut self.items)
    }
}
