//! Published trees in a bucket of the local AWS.

use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};

use super::{Fleet, Printed, Running};
use crate::local_aws::Moto;

fn with_aws<'c>(command: &'c mut Command, moto: &Moto) -> &'c mut Command {
    command.env("AWS_ENDPOINT_URL", &moto.endpoint).env("AWS_REGION", "us-east-1");
    command.env("AWS_ACCESS_KEY_ID", "test").env("AWS_SECRET_ACCESS_KEY", "test")
}

fn run(fleet: &Fleet, moto: &Moto, operator: &str, words: &[&str]) -> Printed {
    Printed::of(with_aws(&mut fleet.command(operator, words), moto).output().unwrap())
}

/// An agent that reaches the local AWS, accepted.
fn agent(fleet: &Fleet, moto: &Moto, id: &str) -> Running {
    let mut command = fleet.agent(id, id, Path::new("/dev/null"), &json!({}));
    let started = Running(with_aws(&mut command, moto).spawn().unwrap());
    fleet.keys_until("ops1", "minions_pre", &[id]);
    assert_eq!(fleet.run("ops1", &["key", "accept", id]).code, Some(0));
    started
}

#[test]
fn trees_in_a_bucket_reach_instances_whichever_ops_node_asks() {
    let Some(fleet) = Fleet::up(0, false) else { return };
    let moto = Moto::seeded();
    let minion = fleet.path("ops1/minion");
    let mut configuration: Value = serde_json::from_slice(&std::fs::read(&minion).unwrap()).unwrap();
    configuration["fleet"] = json!({"trees": "s3://fleet-trees/ops/"});
    std::fs::write(&minion, configuration.to_string()).unwrap();
    let out = fleet.path("out").display().to_string();
    let state =
        format!("{out}-{{{{ grains.id }}}}:\n  file.managed:\n    - contents: {{{{ pillar.text }}}}\n");
    std::fs::write(fleet.path("ops1/states/web.sls"), state).unwrap();
    std::fs::write(fleet.path("ops1/pillar/top.sls"), "base: {'*': [text]}\n").unwrap();
    std::fs::write(fleet.path("ops1/pillar/text.sls"), "text: from the bucket\n").unwrap();

    let refused = run(&fleet, &moto, "ops1", &["tree", "publish", "v1"]);
    assert!(refused.stderr.contains("s3://fleet-trees/ops") && refused.code == Some(1), "{refused:?}");
    let bucket = run(
        &fleet,
        &moto,
        "ops1",
        &["state.single", "boto_s3_bucket.present", "name=b", "Bucket=fleet-trees"],
    );
    assert_eq!(bucket.code, Some(0), "{bucket:?}");
    let published = run(&fleet, &moto, "ops1", &["tree", "publish", "v1"]);
    assert_eq!(published.stdout, "Published revision v1 (3 files).\n", "{published:?}");

    let _first = agent(&fleet, &moto, "web-1");
    fleet.ping_until("ops1", &["web-1"]);
    let apply = |operator: &str, id: &str| {
        run(
            &fleet,
            &moto,
            operator,
            &["fleet", id, "state.apply", "web", "--timeout", "60", "--static", "--out", "json"],
        )
    };
    // The other ops node has no configuration of the bucket: the revision says where it is.
    let applied = apply("ops2", "web-1");
    assert_eq!(applied.code, Some(0), "{applied:?}");
    assert_eq!(std::fs::read_to_string(format!("{out}-web-1")).unwrap(), "from the bucket\n");

    // Without the bucket whoever has the tree goes on, and whoever has not says why.
    let words = ["boto_s3_bucket.delete", "fleet-trees", "Force=True"];
    let gone = run(&fleet, &moto, "ops1", &words);
    assert_eq!(gone.code, Some(0), "{gone:?}");
    let _second = agent(&fleet, &moto, "web-2");
    fleet.ping_until("ops1", &["web-1", "web-2"]);
    let applied = apply("ops2", "*").json();
    assert!(applied["web-1"].is_object(), "{applied}");
    let why = applied["web-2"].as_str().unwrap();
    assert!(why.contains("the job was not started") && why.contains("s3://fleet-trees/ops"), "{applied}");
}
