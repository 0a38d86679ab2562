//! The state of the parser and its position in the words.

use std::collections::HashMap;
use std::sync::Arc;

use super::ast::{Block, Stmt, StmtKind, Template, Uses};
use super::token::{Kind, Token};
use crate::jinja::raise::{Outcome, Raise};
use crate::jinja::source::{Spot, Text};

/// The maximum nesting of expressions; each operator of a chain counts once, parentheses count more.
const MAX_DEPTH: usize = 400;

/// The maximum nesting of statements.
const MAX_BODIES: usize = 60;

/// The parser: words and a position among them.
pub(crate) struct Parser {
    text: Arc<Text>,
    tokens: Vec<Token>,
    pos: usize,
    pub(super) depth: usize,
    bodies: usize,
    /// The number of open loops, within the innermost macro.
    pub(super) loops: usize,
    /// For each macro around this point, the names in its body.
    pub(super) uses: Vec<Uses>,
    pub(super) blocks: HashMap<Arc<str>, Arc<Block>>,
    /// The open tags, for messages.
    pub(super) open_tags: Vec<&'static str>,
}

impl Parser {
    pub(crate) fn new(text: Arc<Text>, tokens: Vec<Token>) -> Self {
        Self {
            text,
            tokens,
            pos: 0,
            depth: 0,
            bodies: 0,
            loops: 0,
            uses: Vec::new(),
            blocks: HashMap::new(),
            open_tags: Vec::new(),
        }
    }

    /// Parses everything.
    pub(crate) fn template(mut self) -> Outcome<Template> {
        let body = self.body(&[])?;
        Ok(Template { text: self.text, body, blocks: self.blocks, globals: model::Map::new() })
    }

    pub(super) fn peek(&self) -> &Kind {
        self.tokens.get(self.pos).map_or(&Kind::End, |token| &token.kind)
    }

    pub(super) fn peek_second(&self) -> &Kind {
        self.tokens.get(self.pos + 1).map_or(&Kind::End, |token| &token.kind)
    }

    /// The position of the next word.
    pub(super) fn pos(&self) -> usize {
        self.pos
    }

    /// True when the words from `start` on may ask a loop for items after the current one: all uses of `loop`, except
    /// those that are known without them.
    pub(super) fn looks_ahead(&self, start: usize) -> bool {
        const KNOWN: &[&str] =
            &["index", "index0", "first", "previtem", "cycle", "changed", "depth", "depth0"];
        let is_name = |at: usize, wanted: &dyn Fn(&str) -> bool| matches!(self.tokens.get(at).map(|token| &token.kind), Some(Kind::Name(name)) if wanted(name));
        (start..self.pos).any(|at| {
            let is_dotted = matches!(self.tokens.get(at + 1).map(|token| &token.kind), Some(Kind::Op(".")));
            is_name(at, &|name| name == "loop")
                && !(is_dotted && is_name(at + 2, &|name| KNOWN.contains(&name)))
        })
    }

    pub(super) fn at(&self) -> usize {
        self.tokens.get(self.pos).map_or(self.text.text.len(), |token| token.at)
    }

    pub(super) fn next(&mut self) -> Kind {
        let kind = self.peek().clone();
        self.pos = (self.pos + 1).min(self.tokens.len());
        kind
    }

    pub(super) fn is_op(&self, op: &str) -> bool {
        matches!(self.peek(), Kind::Op(found) if *found == op)
    }

    pub(super) fn is_name(&self, name: &str) -> bool {
        matches!(self.peek(), Kind::Name(found) if &**found == name)
    }

    pub(super) fn skip_op(&mut self, op: &str) -> bool {
        let found = self.is_op(op);
        self.pos += usize::from(found);
        found
    }

    pub(super) fn skip_name(&mut self, name: &str) -> bool {
        let found = self.is_name(name);
        self.pos += usize::from(found);
        found
    }

    pub(super) fn expect_op(&mut self, op: &str) -> Outcome<()> {
        if self.skip_op(op) { Ok(()) } else { self.unexpected(&format!("'{op}'")) }
    }

    pub(super) fn expect_word(&mut self, name: &str) -> Outcome<()> {
        if self.skip_name(name) { Ok(()) } else { self.unexpected(&format!("'{name}'")) }
    }

    pub(super) fn expect_any_name(&mut self) -> Outcome<Arc<str>> {
        if let Kind::Name(name) = self.peek() {
            let name = name.clone();
            self.pos += 1;
            return Ok(name);
        }
        self.unexpected("a name")
    }

    pub(super) fn expect_kind(&mut self, kind: &Kind) -> Outcome<()> {
        if self.peek() == kind {
            self.pos += 1;
            return Ok(());
        }
        self.unexpected(&kind.describe())
    }

    pub(super) fn unexpected<T>(&self, expected: &str) -> Outcome<T> {
        let found = self.peek().describe();
        self.fail(self.at(), format!("expected {expected}, got '{found}'"))
    }

    pub(super) fn fail<T>(&self, at: usize, message: impl std::fmt::Display) -> Outcome<T> {
        Err(self.raise(at, message))
    }

    pub(super) fn raise(&self, at: usize, message: impl std::fmt::Display) -> Box<Raise> {
        Raise::syntax(Spot { text: self.text.clone(), at }, message)
    }

    /// Counts a level of nesting; the caller restores `depth` after its expression.
    pub(super) fn deeper(&mut self, by: usize) -> Outcome<()> {
        self.depth += by;
        if self.depth > MAX_DEPTH {
            return self.fail(self.at(), "this expression is nested too deeply");
        }
        Ok(())
    }

    /// Parses text and tags up to one of the tags in `ends`; the name of that tag is not read.
    pub(super) fn body(&mut self, ends: &[&str]) -> Outcome<Vec<Stmt>> {
        self.bodies += 1;
        if self.bodies > MAX_BODIES {
            return self.fail(self.at(), "these tags are nested too deeply");
        }
        let mut body = Vec::new();
        loop {
            let at = self.at();
            match self.next() {
                Kind::Data(start, end) => body.push(Stmt { at: start, kind: StmtKind::Text(start, end) }),
                Kind::PrintBegin => {
                    let at = self.at();
                    let expr = self.tuple_or_expression()?;
                    body.push(Stmt { at, kind: StmtKind::Print(expr) });
                    self.expect_kind(&Kind::PrintEnd)?;
                }
                Kind::BlockBegin => {
                    if ends.iter().any(|end| self.is_name(end)) {
                        break;
                    }
                    body.push(self.statement(at)?);
                    self.expect_kind(&Kind::BlockEnd)?;
                }
                Kind::End if ends.is_empty() => break,
                Kind::End => {
                    let tag = self.open_tags.last().copied().unwrap_or("this tag");
                    return self.fail(
                        at,
                        format!("'{tag}' is not closed: the template ends where {} is expected", list(ends)),
                    );
                }
                other => return self.fail(at, format!("unexpected '{}'", other.describe())),
            }
        }
        self.bodies -= 1;
        Ok(body)
    }

    /// Reads the end of a tag that has a body; a colon may be before it, as in Python.
    pub(super) fn end_of_tag(&mut self) -> Outcome<()> {
        self.skip_op(":");
        self.expect_kind(&Kind::BlockEnd)
    }

    /// Parses the body of a tag to its end tag, which is read too.
    pub(super) fn body_until(&mut self, tag: &'static str, end: &'static str) -> Outcome<Vec<Stmt>> {
        self.end_of_tag()?;
        self.open_tags.push(tag);
        let body = self.body(&[end])?;
        self.open_tags.pop();
        self.next();
        Ok(body)
    }
}

fn list(words: &[&str]) -> String {
    words.iter().map(|word| format!("'{word}'")).collect::<Vec<_>>().join(" or ")
}
