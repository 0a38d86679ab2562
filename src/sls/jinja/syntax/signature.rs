//! What follows an operand (`.x`, `[…]`, `(…)`, filters, tests), and the parameters of macros.

use std::sync::Arc;

use super::ast::{Arguments, Expr, ExprKind, FilterCall, Literal};
use super::expressions::node;
use super::parser::Parser;
use super::token::Kind;
use crate::jinja::raise::Outcome;

/// Parameters of a macro with their defaults.
pub(super) type Parameters = Vec<(Arc<str>, Option<Expr>)>;

impl Parser {
    pub(super) fn postfix(&mut self, mut expr: Expr) -> Outcome<Expr> {
        loop {
            expr = match self.peek() {
                Kind::Op(".") => self.attribute(expr)?,
                Kind::Op("[") => self.subscript(expr)?,
                Kind::Op("(") => self.call(expr)?,
                _ => return Ok(expr),
            };
            self.deeper(1)?;
        }
    }

    pub(super) fn filters_and_tests(&mut self, mut expr: Expr) -> Outcome<Expr> {
        loop {
            expr = match self.peek() {
                Kind::Op("|") => {
                    let at = expr.at;
                    let call = self.filter()?;
                    node(at, ExprKind::Filter(Box::new(expr), call))
                }
                Kind::Name(name) if &**name == "is" => self.test(expr)?,
                Kind::Op("(") => self.call(expr)?,
                _ => return Ok(expr),
            };
            self.deeper(1)?;
        }
    }

    fn attribute(&mut self, base: Expr) -> Outcome<Expr> {
        self.expect_op(".")?;
        let at = self.at();
        match self.next() {
            Kind::Name(name) => Ok(node(at, ExprKind::Attr(Box::new(base), name))),
            Kind::Int(number) => {
                let index = node(at, ExprKind::Literal(Literal::Int(number)));
                Ok(node(at, ExprKind::Item(Box::new(base), Box::new(index))))
            }
            other => {
                self.fail(at, format!("expected a name or number after '.', got '{}'", other.describe()))
            }
        }
    }

    fn subscript(&mut self, base: Expr) -> Outcome<Expr> {
        self.expect_op("[")?;
        let at = self.at();
        let mut items = Vec::new();
        while !self.is_op("]") {
            if !items.is_empty() {
                self.expect_op(",")?;
            }
            items.push(self.index()?);
        }
        self.expect_op("]")?;
        let index = match items.pop() {
            None => return self.fail(at, "expected a subscript between '[' and ']'"),
            Some(only) if items.is_empty() => only,
            Some(last) => {
                items.push(last);
                node(at, ExprKind::Tuple(items))
            }
        };
        Ok(node(at, ExprKind::Item(Box::new(base), Box::new(index))))
    }

    fn index(&mut self) -> Outcome<Expr> {
        let at = self.at();
        let mut parts = [None, None, None];
        let mut colons = 0;
        loop {
            if !matches!(self.peek(), Kind::Op(":" | "]" | ",")) {
                parts[colons] = Some(self.expression()?);
            }
            if colons == 2 || !self.skip_op(":") {
                break;
            }
            colons += 1;
        }
        if colons > 0 {
            return Ok(node(at, ExprKind::Slice(Box::new(parts))));
        }
        let [only, ..] = parts;
        only.map_or_else(|| self.unexpected("a subscript"), Ok)
    }

    fn call(&mut self, callee: Expr) -> Outcome<Expr> {
        let at = callee.at;
        let arguments = self.arguments()?;
        Ok(node(at, ExprKind::Call(Box::new(callee), arguments)))
    }

    pub(super) fn arguments(&mut self) -> Outcome<Arguments> {
        self.expect_op("(")?;
        let mut arguments = Arguments::default();
        let mut first = true;
        while !self.is_op(")") {
            if !first {
                self.expect_op(",")?;
                if self.is_op(")") {
                    break;
                }
            }
            first = false;
            self.argument(&mut arguments)?;
        }
        self.expect_op(")")?;
        Ok(arguments)
    }

    fn argument(&mut self, arguments: &mut Arguments) -> Outcome<()> {
        let at = self.at();
        if self.skip_op("*") {
            if arguments.star.is_some() || arguments.star_star.is_some() {
                return self.fail(at, "invalid syntax for function call expression");
            }
            arguments.star = Some(Box::new(self.expression()?));
        } else if self.skip_op("**") {
            if arguments.star_star.is_some() {
                return self.fail(at, "invalid syntax for function call expression");
            }
            arguments.star_star = Some(Box::new(self.expression()?));
        } else if let (Kind::Name(name), Kind::Op("=")) = (self.peek().clone(), self.peek_second()) {
            if arguments.star_star.is_some() {
                return self.fail(at, "a keyword argument must stand before '**'");
            }
            self.next();
            self.next();
            arguments.keyword.push((name, self.expression()?));
        } else {
            if !arguments.keyword.is_empty() || arguments.star.is_some() || arguments.star_star.is_some() {
                return self.fail(at, "a positional argument must stand before keyword arguments and '*'");
            }
            arguments.positional.push(self.expression()?);
        }
        Ok(())
    }

    /// `|name` or `|name(…)`.
    pub(super) fn filter(&mut self) -> Outcome<FilterCall> {
        self.expect_op("|")?;
        self.bare_filter()
    }

    /// One or more filters of a `filter` or `set` block; the first `|` is read already.
    pub(super) fn filter_chain(&mut self) -> Outcome<Vec<FilterCall>> {
        let mut chain = vec![self.bare_filter()?];
        while self.is_op("|") {
            self.deeper(1)?;
            chain.push(self.filter()?);
        }
        Ok(chain)
    }

    fn bare_filter(&mut self) -> Outcome<FilterCall> {
        let at = self.at();
        let name = self.dotted_name()?;
        let arguments = if self.is_op("(") { self.arguments()? } else { Arguments::default() };
        Ok(FilterCall { at, name, arguments })
    }

    fn dotted_name(&mut self) -> Outcome<Arc<str>> {
        let mut name = self.expect_any_name()?.to_string();
        while self.skip_op(".") {
            name.push('.');
            name.push_str(&self.expect_any_name()?);
        }
        Ok(name.into())
    }

    fn test(&mut self, base: Expr) -> Outcome<Expr> {
        self.expect_word("is")?;
        let negated = self.skip_name("not");
        let at = self.at();
        let name = self.dotted_name()?;
        let mut arguments = Arguments::default();
        let bare = match self.peek() {
            Kind::Op("(") => {
                arguments = self.arguments()?;
                false
            }
            Kind::Name(word) if &**word == "is" => {
                return self.fail(self.at(), "tests cannot be chained with 'is'");
            }
            Kind::Name(word) => !matches!(&**word, "else" | "or" | "and"),
            Kind::Str(_) | Kind::Int(_) | Kind::Float(_) | Kind::Op("[" | "{") => true,
            _ => false,
        };
        if bare {
            let argument = self.primary()?;
            arguments.positional.push(self.postfix(argument)?);
        }
        let from = base.at;
        Ok(node(from, ExprKind::Test(Box::new(base), FilterCall { at, name, arguments }, negated)))
    }

    /// `(a, b=1)` of a macro or call block.
    pub(super) fn parameters(&mut self) -> Outcome<Parameters> {
        self.expect_op("(")?;
        let mut parameters: Parameters = Vec::new();
        while !self.is_op(")") {
            if !parameters.is_empty() {
                self.expect_op(",")?;
                if self.is_op(")") {
                    break;
                }
            }
            let at = self.at();
            let name = self.expect_any_name()?;
            let default = if self.skip_op("=") { Some(self.expression()?) } else { None };
            if default.is_none() && parameters.last().is_some_and(|(_, default)| default.is_some()) {
                return self
                    .fail(at, format!("parameter '{name}' without default follows one with a default"));
            }
            parameters.push((name, default));
        }
        self.expect_op(")")?;
        Ok(parameters)
    }
}
