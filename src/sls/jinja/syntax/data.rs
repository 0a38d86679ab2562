//! Splits a template into text and tags, with Jinja's rules for white space around tags.

use std::sync::Arc;

use super::token::{Kind, Token};
use crate::jinja::Options;
use crate::jinja::raise::{Outcome, Raise};
use crate::jinja::source::{Spot, Text};

/// What begins at a mark.
#[derive(Clone, Copy, PartialEq)]
enum Opening {
    Block,
    Print,
    Comment,
    /// A line that is a statement.
    Line,
    /// A comment to the end of its line.
    LineComment,
}

/// The state of the split: everything before `pos` is in `tokens`.
pub(crate) struct Lexer<'t> {
    pub(super) source: &'t Arc<Text>,
    pub(super) text: &'t str,
    pub(super) options: &'t Options,
    pub(super) pos: usize,
    pub(super) tokens: Vec<Token>,
    /// The next position of each kind of tag, so that the text is searched once.
    ahead: [usize; 3],
}

impl<'t> Lexer<'t> {
    pub(crate) fn new(source: &'t Arc<Text>, options: &'t Options) -> Self {
        Self { source, text: &source.text, options, pos: 0, tokens: Vec::new(), ahead: [0; 3] }
    }

    /// Reads the whole template.
    pub(crate) fn run(mut self) -> Outcome<Vec<Token>> {
        while let Some((start, opening)) = self.next_opening() {
            self.open(start, opening)?;
        }
        self.data(self.pos, self.text.len());
        self.push(Kind::End, self.text.len());
        Ok(self.tokens)
    }

    pub(super) fn push(&mut self, kind: Kind, at: usize) {
        self.tokens.push(Token { kind, at });
    }

    pub(super) fn fail<T>(&self, at: usize, message: impl std::fmt::Display) -> Outcome<T> {
        Err(Raise::syntax(Spot { text: self.source.clone(), at }, message))
    }

    fn data(&mut self, start: usize, end: usize) {
        if start < end {
            self.push(Kind::Data(start, end), start);
        }
    }

    /// The nearest tag; if two begin at the same position, the longer mark wins.
    fn next_opening(&mut self) -> Option<(usize, Opening)> {
        let marks = &self.options.delimiters;
        let mut best: Option<(usize, usize, Opening)> = None;
        let kinds = [
            (&marks.block.0, Opening::Block),
            (&marks.print.0, Opening::Print),
            (&marks.comment.0, Opening::Comment),
        ];
        for ((mark, opening), ahead) in kinds.into_iter().zip(&mut self.ahead) {
            if *ahead <= self.pos {
                *ahead =
                    self.text[self.pos..].find(mark.as_str()).map_or(usize::MAX, |found| self.pos + found);
            }
            let start = *ahead;
            if start == usize::MAX {
                continue;
            }
            if best.is_none_or(|(at, length, _)| start < at || (start == at && mark.len() > length)) {
                best = Some((start, mark.len(), opening));
            }
        }
        let best = best.map(|(start, _, opening)| (start, opening));
        let before = best.map_or(usize::MAX, |(start, _)| start);
        self.next_line_opening(before).or(best)
    }

    /// The nearest line that is a statement, or comment to the end of a line, if it begins before `before`; leading
    /// blanks belong to it.
    fn next_line_opening(&self, before: usize) -> Option<(usize, Opening)> {
        let (statement, comment) = (&self.options.line_statement, &self.options.line_comment);
        let is_at_line = |at: usize| at == 0 || self.text.as_bytes()[at - 1] == b'\n';
        let mut marks: Vec<(&str, Opening)> = Vec::new();
        marks.extend(comment.as_deref().map(|mark| (mark, Opening::LineComment)));
        marks.extend(statement.as_deref().map(|mark| (mark, Opening::Line)));
        marks.sort_by_key(|(mark, _)| std::cmp::Reverse(mark.len()));
        let found = marks.into_iter().filter_map(|(mark, opening)| {
            self.text[self.pos..].match_indices(mark).find_map(|(at, _)| {
                let at = self.pos + at;
                let front = self.text[self.pos..at].trim_end_matches([' ', '\t', '\x0b', '\x0c']);
                let start = self.pos + front.len();
                let fits = match opening {
                    Opening::Line => is_at_line(start),
                    _ => is_at_line(start) || start > 0 && !self.text[..start].ends_with(char::is_whitespace),
                };
                (fits && start < before).then_some((start, opening, mark.len()))
            })
        });
        let nearest = found.min_by_key(|(start, _, length)| (*start, std::cmp::Reverse(*length)));
        nearest.map(|(start, opening, _)| (start, opening))
    }

    fn open(&mut self, start: usize, opening: Opening) -> Outcome<()> {
        let marks = &self.options.delimiters;
        let mark = match opening {
            Opening::Block => marks.block.0.as_str(),
            Opening::Print => marks.print.0.as_str(),
            Opening::Comment => marks.comment.0.as_str(),
            Opening::Line => self.options.line_statement.as_deref().unwrap_or_default(),
            Opening::LineComment => self.options.line_comment.as_deref().unwrap_or_default(),
        };
        let blanks = match opening {
            Opening::Line | Opening::LineComment => self.text[start..].find(mark).unwrap_or(0),
            _ => 0,
        };
        let mut inside = start + blanks + mark.len();
        let sign = self.text[inside..].chars().next().filter(|c| matches!(c, '-' | '+'));
        if sign.is_some() {
            inside += 1;
        }
        let end = self.end_of_data(self.pos, start, sign, opening);
        self.data(self.pos, end);
        match opening {
            Opening::Comment => self.comment(start, inside),
            Opening::Block => match self.raw_opening(inside) {
                Some(body) => self.raw(start, body),
                None => self.block(start, inside),
            },
            Opening::Print => self.print(start, inside),
            Opening::Line => self.line(start, inside),
            Opening::LineComment => {
                self.pos = self.text[inside..].find('\n').map_or(self.text.len(), |end| inside + end);
                Ok(())
            }
        }
    }

    /// The end of the text before a tag after white space is removed.
    fn end_of_data(&self, from: usize, to: usize, sign: Option<char>, opening: Opening) -> usize {
        let data = &self.text[from..to];
        if sign == Some('-') {
            return from + data.trim_end().len();
        }
        let is_tag = matches!(opening, Opening::Block | Opening::Comment);
        if sign == Some('+') || !self.options.lstrip_blocks || !is_tag {
            return to;
        }
        let line = data.rfind('\n').map_or(0, |newline| newline + 1);
        let line_begins = line > 0 || from == 0 || self.text.as_bytes()[from - 1] == b'\n';
        if line_begins && data[line..].chars().all(char::is_whitespace) { from + line } else { to }
    }

    fn comment(&mut self, start: usize, inside: usize) -> Outcome<()> {
        let close = self.options.delimiters.comment.1.clone();
        let Some(found) = self.text[inside..].find(&close) else {
            return self.fail(start, "missing end of comment tag");
        };
        let end = inside + found;
        let sign = self.text[inside..end].chars().next_back();
        self.pos = self.after_block(end + close.len(), sign);
        Ok(())
    }

    /// The position at which text continues after a block or comment.
    pub(super) fn after_block(&self, end: usize, sign: Option<char>) -> usize {
        let rest = &self.text[end..];
        match sign {
            Some('-') => end + (rest.len() - rest.trim_start().len()),
            Some('+') => end,
            _ if self.options.trim_blocks && rest.starts_with('\n') => end + 1,
            _ => end,
        }
    }

    /// The position of the body of `{% raw %}`, if `inside` is in that tag.
    fn raw_opening(&self, inside: usize) -> Option<usize> {
        let after = self.text[inside..].trim_start().strip_prefix("raw")?.trim_start();
        let close = self.options.delimiters.block.1.as_str();
        let body = match after.strip_prefix('-').and_then(|rest| rest.strip_prefix(close)) {
            Some(rest) => rest.trim_start(),
            None => after.strip_prefix(close)?,
        };
        Some(self.text.len() - body.len())
    }

    fn raw(&mut self, start: usize, body: usize) -> Outcome<()> {
        let (open, close) = self.options.delimiters.block.clone();
        let mut from = body;
        while let Some(found) = self.text[from..].find(&open) {
            let tag = from + found;
            from = tag + open.len();
            let sign = self.text[from..].chars().next().filter(|c| matches!(c, '-' | '+'));
            let rest = &self.text[from + usize::from(sign.is_some())..];
            let Some(rest) = rest.trim_start().strip_prefix("endraw") else { continue };
            let rest = rest.trim_start();
            let last = rest.chars().next().filter(|c| matches!(c, '-' | '+'));
            let rest = &rest[usize::from(last.is_some())..];
            let Some(rest) = rest.strip_prefix(close.as_str()) else { continue };
            let end = self.end_of_data(body, tag, sign, Opening::Block);
            self.data(body, end);
            self.pos = self.after_block(self.text.len() - rest.len(), last);
            return Ok(());
        }
        self.fail(start, "missing end of raw directive")
    }
}
