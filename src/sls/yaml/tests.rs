use serde_json::Value as Json;

use super::*;
use crate::recorded_errors as errors;
use crate::recorded_pins::Pins;
use model::{Key, Map, NodeKind, Value};

/// Deliberate differences: Salt reads these, and we refuse them or read them in another way: part of the text, and the
/// reason. `pinned.json` holds our answers.
const DEVIATIONS: &[(&str, &str)] = &[
    ("!!set", "sets have no use in SLS and no place in our data"),
    ("!!omap", "ordered mappings are mappings here, tuples have no place in our data"),
    ("!!pairs", "tuples have no place in our data"),
];

fn decode(json: &Json) -> Value {
    match json {
        Json::Object(object) => match object.iter().next() {
            Some((kind, Json::String(text))) if kind == "float" => Value::Float(match text.as_str() {
                "inf" => f64::INFINITY,
                "-inf" => f64::NEG_INFINITY,
                "nan" => f64::NAN,
                other => other.parse().unwrap(),
            }),
            // Integers beyond 64 bits stay text here, and bytes must be text.
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

fn read(text: &str) -> Result<Value, Problems> {
    parse_file(text, "t.sls").map(|node| node.to_value())
}

fn problem(text: &str) -> String {
    read(text).unwrap_err().to_string()
}

#[test]
fn every_recorded_text_is_read_as_salt_reads_it() {
    let cases: Vec<Json> =
        serde_json::from_str(include_str!("../../../tests/it/yaml/recorded.json")).unwrap();
    assert!(cases.len() > 1500);
    let pins = Pins::of("tests/it/yaml/pinned.json");
    let mut wrong = Vec::new();
    for case in &cases {
        let text = case["yaml"].as_str().unwrap();
        let ours = read(text);
        let difference = match (case.get("value").map(decode), &ours) {
            (Some(theirs), Ok(ours)) if format!("{theirs:?}") == format!("{ours:?}") => None,
            (None, Err(problems)) => {
                errors::difference(&problems.to_string(), case["error"].as_str().unwrap())
            }
            (theirs, ours) => Some(format!("\n  Salt {theirs:?}\n  here {ours:?}")),
        };
        let why = DEVIATIONS.iter().find(|(mark, _)| text.contains(mark)).map(|(_, why)| *why);
        let why = why.filter(|_| difference.is_some());
        let shown = || ours.map_or_else(|problems| problems.to_string(), |value| format!("{value:?}"));
        wrong.extend(pins.judged(&format!("{text:?}"), why, difference, || shown().into()));
    }
    for (mark, why) in DEVIATIONS {
        wrong.extend(
            (!pins.has_used(|text| text.contains(mark))).then(|| format!("{mark} is as in Salt: {why}")),
        );
    }
    wrong.extend(pins.unused(|_| true));
    assert!(wrong.is_empty(), "{} differ:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn every_recorded_value_is_written_as_salt_writes_it() {
    let cases: Vec<Json> = serde_json::from_str(include_str!("../../../tests/it/yaml/dumped.json")).unwrap();
    assert!(cases.len() > 300);
    let pins = Pins::of("tests/it/yaml/pinned_dumped.json");
    let mut wrong = Vec::new();
    for case in &cases {
        let value = decode(&case["value"]);
        for (flow, name) in [(Flow::Block, "block"), (Flow::Inline, "inline")] {
            let ours = dump(&value, flow, Sort::All);
            let difference = (Some(ours.as_str()) != case[name].as_str())
                .then(|| format!("\n  Salt {}\n  here {ours:?}", case[name]));
            // Salt escapes characters beyond the basic plane; every YAML reader accepts them unescaped.
            let why = (difference.is_some() && ours.contains('\u{1f4a5}')).then_some("letters are letters");
            wrong.extend(pins.judged(&format!("{name} {value:?}"), why, difference, || ours.clone().into()));
        }
    }
    wrong.extend(pins.unused(|_| true));
    assert!(wrong.is_empty(), "{} differ:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn every_part_knows_its_place() {
    let node = parse_file("# x\na:\n  - b: 1\n    c: |\n      x\n  - é: d\n", "t.sls").unwrap();
    let entry = &node.as_map().unwrap()["a"];
    assert_eq!(entry.key_place, Place::new("t.sls", 2, 1));
    let list = entry.node.as_list().unwrap();
    assert_eq!(list[0].as_map().unwrap()["c"].key_place, Place::new("t.sls", 4, 5));
    assert_eq!(list[0].as_map().unwrap()["c"].node.place, Place::new("t.sls", 4, 8));
    assert_eq!(list[1].as_map().unwrap()["é"].node.place, Place::new("t.sls", 6, 8));
}

#[test]
fn places_are_those_that_the_caller_maps_them_to() {
    let node = parse("a: 1\nb: 2\n", &|line, column| Place::new("src.sls", line * 10, column)).unwrap();
    assert_eq!(node.as_map().unwrap()["b"].node.place, Place::new("src.sls", 20, 4));
}

#[test]
fn a_doubled_key_names_both_places_and_all_of_them_come_at_once() {
    let text = problem("a:\n  x: 1\n  x: 2\na: 3\n");
    assert!(text.contains("t.sls:3:3: the key 'x' is twice"), "{text}");
    assert!(text.contains("first is at t.sls:2:3"), "{text}");
    assert!(text.contains("t.sls:4:1: the key 'a' is twice"), "{text}");
}

#[test]
fn a_file_that_is_wrong_everywhere_is_reported_in_part() {
    let shown = read(&"a: 1\n".repeat(20_000)).unwrap_err();
    assert_eq!(shown.0.len(), 51);
    assert!(shown.0[50].message.starts_with("there are more mistakes"));
}

#[test]
fn the_usual_mistakes_get_advice() {
    for (text, advice) in [
        ("a:\n\tb: 1\n", "indent with spaces"),
        ("a: 1\nb:2\nc: 3\n", "a space is missing after 'b:'"),
        ("a: {{ x }}\n", "quotes"),
        ("a: {{ x }}-y\n", "quotes"),
        ("a: %x\n", "no plain text may start with '%'"),
        ("a: b: c\n", "quotes if ': ' is part of it"),
        ("a: 1\n  b: 2\n", "indentation"),
        ("a: 'x", "not closed"),
        ("a: [x\n", "not closed"),
        ("a: *x\n", "quote the text"),
        ("a: \u{7}\n", "U+0007"),
        ("a: ,b\n", "may start with ','"),
        ("a: - b\n", "its own line"),
        ("a: 1\nfoo bar\nb: 2\n", "a colon and a space"),
        ("a: 1\n---\nb: 1\n", "remove the '---'"),
    ] {
        let shown = problem(text);
        assert!(shown.contains(advice), "{text:?}: {shown}");
    }
}

#[test]
fn what_ends_too_early_is_shown_where_it_began() {
    assert!(problem("b: 1\na: 'x\n  y\n").starts_with("t.sls:2:4: "));
    assert!(problem("b: 1\na: [\n\n").starts_with("t.sls:2:4: "));
    assert!(problem("a: [\n").contains("not closed"));
}

#[test]
fn the_excerpt_marks_the_column() {
    let shown = problem("one: 1\ntwo: %x\nthree: 3\n");
    assert!(shown.ends_with("1 | one: 1\n  2 | two: %x\n    |      ^^\n  3 | three: 3"), "{shown}");
}

#[test]
fn aliases_that_multiply_are_refused() {
    let mut text = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n".to_owned();
    for level in 1..12 {
        let names = vec![format!("*a{}", level - 1); 10].join(", ");
        text.push_str(&format!("a{level}: &a{level} [{names}]\n"));
    }
    assert!(problem(&text).contains("grow without bounds"));
}

#[test]
fn merges_that_multiply_are_refused() {
    let mut text = "a0: &a0 {x: 1}\n".to_owned();
    for level in 1..40 {
        text.push_str(&format!("a{level}: &a{level} {{<<: [*a{0}, *a{0}]}}\n", level - 1));
    }
    assert!(problem(&text).contains("grow without bounds"));
}

#[test]
fn texts_on_which_the_scanner_would_panic_are_read_or_refused() {
    assert!(problem("a: [!x, b]").contains("directly before a comma"));
    assert!(problem("a: [!<x>, b]").contains("directly before a comma"));
    assert!(problem("a: \"\\").contains("end of stream"));
    let value = read("a: echo hi !you, there\nb: |\n  [ !x, ] \\").unwrap();
    assert_eq!(value.to_json(), serde_json::json!({"a": "echo hi !you, there", "b": "[ !x, ] \\"}));
    assert_eq!(read("[!<tag:yaml.org,2002:str> 1, 2]").unwrap().to_json(), serde_json::json!(["1", 2]));
}

#[test]
fn deep_nesting_is_refused() {
    assert!(problem(&"[".repeat(100_000)).contains("levels deep"));
    assert!(problem(&"- ".repeat(10_000)).contains("levels deep"));
    assert!(problem(&"{a: ".repeat(100_000)).contains("levels deep"));
    assert!(problem("a: &a [*a]\n").contains("inside of its own anchor"));
}

#[test]
fn what_was_written_is_read_back_the_same() {
    let value: Value =
        serde_json::json!({"a": ["yes", "0644", null, 1.5, {"b": "x\ny\n"}], "c": "é: #"}).into();
    for flow in [Flow::Block, Flow::Inline] {
        assert_eq!(read(&dump(&value, flow, Sort::None)).unwrap(), value);
    }
    let unsorted: Map =
        [(Key::from("b"), Value::from(1)), (Key::from("a"), Value::from(2))].into_iter().collect();
    assert_eq!(dump(&Value::Map(unsorted), Flow::Block, Sort::None), "b: 1\na: 2\n");
}

/// The texts that Salt read, to be cut and joined.
static TEXTS: std::sync::LazyLock<Vec<String>> = std::sync::LazyLock::new(|| {
    let cases: Vec<Json> =
        serde_json::from_str(include_str!("../../../tests/it/yaml/recorded.json")).unwrap();
    cases.into_iter().map(|case| case["yaml"].as_str().unwrap().to_owned()).collect()
});

fn piece((text, from, length): &(proptest::sample::Index, usize, usize)) -> String {
    let text = text.get(&TEXTS);
    let start = from % (text.chars().count() + 1);
    text.chars().skip(start).take(*length).collect()
}

proptest::proptest! {
    #[test]
    fn no_patchwork_of_yaml_makes_the_reader_panic(
        pieces in proptest::collection::vec((proptest::prelude::any::<proptest::sample::Index>(), 0..80_usize, 1..40_usize), 1..8),
        glue in "[ \n,:-]{0,2}",
    ) {
        let pieces: Vec<String> = pieces.iter().map(piece).collect();
        let _ = read(&pieces.join(&glue));
    }

    #[test]
    fn no_text_makes_the_reader_panic(text in "[-a0:?!&*|>'\"%@`{}\\[\\],#<~ \n\t.\\\\x=+_é]{0,60}") {
        let _ = read(&text);
    }

    #[test]
    fn any_text_survives_writing_and_reading(text in "\\PC{0,40}|[-a0:?'\"{},# \n\t.]{0,30}") {
        let value = Value::Str(text);
        for flow in [Flow::Block, Flow::Inline] {
            let read = parse_file(&dump(&value, flow, Sort::None), "t").unwrap();
            proptest::prop_assert_eq!(read.kind, NodeKind::Scalar(value.clone()));
        }
    }

    #[test]
    fn any_text_survives_writing_for_people(text in "\\PC{0,40}|[-a0:?'\"{},# \n\t.]{0,30}|[a \n#]{0,20}") {
        let value = Value::from_iter([("key", Value::List(vec![Value::Str(text)]))]);
        let read = parse_file(&dump_literally(&value), "t").unwrap();
        proptest::prop_assert_eq!(read.to_value(), value.clone());
        // In the middle of a file too.
        let more = dump_literally(&Value::from_iter([("more", Value::from(1))]));
        let both = parse_file(&format!("{}\n{more}", dump_literally(&value)), "t").unwrap().to_value();
        proptest::prop_assert_eq!(both.as_map().and_then(|map| map.get("key")), value.as_map().and_then(|map| map.get("key")));
    }

    #[test]
    fn a_text_that_ends_in_blank_lines_does_not_end_the_file(text in "[a \n]{0,6}\n{1,4}") {
        let value = Value::from_iter([("key", Value::Str(text))]);
        let written = format!("{}\nmore: 1\n", dump_literally(&value));
        proptest::prop_assert!(!written.contains("..."), "{}", written);
        let read = parse_file(&written, "t").unwrap().to_value();
        proptest::prop_assert_eq!(read.as_map().and_then(|map| map.get("key")), value.as_map().and_then(|map| map.get("key")));
    }
}
