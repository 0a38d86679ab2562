//! `salt['mod.fun'](…)` and `salt.mod.fun(…)`.

use std::sync::Arc;

use super::Vm;
use crate::jinja::Functions;
use crate::jinja::py::{Args, Dict, Key, Missing, Object, Py};
use crate::jinja::raise::{Outcome, Raise};
use model::{Map, Value};

/// All execution functions.
pub(crate) struct Salt;

/// The functions of one module.
struct Module(String);

/// One function.
struct Function(String);

impl Object for Salt {
    fn type_name(&self) -> &'static str {
        "salt"
    }

    fn attr(&self, vm: &Vm<'_>, name: &str) -> Option<Py> {
        let own = match name {
            "get" => Some(crate::jinja::py::object::Function { name: "salt.get", run: get }),
            "keys" => Some(crate::jinja::py::object::Function { name: "salt.keys", run: keys }),
            _ => None,
        };
        if let Some(own) = own {
            return Some(Py::object(own));
        }
        if name.contains('.') { Some(function(vm, name)) } else { Some(Py::object(Module(name.to_owned()))) }
    }

    fn holds(&self, vm: &Vm<'_>, needle: &Py) -> Option<bool> {
        let functions = vm.context.functions?;
        Some(needle.as_str().is_some_and(|name| functions.has(name)))
    }
}

impl Object for Module {
    fn type_name(&self) -> &'static str {
        "salt module"
    }

    fn attr(&self, vm: &Vm<'_>, name: &str) -> Option<Py> {
        Some(function(vm, &format!("{}.{name}", self.0)))
    }
}

/// The function with this name; an undefined value with a similar name if there is none.
fn function(vm: &Vm<'_>, name: &str) -> Py {
    let Some(functions) = vm.context.functions else { return Py::None };
    if functions.has(name) {
        return Py::object(Function(name.to_owned()));
    }
    let missing = functions.missing(name);
    Py::undefined(Missing::Told(missing.message, missing.hint))
}

/// Calls an execution function as `salt['mod.fun'](…)` does.
pub(crate) fn call(vm: &mut Vm<'_>, name: &str, args: Args) -> Outcome<Py> {
    Function(name.to_owned()).call(vm, args)
}

/// Gives a dict the entries of a mapping; dicts within it stay the same objects, because others may hold them too.
fn take_over(dict: &Dict, entries: Map) {
    for (key, value) in entries {
        let key = Key::from_model(key);
        let inner = match dict.borrow().get(&key) {
            Some(Py::Dict(inner)) => Some(inner.clone()),
            _ => None,
        };
        match (inner, value) {
            (Some(inner), Value::Map(entries)) => take_over(&inner, entries),
            (_, value) => {
                dict.borrow_mut().insert(key, Py::from(value));
            }
        }
    }
}

fn get(vm: &mut Vm<'_>, args: Args) -> Outcome<Py> {
    let [name, default] = args.bind("get", ["key", "default"])?;
    let name = name.unwrap_or(Py::None).text()?;
    let known = vm.context.functions.is_some_and(|functions| functions.has(&name));
    Ok(if known { function(vm, &name) } else { default.unwrap_or(Py::None) })
}

fn keys(vm: &mut Vm<'_>, args: Args) -> Outcome<Py> {
    let [] = args.bind("keys", [])?;
    let names = vm.context.functions.map_or_else(Vec::new, Functions::names);
    Ok(Py::list(names.into_iter().map(Py::from).collect()))
}

impl Object for Function {
    fn type_name(&self) -> &'static str {
        "function"
    }

    fn repr(&self) -> Outcome<String> {
        Ok(format!("<function {}>", self.0))
    }

    fn is_callable(&self) -> bool {
        true
    }

    fn call(&self, vm: &mut Vm<'_>, args: Args) -> Outcome<Py> {
        let Some(functions) = vm.context.functions else {
            return Err(Raise::new("no execution functions here"));
        };
        let positional = args.pos.iter().map(Py::to_value).collect::<Outcome<Vec<_>>>()?;
        let mut keyword = Map::new();
        for (name, value) in &args.kw {
            keyword.insert(Arc::as_ref(name).into(), value.to_value()?);
        }
        let first = args.pos.first().or_else(|| Some(&args.kw.iter().find(|(name, _)| &**name == "dest")?.1));
        let changed = first.filter(|_| functions.changes_first(&self.0, &positional, &keyword)).cloned();
        match (functions.call(&self.0, positional, keyword), changed) {
            (Ok(Value::Map(answer)), Some(Py::Dict(given))) => {
                take_over(&given, answer);
                Ok(Py::Dict(given))
            }
            (Ok(value), _) => Ok(Py::from(value)),
            (Err(error), _) => {
                // Most functions name themselves already.
                let own = format!("{}: ", self.0);
                let prefix = if error.message.starts_with(&own) { String::new() } else { own };
                let mut raise = Raise::new(prefix + &error.message);
                raise.hint = error.hint;
                Err(raise)
            }
        }
    }
}
