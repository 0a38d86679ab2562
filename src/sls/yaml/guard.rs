//! Protects the scanner from two kinds of text on which it would panic.
//!
//! libyaml-safer 0.3 ends the program on a tag that is followed by a comma (`[!a, b]`), and on a text whose last line
//! has no line break, if a block or an escape ends there. The `!` is replaced by a private character with the same
//! width in columns, and put back in the resulting scalars; the line break is added, and removed from a block that ends
//! with it. So every text except those tags is read as libyaml reads it.

use std::borrow::Cow;

/// A text that is safe for the scanner.
pub struct Guarded<'a> {
    pub text: Cow<'a, str>,
    bang: Option<char>,
    is_line_added: bool,
}

impl<'a> Guarded<'a> {
    /// Replaces and adds what is needed.
    pub fn new(text: &'a str) -> Self {
        let is_line_added = !text.ends_with('\n');
        let is_swapped = bangs(text).next().is_some();
        if !is_line_added && !is_swapped {
            return Self { text: Cow::Borrowed(text), bang: None, is_line_added };
        }
        // A file that uses all 6,400 private characters is not text; reading it fails later.
        let unused = ('\u{e000}'..='\u{f8ff}').find(|letter| !text.contains(*letter)).unwrap_or('?');
        let bang = is_swapped.then_some(unused);
        let mut swapped = String::with_capacity(text.len() + 16);
        let mut rest = 0;
        for index in bangs(text) {
            swapped.push_str(&text[rest..index]);
            swapped.push(unused);
            rest = index + 1;
        }
        swapped.push_str(&text[rest..]);
        swapped.push_str(if is_line_added { "\n" } else { "" });
        Self { text: Cow::Owned(swapped), bang, is_line_added }
    }

    /// True for a plain scalar that would have been a tag before a comma.
    pub fn is_tag(&self, plain: &str) -> bool {
        self.bang.is_some_and(|bang| plain.starts_with(bang))
    }

    /// The text of a scalar as it was written; `end` is its end, in bytes, if it is a block.
    pub fn restore(&self, scalar: String, end: Option<u64>) -> String {
        let mut scalar = match self.bang {
            Some(bang) => scalar.replace(bang, "!"),
            None => scalar,
        };
        if self.is_line_added
            && end.is_some_and(|end| end >= self.text.len() as u64)
            && scalar.ends_with('\n')
            && self.is_of_added(&scalar)
        {
            scalar.pop();
        }
        scalar
    }
}

impl Guarded<'_> {
    /// True when the line break at the end of a block is the added one: blanks after the block are not a line of it,
    /// unless the block keeps them.
    fn is_of_added(&self, scalar: &str) -> bool {
        let last = self.text.trim_end_matches('\n').rsplit('\n').next().unwrap_or_default();
        let is_blank = last.chars().all(|letter| letter == ' ' || letter == '\t');
        !is_blank || scalar.len() == 1 || ["\n\n", " \n", "\t\n"].iter().any(|end| scalar.ends_with(end))
    }
}

/// The position of a `!` that could start a tag before a comma.
fn bangs(text: &str) -> impl Iterator<Item = usize> {
    text.match_indices('!').map(|(index, _)| index).filter(|index| {
        let tail = &text[*index..];
        let end = match tail.strip_prefix("!<") {
            Some(verbatim) => verbatim.find('>').map_or(tail.len(), |end| end + 3),
            None => tail.find(|letter: char| letter == ',' || letter.is_whitespace()).unwrap_or(tail.len()),
        };
        tail[end..].starts_with(',')
    })
}
