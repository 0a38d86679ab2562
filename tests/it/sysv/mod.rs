//! Services by scripts of `/etc/init.d`, in a root of Debian with its init by scripts: a daemon is started, stopped and linked
//! for real, beside what Salt 3007 did with the same steps there (`record.py`).

mod deviations;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde::Deserialize;
use serde_json::{Value as Json, json};

use crate::life::machine::{root, strip};
use crate::support::write_program;
use deviations::DEVIATIONS;

/// What a step came to: what was answered, and what there was of the daemon then.
#[derive(Debug, Deserialize, PartialEq)]
struct Step {
    answer: Json,
    seen: Vec<String>,
}

const MINION: &str = "id: sample\nfile_client: local\nfile_roots: {base: [/opt/sysv/states]}\n";

#[test]
#[ignore = "needs root and debootstrap, and takes a minute the first time: .ci/run runs it"]
fn services_of_scripts_end_as_in_salt() {
    let record = fs::read(here("recorded.json")).expect("the record");
    let recorded: BTreeMap<String, Step> = serde_json::from_slice(&record).expect("the record");
    assert!(recorded.len() > 120, "the record is not whole");
    let ours = carry_out();
    let names: Vec<&String> = recorded.keys().filter(|name| !ours.contains_key(*name)).collect();
    assert!(names.is_empty(), "not carried out: {names:?}");
    let mut complaints = vec![];
    for (name, salts) in &recorded {
        let found = &ours[name];
        let why = DEVIATIONS.iter().find(|(case, _)| case == name).map(|(_, why)| why);
        // In a test run Salt shows no changes.
        let is_test = name.ends_with(" test");
        let (mine, theirs) = (tidy(&found.answer, is_test), tidy(&salts.answer, is_test));
        match (mine == theirs && found.seen == salts.seen, why) {
            (false, None) => {
                let seen = (&found.seen, &salts.seen);
                complaints.push(format!("{name}: {mine}, Salt's is {theirs}; then {seen:?}"));
            }
            (true, Some(why)) => complaints.push(format!("{name} no longer differs: {why}")),
            _ => {}
        }
    }
    let unknown = DEVIATIONS.iter().filter(|(name, _)| !recorded.contains_key(*name));
    complaints.extend(unknown.map(|(name, _)| format!("{name} is no step")));
    // Salt waits for a daemon that holds on to the output of its script, as long as that runs.
    assert_eq!(states(&ours["clings real"].answer)[0]["result"], json!(true), "{:?}", ours["clings real"]);
    // What a test run foresees the real one does, and the second one has nothing to do.
    for (name, real) in ours.iter().filter_map(|(name, step)| Some((name.strip_suffix(" real")?, step))) {
        let test = &ours[&format!("{name} test")];
        if !foresees(&test.answer, &real.answer) {
            complaints.push(format!("{name}: foreseen {}, done {}", test.answer, real.answer));
        }
        let again = &ours[&format!("{name} again")].answer;
        let is_done = states(&real.answer).iter().all(|state| state["result"] == json!(true));
        let is_silent = states(again).iter().all(|state| state["changes"] == json!({}));
        if is_done && !is_silent && !name.starts_with("watch") {
            complaints.push(format!("{name}: the second run is not silent: {again}"));
        }
    }
    assert!(complaints.is_empty(), "{} complaints\n{}", complaints.len(), complaints.join("\n"));
}

fn states(answer: &Json) -> &[Json] {
    answer.as_array().map(Vec::as_slice).unwrap_or_default()
}

/// A failure changes nothing, whatever was foreseen.
fn foresees(test: &Json, real: &Json) -> bool {
    states(test)
        .iter()
        .zip(states(real))
        .all(|(test, real)| real["result"] == json!(false) || test["changes"] == real["changes"])
}

fn tidy(answer: &Json, is_test: bool) -> Json {
    let Json::Array(states) = answer else { return answer.clone() };
    let keep = |state: &Json| match state.as_object() {
        Some(state) if is_test => state
            .iter()
            .filter(|(key, _)| *key != "changes")
            .map(|(key, it)| (key.clone(), it.clone()))
            .collect(),
        _ => state.clone(),
    };
    states.iter().map(keep).collect()
}

fn here(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/sysv").join(name)
}

/// All steps, in a machine of their own.
fn carry_out() -> BTreeMap<String, Step> {
    let root = root();
    let life = root.parent().expect("a parent");
    let init = life.join("sysv");
    if !init.exists() {
        let made = Command::new("sh").arg(here("prepare.sh")).args([&root, &init]).output().expect("a shell");
        assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stdout));
    }
    let place = tempfile::tempdir_in(life).expect("a directory");
    for part in ["upper/opt/sysv/states", "upper/etc/init.d", "upper/usr/bin", "work", "root"] {
        fs::create_dir_all(place.path().join(part)).expect("a directory");
    }
    let upper = place.path().join("upper");
    copy(&here("files/states"), &upper.join("opt/sysv/states"));
    copy(&here("files/init.d"), &upper.join("etc/init.d"));
    fs::copy(here("steps.sh"), upper.join("opt/sysv/steps.sh")).expect("the steps");
    fs::write(upper.join("opt/sysv/minion"), MINION).expect("the configuration");
    strip(&upper.join("usr/bin/orchestrate"));
    let out = Command::new("unshare")
        .args(["--mount", "--uts", "--pid", "--fork", "--kill-child", "sh"])
        .arg(here("../life/enter.sh"))
        .arg(format!("{}:{}", init.join("upper").display(), root.display()))
        .arg(place.path())
        .arg("")
        .arg("AWS_EC2_METADATA_DISABLED=true CLINGS=1 sh /opt/sysv/steps.sh orchestrate -c /opt/sysv")
        .output()
        .expect("unshare");
    let text = String::from_utf8_lossy(&out.stdout);
    let blocks = text.split("== ").skip(1).filter_map(|block| {
        let (name, rest) = block.split_once('\n')?;
        let (answer, seen) = rest.split_once("--\n")?;
        Some((name.to_owned(), Step { answer: answered(name, answer), seen: lines(seen) }))
    });
    let found: BTreeMap<String, Step> = blocks.collect();
    assert!(!found.is_empty(), "{text}");
    found
}

fn lines(text: &str) -> Vec<String> {
    text.lines().map(str::to_owned).collect()
}

/// What of an answer counts, as the record has it.
fn answered(name: &str, text: &str) -> Json {
    let answer: Json = serde_json::from_str(text).unwrap_or_default();
    let Some(answer) = answer.get("local") else {
        return json!({"error": text.trim().lines().last().unwrap_or_default()});
    };
    if name.starts_with("f ") {
        return answer.clone();
    }
    let Some(states) = answer.as_object() else { return json!({"error": answer}) };
    let mut states: Vec<&Json> = states.values().collect();
    states.sort_by_key(|state| state["__run_num__"].as_u64());
    let keys = ["result", "comment", "changes"];
    states
        .iter()
        .map(|state| keys.iter().map(|key| ((*key).to_owned(), state[*key].clone())).collect::<Json>())
        .collect()
}

/// Copies the scripts of a directory.
fn copy(from: &Path, to: &Path) {
    for file in fs::read_dir(from).expect("a directory").flatten() {
        let path = to.join(file.file_name());
        write_program(&path, &fs::read_to_string(file.path()).expect("a script"));
    }
}
