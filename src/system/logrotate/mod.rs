//! `logrotate.set`: a directive of `logrotate`, for all logs or for some.
//!
//! ```yaml
//! keep four:
//!   logrotate.set:
//!     - key: rotate
//!     - value: 4
//! of nginx:
//!   logrotate.set:
//!     - key: /var/log/nginx/*.log
//!     - value: rotate
//!     - setting: 14
//! ```
//!
//! With `setting`, `key` is the block and `value` the directive in it; the block is looked for in the included directory too.
//! `True` writes a directive without a value, `False` removes it. All other lines stay.
//!
//! See <https://docs.saltproject.io/en/3007/ref/states/all/salt.states.logrotate.html>.

mod conf;

use std::path::{Path, PathBuf};

use super::{Call, Intent, LocalState};
use crate::operation::{Operation, Operations, act, settled, with};
use machine::file;
use model::{Argument, Function, Map, Outcome, Shape, Value, chain, python};

const SET: &[Argument] = &[
    Argument::optional("name", Shape::Text, "a name; the ID if left out"),
    Argument::required("key", Shape::Text, "the directive, or the block if a setting is given"),
    Argument::required("value", Shape::Any, "its value, or the directive of the block"),
    Argument::optional("setting", Shape::Any, "the value of the directive of the block"),
    Argument::optional("conf_file", Shape::Text, "the file; /etc/logrotate.conf if left out"),
];

/// The state module `logrotate`.
pub struct Logrotate;

/// The file that contains the directive.
#[derive(Clone, Debug)]
pub struct Live {
    path: PathBuf,
    text: String,
}

impl LocalState for Logrotate {
    type Live = Live;
    type Step = Operations;

    const FUNCTIONS: &'static [Function] =
        &[Function::other("set", &["logrotate.set"], SET, "Sets a directive of logrotate.")];
    const REACTS: bool = false;

    async fn describe(call: Call<'_>) -> Result<Live, Outcome> {
        describe(&call).map_err(Outcome::failed)
    }

    fn diff(call: Call<'_>, live: Live) -> Intent<Operations> {
        diff(&call, &live)
    }
}

fn describe(call: &Call<'_>) -> Result<Live, String> {
    let read =
        |path: &Path| file::text_if_there(path).map(Option::unwrap_or_default).map_err(|error| chain(&error));
    let main =
        PathBuf::from(call.fields.text("conf_file").unwrap_or_else(|| "/etc/logrotate.conf".to_owned()));
    let text = read(&main)?;
    let key = call.fields.required_text("key");
    if call.fields.has("setting") && !conf::has_block(&text, &key) {
        let directory = conf::included(&text).map(PathBuf::from);
        let mut files: Vec<PathBuf> = directory
            .and_then(|directory| std::fs::read_dir(directory).ok())
            .map(|entries| {
                entries.flatten().map(|entry| entry.path()).filter(|path| path.is_file()).collect()
            })
            .unwrap_or_default();
        files.sort();
        for path in files {
            let text = read(&path)?;
            if conf::has_block(&text, &key) {
                return Ok(Live { path, text });
            }
        }
    }
    Ok(Live { path: main, text })
}

/// The value of a directive: a number if it is one, true if there is no value, false if the directive is missing.
fn shown(words: Option<&str>) -> Value {
    match words {
        None => Value::Bool(false),
        Some("") => Value::Bool(true),
        Some(words) => words.parse::<i64>().map_or_else(|_| words.into(), Value::Int),
    }
}

/// The text of a value.
fn words(value: &Value) -> Option<String> {
    match value {
        Value::Null | Value::Bool(false) => None,
        Value::Bool(true) => Some(String::new()),
        other => Some(python::text(other)).filter(|text| !text.is_empty()),
    }
}

fn diff(call: &Call<'_>, live: &Live) -> Intent<Operations> {
    let fields = call.fields;
    let key = fields.required_text("key");
    let value = fields.value("value").unwrap_or_default();
    let (block, name, wanted, subject) = match fields.value("setting") {
        Some(setting) => {
            let name = python::text(&value);
            let subject = format!("lock '{key}' command '{name}'");
            (Some(key.as_str()), name, setting, subject)
        }
        None => (None, key.clone(), value, format!("ommand '{key}'")),
    };
    let (big, small) = if block.is_some() { ("B", "b") } else { ("C", "c") };
    let now = conf::directive(&live.text, block, &name);
    let wanted = words(&wanted);
    let (old, new) = (shown(now.as_deref()), shown(wanted.as_deref()));
    let shown = python::text(&new);
    if old == new {
        return settled(format!("{big}{subject} already has value: {shown}"));
    }
    let text = conf::with(&live.text, block, &name, wanted.as_deref());
    let changes: Map = [("old".into(), old), ("new".into(), new)].into_iter().collect();
    act(
        with(Outcome::would_change(format!("{big}{subject} will be set to value: {shown}")), changes.clone()),
        vec![Operation::write(&live.path, text)],
        with(Outcome::succeeded(format!("Set {small}{subject} value: {shown}")), changes),
    )
}

#[cfg(test)]
mod tests {
    use serde_json::{Value as Json, json};

    use super::*;
    use crate::sample::{call, shown as seen};

    fn plan(arguments: Json) -> (String, Json) {
        call("logrotate.set", "x", &arguments, |call| {
            let text = "rotate 4\nweekly\n/var/log/a.log {\n    rotate 1\n}\n".to_owned();
            let intent = Logrotate::diff(call, Live { path: "/etc/logrotate.conf".into(), text });
            let (_, comment, changes) = seen(&intent);
            (comment, changes)
        })
    }

    #[test]
    fn directives_are_compared_as_numbers_and_switches() {
        for (arguments, comment, changes) in [
            (json!({"key": "rotate", "value": 4}), "Command 'rotate' already has value: 4", json!({})),
            (json!({"key": "rotate", "value": "4"}), "Command 'rotate' already has value: 4", json!({})),
            (json!({"key": "weekly", "value": true}), "Command 'weekly' already has value: True", json!({})),
            (
                json!({"key": "rotate", "value": 5}),
                "Command 'rotate' will be set to value: 5",
                json!({"old": 4, "new": 5}),
            ),
            (
                json!({"key": "weekly", "value": false}),
                "Command 'weekly' will be set to value: False",
                json!({"old": true, "new": false}),
            ),
            (
                json!({"key": "/var/log/a.log", "value": "rotate", "setting": 2}),
                "Block '/var/log/a.log' command 'rotate' will be set to value: 2",
                json!({"old": 1, "new": 2}),
            ),
        ] {
            assert_eq!(plan(arguments.clone()), (comment.to_owned(), changes), "{arguments}");
        }
    }
}
