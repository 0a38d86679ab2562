//! Every path, type and function that `docs/architecture.md` names exists, and every decision is in its index.
//!
//! A line of the page is read alone. A function (`` `walk()` ``) and a type (`` `Outcome` ``) must be in a file that the same
//! line names, or in a folder that it names.

use regex::Regex;

use super::assert_none;
use super::layers::{ROOMS, manifest, uses};
use super::source::{Source, root, rust_files};

/// The text between backticks.
fn spans(line: &str) -> Vec<&str> {
    line.split('`').skip(1).step_by(2).collect()
}

/// True for a path from the root of the repository.
fn is_path(span: &str) -> bool {
    let roots = ["src/", "tests/", "docs/", "localstack/", "grains/", "orchestration/"];
    !span.contains(' ') && roots.iter().any(|root| span.starts_with(root))
}

/// The Rust code below the paths of a line.
fn code_of(paths: &[&str], sources: &[Source]) -> String {
    let is_named = |source: &&Source| {
        paths.iter().any(|path| source.path == **path || source.path.starts_with(&format!("{path}/")))
    };
    let texts: Vec<&str> = sources.iter().filter(is_named).map(|source| source.text.as_str()).collect();
    texts.join("\n")
}

fn complaints(page: &str, sources: &[Source]) -> Vec<String> {
    let function = Regex::new(r"^(?:\w+::)?(\w+)\(\)$").unwrap();
    let name = Regex::new(r"^[A-Z][A-Za-z]+$").unwrap();
    let mut complaints = vec![];
    for (at, line) in page.lines().enumerate() {
        let paths: Vec<&str> = spans(line).into_iter().filter(|span| is_path(span)).collect();
        let mut refuse = |what: String| complaints.push(format!("docs/architecture.md:{}: {what}", at + 1));
        for path in paths.iter().filter(|path| !root().join(path).exists()) {
            refuse(format!("there is no {path}"));
        }
        let code = code_of(&paths, sources);
        if code.is_empty() {
            continue;
        }
        for span in spans(line) {
            let pattern = if let Some(found) = function.captures(span) {
                format!(r"\bfn {}\b", &found[1])
            } else if name.is_match(span) {
                format!(r"\b{span}\b")
            } else {
                continue;
            };
            if !Regex::new(&pattern).unwrap().is_match(&code) {
                refuse(format!("{span} is not in {}", paths.join(", ")));
            }
        }
    }
    complaints
}

fn page(name: &str) -> String {
    std::fs::read_to_string(root().join("docs").join(name)).unwrap()
}

#[test]
fn what_the_page_of_the_architecture_names_exists() {
    assert_none(&complaints(&page("architecture.md"), &rust_files(&["src", "tests", "grains"])));
}

#[test]
fn the_page_of_the_architecture_has_the_arrows_between_rooms() {
    let page = page("architecture.md");
    for room in ROOMS {
        let allowed = uses(&manifest(room));
        let allowed: Vec<_> = allowed.into_iter().filter(|name| !name.starts_with("kinds-")).collect();
        let allowed = if allowed.is_empty() { "-".to_owned() } else { allowed.join(", ") };
        let row = page.lines().find(|line| line.starts_with(&format!("| `src/{room}` | ")));
        let row = row.unwrap_or_else(|| panic!("docs/architecture.md has no row for src/{room}"));
        assert!(row.ends_with(&format!(" | {allowed} |")), "src/{room} may use {allowed}: {row}");
    }
}

#[test]
fn the_index_of_decisions_names_each_one() {
    let index = page("decisions.md");
    let entries = std::fs::read_dir(root().join("docs/decisions")).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned());
    let missing = names.filter(|name| !index.contains(&format!("(decisions/{name})")));
    assert_none(&missing.map(|name| format!("docs/decisions.md does not name {name}")).collect::<Vec<_>>());
}

#[test]
fn a_page_that_names_what_is_gone_is_refused() {
    let sources = [Source::new("src/main.rs", "fn main() {}\nstruct Kept;\n")];
    assert_none(&complaints("`main()` and `Kept` in `src/main.rs`", &sources));
    assert_eq!(complaints("see `src/no/such.rs`", &sources).len(), 1);
    assert_eq!(complaints("`gone()` and `Gone` in `src/main.rs`", &sources).len(), 2);
}
