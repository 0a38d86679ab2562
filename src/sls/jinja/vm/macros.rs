//! Macros and the bodies of call blocks.

use std::rc::Rc;
use std::sync::Arc;

use indexmap::IndexMap;

use super::Vm;
use super::scope::Scope;
use crate::jinja::py::{Args, Key, Missing, Object, Py};
use crate::jinja::raise::{Outcome, Raise};
use crate::jinja::syntax::ast::{Macro, Template};

/// A macro with the scope of its definition.
pub(crate) struct MacroValue {
    code: Arc<Macro>,
    scope: Rc<Scope>,
    template: Arc<Template>,
}

impl Vm<'_> {
    /// The value of a macro that is defined in `scope`.
    pub(super) fn macro_value(&mut self, code: &Arc<Macro>, scope: &Rc<Scope>) -> Py {
        Py::object(MacroValue { code: code.clone(), scope: scope.clone(), template: self.template.clone() })
    }

    pub(super) fn define_macro(&mut self, code: &Arc<Macro>, scope: &Rc<Scope>) {
        let value = self.macro_value(code, scope);
        scope.set(&code.name, value);
        self.captured.push(scope.clone());
    }

    fn run_macro(&mut self, value: &MacroValue, args: Args) -> Outcome<Py> {
        let inner = Scope::inner(&value.scope);
        let outer = std::mem::replace(&mut self.template, value.template.clone());
        let done = self.sink().and_then(|()| {
            self.bind(&value.code, args, &inner)?;
            self.capture(|vm| vm.run(&value.code.body, &inner).map(drop))
        });
        self.rise();
        self.template = outer;
        let what = match &*value.code.name {
            "caller" => "in the body of a call block, called here".to_owned(),
            name => format!("in macro '{name}', called here"),
        };
        done.map(Py::str).map_err(|raise| raise.within(what))
    }

    /// Puts the arguments of a call into the macro's scope.
    fn bind(&mut self, code: &Macro, mut args: Args, inner: &Rc<Scope>) -> Outcome<()> {
        let given = args.pos.len();
        let wanted = code.parameters.len();
        let mut positional = args.pos.into_iter();
        let mut unbound = Vec::new();
        let mut knows_caller = false;
        for (name, default) in &code.parameters {
            knows_caller |= &**name == "caller";
            let taken = match positional.next() {
                Some(value) => Some(value),
                None => {
                    let at = args.kw.iter().position(|(known, _)| known == name);
                    at.map(|at| args.kw.remove(at).1)
                }
            };
            match taken {
                Some(value) => inner.set(name, value),
                None => unbound.push((name, default)),
            }
        }
        if code.uses.caller && !knows_caller {
            let at = args.kw.iter().position(|(known, _)| &**known == "caller");
            let caller = match at {
                Some(at) => args.kw.remove(at).1,
                None => Py::undefined(Missing::Told("no caller defined".to_owned(), None)),
            };
            inner.set(&Arc::from("caller"), caller);
        }
        if code.uses.kwargs {
            let entries: IndexMap<Key, Py> = std::mem::take(&mut args.kw)
                .into_iter()
                .map(|(name, value)| (Key::Str(name), value))
                .collect();
            inner.set(&Arc::from("kwargs"), Py::dict(entries));
        } else if let Some((name, _)) = args.kw.first() {
            return Err(self.surplus(code, name));
        }
        if code.uses.varargs {
            inner.set(&Arc::from("varargs"), Py::tuple(positional.collect()));
        } else if given > wanted {
            return Err(Raise::new(format!(
                "macro '{}' takes not more than {wanted} argument(s)",
                code.name
            )));
        }
        for (name, default) in unbound {
            let value = match default {
                Some(expr) => self.eval(expr, inner)?,
                None => Py::undefined(Missing::Told(format!("parameter '{name}' was not provided"), None)),
            };
            inner.set(name, value);
        }
        Ok(())
    }

    fn surplus(&self, code: &Macro, name: &str) -> Box<Raise> {
        let raise = Raise::new(format!("macro '{}' takes no keyword argument '{name}'", code.name));
        let known = code.parameters.iter().map(|(name, _)| &**name);
        match model::problem::did_you_mean(name, known) {
            Some(near) => raise.hint(format!("did you mean '{near}'?")),
            None => raise,
        }
    }
}

impl Object for MacroValue {
    fn type_name(&self) -> &'static str {
        "Macro"
    }

    fn repr(&self) -> Outcome<String> {
        Ok(format!("<Macro '{}'>", self.code.name))
    }

    fn attr(&self, _vm: &Vm<'_>, name: &str) -> Option<Py> {
        Some(match name {
            "name" => Py::Str(self.code.name.clone()),
            "arguments" => {
                Py::tuple(self.code.parameters.iter().map(|(name, _)| Py::Str(name.clone())).collect())
            }
            "caller" => Py::Bool(self.code.uses.caller),
            "catch_kwargs" => Py::Bool(self.code.uses.kwargs),
            "catch_varargs" => Py::Bool(self.code.uses.varargs),
            _ => return None,
        })
    }

    fn is_callable(&self) -> bool {
        true
    }

    fn call(&self, vm: &mut Vm<'_>, args: Args) -> Outcome<Py> {
        vm.run_macro(self, args)
    }
}
