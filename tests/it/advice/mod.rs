//! Advice is true: each text that says what to do is printed by a test, under the condition that it is about.
//!
//! [`each_advice_is_printed_by_a_test`] finds the texts in `src/`. A test "prints" a text if the text is in it: in an assertion, in a
//! snapshot, or in a table of this folder. `unseen.txt` names those that no test prints yet; it can only become shorter.
//!
//! - `faults.rs`: what a failed call says.
//! - `states.sls`: declarations with a mistake, each below its advice.
//! - `files.txt`: SLS files with a mistake, each below its advice.
//! - `commands.txt`: command lines and configurations with a mistake, each below its advice.
//! - `releases.rs`: what a refused artifact and a failed deployment say.

mod faults;
mod releases;

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::LazyLock;

use regex::Regex;

use crate::support::Place;

const SOURCES: &str = "src";

fn pattern(text: &str) -> Regex {
    Regex::new(text).expect("a pattern")
}

const LITERAL: &str = r#""((?:[^"\\]|\\.|\\\n)*)""#;
static BREAK: LazyLock<Regex> = LazyLock::new(|| pattern(r"\\\n\s*"));
static HOLES: LazyLock<Regex> = LazyLock::new(|| pattern(r"\{[a-z_0-9.:?]*\}"));
static OWN_TESTS: LazyLock<Regex> = LazyLock::new(|| pattern(r"#\[cfg\(test\)\]\s*mod \w+ \{"));
static ANY: LazyLock<Regex> = LazyLock::new(|| pattern(LITERAL));
static HINT: LazyLock<Regex> = LazyLock::new(|| {
    pattern(&format!(r"(?:\.hint\(\s*|\bhint(?:: &str)? =\s*)(?:&?format!\(\s*)?{LITERAL}"))
});
static AGAIN: LazyLock<Regex> = LazyLock::new(|| pattern(r"(?i)\b(run(ning)? (it )?again|undo it with)\b"));
static FUNCTION: LazyLock<Regex> = LazyLock::new(|| pattern(r"fn (?:advice|hint|instead|remedy)\w*[(<]"));
const UNSEEN: &str = "tests/it/advice/unseen.txt";

fn read(path: &str) -> String {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).expect("a file")
}

/// The text of all files below a folder, with their paths.
fn files(folder: &Path, into: &mut Vec<(String, String)>) {
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            files(&path, into);
            continue;
        }
        // Records of other programs print no advice of ours.
        let ends = path.extension().and_then(|it| it.to_str()).unwrap_or_default();
        if ["rs", "snap", "sls", "txt"].contains(&ends) {
            into.push((path.display().to_string(), std::fs::read_to_string(&path).expect("a file")));
        }
    }
}

/// A text of Rust as it is printed: without line breaks of the source, and with one space between words.
fn printed(text: &str) -> String {
    let text = BREAK.replace_all(text, "");
    let text = text.replace("\\\"", "\"").replace("\\n", " ").replace("{{", "{").replace("}}", "}");
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The parts of a text between its placeholders: `wait for {run} to end` has two.
fn parts(advice: &str) -> Vec<String> {
    let all = HOLES.split(advice).map(printed).filter(|part| part.len() >= 8);
    let all: Vec<String> = all.collect();
    if all.is_empty() { vec![printed(advice)] } else { all }
}

/// Where advice is in a file: the argument of `hint`, the texts of a function for advice, and what says to run again.
fn advice_of(text: &str) -> BTreeSet<String> {
    let end = OWN_TESTS.find(text).map_or(text.len(), |found| found.start());
    let text = &text[..end];
    let mut found: BTreeSet<String> = HINT.captures_iter(text).map(|it| it[1].to_owned()).collect();
    let all = ANY.captures_iter(text).map(|it| it[1].to_owned());
    found.extend(all.filter(|it| AGAIN.is_match(&printed(it))));
    for start in FUNCTION.find_iter(text) {
        let body = body(&text[start.end()..]);
        let texts = ANY.captures_iter(body).map(|it| it[1].to_owned());
        found.extend(texts.filter(|it| it.contains(' ') && printed(it).len() > 15));
    }
    found
}

/// From the first brace to the one that closes it.
fn body(text: &str) -> &str {
    let mut depth = 0;
    for (at, letter) in text.char_indices() {
        match letter {
            '{' => depth += 1,
            '}' if depth == 1 => return &text[..at],
            '}' => depth -= 1,
            _ => {}
        }
    }
    text
}

#[test]
fn each_advice_is_printed_by_a_test() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut all = vec![];
    files(&root.join(SOURCES), &mut all);
    let is_test = |path: &str| path.contains("/tests/") || path.ends_with("tests.rs");
    let mut tests = String::new();
    let mut advice = BTreeSet::new();
    for (path, text) in &all {
        if is_test(path) {
            tests.push_str(text);
            continue;
        }
        if let Some(found) = OWN_TESTS.find(text) {
            tests.push_str(&text[found.start()..]);
        }
        advice.extend(advice_of(text));
    }
    let mut others = vec![];
    files(&root.join("tests"), &mut others);
    for (path, text) in &others {
        if !path.ends_with("unseen.txt") {
            tests.push_str(text);
        }
    }
    let tests = printed(&tests);
    let unseen: BTreeSet<String> = advice
        .iter()
        .filter(|advice| !parts(advice).iter().all(|part| tests.contains(part.as_str())))
        .map(|advice| printed(advice))
        .collect();
    let listed: BTreeSet<String> =
        read(UNSEEN).lines().filter(|line| !line.starts_with('#')).map(str::to_owned).collect();
    println!("{} advice texts, {} unseen", advice.len(), unseen.len());
    let new: Vec<_> = unseen.difference(&listed).collect();
    assert!(new.is_empty(), "no test prints this advice; write one:\n{new:#?}");
    let done: Vec<_> = listed.difference(&unseen).collect();
    assert!(done.is_empty(), "a test prints this advice, or it is gone: remove it from {UNSEEN}:\n{done:#?}");
}

/// What `lint` prints about one SLS, with its spaces made one.
fn lint(text: &str) -> String {
    let place = Place::new().with("states/app.sls", text);
    let printed = place.run("lint app");
    assert_ne!(printed.code, Some(0), "{}", printed.whole());
    printed.whole()
}

fn one_space(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn each_mistake_in_a_declaration_has_its_advice() {
    let text = read("tests/it/advice/states.sls");
    let found = lint(&text);
    let place = Regex::new(r"states/app\.sls:(\d+)(?::\d+)?").expect("a pattern");
    let mut missing = vec![];
    let (mut advice, mut start) = ("", 0);
    for (line, written) in text.lines().enumerate().map(|(at, line)| (at + 1, line)) {
        if let Some(said) = written.strip_prefix("# ") {
            (advice, start) = (said, line);
        } else if written.is_empty() && start > 1 {
            // From the mention of a line of this declaration to the next place.
            let about = place
                .captures_iter(&found)
                .filter(|it| it[1].parse::<usize>().is_ok_and(|number| (start..line).contains(&number)));
            let says = |it: regex::Captures<'_>| {
                let rest = &found[it.get(0).map_or(0, |it| it.end())..];
                let end = place.find(rest).map_or(rest.len(), |next| next.start());
                one_space(&rest[..end]).contains(&format!("hint: {advice}"))
            };
            let mut about = about;
            if !about.any(says) {
                missing.push(format!("line {start}: {advice}"));
            }
            start = 0;
        }
    }
    assert!(missing.is_empty(), "{}\n{found}", missing.join("\n"));
}

#[test]
fn each_mistake_in_a_file_has_its_advice() {
    let all = read("tests/it/advice/files.txt");
    let cases: Vec<(&str, &str)> = all.split("=== ").filter_map(|case| case.split_once('\n')).collect();
    assert!(cases.len() > 20);
    let wrong: Vec<String> = std::thread::scope(|scope| {
        let play = |(advice, text): (&str, &str)| {
            let found = lint(text);
            let is_there = one_space(&found).contains(advice);
            (!is_there).then(|| format!("{advice}\n{text}\n{found}"))
        };
        let halves: Vec<_> = cases
            .chunks(cases.len().div_ceil(4))
            .map(|part| scope.spawn(move || part.iter().filter_map(|case| play(*case)).collect::<Vec<_>>()))
            .collect();
        halves.into_iter().flat_map(|it| it.join().expect("no panic")).collect()
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n---\n"));
}

/// Plays one case of `commands.txt`: a command line, and files.
fn play(case: &str) -> String {
    let mut parts = case.split("\n> ");
    let words = parts.next().and_then(|it| it.trim().strip_prefix("$ ")).expect("a command");
    let mut place = Place::new();
    for file in parts {
        let (path, text) = file.split_once('\n').expect("a path and a text");
        place = place.with(path, &text.replace("LONG", &"x".repeat(20_000)));
    }
    place.run(words).whole()
}

#[test]
fn each_mistake_on_the_command_line_has_its_advice() {
    let all = read("tests/it/advice/commands.txt");
    let cases: Vec<(&str, &str)> = all.split("=== ").filter_map(|case| case.split_once('\n')).collect();
    assert!(cases.len() > 20);
    let mut wrong = vec![];
    for (advice, case) in cases {
        let found = play(case);
        if !one_space(&found).contains(advice) {
            wrong.push(format!("{advice}\n{case}\n{found}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n---\n"));
}
