//! `orchestration/` renders to what Salt 3007 makes of it (`record.py` records that).

mod release;

use std::collections::BTreeMap;
use std::process::Command;

use serde_json::Value;

const RECORDED: &str = include_str!("recorded.json");

/// The low data of an SLS, by the command line, from the project's top.
fn low(config: &str, environment: &[(&str, &str)], sls: &str) -> Value {
    let mut command = Command::new(env!("CARGO_BIN_EXE_orchestrate"));
    command.current_dir(env!("CARGO_MANIFEST_DIR")).env_clear().envs(environment.iter().copied());
    let done = command.args(["-c", config, "--out", "json", "state.show_low_sls", sls]).output().unwrap();
    let errors = String::from_utf8_lossy(&done.stderr);
    assert!(done.status.success(), "{sls}: {}\n{errors}", String::from_utf8_lossy(&done.stdout));
    serde_json::from_slice::<Value>(&done.stdout).unwrap()["local"].clone()
}

fn recorded() -> BTreeMap<String, Value> {
    serde_json::from_str(RECORDED).unwrap()
}

#[test]
fn every_sls_renders_as_salt_renders_it() {
    for (sls, expected) in recorded() {
        assert_eq!(low("tests/it/orchestration", &[], &sls), expected, "{sls}");
    }
}

#[test]
fn the_environment_names_the_cluster_by_convention() {
    let environment = [("SERVICE_NAME", "myapp"), ("SERVICE_INSTANCE", "testing"), ("REGION", "useast1")];
    assert_eq!(low("orchestration", &environment, "myapp"), recorded()["myapp"]);
    let other =
        low("orchestration", &[("SERVICE_INSTANCE", "production"), environment[0], environment[2]], "myapp");
    assert_eq!(other[0]["name"], "myapp-production-useast1-elb");
}

#[test]
fn an_instance_of_the_service_is_one_small_machine_unless_the_pillar_names_it() {
    for (instance, size, count) in
        [("testing", "t3.micro", 1), ("anybody", "t3.micro", 1), ("production", "t3.medium", 30)]
    {
        let environment = [("SERVICE_NAME", "myapp"), ("SERVICE_INSTANCE", instance), ("REGION", "useast1")];
        let all = low("orchestration", &environment, "myapp");
        let group = all.as_array().into_iter().flatten().find(|low| low["state"] == "boto_asg").unwrap();
        let launch = group["launch_config"].as_array().into_iter().flatten();
        let sizes: Vec<&Value> = launch.filter_map(|it| it.get("instance_type")).collect();
        assert_eq!(sizes, [size], "{instance}");
        for name in ["min_size", "max_size", "desired_capacity"] {
            assert_eq!(group[name], count, "{instance}: {name}");
        }
    }
}

#[test]
fn the_package_is_made_of_what_is_here_and_its_scripts_leave_room_for_systemd() {
    let top = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let manifest = std::fs::read_to_string(top.join("Cargo.toml")).unwrap();
    let (_, deb) = manifest.split_once("[package.metadata.deb]").expect("what the package is made of");
    let words: Vec<&str> = deb.split('"').skip(1).step_by(2).collect();
    let own: Vec<&&str> = words.iter().filter(|word| word.starts_with("orchestration/")).collect();
    assert!(own.len() > 4, "{words:?}");
    for path in own {
        assert!(top.join(path).exists(), "{path}");
    }
    // cargo-deb writes there what stops the timer with the program, and forgets it with the package.
    for script in ["postinst", "prerm", "postrm"] {
        let text = std::fs::read_to_string(top.join("orchestration/package/scripts").join(script)).unwrap();
        assert!(text.starts_with("#!/bin/sh\n") && text.contains("\n#DEBHELPER#\n"), "{script}");
    }
    for word in ["restart-after-upgrade = false", "stop-on-upgrade = false"] {
        assert!(deb.contains(word), "a run that upgrades the package would be ended by it: {word}");
    }
}
