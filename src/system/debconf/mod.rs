//! `debconf.set` and `debconf.set_file`: answers to the questions that Debian packages ask during installation.
//!
//! ```yaml
//! postfix:
//!   debconf.set:
//!     - data:
//!         postfix/mailname: {type: string, value: mail.example.com}
//!         postfix/main_mailer_type: {type: select, value: 'Internet Site'}
//!   pkg.installed:
//!     - require:
//!       - debconf: postfix
//! ```
//!
//! Answers are compared with those of debconf; those that differ are set in one call. Values of questions of type `password` are
//! never shown.
//!
//! See <https://docs.saltproject.io/en/3007/ref/states/all/salt.states.debconfmod.html>.

use super::{Call, Intent, LocalState, source};
use crate::file::{CONTEXT, DEFAULTS, TEMPLATE};
use crate::operation::{Operation, Operations, act, settled, with};
use machine::debconf::{self, Answer};
use model::effect::BY_PROGRAMS;
use model::{Argument, Function, Map, Node, NodeKind, Outcome, Shape, Value, chain, python};

const SET: &[Argument] = &[
    Argument::optional("name", Shape::Text, "the package; the ID if left out"),
    Argument::required("data", Shape::Table(&Shape::Merged(ANSWER)), "the answers by their questions"),
];

const ANSWER: &[Argument] = &[
    Argument::required("type", Shape::Word(&debconf::KINDS), "the type of the question"),
    Argument::optional("value", Shape::Any, "the answer; empty if left out"),
];

const SET_FILE: &[Argument] = &[
    Argument::optional("name", Shape::Text, "any text; the ID if left out"),
    Argument::required("source", Shape::Text, "the file of answers: salt://… or an absolute path"),
    TEMPLATE,
    CONTEXT,
    DEFAULTS,
];

/// The state module `debconf`.
pub struct Debconf;

/// The wanted answers, and whether debconf has other ones.
#[derive(Clone, Debug)]
pub struct Live {
    answers: Vec<(Answer, bool)>,
}

impl LocalState for Debconf {
    type Live = Live;
    type Step = Operations;

    const FUNCTIONS: &'static [Function] = &[
        Function::other("set", &["debconf.set"], SET, "Sets answers to questions of a Debian package.")
            .does(BY_PROGRAMS),
        Function::other("set_file", &["debconf.set_file"], SET_FILE, "Sets the answers that a file holds.")
            .does(BY_PROGRAMS),
    ];
    const REACTS: bool = false;

    async fn describe(call: Call<'_>) -> Result<Live, Outcome> {
        let wanted = match call.function.verb {
            "set_file" => of_file(&call).await,
            _ => of_data(&call),
        };
        let wanted = wanted.map_err(Outcome::failed)?;
        let differs = match debconf::differing(&wanted).await {
            Ok(differs) => differs,
            Err(error) => return Err(Outcome::failed(chain(&error))),
        };
        Ok(Live { answers: wanted.into_iter().zip(differs).collect() })
    }

    fn diff(call: Call<'_>, live: Live) -> Intent<Operations> {
        let is_file = call.function.verb == "set_file";
        let set: Vec<Answer> =
            live.answers.iter().filter(|(_, differs)| *differs).map(|(answer, _)| answer.clone()).collect();
        if set.is_empty() {
            return settled(if is_file {
                "Debconf selections were set."
            } else {
                "All specified answers are already set"
            });
        }
        let same: String = live
            .answers
            .iter()
            .filter(|(_, differs)| !differs)
            .map(|(it, _)| format!("{} ", it.question))
            .collect();
        let unchanged = if same.is_empty() { same } else { format!("Unchanged answers: {same}") };
        let (foreseen, done) = if is_file {
            ("Debconf selections would have been set.".to_owned(), "Debconf selections were set.".to_owned())
        } else {
            (unchanged.clone(), unchanged)
        };
        let shown = |it: &Answer| -> Value {
            if it.kind == "password" { "(password hidden)".into() } else { it.value.as_str().into() }
        };
        let changes: Map = set.iter().map(|it| (it.question.as_str().into(), shown(it))).collect();
        act(
            with(Outcome::would_change(foreseen), changes.clone()),
            vec![Operation::run(debconf::set(&set))],
            with(Outcome::succeeded(done), changes),
        )
        .or_fail("Some settings failed to be applied.")
    }
}

/// The answers under `data`.
fn of_data(call: &Call<'_>) -> Result<Vec<Answer>, String> {
    let is_word = |text: &str| !text.is_empty() && !text.contains(char::is_whitespace);
    if !is_word(call.name) {
        return Err(format!("'{}' is not the name of a package", call.name));
    }
    let mut answers = vec![];
    for (question, node) in call.fields.table("data").unwrap_or_default() {
        let part = |name: &str| match &node.kind {
            NodeKind::Map(map) => map.get(name).map(|entry| entry.node.clone()),
            _ => node.as_list()?.iter().find_map(|item| Some(item.as_map()?.get(name)?.node.clone())),
        };
        let kind = part("type").and_then(|node| node.as_str().map(str::to_owned)).unwrap_or_default();
        let value = part("value").map(|node| plain(&node, &kind)).unwrap_or_default();
        if !is_word(&question) || value.contains(['\n', '\r']) {
            return Err(format!("the answer to '{question}' must have one line, and the question one word"));
        }
        answers.push(Answer { owner: call.name.to_owned(), question, kind, value });
    }
    Ok(answers)
}

/// A value as debconf writes it: booleans are `true` and `false`.
fn plain(node: &Node, kind: &str) -> String {
    let value = node.to_value();
    match (&value, kind) {
        (Value::Null, _) => String::new(),
        (Value::Str(text), "boolean") if text.eq_ignore_ascii_case("false") => "false".to_owned(),
        (Value::Str(text), "boolean") => (!text.is_empty()).to_string(),
        (Value::Int(number), "boolean") => (*number != 0).to_string(),
        (Value::Bool(truth), "boolean") => truth.to_string(),
        _ => python::text(&value),
    }
}

/// The answers in a file.
async fn of_file(call: &Call<'_>) -> Result<Vec<Answer>, String> {
    if let Some(complaint) = source::bad_variables(call.fields) {
        return Err(complaint.to_owned());
    }
    let written = call.fields.required_text("source");
    let contents = source::contents(call, &[(written.clone(), None)], false).await?;
    let text = String::from_utf8(contents).map_err(|_| format!("{written} is not UTF-8 text"))?;
    debconf::read(&text).map_err(|error| chain(&error))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::sample::{call, shown};

    fn data(values: &serde_json::Value) -> Vec<String> {
        call("debconf.set", "m", &json!({"data": values}), |call| {
            let answers = of_data(&call).expect("answers");
            answers.iter().map(|it| format!("{} {} {}", it.question, it.kind, it.value)).collect()
        })
    }

    #[test]
    fn booleans_are_those_of_debconf() {
        for (value, text) in [
            (json!(true), "true"),
            (json!("true"), "true"),
            (json!("False"), "false"),
            (json!(0), "false"),
            (json!("yes"), "true"),
            (json!(""), "false"),
        ] {
            let data = data(&json!({"m/x": {"type": "boolean", "value": value}}));
            assert_eq!(data, [format!("m/x boolean {text}")]);
        }
        assert_eq!(data(&json!({"m/x": {"type": "string", "value": 25}})), ["m/x string 25"]);
        assert_eq!(data(&json!({"m/x": [{"type": "string"}, {"value": "a"}]})), ["m/x string a"]);
    }

    #[test]
    fn passwords_are_shown_nowhere() {
        let answer = |question: &str, kind: &str| Answer {
            owner: "m".into(),
            question: question.into(),
            kind: kind.into(),
            value: "s3cret".into(),
        };
        let live =
            Live { answers: vec![(answer("m/pw", "password"), true), (answer("m/x", "string"), false)] };
        let intent = call("debconf.set", "m", &json!({"data": {}}), |call| Debconf::diff(call, live));
        let (_, comment, changes) = shown(&intent);
        assert_eq!(comment, "Unchanged answers: m/x ");
        assert_eq!(changes, json!({"m/pw": "(password hidden)"}));
        let Intent::Act { step, .. } = intent else { panic!("there is something to do") };
        assert_eq!(step.lines(), ["debconf-set-selections"]);
    }
}
