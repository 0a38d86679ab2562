//! Evaluates expressions.

use std::rc::Rc;
use std::sync::Arc;

use indexmap::IndexMap;

use super::Vm;
use super::scope::Scope;
use crate::jinja::py::{Args, Key, Missing, Py, arith, compare};
use crate::jinja::raise::{Outcome, Raise};
use crate::jinja::syntax::ast::{Arguments, Comparison, Expr, ExprKind, FilterCall, Literal};
use model::problem::did_you_mean;

impl Vm<'_> {
    /// The value of an expression.
    pub(crate) fn eval(&mut self, expr: &Expr, scope: &Rc<Scope>) -> Outcome<Py> {
        match &expr.kind {
            ExprKind::Literal(literal) => return Ok(constant(literal)),
            ExprKind::Name(name) => return Ok(self.name(name, scope)),
            _ => {}
        }
        let done = self.sink().and_then(|()| self.eval_compound(expr, scope));
        self.rise();
        done.map_err(|raise| self.locate(raise, expr.at, scope))
    }

    /// Gives a failure its place and, for an unknown name, a similar known one.
    pub(super) fn locate(&self, raise: Box<Raise>, at: usize, scope: &Rc<Scope>) -> Box<Raise> {
        let mut raise = raise.at(|| self.spot(at));
        if let Some(sought) = raise.sought.take()
            && raise.hint.is_none()
        {
            let visible = scope.flatten();
            let known = visible.keys().chain(self.globals.keys()).map(|name| &**name);
            raise.hint = did_you_mean(&sought, known).map(|near| format!("did you mean '{near}'?"));
        }
        raise
    }

    fn eval_compound(&mut self, expr: &Expr, scope: &Rc<Scope>) -> Outcome<Py> {
        match &expr.kind {
            ExprKind::Literal(literal) => Ok(constant(literal)),
            ExprKind::Name(name) => Ok(self.name(name, scope)),
            ExprKind::List(items) => Ok(Py::list(self.eval_all(items, scope)?)),
            ExprKind::Tuple(items) => Ok(Py::tuple(self.eval_all(items, scope)?)),
            ExprKind::Dict(items) => self.eval_dict(items, scope),
            ExprKind::Attr(base, name) => {
                let base = self.eval_known(base, scope)?;
                self.attribute(&base, name)
            }
            ExprKind::Item(base, index) => self.eval_item(base, index, scope),
            ExprKind::Slice(_) => Err(Raise::new("a slice may stand directly between '[' and ']' only")),
            ExprKind::Call(callee, arguments) => self.eval_call(callee, arguments, scope),
            ExprKind::Filter(base, call) => self.eval_filter(base, call, scope),
            ExprKind::Test(base, call, negated) => {
                let holds = self.eval_test(base, call, scope)?;
                Ok(Py::Bool(holds != *negated))
            }
            ExprKind::Negative(inner) => arith::negative(&self.eval(inner, scope)?),
            ExprKind::Positive(inner) => arith::positive(&self.eval(inner, scope)?),
            ExprKind::Not(inner) => Ok(Py::Bool(!self.eval_truth(inner, scope)?)),
            ExprKind::And(sides) => {
                let left = self.eval(&sides.0, scope)?;
                if left.truth()? { self.eval(&sides.1, scope) } else { Ok(left) }
            }
            ExprKind::Or(sides) => {
                let left = self.eval(&sides.0, scope)?;
                if left.truth()? { Ok(left) } else { self.eval(&sides.1, scope) }
            }
            ExprKind::Binary(op, sides) => {
                let left = self.eval(&sides.0, scope)?;
                let right = self.eval(&sides.1, scope)?;
                let made = arith::binary(*op, &left, &right)?;
                self.charge(&made)?;
                Ok(made)
            }
            ExprKind::Compare(first, rest) => self.eval_compare(first, rest, scope),
            ExprKind::Concat(parts) => self.eval_concat(parts, scope),
            ExprKind::Choice(parts) => self.eval_choice(parts, scope),
        }
    }

    /// The truth of an expression; a failure in it gets its place.
    pub(super) fn eval_truth(&mut self, expr: &Expr, scope: &Rc<Scope>) -> Outcome<bool> {
        let value = self.eval(expr, scope)?;
        value.truth().map_err(|raise| self.locate(raise, expr.at, scope))
    }

    /// The value of an expression that is used further: an undefined value fails here, at its own place.
    fn eval_known(&mut self, expr: &Expr, scope: &Rc<Scope>) -> Outcome<Py> {
        match self.eval(expr, scope)? {
            Py::Undefined(missing) => Err(self.locate(missing.raise(), expr.at, scope)),
            known => Ok(known),
        }
    }

    fn eval_all(&mut self, items: &[Expr], scope: &Rc<Scope>) -> Outcome<Vec<Py>> {
        items.iter().map(|item| self.eval(item, scope)).collect()
    }

    fn eval_dict(&mut self, items: &[(Expr, Expr)], scope: &Rc<Scope>) -> Outcome<Py> {
        let mut entries = IndexMap::with_capacity(items.len());
        for (key, value) in items {
            let key = Key::new(&self.eval(key, scope)?)?;
            let value = self.eval(value, scope)?;
            entries.insert(key, value);
        }
        Ok(Py::dict(entries))
    }

    fn eval_item(&mut self, base: &Expr, index: &Expr, scope: &Rc<Scope>) -> Outcome<Py> {
        let base = self.eval_known(base, scope)?;
        if let ExprKind::Slice(parts) = &index.kind {
            let mut bounds = [None; 3];
            for (bound, part) in bounds.iter_mut().zip(parts.iter()) {
                let Some(part) = part else { continue };
                *bound = match self.eval(part, scope)? {
                    Py::None => None,
                    other => Some(
                        other.as_int().ok_or_else(|| Raise::new("slice indices must be integers or None"))?,
                    ),
                };
            }
            let made = base.slice(bounds)?;
            self.charge(&made)?;
            return Ok(made);
        }
        let index = self.eval(index, scope)?;
        self.item(&base, &index)
    }

    fn eval_call(&mut self, callee: &Expr, arguments: &Arguments, scope: &Rc<Scope>) -> Outcome<Py> {
        // A method is called directly, without making an object of it first.
        if let ExprKind::Attr(base, name) = &callee.kind {
            let base = self.eval_known(base, scope)?;
            if let Some(method) = super::super::methods::find(&base, name) {
                let args = self.eval_arguments(arguments, scope)?;
                let made = (method.run)(self, &base, args)?;
                self.charge(&made)?;
                return Ok(made);
            }
            let function =
                self.attribute(&base, name).map_err(|raise| self.locate(raise, callee.at, scope))?;
            let args = self.eval_arguments(arguments, scope)?;
            if let Py::Undefined(_) = function {
                return Err(self.locate(undefined_call(&function), callee.at, scope));
            }
            return self.call(&function, args);
        }
        let function = self.eval(callee, scope)?;
        let args = self.eval_arguments(arguments, scope)?;
        match &function {
            Py::Object(object) if object.wants_scope() => Ok(scope.show()),
            _ => self.call(&function, args),
        }
    }

    /// Calls a value.
    pub(crate) fn call(&mut self, function: &Py, args: Args) -> Outcome<Py> {
        match function {
            Py::Undefined(_) => Err(undefined_call(function)),
            Py::Object(object) => {
                let made = object.clone().call(self, args)?;
                self.charge(&made)?;
                Ok(made)
            }
            other => Err(Raise::new(format!("'{}' object is not callable", other.type_name()))),
        }
    }

    pub(super) fn eval_arguments(&mut self, arguments: &Arguments, scope: &Rc<Scope>) -> Outcome<Args> {
        let mut args = Args { pos: self.eval_all(&arguments.positional, scope)?, kw: Vec::new() };
        for (name, value) in &arguments.keyword {
            let value = self.eval(value, scope)?;
            args.kw.push((name.clone(), value));
        }
        if let Some(star) = &arguments.star {
            args.pos.extend(self.eval(star, scope)?.iterate()?);
        }
        if let Some(star_star) = &arguments.star_star {
            let Py::Dict(dict) = self.eval(star_star, scope)? else {
                return Err(Raise::new("the argument after '**' must be a mapping"));
            };
            for (key, value) in dict.borrow().iter() {
                let Key::Str(name) = key else { return Err(Raise::new("keywords must be strings")) };
                if args.kw.iter().any(|(known, _)| known == name) {
                    return Err(Raise::new(format!("got multiple values for keyword argument '{name}'")));
                }
                args.kw.push((name.clone(), value.clone()));
            }
        }
        Ok(args)
    }

    fn eval_filter(&mut self, base: &Expr, call: &FilterCall, scope: &Rc<Scope>) -> Outcome<Py> {
        let base = self.eval(base, scope)?;
        self.apply_filter(base, call, scope)
    }

    pub(super) fn apply_filter(&mut self, base: Py, call: &FilterCall, scope: &Rc<Scope>) -> Outcome<Py> {
        let args = self.eval_arguments(&call.arguments, scope)?;
        let done = self.filter(&call.name, base, args);
        done.map_err(|raise| self.locate(raise, call.at, scope))
    }

    fn eval_test(&mut self, base: &Expr, call: &FilterCall, scope: &Rc<Scope>) -> Outcome<bool> {
        let base = self.eval(base, scope)?;
        let args = self.eval_arguments(&call.arguments, scope)?;
        self.test(&call.name, &base, args)
    }

    fn eval_compare(&mut self, first: &Expr, rest: &[(Comparison, Expr)], scope: &Rc<Scope>) -> Outcome<Py> {
        let mut left = self.eval(first, scope)?;
        for (op, right) in rest {
            let right = self.eval(right, scope)?;
            if !self.compare(*op, &left, &right)? {
                return Ok(Py::Bool(false));
            }
            left = right;
        }
        Ok(Py::Bool(true))
    }

    /// The truth of one comparison.
    pub(crate) fn compare(&self, op: Comparison, left: &Py, right: &Py) -> Outcome<bool> {
        use std::cmp::Ordering::{Greater, Less};
        let ordered = |sign: &str| compare::order(left, right, sign, &self.work);
        Ok(match op {
            Comparison::Eq => compare::equal(left, right, &self.work)?,
            Comparison::Ne => !compare::equal(left, right, &self.work)?,
            Comparison::Lt => ordered("<")? == Some(Less),
            Comparison::Le => matches!(ordered("<=")?, Some(order) if order != Greater),
            Comparison::Gt => ordered(">")? == Some(Greater),
            Comparison::Ge => matches!(ordered(">=")?, Some(order) if order != Less),
            Comparison::In => self.holds(right, left)?,
            Comparison::NotIn => !self.holds(right, left)?,
        })
    }

    fn holds(&self, hay: &Py, needle: &Py) -> Outcome<bool> {
        if let Py::Object(object) = hay
            && let Some(found) = object.holds(self, needle)
        {
            return Ok(found);
        }
        compare::contains(hay, needle, &self.work)
    }

    fn eval_concat(&mut self, parts: &[Expr], scope: &Rc<Scope>) -> Outcome<Py> {
        let mut text = String::new();
        for part in parts {
            let value = self.eval(part, scope)?;
            match &value {
                Py::Str(piece) => text.push_str(piece),
                other => text.push_str(&other.text().map_err(|raise| self.locate(raise, part.at, scope))?),
            }
            if text.len() > super::MAX_TEXT {
                return Err(Raise::new("the text would be too long"));
            }
        }
        let made = Py::str(text);
        self.charge(&made)?;
        Ok(made)
    }

    fn eval_choice(&mut self, parts: &(Expr, Expr, Option<Expr>), scope: &Rc<Scope>) -> Outcome<Py> {
        if self.eval_truth(&parts.0, scope)? {
            return self.eval(&parts.1, scope);
        }
        match &parts.2 {
            Some(other) => self.eval(other, scope),
            None => Ok(Py::undefined(Missing::Silent)),
        }
    }
}

fn undefined_call(value: &Py) -> Box<Raise> {
    match value {
        Py::Undefined(missing) => missing.raise(),
        _ => Raise::new("this cannot be called"),
    }
}

fn constant(literal: &Literal) -> Py {
    match literal {
        Literal::None => Py::None,
        Literal::Bool(truth) => Py::Bool(*truth),
        Literal::Int(number) => Py::Int(*number),
        Literal::Float(number) => Py::Float(*number),
        Literal::Str(text) => Py::Str(Arc::clone(text)),
    }
}
