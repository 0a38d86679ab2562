//! Values that are neither data nor undefined: macros, methods, loops, functions.

use std::sync::Arc;

use super::Py;
use crate::jinja::raise::{Outcome, Raise};
use crate::jinja::vm::Vm;
use model::problem::did_you_mean;

/// The abilities of such a value; all are optional.
pub(crate) trait Object {
    /// Python's name for its type.
    fn type_name(&self) -> &'static str;

    /// Its printed form.
    fn repr(&self) -> Outcome<String> {
        Ok(format!("<{} object>", self.type_name()))
    }

    /// An attribute.
    fn attr(&self, _vm: &Vm<'_>, _name: &str) -> Option<Py> {
        None
    }

    /// The items of an iteration.
    fn items(&self) -> Option<Vec<Py>> {
        None
    }

    /// Whether it holds a value, if that is cheaper than looking through its items.
    fn holds(&self, _vm: &Vm<'_>, _needle: &Py) -> Option<bool> {
        None
    }

    /// True for `show_full_context`, which returns what is visible at the call.
    fn wants_scope(&self) -> bool {
        false
    }

    /// True when it can be called.
    fn is_callable(&self) -> bool {
        false
    }

    /// Calls it.
    fn call(&self, _vm: &mut Vm<'_>, _args: Args) -> Outcome<Py> {
        Err(Raise::new(format!("'{}' object is not callable", self.type_name())))
    }

    /// Moves out the values that it holds before it is dropped.
    fn surrender(&mut self) -> Vec<Py> {
        Vec::new()
    }
}

/// Arguments of a call.
#[derive(Clone, Default)]
pub(crate) struct Args {
    pub(crate) pos: Vec<Py>,
    pub(crate) kw: Vec<(Arc<str>, Py)>,
}

impl Args {
    pub(crate) fn of(pos: Vec<Py>) -> Self {
        Self { pos, kw: Vec::new() }
    }

    /// Assigns an argument to each parameter in `names`; extra arguments are refused.
    pub(crate) fn bind<const N: usize>(self, what: &str, names: [&str; N]) -> Outcome<[Option<Py>; N]> {
        let mut bound = [const { None }; N];
        if self.pos.len() > N {
            return Err(Raise::new(format!(
                "{what}() takes {N} positional arguments at most, but {} were given",
                self.pos.len()
            )));
        }
        for (slot, value) in bound.iter_mut().zip(self.pos) {
            *slot = Some(value);
        }
        for (name, value) in self.kw {
            let Some(index) = names.iter().position(|known| *known == &*name) else {
                return Err(unknown(what, &name, &names));
            };
            if bound[index].replace(value).is_some() {
                return Err(Raise::new(format!("{what}() got multiple values for argument '{name}'")));
            }
        }
        Ok(bound)
    }

    /// Like `bind`, for functions without keyword arguments.
    pub(crate) fn bind_all<const N: usize>(self, what: &str, names: [&str; N]) -> Outcome<[Py; N]> {
        let mut missing = None;
        let bound = self.bind(what, names)?;
        let mut index = 0;
        let whole = bound.map(|slot| {
            let name = names[index];
            index += 1;
            slot.unwrap_or_else(|| {
                missing.get_or_insert(name);
                Py::None
            })
        });
        match missing {
            Some(name) => Err(Raise::new(format!("{what}() is missing its argument '{name}'"))),
            None => Ok(whole),
        }
    }

    /// Takes an argument out by name.
    pub(crate) fn take(&mut self, name: &str) -> Option<Py> {
        let index = self.kw.iter().position(|(known, _)| &**known == name)?;
        Some(self.kw.remove(index).1)
    }
}

fn unknown(what: &str, name: &str, names: &[&str]) -> Box<Raise> {
    let raise = Raise::new(format!("{what}() got an unexpected keyword argument '{name}'"));
    match did_you_mean(name, names.iter().copied()) {
        Some(near) => raise.hint(format!("did you mean '{near}'?")),
        None => raise,
    }
}

/// A function that templates know by name.
pub(crate) struct Function {
    pub(crate) name: &'static str,
    pub(crate) run: fn(&mut Vm<'_>, Args) -> Outcome<Py>,
}

impl Object for Function {
    fn type_name(&self) -> &'static str {
        "function"
    }

    fn repr(&self) -> Outcome<String> {
        Ok(format!("<function {}>", self.name))
    }

    fn is_callable(&self) -> bool {
        true
    }

    fn call(&self, vm: &mut Vm<'_>, args: Args) -> Outcome<Py> {
        (self.run)(vm, args)
    }
}

/// A method with its receiver: `x.append`.
pub(crate) struct Method {
    pub(crate) receiver: Py,
    pub(crate) name: &'static str,
    pub(crate) run: fn(&mut Vm<'_>, &Py, Args) -> Outcome<Py>,
}

impl Object for Method {
    fn type_name(&self) -> &'static str {
        "builtin_function_or_method"
    }

    fn repr(&self) -> Outcome<String> {
        Ok(format!("<built-in method {} of {} object>", self.name, self.receiver.type_name()))
    }

    fn is_callable(&self) -> bool {
        true
    }

    fn call(&self, vm: &mut Vm<'_>, args: Args) -> Outcome<Py> {
        (self.run)(vm, &self.receiver, args)
    }

    fn surrender(&mut self) -> Vec<Py> {
        vec![std::mem::replace(&mut self.receiver, Py::None)]
    }
}

/// The result of `dict.keys()`, `.values()` and `.items()`.
pub(crate) struct View {
    pub(crate) dict: super::Dict,
    pub(crate) part: Part,
}

/// The part of a dict that a view shows.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Part {
    Keys,
    Values,
    Items,
}

impl Object for View {
    fn type_name(&self) -> &'static str {
        match (self.part, self.dict.kind()) {
            (Part::Keys, super::DictKind::Ordered) => "odict_keys",
            (Part::Values, super::DictKind::Ordered) => "odict_values",
            (Part::Items, super::DictKind::Ordered) => "odict_items",
            (Part::Keys, _) => "dict_keys",
            (Part::Values, _) => "dict_values",
            (Part::Items, _) => "dict_items",
        }
    }

    fn repr(&self) -> Outcome<String> {
        let items = Py::list(self.items().unwrap_or_default());
        Ok(format!("{}({})", self.type_name(), items.repr()?))
    }

    fn items(&self) -> Option<Vec<Py>> {
        let entries = self.dict.borrow();
        Some(match self.part {
            Part::Keys => entries.keys().map(super::Key::to_py).collect(),
            Part::Values => entries.values().cloned().collect(),
            Part::Items => {
                entries.iter().map(|(key, value)| Py::tuple(vec![key.to_py(), value.clone()])).collect()
            }
        })
    }

    fn surrender(&mut self) -> Vec<Py> {
        vec![Py::Dict(std::mem::replace(&mut self.dict, super::Dict::new(indexmap::IndexMap::new())))]
    }
}
