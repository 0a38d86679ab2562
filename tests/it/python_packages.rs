//! Packages of Python by the real pip, without a network: an environment is made, filled, changed and emptied.

use serde_json::{Value as Json, json};

use super::support::Place;

const PATH: &str = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";
const MINION: &str = "id: sample\nfile_roots:\n  base: [files]\ncachedir: cache\n";

/// Makes wheels: name, version, what it needs.
const WHEELS: &str = r#"
import sys, zipfile
for spec in sys.argv[2:]:
    name, version, needs = (spec + "=").split("=")[:3]
    info = f"{name}-{version}.dist-info"
    files = {f"{name}.py": "", f"{info}/WHEEL": "Wheel-Version: 1.0\nGenerator: x\nRoot-Is-Purelib: true\nTag: py3-none-any\n"}
    requires = f"Requires-Dist: {needs}\n" if needs else ""
    files[f"{info}/METADATA"] = f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n{requires}"
    files[f"{info}/RECORD"] = "".join(f"{path},,\n" for path in files) + f"{info}/RECORD,,\n"
    with zipfile.ZipFile(f"{sys.argv[1]}/{name}-{version}-py3-none-any.whl", "w") as wheel:
        for path, text in files.items():
            wheel.writestr(path, text)
"#;

struct Desk(Place);

impl Desk {
    fn new() -> Self {
        let place = Place::new()
            .with("orchestration/minion", MINION)
            .with("files/.keep", "")
            .with("wheels/.keep", "");
        let desk = Self(place.with("files/needs.txt", "gamma>=2\n"));
        desk.wheels(&["alpha=1.0=beta", "alpha=2.0=beta", "beta=0.5", "gamma=3"]);
        desk
    }

    /// Puts packages where pip finds them.
    fn wheels(&self, specs: &[&str]) {
        let wheels = self.0.path("wheels").display().to_string();
        let made = std::process::Command::new("python3")
            .env("PATH", PATH)
            .args(["-c", WHEELS, &wheels])
            .args(specs)
            .output()
            .expect("python3");
        assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    }

    fn venv(&self) -> String {
        self.0.path("venv").display().to_string()
    }

    /// Result, changes and comment of one state.
    fn run(&self, function: &str, name: &str, arguments: &Json, test: bool) -> (Json, Json, String) {
        let mut all = vec![json!({"name": name})];
        let wheels = self.0.path("wheels").display().to_string();
        if !["pip.removed", "pip.uptodate"].contains(&function) {
            all.extend([json!({"no_index": true}), json!({"find_links": wheels})]);
        }
        if function.starts_with("pip.") {
            all.push(json!({"bin_env": self.venv()}));
        }
        let more = arguments.as_object().expect("arguments");
        all.extend(more.iter().map(|(key, value)| json!({key: value})));
        let sls = json!({"it": {function: all}});
        std::fs::write(self.0.path("files/case.sls"), sls.to_string()).expect("the SLS");
        let words = [
            "-c",
            "orchestration",
            "--out",
            "json",
            "state.sls",
            "case",
            &format!("test={}", if test { "True" } else { "False" }),
        ];
        let mut command = self.0.command(&words);
        command.env("PATH", PATH).env("PIP_NO_INDEX", "1").env("PIP_FIND_LINKS", &wheels);
        let output = command.output().expect("the binary");
        let answer: Json = serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{output:?}"));
        let state = answer["local"]
            .as_object()
            .and_then(|all| all.values().next())
            .unwrap_or_else(|| panic!("{answer}"));
        (
            state["result"].clone(),
            state["changes"].clone(),
            state["comment"].as_str().unwrap_or_default().to_owned(),
        )
    }

    /// A test run foresees the changes, the real run makes them, and the second run has none.
    fn changes(&self, function: &str, name: &str, arguments: &Json, changes: &Json) -> [String; 3] {
        let test = self.run(function, name, arguments, true);
        assert_eq!((&test.0, &test.1), (&Json::Null, changes), "test run of {name}: {}", test.2);
        let real = self.run(function, name, arguments, false);
        assert_eq!((&real.0, &real.1), (&json!(true), changes), "real run of {name}: {}", real.2);
        let again = self.run(function, name, arguments, false);
        assert_eq!((&again.0, &again.1), (&json!(true), &json!({})), "second run of {name}: {}", again.2);
        [test.2, real.2, again.2]
    }
}

#[test]
fn an_environment_is_made_and_its_packages_change() {
    let desk = Desk::new();
    let venv = desk.venv();
    let none = json!({});
    let early = desk.run("pip.installed", "alpha", &none, false);
    assert_eq!(early.0, json!(false));
    assert!(early.2.contains("there is no pip at"), "{}", early.2);

    let python = std::process::Command::new("python3").env("PATH", PATH).arg("-V").output().expect("python3");
    let version = String::from_utf8_lossy(&python.stdout).trim().to_owned();
    let said =
        desk.changes("virtualenv.managed", &venv, &json!({"venv_bin": "venv"}), &json!({"new": version}));
    assert_eq!(
        said,
        [&format!("Virtualenv {venv} is set to be created"), "Created new virtualenv", "virtualenv exists"]
    );

    let said = desk.changes("pip.installed", "Alpha == 1.0", &none, &json!({"Alpha==1.0": "Installed"}));
    assert_eq!(
        said,
        [
            "Python package Alpha == 1.0 is set to be installed",
            "All packages were successfully installed",
            "Python package Alpha == 1.0 was already installed\nAll specified packages are already installed",
        ]
    );
    // What it needs came too.
    let needed = desk.run("pip.installed", "beta", &none, true);
    assert_eq!((needed.0, needed.1), (json!(true), json!({})));

    let both = json!({"pkgs": ["alpha>=2,<3", "gamma", "beta"]});
    let said = desk.changes(
        "pip.installed",
        "it",
        &both,
        &json!({"alpha==2.0": "Installed", "gamma==3": "Installed"}),
    );
    assert_eq!(said[0], "Python package(s) set to be installed:\nalpha>=2,<3\ngamma");
    assert_eq!(
        said[1],
        "Python package beta was already installed\nAll packages were successfully installed"
    );
    desk.changes("pip.installed", "alpha==1.0", &none, &json!({"alpha==1.0": "Installed"}));
    let newest = json!({"upgrade": true});
    let said = desk.changes("pip.installed", "alpha", &newest, &json!({"alpha==2.0": "Installed"}));
    assert!(said[2].ends_with("All specified packages are already installed and up-to-date"), "{}", said[2]);
}

#[test]
fn everything_is_brought_up_to_date_as_far_as_it_goes_together() {
    let desk = Desk::new();
    let (venv, none) = (desk.venv(), json!({}));
    let old = json!({"venv_bin": "venv", "pip_pkgs": ["alpha==1.0", "beta==0.5"]});
    let made = desk.run("virtualenv.managed", &venv, &old, false);
    assert_eq!(made.0, json!(true), "{}", made.2);
    let said = desk.changes("pip.uptodate", "all", &none, &json!({"alpha": {"old": "1.0", "new": "2.0"}}));
    let newest = "System is already up-to-date.";
    assert_eq!(said, ["System update will be performed", "Upgrade successful.", newest]);

    // A newer one that alpha cannot have.
    desk.wheels(&["alpha=3.0=beta<1", "beta=1.0", "delta=1", "gamma=4=delta"]);
    let said = desk.changes("pip.uptodate", "all", &none, &json!({"alpha": {"old": "2.0", "new": "3.0"}}));
    assert_eq!(said[2], newest);
    // What a newer one needs comes too.
    let made = desk.run("pip.installed", "gamma==3", &none, false);
    assert_eq!(made.0, json!(true), "{}", made.2);
    let both = json!({"gamma": {"old": "3", "new": "4"}, "delta": {"old": "", "new": "1"}});
    desk.changes("pip.uptodate", "all", &none, &both);
}

#[test]
fn places_and_files_of_requirements_are_installed_once() {
    let desk = Desk::new();
    let (venv, none) = (desk.venv(), json!({}));
    let filled = json!({"venv_bin": "venv", "pip_pkgs": ["alpha==2.0"]});
    let made = desk.run("virtualenv.managed", &venv, &filled, false);
    assert_eq!(made.0, json!(true), "{}", made.2);
    assert_eq!(made.1["packages"], json!({"new": ["alpha==2.0", "beta==0.5"], "old": ""}));

    let wheel = desk.0.path("wheels/gamma-3-py3-none-any.whl").display().to_string();
    desk.changes("pip.installed", &wheel, &none, &json!({format!("{wheel}==???"): "Installed"}));
    let said = desk.changes("pip.removed", "Gamma", &none, &json!({"Gamma": "Removed"}));
    assert_eq!(
        said,
        [
            "Package Gamma is set to be removed",
            "Package was successfully removed.",
            "Package is not installed.",
        ]
    );
    let files = json!({"requirements": "salt://needs.txt"});
    let said = desk.changes("pip.installed", "it", &files, &json!({"requirements": true}));
    assert_eq!(said[2], "Requirements were already installed.");
    desk.changes("pip.removed", "gamma", &none, &json!({"gamma": "Removed"}));
    let packages = json!({"requirements": "salt://needs.txt", "pip_pkgs": ["alpha==1.0"]});
    let changes = json!({"packages": {"new": ["alpha==1.0", "gamma==3"], "old": ["alpha==2.0"]}});
    desk.changes("virtualenv.managed", &venv, &packages, &changes);
}

#[test]
fn what_cannot_be_installed_fails_in_the_words_of_pip() {
    let desk = Desk::new();
    let venv = desk.venv();
    let made = desk.run("virtualenv.managed", &venv, &json!({"venv_bin": "venv"}), false);
    assert_eq!(made.0, json!(true), "{}", made.2);
    let (result, changes, comment) = desk.run("pip.installed", "nosuch==1", &json!({}), false);
    assert_eq!((result, changes), (json!(false), json!({})));
    assert!(comment.starts_with("Failed to install packages: nosuch==1. Error: "), "{comment}");
    assert!(comment.contains("No matching distribution found for nosuch==1"), "{comment}");
    let (result, _, comment) = desk.run("pip.installed", "alpha=1", &json!({}), true);
    assert_eq!(result, json!(false));
    assert!(comment.contains("'=' is not supported, use '==' instead."), "{comment}");
    let (result, _, comment) =
        desk.run("pip.installed", "it", &json!({"requirements": "salt://none.txt"}), true);
    assert_eq!(result, json!(false));
    assert_eq!(comment, "pip requirements file 'salt://none.txt' not found");
}
