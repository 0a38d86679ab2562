//! `test.check_pillar`: whether the pillar holds certain keys with certain types.

use indexmap::IndexMap;

use model::{Fields, Minion, Outcome, Value};

/// The arguments with keys, and the type of each, as Python prints it in Salt's comment.
const TYPES: &[(&str, &str)] = &[
    ("present", "None"),
    ("boolean", "<class 'bool'>"),
    ("integer", "<class 'int'>"),
    ("string", "(<class 'str'>,)"),
    ("listing", "<class 'list'>"),
    ("dictionary", "<class 'dict'>"),
];

pub(super) fn check(fields: &Fields, minion: &Minion) -> Outcome {
    let mut keys: IndexMap<String, (&str, &str)> = IndexMap::new();
    for (argument, type_name) in TYPES {
        for key in fields.texts(argument).unwrap_or_default() {
            keys.insert(key, (argument, type_name));
        }
    }
    if keys.is_empty() {
        return Outcome::failed("Missing required argument text.");
    }
    let mut comment = String::new();
    let mut passed = String::new();
    for (key, (argument, type_name)) in &keys {
        match minion.pillar(key).filter(|value| is_truly_there(value)) {
            None => comment.push_str(&format!("Pillar key \"{key}\" is missing.\n")),
            Some(value) if !is_of(argument, value) => {
                comment.push_str(&format!("Pillar key \"{key}\" is not {type_name}.\n"));
            }
            Some(_) => passed.push_str(&format!("- {key} ({type_name})\n")),
        }
    }
    let failed = !comment.is_empty();
    if fields.boolean("verbose") == Some(true) && !passed.is_empty() {
        comment.push_str("Those keys passed the check:\n");
        comment.push_str(&passed);
    }
    if failed { Outcome::failed(comment) } else { Outcome::succeeded(comment) }
}

/// A key without a value counts as missing.
fn is_truly_there(value: &Value) -> bool {
    !value.is_null()
}

/// Python's booleans are integers too.
fn is_of(argument: &str, value: &Value) -> bool {
    match argument {
        "boolean" => matches!(value, Value::Bool(_)),
        "integer" => matches!(value, Value::Int(_) | Value::Bool(_)),
        "string" => matches!(value, Value::Str(_)),
        "listing" => matches!(value, Value::List(_)),
        "dictionary" => matches!(value, Value::Map(_)),
        _ => true,
    }
}
