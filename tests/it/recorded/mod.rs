//! States of the machine beside what Salt 3007 made of the same SLS: `record.py` recorded test run, real run, second run, and
//! the tree after. A directory beside this one holds the cases, the record, and the list of what differs on purpose.

pub(crate) mod compare;

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde::Deserialize;
use serde_json::Value as Json;

use crate::support::Place;

/// Case, part of it (`test`, `real`, `after`, `again`, `loud` for a second run that is not silent; empty for `test`, `real` and
/// `after`), reason.
pub type Deviation = (&'static str, &'static str, &'static str);

/// One directory of cases.
pub struct Record {
    /// `recorded.json`.
    pub text: &'static str,
    /// Where we differ on purpose, and why.
    pub deviations: &'static [Deviation],
    /// How many cases there are at least: a record that is not whole proves nothing.
    pub at_least: usize,
    /// True when what the second run says is compared too.
    pub compares_again: bool,
}

/// What Salt was asked, and what it answered.
#[derive(Debug, Deserialize)]
struct Case {
    sls: String,
    before: BTreeMap<String, Json>,
    files: BTreeMap<String, Json>,
    pillar: Json,
    root: bool,
    /// A script that makes what files cannot: repositories, archives.
    #[serde(default)]
    setup: String,
    /// A script whose output is part of what is seen after.
    #[serde(default)]
    probe: String,
    test: Json,
    real: Json,
    after: BTreeMap<String, String>,
    again: Json,
}

/// Programs of a case's `.fake/bin` come before those of the machine.
const MINION: &str = r#"
id: sample
file_roots:
  base: [files]
pillar_roots:
  base: [pillar]
cachedir: cache
providers: {service: systemd_service, pkg: aptpkg}
grains: {motto: per aspera, deep: {er: [x, y]}}
"#;

/// What `@name` stands for among the files of a case.
const SHARED: &[(&str, &str)] = &[
    ("@fake_packages.sh", include_str!("../programs/fake_packages.sh")),
    ("@fake_systemctl.sh", include_str!("../programs/fake_systemctl.sh")),
];

const PATH: &str = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

impl Record {
    /// Carries all cases out and compares.
    pub fn check(&self) {
        let recorded: BTreeMap<String, Case> = serde_json::from_str(self.text).expect("the record");
        assert!(recorded.len() >= self.at_least, "the record is not whole: {} cases", recorded.len());
        let cases: Vec<(&String, &Case)> = recorded.iter().filter(|(name, _)| is_asked_for(name)).collect();
        let (next, complaints) = (AtomicUsize::new(0), Mutex::new(vec![]));
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    while let Some((name, case)) = cases.get(next.fetch_add(1, Ordering::Relaxed)) {
                        let found = self.differences(name, case);
                        complaints.lock().expect("the list").extend(found);
                    }
                });
            }
        });
        let mut complaints = complaints.into_inner().expect("the list");
        let unknown = self.deviations.iter().filter(|(name, ..)| !recorded.contains_key(*name));
        complaints.extend(unknown.map(|(name, ..)| format!("{name} is no case")));
        complaints.sort();
        assert!(complaints.is_empty(), "{} complaints\n{}", complaints.len(), complaints.join("\n"));
    }

    /// Why a case differs on purpose.
    fn deviation(&self, case: &str, what: &str) -> Option<&'static str> {
        let found = self.deviations.iter().find(|(name, of, _)| {
            *name == case
                && (of.is_empty() && !["again", "loud"].contains(&what)
                    || of.split(',').any(|part| part == what))
        });
        found.map(|(_, _, why)| *why)
    }

    /// What differs, and is no deviation; and what is said to differ, and does not.
    fn differences(&self, name: &str, case: &Case) -> Vec<String> {
        if case.root && !is_root() {
            return vec![];
        }
        let ours = carry_out(case);
        let mut complaints = vec![];
        let mut note = |what: &str, difference: Option<String>| match (difference, self.deviation(name, what))
        {
            (Some(difference), None) => complaints.push(format!("{name} ({what}): {difference}")),
            (None, Some(why)) => complaints.push(format!("{name} ({what}) no longer differs: {why}")),
            (Some(_), Some(_)) | (None, None) => {}
        };
        note("test", compare::returns(&ours.test, &case.test));
        note("real", compare::returns(&ours.real, &case.real));
        note("after", compare::trees(&ours.after, &case.after));
        if self.compares_again {
            note("again", compare::returns(&ours.again, &case.again));
        }
        if let Some(difference) = compare::trees(&ours.after_test, &ours.before) {
            complaints.push(format!("{name}: a test run changed {difference}"));
        }
        if compare::succeeded(&ours.real)
            && let Some(changes) = compare::changes(&ours.again)
            && self.deviation(name, if self.compares_again { "loud" } else { "again" }).is_none()
        {
            complaints.push(format!("{name}: the second run is not silent: {changes}"));
        }
        complaints
    }
}

/// `FILES=managed_` asks for some cases only.
#[expect(clippy::disallowed_methods, reason = "whoever runs the test names the cases")]
fn is_asked_for(name: &str) -> bool {
    std::env::var("FILES").map_or(true, |asked| asked.split(',').any(|part| name.starts_with(part)))
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
    let path = format!("{}/.fake/bin:{PATH}", root.display());
    let home = root.join(".fake/home").display().to_string();
    let place = place.set("PATH", &path).set("HOME", &home);
    let expand = |text: &str| text.replace("$R", &root.display().to_string());
    for path in ["root/.keep", "files/.keep"] {
        std::fs::remove_file(place.path(path)).expect("a file");
    }
    make(&place.path("files"), &case.files, &expand);
    make(&root, &case.before, &expand);
    let script = |text: &str| script(&expand(text), &root, &[("PATH", &path), ("HOME", &home)]);
    script(&case.setup);
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
    let seen = || {
        let mut found = seen(&root, &root);
        let said = script(&case.probe).replace(&root.display().to_string(), "$R");
        found.extend((!case.probe.is_empty()).then(|| ("(probe)".to_owned(), said)));
        found
    };
    let before = seen();
    let test = run("test=True");
    let after_test = seen();
    let real = run("test=False");
    let after = seen();
    let again = run("test=False");
    Ours { before, test, after_test, real, after, again }
}

/// What a script of a case says; commits have the same dates everywhere.
fn script(text: &str, root: &Path, variables: &[(&str, &str)]) -> String {
    if text.is_empty() {
        return String::new();
    }
    let date = "2024-01-02T03:04:05Z";
    let mut command = Command::new("/bin/sh");
    command.args(["-ec", text]).current_dir(root).env_clear().envs(variables.iter().copied());
    for who in ["AUTHOR", "COMMITTER"] {
        command.env(format!("GIT_{who}_DATE"), date);
        command.env(format!("GIT_{who}_NAME"), "n").env(format!("GIT_{who}_EMAIL"), "n@example.com");
    }
    let output = command.env("GIT_CONFIG_NOSYSTEM", "1").output().expect("a shell");
    assert!(output.status.success(), "{text}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
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
                None => {
                    let shared = SHARED.iter().find(|(name, _)| *name == text);
                    std::fs::write(&path, expand(shared.map_or(text, |(_, text)| text))).expect("a file");
                }
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
        // What stands in for the machine, what git keeps for itself, and archives.
        let hides = |hidden: &&str| entry.file_name() == **hidden;
        if [".fake", ".git"].iter().any(hides) || entry.file_name().to_string_lossy().contains(".tar") {
            continue;
        }
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
            // What is in a repository is git's own.
            if !(path.join("HEAD").is_file() && path.join("refs").is_dir()) {
                found.extend(seen(root, &path));
            }
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
