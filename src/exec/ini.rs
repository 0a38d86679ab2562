//! `ini.*`: the contents of INI files.
//!
//! See <https://docs.saltproject.io/en/3007/ref/modules/all/salt.modules.ini_manage.html>.

use super::call::{Bound, CallError};
use super::signature::{maybe, required, takes, text};
use super::{Context, Function};
use machine::file;
use machine::ini::{Ini, Rule};
use model::Effect::ReadsMachine;
use model::{Key, Map, Shape, Value};

pub(super) const FUNCTIONS: &[Function] = &[
    Function {
        name: "ini.get_ini",
        signature: takes(&[
            required("file_name", Shape::Text, "the file's path"),
            text("separator", "=", "the separator of an option and its value"),
            maybe("encoding", Shape::Text, "taken for compatibility, without effect"),
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
            text("separator", "=", "the separator of an option and its value"),
            maybe("encoding", Shape::Text, "taken for compatibility, without effect"),
        ]),
        doc: "Gives a section of an INI file; it is empty if there is no such section.",
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
            text("separator", "=", "the separator of an option and its value"),
            maybe("encoding", Shape::Text, "taken for compatibility, without effect"),
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
    let text = file::read_text(&path).map_err(|error| bound.failed(&error))?;
    let rule = Rule::Plain { separator: bound.text("separator"), has_spaces: true };
    let mut all = Map::new();
    for section in Ini::new(&text, rule).sections() {
        let keys = section.entries.into_iter().map(|entry| (Key::from(entry.key), entry.value.into()));
        if section.name.is_empty() {
            // Keys before all sections are beside these.
            all.extend(keys);
        } else if let Value::Map(known) =
            all.entry(section.name.into()).or_insert_with(|| Value::Map(Map::new()))
        {
            known.extend(keys);
        }
    }
    Ok(all)
}
