//! States of files beside what Salt 3007 made of the same SLS: `record.py` recorded test run, real run, second run, and the tree.

mod compare;
mod deviations;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde::Deserialize;
use serde_json::Value as Json;

use crate::support::Place;
use deviations::deviation;

/// What Salt was asked, and what it answered.
#[derive(Debug, Deserialize)]
struct Case {
    sls: String,
    before: BTreeMap<String, Json>,
    files: BTreeMap<String, Json>,
    pillar: Json,
    root: bool,
    test: Json,
    real: Json,
    after: BTreeMap<String, String>,
}

const MINION: &str = r#"
id: sample
file_roots:
  base: [files]
pillar_roots:
  base: [pillar]
cachedir: cache
grains: {motto: per aspera, deep: {er: [x, y]}}
"#;

#[test]
fn states_of_files_end_as_in_salt() {
    let recorded: BTreeMap<String, Case> =
        serde_json::from_str(include_str!("recorded.json")).expect("the record");
    assert!(recorded.len() > 500, "the record is not whole");
    let cases: Vec<(&String, &Case)> = recorded.iter().filter(|(name, _)| is_asked_for(name)).collect();
    let (next, complaints) = (AtomicUsize::new(0), Mutex::new(vec![]));
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                while let Some((name, case)) = cases.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let found = differences(name, case);
                    complaints.lock().expect("the list").extend(found);
                }
            });
        }
    });
    let mut complaints = complaints.into_inner().expect("the list");
    complaints.extend(deviations::unknown(|name| recorded.contains_key(name)));
    complaints.sort();
    assert!(complaints.is_empty(), "{} complaints\n{}", complaints.len(), complaints.join("\n"));
}

/// `FILES=managed_` asks for some cases only.
#[expect(clippy::disallowed_methods, reason = "whoever runs the test names the cases")]
fn is_asked_for(name: &str) -> bool {
    std::env::var("FILES").map_or(true, |asked| asked.split(',').any(|part| name.starts_with(part)))
}

/// What differs, and is no deviation; and what is said to differ, and does not.
fn differences(name: &str, case: &Case) -> Vec<String> {
    if case.root && !is_root() {
        return vec![];
    }
    let ours = carry_out(case);
    let mut complaints = vec![];
    let mut note = |what: &str, difference: Option<String>| match (difference, deviation(name, what)) {
        (Some(difference), None) => complaints.push(format!("{name} ({what}): {difference}")),
        (None, Some(why)) => complaints.push(format!("{name} ({what}) no longer differs: {why}")),
        (Some(_), Some(_)) | (None, None) => {}
    };
    note("test", compare::returns(&ours.test, &case.test));
    note("real", compare::returns(&ours.real, &case.real));
    note("after", compare::trees(&ours.after, &case.after));
    if let Some(difference) = compare::trees(&ours.after_test, &ours.before) {
        complaints.push(format!("{name}: a test run changed {difference}"));
    }
    if compare::succeeded(&ours.real)
        && let Some(changes) = compare::changes(&ours.again)
        && deviation(name, "again").is_none()
    {
        complaints.push(format!("{name}: the second run is not silent: {changes}"));
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

fn carry_out(case: &Case) -> Ours {
    let place =
        Place::new().with("orchestration/minion", MINION).with("root/.keep", "").with("files/.keep", "");
    let root = place.path("root");
    let expand = |text: &str| text.replace("$R", &root.display().to_string());
    for path in ["root/.keep", "files/.keep"] {
        std::fs::remove_file(place.path(path)).expect("a file");
    }
    make(&place.path("files"), &case.files, &expand);
    make(&root, &case.before, &expand);
    std::fs::write(place.path("files/case.sls"), expand(&case.sls)).expect("the SLS");
    let pillar = format!("pillar={}", case.pillar);
    let run = |test: &str| {
        let words = ["-c", "orchestration", "--out", "json", "state.sls", "case", test, &pillar];
        let printed = place.run_words(&words);
        let shown = root.canonicalize().expect("the root");
        let short = |text: &str| text.replace(&shown.display().to_string(), "$R").replace("root/", "$R/");
        serde_json::from_str(&short(&printed.stdout))
            .unwrap_or_else(|_| Json::String(format!("{}{}", printed.stdout, printed.stderr)))
    };
    let seen = || seen(&root, &root);
    let before = seen();
    let test = run("test=True");
    let after_test = seen();
    let real = run("test=False");
    let after = seen();
    let again = run("test=False");
    Ours { before, test, after_test, real, after, again }
}

/// Puts files, directories and links below a directory.
fn make(base: &Path, tree: &BTreeMap<String, Json>, expand: &dyn Fn(&str) -> String) {
    use std::os::unix::fs::PermissionsExt;
    for (name, what) in tree {
        let path = base.join(name);
        std::fs::create_dir_all(path.parent().expect("a parent")).expect("directories");
        let (text, mode) = match what {
            Json::Array(pair) => (pair[0].as_str(), pair[1].as_str()),
            other => (other.as_str(), None),
        };
        match text {
            None => std::fs::create_dir_all(&path).expect("a directory"),
            Some(text) => match text.strip_prefix("-> ") {
                Some(target) => std::os::unix::fs::symlink(expand(target), &path).expect("a link"),
                None => std::fs::write(&path, expand(text)).expect("a file"),
            },
        }
        if let Some(mode) = mode {
            let mode = u32::from_str_radix(mode, 8).expect("a mode");
            std::fs::set_permissions(&path, std::fs::Permissions::from_mode(mode)).expect("a mode");
        }
    }
}

/// What stands below a directory, as the record tells it.
fn seen(root: &Path, directory: &Path) -> BTreeMap<String, String> {
    use std::os::unix::fs::MetadataExt;
    let mut found = BTreeMap::new();
    for entry in std::fs::read_dir(directory).expect("a directory").flatten() {
        let path = entry.path();
        let name = path.strip_prefix(root).expect("below").display().to_string();
        let stat = path.symlink_metadata().expect("a file");
        let ids = (stat.uid(), stat.gid());
        let owner =
            if ids == (own_uid(), own_uid()) { String::new() } else { format!(" {}:{}", ids.0, ids.1) };
        let mode = format!("{:04o}", stat.mode() & 0o7777);
        let shown = if stat.is_symlink() {
            let target = std::fs::read_link(&path).expect("a link").display().to_string();
            format!("-> {}{owner}", target.replace(&root.display().to_string(), "$R"))
        } else if stat.is_dir() {
            found.extend(seen(root, &path));
            format!("{mode}{owner} /")
        } else if stat.is_file() {
            let bytes = std::fs::read(&path).expect("a file");
            let text: String = bytes.into_iter().map(char::from).collect();
            format!("{mode}{owner} {}", text.replace(&root.display().to_string(), "$R"))
        } else {
            format!("{mode}{owner} !")
        };
        found.insert(name, shown);
    }
    found
}

fn own_uid() -> u32 {
    orchestrate::machine::account::own_uid()
}

fn is_root() -> bool {
    own_uid() == 0
}
