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
    /// Where artifacts come from, and whose signatures count.
    deploy: String,
}

impl Account {
    /// Founds it; the program that instances fetch is the one under test.
    pub async fn found(system: &System) -> Self {
        let moto = Moto::start();
        moto.seed();
        let desk = Place::new().set("AWS_ENDPOINT_URL", &moto.endpoint);
        let desk = desk.set("AWS_ACCESS_KEY_ID", "test").set("AWS_SECRET_ACCESS_KEY", "test");
        let mut account = Self { desk: desk.set("AWS_REGION", "us-east-1"), moto, deploy: String::new() };
        let digest = account.store(&system.program());
        let public = account.run("--out json artifact key signing.pem");
        let public: serde_json::Value = serde_json::from_str(&public).expect("JSON");
        let public = public["local"]["public_key"].as_str().expect("a key").to_owned();
        account.deploy = format!(
            "{{store: 's3://artifacts/deploy', public_keys: ['{public}'], keep_free_bytes: 0, region: us-east-1}}"
        );
        let minion = format!(
            "file_roots: {{base: [states]}}\npillar_roots: {{base: [pillar]}}\ndeploy: {}\n\
             bootstrap:\n  binary: {{x86_64: {{url: 's3://artifacts/bin/{digest}', sha256: {digest}}}}}\n  \
             environment: {{AWS_ENDPOINT_URL: '{}'}}\n",
            account.deploy, account.moto.endpoint
        );
        account.write("orchestration/minion", &minion);
        account.write("states/stack.sls", include_str!("stack.sls"));
        account
    }

    /// Puts a program into the bucket, and tells its digest.
    pub fn store(&self, program: &Path) -> String {
        self.ask(&["store", program.to_str().expect("a path")])
    }

    /// Builds, signs, publishes and promotes a revision of a service, of `trees/` here. The base says what instances keep
    /// of themselves: their configuration and trees, and the program of this digest.
    pub fn publish(&self, service: &str, revision: &str, program: Option<&str>) {
        let tree = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/life/trees").join(service);
        copy(&tree, &self.desk.path(service));
        if service == "base" {
            let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("orchestration/states");
            for name in ["elb", "instance"] {
                copy(&own.join(name), &self.desk.path("base/states").join(name));
            }
            self.write("base/pillar/instance.sls", &self.kept(program));
        }
        self.run(&format!("artifact build {service} {service} {revision} --key signing.pem"));
        self.run(&format!("artifact publish artifacts/{service}/{revision}"));
        self.run(&format!("artifact promote {service} {revision} --key signing.pem"));
    }

    /// The pillar of `orchestration/states/instance`.
    fn kept(&self, program: Option<&str>) -> String {
        let program = program.map(|digest| {
            format!("  program: {{source: 's3://artifacts/bin/{digest}', sha256: '{digest}'}}\n")
        });
        format!(
            "instance:\n{}  config:\n    file_client: local\n    file_roots:\n      \
             base: [/srv/service/current/states, /srv/base/current/states]\n      \
             testing: [/srv/trees/testing/states]\n    \
             pillar_roots: {{base: [/srv/service/current/pillar, /srv/base/current/pillar]}}\n    deploy: {}\n  \
             trees:\n    /srv/trees/testing: {{url: /opt/trees.git, rev: master}}\n",
            program.unwrap_or_default(),
            self.deploy
        )
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
