//! The text of an INI file, changed line by line: what is not asked for stays as it is.

use crate::model::{Map, Value};

/// How a key and its value are parted.
#[derive(Clone, Debug)]
pub(super) struct Form {
    pub separator: String,
    pub has_spaces: bool,
}

/// A file as lines.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) struct Text(Vec<String>);

fn is_comment(line: &str) -> bool {
    line.trim_start().starts_with(['#', ';'])
}

/// The section that a line begins.
fn section_of(line: &str) -> Option<&str> {
    line.trim().strip_prefix('[')?.strip_suffix(']').filter(|name| !name.is_empty())
}

impl Form {
    fn line(&self, key: &str, value: &str) -> String {
        let sign = self.separator.trim();
        match (sign.is_empty(), self.has_spaces) {
            (true, _) => format!("{key} {value}"),
            (false, true) => format!("{key} {sign} {value}"),
            (false, false) => format!("{key}{sign}{value}"),
        }
    }

    fn pair<'a>(&self, line: &'a str) -> Option<(&'a str, &'a str)> {
        let sign = self.separator.trim();
        let line = line.trim();
        let (key, value) =
            if sign.is_empty() { line.split_once(char::is_whitespace)? } else { line.split_once(sign)? };
        Some((key.trim(), value.trim())).filter(|(key, _)| !key.is_empty())
    }
}

impl Text {
    pub fn new(text: &str) -> Self {
        Self(text.lines().map(str::to_owned).collect())
    }

    pub fn whole(&self) -> String {
        self.0.iter().map(|line| format!("{line}\n")).collect()
    }

    /// The lines of a section behind its head; what comes before all sections has no name.
    fn range(&self, section: &str) -> Option<std::ops::Range<usize>> {
        let start = if section.is_empty() {
            0
        } else {
            1 + self.0.iter().position(|line| section_of(line) == Some(section))?
        };
        let behind = self.0[start..].iter().position(|line| section_of(line).is_some());
        Some(start..behind.map_or(self.0.len(), |count| start + count))
    }

    /// The names of the sections.
    pub fn sections(&self) -> Vec<String> {
        self.0.iter().filter_map(|line| section_of(line)).map(str::to_owned).collect()
    }

    pub fn has_section(&self, section: &str) -> bool {
        self.range(section).is_some()
    }

    /// Where each key of a section stands, with the lines that are indented below it, and its value.
    fn places(&self, section: &str, form: &Form) -> Vec<(String, std::ops::Range<usize>, String)> {
        let Some(range) = self.range(section) else { return vec![] };
        let mut found: Vec<(String, std::ops::Range<usize>, String)> = vec![];
        let indent = |line: &str| line.len() - line.trim_start().len();
        for index in range {
            let line = &self.0[index];
            if line.trim().is_empty() || is_comment(line) {
                continue;
            }
            if let Some((_, place, value)) = found.last_mut()
                && place.end == index
                && indent(line) > indent(&self.0[place.start])
            {
                place.end = index + 1;
                value.push('\n');
                value.push_str(line);
            } else if let Some((key, value)) = form.pair(line) {
                found.push((key.to_owned(), index..index + 1, value.to_owned()));
            }
        }
        found
    }

    /// The keys of a section and their values.
    pub fn keys(&self, section: &str, form: &Form) -> Map {
        let places = self.places(section, form);
        places.into_iter().map(|(key, _, value)| (key.as_str().into(), Value::from(value))).collect()
    }

    /// The value of a key.
    pub fn value(&self, section: &str, key: &str, form: &Form) -> Option<String> {
        let places = self.places(section, form);
        places.into_iter().find(|(known, ..)| known == key).map(|(.., value)| value)
    }

    /// Sets a key: in its place, where it is commented out, or at the end of its section.
    pub fn set(&mut self, section: &str, key: &str, value: &str, form: &Form) {
        let line = form.line(key, value);
        let place = self.places(section, form).into_iter().find(|(known, ..)| known == key);
        if let Some((_, place, _)) = place {
            self.0.splice(place, [line]);
            return;
        }
        self.add_section(section);
        let range = self.range(section).unwrap_or_default();
        let is_it = |text: &String| {
            let bare = text.trim_start().strip_prefix(['#', ';']).map(|bare| bare.trim_start_matches('#'));
            bare.and_then(|bare| form.pair(bare)).is_some_and(|(known, _)| known == key)
        };
        match self.0[range.clone()].iter().position(is_it) {
            Some(count) => self.0[range.start + count] = line,
            None => {
                let filled = self.0[range.clone()].iter().rposition(|line| !line.trim().is_empty());
                let at = filled.map_or(range.start, |count| range.start + count + 1);
                self.0.insert(at, line);
                // A key before all sections is not glued to the first one.
                if section.is_empty() && self.0.get(at + 1).is_some_and(|line| section_of(line).is_some()) {
                    self.0.insert(at + 1, String::new());
                }
            }
        }
    }

    /// Adds a section without keys at the end, unless it is there.
    pub fn add_section(&mut self, section: &str) {
        if self.has_section(section) {
            return;
        }
        if self.0.last().is_some_and(|line| !line.trim().is_empty()) {
            self.0.push(String::new());
        }
        self.0.push(format!("[{section}]"));
    }

    /// Takes a key away; its value.
    pub fn remove(&mut self, section: &str, key: &str, form: &Form) -> Option<String> {
        let (_, place, value) = self.places(section, form).into_iter().find(|(known, ..)| known == key)?;
        self.0.drain(place);
        self.trim();
        Some(value)
    }

    /// Takes a section away; its keys.
    pub fn remove_section(&mut self, section: &str, form: &Form) -> Option<Map> {
        let keys = self.keys(section, form);
        let range = self.range(section).filter(|_| !section.is_empty())?;
        self.0.drain(range.start - 1..range.end);
        self.trim();
        Some(keys)
    }

    /// No empty lines are left at the ends by what is gone.
    fn trim(&mut self) {
        let is_blank = |line: &String| line.trim().is_empty();
        let leading = self.0.iter().take_while(|line| is_blank(line)).count();
        self.0.drain(..leading);
        while self.0.last().is_some_and(is_blank) {
            self.0.pop();
        }
    }
}
