//! Each form of a secret in each outlet of a fleet: what instances and hosts of `ssh` answer, and what they keep.

use std::fmt::Write as _;
use std::path::Path;

use super::KeyRing;
use super::outlets::{SECRET, all_below, forms, table_is_written};
use crate::fleet::ssh::Sshd;
use crate::fleet::{Fleet, Printed, until};

/// The pillar has the secret, and the forms as other programs write them; states show all forms.
fn write_trees(states: &Path, pillar: &Path, ring: &KeyRing, forms: &[(&'static str, String)]) {
    let message: String = ring.encrypt(SECRET).lines().map(|line| format!("    {line}\n")).collect();
    let all: Vec<&String> = forms.iter().map(|(_, form)| form).collect();
    let listed = serde_json::to_string(&all).expect("JSON");
    let mut sls = String::new();
    for number in 0..forms.len() {
        let form = format!("{{{{ pillar.forms[{number}]|json }}}}");
        let _ = writeln!(
            sls,
            "form_{number}:\n  test.configurable_test_state:\n    - result: True\n    - changes: True\n    - comment: {form}\n\n\
             command_{number}:\n  cmd.run:\n    - name: cat\n    - stdin: {form}\n\n\
             fails_{number}:\n  cmd.run:\n    - name: cat >&2; false\n    - stdin: {form}\n"
        );
    }
    for (path, text) in [
        (pillar.join("top.sls"), "base:\n  '*': [app]\n".to_owned()),
        (
            pillar.join("app.sls"),
            format!(
                "#!jinja|yaml|gpg\n\n{{% raw %}}\napp:\n  password: |\n{message}\nforms: {listed}\n{{% endraw %}}\n"
            ),
        ),
        (states.join("app.sls"), sls),
        (
            states.join("broken.sls"),
            "a:\n  test.nop:\n    - comment: {{ pillar.app.password|json }}\n    - b: [\n".to_owned(),
        ),
    ] {
        std::fs::create_dir_all(path.parent().expect("a directory")).expect("a directory");
        std::fs::write(path, text).expect("a file");
    }
}

/// Adds the key ring to a configuration, which is JSON.
fn give_keys(minion: &Path, ring: &KeyRing) {
    let text = std::fs::read_to_string(minion).expect("a configuration");
    let mut keys: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    keys["gpg_keydir"] = ring.0.path().display().to_string().into();
    std::fs::write(minion, keys.to_string()).expect("a configuration");
}

#[test]
fn no_outlet_of_a_fleet_shows_a_secret_in_any_form() {
    let (Some(fleet), Some(sshd)) = (Fleet::up(1, true), Sshd::up()) else { return };
    let (ring, forms) = (KeyRing::new(), forms());
    for (states, pillar, minion) in [
        (fleet.path("ops1/states"), fleet.path("ops1/pillar"), fleet.path("ops1/minion")),
        (sshd.path("cfg/states"), sshd.path("cfg/pillar"), sshd.path("cfg/minion")),
    ] {
        write_trees(&states, &pillar, &ring, &forms);
        give_keys(&minion, &ring);
    }
    let mut seen = of_fleet(&fleet);
    seen.extend(of_ssh(&sshd));
    for (name, text) in &seen {
        assert!(
            text.contains("(hidden)") || NOTHING_SHOWN.contains(name),
            "{name} has nothing of the secret: {text}"
        );
    }
    table_is_written("outlets of a fleet", &seen, &forms);
}

/// Outlets that show nothing of the pillar.
const NOTHING_SHOWN: &[&str] = &[
    "`fleet`, a broken template",
    "`fleet`, `mine.send`",
    "`jobs list`",
    "`ssh`, a broken template",
    "kept on a host of `ssh`",
];

fn whole(printed: &Printed) -> String {
    format!("{}{}", printed.stdout, printed.stderr)
}

/// What an operator sees of an instance's job, and what the instance keeps.
fn of_fleet(fleet: &Fleet) -> Vec<(&'static str, String)> {
    fleet.ping_until("ops1", &["web-1"]);
    let mut seen = vec![];
    for (name, words) in [
        ("`fleet`, states", &["state.apply", "app"][..]),
        ("`fleet`, `test=True`", &["state.apply", "app", "test=True"]),
        ("`fleet --out json`", &["state.apply", "app", "--out", "json"]),
        ("`fleet`, a broken template", &["state.apply", "broken"]),
        ("`fleet`, `pillar.items`", &["pillar.items"]),
        ("`fleet`, `pillar.get`", &["pillar.get", "app:password"]),
        ("`fleet`, `state.show_sls`", &["state.show_sls", "app", "--out", "json"]),
        ("`fleet`, `mine.send`", &["mine.send", "word", "mine_function=pillar.get", "app:password"]),
    ] {
        let words = [&["fleet", "web-1"], words, &["--timeout", "120"]].concat();
        seen.push((name, whole(&fleet.run("ops1", &words))));
    }
    seen.push(("`fleet-run mine.get`", whole(&fleet.run("ops1", &["fleet-run", "mine.get", "*", "word"]))));
    let sent = fleet.run("ops1", &["fleet", "web-1", "state.apply", "app", "--async"]);
    let jid = sent.stdout.trim().rsplit(' ').next().unwrap_or_default();
    let mut shown = String::new();
    until("the job ends", || {
        shown = whole(&fleet.run("ops1", &["jobs", "show", jid]));
        shown.contains("Total states run")
    });
    seen.push(("`jobs show`", shown));
    seen.push(("`jobs list`", whole(&fleet.run("ops1", &["jobs", "list"]))));
    let mut kept = String::new();
    all_below(&fleet.path("web-1"), &mut kept);
    assert!(kept.contains("form_0"), "the instance keeps a journal");
    seen.push(("kept on an instance", kept));
    seen
}

/// What an operator sees of a host without an agent, and what remains there.
fn of_ssh(sshd: &Sshd) -> Vec<(&'static str, String)> {
    let mut seen = vec![];
    for (name, words) in [
        ("`ssh`, states", &["state.apply", "app"][..]),
        ("`ssh --out json`", &["state.apply", "app", "--out", "json"]),
        ("`ssh`, a broken template", &["state.apply", "broken"]),
        ("`ssh`, `pillar.items`", &["pillar.items"]),
    ] {
        seen.push((name, whole(&sshd.run(&[&["web1"], words].concat()))));
    }
    let mut kept = String::new();
    all_below(&sshd.path("remote"), &mut kept);
    all_below(&sshd.path("remote-cache"), &mut kept);
    seen.push(("kept on a host of `ssh`", kept));
    seen
}
