//! How often the package manager is run for the packages of several states.

use serde_json::{Value as Json, json};

use crate::support::{Place, write_program};

const PATH: &str = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

/// A machine whose package manager is played.
struct Machine(Place);

impl Machine {
    fn new(minion: &str) -> Self {
        let minion = format!(
            "id: sample\ncachedir: cache\nfile_roots: {{base: [states]}}\nproviders: {{pkg: aptpkg}}\n{minion}\n"
        );
        let place = Place::new()
            .with("orchestration/minion", &minion)
            .with("fake/.fake/db/there", "install installed 1.0\n");
        let root = place.path("fake").canonicalize().expect("a directory");
        let path = format!("{}/.fake/bin:{PATH}", root.display());
        let mut place = place.set("PATH", &path);
        let script = include_str!("fake_packages.sh").replace("$R/", &format!("{}/", root.display()));
        for program in ["dpkg-query", "dpkg", "apt-get", "apt-cache", "apt-mark"] {
            place = place.with(&format!("fake/.fake/bin/{program}"), "");
            write_program(&place.path(&format!("fake/.fake/bin/{program}")), &script);
        }
        for name in ["one", "two", "three", "lib"] {
            place = place.with(&format!("fake/.fake/repo/{name}"), "2.0\n1.0\n");
        }
        for name in ["one", "two"] {
            place = place.with(&format!("fake/.fake/needs/{name}"), "lib\n");
        }
        Self(place)
    }

    fn with(self, path: &str, text: &str) -> Self {
        Self(self.0.with(path, text))
    }

    /// Runs these SLS; the states by their IDs.
    fn run(&self, words: &str) -> Json {
        let printed = self.0.run(&format!("-c orchestration --out json state.sls {words}"));
        let parsed: Json = serde_json::from_str(&printed.stdout).unwrap_or_else(|_| panic!("{printed:?}"));
        let states = parsed["local"].as_object().unwrap_or_else(|| panic!("{parsed}")).clone();
        states
            .into_values()
            .map(|state| (state["__id__"].as_str().expect("an ID").to_owned(), state))
            .collect()
    }

    /// What was installed by which run of apt.
    fn transactions(&self) -> Vec<String> {
        self.runs("install ")
    }

    /// What apt was told behind these words, run by run.
    fn runs(&self, words: &str) -> Vec<String> {
        let log = std::fs::read_to_string(self.0.path("fake/.fake/log")).unwrap_or_default();
        log.lines().filter_map(|line| line.strip_prefix(words)).map(str::to_owned).collect()
    }
}

fn new(version: &str) -> Json {
    json!({"old": "", "new": version})
}

const ONE: &str = "one:\n  pkg.installed: []\n";
const TWO: &str = "two:\n  pkg.installed:\n    - version: '1.0'\n";
const THREE: &str = "three:\n  pkg.installed:\n    - require:\n      - test: ready\n";
const READY: &str = "ready:\n  test.nop: []\n";

#[test]
fn packages_of_states_that_come_next_to_each_other_come_by_one_transaction() {
    let machine = Machine::new("").with("states/a.sls", &format!("{READY}{ONE}"));
    let machine = machine.with("states/b.sls", TWO).with("states/c.sls", THREE);
    let foreseen = machine.run("a,b,c test=True");
    assert!(machine.transactions().is_empty());
    let done = machine.run("a,b,c");
    assert_eq!(machine.transactions(), ["one two=1.0 three"]);
    // What both need is the first one's.
    assert_eq!(done["one"]["changes"], json!({"one": new("2.0"), "lib": new("2.0")}));
    assert_eq!(done["two"]["changes"], json!({"two": new("1.0")}));
    assert_eq!(done["three"]["changes"], json!({"three": new("2.0")}));
    for name in ["one", "two", "three"] {
        assert_eq!(done[name]["result"], true);
        let comment = done[name]["comment"].as_str().expect("a comment");
        assert!(comment.starts_with("The following packages were installed/updated: "), "{comment}");
        assert_eq!(foreseen[name]["result"], Json::Null);
        assert_eq!(foreseen[name]["changes"][name], done[name]["changes"][name]);
    }
    let again = machine.run("a,b,c");
    assert!(["one", "two", "three"].iter().all(|name| again[name]["changes"] == json!({})), "{again}");
    assert_eq!(machine.transactions().len(), 1);
}

#[test]
fn what_comes_for_another_is_there_when_its_own_turn_comes() {
    let machine = Machine::new("").with("states/a.sls", &format!("{ONE}lib:\n  pkg.installed: []\n{TWO}"));
    let done = machine.run("a");
    assert_eq!(machine.transactions(), ["one two=1.0"]);
    assert_eq!(done["lib"]["comment"], "All specified packages are already installed");
    assert_eq!(done["lib"]["changes"], json!({}));
    assert_eq!(done["two"]["changes"], json!({"two": new("1.0")}));
}

#[test]
fn what_keeps_a_state_waiting_keeps_its_packages_waiting() {
    let between = "between:\n  cmd.run:\n    - name: 'true'\n";
    for (name, second) in [
        ("another state of the machine", format!("{between}{TWO}")),
        ("a condition", format!("{TWO}    - unless: 'false'\n")),
        ("a requisite on the first", format!("{TWO}    - require:\n      - pkg: one\n")),
        ("a requisite on changes", format!("{TWO}    - onchanges:\n      - pkg: one\n")),
        ("other words", format!("{TWO}    - install_recommends: False\n")),
        ("a wish", format!("{TWO}    - aggregate: False\n")),
    ] {
        let machine = Machine::new("").with("states/a.sls", &format!("{ONE}{second}"));
        let done = machine.run("a");
        assert_eq!(machine.transactions(), ["one", "two=1.0"], "{name}");
        assert_eq!(done["two"]["changes"], json!({"two": new("1.0")}), "{name}");
    }
}

#[test]
fn aggregated_packages_come_before_what_stands_between() {
    let between = "between:\n  cmd.run:\n    - name: 'true'\n";
    let sls = format!("{ONE}{between}{TWO}{READY}{THREE}");
    for (minion, sls) in [
        ("state_aggregate: [pkg]", sls.clone()),
        ("", sls.replacen("pkg.installed: []", "pkg.installed:\n    - aggregate: True", 1)),
    ] {
        let machine = Machine::new(minion).with("states/a.sls", &sls);
        let done = machine.run("a");
        // The last one's requisite has not been fulfilled then.
        assert_eq!(machine.transactions(), ["one two=1.0", "three"]);
        assert_eq!(done["two"]["changes"], json!({"two": new("1.0")}));
    }
}

#[test]
fn of_packages_that_cannot_come_together_the_guilty_state_fails_alone() {
    let sls = format!("{ONE}{TWO}");
    // Its version is not to be had, which apt says before it does anything; or it breaks while it is installed.
    for (path, text) in [("fake/.fake/repo/two", "2.0\n"), ("fake/.fake/broken/two", "")] {
        let machine = Machine::new("").with("states/a.sls", &sls).with(path, text);
        let done = machine.run("a");
        assert_eq!(done["one"]["result"], true, "{done}");
        assert_eq!(done["one"]["changes"], json!({"one": new("2.0"), "lib": new("2.0")}));
        assert_eq!(done["two"]["result"], false, "{done}");
        assert_eq!(done["two"]["changes"], json!({}));
    }
}

/// A state of one function for each of `one`, `two` and `three`.
fn all(function: &str) -> String {
    ["one", "two", "three"].iter().map(|name| format!("{name}:\n  pkg.{function}: []\n")).collect()
}

fn installed(version: &str) -> Machine {
    let there = format!("install installed {version}\n");
    ["one", "two", "three", "lib"]
        .iter()
        .fold(Machine::new(""), |machine, name| machine.with(&format!("fake/.fake/db/{name}"), &there))
}

#[test]
fn packages_are_brought_up_to_date_by_one_transaction() {
    let machine = installed("1.0").with("fake/.fake/db/two", "install installed 2.0\n");
    let machine = machine.with("states/a.sls", &all("latest"));
    let foreseen = machine.run("a test=True");
    let done = machine.run("a");
    assert_eq!(machine.transactions(), ["one three"]);
    for (name, changes) in [
        ("one", json!({"one": {"old": "1.0", "new": "2.0"}})),
        ("two", json!({})),
        ("three", json!({"three": {"old": "1.0", "new": "2.0"}})),
    ] {
        assert_eq!((&done[name]["result"], &done[name]["changes"]), (&json!(true), &changes), "{done}");
        assert_eq!(foreseen[name]["changes"], changes, "{foreseen}");
    }
    assert_eq!(done["two"]["comment"], "Package two is already up-to-date");
    assert_eq!(machine.run("a")["three"]["changes"], json!({}));
    assert_eq!(machine.transactions().len(), 1);
}

#[test]
fn packages_go_by_one_transaction_and_each_state_tells_its_own() {
    let gone = |name: &str| json!({name: {"old": "1.0", "new": ""}});
    let purged = |removed: Json, installed: Json| json!({"removed": removed, "installed": installed});
    let none = || json!({});
    for (function, run, one, two, three) in [
        ("removed", "remove one three", gone("one"), none(), gone("three")),
        (
            "purged",
            "purge one two three",
            purged(none(), gone("one")),
            purged(gone("two"), none()),
            purged(none(), gone("three")),
        ),
    ] {
        let machine = installed("1.0").with("fake/.fake/db/two", "deinstall config-files 1.0\n");
        let machine = machine.with("states/a.sls", &all(function));
        let foreseen = machine.run("a test=True");
        let done = machine.run("a");
        assert_eq!(machine.runs(""), [run]);
        for (name, changes) in [("one", one), ("two", two), ("three", three)] {
            assert_eq!((&done[name]["result"], &done[name]["changes"]), (&json!(true), &changes), "{done}");
            assert_eq!(foreseen[name]["changes"], changes, "{foreseen}");
        }
    }
}

#[test]
fn of_packages_that_cannot_go_together_the_guilty_state_fails_alone() {
    let machine = installed("1.0").with("fake/.fake/broken/two", "").with("states/a.sls", &all("removed"));
    let done = machine.run("a");
    for (name, result) in [("one", true), ("two", false), ("three", true)] {
        assert_eq!(done[name]["result"], result, "{done}");
        assert_eq!(done[name]["changes"].as_object().map(serde_json::Map::len), Some(usize::from(result)));
    }
}
