//! `ini.*`: keys and sections of INI files.
//!
//! ```yaml
//! /etc/php/php.ini:
//!   ini.options_present:
//!     - sections:
//!         PHP:
//!           memory_limit: 256M
//!           expose_php: 'Off'
//! ```
//!
//! Other lines stay as they are, comments and empty lines too. A key that is commented out is uncommented in its place.
//!
//! See <https://docs.saltproject.io/en/3007/ref/states/all/salt.states.ini_manage.html>.

#[cfg(test)]
mod tests;

use std::path::Path;

use indexmap::IndexSet;

use super::{Call, Intent, LocalState};
use crate::operation::{Operation, Operations, act, report, with};
use machine::file;
use machine::ini::{self, Entry, Rule};
use model::{Argument, Function, Map, Outcome, Shape, Value, chain, python};

const NAME: Argument = Argument::optional("name", Shape::Text, "the file, absolute; the ID if left out");
const SEPARATOR: Argument =
    Argument::optional("separator", Shape::Text, "the separator of a key and its value; = if left out");
const ENCODING: Argument =
    Argument::optional("encoding", Shape::Text, "taken for compatibility: files are UTF-8");
const NAMES: Argument =
    Argument::optional("sections", Shape::Either(&[Shape::Texts, Shape::Table(&Shape::Any)]), "the sections");

const PRESENT: &[Argument] = &[
    NAME,
    Argument::optional(
        "sections",
        Shape::Table(&Shape::Any),
        "keys and values by section; keys before all sections are beside the sections",
    ),
    SEPARATOR,
    Argument::optional("strict", Shape::Boolean, "whether other sections and keys are removed"),
    ENCODING,
    Argument::optional("no_spaces", Shape::Boolean, "whether there are no blanks around the separator"),
];

const ABSENT: &[Argument] = &[
    NAME,
    Argument::optional("sections", Shape::Table(&Shape::Any), "lists of keys by section"),
    SEPARATOR,
    ENCODING,
];

/// The state module `ini`.
pub struct Ini;

/// The new text of the file, and the report.
struct Edit {
    text: ini::Ini,
    changes: Map,
    /// The report of a test run, line by line.
    report: Vec<String>,
}

impl LocalState for Ini {
    /// The present contents of the file, if it exists.
    type Live = Option<String>;
    type Step = Operations;

    const FUNCTIONS: &'static [Function] = &[
        Function::other("options_present", &["ini.options_present"], PRESENT, "Sets keys of an INI file."),
        Function::other("options_absent", &["ini.options_absent"], ABSENT, "Removes keys from an INI file."),
        Function::other(
            "sections_present",
            &["ini.sections_present"],
            &[NAME, NAMES, SEPARATOR, ENCODING],
            "Sets sections of an INI file.",
        ),
        Function::other(
            "sections_absent",
            &["ini.sections_absent"],
            &[NAME, NAMES, SEPARATOR, ENCODING],
            "Removes sections from an INI file.",
        ),
    ];
    const REACTS: bool = false;

    async fn describe(call: Call<'_>) -> Result<Self::Live, Outcome> {
        file::text_if_there(Path::new(call.name)).map_err(|error| Outcome::failed(chain(&error)))
    }

    fn diff(call: Call<'_>, live: Self::Live) -> Intent<Operations> {
        let fields = call.fields;
        let separator = fields.text("separator").unwrap_or_else(|| "=".to_owned());
        let has_spaces = !(fields.takes("no_spaces") && fields.boolean("no_spaces") == Some(true));
        let rule = Rule::Plain { separator, has_spaces };
        let before = ini::Ini::new(live.as_deref().unwrap_or_default(), rule);
        let mut edit = Edit { text: before.clone(), changes: Map::new(), report: vec![] };
        match call.function.verb {
            "options_present" => edit.set(&call),
            "options_absent" => edit.unset(&call),
            "sections_present" => edit.add_sections(&names(&call)),
            _ => edit.remove_sections(&names(&call)),
        }
        edit.intent(call.name, &before)
    }
}

fn names(call: &Call<'_>) -> Vec<String> {
    match call.fields.value("sections") {
        Some(Value::Map(map)) => map.keys().map(ToString::to_string).collect(),
        _ => call.fields.texts("sections").unwrap_or_default(),
    }
}

fn sections(call: &Call<'_>) -> Map {
    call.fields.value("sections").and_then(|value| value.as_map().cloned()).unwrap_or_default()
}

fn change(before: impl Into<Value>, after: impl Into<Value>) -> Value {
    [("before", before.into()), ("after", after.into())].into_iter().collect()
}

fn keys(entries: Vec<Entry>) -> Map {
    entries.into_iter().map(|entry| (entry.key.into(), Value::from(entry.value))).collect()
}

/// The names of the sections, each once.
fn section_names(text: &ini::Ini) -> IndexSet<String> {
    let named = text.sections().into_iter().map(|section| section.name);
    named.filter(|name| !name.is_empty()).collect()
}

fn of(section: &str) -> String {
    if section.is_empty() { String::new() } else { format!(" in section {section}") }
}

impl Edit {
    fn set(&mut self, call: &Call<'_>) {
        let (wanted, strict) = (sections(call), call.fields.boolean("strict") == Some(true));
        let before = self.text.clone();
        let top: Map = wanted
            .iter()
            .filter(|(_, value)| value.as_map().is_none())
            .map(|(key, value)| (key.clone(), value.clone()))
            .collect();
        let mut changed = self.set_keys("", &top);
        if strict {
            changed.extend(self.remove_others("", &top, &before, "Removed"));
            for section in
                section_names(&before).into_iter().filter(|name| !wanted.contains_key(name.as_str()))
            {
                let keys = self.remove_section(&section).unwrap_or_default();
                self.report.push(format!("Removed section {section}."));
                changed.insert(section.as_str().into(), change(Value::Map(keys), Value::Null));
            }
        }
        self.changes.extend(changed);
        for (section, body) in &wanted {
            if let Some(body) = body.as_map() {
                self.set_section(&section.to_string(), body, strict, &before);
            }
        }
    }

    fn set_section(&mut self, section: &str, body: &Map, strict: bool, before: &ini::Ini) {
        let mut changed =
            if strict { self.remove_others(section, body, before, "Deleted") } else { Map::new() };
        let is_new = !before.has_section(section);
        let set = self.set_keys(section, body);
        if is_new {
            self.text.add_section(section);
            let plain = body.iter().map(|(key, value)| (key.clone(), Value::from(python::text(value))));
            changed.insert("before".into(), Value::Null);
            changed.insert("after".into(), Value::Map(plain.collect()));
        } else {
            changed.extend(set);
        }
        if !changed.is_empty() {
            self.changes.insert(section.into(), Value::Map(changed));
        }
    }

    /// Removes the keys of a section that are not wanted.
    fn remove_others(&mut self, section: &str, wanted: &Map, before: &ini::Ini, verb: &str) -> Map {
        let mut changed = Map::new();
        for (key, value) in keys(before.entries(section)) {
            if !wanted.contains_key(&key) {
                let key = key.to_string();
                self.remove(section, &key);
                self.report.push(format!("{verb} key {key}{}.", of(section)));
                changed.insert(key.as_str().into(), change(value, Value::Null));
            }
        }
        changed
    }

    /// Removes a key; returns its value.
    fn remove(&mut self, section: &str, key: &str) -> Option<String> {
        self.text.remove(section, key)
    }

    fn remove_section(&mut self, name: &str) -> Option<Map> {
        self.text.remove_section(name).map(keys)
    }

    fn set_keys(&mut self, section: &str, keys: &Map) -> Map {
        let mut changed = Map::new();
        for (key, value) in keys {
            let (name, value) = (key.to_string(), python::text(value));
            let now = self.text.value(section, &name);
            let is_so = now.as_ref() == Some(&value);
            let word = if is_so { "Unchanged" } else { "Changed" };
            self.report.push(format!("{word} key {name}{}.", of(section)));
            if !is_so {
                if now.is_none() {
                    self.text.uncomment(section, &name);
                }
                self.text.set(section, &name, &value);
                changed.insert(key.clone(), change(now.map_or(Value::Null, Value::from), value));
            }
        }
        changed
    }

    fn unset(&mut self, call: &Call<'_>) {
        for (section, keys) in &sections(call) {
            let name = section.to_string();
            // An entry that is not a list is a key before all sections.
            let (place, keys): (&str, Vec<String>) = match keys.as_list() {
                Some(keys) => (&name, keys.iter().map(python::text).collect()),
                None => ("", vec![name.clone()]),
            };
            let mut gone = Map::new();
            for key in keys {
                match self.remove(place, &key) {
                    Some(value) => {
                        self.report.push(format!("Deleted key {key}{}.", of(place)));
                        gone.insert(key.as_str().into(), value.into());
                    }
                    None => self.report.push(format!("Key {key}{} does not exist.", of(place))),
                }
            }
            if place.is_empty() {
                self.changes.extend(gone);
            } else if !gone.is_empty() {
                self.changes.insert(section.clone(), Value::Map(gone));
            }
        }
    }

    fn add_sections(&mut self, names: &[String]) {
        for name in names {
            if self.text.has_section(name) {
                self.report.push(format!("Section unchanged {name}."));
                continue;
            }
            self.text.add_section(name);
            self.report.push(format!("Created new section {name}."));
            self.changes.insert(name.as_str().into(), change(Value::Null, Value::Map(Map::new())));
        }
    }

    fn remove_sections(&mut self, names: &[String]) {
        for name in names {
            match self.remove_section(name) {
                None => self.report.push(format!("Section {name} does not exist.")),
                Some(keys) => {
                    self.report.push(format!("Deleted section {name}."));
                    self.changes.insert(name.as_str().into(), Value::Map(keys));
                }
            }
        }
    }

    fn intent(self, name: &str, before: &ini::Ini) -> Intent<Operations> {
        let lines: String = self.report.iter().map(|line| format!("{line}\n")).collect();
        if self.text == *before {
            let foreseen = if lines.is_empty() { "No changes detected.".to_owned() } else { lines };
            return report(Outcome::succeeded(foreseen), Outcome::succeeded("No anomaly detected"));
        }
        act(
            with(Outcome::would_change(lines), self.changes.clone()),
            vec![Operation::write(name, self.text.text())],
            with(Outcome::succeeded("Changes take effect"), self.changes),
        )
        .or_fail(format!("'{name}' cannot be written"))
    }
}
