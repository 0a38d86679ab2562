//! `docs/conformance.md`: a section for each kind, written by what the suite finds.
//!
//! A test fails when its section says otherwise than it found. `ORCHESTRATE_CONFORMANCE=write` writes the sections
//! instead: `ORCHESTRATE_CONFORMANCE=write cargo test --test it conformance::`.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use super::faults::{FAULTS, Rows};
use super::laws::{LAWS, Law, Mood};

/// Sections are written by several tests at once.
static FILE: Mutex<()> = Mutex::new(());

fn path() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/conformance.md")
}

/// Which law each mood breaks first, or why it is not played.
pub type Played = Vec<(Mood, Result<Option<Law>, String>)>;

/// The section of a kind.
pub fn section(kind: &str, skips: &[(Law, &str)], played: &Played, rows: &Rows) -> String {
    let mut text =
        format!("## `{kind}`\n\n| law | {} |\n", columns(played.iter().map(|it| format!("{:?}", it.0))));
    let _ = writeln!(text, "|---|{}", "---|".repeat(played.len()));
    for law in LAWS {
        let cells =
            played.iter().map(|(mood, ended)| match skips.iter().find(|(skipped, _)| skipped == law) {
                Some((_, reason)) => format!("not shown: {reason}"),
                None => cell(*law, *mood, ended),
            });
        let _ = writeln!(text, "| {law:?} | {} |", columns(cells));
    }
    text.push('\n');
    if let Some((_, reason)) = skips.iter().find(|(skipped, _)| *skipped == Law::SurvivesFaults) {
        let _ = writeln!(text, "Faults are not shown: {reason}.");
        return text;
    }
    text + &calls(rows)
}

fn cell(law: Law, mood: Mood, ended: &Result<Option<Law>, String>) -> String {
    let place = |law: Law| LAWS.iter().position(|it| *it == law);
    match ended {
        Err(reason) => format!("not yet: {reason}"),
        Ok(Some(broken)) if *broken == law => "fails".to_owned(),
        Ok(Some(broken)) if place(*broken) < place(law) => "not played".to_owned(),
        Ok(_) if law == Law::DeniedIsNotAbsent && mood != Mood::Strict => "as under `Strict`".to_owned(),
        Ok(_) => "holds".to_owned(),
    }
}

/// A row for each call of each phase.
pub fn calls(rows: &Rows) -> String {
    let mut text =
        "| phase | call | answer lost | killed behind it | denied |\n|---|---|---|---|---|\n".to_owned();
    for ((phase, call), cells) in rows {
        let cells = FAULTS.iter().map(|fault| cells.get(fault).map_or("", String::as_str).to_owned());
        let _ = writeln!(text, "| {phase} | `{call}` | {} |", columns(cells));
    }
    text
}

fn columns(cells: impl Iterator<Item = String>) -> String {
    cells.collect::<Vec<_>>().join(" | ")
}

/// Says whether whoever runs the test asks for this: `write`, `all`, or both.
#[expect(clippy::disallowed_methods, reason = "a test has no settings but the environment")]
pub fn asked(word: &str) -> bool {
    std::env::var("ORCHESTRATE_CONFORMANCE").is_ok_and(|asked| asked.split(',').any(|one| one == word))
}

/// Compares a section with what was found, or writes it. No cell may fail.
pub fn matches(name: &str, found: &str) {
    let (begin, end) = (format!("<!-- {name} -->\n"), format!("<!-- end of {name} -->\n"));
    // Whoever failed before has left the file whole.
    let _turn = FILE.lock().unwrap_or_else(PoisonError::into_inner);
    let text = std::fs::read_to_string(path()).expect("docs/conformance.md");
    let parts = text.split_once(&begin).and_then(|(before, rest)| {
        let (section, after) = rest.split_once(&end)?;
        Some((before, section, after))
    });
    let Some((before, section, after)) = parts else { panic!("docs/conformance.md has no section {name}") };
    if asked("write") {
        std::fs::write(path(), format!("{before}{begin}{found}{end}{after}")).expect("it can be written");
    } else {
        assert_eq!(section, found, "docs/conformance.md says otherwise of {name}");
    }
    assert!(!found.contains("fails"), "{name}:\n{found}");
}
