use serde_json::{Value as Json, json};

use super::*;
use crate::sample::{call, shown};

const FILE: &str = "[a]\n# it\n;y = 2\nx = 1\nx = 3\n\n[b]\nz = 3\n\n[a]\nv = 4\n";

/// What a test run shows, and what becomes of the file.
fn changed(function: &str, arguments: &Json) -> (Json, Vec<String>) {
    call(function, "/f", arguments, |call| {
        let intent = Ini::diff(call, Some(FILE.to_owned()));
        let lines = if let Intent::Act { step, .. } = &intent { step.lines() } else { vec![] };
        (shown(&intent).2, lines)
    })
}

fn written(text: &str) -> Vec<String> {
    vec![format!("> /f {text}")]
}

#[test]
fn a_key_is_set_where_it_counts() {
    for (arguments, changes, after) in [
        (json!({"a": {"x": 3, "v": 4}}), json!({}), None),
        (
            json!({"a": {"x": 5}}),
            json!({"a": {"x": {"before": "3", "after": "5"}}}),
            Some(FILE.replace("x = 3", "x = 5")),
        ),
        (
            json!({"a": {"y": 5}}),
            json!({"a": {"y": {"before": null, "after": "5"}}}),
            Some(FILE.replace(";y = 2", "y = 5")),
        ),
    ] {
        let (found, lines) = changed("ini.options_present", &json!({"sections": arguments}));
        assert_eq!(found, changes);
        assert_eq!(lines, after.map_or(vec![], |text| written(&text)));
    }
}

#[test]
fn what_is_there_twice_goes_twice() {
    let (changes, lines) = changed("ini.options_absent", &json!({"sections": {"a": ["x"]}}));
    assert_eq!(changes, json!({"a": {"x": "3"}}));
    assert_eq!(lines, written(&FILE.replace("x = 1\nx = 3\n", "")));
    let (changes, lines) = changed("ini.sections_absent", &json!({"sections": ["a"]}));
    assert_eq!(changes, json!({"a": {"x": "3", "v": "4"}}));
    assert_eq!(lines, written("[b]\nz = 3\n\n"));
    let wanted = json!({"sections": {"b": {"z": 3}}, "strict": true});
    let (changes, lines) = changed("ini.options_present", &wanted);
    assert_eq!(changes, json!({"a": {"before": {"x": "3", "v": "4"}, "after": null}}));
    assert_eq!(lines, written("[b]\nz = 3\n\n"));
}
