//! Jinja's own tags.

use std::sync::Arc;

use super::ast::{Block, CallBlock, Expr, ExprKind, For, Macro, Stmt, StmtKind, Target};
use super::parser::Parser;
use super::token::Kind;
use crate::jinja::raise::Outcome;
use model::problem::did_you_mean;

/// Every tag that may begin a statement.
const TAGS: &[&str] = &[
    "for",
    "if",
    "block",
    "extends",
    "print",
    "macro",
    "include",
    "from",
    "import",
    "set",
    "with",
    "autoescape",
    "call",
    "filter",
    "do",
    "break",
    "continue",
    "load_yaml",
    "load_json",
    "load_text",
    "import_yaml",
    "import_json",
    "import_text",
    "profile",
    "raw",
];

/// Tags that end or divide another.
const INNER: &[&str] = &["else", "elif"];

impl Parser {
    /// The statement whose tag begins here.
    pub(super) fn statement(&mut self, begin: usize) -> Outcome<Stmt> {
        let at = self.at();
        let Kind::Name(tag) = self.next() else { return self.fail(at, "expected the name of a tag") };
        let kind = match &*tag {
            "for" => self.for_loop()?,
            "if" => self.condition()?,
            "block" => self.block_tag(at)?,
            "extends" => StmtKind::Extends(self.expression()?),
            "print" => self.print_tag()?,
            "macro" => self.macro_tag()?,
            "include" => self.include()?,
            "import" => self.import()?,
            "from" => self.import_names()?,
            "set" => self.set()?,
            "with" => self.with()?,
            "autoescape" => {
                self.expression()?;
                StmtKind::Scope(self.body_until("autoescape", "endautoescape")?)
            }
            "call" => self.call_tag(begin)?,
            "filter" => {
                let chain = self.filter_chain()?;
                StmtKind::FilterBlock(chain, self.body_until("filter", "endfilter")?)
            }
            "do" => StmtKind::Do(self.tuple_or_expression()?),
            "break" | "continue" if self.loops == 0 => {
                return self.fail(at, format!("'{tag}' is outside of any loop"));
            }
            "break" => StmtKind::Break,
            "continue" => StmtKind::Continue,
            other => match self.tag_of_salt(other)? {
                Some(kind) => kind,
                None => return self.unknown_tag(at, other),
            },
        };
        Ok(Stmt { at: begin, kind })
    }

    fn print_tag(&mut self) -> Outcome<StmtKind> {
        let mut prints = Vec::new();
        loop {
            let at = self.at();
            prints.push(Stmt { at, kind: StmtKind::Print(self.expression()?) });
            if !self.skip_op(",") {
                return Ok(StmtKind::Inline(prints));
            }
        }
    }

    fn unknown_tag<T>(&self, at: usize, tag: &str) -> Outcome<T> {
        if tag.starts_with("end") || INNER.contains(&tag) {
            let message = match self.open_tags.last() {
                Some(open) => format!("unexpected tag '{tag}': the innermost tag that is open is '{open}'"),
                None => format!("unexpected tag '{tag}': no tag is open here"),
            };
            return self.fail(at, message);
        }
        let raise = self.raise(at, format!("unknown tag '{tag}'"));
        Err(match did_you_mean(tag, TAGS.iter().copied()) {
            Some(near) => raise.hint(format!("did you mean '{near}'?")),
            None => raise,
        })
    }

    fn for_loop(&mut self) -> Outcome<StmtKind> {
        let target = self.target(&["in"])?;
        self.expect_word("in")?;
        let iterable = self.tuple(Self::expression_without_if, &["recursive"])?;
        let filter = if self.skip_name("if") { Some(self.expression()?) } else { None };
        let recursive = self.skip_name("recursive");
        self.end_of_tag()?;
        self.open_tags.push("for");
        self.loops += 1;
        let start = self.pos();
        let body = self.body(&["else", "endfor"])?;
        let looks_ahead = self.looks_ahead(start);
        self.loops -= 1;
        let otherwise = if self.skip_name("else") {
            self.end_of_tag()?;
            self.body(&["endfor"])?
        } else {
            Vec::new()
        };
        self.open_tags.pop();
        self.next();
        Ok(StmtKind::For(Arc::new(For { target, iterable, filter, recursive, looks_ahead, body, otherwise })))
    }

    fn condition(&mut self) -> Outcome<StmtKind> {
        let mut branches = Vec::new();
        let mut otherwise = Vec::new();
        self.open_tags.push("if");
        loop {
            let test = self.tuple(Self::expression_without_if, &[])?;
            self.end_of_tag()?;
            branches.push((test, self.body(&["elif", "else", "endif"])?));
            if self.skip_name("elif") {
                continue;
            }
            if self.skip_name("else") {
                self.end_of_tag()?;
                otherwise = self.body(&["endif"])?;
            }
            break;
        }
        self.open_tags.pop();
        self.next();
        Ok(StmtKind::If(branches, otherwise))
    }

    fn block_tag(&mut self, at: usize) -> Outcome<StmtKind> {
        let name = self.expect_any_name()?;
        let mut scoped = false;
        let mut required = false;
        while matches!(self.peek(), Kind::Name(_)) {
            match &*self.expect_any_name()? {
                "scoped" => scoped = true,
                "required" => required = true,
                other => return self.fail(at, format!("unexpected '{other}' in this block tag")),
            }
        }
        let loops = std::mem::take(&mut self.loops);
        let body = self.body_until("block", "endblock")?;
        self.loops = loops;
        self.skip_name(&name);
        let block = Arc::new(Block { name: name.clone(), scoped, required, body });
        if self.blocks.insert(name.clone(), block.clone()).is_some() {
            return self.fail(at, format!("block '{name}' is defined twice"));
        }
        Ok(StmtKind::Block(block))
    }

    fn macro_tag(&mut self) -> Outcome<StmtKind> {
        let name = self.expect_any_name()?;
        self.uses.push(super::ast::Uses::default());
        let parameters = self.parameters()?;
        let loops = std::mem::take(&mut self.loops);
        let body = self.body_until("macro", "endmacro")?;
        self.loops = loops;
        let uses = self.uses.pop().unwrap_or_default();
        Ok(StmtKind::Macro(Arc::new(Macro { name, parameters, body, uses })))
    }

    fn call_tag(&mut self, begin: usize) -> Outcome<StmtKind> {
        self.uses.push(super::ast::Uses::default());
        let parameters = if self.is_op("(") { self.parameters()? } else { Vec::new() };
        let at = self.at();
        let expr = self.expression()?;
        let ExprKind::Call(callee, arguments) = expr.kind else {
            return self.fail(at, "a call is expected after 'call'");
        };
        let loops = std::mem::take(&mut self.loops);
        let body = self.body_until("call", "endcall")?;
        self.loops = loops;
        let uses = self.uses.pop().unwrap_or_default();
        let body = Arc::new(Macro { name: "caller".into(), parameters, body, uses });
        Ok(StmtKind::CallBlock(Box::new(CallBlock { callee: *callee, arguments, at: begin, body })))
    }

    fn set(&mut self) -> Outcome<StmtKind> {
        let at = self.at();
        let target = if let (Kind::Name(name), Kind::Op(".")) = (self.peek().clone(), self.peek_second()) {
            self.next();
            self.next();
            Target::Attr(name, self.expect_any_name()?)
        } else {
            self.target(&[])?
        };
        if self.skip_op("=") {
            return Ok(StmtKind::Set(target, self.tuple_or_expression()?));
        }
        if matches!(target, Target::Tuple(_)) {
            return self.fail(at, "a set block has one name");
        }
        let chain = if self.skip_op("|") { self.filter_chain()? } else { Vec::new() };
        Ok(StmtKind::SetBlock(target, chain, self.body_until("set", "endset")?))
    }

    fn with(&mut self) -> Outcome<StmtKind> {
        let mut pairs = Vec::new();
        while *self.peek() != Kind::BlockEnd {
            if !pairs.is_empty() {
                self.expect_op(",")?;
            }
            let target = self.target(&[])?;
            self.expect_op("=")?;
            pairs.push((target, self.expression()?));
        }
        Ok(StmtKind::With(pairs, self.body_until("with", "endwith")?))
    }

    /// A target of an assignment: a name, or several with commas and parentheses.
    pub(super) fn target(&mut self, ends: &[&str]) -> Outcome<Target> {
        let at = self.at();
        let expr = self.tuple(Self::primary, ends)?;
        self.as_target(at, expr)
    }

    fn as_target(&self, at: usize, expr: Expr) -> Outcome<Target> {
        match expr.kind {
            ExprKind::Name(name) => Ok(Target::Name(name)),
            ExprKind::Tuple(items) => {
                let targets: Outcome<Vec<Target>> =
                    items.into_iter().map(|item| self.as_target(item.at, item)).collect();
                Ok(Target::Tuple(targets?))
            }
            _ => self.fail(at, "this cannot be assigned to"),
        }
    }
}
