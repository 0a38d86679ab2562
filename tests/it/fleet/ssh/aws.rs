//! Hosts from AWS: instances of the local one, which all are this sshd.

use std::process::{Command, Stdio};

use serde_json::{Value, json};

use super::super::{PROGRAM, Printed};
use super::Sshd;
use crate::local_aws::Moto;

fn with_aws(command: &mut Command, moto: &Moto) -> Printed {
    command.env("AWS_ENDPOINT_URL", &moto.endpoint).env("AWS_REGION", "us-east-1");
    command.env("AWS_ACCESS_KEY_ID", "test").env("AWS_SECRET_ACCESS_KEY", "test");
    Printed::of(command.stdin(Stdio::null()).output().unwrap())
}

/// Starts instances with these tags.
fn start(sshd: &Sshd, moto: &Moto, (name, role): (&str, &str), count: usize) -> Vec<Value> {
    let tags = json!([{"Key": "Name", "Value": name}, {"Key": "role", "Value": role}]);
    let parameters = json!({
        "ImageId": "ami-0a1b2c3d4e5f60001", "MinCount": count, "MaxCount": count, "InstanceType": "t3.micro",
        "TagSpecification": [{"ResourceType": "instance", "Tag": tags}],
    });
    let mut command = Command::new(PROGRAM);
    command.env_clear().env("PATH", "/usr/bin:/bin").env("XDG_STATE_HOME", env!("CARGO_TARGET_TMPDIR"));
    command.arg("-c").arg(sshd.path("cfg")).args(["--out", "json", "aws.call", "ec2", "RunInstances"]);
    let made = with_aws(command.arg(parameters.to_string()), moto);
    let made = made.json()["local"]["instancesSet"].as_array().cloned().unwrap_or_else(|| panic!("{made:?}"));
    assert_eq!(made.len(), count);
    made
}

#[test]
fn instances_are_found_by_tags_and_grains_and_visited_with_a_key_that_is_sent_before() {
    let Some(sshd) = Sshd::up() else { return };
    let moto = Moto::seeded();
    let web = start(&sshd, &moto, ("app-testing-useast1", "web"), 2);
    let db = start(&sshd, &moto, ("db", "db"), 1);
    let address = |instance: &Value| instance["privateIpAddress"].clone();
    let id =
        |instance: &Value| instance["instanceId"].as_str().unwrap().replace("i-", "app-testing-useast1-");
    let of_web = json!({"aws": {id(&web[0]): address(&web[0]), id(&web[1]): address(&web[1])}});
    let run = |words: &[&str]| {
        with_aws(&mut sshd.command(&[words, &["--roster", "aws", "--out", "json"]].concat()), &moto)
    };
    for (words, expected) in [
        (&["-H", "--tag", "role=web"][..], &of_web),
        (&["-H", "-G", "service_name:app"], &of_web),
        (&["-H", "-G", "ec2_tags:role:db"], &json!({"aws": {"db": address(&db[0])}})),
        (&["-H", "--tag", "role=db", "--group", "nobody"], &json!({"aws": {}})),
    ] {
        let listed = run(words);
        assert_eq!(
            (&listed.json(), listed.stderr.contains("left out")),
            (expected, false),
            "{words:?} {listed:?}"
        );
    }
    for (words, code, said) in [
        (&["-H", "--tag", "role"][..], 64, "--tag is NAME=VALUE"),
        (&["-H", "--region", "nowhere"], 1, "the instances cannot be listed"),
    ] {
        let refused = run(words);
        assert!(refused.code == Some(code) && refused.stderr.contains(said), "{words:?} {refused:?}");
    }

    let (port, key) = (format!("Port={}", sshd.port), sshd.text("key"));
    let user = Command::new("id").arg("-un").output().unwrap().stdout;
    let user = String::from_utf8(user).unwrap();
    let visit = |key: &str| {
        let of_aws = ["--tag", "role=db", "--instance-connect", "--priv", key, "--user", user.trim()];
        // The instance's address leads nowhere: the client is sent here.
        let here = ["--ssh-option", "Hostname=127.0.0.1", "--ssh-option", &port, "-r", "*", "echo here"];
        run(&[&of_aws[..], &here].concat())
    };
    let visited = visit(&key);
    assert_eq!(
        (visited.json()["db"]["stdout"].as_str(), visited.code),
        (Some("here\n"), Some(0)),
        "{visited:?}"
    );
    let refused = visit("/nowhere");
    let said = refused.json()["db"].as_str().unwrap_or_default().to_owned();
    assert!(said.contains("/nowhere.pub") && refused.code == Some(1), "{refused:?}");
}
