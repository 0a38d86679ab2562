//! Trees of `sls/recorded.json` whose templates call execution functions, compiled by the binary as Salt 3007 compiled them.
//!
//! Those that call none are compared in `src/sls/tests/recorded.rs`, without a process for each.

use serde_json::Value as Json;

use super::support::Place;

#[test]
fn formulas_compile_as_salt_compiles_them() {
    let cases: Vec<Json> = serde_json::from_str(include_str!("sls/recorded.json")).expect("the record");
    let mut wrong = vec![];
    let mut compared = 0;
    for case in cases.iter().filter(|case| calls_functions(case)) {
        let files = case["files"].as_object().expect("files");
        // Where they were recorded.
        let config = "id: oracle\ngrains: {os: Debian, os_family: Debian}\nfile_roots: {base: [states]}\npillar_roots: {base: [pillar]}\n";
        let place = Place::new().with("orchestration/minion", config);
        let place =
            files.iter().fold(place, |place, (path, text)| place.with(path, text.as_str().expect("text")));
        for (question, answer) in case["answers"].as_object().expect("answers") {
            compared += 1;
            let printed = place.run(&format!("--out=json {question}"));
            let ours: Json = serde_json::from_str(&printed.stdout).unwrap_or_default();
            if ours["local"] != *answer {
                wrong.push(format!(
                    "{}: {question}\n  Salt {answer}\n  here {}\n{}",
                    case["name"], ours["local"], printed.stderr
                ));
            }
        }
    }
    assert!(compared >= 9, "the record is not whole: {compared}");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn calls_functions(case: &Json) -> bool {
    let mut texts = case["files"].as_object().into_iter().flat_map(|files| files.values());
    texts.any(|text| text.as_str().is_some_and(|text| text.contains("salt[")))
}
