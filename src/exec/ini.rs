//! `ini.*`, and the text of INI files.
//!
//! See <https://docs.saltproject.io/en/3007/ref/modules/all/salt.modules.ini_manage.html>.

use super::call::{Bound, CallError};
use super::signature::{maybe, required, takes, text};
use super::{Context, Function};
use crate::model::Effect::ReadsMachine;
use crate::model::{Map, Shape, Value, python};

pub(super) const FUNCTIONS: &[Function] = &[
    Function {
        name: "ini.get_ini",
        signature: takes(&[
            required("file_name", Shape::Text, "the file's path"),
            text("separator", "=", "what stands between an option and its value"),
            maybe("encoding", Shape::Text, "taken for Salt's sake, without effect"),
        ]),
        doc: "Gives all sections of an INI file.",
        returns: "a mapping of sections",
        does: &[ReadsMachine],
        call: |context, bound| whole(context, bound).map(Value::Map),
    },
    Function {
        name: "ini.get_section",
        signature: takes(&[
            required("file_name", Shape::Text, "the file's path"),
            required("section", Shape::Text, "the section"),
            text("separator", "=", "what stands between an option and its value"),
            maybe("encoding", Shape::Text, "taken for Salt's sake, without effect"),
        ]),
        doc: "Gives a section of an INI file, empty where there is none.",
        returns: "a mapping",
        does: &[ReadsMachine],
        call: |context, bound| {
            let section = whole(context, bound)?.shift_remove(bound.text("section").as_str());
            Ok(section.unwrap_or_else(|| Value::Map(Map::new())))
        },
    },
    Function {
        name: "ini.get_option",
        signature: takes(&[
            required("file_name", Shape::Text, "the file's path"),
            required("section", Shape::Text, "the section"),
            required("option", Shape::Text, "the option"),
            text("separator", "=", "what stands between an option and its value"),
            maybe("encoding", Shape::Text, "taken for Salt's sake, without effect"),
        ]),
        doc: "Gives an option of an INI file, or nothing.",
        returns: "the value, or None",
        does: &[ReadsMachine],
        call: |context, bound| {
            let all = whole(context, bound)?;
            let section = all.get(bound.text("section").as_str()).and_then(Value::as_map);
            Ok(section.and_then(|section| section.get(bound.text("option").as_str())).cloned().into())
        },
    },
];

fn whole(context: &Context<'_>, bound: &Bound) -> Result<Map, CallError> {
    let path = super::file::expanded(context, &bound.text("file_name"));
    let text = std::fs::read_to_string(&path)
        .map_err(|error| bound.fails(format!("'{}' cannot be read: {error}", path.display())))?;
    Ok(parsed(&text, &bound.text("separator")))
}

/// The sections of a text; what stands before the first one counts as the section without a name.
pub(super) fn read(text: &str) -> Value {
    Value::Map(parsed(text, "="))
}

fn parsed(text: &str, separator: &str) -> Map {
    let mut sections = Map::new();
    let mut name = String::new();
    for line in text.lines().map(str::trim).filter(|line| !line.starts_with(['#', ';'])) {
        if let Some(section) = line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
            section.clone_into(&mut name);
            sections.entry(name.as_str().into()).or_insert_with(|| Value::Map(Map::new()));
        } else if let Some((option, value)) = line.split_once(separator) {
            let section = sections.entry(name.as_str().into()).or_insert_with(|| Value::Map(Map::new()));
            if let Value::Map(section) = section {
                section.insert(option.trim().into(), value.trim().into());
            }
        }
    }
    sections
}

/// Sections as text.
pub(super) fn write(value: &Value) -> String {
    let sections = value.as_map().into_iter().flatten();
    sections
        .map(|(name, section)| {
            let options = section.as_map().into_iter().flatten();
            let lines: String =
                options.map(|(option, value)| format!("{option} = {}\n", python::text(value))).collect();
            format!("[{name}]\n{lines}\n")
        })
        .collect()
}
