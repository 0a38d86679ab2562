//! Words and names that have their place, or none.

use super::source::{Source, rust_files};
use super::{assert_none, assert_passed, assert_refused};

/// A word, the paths where it may stand, and the reason.
const PLACED: &[(&[&str], &[&str], &str)] = &[
    (
        &["println!", "print!(", "eprintln!", "eprint!(", "stdout()", "stderr()"],
        &["src/cli/render/", "grains/examples/"],
        "only cli/render prints",
    ),
    (&["process::exit", "ExitCode"], &["src/main.rs", "src/bin/", "src/cli/"], "only main exits"),
    (
        &["env::var", "env::set_var", "env::remove_var", "env::current_dir", "env::home_dir"],
        &["src/cli/settings", "grains/examples/"],
        "only cli/settings reads the environment",
    ),
    (
        &["SystemTime::now", "Timestamp::now", "Zoned::now"],
        &["src/cli/", "src/main.rs"],
        "a clock below cli is untestable",
    ),
    (
        &["_lossy("],
        &[
            "src/machine/text.rs",
            "src/aws/",
            "src/cli/",
            "src/engine/",
            "src/exec/",
            "src/fleet/",
            "src/graph/",
            "src/instance/",
            "src/model/",
            "src/kind/",
            "src/kinds/",
            "src/sls/",
            "src/bin/",
            "src/main.rs",
            "grains/",
            "benches/",
        ],
        "a state of the machine loses no byte: machine::text reads, writes and shows bytes",
    ),
    (&["thread::sleep"], &[], "wait with aws::wait: condition, deadline, injected clock"),
    (&["todo!", "unimplemented!", "dbg!("], &[], "finish it or leave it out"),
    (&["#[allow(", "#![allow("], &[], "exceptions are #[expect(lint, reason = \"…\")]"),
];

const EMPTY_NAMES: &[&str] = &["util", "utils", "helper", "helpers", "common", "misc", "manager", "base"];

fn placed(sources: &[Source]) -> Vec<String> {
    let mut complaints = Vec::new();
    for source in sources.iter().filter(|source| !source.is_test()) {
        for (words, places, reason) in PLACED {
            if places.iter().any(|place| source.path.starts_with(place)) {
                continue;
            }
            for word in *words {
                complaints.extend(source.places_of(word).iter().map(|at| format!("{at}: {word} — {reason}")));
            }
        }
    }
    complaints
}

fn names(sources: &[Source]) -> Vec<String> {
    let empty = |source: &&Source| {
        source
            .path
            .split('/')
            .any(|part| EMPTY_NAMES.contains(&part.trim_end_matches(".rs").to_lowercase().as_str()))
    };
    sources
        .iter()
        .filter(empty)
        .map(|source| format!("{}: the name says nothing of what is inside", source.path))
        .collect()
}

#[test]
fn words_stand_in_their_places() {
    // Examples are programs of their own.
    assert_none(&placed(&rust_files(&["src", "grains/src"])));
}

#[test]
fn names_say_what_is_inside() {
    assert_none(&names(&rust_files(&["src", "grains", "tests", "benches"])));
}

#[test]
fn printing_exiting_and_reading_the_environment_elsewhere_is_refused() {
    for word in ["println!(\"x\");", "eprintln!();", "std::io::stdout().lock();"] {
        assert_refused(placed, "src/engine/x.rs", word, "only cli/render prints");
        assert_passed(placed, "src/cli/render/text.rs", word);
    }
    assert_refused(placed, "src/engine/x.rs", "std::process::exit(1);", "only main exits");
    assert_refused(placed, "src/aws/x.rs", "std::env::var(\"HOME\");", "only cli/settings");
    assert_passed(placed, "src/cli/settings/environment.rs", "std::env::vars_os();");
    assert_refused(placed, "src/aws/x.rs", "std::thread::sleep(d);", "aws::wait");
    assert_refused(placed, "src/engine/x.rs", "SystemTime::now()", "untestable");
    assert_refused(placed, "src/system/x.rs", "String::from_utf8_lossy(bytes)", "loses no byte");
    assert_refused(placed, "src/machine/x.rs", "path.to_string_lossy()", "loses no byte");
    assert_refused(placed, "src/engine/x.rs", "todo!()", "finish it");
    assert_refused(placed, "src/engine/x.rs", "#[allow(dead_code)]", "expect");
    assert_passed(placed, "src/engine/x.rs", "// println! is for cli/render\nlet text = \"todo!\";");
}

#[test]
fn a_file_named_for_nothing_is_refused() {
    for path in ["src/aws/utils.rs", "src/common/mod.rs", "tests/it/helpers.rs", "src/model/base.rs"] {
        assert_refused(names, path, "", "says nothing");
    }
    assert_passed(names, "src/aws/database.rs", "");
}
