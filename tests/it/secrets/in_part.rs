//! What shows a secret in part, or a former one: lines that are cut or broken, documents, a rotation.

use super::KeyRing;
use super::outlets::all_below;
use crate::support::Place;

/// A place whose pillar has this secret.
fn place(ring: &KeyRing, secret: &str, sls: &str) -> Place {
    give(super::place("{}").with("states/app.sls", sls), ring, secret)
}

/// Puts another secret into the pillar.
fn give(place: Place, ring: &KeyRing, secret: &str) -> Place {
    let message: String = ring.encrypt(secret).lines().map(|line| format!("    {line}\n")).collect();
    let place = place.with("pillar/app.sls", &format!("#!jinja|yaml|gpg\n\napp:\n  password: |\n{message}"));
    let config = std::fs::read_to_string(place.path("orchestration/minion")).expect("the configuration");
    if config.contains("gpg_keydir") {
        return place;
    }
    place.with("orchestration/minion", &format!("{config}gpg_keydir: {}\n", ring.0.path().display()))
}

/// A part of a secret that is long enough to be no accident.
#[track_caller]
fn no_part_is_in(text: &str, secret: &str) {
    let letters: Vec<char> = secret.chars().collect();
    for part in letters.windows(6) {
        let part: String = part.iter().collect();
        let line = text.lines().find(|line| line.contains(&part)).unwrap_or_default();
        let line: String = line.chars().take(300).collect();
        assert!(line.is_empty(), "'{part}' is shown: {line}");
    }
}

const WORD: &str = "Xq7vTz3mKw9 pLr5nBd2sHc";

#[test]
fn a_warning_that_is_broken_into_lines_shows_no_part_of_a_secret() {
    let ring = KeyRing::new();
    for before in (30..66).step_by(4) {
        let sls = format!(
            "a:\n  test.configurable_test_state:\n    - result: True\n    - changes: True\n    - warnings: {{{{ ('w' * {before} ~ ' ' ~ pillar.app.password)|json }}}}\n"
        );
        let printed = place(&ring, WORD, &sls).run("state.sls app").whole();
        assert!(printed.contains("Warnings: ") && printed.contains("(hidden)"), "{printed}");
        no_part_is_in(&printed, WORD);
    }
}

#[test]
fn an_excerpt_of_a_long_line_shows_no_part_of_a_secret() {
    let ring = KeyRing::new();
    for before in (370..420).step_by(5) {
        let sls = format!(
            "a:\n  test.nop:\n    - comment: [1, {{{{ pillar.app.password }}}} {{{{ 'x' * {before} }}}} ]]\n    - b: [\n"
        );
        let printed = place(&ring, WORD, &sls).run("state.sls app").whole();
        assert!(printed.contains("rendered") && printed.contains("xxxx"), "{printed}");
        no_part_is_in(&printed, WORD);
    }
}

#[test]
fn the_values_of_a_document_are_hidden() {
    let ring = KeyRing::new();
    let show = |filter: &str| {
        format!(
            "{{% set db = pillar.app.password|{filter} %}}\na:\n  test.configurable_test_state:\n    - result: True\n    - changes: True\n    - comment: {{{{ ('it is ' ~ db.password ~ ' at ' ~ db.host)|json }}}}\n"
        )
    };
    for (filter, document) in [
        ("load_json", "{\"user\": \"app\", \"password\": \"Xq7v\", \"host\": \"db7.example.com\"}"),
        ("load_yaml", "user: app\npassword: 'Xq7v'\nhost: db7.example.com\n"),
    ] {
        for words in ["state.sls app", "--out json state.sls app", "runs show last", "pillar.items"] {
            let place = place(&ring, document, &show(filter));
            let printed = place.run("state.sls app").whole();
            assert!(printed.contains("it is (hidden) at (hidden)"), "{filter}: {printed}");
            let printed = place.run(words).whole();
            assert!(!printed.contains("Xq7v") && !printed.contains("db7"), "{filter} {words}: {printed}");
        }
    }
}

/// A file gets the new secret, and the difference would show the former one.
#[test]
fn after_a_rotation_the_former_secret_is_not_shown() {
    let ring = KeyRing::new();
    let sls = "DIR/env:\n  file.managed:\n    - contents: |\n        PORT=1\n        DATABASE={{ pillar.app.password }};pool=5\n        LAST=2\n\nDIR/only:\n  file.managed:\n    - contents_pillar: app:password\n";
    let (former, new) = ("Xq7vTz3mKw9", "pLr5nBd2sHc");
    let place = place(&ring, former, "");
    let sls = sls.replace("DIR", &place.path("").display().to_string());
    let place = place.with("states/app.sls", &sls);
    let first = place.run("state.sls app").whole();
    assert!(first.contains("Succeeded: 2"), "{first}");
    let place = give(place, &ring, new);
    let mut seen = String::new();
    for words in [
        "state.sls app test=True",
        "plan app -o plan.json",
        "--report r.html --events e.json state.sls app",
        "runs show last",
    ] {
        seen.push_str(&place.run(words).whole());
    }
    for file in ["plan.json", "r.html", "e.json"] {
        seen.push_str(&std::fs::read_to_string(place.path(file)).unwrap_or_default());
    }
    all_below(&place.path(".state"), &mut seen);
    for line in ["-DATABASE=(hidden);pool=5", "+DATABASE=(hidden);pool=5", "-(hidden)", " PORT=1"] {
        assert!(seen.contains(line), "{line}: {seen}");
    }
    no_part_is_in(&seen, former);
    no_part_is_in(&seen, new);
}
