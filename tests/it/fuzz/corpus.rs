//! What is mutated: the texts that other tests recorded Salt's answers for, and the examples of every kind.

use std::path::{Path, PathBuf};

use serde_json::Value as Json;

/// YAML texts.
pub(super) fn yaml() -> Vec<String> {
    let recorded: Vec<Json> = read(include_str!("../yaml/recorded.json"));
    let mut texts = strings(&recorded, "yaml");
    texts.extend(sls());
    texts
}

/// Templates.
pub(super) fn jinja() -> Vec<String> {
    let lines = [include_str!("../jinja/cases.jsonl"), include_str!("../jinja/salt.jsonl")];
    let recorded: Vec<Json> = lines
        .iter()
        .flat_map(|text| text.lines())
        .filter_map(|line| serde_json::from_str(line).ok())
        .collect();
    strings(&recorded, "t")
}

/// Templates that Jinja2 alone understands.
pub(super) fn plain_jinja() -> Vec<String> {
    let lines = include_str!("../jinja/cases.jsonl").lines();
    let recorded: Vec<Json> = lines.filter_map(|line| serde_json::from_str(line).ok()).collect();
    let plain: Vec<Json> =
        recorded.into_iter().filter(|case| case.get("f").is_none() && case.get("o").is_none()).collect();
    strings(&plain, "t")
}

/// Flags, patterns and texts, each ended by a zero.
pub(super) fn patterns() -> Vec<String> {
    let lines = include_str!("../patterns/cases.jsonl").lines();
    let recorded = lines.filter_map(|line| serde_json::from_str::<Json>(line).ok());
    let text = |json: &Json| json.as_str().unwrap_or_default().to_owned();
    recorded
        .map(|case| {
            format!("{}\0{}\0{}\0", case["f"].as_i64().unwrap_or(0), text(&case["p"]), text(&case["t"]))
        })
        .collect()
}

/// SLS files.
pub(super) fn sls() -> Vec<String> {
    let recorded: Vec<Json> = read(include_str!("../sls/recorded.json"));
    let files = recorded.iter().filter_map(|case| case["files"].as_object()).flat_map(|files| files.values());
    let mut texts: Vec<String> = files.filter_map(|text| text.as_str().map(str::to_owned)).collect();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for directory in ["tests/it/requisites/cases", "orchestration", "src/kinds", "src/system"] {
        let mut files = vec![];
        collect(&root.join(directory), &mut files);
        files.sort();
        texts.extend(files.iter().filter_map(|file| std::fs::read_to_string(file).ok()));
    }
    assert!(texts.len() > 300, "the corpus is not whole");
    texts
}

fn read(text: &str) -> Vec<Json> {
    serde_json::from_str(text).expect("recorded cases")
}

fn strings(recorded: &[Json], key: &str) -> Vec<String> {
    let texts: Vec<String> =
        recorded.iter().filter_map(|case| case[key].as_str()).map(str::to_owned).collect();
    assert!(texts.len() > 200, "the corpus is not whole");
    texts
}

fn collect(directory: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(directory).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "sls") {
            files.push(path);
        }
    }
}
