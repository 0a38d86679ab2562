//! A template's text, with what is needed to name a place in it.

use std::sync::Arc;

use crate::model::{Map, Place};

/// A template as a loader hands it over.
#[derive(Clone, Debug, Default)]
pub struct Source {
    /// The name it was asked for by, made absolute: the key of the cache, and `from` of what it loads itself.
    pub name: String,
    /// The file as the author would name it.
    pub path: String,
    /// What it holds.
    pub text: String,
    /// Variables of this template alone (`tplfile`, `tpldir` …), below those of the context.
    pub globals: Map,
}

/// The text of a template after its line ends were made `\n`, and where its lines begin.
#[derive(Debug)]
pub(crate) struct Text {
    pub(crate) name: String,
    pub(crate) path: Arc<str>,
    pub(crate) text: String,
    lines: Vec<usize>,
}

/// A byte of a template.
#[derive(Clone, Debug)]
pub(crate) struct Spot {
    pub(crate) text: Arc<Text>,
    pub(crate) at: usize,
}

impl Text {
    /// Takes over a source; `keep_trailing_newline` as Jinja's option of that name.
    pub(crate) fn new(source: &Source, keep_trailing_newline: bool) -> Self {
        let mut text = if source.text.contains('\r') {
            source.text.replace("\r\n", "\n").replace('\r', "\n")
        } else {
            source.text.clone()
        };
        if !keep_trailing_newline && text.ends_with('\n') {
            text.pop();
        }
        let lines = line_starts(&text);
        Self { name: source.name.clone(), path: Arc::from(source.path.as_str()), text, lines }
    }

    /// Line and column, both from 1, of a byte.
    pub(crate) fn line_column(&self, at: usize) -> (usize, usize) {
        line_column(&self.text, &self.lines, at)
    }

    /// The place of a byte.
    pub(crate) fn place(&self, at: usize) -> Place {
        let (line, column) = self.line_column(at);
        Place::new(self.path.clone(), short(line), short(column))
    }

    /// The lines around a byte, numbered, its own marked.
    pub(crate) fn excerpt(&self, at: usize) -> String {
        let (line, column) = self.line_column(at);
        let first = line.saturating_sub(2).max(1);
        let mut out = String::new();
        for (number, content) in self.text.lines().enumerate().skip(first - 1).take(5) {
            let number = number + 1;
            if number > line + 2 {
                break;
            }
            let shown: String = content.chars().take(160).collect();
            let mark = if number == line { '>' } else { ' ' };
            out.push_str(&format!("{mark} {number:>4} | {shown}\n"));
            if number == line && column <= 160 {
                out.push_str(&format!("       | {}^\n", " ".repeat(column - 1)));
            }
        }
        out
    }
}

/// Where each line of `text` begins.
pub(crate) fn line_starts(text: &str) -> Vec<usize> {
    std::iter::once(0)
        .chain(text.bytes().enumerate().filter(|(_, b)| *b == b'\n').map(|(i, _)| i + 1))
        .collect()
}

/// Line and column (in characters), both from 1, of a byte of `text`.
pub(crate) fn line_column(text: &str, lines: &[usize], at: usize) -> (usize, usize) {
    let at = at.min(text.len());
    let line = lines.partition_point(|start| *start <= at).max(1);
    let start = lines.get(line - 1).copied().unwrap_or(0);
    let column = text.get(start..at).map_or(0, |before| before.chars().count());
    (line, column + 1)
}

/// A count as a place holds it.
pub(crate) fn short(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
