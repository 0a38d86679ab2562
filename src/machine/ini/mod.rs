//! INI files, line by line: lines that the caller does not change stay as they are.
//!
//! Such files have several forms. [`Rule`] selects one of two; everything else is the same for both.

mod python;
#[cfg(test)]
mod tests;

use std::ops::Range;

use super::lines::Lines;

pub use python::{IniError, Sections, read, write};

/// How keys, values and sections are recognized.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Rule {
    /// Keys as they are written. A line that is indented further than its key belongs to the value, until any other line follows.
    Plain {
        /// The separator of a key and its value; white space if it is blank.
        separator: String,
        /// Whether a written line has blanks around the separator.
        has_spaces: bool,
    },
    /// As Python's `configparser`, dnf and yum read them: keys in lower case, `=` or `:`. Empty lines and comments do not end a
    /// value. White space around its lines does not belong to a value. Text behind the bracket of a section is ignored.
    ///
    /// See <https://docs.python.org/3/library/configparser.html#supported-ini-file-structure>.
    Python,
}

/// A key of a section.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Entry {
    /// Its name.
    pub key: String,
    /// Its value, with its continuation lines.
    pub value: String,
    /// Its lines, counted from 0. Lines between them belong to nobody.
    lines: Vec<usize>,
}

/// A section, or the part before all sections, which has no name.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Section {
    /// Its name, without brackets.
    pub name: String,
    /// Its keys, in their order.
    pub entries: Vec<Entry>,
    /// Its lines, with its heading.
    lines: Range<usize>,
    comments: Vec<usize>,
    /// Lines without a meaning by this rule.
    strays: Vec<usize>,
}

/// A file as lines.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Ini {
    lines: Lines,
    rule: Rule,
}

fn indent(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

impl Rule {
    /// The section that a line begins.
    fn head<'a>(&self, line: &'a str) -> Option<&'a str> {
        let inside = line.trim().strip_prefix('[')?;
        let name = match self {
            Self::Plain { .. } => inside.strip_suffix(']'),
            Self::Python => inside.rsplit_once(']').map(|(name, _)| name),
        };
        name.filter(|name| !name.is_empty())
    }

    fn pair(&self, line: &str) -> Option<(String, String)> {
        let line = line.trim();
        let (key, value) = match self {
            Self::Plain { separator, .. } => match separator.trim() {
                "" => line.split_once(char::is_whitespace)?,
                sign => line.split_once(sign)?,
            },
            Self::Python => line.split_once(['=', ':'])?,
        };
        let key = key.trim();
        let key = if *self == Self::Python { key.to_lowercase() } else { key.to_owned() };
        (!key.is_empty()).then(|| (key, value.trim().to_owned()))
    }

    fn line(&self, key: &str, value: &str) -> String {
        match self {
            Self::Plain { separator, has_spaces } => match (separator.trim(), has_spaces) {
                ("", _) => format!("{key} {value}"),
                (sign, true) => format!("{key} {sign} {value}"),
                (sign, false) => format!("{key}{sign}{value}"),
            },
            Self::Python => format!("{key}={}", value.replace('\n', "\n ")),
        }
    }
}

impl Ini {
    /// A text that is read and written by a rule.
    pub fn new(text: &str, rule: Rule) -> Self {
        Self { lines: Lines::of(text), rule }
    }

    /// All lines, each with its line end.
    pub fn text(&self) -> String {
        self.lines.text()
    }

    /// The part before all sections, and each section as often as it begins.
    pub fn sections(&self) -> Vec<Section> {
        let is_python = self.rule == Rule::Python;
        let mut found = vec![];
        let mut section = Section::default();
        for (at, line) in self.lines.iter().enumerate() {
            let name = self.rule.head(line).filter(|_| !(is_python && self.goes_on(&section, at)));
            if let Some(name) = name {
                let next = Section { name: name.to_owned(), lines: at..at + 1, ..Section::default() };
                found.push(std::mem::replace(&mut section, next));
                continue;
            }
            section.lines.end = at + 1;
            if line.trim().is_empty() {
            } else if line.trim_start().starts_with(['#', ';']) {
                section.comments.push(at);
            } else if self.goes_on(&section, at) {
                self.join(&mut section, at);
            } else if let Some((key, value)) = self.rule.pair(line) {
                section.entries.push(Entry { key, value, lines: vec![at] });
            } else {
                section.strays.push(at);
            }
        }
        found.push(section);
        found
    }

    /// Whether a line belongs to the value above it.
    fn goes_on(&self, section: &Section, at: usize) -> bool {
        section.entries.last().is_some_and(|entry| {
            let is_python = self.rule == Rule::Python;
            let is_near = is_python || entry.lines.last().is_some_and(|last| last + 1 == at);
            let line = self.lines.get(at);
            let is_deeper =
                entry.lines.first().is_some_and(|key| indent(line) > indent(self.lines.get(*key)));
            is_near && is_deeper && (is_python || !self.is_key_of_its_own(entry, line))
        })
    }

    /// Whether an indented line after a value is a key, and not more of the value.
    fn is_key_of_its_own(&self, above: &Entry, line: &str) -> bool {
        let is_word = |key: &str| key.chars().all(|it| it.is_ascii_alphanumeric() || "_-.".contains(it));
        let has_value = above.value.lines().next().is_some_and(|first| !first.is_empty());
        has_value && self.rule.pair(line).is_some_and(|(key, _)| is_word(&key))
    }

    fn join(&self, section: &mut Section, at: usize) {
        let Some(entry) = section.entries.last_mut() else { return };
        let line = self.lines.get(at);
        if self.rule == Rule::Python {
            let from = entry.lines.last().map_or(at, |last| last + 1);
            let blanks = (from..at).filter(|between| self.lines.get(*between).trim().is_empty());
            entry.value.extend(blanks.map(|_| '\n'));
            entry.value.push('\n');
            entry.value.push_str(line.trim());
        } else {
            entry.value.push('\n');
            entry.value.push_str(line);
        }
        entry.lines.push(at);
    }

    /// The sections of that name: a file may begin a section more than once.
    fn named(&self, name: &str) -> Vec<Section> {
        let all = self.sections().into_iter();
        all.filter(|section| section.name == name).collect()
    }

    /// Whether there is a section of that name. The part before all sections always exists.
    pub fn has_section(&self, name: &str) -> bool {
        !self.named(name).is_empty()
    }

    /// The keys of a section, in all its parts; the last of several keys of one name counts.
    pub fn entries(&self, section: &str) -> Vec<Entry> {
        self.named(section).into_iter().flat_map(|section| section.entries).collect()
    }

    /// The value of a key.
    pub fn value(&self, section: &str, key: &str) -> Option<String> {
        let entry = self.entries(section).into_iter().rfind(|entry| entry.key == key);
        entry.map(|entry| entry.value)
    }

    /// Sets a key in its place, or at the end of its section.
    pub fn set(&mut self, section: &str, key: &str, value: &str) {
        let line = self.rule.line(key, value);
        let there = self.entries(section).into_iter().rfind(|entry| entry.key == key);
        if let Some((first, others)) = there.as_ref().and_then(|entry| entry.lines.split_first()) {
            let old = self.lines.get(*first);
            let blanks = if self.rule == Rule::Python { "" } else { &old[..indent(old)] };
            let mut lines = line.split('\n');
            self.lines.set(*first, format!("{blanks}{}", lines.next().unwrap_or_default()));
            self.drop_lines(others);
            for (more, line) in lines.enumerate() {
                self.lines.insert(first + more + 1, line);
            }
            return;
        }
        self.add_section(section);
        self.append(section, line.split('\n').map(str::to_owned));
    }

    /// Adds lines after the last line of a section that is not empty.
    fn append(&mut self, section: &str, lines: impl IntoIterator<Item = String>) {
        let Some(found) = self.named(section).into_iter().next() else { return };
        let filled = found.lines.clone().rev().find(|at| !self.lines.get(*at).trim().is_empty());
        let first = filled.map_or(found.lines.start, |last| last + 1);
        // An empty line separates the part before all sections from the first section.
        if section.is_empty() && self.rule.head(self.lines.get(first)).is_some() {
            self.lines.insert(first, "");
        }
        for (at, line) in (first..).zip(lines) {
            self.lines.insert(at, line);
        }
    }

    /// Uncomments a key in a section; returns whether it was commented out.
    pub fn uncomment(&mut self, section: &str, key: &str) -> bool {
        let bare = |at: &usize| {
            let bare =
                self.lines.get(*at).trim_start().strip_prefix(['#', ';'])?.trim_start_matches('#').trim();
            self.rule.pair(bare).filter(|(known, _)| known == key)?;
            Some((*at, bare.to_owned()))
        };
        let found = self.named(section).iter().flat_map(|section| &section.comments).find_map(bare);
        let Some((at, bare)) = found else { return false };
        self.lines.set(at, bare);
        true
    }

    /// Removes a key everywhere in the section; returns the value that counted.
    pub fn remove(&mut self, section: &str, key: &str) -> Option<String> {
        let own = self.entries(section).into_iter().filter(|entry| entry.key == key);
        let mut value = None;
        let mut going = vec![];
        for entry in own {
            going.extend(entry.lines);
            value = Some(entry.value);
        }
        self.drop_lines(&going);
        value
    }

    /// Adds a section without keys at the end, unless it exists.
    pub fn add_section(&mut self, name: &str) {
        if self.has_section(name) {
            return;
        }
        if self.lines.iter().next_back().is_some_and(|line| !line.trim().is_empty()) {
            self.lines.push("");
        }
        self.lines.push(format!("[{name}]"));
    }

    /// Removes a section up to the next one; returns its keys.
    pub fn remove_section(&mut self, name: &str) -> Option<Vec<Entry>> {
        let going = if name.is_empty() { vec![] } else { self.named(name) };
        self.drop_lines(&going.iter().flat_map(|section| section.lines.clone()).collect::<Vec<_>>());
        (!going.is_empty()).then(|| going.into_iter().flat_map(|section| section.entries).collect())
    }

    /// The comments of a section that begin with `#`, without the `#`.
    pub fn remarks(&self, section: &str) -> Vec<String> {
        let lines = self.remark_lines(section).into_iter();
        lines.filter_map(|at| Some(self.lines.get(at).trim().strip_prefix('#')?.trim().to_owned())).collect()
    }

    fn remark_lines(&self, section: &str) -> Vec<usize> {
        let all = self.named(section).into_iter().flat_map(|section| section.comments);
        all.filter(|at| self.lines.get(*at).trim_start().starts_with('#')).collect()
    }

    /// Replaces the comments of a section with these, at its end.
    pub fn set_remarks(&mut self, section: &str, remarks: &[String]) {
        self.drop_lines(&self.remark_lines(section));
        self.append(section, remarks.iter().map(|remark| format!("# {remark}")));
    }

    fn drop_lines(&mut self, going: &[usize]) {
        self.lines.retain(|at, _| !going.contains(&at));
    }
}
