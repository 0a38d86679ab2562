//! The output of a run, and the origin of each piece of it.

use std::sync::Arc;

use super::MAX_TEXT;
use crate::jinja::raise::{Outcome, Raise};
use crate::jinja::source::Text;

/// A piece of output.
#[derive(Clone, Debug)]
pub(crate) struct Segment {
    /// Its first byte in the output.
    pub(crate) start: usize,
    pub(crate) text: Arc<Text>,
    /// The byte in the template that it came from.
    pub(crate) at: usize,
    /// True when it was copied byte by byte.
    pub(crate) exact: bool,
}

/// The destination of output: the result, with segments, or a value, without.
#[derive(Debug, Default)]
pub(crate) struct Output {
    pub(crate) text: String,
    pub(crate) segments: Option<Vec<Segment>>,
}

impl Output {
    /// The output that is the result.
    pub(crate) fn mapped() -> Self {
        Self { text: String::new(), segments: Some(Vec::new()) }
    }

    /// Copies a piece of a template.
    pub(crate) fn copy(&mut self, text: &Arc<Text>, start: usize, end: usize) -> Outcome<()> {
        self.mark(text, start, true);
        self.text.push_str(&text.text[start..end]);
        self.check()
    }

    /// Notes that the next output comes from an expression.
    pub(crate) fn mark(&mut self, text: &Arc<Text>, at: usize, exact: bool) {
        let start = self.text.len();
        if let Some(segments) = &mut self.segments {
            segments.push(Segment { start, text: text.clone(), at, exact });
        }
    }

    /// Fails when there is too much output.
    pub(crate) fn check(&self) -> Outcome<()> {
        if self.text.len() > MAX_TEXT {
            return Err(Raise::new(format!("the template writes more than {} MiB", MAX_TEXT >> 20)));
        }
        Ok(())
    }
}
