//! Replacements of matches: `\1`, `\g<name>`, `\n` and text.

use fancy_regex::{Captures, Regex};

use super::PatternError;

/// A replacement after parsing.
#[derive(Clone, Debug)]
pub struct Replacement(Vec<Piece>);

#[derive(Clone, Debug)]
enum Piece {
    Text(String),
    Group(usize),
}

impl Replacement {
    /// Plain text.
    pub(super) fn literal(text: &str) -> Self {
        Self(vec![Piece::Text(text.to_owned())])
    }

    /// Reads a replacement for matches of a pattern.
    pub(super) fn read(text: &str, regex: &Regex) -> Result<Self, PatternError> {
        let mut pieces = Vec::new();
        let mut rest = text;
        while let Some((before, escape)) = rest.split_once('\\') {
            pieces.push(Piece::Text(before.to_owned()));
            let reader = Reader { regex, whole: text };
            let (piece, length) = reader.escape(escape)?;
            pieces.push(piece);
            rest = &escape[length..];
        }
        pieces.push(Piece::Text(rest.to_owned()));
        Ok(Self(pieces))
    }

    /// Appends its text for one match; a group that did not take part is empty.
    pub(super) fn expand(&self, captures: &Captures<'_>, out: &mut String) {
        for piece in &self.0 {
            match piece {
                Piece::Text(text) => out.push_str(text),
                Piece::Group(number) => {
                    out.push_str(captures.get(*number).map_or("", |found| found.as_str()));
                }
            }
        }
    }
}

struct Reader<'r> {
    regex: &'r Regex,
    whole: &'r str,
}

impl Reader<'_> {
    /// The meaning of the text after a backslash, and how many bytes of it are read.
    fn escape(&self, text: &str) -> Result<(Piece, usize), PatternError> {
        let letter = |letter: char| (Piece::Text(letter.to_string()), 1);
        let Some(first) = text.chars().next() else { return Err(self.bad("\\")) };
        Ok(match first {
            'n' => letter('\n'),
            't' => letter('\t'),
            'r' => letter('\r'),
            'a' => letter('\x07'),
            'b' => letter('\x08'),
            'f' => letter('\x0c'),
            'v' => letter('\x0b'),
            '\\' => letter('\\'),
            'g' => {
                let named = text.strip_prefix("g<").and_then(|inner| inner.split_once('>'));
                let Some((name, _)) = named else { return Err(self.bad("\\g")) };
                (Piece::Group(self.group(name)?), name.len() + 3)
            }
            '0'..='9' => return self.digits(text),
            other if other.is_ascii_alphabetic() => return Err(self.bad(&format!("\\{other}"))),
            other => (Piece::Text(format!("\\{other}")), other.len_utf8()),
        })
    }

    /// A group of one or two digits, or a character by its octal number.
    fn digits(&self, text: &str) -> Result<(Piece, usize), PatternError> {
        let octal = |from: usize, length: usize| {
            let digits = text.get(from..from + length)?;
            digits
                .bytes()
                .all(|digit| (b'0'..=b'7').contains(&digit))
                .then(|| u32::from_str_radix(digits, 8).ok())?
        };
        let character = |code: u32| Piece::Text(char::from_u32(code).map(String::from).unwrap_or_default());
        if text.starts_with('0') {
            let length = (1..=2).rev().find(|length| octal(1, *length).is_some()).unwrap_or(0);
            let code = if length == 0 { 0 } else { octal(1, length).unwrap_or(0) };
            return Ok((character(code), length + 1));
        }
        if let Some(code) = octal(0, 3) {
            return if code > 0o377 {
                Err(self.bad(&format!("\\{}", &text[..3])))
            } else {
                Ok((character(code), 3))
            };
        }
        let length = text.bytes().take(2).take_while(u8::is_ascii_digit).count();
        Ok((Piece::Group(self.group(&text[..length])?), length))
    }

    fn group(&self, name: &str) -> Result<usize, PatternError> {
        let known = match name.parse::<usize>() {
            Ok(number) => Some(number).filter(|number| *number < self.regex.captures_len()),
            Err(_) => self.regex.capture_names().position(|known| known == Some(name)),
        };
        known
            .ok_or_else(|| PatternError::Group { group: name.to_owned(), replacement: self.whole.to_owned() })
    }

    fn bad(&self, escape: &str) -> PatternError {
        PatternError::Escape { escape: escape.to_owned(), replacement: self.whole.to_owned() }
    }
}
