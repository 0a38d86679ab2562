//! States of the machine beside what Salt 3007 made of the same SLS: `record.py` recorded test run, real run, second run, and
//! the tree after. A directory beside this one holds the cases, the record, and the list of what differs on purpose.

pub(crate) mod compare;
pub(crate) mod errors;
pub(crate) mod judge;
pub(crate) mod pins;
pub(crate) mod promise;
pub(crate) mod story;
pub(crate) mod tree;
pub(crate) mod wordings;

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde::Deserialize;
use serde_json::Value as Json;

use crate::support::{Place, left_out};
use judge::{Deviation, Judge};
use promise::Unforeseen;
use tree::{make, seen};

/// One directory of cases.
pub struct Record {
    /// The directory's name.
    pub name: &'static str,
    /// `recorded.json`.
    pub text: &'static str,
    /// Where we differ on purpose, and why.
    pub deviations: &'static [Deviation],
    /// What a test run cannot know.
    pub unforeseen: &'static [Unforeseen],
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
        let may = |case: &Case| !case.root || is_root();
        let cases: Vec<(&String, &Case)> =
            recorded.iter().filter(|(name, case)| is_asked_for(name) && may(case)).collect();
        let judge = Judge::new(self.name, self.deviations, self.unforeseen);
        let mut complaints = each(&cases, |(name, case)| self.differences(&judge, name, case));
        let was_run = |case: &str| cases.iter().any(|(name, _)| *name == case);
        complaints.extend(judge.unknown(|name| recorded.contains_key(name)));
        complaints.extend(judge.stale(was_run, cases.len() == recorded.len()));
        complaints.sort();
        let count = recorded.values().filter(|case| !may(case)).count();
        left_out(
            &format!("{} cases of {}", count, self.name),
            count,
            "only root makes what they hold",
            false,
        );
        assert!(complaints.is_empty(), "{} complaints\n{}", complaints.len(), complaints.join("\n"));
    }

    /// What differs, and is no deviation; and what is said to differ, and does not.
    fn differences(&self, judge: &Judge, name: &str, case: &Case) -> Vec<String> {
        let ours = carry_out(case);
        let mut complaints = vec![];
        complaints.extend(judge.returns(name, "test", &ours.test, &case.test));
        complaints.extend(judge.returns(name, "real", &ours.real, &case.real));
        complaints.extend(judge.trees(name, &ours.after, &case.after));
        if self.compares_again {
            complaints.extend(judge.returns(name, "again", &ours.again, &case.again));
        }
        complaints.extend(judge.promise(name, &ours.test, &ours.real));
        if let Some(difference) = compare::trees(&ours.after_test, &ours.before) {
            complaints.push(format!("{name}: a test run changed {difference}"));
        }
        complaints.extend(judge.silence(name, "loud", &ours.real, &ours.again));
        complaints
    }
}

/// What is found in cases, four of them at a time.
pub(crate) fn each<T: Sync>(cases: &[T], find: impl Fn(&T) -> Vec<String> + Sync) -> Vec<String> {
    let (next, found) = (AtomicUsize::new(0), Mutex::new(vec![]));
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                while let Some(case) = cases.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let more = find(case);
                    found.lock().expect("the list").extend(more);
                }
            });
        }
    });
    found.into_inner().expect("the list")
}

/// `FILES=managed_` asks for some cases only.
#[expect(clippy::disallowed_methods, reason = "whoever runs the test names the cases")]
pub(crate) fn is_asked_for(name: &str) -> bool {
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
    let contents = |text: &str| {
        let shared = SHARED.iter().find(|(name, _)| *name == text);
        expand(shared.map_or(text, |(_, text)| text))
    };
    make(&place.path("files"), &case.files, &contents);
    make(&root, &case.before, &contents);
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
        let shorten = |text: String| text.replace(&root.display().to_string(), "$R");
        let mut found = seen(&root, &is_passed_over, &shorten);
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

/// What stands in for the machine, what git keeps for itself, and archives.
fn is_passed_over(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    [".fake", ".git"].contains(&name) || [".tar", ".zip", ".bin"].iter().any(|form| name.contains(form))
}

fn is_root() -> bool {
    machine::account::own_uid() == 0
}
