//! The pages of `docs/states/`, one for each state module.
//!
//! A page is made of the head of the `mod.rs` of each kind, which is its manual, and of the tables that the program checks SLS files by
//! (`orchestrate reference states`). The test fails when a page in `docs/` is another one; `ORCHESTRATE_REFERENCE=write ./test reference::`
//! writes all of them, and their part of the table of contents. A build without all services has fewer states.

mod pages;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use pages::{Manual, contents, index, page};

const WRITE: &str = "ORCHESTRATE_REFERENCE=write ./test reference:: writes them";
const BEGIN: &str = "- [States, module by module](states/index.md)\n";
const END: &str = "- [Resources of any type](cloud-control.md)\n";

fn docs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("docs")
}

/// What the program says of each state module.
fn sections() -> BTreeMap<String, String> {
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_orchestrate"))
        .args(["--out", "json", "reference", "states"])
        .output()
        .expect("the program");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let answer: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    serde_json::from_value(answer["local"].clone()).expect("pages")
}

/// The table of contents with the pages in their place.
fn summary(before: &str, contents: &str) -> String {
    let (head, rest) = before.split_once(BEGIN).expect("the pages have their place in docs/SUMMARY.md");
    let (_, tail) = rest.split_once(END).expect("docs/SUMMARY.md goes on behind the pages");
    format!("{head}{BEGIN}{contents}{END}{tail}")
}

/// The files that there ought to be, by path below `docs/`.
fn expected() -> BTreeMap<String, String> {
    let manuals = Manual::all(Path::new(env!("CARGO_MANIFEST_DIR")));
    let sections = sections();
    let mut files: BTreeMap<String, String> = sections
        .iter()
        .map(|(module, text)| (format!("states/{module}.md"), page(module, text, &manuals)))
        .collect();
    files.insert("states/index.md".to_owned(), index(&sections, &manuals));
    let before = std::fs::read_to_string(docs().join("SUMMARY.md")).unwrap();
    files.insert("SUMMARY.md".to_owned(), summary(&before, &contents(&sections)));
    files
}

#[test]
fn each_state_module_has_its_page() {
    let files = expected();
    if std::env::var_os("ORCHESTRATE_REFERENCE").is_some_and(|it| it == "write") {
        std::fs::create_dir_all(docs().join("states")).unwrap();
        files.iter().for_each(|(path, text)| std::fs::write(docs().join(path), text).unwrap());
    }
    let there = std::fs::read_dir(docs().join("states")).expect("docs/states");
    for path in there.map(|entry| format!("states/{}", entry.unwrap().file_name().to_string_lossy())) {
        assert!(files.contains_key(&path), "docs/{path} is the page of no state module: remove it");
    }
    for (path, text) in &files {
        let written = std::fs::read_to_string(docs().join(path)).unwrap_or_default();
        assert!(written == *text, "docs/{path} is not what the program says: {WRITE}");
    }
}

#[test]
fn each_state_module_has_a_manual_with_an_example() {
    let manuals = Manual::all(Path::new(env!("CARGO_MANIFEST_DIR")));
    let lacking: Vec<String> = sections()
        .into_keys()
        .filter(|module| {
            !manuals.iter().any(|manual| manual.is_of(module) && manual.text.contains("```yaml"))
        })
        .collect();
    assert!(lacking.is_empty(), "no manual of these has an example: {lacking:?}");
}
