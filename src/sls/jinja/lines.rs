//! From bytes to lines and columns and back, without counting a line from its beginning each time.
//!
//! A tree may hold one line of megabytes, such as JSON, with a place for each of its parts. To count from the beginning
//! of the line for each part would take quadratic time.

/// The number of bytes between two counts.
const BLOCK: usize = 64;

/// The beginnings of the lines of a text, and the number of letters before every 64th byte.
#[derive(Debug)]
pub(crate) struct Lines {
    starts: Vec<usize>,
    /// Empty for a text of ASCII letters only, in which bytes and letters are the same.
    letters: Vec<usize>,
}

impl Lines {
    /// Counts a text once.
    pub(crate) fn new(text: &str) -> Self {
        let starts = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
        let mut letters = Vec::new();
        if !text.is_ascii() {
            let mut count = 0;
            for block in text.as_bytes().chunks(BLOCK) {
                letters.push(count);
                count += letters_in(block);
            }
            letters.push(count);
        }
        Self { starts, letters }
    }

    /// True if there is a line with this number, from 1.
    pub(crate) fn has(&self, line: usize) -> bool {
        (1..=self.starts.len()).contains(&line)
    }

    /// Line and column (in letters), both from 1, of a byte of the counted text.
    pub(crate) fn line_column(&self, text: &str, at: usize) -> (usize, usize) {
        let at = at.min(text.len());
        let line = self.starts.partition_point(|start| *start <= at).max(1);
        let start = self.starts.get(line - 1).copied().unwrap_or(0);
        (line, self.letters_before(text, at).saturating_sub(self.letters_before(text, start)) + 1)
    }

    /// The byte of a line and column, both from 1; the end of the line for a column beyond. None for a line beyond the text.
    pub(crate) fn byte(&self, text: &str, line: usize, column: usize) -> Option<usize> {
        let start = *self.starts.get(line.checked_sub(1)?)?;
        let end = self.starts.get(line).map_or(text.len(), |next| next - 1);
        if self.letters.is_empty() {
            return Some(start.saturating_add(column.saturating_sub(1)).min(end));
        }
        let wanted = self.letters_before(text, start).saturating_add(column.saturating_sub(1));
        let block = self.letters.partition_point(|count| *count <= wanted).saturating_sub(1);
        let mut at = (block * BLOCK).max(start);
        let mut count = self.letters_before(text, at);
        while at < end && (count < wanted || !text.is_char_boundary(at)) {
            count += usize::from(text.is_char_boundary(at));
            at += 1;
        }
        Some(at.min(end))
    }

    fn letters_before(&self, text: &str, at: usize) -> usize {
        match self.letters.get(at / BLOCK) {
            Some(count) => {
                let block = text.as_bytes().get(at / BLOCK * BLOCK..at).unwrap_or_default();
                count + letters_in(block)
            }
            None => at,
        }
    }
}

/// The number of letters that begin in these bytes.
fn letters_in(bytes: &[u8]) -> usize {
    bytes.iter().filter(|byte| (**byte & 0xc0) != 0x80).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counted from the beginning of the line.
    fn naive(text: &str, at: usize) -> (usize, usize) {
        let before = &text[..at];
        let line = before.matches('\n').count() + 1;
        (line, before.rsplit('\n').next().unwrap_or("").chars().count() + 1)
    }

    #[test]
    fn places_are_those_that_counting_gives() {
        let long = "a".repeat(300);
        let mixed = "aé😀".repeat(80);
        for text in ["", "a", "\n", "a\nb", "é\nü\n", &long, &mixed, &format!("{mixed}\n{long}\n\n{mixed}é")]
        {
            let lines = Lines::new(text);
            for (at, _) in text.char_indices().chain([(text.len(), ' ')]) {
                let (line, column) = naive(text, at);
                assert_eq!(lines.line_column(text, at), (line, column), "{at} of {text:?}");
                assert_eq!(lines.byte(text, line, column), Some(at), "{line}:{column} of {text:?}");
            }
            assert_eq!(lines.byte(text, text.split('\n').count() + 1, 1), None);
            assert_eq!(lines.byte(text, 1, 10_000), Some(text.split('\n').next().unwrap_or("").len()));
        }
    }
}
