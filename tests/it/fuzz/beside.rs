//! Beside Python: what PyYAML, Jinja2 and `re` make of a text, we make of it too. Where they and we fail, the errors are of one
//! class. What differs on purpose, or is not worth its mend, is named in `known.rs`, each with a text that shows it.
//!
//! Python is the local AWS's, or else the machine's, if it has the libraries. Without one nothing is compared, and that is said.

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::{Arc, Mutex};

use model::pattern::{Flags, Pattern, PatternError};
use model::{Key, Value};
use serde_json::{Value as Json, json};
use sls::jinja::{Context, Environment, LoadError, Loader, Options, Source, render};
use sls::yaml;

use super::drive::{Target, drive, shrunk};
use super::known::{self, Known};
use super::{corpus, make};
use crate::recorded::errors;
use crate::recorded::pins::Pins;
use crate::support::left_out;

/// What one side makes of a text: a value, or an error; none where it gave up.
type Made = Option<Result<Json, String>>;

/// A running Python that answers.
struct Python(Mutex<(Child, ChildStdin, BufReader<ChildStdout>)>);

impl Python {
    /// None where there is none with the libraries; then it is said what is not compared.
    fn start(what: &str) -> Option<Self> {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/fuzz/beside.py");
        let imports = "import jinja2, yaml; yaml.CSafeLoader";
        let can = |python: &PathBuf| {
            let tried = Command::new(python).args(["-c", imports]).stderr(Stdio::null()).status();
            tried.is_ok_and(|status| status.success())
        };
        let found = pythons().into_iter().find(can);
        left_out(what, usize::from(found.is_none()), "no Python has Jinja2, and PyYAML with libyaml", true);
        let mut child = Command::new(found?)
            .arg(script)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("Python starts");
        let (asked, told) = (child.stdin.take().expect("a pipe"), child.stdout.take().expect("a pipe"));
        Some(Self(Mutex::new((child, asked, BufReader::new(told)))))
    }

    fn ask(&self, question: &Json) -> Made {
        let mut pipes = self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        writeln!(pipes.1, "{question}").expect("Python listens");
        let mut line = String::new();
        pipes.2.read_line(&mut line).expect("Python answers");
        let answer: Json =
            serde_json::from_str(&line).unwrap_or_else(|_| panic!("Python ended at {question}"));
        match (answer.get("value"), answer["error"].as_str()) {
            (Some(value), _) => Some(Ok(value.clone())),
            (None, Some(error)) => Some(Err(error.to_owned())),
            (None, None) => None,
        }
    }
}

impl Drop for Python {
    fn drop(&mut self) {
        if let Ok(mut pipes) = self.0.lock() {
            let _ = pipes.0.kill();
            let _ = pipes.0.wait();
        }
    }
}

fn pythons() -> Vec<PathBuf> {
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("localstack/.venv");
    let venv = std::env::var_os("LOCALSTACK_VENV").map_or(own, PathBuf::from);
    vec![venv.join("bin/python"), PathBuf::from("python3")]
}

/// Compares many texts, and what is known to differ.
fn compare(target: &Target, known: &[Known], both: impl Fn(&Python, &str) -> (Made, Made) + Sync) {
    let Some(python) = Python::start(&format!("the comparison of {} with Python", target.name)) else {
        return;
    };
    let difference = |text: &str| {
        let (ours, theirs) = both(&python, text);
        let (ours, theirs) = (ours?, theirs?);
        let difference = match (&ours, &theirs) {
            (Ok(ours), Ok(theirs)) if ours == theirs => None,
            (Err(ours), Err(theirs)) => errors::difference(ours, theirs),
            (ours, theirs) => Some(format!("\n  ours:   {ours:?}\n  Python: {theirs:?}")),
        };
        difference.map(|difference| (difference, ours, theirs))
    };
    let meant = |text: &str, ours: &Result<Json, String>, theirs: &Result<Json, String>| {
        known.iter().position(|known| (known.is_it)(text, ours, theirs))
    };
    let pins = Pins::of(&format!("tests/it/fuzz/pinned_{}.json", target.name));
    let mut complaints = vec![];
    for (at, Known { why, sample, .. }) in known.iter().enumerate() {
        let found = difference(sample).filter(|(_, ours, theirs)| meant(sample, ours, theirs) == Some(at));
        let ours = found.as_ref().map(|(_, ours, _)| ours.clone());
        let shown = || ours.map(|it| it.unwrap_or_else(Into::into)).into();
        complaints.extend(pins.judged(sample, Some(why), found.map(|(difference, ..)| difference), shown));
    }
    complaints.extend(pins.unused(|_| true));
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
    let unknown = |text: &str| {
        let (difference, ours, theirs) = difference(text)?;
        meant(text, &ours, &theirs).is_none().then_some(difference)
    };
    let found = Mutex::new(vec![]);
    drive(target, |text| {
        let mut found = found.lock().expect("the list");
        if found.len() < MOST && unknown(text).is_some() {
            found.push(text.to_owned());
        }
    });
    let found = found.into_inner().expect("the list");
    let mut small: Vec<String> =
        found.iter().map(|text| shrunk(text, |text| unknown(text).is_some())).collect();
    small.sort();
    small.dedup();
    let told = small.iter().map(|text| format!("{text:?}: {}", unknown(text).unwrap_or_default()));
    assert!(found.is_empty(), "{} differ:\n{}", found.len(), told.collect::<Vec<_>>().join("\n"));
}

/// Differences that are shown at once.
const MOST: usize = 60;

#[test]
fn yaml_is_read_as_python_reads_it() {
    let target = Target {
        name: "yaml",
        seed: 0xbea7,
        cases: 4000,
        corpus: corpus::yaml(),
        make: Some(make::document),
    };
    compare(&target, known::YAML, |python, text| {
        let theirs = python.ask(&json!({"kind": "yaml", "text": text}));
        let ours = yaml::parse_file(text, "a").map(|node| shown(&node.to_value()));
        let theirs = theirs.map(|theirs| theirs.map(|value| shown(&decode(&value))));
        (Some(ours.map_err(|problems| problems.to_string())), theirs)
    });
}

/// A value with its types, as text.
fn shown(value: &Value) -> Json {
    format!("{value:?}").into()
}

/// What `beside.py` encoded.
fn decode(json: &Json) -> Value {
    match json {
        Json::Object(object) => match object.iter().next() {
            Some((kind, Json::String(text))) if kind == "float" => Value::Float(match text.as_str() {
                "inf" => f64::INFINITY,
                "-inf" => f64::NEG_INFINITY,
                "nan" => f64::NAN,
                other => other.parse().expect("a number"),
            }),
            Some((_, Json::String(text))) => Value::Str(text.clone()),
            Some((_, Json::Array(pairs))) => {
                pairs.iter().map(|pair| (decode_key(&pair[0]), decode(&pair[1]))).collect()
            }
            other => panic!("{other:?}"),
        },
        Json::Array(list) => Value::List(list.iter().map(decode).collect()),
        plain => plain.clone().into(),
    }
}

fn decode_key(json: &Json) -> Key {
    match decode(json) {
        Value::Str(text) => Key::Str(text),
        Value::Int(number) => Key::Int(number),
        Value::Bool(truth) => Key::Bool(truth),
        Value::Float(number) => Key::Float(number),
        _ => Key::Null,
    }
}

/// No other templates.
struct Nothing;

impl Loader for Nothing {
    fn load(&self, _: &str, _: &str) -> Result<Option<Source>, LoadError> {
        Ok(None)
    }
}

#[test]
fn templates_are_rendered_as_python_renders_them() {
    let target = Target {
        name: "jinja",
        seed: 0xbea8,
        cases: 5000,
        corpus: corpus::plain_jinja(),
        make: Some(make::template),
    };
    let context = json!({
        "e": "", "t": true, "u": "Ünï", "n": 5, "none": null, "l": ["a", "b", "c"], "d": {"a": 1, "b": {"c": [1, 2]}},
        "q": "it's \"q\"", "f": 2.5, "s": "hello world", "nums": [3, 1, 2], "users": [
            {"name": "Bob", "age": 30, "g": "x"}, {"name": "alice", "age": 25, "g": "y"}, {"name": "Carl", "age": 30, "g": "x"},
        ],
    });
    let variables = context.as_object().expect("a mapping").iter();
    let own = variables.fold(Context::default(), |own, (name, value)| {
        own.with(name.clone(), Arc::new(Value::from(value.clone())))
    });
    compare(&target, known::JINJA, |python, text| {
        let theirs = python.ask(&json!({"kind": "jinja", "text": text, "context": context}));
        let options = Options { variables_are_global: false, max_steps: 200_000, ..Options::default() };
        let environment = Environment::new(options, Box::new(Nothing));
        let source = Source {
            name: "main".to_owned(),
            path: "main".to_owned(),
            text: text.to_owned(),
            ..Source::default()
        };
        let ours = render(&environment, &source, &own);
        (Some(ours.map(|rendered| rendered.text.into()).map_err(|problem| problem.to_string())), theirs)
    });
}

#[test]
fn patterns_match_as_in_python() {
    let target = Target {
        name: "patterns",
        seed: 0xbea9,
        cases: 5000,
        corpus: corpus::patterns(),
        make: Some(make::pattern),
    };
    compare(&target, known::PATTERNS, |python, text| {
        let mut parts = text.split('\0');
        let flags: i64 = parts.next().and_then(|flags| flags.parse().ok()).unwrap_or_default();
        let flags = flags & (2 | 8 | 16 | 64);
        let (pattern, within) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
        let theirs = python.ask(&json!({"kind": "re", "text": pattern, "in": within, "flags": flags}));
        let ours = || -> Result<Json, PatternError> {
            let flags = Flags::of_number(flags);
            Ok(json!([
                Pattern::new(pattern, flags)?.groups(within)?,
                Pattern::at_start(pattern, flags)?.groups(within)?,
                Pattern::of_whole(pattern, flags)?.groups(within)?,
            ]))
        };
        let ours = match ours() {
            Err(PatternError::TooLong { .. }) => None,
            ours => Some(ours.map_err(|error| error.to_string())),
        };
        (ours, theirs)
    });
}
