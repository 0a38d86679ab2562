//! A pattern of Python in the words of the engine.

use std::fmt::Write;
use std::iter::Peekable;
use std::str::Chars;

use super::Flags;

type Outcome<T> = Result<T, String>;

/// The pattern without the flags that it begins with, and these among the others.
pub(super) fn translate(text: &str, flags: Flags) -> Outcome<(String, Flags)> {
    let (flags, body) = leading_flags(text, flags)?;
    let out = String::with_capacity(body.len() + 8);
    let mut translator = Translator { letters: body.chars().peekable(), out, flags, names: Vec::new() };
    translator.run()?;
    Ok((translator.out, flags))
}

/// Takes `(?im)` off the beginning: in Python these count for the whole pattern.
fn leading_flags(text: &str, mut flags: Flags) -> Outcome<(Flags, &str)> {
    let mut rest = text;
    while let Some((letters, after)) = rest.strip_prefix("(?").and_then(|inner| inner.split_once(')')) {
        if letters.is_empty() || !letters.chars().all(|letter| "aiLmsux".contains(letter)) {
            break;
        }
        for letter in letters.chars() {
            flags = flags.with(&letter.to_string()).unwrap_or(flags);
        }
        rest = after;
    }
    Ok((flags, rest))
}

struct Translator<'t> {
    letters: Peekable<Chars<'t>>,
    out: String,
    flags: Flags,
    /// The names of groups so far.
    names: Vec<String>,
}

impl Translator<'_> {
    fn run(&mut self) -> Outcome<()> {
        while let Some(letter) = self.letters.next() {
            match letter {
                '\\' => self.escape(false)?,
                '[' => self.class()?,
                '(' => self.group()?,
                '$' if !self.flags.multiline => self.out.push_str(r"(?=\n?\z)"),
                '{' => self.count(),
                '}' => self.out.push_str(r"\}"),
                '#' if self.flags.verbose => self.comment(),
                other => self.out.push(other),
            }
        }
        Ok(())
    }

    /// To the end of the line: a comment of a verbose pattern.
    fn comment(&mut self) {
        while self.letters.next_if(|letter| *letter != '\n').is_some() {}
    }

    /// Behind an opening parenthesis: comments go, flags in the middle are refused as in Python.
    fn group(&mut self) -> Outcome<()> {
        let mut ahead = self.letters.clone();
        if ahead.next() != Some('?') {
            self.out.push('(');
            return Ok(());
        }
        let word: String = ahead.clone().take_while(|letter| *letter != ')').collect();
        if word.starts_with('#') {
            while self.letters.next().is_some_and(|letter| letter != ')') {}
            return Ok(());
        }
        if !word.is_empty() && word.chars().all(|letter| "aiLmsux".contains(letter)) {
            return Err("global flags not at the start of the expression".to_owned());
        }
        self.out.push_str("(?");
        self.letters.next();
        if word.starts_with('<') && !word.starts_with("<=") && !word.starts_with("<!") {
            return Err("unknown extension ?<: a named group is written (?P<name>…)".to_owned());
        }
        if let Some((name, _)) = word.strip_prefix("P<").and_then(|rest| rest.split_once('>')) {
            self.name(name)?;
        }
        // `(?a:…)`: the engine knows neither of these flags, and text is Unicode anyway.
        while self.letters.next_if(|letter| "aLu".contains(*letter)).is_some() {}
        Ok(())
    }

    /// Notes the name of a group.
    fn name(&mut self, name: &str) -> Outcome<()> {
        let is_letter = |letter: char| letter.is_alphabetic() || letter == '_';
        if !name.starts_with(is_letter)
            || !name.chars().all(|letter| is_letter(letter) || letter.is_numeric())
        {
            return Err(format!("bad character in group name '{name}'"));
        }
        if self.names.iter().any(|known| known == name) {
            return Err(format!("redefinition of group name '{name}'"));
        }
        self.names.push(name.to_owned());
        Ok(())
    }

    /// Behind a brace: a number of repetitions, or the brace itself.
    fn count(&mut self) {
        let inside: String = self.letters.clone().take_while(|letter| *letter != '}').collect();
        let is_closed = self.letters.clone().any(|letter| letter == '}');
        let digits = |part: &str| part.chars().all(|letter| letter.is_ascii_digit());
        let counts = match inside.split_once(',') {
            Some((from, to)) => (digits(from) && digits(to)).then_some((from, Some(to))),
            None => (!inside.is_empty() && digits(&inside)).then_some((inside.as_str(), None)),
        };
        let Some((from, to)) = counts.filter(|_| is_closed) else {
            self.out.push_str(r"\{");
            return;
        };
        let from = if from.is_empty() { "0" } else { from };
        let _ = match to {
            Some(to) => write!(self.out, "{{{from},{to}}}"),
            None => write!(self.out, "{{{from}}}"),
        };
        for _ in 0..=inside.chars().count() {
            self.letters.next();
        }
    }

    /// Behind a backslash, outside or inside of brackets.
    fn escape(&mut self, in_class: bool) -> Outcome<()> {
        let Some(letter) = self.letters.next() else { return Err("bad escape (end of pattern)".to_owned()) };
        match letter {
            'd' | 'D' | 's' | 'S' | 'w' | 'W' => self.out.extend(['\\', letter]),
            'b' if in_class => self.out.push_str(r"\x08"),
            'A' | 'b' | 'B' if !in_class => self.out.extend(['\\', letter]),
            'Z' if !in_class => self.out.push_str(r"\z"),
            'a' => self.out.push_str(r"\x07"),
            'f' => self.out.push_str(r"\x0c"),
            'n' => self.out.push_str(r"\n"),
            'r' => self.out.push_str(r"\r"),
            't' => self.out.push_str(r"\t"),
            'v' => self.out.push_str(r"\x0b"),
            'x' => self.code("x", 2)?,
            'u' => self.code("u", 4)?,
            'U' => self.code("U", 8)?,
            '0'..='9' => self.digits(letter, in_class)?,
            letter if letter.is_ascii_alphabetic() => return Err(format!("bad escape \\{letter}")),
            letter => self.literal(letter),
        }
        Ok(())
    }

    /// A character by its number, in so many digits.
    fn code(&mut self, sign: &str, count: usize) -> Outcome<()> {
        let digits: String = self.letters.clone().take(count).take_while(char::is_ascii_hexdigit).collect();
        let code = u32::from_str_radix(&digits, 16).ok().filter(|_| digits.len() == count);
        let Some(letter) = code.and_then(char::from_u32) else {
            return Err(format!("incomplete escape \\{sign}{digits}"));
        };
        for _ in 0..count {
            self.letters.next();
        }
        self.literal(letter);
        Ok(())
    }

    /// A character by its octal number, or a group that matched before.
    fn digits(&mut self, first: char, in_class: bool) -> Outcome<()> {
        let ahead: String = self.letters.clone().take(2).take_while(char::is_ascii_digit).collect();
        let is_octal = |text: &str| text.bytes().all(|digit| (b'0'..=b'7').contains(&digit));
        let octal: String = ahead.chars().take_while(|digit| ('0'..='7').contains(digit)).collect();
        let is_character = first == '0' || in_class || ahead.len() == 2 && is_octal(&ahead) && first < '8';
        if is_character {
            let digits = format!("{first}{octal}");
            let code = u32::from_str_radix(&digits, 8).ok().filter(|code| *code <= 0o377);
            let Some(letter) = code.and_then(char::from_u32) else {
                return Err(format!("bad escape \\{digits}"));
            };
            for _ in 0..octal.len() {
                self.letters.next();
            }
            self.literal(letter);
            return Ok(());
        }
        let second = self.letters.next_if(char::is_ascii_digit);
        // In parentheses, so that a digit behind it is no part of the number.
        let _ = write!(self.out, "(?:\\{first}{})", second.map(String::from).unwrap_or_default());
        Ok(())
    }

    /// A character that stands for itself, also within brackets and in verbose patterns.
    fn literal(&mut self, letter: char) {
        if letter.is_alphanumeric() || !letter.is_ascii() && !letter.is_whitespace() || letter == '_' {
            self.out.push(letter);
        } else {
            let _ = write!(self.out, "\\x{{{:x}}}", u32::from(letter));
        }
    }

    /// Behind an opening bracket. Within brackets only `]`, `\`, `^` in the first place and `-` between two mean something.
    fn class(&mut self) -> Outcome<()> {
        self.out.push('[');
        if self.letters.next_if_eq(&'^').is_some() {
            self.out.push('^');
        }
        let mut is_first = true;
        // Whether a `-` here stands between two characters, and whether it stands behind a class such as `\d`.
        let (mut may_span, mut is_kind) = (false, false);
        loop {
            let Some(letter) = self.letters.next() else {
                return Err("unterminated character set".to_owned());
            };
            match letter {
                ']' if !is_first => break,
                '\\' => {
                    is_kind = self.letters.peek().is_some_and(|next| "dDsSwW".contains(*next));
                    self.escape(true)?;
                    may_span = !is_kind;
                    is_first = false;
                    continue;
                }
                '-' if is_kind && self.letters.peek().is_some_and(|next| *next != ']') => {
                    return Err("bad character range".to_owned());
                }
                '-' if may_span && self.letters.peek().is_some_and(|next| *next != ']') => {
                    self.out.push('-');
                    match self.letters.next() {
                        Some('\\') => self.escape(true)?,
                        Some(end) => self.literal(end),
                        None => return Err("unterminated character set".to_owned()),
                    }
                    may_span = false;
                }
                other => {
                    self.literal(other);
                    may_span = true;
                }
            }
            (is_first, is_kind) = (false, false);
        }
        self.out.push(']');
        Ok(())
    }
}
