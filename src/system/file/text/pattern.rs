//! Regular expressions as Python writes them.
//!
//! See <https://docs.python.org/3/library/re.html#regular-expression-syntax>.

use std::fmt::Write;
use std::iter::Peekable;
use std::str::Chars;

use fancy_regex::{Captures, Regex};

/// Python's flags.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub(in crate::system::file) struct Flags {
    pub ignore_case: bool,
    pub multiline: bool,
    pub dot_all: bool,
    pub verbose: bool,
}

impl Flags {
    /// The usual flags of states that edit files.
    pub const MULTILINE: Self = Self { ignore_case: false, multiline: true, dot_all: false, verbose: false };

    /// The flags of a number: 2 ignores case, 8 is multi-line, 16 lets a dot stand for a line end, 64 is verbose.
    pub fn of_number(number: i64) -> Self {
        let has = |bit: i64| number & bit != 0;
        Self { ignore_case: has(2), multiline: has(8), dot_all: has(16), verbose: has(64) }
    }

    /// Adds a flag by its name, such as `MULTILINE`; nothing for names that are none.
    pub fn with(mut self, name: &str) -> Option<Self> {
        match name.to_uppercase().as_str() {
            "IGNORECASE" | "I" => self.ignore_case = true,
            "MULTILINE" | "M" => self.multiline = true,
            "DOTALL" | "S" => self.dot_all = true,
            "VERBOSE" | "X" => self.verbose = true,
            "UNICODE" | "U" | "LOCALE" | "L" | "ASCII" | "A" => {}
            _ => return None,
        }
        Some(self)
    }
}

/// Why a pattern or what is put in its place is no good.
#[derive(Clone, Debug, thiserror::Error)]
pub(in crate::system::file) enum PatternError {
    /// The pattern.
    #[error("the pattern '{pattern}' is not understood: {reason}")]
    Pattern { pattern: String, reason: String },
    /// A group that the pattern has not.
    #[error("invalid group reference {group} in '{replacement}'")]
    Group { group: String, replacement: String },
    /// Matching took too long.
    #[error("the pattern '{pattern}' takes too long on this text")]
    TooLong { pattern: String },
}

/// A compiled pattern.
#[derive(Clone, Debug)]
pub(in crate::system::file) struct Pattern {
    regex: Regex,
    text: String,
}

impl Pattern {
    /// Compiles a pattern.
    pub fn new(text: &str, flags: Flags) -> Result<Self, PatternError> {
        let letters =
            [(flags.ignore_case, 'i'), (flags.multiline, 'm'), (flags.dot_all, 's'), (flags.verbose, 'x')];
        let letters: String = letters.iter().filter(|(on, _)| *on).map(|(_, letter)| letter).collect();
        let multiline = flags.multiline || text.starts_with("(?m)");
        let translated = translate(text, multiline);
        let whole = if letters.is_empty() { translated } else { format!("(?{letters}){translated}") };
        match Regex::new(&whole) {
            Ok(regex) => Ok(Self { regex, text: text.to_owned() }),
            Err(error) => Err(PatternError::Pattern { pattern: text.to_owned(), reason: error.to_string() }),
        }
    }

    /// True when it matches anywhere: `re.search`.
    pub fn is_in(&self, text: &str) -> bool {
        self.regex.is_match(text).unwrap_or(false)
    }

    /// True when it matches at the start: `re.match`.
    pub fn begins(&self, text: &str) -> bool {
        self.regex.find(text).ok().flatten().is_some_and(|found| found.start() == 0)
    }

    /// Replaces up to `count` matches, all for 0, and tells how many: `re.subn`. With `literal` the replacement stands for
    /// itself.
    pub fn replace(
        &self,
        text: &str,
        replacement: &str,
        count: usize,
        literal: bool,
    ) -> Result<(String, usize), PatternError> {
        if !literal {
            self.check(replacement)?;
        }
        let mut out = String::with_capacity(text.len());
        let (mut copied, mut at, mut done) = (0, 0, 0);
        let mut was_empty_at = None;
        while at <= text.len() && (count == 0 || done < count) {
            let too_long = |_| PatternError::TooLong { pattern: self.text.clone() };
            let Some(captures) = self.regex.captures_from_pos(text, at).map_err(too_long)? else { break };
            let Some(whole) = captures.get(0) else { break };
            let (start, end) = (whole.start(), whole.end());
            if start == end && was_empty_at == Some(start) {
                at = next_letter(text, start);
                was_empty_at = None;
                continue;
            }
            out.push_str(&text[copied..start]);
            if literal {
                out.push_str(replacement);
            } else {
                self.expand(&captures, replacement, &mut out)?;
            }
            (copied, at, done) = (end, end, done + 1);
            was_empty_at = (start == end).then_some(end);
        }
        out.push_str(&text[copied..]);
        Ok((out, done))
    }

    /// A replacement may name only groups that there are, even if nothing matches.
    fn check(&self, replacement: &str) -> Result<(), PatternError> {
        for piece in pieces(replacement) {
            if let Piece::Group(name) = piece {
                let known = match name.parse::<usize>() {
                    Ok(number) => number < self.regex.captures_len(),
                    Err(_) => self.regex.capture_names().flatten().any(|known| known == name),
                };
                if !known {
                    return Err(PatternError::Group { group: name, replacement: replacement.to_owned() });
                }
            }
        }
        Ok(())
    }

    fn expand(
        &self,
        captures: &Captures<'_>,
        replacement: &str,
        out: &mut String,
    ) -> Result<(), PatternError> {
        for piece in pieces(replacement) {
            match piece {
                Piece::Letter(letter) => out.push(letter),
                Piece::Group(name) => {
                    let found = match name.parse::<usize>() {
                        Ok(number) => captures.get(number),
                        Err(_) => captures.name(&name),
                    };
                    out.push_str(found.map_or("", |found| found.as_str()));
                }
            }
        }
        Ok(())
    }
}

/// Text with everything escaped that means something in a pattern: `re.escape`.
pub(in crate::system::file) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        if "()[]{}?*+-|^$\\.&~# \t\n\r\x0b\x0c".contains(letter) {
            out.push('\\');
        }
        out.push(letter);
    }
    out
}

fn next_letter(text: &str, at: usize) -> usize {
    at + text.get(at..).and_then(|rest| rest.chars().next()).map_or(1, char::len_utf8)
}

enum Piece {
    Letter(char),
    Group(String),
}

/// The parts of a replacement.
fn pieces(replacement: &str) -> Vec<Piece> {
    let mut found = Vec::new();
    let mut letters = replacement.chars().peekable();
    while let Some(letter) = letters.next() {
        if letter != '\\' {
            found.push(Piece::Letter(letter));
            continue;
        }
        match letters.next() {
            Some('n') => found.push(Piece::Letter('\n')),
            Some('t') => found.push(Piece::Letter('\t')),
            Some('r') => found.push(Piece::Letter('\r')),
            Some('a') => found.push(Piece::Letter('\x07')),
            Some('f') => found.push(Piece::Letter('\x0c')),
            Some('v') => found.push(Piece::Letter('\x0b')),
            Some('\\') => found.push(Piece::Letter('\\')),
            Some('g') if letters.peek() == Some(&'<') => {
                letters.next();
                found.push(Piece::Group(letters.by_ref().take_while(|letter| *letter != '>').collect()));
            }
            Some(digit @ '1'..='9') => {
                let mut name = digit.to_string();
                name.extend(letters.next_if(char::is_ascii_digit));
                found.push(Piece::Group(name));
            }
            Some('0') => found.push(Piece::Letter('\0')),
            Some(other) => found.extend([Piece::Letter('\\'), Piece::Letter(other)]),
            None => found.push(Piece::Letter('\\')),
        }
    }
    found
}

/// A pattern of Python in the words of this engine.
fn translate(text: &str, multiline: bool) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '\\' => escaped(&mut letters, &mut out),
            '[' => class(&mut letters, &mut out),
            '$' if !multiline => out.push_str(r"(?=\n?\z)"),
            '{' if !is_count(letters.clone()) => out.push_str(r"\{"),
            other => out.push(other),
        }
    }
    out
}

fn escaped(letters: &mut Peekable<Chars<'_>>, out: &mut String) {
    match letters.next() {
        Some('Z') => out.push_str(r"\z"),
        Some(letter @ ('<' | '>')) => out.push(letter),
        Some(letter) if !letter.is_ascii() => {
            let _ = write!(out, "{letter}");
        }
        Some(letter) => out.extend(['\\', letter]),
        None => out.push('\\'),
    }
}

/// True when what follows a brace is a number of repetitions.
fn is_count(letters: Peekable<Chars<'_>>) -> bool {
    let inside: String = letters.take_while(|letter| *letter != '}').collect();
    let digits = |part: &str| part.chars().all(|letter| letter.is_ascii_digit());
    match inside.split_once(',') {
        Some((from, to)) => digits(from) && digits(to) && inside.len() > 1,
        None => !inside.is_empty() && digits(&inside),
    }
}

/// Inside brackets a bracket, `&&` and `~~` stand for themselves.
fn class(letters: &mut Peekable<Chars<'_>>, out: &mut String) {
    out.push('[');
    if letters.next_if_eq(&'^').is_some() {
        out.push('^');
    }
    if letters.next_if_eq(&']').is_some() {
        out.push_str(r"\]");
    }
    while let Some(letter) = letters.next() {
        match letter {
            ']' => {
                out.push(']');
                return;
            }
            '\\' => escaped(letters, out),
            '[' | '&' | '~' => out.extend(['\\', letter]),
            other => out.push(other),
        }
    }
}
