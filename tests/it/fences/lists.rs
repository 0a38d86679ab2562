//! What must be in a list is in it: kinds in their service's `KINDS`, services and test modules in theirs.

use super::source::{Source, root, rust_files};
use super::{assert_none, assert_refused};
use std::collections::BTreeSet;

/// `src/kinds/<service>/<kind>/spec.rs` makes a kind.
fn kind_of(path: &str) -> Option<(&str, &str)> {
    let (service, rest) = path.strip_prefix("src/kinds/")?.split_once('/')?;
    let (kind, file) = rest.split_once('/')?;
    (matches!(file, "spec.rs" | "spec/mod.rs")).then_some((service, kind))
}

fn code_of<'a>(sources: &'a [Source], path: &str) -> &'a str {
    sources.iter().find(|source| source.path == path).map_or("", |source| &source.code)
}

fn kinds(sources: &[Source]) -> Vec<String> {
    let mut complaints = Vec::new();
    for (service, kind) in sources.iter().filter_map(|source| kind_of(&source.path)) {
        let module = format!("src/kinds/{service}/lib.rs");
        let list = code_of(sources, &module).split_once("KINDS").map_or("", |(_, rest)| rest);
        let list = list.split_once(';').map_or(list, |(inside, _)| inside);
        if !list.contains(&format!("{kind}::")) {
            complaints.push(format!("{module}: KINDS has no {kind}"));
        }
        if !code_of(sources, "src/kinds/lib.rs").contains(&format!("kinds_{service}::KINDS")) {
            complaints.push(format!("src/kinds/lib.rs: kinds_{service}::KINDS is in no list"));
        }
    }
    complaints
}

/// Every file and folder beside `main.rs` is a module there, and `main.rs` holds nothing else.
fn modules(sources: &[Source]) -> Vec<String> {
    let mut complaints = Vec::new();
    let main = code_of(sources, "tests/it/main.rs");
    let beside = sources.iter().filter_map(|source| source.path.strip_prefix("tests/it/"));
    let first = beside.filter_map(|path| path.split('/').next()).map(|part| part.trim_end_matches(".rs"));
    for module in first.filter(|name| *name != "main").collect::<BTreeSet<_>>() {
        if !main.lines().any(|line| line == format!("mod {module};")) {
            complaints.push(format!("tests/it/main.rs: mod {module}; is missing, its tests never run"));
        }
    }
    let other = main
        .lines()
        .filter(|line| !(line.trim().is_empty() || line.starts_with("mod ") || line.starts_with("#[")));
    complaints.extend(other.map(|line| format!("tests/it/main.rs: only modules belong here, not {line}")));
    complaints
}

/// Every folder of tests has a row in the page about them, and every row a folder.
fn folders(page: &str, folders: &BTreeSet<String>) -> Vec<String> {
    let (_, table) = page.split_once("## Folders").unwrap_or_default();
    let rows = table.lines().filter_map(|line| line.strip_prefix("| `")?.split_once('`'));
    let rows: BTreeSet<String> = rows.map(|(name, _)| name.to_owned()).collect();
    let missing = folders.difference(&rows).map(|name| format!("tests/README.md has no row for {name}"));
    let gone = rows.difference(folders).map(|name| format!("tests/README.md: there is no folder {name}"));
    missing.chain(gone).collect()
}

fn one_binary() -> Vec<String> {
    let entries = std::fs::read_dir(root().join("tests")).unwrap().map(|entry| entry.unwrap().path());
    let files = entries.filter(|path| path.extension().is_some_and(|extension| extension == "rs"));
    files.map(|path| format!("{}: another test binary; put it under tests/it", path.display())).collect()
}

#[test]
fn every_kind_is_in_its_list() {
    assert_none(&kinds(&rust_files(&["src"])));
}

#[test]
fn every_test_module_runs() {
    assert_none(&modules(&rust_files(&["tests/it"])));
    assert_none(&one_binary());
}

#[test]
fn every_folder_of_tests_is_explained() {
    let page = std::fs::read_to_string(root().join("tests/README.md")).unwrap();
    let entries = std::fs::read_dir(root().join("tests/it")).unwrap().map(|entry| entry.unwrap());
    let there = entries.filter(|entry| entry.path().is_dir());
    let there = there.map(|entry| entry.file_name().into_string().unwrap()).collect();
    assert_none(&folders(&page, &there));
    let others = BTreeSet::from(["yaml".to_owned(), "new".to_owned()]);
    let sample = "## Folders\n| folder | what |\n| `yaml` | YAML |\n| `old` | gone |\n";
    let expected = ["tests/README.md has no row for new", "tests/README.md: there is no folder old"];
    assert_eq!(folders(sample, &others), expected);
}

#[test]
fn a_forgotten_kind_is_refused() {
    assert_refused(kinds, "src/kinds/sqs/queue/spec.rs", "", "KINDS has no queue");
    let mut sources = vec![
        Source::new("src/kinds/sqs/queue/spec.rs", ""),
        Source::new(
            "src/kinds/sqs/lib.rs",
            "pub const KINDS: &[&dyn AnyKind] = &[&Kind::<queue::Queue>::IT];",
        ),
    ];
    assert_eq!(kinds(&sources), ["src/kinds/lib.rs: kinds_sqs::KINDS is in no list"]);
    sources.push(Source::new("src/kinds/lib.rs", "const ALL: &[_] = &[kinds_sqs::KINDS];"));
    assert_none(&kinds(&sources));
}

#[test]
fn a_forgotten_test_module_is_refused() {
    let sources = [
        Source::new("tests/it/main.rs", "mod fences;\nfn stray() {}\n"),
        Source::new("tests/it/cli/mod.rs", ""),
    ];
    let complaints = modules(&sources);
    assert!(complaints.iter().any(|one| one.contains("mod cli; is missing")), "{complaints:?}");
    assert!(complaints.iter().any(|one| one.contains("not fn stray() {}")), "{complaints:?}");
}
