//! Trees that Salt 3007 compiled, compiled here: `tests/it/sls/recorded.json`, made by `record.py` beside it.

use serde_json::Value as Json;

use crate::recorded_errors as errors;
use crate::recorded_pins::Pins;

use super::{NoFunctions, World, map};
use crate::render::JinjaTemplates;
use crate::yaml;
use model::{Key, Low, Problems, Value};

/// Our deliberate differences from Salt, with the reason; `pinned.json` holds our answers.
const DEVIATIONS: &[(&str, &str)] = &[
    ("the same module dotted and not", "Salt drops one of the two without a word; here it is refused"),
    ("module begins with underscore", "Salt shows what it passes over"),
    ("ID begins with underscores", "Salt shows what it passes over"),
    ("names with a mapping of arguments", "Salt falls over; a mapping is as clear as a list of mappings"),
    ("names with numbers", "a name is text here, and numbers are taken as written"),
    ("reserved arguments", "Salt lets an argument forge the ID and SLS of its state"),
    ("order boolean and null", "shown as the number that Python counts it for"),
    ("requisite with two keys", "Salt shows both and heeds the first; only that one is kept"),
    ("requisite on a number", "an ID is text here, and numbers are taken as written"),
    ("include the own directory", "Salt calls the SLS 'p.', so that no requisite finds it by name"),
    ("jinja relative import knows its own path", "Salt takes the dots for a part of the path"),
    ("run excludes another key", "Salt passes over a word it does not know"),
    ("top with a text", "Salt reports the error only when it shows the high data, and runs nevertheless"),
    ("top broken", "Salt takes a broken top file for none and does nothing, successfully"),
    ("ext_pillar cmd_yamlex", "there is no yamlex"),
    ("ext_pillar file_tree plain", "Salt gives bytes, which templates print as b'…'"),
    ("ext_pillar file_tree follow", "the same"),
    ("ext_pillar file_tree newline", "the same"),
    ("ext_pillar file_tree newline by glob", "the same"),
    ("ext_pillar file_tree renders", "the same"),
    ("ext_pillar file_tree debug", "the same"),
    ("ext_pillar file_tree renders all", "Salt without a master knows no node groups here"),
    ("pillarenv_from_saltenv", "the order of environments is random in Salt"),
    ("pillar py", "there is no Python here"),
    ("yamlex state", "there is no yamlex"),
    ("merge tags", "there is no yamlex"),
    ("import between environments", "Salt knows no ?saltenv= in templates"),
    ("an anchor that two states share", "Salt writes the function into the list that both share, twice"),
];

fn lows(lows: &[Low]) -> Json {
    lows.iter().map(|low| low.to_value().to_json()).collect()
}

fn ask(case: &Json, ask: &str) -> Result<Json, Problems> {
    let mut words = ask.splitn(2, ' ');
    let function = words.next().unwrap();
    let rest = words.next().unwrap_or_default().trim_matches('\'');
    let keyword = rest.split_once('=').map(|(name, value)| (Key::from(name), Value::from(value)));
    let over = rest.strip_prefix("pillar=").map(|text| yaml::parse_file(text, "cli").unwrap().to_value());
    let files: Vec<(&str, &str)> = case["files"]
        .as_object()
        .unwrap()
        .iter()
        .map(|(name, text)| (name.as_str(), text.as_str().unwrap()))
        .collect();
    let mut world = World::with(&files, |root| {
        let root = root.display().to_string();
        let minion = case["minion"].to_string().replace("ROOT", &root);
        let mut opts = map(&serde_json::from_str(&minion).unwrap());
        opts.extend(keyword.filter(|_| over.is_none()));
        opts
    });
    // As in Salt: templates of the second pass see the result of the first, if there is one.
    let first = world.pillar(None)?;
    let again = function == "pillar.items" || over.is_some() || rest.contains("pillarenv=");
    let pillar = if again {
        world.compiler.set_pillar(first);
        world.pillar(over.as_ref().and_then(Value::as_map))?
    } else {
        first
    };
    if function == "pillar.items" {
        return Ok(Value::Map(pillar).to_json());
    }
    world.compiler.set_pillar(pillar);
    let compiler = &world.compiler;
    let templates = JinjaTemplates::new(compiler.config(), compiler.states(), &NoFunctions);
    let wanted = || compiler.wanted(&[rest.to_owned()], None);
    let none = Value::Null;
    match function {
        "state.show_sls" => Ok(compiler.high(&templates, &wanted()?, &none)?.to_value().to_json()),
        "state.show_low_sls" => {
            Ok(lows(&compiler.show_low(&compiler.high(&templates, &wanted()?, &none)?)))
        }
        "state.show_top" => Ok(compiler.top(&templates)?.to_value().to_json()),
        "state.show_highstate" => Ok(compiler.highstate(&templates, &none)?.to_value().to_json()),
        "state.show_lowstate" => Ok(lows(&compiler.low(compiler.highstate(&templates, &none)?)?)),
        other => panic!("{other}"),
    }
}

/// Salt reports errors as a list of texts, as `_errors` in a pillar, or by a crash.
fn is_refused(answer: &Json) -> bool {
    let is_told = answer.as_array().is_some_and(|list| list.first().is_some_and(Json::is_string));
    is_told || answer.get("_errors").is_some() || answer.get("unreadable").is_some()
}

/// These call functions, which are not known here: `tests/it/formulas.rs` compares them.
fn calls_functions(case: &Json) -> bool {
    let mut texts = case["files"].as_object().into_iter().flat_map(|files| files.values());
    texts.any(|text| text.as_str().is_some_and(|text| text.contains("salt[")))
}

/// One case, or all that merge tags.
fn is_case(known: &str, name: &str) -> bool {
    known == name || known == "merge tags" && name.starts_with("merge tags")
}

#[test]
fn every_recorded_tree_compiles_as_salt_compiles_it() {
    let cases: Vec<Json> = serde_json::from_str(include_str!("../../../tests/it/sls/recorded.json")).unwrap();
    assert!(cases.len() >= 424);
    let pins = Pins::of("tests/it/sls/pinned.json");
    let mut wrong = Vec::new();
    for case in cases.iter().filter(|case| !calls_functions(case)) {
        let name = case["name"].as_str().unwrap();
        for (question, answer) in case["answers"].as_object().unwrap() {
            let ours = ask(case, question);
            let difference = match &ours {
                Ok(ours) => (is_refused(answer) || ours != answer)
                    .then(|| format!("\n  Salt {answer}\n  here {ours}")),
                Err(problems) if is_refused(answer) => {
                    errors::difference(&problems.to_string(), &answer.to_string())
                }
                Err(problems) => Some(format!("\n  Salt {answer}\n  here {problems}")),
            };
            // Some questions of a case may have Salt's answer.
            let why = DEVIATIONS.iter().find(|(known, _)| is_case(known, name)).map(|(_, why)| *why);
            let why = why.filter(|_| difference.is_some());
            let shown = || ours.unwrap_or_else(|problems| problems.to_string().into());
            wrong.extend(pins.judged(&format!("{name}: {question}"), why, difference, shown));
        }
    }
    for (known, why) in DEVIATIONS {
        let is_used = pins.has_used(|case| case.split(": ").next().is_some_and(|name| is_case(known, name)));
        wrong.extend((!is_used).then(|| format!("{known} no longer differs: {why}")));
    }
    wrong.extend(pins.unused(|_| true));
    assert!(wrong.is_empty(), "{} differ:\n{}", wrong.len(), wrong.join("\n"));
}
