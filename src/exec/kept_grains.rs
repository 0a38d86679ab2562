//! `grains.set` and similar functions: grains that the minion stores for itself, in the file `grains` beside its
//! configuration.
//!
//! They act at the call, as in Salt. The next run and later states of this run see the result. See
//! <https://docs.saltproject.io/en/3007/ref/modules/all/salt.modules.grains.html>.

use std::path::PathBuf;

use super::call::{Bound, CallError};
use super::signature::{flag, maybe, required, takes, text};
use super::{Context, Function};
use machine::file::{self, Permissions};
use model::Effect::{ChangesMachine, ReadsMachine};
use model::{Argument, Key, Map, Shape, Value, grains, python};
use sls::yaml;

const DELIMITER: Argument = text("delimiter", ":", "the delimiter of the path");
const DESTRUCTIVE: Argument =
    flag("destructive", false, "True: removes the grain itself; False: only its value");
const FORCE: Argument = flag("force", false, "True: a list or mapping may be replaced by something else");

pub(super) const FUNCTIONS: &[Function] = &[
    Function {
        name: "grains.setval",
        signature: takes(&[
            required("key", Shape::Text, "the path, its parts separated by the delimiter"),
            required("val", Shape::Any, "the value"),
            DESTRUCTIVE,
            flag("refresh_pillar", true, "accepted as in Salt, without effect"),
        ]),
        doc: "Sets a grain; with destructive=True, None removes it.",
        returns: "a mapping: the grain and its value",
        does: &[ReadsMachine, ChangesMachine],
        call: |context, bound| set_all(context, bound, [(bound.text("key"), bound.value("val").clone())]),
    },
    Function {
        name: "grains.setvals",
        signature: takes(&[
            required("grains", Shape::Any, "grains and their values: a mapping, or its JSON"),
            DESTRUCTIVE,
            flag("refresh_pillar", true, "accepted as in Salt, without effect"),
        ]),
        doc: "Sets the grains of a mapping.",
        returns: "a mapping: the grains and their values",
        does: &[ReadsMachine, ChangesMachine],
        call: |context, bound| match bound.value("grains") {
            Value::Map(map) => {
                let pairs: Vec<_> = map.iter().map(|(key, value)| (key.to_string(), value.clone())).collect();
                set_all(context, bound, pairs)
            }
            _ => Err(bound.fails("setvals grains must be a dictionary.")),
        },
    },
    Function {
        name: "grains.set",
        signature: takes(&[
            required("key", Shape::Text, "the path, its parts separated by the delimiter"),
            text("val", "", "the value"),
            FORCE,
            DESTRUCTIVE,
            DELIMITER,
        ]),
        doc: "Sets a grain at a path; a list or mapping is replaced only with force=True.",
        returns: "a mapping: result, comment, changes",
        does: &[ReadsMachine, ChangesMachine],
        call: |context, bound| set(context, bound, bound.value("val").clone()),
    },
    Function {
        name: "grains.append",
        signature: takes(&[
            required("key", Shape::Text, "the path, its parts separated by the delimiter"),
            required("val", Shape::Any, "the value"),
            flag("convert", false, "True: a grain that is not a list becomes one"),
            DELIMITER,
        ]),
        doc: "Adds a value to a grain that is a list.",
        returns: "a mapping: the grain and its value, or a text",
        does: &[ReadsMachine, ChangesMachine],
        call: append,
    },
    Function {
        name: "grains.remove",
        signature: takes(&[
            required("key", Shape::Text, "the path, its parts separated by the delimiter"),
            required("val", Shape::Any, "the value"),
            DELIMITER,
        ]),
        doc: "Removes a value from a grain that is a list.",
        returns: "a mapping: the grain and its value, or a text",
        does: &[ReadsMachine, ChangesMachine],
        call: remove,
    },
    Function {
        name: "grains.delval",
        signature: takes(&[
            required("key", Shape::Text, "the path, its parts separated by the delimiter"),
            DESTRUCTIVE,
            FORCE,
        ]),
        doc: "Empties a grain, or removes it with destructive=True.",
        returns: "a mapping",
        does: &[ReadsMachine, ChangesMachine],
        call: |context, bound| set(context, bound, Value::Null),
    },
    Function {
        name: "grains.delkey",
        signature: takes(&[
            required("key", Shape::Text, "the path, its parts separated by the delimiter"),
            FORCE,
            maybe("destructive", Shape::Any, "accepted as in Salt, without effect"),
        ]),
        doc: "Removes a grain.",
        returns: "a mapping",
        does: &[ReadsMachine, ChangesMachine],
        call: |context, bound| put(context, bound, None),
    },
];

/// The file, and its content.
struct GrainsFile {
    path: PathBuf,
    grains: Map,
}

impl GrainsFile {
    fn read(context: &Context<'_>, bound: &Bound) -> Result<Self, CallError> {
        let directory = context.config_dir.ok_or_else(|| {
            bound.fails(
                "grains are stored beside the configuration, but there is none: name its directory with -c",
            )
        })?;
        let path = directory.join("grains");
        let text = file::utf8_if_there(&path).map_err(|error| bound.failed(&error))?.unwrap_or_default();
        let parsed = yaml::parse_file(&text, &path.display().to_string());
        let grains = match parsed.map_err(|problems| bound.fails(problems.to_string()))?.to_value() {
            Value::Map(map) => map,
            Value::Null => Map::new(),
            other => {
                let found = other.type_name();
                return Err(bound.fails(format!("'{}' holds {found}, not a mapping", path.display())));
            }
        };
        Ok(Self { path, grains })
    }

    /// All grains, with those of the file over the others, because earlier calls may have changed it.
    fn all(&self, context: &Context<'_>) -> Map {
        let mut all = context.minion.grains.clone();
        all.extend(self.grains.clone());
        all
    }

    fn put(&mut self, key: &str, value: Option<Value>) {
        match value {
            Some(value) => self.grains.insert(key.into(), value),
            None => self.grains.shift_remove(key),
        };
    }

    /// Sets a grain and writes the file; the grain is the change.
    fn with(mut self, bound: &Bound, (key, whole): (String, Option<Value>)) -> Result<Map, CallError> {
        self.put(&key, whole.clone());
        self.write(bound)?;
        Ok([(Key::from(key), whole.unwrap_or_default())].into_iter().collect())
    }

    fn write(&self, bound: &Bound) -> Result<(), CallError> {
        let text = if self.grains.is_empty() {
            "{}\n".to_owned()
        } else {
            yaml::dump(&Value::Map(self.grains.clone()), yaml::Flow::Block, yaml::Sort::None)
        };
        file::write(&self.path, text.as_bytes(), Permissions::default()).map_err(|error| bound.failed(&error))
    }
}

fn set_all(
    context: &Context<'_>,
    bound: &Bound,
    pairs: impl IntoIterator<Item = (String, Value)>,
) -> Result<Value, CallError> {
    let mut kept = GrainsFile::read(context, bound)?;
    let destroys = bound.is_true("destructive");
    let mut shown = Map::new();
    for (key, value) in pairs {
        let goes = destroys && value.is_null();
        shown.insert(Key::from(key.as_str()), value.clone());
        kept.put(&key, (!goes).then_some(value));
    }
    kept.write(bound)?;
    Ok(Value::Map(shown))
}

/// The path with colons.
fn path(bound: &Bound) -> String {
    let delimiter = bound.text("delimiter");
    let key = bound.text("key");
    if delimiter.is_empty() { key } else { key.replace(&delimiter, ":") }
}

/// Salt's answer to `grains.set`.
fn answer(result: bool, comment: String, changes: Map) -> Value {
    [("comment", Value::from(comment)), ("changes", Value::Map(changes)), ("result", result.into())]
        .into_iter()
        .collect()
}

fn set(context: &Context<'_>, bound: &Bound, value: Value) -> Result<Value, CallError> {
    let goes = value.is_null() && bound.is_true("destructive");
    put(context, bound, (!goes).then_some(value))
}

/// Sets the value of a grain, or removes it.
fn put(context: &Context<'_>, bound: &Bound, value: Option<Value>) -> Result<Value, CallError> {
    let kept = GrainsFile::read(context, bound)?;
    let (all, path, forces) = (kept.all(context), path(bound), bound.is_true("force"));
    let now = grains::get(&all, &path);
    if value.is_some() && now == value.as_ref() {
        return Ok(answer(true, "Grain is already set".to_owned(), Map::new()));
    }
    if let Some(reason) = grains::objection(now, value.as_ref().unwrap_or(&Value::Null), &path, forces) {
        return Ok(answer(false, reason, Map::new()));
    }
    match grains::with(&all, &path, value, forces) {
        Err(reason) => Ok(answer(false, reason, Map::new())),
        Ok(grain) => Ok(answer(true, String::new(), kept.with(bound, grain)?)),
    }
}

fn append(context: &Context<'_>, bound: &Bound) -> Result<Value, CallError> {
    let (value, converts) = (bound.value("val").clone(), bound.is_true("convert"));
    change(context, bound, |now, path| {
        let mut list = match now {
            None | Some(Value::Null) => vec![],
            Some(Value::List(list)) => list,
            Some(other) if converts => vec![other],
            Some(_) => return Err(format!("The key {path} is not a valid list")),
        };
        if list.contains(&value) {
            return Err(format!("The val {} was already in the list {path}", python::text(&value)));
        }
        match value {
            Value::List(more) => list.extend(more),
            one => list.push(one),
        }
        Ok(list)
    })
}

fn remove(context: &Context<'_>, bound: &Bound) -> Result<Value, CallError> {
    let value = bound.value("val").clone();
    change(context, bound, |now, path| match now {
        None => Err(format!("The val {} was not in the list {path}", python::text(&value))),
        Some(Value::List(mut list)) => match list.iter().position(|one| *one == value) {
            Some(place) => {
                list.remove(place);
                Ok(list)
            }
            None => Err(format!("The val {} was not in the list {path}", python::text(&value))),
        },
        Some(_) => Err(format!("The key {path} is not a valid list")),
    })
}

/// Changes a list; if that is not possible, the answer says why, as in Salt.
fn change(
    context: &Context<'_>,
    bound: &Bound,
    changed: impl FnOnce(Option<Value>, &str) -> Result<Vec<Value>, String>,
) -> Result<Value, CallError> {
    let kept = GrainsFile::read(context, bound)?;
    let (all, path) = (kept.all(context), path(bound));
    let list = match changed(grains::get(&all, &path).cloned(), &path) {
        Ok(list) => list,
        Err(reason) => return Ok(reason.into()),
    };
    let put = grains::with(&all, &path, Some(Value::List(list)), false);
    kept.with(bound, put.map_err(|reason| bound.fails(reason))?).map(Value::Map)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value as Json, json};

    use crate::tests::called_in;

    /// The content of the file after a call, and the answer.
    fn after(before: &str, function: &str, positional: Json) -> (Json, Json) {
        let dir = tempfile::tempdir().expect("a directory");
        let path = dir.path().join("grains");
        std::fs::write(&path, before).expect("a file");
        let answer = called_in(dir.path(), function, positional);
        let text = std::fs::read_to_string(&path).expect("a file");
        let file: Json = serde_yaml::from_str(&text).expect("YAML");
        (file, answer)
    }

    #[test]
    fn grains_are_set_added_and_taken_away() {
        let before = "roles: [web]\ndeploy: {color: blue}\nplain: x\n";
        for (function, arguments, key, expected) in [
            ("grains.setval", json!(["plain", "y"]), "plain", json!("y")),
            ("grains.set", json!(["deploy:color", "red"]), "deploy", json!({"color": "red"})),
            ("grains.set", json!(["roles", "x"]), "roles", json!(["web"])),
            ("grains.append", json!(["roles", "db"]), "roles", json!(["web", "db"])),
            ("grains.append", json!(["plain", "y"]), "plain", json!("x")),
            ("grains.remove", json!(["roles", "web"]), "roles", json!([])),
            ("grains.delkey", json!(["plain"]), "plain", Json::Null),
            ("grains.delval", json!(["plain"]), "plain", Json::Null),
        ] {
            let (file, answer) = after(before, function, arguments.clone());
            assert_eq!(file[key], expected, "{function} {arguments}: {answer}");
        }
        let (file, _) = after(before, "grains.delkey", json!(["plain"]));
        assert!(file.get("plain").is_none(), "{file}");
    }
}
