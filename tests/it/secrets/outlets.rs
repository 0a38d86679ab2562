//! Each form of a secret in each outlet: the table of `docs/secrets.md`. No cell may say "shown".

use std::fmt::Write as _;
use std::path::Path;

use super::KeyRing;
use crate::support::Place;

/// All that quoting can go wrong with.
pub const SECRET: &str = "pa\"ss\\w&rd%1'é $x";

/// A form as another program writes it, made here without the code that is tested.
pub fn forms() -> Vec<(&'static str, String)> {
    let script = "
import base64, html, json, shlex, sys, urllib.parse
s = sys.argv[1]
print(json.dumps([
  ['as it is', s], ['JSON', json.dumps(s)[1:-1]], ['JSON in JSON', json.dumps(json.dumps(s)[1:-1])[1:-1]], ['Python', repr(s)[1:-1]],
  ['URL', urllib.parse.quote(s, safe='')], ['URL of a form', urllib.parse.quote_plus(s)],
  ['connection string', 'postgres://u:' + s + '@h/db'],
  ['base64', base64.b64encode(s.encode()).decode().rstrip('=')],
  ['base64 of user data', base64.b64encode(('#!/bin/sh\\nexport P=' + s + '\\n').encode()).decode()],
  ['shell', shlex.quote(s)], ['HTML', html.escape(s)],
  ['URL in a URL', urllib.parse.quote(urllib.parse.quote(s, safe=''), safe='')], ['unit', s.replace('%', '%%').replace('$', '$$')],
  ['hexadecimal', s.encode().hex()],
]))";
    let output = std::process::Command::new("python3").args(["-c", script, SECRET]).output();
    let output = output.expect("python3 runs");
    let made: Vec<(String, String)> = serde_json::from_slice(&output.stdout).expect("forms");
    made.into_iter().map(|(name, form)| (&*name.leak(), form)).collect()
}

/// What is looked for: of a text that only contains the secret, the part that is the secret's alone. Each layout may quote it again.
fn needles(name: &str, form: &str) -> Vec<String> {
    let part = match name {
        // The letters at both ends depend on what is beside the secret.
        "base64 of user data" => &form[28..form.len() - 6],
        "connection string" => SECRET,
        _ => form,
    };
    let json = serde_json::to_string(part).expect("JSON");
    let markup = part.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;");
    vec![
        part.to_owned(),
        json[1..json.len() - 1].to_owned(),
        part.replace('\'', "''"),
        part.replace('\\', "\\\\").replace('\'', "\\'"),
        markup.replace('\'', "&#39;"),
        markup.replace('\'', "&#x27;"),
        markup,
    ]
}

/// The text of all files below a directory.
pub fn all_below(directory: &Path, text: &mut String) {
    for entry in std::fs::read_dir(directory).into_iter().flatten().flatten() {
        if entry.path().is_dir() {
            all_below(&entry.path(), text);
        } else {
            text.push_str(&String::from_utf8_lossy(&std::fs::read(entry.path()).unwrap_or_default()));
        }
    }
}

/// What shows the run again, and what others see while it runs.
fn records(place: &Place, seen: &mut Vec<(&'static str, String)>) {
    for (name, words) in [
        ("`runs show`", "runs show last"),
        ("`runs show --out json`", "--out json runs show last"),
        ("`runs diff`", "runs diff last last"),
        ("`undo`", "undo last"),
        ("`watch`", "watch app --rounds 1"),
    ] {
        seen.push((name, place.run(words).whole()));
    }
    let mut blamed = String::new();
    for number in 0..forms().len() {
        for state in ["form", "command"] {
            blamed.push_str(&place.run(&format!("blame {state}_{number}")).whole());
        }
    }
    seen.push(("`blame`", blamed));
    let _ = place.run("state.sls children");
    let children = std::fs::read_to_string(place.path("children")).unwrap_or_default();
    assert!(children.contains("orchestrate"), "{children}");
    seen.push(("`ps` while children run", children));
}

/// What each outlet shows of a run whose states have the forms in their comments, changes and command lines.
fn outlets(place: &Place) -> Vec<(&'static str, String)> {
    let mut seen = vec![];
    let mut run = |name: &'static str, words: &str| {
        let printed = place.run(words);
        seen.push((name, format!("{}{}", printed.stdout, printed.stderr)));
    };
    for (name, words) in [
        ("the terminal", "state.sls app"),
        ("`test=True`", "state.sls app test=True"),
        ("`--out nested`", "--out nested state.sls app"),
        ("`--out json`", "--out json state.sls app"),
        ("`--out yaml`", "--out yaml state.sls app"),
        ("`--out raw`", "--out raw state.sls app"),
        ("`--out pprint`", "--out pprint state.sls app"),
        ("`--out junit`", "--out junit state.sls app"),
        ("the log (`-l debug`)", "-l debug state.sls app"),
        ("`pillar.items`", "--out json pillar.items"),
        ("`state.show_sls`", "--out json state.show_sls app"),
        ("`state.show_lowstate`", "state.show_lowstate"),
        ("the excerpt of a problem", "state.sls broken"),
        ("`plan`", "plan app"),
        ("`lint`", "lint"),
        ("`lint --out sarif`", "--out sarif lint"),
        ("`graph`", "graph app"),
        ("`runs list`", "runs list"),
    ] {
        run(name, words);
    }
    records(place, &mut seen);
    let _ = place.run("--report report.html --events events.json --profile-run trace.json state.sls app");
    let _ = place.run("plan app -o plan.json");
    for (name, file) in [
        ("`--report`", "report.html"),
        ("`--events`", "events.json"),
        ("`--profile-run`", "trace.json"),
        ("a plan file", "plan.json"),
    ] {
        let text = std::fs::read_to_string(place.path(file)).unwrap_or_default();
        assert!(!text.is_empty(), "{name} is written");
        seen.push((name, text));
    }
    let mut journal = String::new();
    all_below(&place.path(".state"), &mut journal);
    seen.push(("the journal", journal));
    seen
}

/// States that carry every form, and a template that breaks beside a secret.
fn tree(place: Place, forms: &[(&'static str, String)]) -> Place {
    let quoted = |text: &str| serde_json::to_string(text).expect("JSON");
    let mut sls = String::from("{% raw %}\n");
    for (number, (_, form)) in forms.iter().enumerate() {
        let _ = writeln!(
            sls,
            "form_{number}:\n  test.configurable_test_state:\n    - result: True\n    - changes: True\n    - comment: {}\n",
            quoted(form)
        );
        let command = format!("cat <<'END'\n{form}\nEND");
        let _ = writeln!(sls, "command_{number}:\n  cmd.run:\n    - name: {}\n", quoted(&command));
    }
    sls.push_str("{% endraw %}\n");
    // The command lines of this program and of the child that it started; the secret is in the child's input and environment.
    let mut children = String::from("{% raw %}\n");
    for (number, (_, form)) in forms.iter().enumerate() {
        let form = quoted(form);
        let _ = writeln!(
            children,
            "child_{number}:\n  cmd.run:\n    - name: cat /proc/$$/cmdline /proc/$PPID/cmdline >> {}\n    - stdin: {form}\n    - env: [{{WORD: {form}}}]\n",
            place.path("children").display()
        );
    }
    children.push_str("{% endraw %}\n");
    let broken = "a:\n  test.nop:\n    - comment: {{ pillar.app.password|json }}\n    - b: [\n";
    place
        .with("states/app.sls", &sls)
        .with("states/broken.sls", broken)
        .with("states/children.sls", &children)
}

/// Writes the table of these outlets between two marks of the page, or compares it; nobody shows a form.
pub fn table_is_written(mark: &str, outlets: &[(&str, String)], forms: &[(&'static str, String)]) {
    let names: Vec<&str> = forms.iter().map(|(name, _)| *name).collect();
    let mut table = format!("| outlet | {} |\n|---|{}\n", names.join(" | "), "---|".repeat(forms.len()));
    let mut shown = vec![];
    for (outlet, text) in outlets {
        // An outlet that has nothing of the states hides nothing either.
        let word = if text.contains("(hidden)") { "hidden" } else { "absent" };
        let mut cells = vec![];
        for (form, written) in forms {
            let needles = needles(form, written);
            let lines: Vec<&str> =
                text.lines().filter(|line| needles.iter().any(|it| line.contains(it.as_str()))).collect();
            if !lines.is_empty() {
                let line: String = lines[0].chars().take(300).collect();
                shown.push(format!("{outlet} shows {form}: {line}"));
            }
            cells.push(if lines.is_empty() { word } else { "shown" });
        }
        let _ = writeln!(table, "| {outlet} | {} |", cells.join(" | "));
    }
    assert!(shown.is_empty(), "{shown:#?}\n{table}");
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/secrets.md");
    let (begin, end) = (format!("<!-- {mark} -->\n"), format!("<!-- end of {mark} -->"));
    let text = std::fs::read_to_string(&page).expect("the page");
    let (before, rest) = text.split_once(&begin).expect("the mark");
    let (written, after) = rest.split_once(&end).expect("the mark");
    if std::env::var_os("ORCHESTRATE_REFERENCE").is_some_and(|word| word == "write") {
        std::fs::write(&page, format!("{before}{begin}{table}{end}{after}")).expect("the page");
    } else {
        assert_eq!(written, table, "write it anew: ORCHESTRATE_REFERENCE=write ./test secrets::");
    }
}

#[test]
fn no_outlet_shows_a_secret_in_any_form() {
    let ring = KeyRing::new();
    let message: String = ring.encrypt(SECRET).lines().map(|line| format!("    {line}\n")).collect();
    let place = super::place(&format!("#!jinja|yaml|gpg\n\napp:\n  password: |\n{message}"));
    let config = std::fs::read_to_string(place.path("orchestration/minion")).expect("the configuration");
    let config = format!("{config}gpg_keydir: {}\n", ring.0.path().display());
    let forms = forms();
    let place = tree(place.with("orchestration/minion", &config), &forms);
    table_is_written("outlets", &outlets(&place), &forms);
}
