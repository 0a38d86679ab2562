//! Expressions, with Jinja's precedence: `if`, `or`, `and`, `not`, comparisons, `+ -`, `~`, `* / // %`, `**`, signs.

use super::ast::{Comparison, Expr, ExprKind, Literal, Operator};
use super::parser::Parser;
use super::token::Kind;
use crate::jinja::raise::Outcome;

/// Makes a node.
pub(super) fn node(at: usize, kind: ExprKind) -> Expr {
    Expr { at, kind }
}

impl Parser {
    /// An expression.
    pub(super) fn expression(&mut self) -> Outcome<Expr> {
        self.guarded(Self::choice)
    }

    /// An expression without a trailing `if`, for the head of a loop.
    pub(super) fn expression_without_if(&mut self) -> Outcome<Expr> {
        self.guarded(Self::or)
    }

    fn guarded(&mut self, parse: fn(&mut Self) -> Outcome<Expr>) -> Outcome<Expr> {
        let before = self.depth;
        self.deeper(4)?;
        let expr = parse(self)?;
        self.depth = before;
        Ok(expr)
    }

    fn choice(&mut self) -> Outcome<Expr> {
        let at = self.at();
        let mut expr = self.or()?;
        while self.skip_name("if") {
            self.deeper(1)?;
            let test = self.or()?;
            let other = if self.skip_name("else") { Some(self.expression()?) } else { None };
            expr = node(at, ExprKind::Choice(Box::new((test, expr, other))));
        }
        Ok(expr)
    }

    fn or(&mut self) -> Outcome<Expr> {
        let at = self.at();
        let mut left = self.and()?;
        while self.skip_name("or") {
            self.deeper(1)?;
            let right = self.and()?;
            left = node(at, ExprKind::Or(Box::new((left, right))));
        }
        Ok(left)
    }

    fn and(&mut self) -> Outcome<Expr> {
        let at = self.at();
        let mut left = self.not()?;
        while self.skip_name("and") {
            self.deeper(1)?;
            let right = self.not()?;
            left = node(at, ExprKind::And(Box::new((left, right))));
        }
        Ok(left)
    }

    fn not(&mut self) -> Outcome<Expr> {
        let at = self.at();
        if self.is_name("not") {
            self.deeper(2)?;
            self.next();
            let inner = self.not()?;
            return Ok(node(at, ExprKind::Not(Box::new(inner))));
        }
        self.compare()
    }

    fn compare(&mut self) -> Outcome<Expr> {
        let at = self.at();
        let first = self.sum()?;
        let mut rest = Vec::new();
        while let Some(op) = self.comparison() {
            let operand = self.sum()?;
            rest.push((op, operand));
        }
        if rest.is_empty() {
            return Ok(first);
        }
        Ok(node(at, ExprKind::Compare(Box::new(first), rest)))
    }

    fn comparison(&mut self) -> Option<Comparison> {
        let op = match self.peek() {
            Kind::Op("==") => Comparison::Eq,
            Kind::Op("!=") => Comparison::Ne,
            Kind::Op("<") => Comparison::Lt,
            Kind::Op("<=") => Comparison::Le,
            Kind::Op(">") => Comparison::Gt,
            Kind::Op(">=") => Comparison::Ge,
            Kind::Name(name) if &**name == "in" => Comparison::In,
            Kind::Name(name) if &**name == "not" => {
                if !matches!(self.peek_second(), Kind::Name(name) if &**name == "in") {
                    return None;
                }
                self.next();
                Comparison::NotIn
            }
            _ => return None,
        };
        self.next();
        Some(op)
    }

    fn sum(&mut self) -> Outcome<Expr> {
        self.chain(&[("+", Operator::Add), ("-", Operator::Sub)], Self::concat)
    }

    fn concat(&mut self) -> Outcome<Expr> {
        let at = self.at();
        let mut parts = vec![self.product()?];
        while self.skip_op("~") {
            parts.push(self.product()?);
        }
        match parts.pop() {
            Some(only) if parts.is_empty() => Ok(only),
            last => {
                parts.extend(last);
                Ok(node(at, ExprKind::Concat(parts)))
            }
        }
    }

    fn product(&mut self) -> Outcome<Expr> {
        const OPS: &[(&str, Operator)] =
            &[("*", Operator::Mul), ("/", Operator::Div), ("//", Operator::FloorDiv), ("%", Operator::Mod)];
        self.chain(OPS, Self::power)
    }

    /// Left to right, as in Jinja and unlike Python.
    fn power(&mut self) -> Outcome<Expr> {
        self.chain(&[("**", Operator::Pow)], |parser| parser.unary(true))
    }

    fn chain(
        &mut self,
        ops: &[(&str, Operator)],
        operand: impl Fn(&mut Self) -> Outcome<Expr>,
    ) -> Outcome<Expr> {
        let at = self.at();
        let mut left = operand(self)?;
        while let Some((_, op)) = ops.iter().find(|(word, _)| self.is_op(word)) {
            self.deeper(1)?;
            self.next();
            let right = operand(self)?;
            left = node(at, ExprKind::Binary(*op, Box::new((left, right))));
        }
        Ok(left)
    }

    fn unary(&mut self, with_filters: bool) -> Outcome<Expr> {
        let at = self.at();
        let mut expr = if self.skip_op("-") {
            self.deeper(2)?;
            node(at, ExprKind::Negative(Box::new(self.unary(false)?)))
        } else if self.skip_op("+") {
            self.deeper(2)?;
            node(at, ExprKind::Positive(Box::new(self.unary(false)?)))
        } else {
            self.primary()?
        };
        expr = self.postfix(expr)?;
        if with_filters { self.filters_and_tests(expr) } else { Ok(expr) }
    }

    pub(super) fn primary(&mut self) -> Outcome<Expr> {
        let at = self.at();
        let literal = match self.peek().clone() {
            Kind::Name(name) => {
                self.next();
                match &*name {
                    "true" | "True" => Literal::Bool(true),
                    "false" | "False" => Literal::Bool(false),
                    "none" | "None" => Literal::None,
                    _ => {
                        self.note_use(&name);
                        return Ok(node(at, ExprKind::Name(name)));
                    }
                }
            }
            Kind::Str(_) => {
                let mut text = String::new();
                while let Kind::Str(part) = self.peek() {
                    text.push_str(part);
                    self.next();
                }
                Literal::Str(text.into())
            }
            Kind::Int(number) => {
                self.next();
                Literal::Int(number)
            }
            Kind::Float(number) => {
                self.next();
                Literal::Float(number)
            }
            Kind::Op("(") => return self.parenthesis(),
            Kind::Op("[") => return self.list(),
            Kind::Op("{") => return self.dict(),
            other => return self.fail(at, format!("unexpected '{}'", other.describe())),
        };
        Ok(node(at, ExprKind::Literal(literal)))
    }

    fn note_use(&mut self, name: &str) {
        for uses in &mut self.uses {
            match name {
                "varargs" => uses.varargs = true,
                "kwargs" => uses.kwargs = true,
                "caller" => uses.caller = true,
                _ => {}
            }
        }
    }

    fn parenthesis(&mut self) -> Outcome<Expr> {
        self.expect_op("(")?;
        let at = self.at();
        let expr = if self.is_op(")") {
            node(at, ExprKind::Tuple(Vec::new()))
        } else {
            self.tuple(Self::expression, &[])?
        };
        self.expect_op(")")?;
        Ok(expr)
    }

    /// One expression, or several with commas: a tuple.
    pub(super) fn tuple_or_expression(&mut self) -> Outcome<Expr> {
        self.tuple(Self::expression, &[])
    }

    pub(super) fn tuple(&mut self, element: fn(&mut Self) -> Outcome<Expr>, ends: &[&str]) -> Outcome<Expr> {
        let at = self.at();
        let first = element(self)?;
        if !self.is_op(",") {
            return Ok(first);
        }
        let mut items = vec![first];
        while self.skip_op(",") {
            let ended = matches!(self.peek(), Kind::PrintEnd | Kind::BlockEnd | Kind::Op(")"))
                || ends.iter().any(|end| self.is_name(end));
            if ended {
                break;
            }
            items.push(element(self)?);
        }
        Ok(node(at, ExprKind::Tuple(items)))
    }

    fn list(&mut self) -> Outcome<Expr> {
        let at = self.at();
        self.expect_op("[")?;
        let mut items = Vec::new();
        while !self.is_op("]") {
            if !items.is_empty() {
                self.expect_op(",")?;
                if self.is_op("]") {
                    break;
                }
            }
            items.push(self.expression()?);
        }
        self.expect_op("]")?;
        Ok(node(at, ExprKind::List(items)))
    }

    fn dict(&mut self) -> Outcome<Expr> {
        let at = self.at();
        self.expect_op("{")?;
        let mut items = Vec::new();
        while !self.is_op("}") {
            if !items.is_empty() {
                self.expect_op(",")?;
                if self.is_op("}") {
                    break;
                }
            }
            let key = self.expression()?;
            self.expect_op(":")?;
            items.push((key, self.expression()?));
        }
        self.expect_op("}")?;
        Ok(node(at, ExprKind::Dict(items)))
    }
}
