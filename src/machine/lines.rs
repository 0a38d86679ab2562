//! A text as lines, for editors that change some of them: all others keep every byte, their ends too.

/// A text as lines.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Lines {
    lines: Vec<Line>,
    /// The end of new lines: that of the first line.
    end: End,
}

#[derive(Clone, Debug, Eq, PartialEq)]
struct Line {
    text: String,
    end: End,
}

/// The end of a line.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
enum End {
    /// The last line may have none.
    Nothing,
    #[default]
    Unix,
    Windows,
}

impl End {
    fn text(self) -> &'static str {
        match self {
            Self::Nothing => "",
            Self::Unix => "\n",
            Self::Windows => "\r\n",
        }
    }
}

impl Lines {
    /// The lines of a text.
    pub fn of(text: &str) -> Self {
        let lines: Vec<Line> = text.split_inclusive('\n').map(line).collect();
        let end = lines.first().map(|line| line.end).filter(|end| *end != End::Nothing).unwrap_or_default();
        Self { lines, end }
    }

    /// The lines, each without its end.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &str> + ExactSizeIterator {
        self.lines.iter().map(|line| line.text.as_str())
    }

    /// The end of each line; that of the last may be empty.
    pub fn ends(&self) -> impl Iterator<Item = &'static str> {
        self.lines.iter().map(|line| line.end.text())
    }

    /// The end of new lines: that of the first line.
    pub fn end(&self) -> &'static str {
        self.end.text()
    }

    /// The number of lines.
    pub fn count(&self) -> usize {
        self.lines.len()
    }

    /// The place of the first line that is meant.
    pub fn position(&self, is_it: impl Fn(&str) -> bool) -> Option<usize> {
        self.iter().position(is_it)
    }

    /// A line, without its end; empty if there is no such line.
    pub fn get(&self, at: usize) -> &str {
        self.lines.get(at).map_or("", |line| line.text.as_str())
    }

    /// Replaces a line; its end stays.
    pub fn set(&mut self, at: usize, text: impl Into<String>) {
        if let Some(line) = self.lines.get_mut(at) {
            line.text = text.into();
        }
    }

    /// Adds a line before another, or at the end.
    pub fn insert(&mut self, at: usize, text: impl Into<String>) {
        if at >= self.lines.len() {
            self.push(text);
        } else {
            self.lines.insert(at, Line { text: text.into(), end: self.end });
        }
    }

    /// Adds a line at the end. A last line without an end gets one.
    pub fn push(&mut self, text: impl Into<String>) {
        if let Some(last) = self.lines.last_mut().filter(|last| last.end == End::Nothing) {
            last.end = self.end;
        }
        self.lines.push(Line { text: text.into(), end: self.end });
    }

    /// Keeps the lines that are meant; the places are those before.
    pub fn retain(&mut self, mut stays: impl FnMut(usize, &str) -> bool) {
        let mut at = 0;
        self.lines.retain(|line| {
            at += 1;
            stays(at - 1, &line.text)
        });
    }

    /// The text.
    pub fn text(&self) -> String {
        let mut text = String::new();
        for line in &self.lines {
            text.push_str(&line.text);
            text.push_str(line.end.text());
        }
        text
    }
}

fn line(whole: &str) -> Line {
    let (text, end) = match (whole.strip_suffix("\r\n"), whole.strip_suffix('\n')) {
        (Some(text), _) => (text, End::Windows),
        (None, Some(text)) => (text, End::Unix),
        (None, None) => (whole, End::Nothing),
    };
    Line { text: text.to_owned(), end }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_are_not_changed_keep_every_byte() {
        for text in ["", "a", "a\n", "a\r\nb\n\n c", "\r\n\r\r\n", "a\rb\n"] {
            assert_eq!(Lines::of(text).text(), text);
        }
        let mut lines = Lines::of("a\r\nb\nc");
        lines.set(0, "A");
        lines.insert(1, "new");
        lines.push("last");
        assert_eq!(lines.text(), "A\r\nnew\r\nb\nc\r\nlast\r\n");
        lines.retain(|at, line| at != 0 && line != "c");
        assert_eq!(lines.text(), "new\r\nb\nlast\r\n");
        let mut empty = Lines::of("");
        empty.push("a");
        assert_eq!(empty.text(), "a\n");
    }
}
