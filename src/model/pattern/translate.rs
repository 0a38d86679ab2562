//! Translates a pattern of Python into the syntax of the engine.

use std::fmt::Write;
use std::iter::Peekable;
use std::str::Chars;

use super::Flags;
use super::structure::{Kind, Last, Structure, leading_flags};

type Outcome<T> = Result<T, String>;

/// The pattern without its leading flags, and all flags together.
pub(super) fn translate(text: &str, flags: Flags) -> Outcome<(String, Flags)> {
    let (flags, body) = leading_flags(text, flags)?;
    let out = String::with_capacity(body.len() + 8);
    let structure = Structure::new();
    let mut translator = Translator { letters: body.chars().peekable(), out, flags, structure };
    translator.run()?;
    Ok((translator.out, flags))
}

struct Translator<'t> {
    letters: Peekable<Chars<'t>>,
    out: String,
    flags: Flags,
    structure: Structure,
}

impl Translator<'_> {
    fn run(&mut self) -> Outcome<()> {
        while let Some(letter) = self.letters.next() {
            match letter {
                '\\' => self.escape(false)?,
                '[' => {
                    self.class()?;
                    self.structure.last = Last::Item;
                }
                '(' => self.group()?,
                ')' => {
                    self.structure.close()?;
                    self.out.push(')');
                }
                '|' => {
                    self.structure.bar()?;
                    self.out.push('|');
                }
                '*' | '+' | '?' => self.repeat(letter.to_string(), letter != '+')?,
                '$' if !self.flags.multiline => self.assert(r"(?=\n?\z)"),
                '^' | '$' => self.assert(letter.to_string().as_str()),
                '{' => self.count()?,
                '#' if self.flags.verbose => self.comment(),
                blank if self.flags.verbose && " \t\n\r\x0b\x0c".contains(blank) => {}
                '}' => self.item(r"\}"),
                other => self.item(other.encode_utf8(&mut [0; 4])),
            }
        }
        self.structure.end()
    }

    fn item(&mut self, text: &str) {
        self.out.push_str(text);
        self.structure.last = Last::Item;
    }

    fn assert(&mut self, text: &str) {
        self.out.push_str(text);
        self.structure.last = Last::Assertion;
    }

    /// After a repetition sign: a `?` makes it lazy, a `+` possessive.
    fn repeat(&mut self, mut sign: String, is_optional: bool) -> Outcome<()> {
        sign.extend(self.letters.next_if(|letter| "?+".contains(*letter)));
        self.structure.repeat(&mut self.out, &sign, is_optional)
    }

    /// To the end of the line: a comment of a verbose pattern.
    fn comment(&mut self) {
        while self.letters.next_if(|letter| *letter != '\n').is_some() {}
    }

    /// After an opening parenthesis: comments are removed, and flags in the middle are refused as in Python.
    fn group(&mut self) -> Outcome<()> {
        let start = self.out.len();
        if self.letters.next_if_eq(&'?').is_none() {
            self.out.push('(');
            self.structure.open(Kind::Captures, start);
            return Ok(());
        }
        let word: String = self.letters.clone().take_while(|letter| *letter != ')').collect();
        if word.starts_with('#') {
            self.skip(word.chars().count());
            return self.letters.next().map(drop).ok_or("missing ), unterminated comment".to_owned());
        }
        if !word.is_empty() && word.chars().all(|letter| "aiLmsux".contains(letter)) {
            return Err("global flags not at the start of the expression".to_owned());
        }
        let is_closed = self.letters.clone().any(|letter| letter == ')');
        if !is_closed && (word.starts_with('(') || word.starts_with("P=")) {
            return Err("missing ), unterminated name".to_owned());
        }
        if let Some(asked) = word.strip_prefix('(') {
            let number = self.structure.condition(asked)?;
            let _ = write!(self.out, "(?({number})");
            self.structure.open(Kind::Condition, start);
            self.skip(word.chars().count() + 1);
            return Ok(());
        }
        if let Some(name) = word.strip_prefix("P=") {
            let number = self.structure.numbered(name)?;
            self.structure.refer(number)?;
            let _ = write!(self.out, "(?:\\{number})");
            self.skip(word.chars().count() + 1);
            return Ok(());
        }
        if let Some((name, _)) = word.strip_prefix("P<").and_then(|rest| rest.split_once('>')) {
            self.structure.name(name)?;
            let _ = write!(self.out, "(?P<{name}>");
            self.structure.open(Kind::Captures, start);
            self.skip(name.chars().count() + 3);
            return Ok(());
        }
        let sign = ["<=", "<!", "=", "!", ">", ":"].into_iter().find(|sign| word.starts_with(sign));
        if let Some(sign) = sign {
            let kind = if [">", ":"].contains(&sign) { Kind::Other } else { Kind::Looks };
            let _ = write!(self.out, "(?{sign}");
            self.structure.open(kind, start);
            self.skip(sign.len());
            return Ok(());
        }
        let flags: String = word.chars().take_while(|letter| "aiLmsux-".contains(*letter)).collect();
        if flags.is_empty() || !word[flags.len()..].starts_with(':') {
            let shown: String = word.chars().take(1).collect();
            let more = if shown == "<" { ": a named group is written (?P<name>…)" } else { "" };
            return Err(format!("unknown extension ?{shown}{more}"));
        }
        // `(?a:…)`: the engine has neither of these flags, and text is always Unicode.
        let known: String = flags.chars().filter(|letter| !"aLu".contains(*letter)).collect();
        let _ = write!(self.out, "(?{known}:");
        self.structure.open(Kind::Other, start);
        self.skip(flags.len() + 1);
        Ok(())
    }

    fn skip(&mut self, count: usize) {
        for _ in 0..count {
            self.letters.next();
        }
    }

    /// After a brace: a number of repetitions, or the brace itself.
    fn count(&mut self) -> Outcome<()> {
        let inside: String = self.letters.clone().take_while(|letter| *letter != '}').collect();
        let is_closed = self.letters.clone().any(|letter| letter == '}');
        let digits = |part: &str| part.chars().all(|letter| letter.is_ascii_digit());
        let counts = match inside.split_once(',') {
            Some((from, to)) => (digits(from) && digits(to)).then_some((from, Some(to))),
            None => (!inside.is_empty() && digits(&inside)).then_some((inside.as_str(), None)),
        };
        let Some((from, to)) = counts.filter(|_| is_closed) else {
            self.item(r"\{");
            return Ok(());
        };
        let from = if from.is_empty() { "0" } else { from };
        let sign = to.map_or_else(|| format!("{{{from}}}"), |to| format!("{{{from},{to}}}"));
        let is_optional = from.chars().all(|digit| digit == '0');
        self.skip(inside.chars().count() + 1);
        self.repeat(sign, is_optional)
    }

    /// After a backslash, outside or inside brackets.
    fn escape(&mut self, in_class: bool) -> Outcome<()> {
        let Some(letter) = self.letters.next() else { return Err("bad escape (end of pattern)".to_owned()) };
        let is_assertion = !in_class && "AZbB".contains(letter);
        self.structure.last = if is_assertion { Last::Assertion } else { Last::Item };
        match letter {
            'd' | 'D' | 's' | 'S' | 'w' | 'W' => self.out.extend(['\\', letter]),
            'b' if in_class => self.out.push_str(r"\x08"),
            'A' | 'b' if !in_class => self.out.extend(['\\', letter]),
            // In a text without letters it matches nowhere.
            'B' if !in_class => self.out.push_str(r"(?!\A\z)\B"),
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

    /// A character by its number, with this many digits.
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
        let number = format!("{first}{}", second.map(String::from).unwrap_or_default());
        self.structure.refer(number.parse().unwrap_or(0))?;
        // In parentheses, so that a following digit does not belong to the number.
        let _ = write!(self.out, "(?:\\{number})");
        Ok(())
    }

    /// A literal character, also within brackets and in verbose patterns.
    fn literal(&mut self, letter: char) {
        if letter.is_alphanumeric() || !letter.is_ascii() && !letter.is_whitespace() || letter == '_' {
            self.out.push(letter);
        } else {
            let _ = write!(self.out, "\\x{{{:x}}}", u32::from(letter));
        }
    }

    /// After an opening bracket. Within brackets only `]`, `\`, a leading `^`, and a `-` between two characters are
    /// special.
    fn class(&mut self) -> Outcome<()> {
        self.out.push('[');
        if self.letters.next_if_eq(&'^').is_some() {
            self.out.push('^');
        }
        let mut is_first = true;
        // Whether this `-` is between two characters, and whether it follows a class such as `\d`.
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
