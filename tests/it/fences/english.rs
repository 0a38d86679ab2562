//! Comments, messages and docs are in plain English: phrases that have a plain form are refused.
//!
//! `CONTRIBUTING.md` ("Plain English") has the same phrases for people; a test compares the two lists.

use regex::Regex;

use super::source::{Source, root, rust_files};
use super::{assert_none, assert_passed, assert_refused};

/// A phrase as CONTRIBUTING names it, its pattern, and what to write instead.
const PHRASES: &[(&str, &str, &str)] = &[
    ("is told, tells", r"told|tells?|telling", "reports, shows, says, returns"),
    (
        "stands in, lies in",
        r"(stands?|lies?) (in|under|at|below|beside|above|outside|twice)",
        "is in; is twice in",
    ),
    ("for good", r"for good", "cannot be changed after creation"),
    ("means nothing", r"means? nothing|says? nothing of", "has no effect"),
    ("is to be", r"(is|are) to be", "must be, will be"),
    ("whoever", r"whoever|whence|thereof|hereby", "the user, the caller, the state that"),
    ("there for the sake of", r"for the sake of|for (\w+)'s sake", "because"),
    ("passes over", r"pass(es|ed)? over", "ignores"),
    ("heeds", r"heed(s|ed)?", "follows, uses"),
    ("mends", r"mend(s|ed)?", "corrects"),
    ("comes to its end", r"(came|comes?) to (its|their) end", "ends, has ended"),
    ("where there is none", r"where (there (is|are) (no|none)|none)", "if there is no …; without …"),
    ("bears a name", r"bears?|borne", "has"),
];

/// The comments and texts of a Rust file outside its tests, each with its line. A page of docs is one text a line.
fn words(source: &Source) -> Vec<(usize, String)> {
    if source.path.ends_with(".md") {
        return source.text.lines().enumerate().map(|(at, line)| (at + 1, line.to_owned())).collect();
    }
    let part = Regex::new(concat!(
        r"(?m)//[/!]? ?(?P<comment>.*)$",
        r##"|r#"(?P<raw>(?s:.*?))"#"##,
        r#"|"(?P<text>(?s:\\.|[^"\\])*)"|'(?:\\.|[^\\'])'"#
    ))
    .unwrap();
    let own = source.text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let found = part.captures_iter(own).filter_map(|found| {
        let inside = found.name("comment").or_else(|| found.name("text")).or_else(|| found.name("raw"))?;
        Some((own[..inside.start()].matches('\n').count() + 1, inside.as_str().to_owned()))
    });
    found.collect()
}

fn forbidden(sources: &[Source]) -> Vec<String> {
    let patterns: Vec<(Regex, &str)> = PHRASES
        .iter()
        .map(|(_, pattern, instead)| (Regex::new(&format!(r"(?i)\b({pattern})\b")).unwrap(), *instead))
        .collect();
    let mut complaints = vec![];
    for source in sources.iter().filter(|source| !source.is_test()) {
        for (line, text) in words(source) {
            for (pattern, instead) in &patterns {
                if let Some(found) = pattern.find(&text) {
                    complaints.push(format!(
                        "{}:{line}: '{}' is not plain; write: {instead}",
                        source.path,
                        found.as_str()
                    ));
                }
            }
        }
    }
    complaints
}

/// The pages of `docs/`, as the fence reads them.
fn pages() -> Vec<Source> {
    let entries = std::fs::read_dir(root().join("docs")).unwrap().map(|entry| entry.unwrap().path());
    let pages = entries.filter(|path| path.extension().is_some_and(|extension| extension == "md"));
    let name = |path: &std::path::Path| format!("docs/{}", path.file_name().unwrap().to_string_lossy());
    pages.map(|path| Source::new(&name(&path), &std::fs::read_to_string(&path).unwrap())).collect()
}

#[test]
fn comments_messages_and_docs_are_in_plain_english() {
    assert_none(&forbidden(&rust_files(&["src"])));
    assert_none(&forbidden(&pages()));
}

#[test]
fn contributing_names_every_phrase_that_is_refused() {
    let contributing = std::fs::read_to_string(root().join("CONTRIBUTING.md")).unwrap();
    let missing: Vec<&str> = PHRASES
        .iter()
        .map(|(phrase, ..)| *phrase)
        .filter(|phrase| !contributing.contains(&format!("| {phrase} |")))
        .collect();
    assert_eq!(missing, Vec::<&str>::new(), "CONTRIBUTING.md, \"Plain English\", lacks these phrases");
}

#[test]
fn a_phrase_that_is_not_plain_is_refused() {
    for text in [
        "/// What is told of it.\nfn f() {}",
        "fn f() -> &'static str { \"the key stands twice\" }",
        "fn f() {\n    // The file lies in a directory.\n}",
        "const TEXT: &str = \"it is \\\"x\\\" and means nothing\";",
    ] {
        assert_refused(forbidden, "src/engine/x.rs", text, "is not plain; write:");
    }
    let code = "fn told() {} // fine\nconst X: char = '\"';\nfn tell() { told(); }";
    assert_passed(forbidden, "src/engine/x.rs", code);
    assert_passed(forbidden, "src/engine/tests/x.rs", "// What is told.");
    let two = forbidden(&[Source::new("src/engine/x.rs", "// fine\n\n/// It tells more.")]);
    assert_eq!(two, ["src/engine/x.rs:3: 'tells' is not plain; write: reports, shows, says, returns"]);
}
