//! INI files, line by line: lines that the caller does not change stay as they are.
//!
//! Such files have several forms. [`Rule`] selects one of two; everything else is the same for both.

mod python;
#[cfg(test)]
mod tests;

use std::ops::Range;

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
    lines: Vec<String>,
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
        Self { lines: text.lines().map(str::to_owned).collect(), rule }
    }

    /// All lines, each with its line end.
    pub fn text(&self) -> String {
        self.lines.iter().map(|line| format!("{line}\n")).collect()
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
            let is_near = self.rule == Rule::Python || entry.lines.last().is_some_and(|last| last + 1 == at);
            is_near
                && entry.lines.first().is_some_and(|key| indent(&self.lines[at]) > indent(&self.lines[*key]))
        })
    }

    fn join(&self, section: &mut Section, at: usize) {
        let Some(entry) = section.entries.last_mut() else { return };
        let line = self.lines[at].as_str();
        if self.rule == Rule::Python {
            let from = entry.lines.last().map_or(at, |last| last + 1);
            let blanks = self.lines[from..at].iter().filter(|line| line.trim().is_empty());
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
        if let Some(entry) = self.entries(section).into_iter().rfind(|entry| entry.key == key) {
            for at in entry.lines[1..].iter().rev() {
                self.lines.remove(*at);
            }
            self.lines[entry.lines[0]] = line;
            return;
        }
        self.add_section(section);
        self.append(section, [line]);
    }

    /// Adds lines after the last line of a section that is not empty.
    fn append(&mut self, section: &str, lines: impl IntoIterator<Item = String>) {
        let Some(found) = self.named(section).into_iter().next() else { return };
        let own = &self.lines[found.lines.clone()];
        let filled = own.iter().rposition(|line| !line.trim().is_empty());
        let at = found.lines.start + filled.map_or(0, |count| count + 1);
        let rest = self.lines.split_off(at);
        self.lines.extend(lines);
        // An empty line separates the part before all sections from the first section.
        if section.is_empty() && rest.first().is_some_and(|line| self.rule.head(line).is_some()) {
            self.lines.push(String::new());
        }
        self.lines.extend(rest);
    }

    /// Uncomments a key in a section; returns whether it was commented out.
    pub fn uncomment(&mut self, section: &str, key: &str) -> bool {
        let bare = |at: &usize| {
            let bare = self.lines[*at].trim_start().strip_prefix(['#', ';'])?.trim_start_matches('#').trim();
            self.rule.pair(bare).filter(|(known, _)| known == key)?;
            Some((*at, bare.to_owned()))
        };
        let found = self.named(section).iter().flat_map(|section| &section.comments).find_map(bare);
        let Some((at, bare)) = found else { return false };
        self.lines[at] = bare;
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
        if self.lines.last().is_some_and(|line| !line.trim().is_empty()) {
            self.lines.push(String::new());
        }
        self.lines.push(format!("[{name}]"));
    }

    /// Removes a section up to the next one; returns its keys.
    pub fn remove_section(&mut self, name: &str) -> Option<Vec<Entry>> {
        let going = if name.is_empty() { vec![] } else { self.named(name) };
        let lines: Vec<usize> = going.iter().flat_map(|section| section.lines.clone()).collect();
        self.drop_lines(&lines);
        (!going.is_empty()).then(|| going.into_iter().flat_map(|section| section.entries).collect())
    }

    /// The comments of a section that begin with `#`, without the `#`.
    pub fn remarks(&self, section: &str) -> Vec<String> {
        let lines = self.remark_lines(section).into_iter();
        lines.filter_map(|at| Some(self.lines[at].trim().strip_prefix('#')?.trim().to_owned())).collect()
    }

    fn remark_lines(&self, section: &str) -> Vec<usize> {
        let all = self.named(section).into_iter().flat_map(|section| section.comments);
        all.filter(|at| self.lines[*at].trim_start().starts_with('#')).collect()
    }

    /// Replaces the comments of a section with these, at its end.
    pub fn set_remarks(&mut self, section: &str, remarks: &[String]) {
        self.drop_lines(&self.remark_lines(section));
        self.append(section, remarks.iter().map(|remark| format!("# {remark}")));
    }

    /// Removes empty lines at both ends.
    pub fn trim(&mut self) {
        let is_blank = |line: &String| line.trim().is_empty();
        let leading = self.lines.iter().take_while(|line| is_blank(line)).count();
        self.lines.drain(..leading);
        while self.lines.last().is_some_and(is_blank) {
            self.lines.pop();
        }
    }

    fn drop_lines(&mut self, going: &[usize]) {
        let mut at = 0..;
        self.lines.retain(|_| at.next().is_none_or(|at| !going.contains(&at)));
    }
}
