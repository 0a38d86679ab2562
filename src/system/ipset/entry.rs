//! Entries of sets.

use super::{Call, Intent, Live, Operations, family, set_name};
use crate::operation::{Operation, change, changes_of, settled};
use machine::ipset::{self, Set};
use machine::process;
use model::Value;

/// Options of entries that have a value.
const VALUES: [&str; 6] = ["timeout", "packets", "bytes", "skbmark", "skbprio", "skbqueue"];

/// An entry as declared: `192.0.2.1 timeout 60`, and the options of all entries.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub(super) struct Wanted {
    pub element: String,
    pub options: Vec<String>,
}

impl Wanted {
    fn comment(&self) -> Option<&String> {
        self.options.iter().skip_while(|word| *word != "comment").nth(1)
    }

    /// False if the set has it with another comment.
    pub(super) fn has_its_comment(&self, set: &Set) -> bool {
        let Some(comment) = self.comment() else { return true };
        let there = set.entries.iter().find(|entry| entry.element == self.element);
        there.is_none_or(|entry| entry.comment.as_ref() == Some(comment))
    }

    /// The entry as it is shown.
    fn text(&self) -> String {
        std::iter::once(&self.element).chain(&self.options).map(String::as_str).collect::<Vec<_>>().join(" ")
    }
}

/// The entries of a call.
pub(super) fn declared(call: &Call<'_>) -> Vec<Wanted> {
    let fields = call.fields;
    let mut texts = fields.texts("entry").unwrap_or_default();
    if fields.takes("entries") {
        texts.extend(fields.texts("entries").unwrap_or_default());
    }
    let of_all = |name: &str| fields.text(name).map(|text| (name.to_owned(), text));
    let wanted = |text: &String| {
        let mut words = process::split(text).unwrap_or_else(|| vec![text.clone()]).into_iter();
        let element = words.next().unwrap_or_default();
        let mut options: Vec<String> = words.collect();
        // The options of the entry itself come first.
        for (name, value) in VALUES.iter().chain(&["comment"]).filter_map(|name| of_all(name)) {
            if !options.contains(&name) {
                options.extend([name, value]);
            }
        }
        if fields.boolean("nomatch") == Some(true) && !options.iter().any(|word| word == "nomatch") {
            options.push("nomatch".to_owned());
        }
        Wanted { element, options }
    };
    texts.iter().map(wanted).filter(|it| !it.element.is_empty()).collect()
}

/// The entries, and whether the set has each.
fn pairs(call: &Call<'_>, live: &Live, unknown: bool) -> Vec<(bool, Wanted)> {
    let mut has = live.seen.as_ref().map(|seen| seen.has.clone()).unwrap_or_default().into_iter();
    declared(call).into_iter().map(|it| (has.next().unwrap_or(unknown), it)).collect()
}

/// Lines of the comment for all entries, and commands for those that differ.
fn intent(
    call: &Call<'_>,
    live: &Live,
    foreseen: Vec<String>,
    done: Vec<String>,
    commands: Vec<process::Command>,
) -> Intent<Operations> {
    let lines = |all: Vec<String>| all.into_iter().map(|line| line + "\n").collect::<String>();
    if commands.is_empty() && live.seen.is_ok() {
        return settled(lines(done));
    }
    let operations = commands.into_iter().map(Operation::run).collect();
    change(lines(foreseen), lines(done), changes_of("locale", Value::from(call.name)), operations)
        .or_fail(format!("Failed to change set {} for family {}", set_name(call), family(call)))
        .unless_unread(live.seen.as_ref().err().map(String::as_str))
}

pub(super) fn present(call: &Call<'_>, live: &Live) -> Intent<Operations> {
    let (set, family) = (set_name(call), family(call));
    let (mut foreseen, mut done, mut commands) = (vec![], vec![], vec![]);
    for (has, it) in pairs(call, live, false) {
        let element = &it.element;
        if has {
            let same = format!("entry for {element} already in set {set} for {family}");
            foreseen.push(same.clone());
            done.push(same);
            continue;
        }
        foreseen.push(format!("entry {element} would be added to set {set} for family {family}"));
        done.push(format!("entry {} added to set {set} for family {family}", it.text()));
        // An entry with another comment is changed.
        let first = ["-exist", "add", &set, element];
        let words: Vec<&str> = first.into_iter().chain(it.options.iter().map(String::as_str)).collect();
        commands.push(ipset::command(&words));
    }
    intent(call, live, foreseen, done, commands)
}

pub(super) fn absent(call: &Call<'_>, live: &Live) -> Intent<Operations> {
    let (set, family) = (set_name(call), family(call));
    let (mut foreseen, mut done, mut commands) = (vec![], vec![], vec![]);
    for (has, it) in pairs(call, live, live.seen.is_err()) {
        let (element, text) = (&it.element, it.text());
        if !has {
            let same = format!("ipset entry for {text} not present in set {set} for {family}");
            foreseen.push(same.clone());
            done.push(same);
            continue;
        }
        foreseen.push(format!("ipset entry {element} would be removed from set {set} for {family}"));
        done.push(format!("ipset entry {text} removed from set {set} for {family}"));
        commands.push(ipset::command(&["-exist", "del", &set, element]));
    }
    intent(call, live, foreseen, done, commands)
}
