//! The open groups of a pattern, and which parts may be repeated, as in Python's parser.

use std::fmt::Write;

use super::Flags;

type Outcome<T> = Result<T, String>;

/// The part before a repetition sign.
#[derive(Clone, Copy)]
pub(super) enum Last {
    /// The beginning, or a bar.
    Nothing,
    /// `^`, `$`, `\b` and others that cannot be repeated.
    Assertion,
    /// A look ahead or behind, which the engine cannot repeat, with its start.
    Look(usize),
    /// A part that is repeated already.
    Repeated,
    /// Anything else.
    Item,
}

/// A group that is not closed yet.
struct Open {
    number: Option<usize>,
    /// Where it begins, in the engine's words.
    start: usize,
    looks: bool,
    /// How many bars a condition may still have; none for other groups.
    bars: Option<usize>,
}

/// The type of a group.
#[derive(Clone, Copy, Eq, PartialEq)]
pub(super) enum Kind {
    Captures,
    Looks,
    Condition,
    Other,
}

pub(super) struct Structure {
    groups: usize,
    open: Vec<Open>,
    /// Names with their numbers.
    names: Vec<(String, usize)>,
    /// Groups that conditions name by number, which may come later.
    wanted: Vec<usize>,
    pub last: Last,
}

impl Structure {
    pub(super) fn new() -> Self {
        Self { groups: 0, open: vec![], names: vec![], wanted: vec![], last: Last::Nothing }
    }

    pub(super) fn open(&mut self, kind: Kind, start: usize) {
        self.groups += usize::from(kind == Kind::Captures);
        let number = (kind == Kind::Captures).then_some(self.groups);
        let bars = (kind == Kind::Condition).then_some(1);
        self.open.push(Open { number, start, looks: kind == Kind::Looks, bars });
        self.last = Last::Nothing;
    }

    pub(super) fn close(&mut self) -> Outcome<()> {
        let group = self.open.pop().ok_or("unbalanced parenthesis")?;
        self.last = if group.looks { Last::Look(group.start) } else { Last::Item };
        Ok(())
    }

    pub(super) fn bar(&mut self) -> Outcome<()> {
        if let Some(Open { bars: Some(left), .. }) = self.open.last_mut() {
            *left = left.checked_sub(1).ok_or("conditional backref with more than two branches")?;
        }
        self.last = Last::Nothing;
        Ok(())
    }

    /// At the end of the pattern.
    pub(super) fn end(&self) -> Outcome<()> {
        if !self.open.is_empty() {
            return Err("missing ), unterminated subpattern".to_owned());
        }
        match self.wanted.iter().find(|number| **number > self.groups) {
            Some(number) => Err(format!("invalid group reference {number}")),
            None => Ok(()),
        }
    }

    /// Notes the name of the group that is opened next.
    pub(super) fn name(&mut self, name: &str) -> Outcome<()> {
        check_name(name)?;
        if self.names.iter().any(|(known, _)| known == name) {
            return Err(format!("redefinition of group name '{name}'"));
        }
        self.names.push((name.to_owned(), self.groups + 1));
        Ok(())
    }

    /// The number of the group with this name.
    pub(super) fn numbered(&self, name: &str) -> Outcome<usize> {
        check_name(name)?;
        let known = self.names.iter().find(|(known, _)| known == name);
        known.map(|(_, number)| *number).ok_or_else(|| format!("unknown group name '{name}'"))
    }

    /// A group that matched before.
    pub(super) fn refer(&mut self, number: usize) -> Outcome<()> {
        if number == 0 || number > self.groups {
            return Err(format!("invalid group reference {number}"));
        }
        if self.open.iter().any(|group| group.number == Some(number)) {
            return Err("cannot refer to an open group".to_owned());
        }
        self.last = Last::Item;
        Ok(())
    }

    /// The group of a condition: its number, or its name.
    pub(super) fn condition(&mut self, asked: &str) -> Outcome<usize> {
        if asked.is_empty() {
            return Err("missing group name".to_owned());
        }
        if !asked.chars().all(|digit| digit.is_ascii_digit()) {
            return self.numbered(asked);
        }
        let number = asked.parse().ok().filter(|number| *number > 0);
        let number = number.ok_or_else(|| format!("bad group number {asked}"))?;
        self.wanted.push(number);
        Ok(number)
    }

    /// Repeats the last part by a sign such as `*?`; `is_optional` if zero times are allowed.
    pub(super) fn repeat(&mut self, out: &mut String, sign: &str, is_optional: bool) -> Outcome<()> {
        match self.last {
            Last::Nothing | Last::Assertion => return Err("nothing to repeat".to_owned()),
            Last::Repeated => return Err("multiple repeat".to_owned()),
            Last::Item => out.push_str(sign),
            // It matches no characters: once is the same as many times.
            Last::Look(start) if is_optional => {
                let is_lazy = sign.len() > 1 && sign.ends_with('?');
                out.insert_str(start, if is_lazy { "(?:|" } else { "(?:" });
                let _ = write!(out, "{}", if is_lazy { ")" } else { "|)" });
            }
            Last::Look(_) => {}
        }
        self.last = Last::Repeated;
        Ok(())
    }
}

fn check_name(name: &str) -> Outcome<()> {
    let is_letter = |letter: char| letter.is_alphabetic() || letter == '_';
    if name.is_empty() {
        return Err("missing group name".to_owned());
    }
    if !name.starts_with(is_letter) || !name.chars().all(|letter| is_letter(letter) || letter.is_numeric()) {
        return Err(format!("bad character in group name '{name}'"));
    }
    Ok(())
}

/// Removes `(?im)` from the beginning: in Python these flags hold for the whole pattern.
pub(super) fn leading_flags(text: &str, mut flags: Flags) -> Outcome<(Flags, &str)> {
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
