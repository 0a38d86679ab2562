//! The account, and the desk of the person who publishes artifacts and builds the stack.

use std::fs;
use std::path::Path;
use std::process::Command;

use super::CLUSTER;
use super::machine::System;
use crate::local_aws::Moto;
use crate::local_aws::moto::python;
use crate::support::Place;

/// A seeded local AWS, with the program and the artifacts in a bucket.
pub struct Account {
    pub moto: Moto,
    desk: Place,
}

impl Account {
    /// Founds it; the program that instances fetch is the one under test.
    pub async fn found(system: &System) -> Self {
        let moto = Moto::start();
        moto.seed();
        let desk = Place::new().set("AWS_ENDPOINT_URL", &moto.endpoint);
        let desk = desk.set("AWS_ACCESS_KEY_ID", "test").set("AWS_SECRET_ACCESS_KEY", "test");
        let account = Self { desk: desk.set("AWS_REGION", "us-east-1"), moto };
        let digest = account.ask(&["store", system.program().to_str().expect("a path")]);
        let public = account.run("--out json artifact key signing.pem");
        let public: serde_json::Value = serde_json::from_str(&public).expect("JSON");
        let public = public["local"]["public_key"].as_str().expect("a key").to_owned();
        let minion = format!(
            "file_roots: {{base: [states]}}\npillar_roots: {{base: [pillar]}}\n\
             deploy: {{store: 's3://artifacts/deploy', public_keys: ['{public}'], keep_free_bytes: 0, region: us-east-1}}\n\
             bootstrap:\n  binary: {{x86_64: {{url: 's3://artifacts/bin/orchestrate', sha256: {digest}}}}}\n  \
             environment: {{AWS_ENDPOINT_URL: '{}'}}\n",
            account.moto.endpoint
        );
        account.write("orchestration/minion", &minion);
        account.write("states/stack.sls", include_str!("stack.sls"));
        account
    }

    /// Builds, signs, publishes and promotes a service's first revision, of `trees/` here.
    pub fn publish(&self, service: &str) {
        let tree = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/life/trees").join(service);
        copy(&tree, &self.desk.path(service));
        if service == "base" {
            let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("orchestration/states");
            for name in ["elb", "instance"] {
                copy(&own.join(name), &self.desk.path("base/states").join(name));
            }
        }
        self.run(&format!("artifact build {service} {service} r1 --key signing.pem"));
        self.run(&format!("artifact publish artifacts/{service}/r1"));
        self.run(&format!("artifact promote {service} r1 --key signing.pem"));
    }

    /// Builds the balancer and the group, of so many instances.
    pub fn stack(&self, size: usize) {
        self.run_words(&["state.sls", "stack", &format!("pillar={{size: {size}}}")]);
    }

    /// The instances of the group.
    pub fn instances(&self) -> Vec<String> {
        self.ask(&["instances", CLUSTER]).split_whitespace().map(str::to_owned).collect()
    }

    /// The user data that the group's instances are launched with.
    pub fn user_data(&self) -> String {
        self.ask(&["user-data", CLUSTER])
    }

    /// The instances that the balancer has.
    pub fn registered(&self) -> Vec<String> {
        self.ask(&["registered", CLUSTER]).split_whitespace().map(str::to_owned).collect()
    }

    fn write(&self, path: &str, text: &str) {
        fs::write(self.desk.path(path), text).expect("a file");
    }

    #[track_caller]
    fn run(&self, words: &str) -> String {
        self.run_words(&words.split_whitespace().collect::<Vec<_>>())
    }

    #[track_caller]
    fn run_words(&self, words: &[&str]) -> String {
        let printed = self.desk.run_words(&[&["-c", "orchestration"], words].concat());
        assert_eq!(printed.code, Some(0), "{}", printed.whole());
        printed.stdout
    }

    /// What boto3 says.
    #[track_caller]
    fn ask(&self, words: &[&str]) -> String {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/life/account.py");
        let out = Command::new(python()).arg(script).arg(&self.moto.endpoint).args(words).output();
        let out = out.expect("account.py runs");
        assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
        String::from_utf8(out.stdout).expect("text")
    }
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a directory");
    let copied = Command::new("cp").arg("-r").arg("--no-target-directory").arg(from).arg(to).status();
    assert!(copied.expect("cp").success());
}
