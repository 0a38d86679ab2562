use super::*;
use model::Minion;

fn minion(bootstrap: serde_json::Value) -> Minion {
    let json = serde_json::json!({"bootstrap": bootstrap, "deploy": {"store": "s3://artifacts/deploy", "key": "s3cret"}});
    let Value::Map(opts) = Value::from(json) else { unreachable!() };
    Minion { opts, ..Minion::default() }
}

fn sample() -> serde_json::Value {
    serde_json::json!({
        "binary": {"x86_64": {"url": "s3://artifacts/bin/orchestrate", "sha256": "AB".repeat(32)}},
        "packages": ["curl", "git"],
        "environment": {"HTTPS_PROXY": "http://proxy:3128/it's"},
        "config": {"id": "0644", "log_level": "info"},
    })
}

fn settings(bootstrap: serde_json::Value) -> Settings {
    Settings::read(&minion(bootstrap)).unwrap_or_else(|problems| panic!("{problems}"))
}

#[test]
fn the_message_is_the_same_bytes_and_what_cloud_init_of_a_group_comes_to() {
    let settings = settings(sample());
    let message = user_data(&settings, "myapp", "testing").unwrap();
    assert_eq!(message, user_data(&settings, "myapp", "testing").unwrap());
    let node = Node::from_value(cloud_init(&settings, "myapp", "testing").unwrap(), &Place::file("a.sls"));
    assert_eq!(message, user_data::compose(&node, &mut Problems::default()));
    assert!(message.len() < LIMIT / 2, "{} bytes leave room", message.len());
}

#[test]
fn the_instance_is_configured_to_read_its_releases() {
    let config = cloud_config(&settings(sample()));
    let file = &config.as_map().unwrap().get("write_files").unwrap().as_list().unwrap()[0];
    let content = file.as_map().unwrap().get("content").unwrap().as_str().unwrap();
    let expected = "file_client: local\n\
        file_roots:\n  base:\n    - /srv/service/current/states\n    - /srv/base/current/states\n\
        pillar_roots:\n  base:\n    - /srv/service/current/pillar\n    - /srv/base/current/pillar\n\
        deploy:\n  store: \"s3://artifacts/deploy\"\n\
        id: \"0644\"\nlog_level: info\n";
    assert_eq!(content, expected);
}

#[test]
fn what_is_put_into_the_script_is_quoted() {
    let script = script::write(&settings(sample()), "myapp", "testing");
    assert!(script.starts_with("#!/bin/sh\n"), "{script}");
    assert!(script.contains("export HTTPS_PROXY='http://proxy:3128/it'\"'\"'s'\n"), "{script}");
    assert!(script.contains(&format!("x86_64) fetch s3://artifacts/bin/orchestrate {} ;;", "ab".repeat(32))));
    assert!(script.contains("all_sls=elb.register\n"), "{script}");
    assert!(script.contains("on_failure=leave\n"), "{script}");
}

#[test]
fn a_name_that_a_shell_or_a_path_takes_for_something_else_is_refused() {
    for name in ["", "a b", "../x", "$(reboot)", "-x"] {
        let problem = user_data(&settings(sample()), name, "testing").unwrap_err();
        assert!(problem.to_string().contains("cannot be the name of a service"), "{problem}");
    }
}

#[test]
fn everything_wrong_in_the_configuration_is_reported_at_once() {
    let wrong = serde_json::json!({
        "binary": {"x86_64": {"url": "ftp://x/$(id)", "sha256": "12"}},
        "environment": {"A-B": "1"}, "on_failure": "reboot", "sl": "x",
    });
    let shown = Settings::read(&minion(wrong)).unwrap_err().to_string();
    for part in ["is not an address", "not a SHA-256", "'A-B'", "reboot", "'sl'"] {
        assert!(shown.contains(part), "{part} in {shown}");
    }
    let none = Settings::read(&Minion::default()).unwrap_err().to_string();
    assert!(none.contains("there is no mapping 'bootstrap'"), "{none}");
}

#[test]
fn more_than_ec2_takes_is_refused() {
    let mut long = sample();
    long["config"]["long"] = "x".repeat(LIMIT).into();
    let problem = user_data(&settings(long), "myapp", "testing").unwrap_err();
    assert!(problem.to_string().contains("EC2 takes at most 16384"), "{problem}");
}
