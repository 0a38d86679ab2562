//! Templates whose output was recorded from Python's Jinja2.

use std::collections::HashMap;
use std::sync::Arc;

use serde_json::Value as Json;

use super::support::{Memory, outcome, source};
use crate::jinja::{Context, Delimiters, Environment, Options, render};
use crate::recorded_pins::Pins;
use model::Value;

/// Deliberate differences: the template, and the reason; `pinned_cases.json` holds our answers.
const ON_PURPOSE: &[(&str, &str)] = &[
    ("{{ a[] }}", "an empty subscript is refused when the template is read, whatever it is of"),
    ("{{ l.__class__ is defined }}", "nothing of Python's inside is reachable"),
    ("{{ {'b':1,'a':2}|tojson }}", "Salt replaces this filter, and its own keeps the order of keys"),
    ("{{ [1,2,1,'a','A']|unique|list }}", "Salt replaces this filter, and its own minds the case"),
];

fn options(case: &Json) -> Options {
    let flag = |name: &str| case["o"][name].as_bool().unwrap_or(false);
    let mark = |name: &str| case["o"][name].as_str().map(str::to_owned);
    let mut options = Options {
        trim_blocks: flag("trim_blocks"),
        lstrip_blocks: flag("lstrip_blocks"),
        keep_trailing_newline: flag("keep_trailing_newline"),
        line_statement: mark("line_statement_prefix"),
        line_comment: mark("line_comment_prefix"),
        variables_are_global: false,
        ..Options::default()
    };
    if let Some(start) = mark("block_start_string") {
        let pair = |kind: &str| {
            (mark(&format!("{kind}_start_string")).unwrap(), mark(&format!("{kind}_end_string")).unwrap())
        };
        options.delimiters =
            Delimiters { block: pair("block"), print: pair("variable"), comment: pair("comment") };
        assert_eq!(options.delimiters.block.0, start);
    }
    options
}

fn ours(case: &Json) -> Result<String, String> {
    let files: HashMap<String, String> = case["f"]
        .as_object()
        .into_iter()
        .flatten()
        .map(|(name, text)| (name.clone(), text.as_str().unwrap().to_owned()))
        .collect();
    let env = Environment::new(options(case), Box::new(Memory(files)));
    let mut context = Context::default();
    for (name, value) in case["c"].as_object().into_iter().flatten() {
        context = context.with(name.clone(), Arc::new(Value::from(value.clone())));
    }
    let template = case["t"].as_str().unwrap();
    render(&env, &source("main", template), &context).map(|rendered| rendered.text).map_err(|e| e.to_string())
}

#[test]
fn templates_become_what_python_makes_of_them() {
    let pins = Pins::of("tests/it/jinja/pinned_cases.json");
    let mut wrong = Vec::new();
    let mut count = 0;
    for line in include_str!("../../../../tests/it/jinja/cases.jsonl").lines() {
        let case: Json = serde_json::from_str(line).unwrap();
        let template = case["t"].as_str().unwrap();
        count += 1;
        let ours = ours(&case);
        let difference = outcome(&ours, case["out"].as_str(), case["error"].as_str());
        let why = ON_PURPOSE.iter().find(|(known, _)| *known == template).map(|(_, why)| *why);
        let shown = || ours.unwrap_or_else(|error| error).into();
        wrong.extend(pins.judged(&format!("{template:?}"), why, difference, shown));
    }
    for (known, why) in ON_PURPOSE {
        let is_used = pins.has_used(|case| *case == format!("{known:?}"));
        wrong.extend((!is_used).then(|| format!("{known} is no case: {why}")));
    }
    wrong.extend(pins.unused(|_| true));
    assert!(wrong.is_empty(), "{} of {count} differ:\n{}", wrong.len(), wrong.join("\n"));
    assert!(count > 1_100, "{count} cases are too few");
}
