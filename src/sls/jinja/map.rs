//! From a place of the rendered text to the place in the author's file.

use std::sync::Arc;

use super::lines::Lines;
use super::source::Text;
use super::vm::output::{Output, Segment};
use model::Place;

/// The result of a template.
#[derive(Debug)]
pub struct Rendered {
    /// The text.
    pub text: String,
    /// The origin of each piece of it.
    pub map: SourceMap,
}

/// Knows for each byte of a rendered text which part of which template wrote it.
#[derive(Debug)]
pub struct SourceMap {
    text: Arc<str>,
    segments: Vec<Segment>,
    lines: Lines,
    /// The template, if the text is a copy of it: every place is the same.
    copied: Option<Arc<Text>>,
    /// The file as a whole, for text from no template.
    file: Place,
}

impl Rendered {
    /// Takes the output of a run.
    pub(super) fn new(output: Output, path: &str) -> Self {
        let lines = Lines::new(&output.text);
        let segments = output.segments.unwrap_or_default();
        let copied = copied(&output.text, &segments);
        let text = output.text.as_str().into();
        let map = SourceMap { text, segments, lines, copied, file: Place::file(path) };
        Self { text: output.text, map }
    }
}

impl SourceMap {
    /// The place in the author's file for a line and column (both from 1) of the text.
    ///
    /// Exact if the template's text was copied; the place of the expression if one was printed.
    pub fn place(&self, line: u32, column: u32) -> Place {
        if let Some(text) = self.copied.as_ref().filter(|text| text.has_line(line)) {
            return Place::new(text.path.clone(), line, column.max(1)).of(&text.text);
        }
        match self.lines.byte(&self.text, line.max(1) as usize, column.max(1) as usize) {
            Some(byte) => self.place_of_byte(byte),
            None => self.end(),
        }
    }

    fn end(&self) -> Place {
        self.segments.last().map_or_else(|| self.file.clone(), |segment| segment.text.place(segment.at))
    }

    fn place_of_byte(&self, byte: usize) -> Place {
        let after = self.segments.partition_point(|segment| segment.start <= byte);
        let Some(segment) = after.checked_sub(1).and_then(|at| self.segments.get(at)) else {
            return self.file.clone();
        };
        if segment.exact {
            segment.text.place(segment.at + (byte - segment.start))
        } else {
            segment.text.place(segment.at)
        }
    }
}

/// The template that the text is a copy of, apart from its last line end.
fn copied(text: &str, segments: &[Segment]) -> Option<Arc<Text>> {
    let first = segments.first().filter(|first| first.exact && first.start == 0 && first.at == 0)?;
    let is_same = text == &**first.text.text || text.strip_suffix('\n') == Some(&first.text.text);
    is_same.then(|| Arc::clone(&first.text))
}
