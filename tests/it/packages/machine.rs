//! A root of its own over a shared one, where the program runs.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value as Json;

/// Three runs: what a test run says, what a real one says, and a second one.
const RUNS: &str = "
orchestrate -c /etc/orchestrate --out json state.sls case test=True >/test.json
orchestrate -c /etc/orchestrate --out json state.sls case >/real.json
orchestrate -c /etc/orchestrate --out json state.sls case >/again.json
true";

/// Two tests want the root, one makes it.
static MADE: std::sync::Once = std::sync::Once::new();

/// One machine.
pub struct Machine {
    lower: PathBuf,
    home: tempfile::TempDir,
}

/// What a state came to.
#[derive(Debug)]
pub struct Came {
    test: Json,
    real: Json,
    again: Json,
}

impl Machine {
    /// One of Debian's or Red Hat's, as its grains say.
    pub fn of(family: &str) -> Self {
        let target =
            Path::new(env!("CARGO_BIN_EXE_orchestrate")).parent().and_then(Path::parent).expect("target");
        let place = target.join("packages");
        let lower = place.join("root");
        MADE.call_once(|| {
            if !lower.exists() {
                fs::create_dir_all(&place).expect("a directory");
                let made =
                    Command::new("sh").arg(script("prepare.sh")).arg(&lower).output().expect("a shell");
                assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
            }
        });
        let home = tempfile::tempdir_in(&place).expect("a directory");
        for part in ["upper", "work", "root"] {
            fs::create_dir(home.path().join(part)).expect("a directory");
        }
        let machine = Self { lower, home };
        let minion = format!(
            "id: sample\nfile_roots: {{base: [/srv/states]}}\npillar_roots: {{base: [/srv/pillar]}}\ngrains: {{os_family: {family}}}\n"
        );
        machine.write("/etc/orchestrate/minion", &minion);
        machine
    }

    /// Runs a command there, which must succeed, and gives what it said.
    #[track_caller]
    pub fn run(&self, command: &str) -> String {
        let out = Command::new("unshare")
            .args(["--mount", "--uts", "--pid", "--fork", "--kill-child", "sh"])
            .arg(script("enter.sh"))
            .args([&self.lower, self.home.path(), Path::new(env!("CARGO_BIN_EXE_orchestrate"))])
            .arg(command)
            .output()
            .expect("unshare");
        let said = String::from_utf8_lossy(&out.stdout) + String::from_utf8_lossy(&out.stderr);
        assert!(out.status.success(), "{command}: {said}");
        said.into_owned()
    }

    /// Carries an SLS with one state out.
    #[track_caller]
    pub fn state(&self, sls: &str) -> Came {
        self.write("/srv/states/case.sls", sls);
        let said = self.run(RUNS);
        let answer = |name: &str| {
            let text = self.read(name);
            let parsed: Json = serde_json::from_str(&text).unwrap_or_else(|_| panic!("{sls}: {text}{said}"));
            let states = parsed["local"].as_object().unwrap_or_else(|| panic!("{sls}: {parsed}"));
            states.values().next().expect("a state").clone()
        };
        let (test, real, again) = (answer("/test.json"), answer("/real.json"), answer("/again.json"));
        Came { test, real, again }
    }

    /// Carries out one that fails; why it did.
    #[track_caller]
    pub fn fails(&self, sls: &str) -> String {
        let came = self.state(sls);
        assert_eq!(came.real["result"], false, "{came:?}");
        came.real["comment"].to_string()
    }

    /// What an execution function answers.
    #[track_caller]
    pub fn call(&self, words: &str) -> Json {
        let said = self.run(&format!("orchestrate -c /etc/orchestrate --out json {words}"));
        let parsed: Json = serde_json::from_str(&said).unwrap_or_else(|_| panic!("{words}: {said}"));
        parsed["local"].clone()
    }

    /// A file that the machine has made or changed.
    #[track_caller]
    pub fn read(&self, path: &str) -> String {
        fs::read_to_string(self.upper(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
    }

    /// True when the machine has made it, and it is there.
    pub fn has(&self, path: &str) -> bool {
        self.upper(path).is_file()
    }

    pub fn write(&self, path: &str, text: &str) {
        let path = self.upper(path);
        fs::create_dir_all(path.parent().expect("a parent")).expect("a directory");
        fs::write(path, text).expect("a file");
    }

    fn upper(&self, path: &str) -> PathBuf {
        self.home.path().join("upper").join(path.trim_start_matches('/'))
    }
}

impl Came {
    /// It changed exactly this, a test run said so, and the second run changes nothing.
    #[track_caller]
    pub fn changed(&self, changes: &Json) {
        assert_eq!(self.real["result"], true, "{self:?}");
        assert_eq!(self.real["changes"], *changes, "{self:?}");
        assert_eq!((&self.test["result"], &self.test["changes"]), (&Json::Null, changes), "{self:?}");
        self.is_silent();
    }

    /// It changed something of that name, a test run said the same, and the second run changes nothing.
    #[track_caller]
    pub fn has_changed(&self, name: &str) {
        assert!(self.real["changes"].get(name).is_some(), "{self:?}");
        self.changed(&self.real["changes"]);
    }

    /// Nothing was to be done.
    #[track_caller]
    pub fn unchanged(&self, comment: &str) {
        for run in [&self.test, &self.real] {
            assert_eq!((&run["result"], &run["changes"]), (&true.into(), &serde_json::json!({})), "{self:?}");
            assert_eq!(run["comment"], comment, "{self:?}");
        }
        self.is_silent();
    }

    #[track_caller]
    fn is_silent(&self) {
        let again = &self.again;
        assert_eq!((&again["result"], &again["changes"]), (&true.into(), &serde_json::json!({})), "{self:?}");
    }
}

fn script(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/packages").join(name)
}
