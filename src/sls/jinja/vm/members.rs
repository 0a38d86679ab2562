//! Attributes and items of values: `x.y` tries attributes first, `x['y']` items first.

use std::rc::Rc;
use std::sync::Arc;

use super::Vm;
use crate::jinja::methods;
use crate::jinja::py::Py;
use crate::jinja::py::object::Method;
use crate::jinja::raise::Outcome;

impl Vm<'_> {
    /// `value.name`; an undefined value if it is missing.
    pub(crate) fn attribute(&self, value: &Py, name: &Arc<str>) -> Outcome<Py> {
        if let Some(found) = self.own_attribute(value, name)? {
            return Ok(found);
        }
        if let Py::Dict(dict) = value
            && let Some(found) = dict.get(name)
        {
            return Ok(found);
        }
        Ok(Py::missing(value, Py::Str(name.clone())))
    }

    /// The result of Python's `getattr`: methods, never items.
    pub(crate) fn own_attribute(&self, value: &Py, name: &str) -> Outcome<Option<Py>> {
        if let Py::Undefined(missing) = value {
            return Err(missing.raise());
        }
        if let Some(method) = methods::find(value, name) {
            let bound = Method { receiver: value.clone(), name: method.name, run: method.run };
            return Ok(Some(Py::Object(Rc::new(bound))));
        }
        if let Py::Object(object) = value {
            return Ok(object.attr(self, name));
        }
        Ok(None)
    }

    /// `value[index]`; an undefined value if it is missing.
    pub(crate) fn item(&self, value: &Py, index: &Py) -> Outcome<Py> {
        if let Py::Undefined(missing) = value {
            return Err(missing.raise());
        }
        if let Some(found) = value.element(index)? {
            return Ok(found);
        }
        if let Py::Str(name) = index
            && let Some(found) = self.own_attribute(value, name)?
        {
            return Ok(found);
        }
        Ok(Py::missing(value, index.clone()))
    }

    /// `a.b.0` as one text, as in the `attribute` argument of filters.
    pub(crate) fn path(&self, value: &Py, path: &Py) -> Outcome<Py> {
        let Py::Str(path) = path else { return self.item(value, path) };
        path.split('.').try_fold(value.clone(), |here, step| match step.parse::<i64>() {
            Ok(index) if step.bytes().all(|b| b.is_ascii_digit()) => self.item(&here, &Py::Int(index)),
            _ => self.item(&here, &Py::str(step)),
        })
    }
}
