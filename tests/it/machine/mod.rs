//! States of users, groups, crontabs, hosts and mounts beside what Salt 3007 made of the same SLS: `record.py` recorded
//! test run, real run, second run, and the files after, each case in a machine of its own (`sandbox.sh`).

mod boxed;
mod bytes;
mod deviations;
mod lost;
mod units;

use std::collections::BTreeMap;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;
use std::time::SystemTime;

use serde::Deserialize;
use serde_json::Value as Json;

use crate::recorded::judge::Judge;
use crate::recorded::tree::{make, seen};
use crate::recorded::{compare, each, is_asked_for};
use crate::support::{left_out, missing, write_program};
use deviations::{DEVIATIONS, UNFORESEEN};

/// What Salt was asked, and what it answered.
#[derive(Debug, Deserialize)]
struct Case {
    sls: String,
    before: BTreeMap<String, Json>,
    files: BTreeMap<String, Json>,
    pillar: Json,
    test: Json,
    real: Json,
    after: BTreeMap<String, String>,
}

const MINION: &str = "
id: sample
file_roots:
  base: [states]
pillar_roots:
  base: [pillar]
grains: {init: systemd}
cachedir: cache
";

/// Three runs in one sandbox, so that what is mounted stays, and the files as they are after each.
const RUNS: &str = r#"#!/bin/sh
box=$1
cd "$box"
run() { "$ORCHESTRATE" -c conf --out json state.sls case "test=$1" "pillar=$(cat pillar.json)" >"$2" 2>"$2.err"; }
run True test.json
cp -a tree after_test
run False real.json
cp -a tree after
run False again.json
"#;

#[test]
fn states_of_the_machine_end_as_in_salt() {
    let recorded: BTreeMap<String, Case> = serde_json::from_str(&read("recorded.json")).expect("the record");
    assert!(recorded.len() > 100, "the record is not whole");
    let judge = Judge::new("machine", DEVIATIONS, UNFORESEEN);
    let mut complaints = judge.unknown(|name| recorded.contains_key(name));
    let missing = missing_here();
    if missing.is_empty() {
        let cases: Vec<(&String, &Case)> =
            recorded.iter().filter(|(name, _)| is_asked_for(name) && needed(name).is_none()).collect();
        for (prefix, program) in NEEDS {
            let count = recorded
                .keys()
                .filter(|name| needed(name) == Some(*program) && name.starts_with(prefix))
                .count();
            left_out(
                &format!("{count} cases of machine, {prefix}*"),
                count,
                &format!("{program} is missing"),
                true,
            );
        }
        let programs = tempfile::tempdir().expect("a directory");
        write_programs(programs.path());
        complaints.extend(each(&cases, |(name, case)| differences(&judge, name, case, programs.path())));
        let was_run = |case: &str| cases.iter().any(|(name, _)| *name == case);
        complaints.extend(judge.stale(was_run, cases.len() == recorded.len()));
    } else {
        let what = format!("all {} cases of machine", recorded.len());
        left_out(&what, recorded.len(), &missing, may_have_sandboxes());
    }
    complaints.sort();
    assert!(complaints.is_empty(), "{} complaints\n{}", complaints.len(), complaints.join("\n"));
}

fn read(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/machine").join(name);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Cases that need a program of the machine: how their names begin, and the program.
const NEEDS: &[(&str, &str)] =
    &[("debconf_", "/usr/bin/debconf-communicate"), ("augeas_", "/usr/bin/augtool")];

/// The program that a case needs and that is missing.
fn needed(case: &str) -> Option<&'static str> {
    let needs = NEEDS.iter().filter(|(prefix, _)| case.starts_with(prefix)).map(|(_, program)| *program);
    needs.into_iter().find(|program| !Path::new(program).exists())
}

/// What is missing for the cases to run; nothing where they can.
fn missing_here() -> String {
    if !may_have_sandboxes() {
        return "only root makes mount namespaces, and not in every container".to_owned();
    }
    missing(&["/usr/sbin/useradd", "/usr/sbin/chpasswd", "/usr/bin/chage", "/usr/bin/gpasswd"])
}

fn may_have_sandboxes() -> bool {
    let made =
        Command::new("unshare").args(["--mount", "--uts", "--propagation", "private", "true"]).status();
    machine::account::own_uid() == 0 && made.is_ok_and(|status| status.success())
}

/// What differs, and is no deviation; and what is said to differ, and does not.
fn differences(judge: &Judge, name: &str, case: &Case, programs: &Path) -> Vec<String> {
    let ours = carry_out(case, programs);
    let mut complaints = vec![];
    complaints.extend(judge.returns(name, "test", &ours.test, &case.test));
    complaints.extend(judge.returns(name, "real", &ours.real, &case.real));
    complaints.extend(judge.trees(name, &ours.after, &case.after));
    complaints.extend(judge.silence(name, "loud", &ours.real, &ours.again));
    complaints.extend(judge.promise(name, &ours.test, &ours.real));
    if let Some(difference) = compare::trees(&ours.after_test, &ours.before) {
        complaints.push(format!("{name}: a test run changed {difference}"));
    }
    complaints
}

/// What we make of a case.
struct Ours {
    before: BTreeMap<String, String>,
    test: Json,
    after_test: BTreeMap<String, String>,
    real: Json,
    after: BTreeMap<String, String>,
    again: Json,
}

fn carry_out(case: &Case, programs: &Path) -> Ours {
    let here = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/machine");
    let machine: BTreeMap<String, Json> =
        serde_json::from_str(include_str!("machine.json")).expect("the machine");
    let directory = tempfile::tempdir().expect("a directory");
    let place = directory.path();
    for tree in ["plain", "tree"] {
        make(&place.join(tree), &machine, &str::to_owned);
    }
    // The programs are no part of what is compared; that there is a directory is.
    std::fs::create_dir(place.join("plain/etc/programs")).expect("a directory");
    copy_programs(programs, &place.join("tree/etc/programs"));
    let own = own_places(place);
    let here_for =
        |text: &str| own.iter().fold(text.to_owned(), |text, (word, path)| text.replace(word, path));
    make(&place.join("tree"), &case.before, &here_for);
    make(&place.join("states"), &case.files, &str::to_owned);
    std::fs::create_dir_all(place.join("states")).expect("a directory");
    std::fs::create_dir_all(place.join("pillar")).expect("a directory");
    for (name, text) in [
        ("states/case.sls", case.sls.as_str()),
        ("conf/minion", MINION),
        ("pillar.json", &case.pillar.to_string()),
    ] {
        let path = place.join(name);
        std::fs::create_dir_all(path.parent().expect("a parent")).expect("directories");
        std::fs::write(path, text).expect("a file");
    }
    write_program(&place.join("runs.sh"), RUNS);
    let undated = |text: String| alike(&text, &own);
    let seen = |tree: &str| seen(&place.join(tree), &is_passed_over, &undated);
    let plain = seen("plain");
    let changed = |tree: &str| changed(&plain, seen(tree));
    let before = changed("tree");
    let output = Command::new("/bin/sh")
        .arg(here.join("sandbox.sh"))
        .args([place, &place.join("runs.sh"), place])
        .env_clear()
        .env("XDG_STATE_HOME", env!("CARGO_TARGET_TMPDIR"))
        .env("PATH", "/usr/sbin:/usr/bin:/sbin:/bin")
        .env("AWS_EC2_METADATA_DISABLED", "true")
        .env("ORCHESTRATE", env!("CARGO_BIN_EXE_orchestrate"))
        .output()
        .expect("the sandbox");
    assert!(place.join("after").is_dir(), "the sandbox did not run: {output:?}");
    let answer = |name: &str| {
        let text = std::fs::read_to_string(place.join(name)).unwrap_or_default();
        let error = std::fs::read_to_string(place.join(format!("{name}.err"))).unwrap_or_default();
        let said = || Json::String(format!("{text}{error}{}", String::from_utf8_lossy(&output.stderr)));
        dated(serde_json::from_str(&text).unwrap_or_else(|_| said()))
    };
    Ours {
        before,
        test: answer("test.json"),
        after_test: changed("after_test"),
        real: answer("real.json"),
        after: changed("after"),
        again: answer("again.json"),
    }
}

/// What stands in a case for the program and for the directory of the case.
fn own_places(place: &Path) -> [(&'static str, String); 2] {
    [("$ORCHESTRATE", env!("CARGO_BIN_EXE_orchestrate").to_owned()), ("$BOX", place.display().to_string())]
}

/// A text without the day and the places of this run.
fn alike(text: &str, own: &[(&str, String)]) -> String {
    let text = text.replace(&format!(":{}:", today()), ":TODAY:");
    own.iter().fold(text, |text, (word, path)| text.replace(path, word))
}

/// Writes programs that stand for those of the machine into a directory, once for all cases.
fn write_programs(directory: &Path) {
    let played: BTreeMap<String, String> =
        serde_json::from_str(&read("programs.json")).expect("the programs");
    for (name, script) in &played {
        write_program(&directory.join(name), &read(script));
    }
}

/// Copies the programs by a process of its own, for the reason that `write_program` gives.
fn copy_programs(from: &Path, to: &Path) {
    std::fs::create_dir(to).expect("a directory");
    let copied = Command::new("cp").arg("-a").arg(from.join(".")).arg(to).status().expect("cp");
    assert!(copied.success(), "{}", to.display());
    let usual = std::fs::Permissions::from_mode(0o755);
    std::fs::set_permissions(to, usual).expect("a mode");
}

/// What a tree has that the plain one has not, and what of it is gone.
fn changed(plain: &BTreeMap<String, String>, tree: BTreeMap<String, String>) -> BTreeMap<String, String> {
    let gone =
        plain.keys().filter(|name| !tree.contains_key(*name)).map(|name| (name.clone(), "gone".to_owned()));
    let gone: Vec<_> = gone.collect();
    tree.into_iter().filter(|(name, what)| plain.get(name) != Some(what)).chain(gone).collect()
}

/// What programs leave behind and nobody asked for: copies, locks.
fn is_passed_over(name: &str) -> bool {
    let ends =
        ["-", "-old", ".lock", ".cache", "etc/mtab", "etc/default/useradd", "etc/subuid", "etc/subgid"];
    name.starts_with("etc/programs/")
        || name.starts_with("etc/salt")
        || ends.iter().any(|end| name.ends_with(end))
}

/// Days since 1970.
#[expect(clippy::disallowed_methods, reason = "the password of a user that is made has the day of today")]
fn today() -> u64 {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    since.expect("a clock").as_secs() / 86_400
}

fn dated(value: Json) -> Json {
    match value {
        Json::Number(number) if number.as_u64() == Some(today()) => "TODAY".into(),
        Json::Array(list) => list.into_iter().map(dated).collect(),
        Json::Object(map) => map.into_iter().map(|(key, value)| (key, dated(value))).collect(),
        other => other,
    }
}
