//! The words within one tag.

use super::data::Lexer;
use super::literals;
use super::token::{Kind, OPERATORS};
use crate::jinja::raise::Outcome;

impl Lexer<'_> {
    /// Reads `{% … %}` from the end of its opening mark.
    pub(super) fn block(&mut self, start: usize, inside: usize) -> Outcome<()> {
        self.push(Kind::BlockBegin, start);
        self.pos = inside;
        let close = self.options.delimiters.block.1.clone();
        let (end, sign) = self.words(start, &close, true)?;
        self.push(Kind::BlockEnd, end);
        let behind = end + usize::from(sign.is_some()) + close.len();
        self.pos = self.after_block(behind, sign);
        Ok(())
    }

    /// Reads a line that is a statement from the end of its mark; blank lines after it belong to it.
    pub(super) fn line(&mut self, start: usize, inside: usize) -> Outcome<()> {
        self.push(Kind::BlockBegin, start);
        self.pos = inside;
        let mut open: Vec<&'static str> = Vec::new();
        loop {
            let rest = &self.text[self.pos..];
            let blanks = rest.len() - rest.trim_start().len();
            let ends = blanks == rest.len() || rest[..blanks].contains('\n');
            if open.is_empty() && ends {
                let end = rest[..blanks].rfind('\n').map_or(rest.len(), |newline| newline + 1);
                self.push(Kind::BlockEnd, self.pos);
                self.pos += end;
                return Ok(());
            }
            self.pos += blanks;
            match rest[blanks..].chars().next() {
                Some(first) => self.word(first, &mut open)?,
                None => return self.fail(start, "this line ends within brackets"),
            }
        }
    }

    /// Reads `{{ … }}` from the end of its opening mark.
    pub(super) fn print(&mut self, start: usize, inside: usize) -> Outcome<()> {
        self.push(Kind::PrintBegin, start);
        self.pos = inside;
        let close = self.options.delimiters.print.1.clone();
        let (end, sign) = self.words(start, &close, false)?;
        self.push(Kind::PrintEnd, end);
        self.pos = end + usize::from(sign.is_some()) + close.len();
        if sign.is_some() {
            let rest = &self.text[self.pos..];
            self.pos += rest.len() - rest.trim_start().len();
        }
        Ok(())
    }

    /// Reads words up to the closing mark; returns the position of the mark and its sign.
    fn words(&mut self, start: usize, close: &str, block: bool) -> Outcome<(usize, Option<char>)> {
        let mut open: Vec<&'static str> = Vec::new();
        loop {
            let rest = &self.text[self.pos..];
            let trimmed = rest.trim_start();
            self.pos += rest.len() - trimmed.len();
            let Some(first) = trimmed.chars().next() else {
                return self
                    .fail(start, "this tag is never closed")
                    .map_err(|raise| raise.hint(format!("end it with '{close}'")));
            };
            if open.is_empty() {
                if trimmed.starts_with(close) {
                    return Ok((self.pos, None));
                }
                let signed = first == '-' || (block && first == '+');
                if signed && trimmed[1..].starts_with(close) {
                    return Ok((self.pos, Some(first)));
                }
            }
            self.word(first, &mut open)?;
        }
    }

    fn word(&mut self, first: char, open: &mut Vec<&'static str>) -> Outcome<()> {
        let at = self.pos;
        let rest = &self.text[at..];
        if first.is_ascii_digit() {
            let after_dot = self.text[..at].ends_with('.');
            let (kind, length) = match literals::number(rest, after_dot) {
                Ok(found) => found,
                Err(message) => return self.fail(at, message),
            };
            self.pos += length;
            self.push(kind, at);
            return Ok(());
        }
        if first == '_' || first.is_alphabetic() {
            let length = rest.find(|c: char| c != '_' && !c.is_alphanumeric()).unwrap_or(rest.len());
            self.pos += length;
            self.push(Kind::Name(rest[..length].into()), at);
            return Ok(());
        }
        if first == '\'' || first == '"' {
            let (text, length) = match literals::string(rest) {
                Ok(found) => found,
                Err(message) => return self.fail(at, message),
            };
            self.pos += length;
            self.push(Kind::Str(text), at);
            return Ok(());
        }
        let Some(op) = OPERATORS.iter().find(|op| rest.starts_with(**op)) else {
            return self.fail(at, format!("unexpected character {first:?}"));
        };
        self.balance(op, open, at)?;
        self.pos += op.len();
        self.push(Kind::Op(op), at);
        Ok(())
    }

    fn balance(&self, op: &'static str, open: &mut Vec<&'static str>, at: usize) -> Outcome<()> {
        match op {
            "{" => open.push("}"),
            "(" => open.push(")"),
            "[" => open.push("]"),
            "}" | ")" | "]" => match open.pop() {
                None => return self.fail(at, format!("unexpected '{op}'")),
                Some(expected) if expected != op => {
                    return self.fail(at, format!("unexpected '{op}', expected '{expected}'"));
                }
                Some(_) => {}
            },
            _ => {}
        }
        Ok(())
    }
}
