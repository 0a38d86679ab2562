//! Plans of things in AWS.

use serde_json::Value;

use crate::local_aws::{Fault, Moto, Proxy};
use crate::support::{Place, Printed};

/// A tree, and an account that only it uses.
pub struct Account {
    _moto: Moto,
    pub proxy: Proxy,
    place: Place,
}

impl Account {
    /// An account with what `orchestration/` presumes, and one SLS.
    pub async fn with(sls: &str) -> Self {
        let moto = Moto::seeded();
        let proxy = Proxy::start(&moto.endpoint).await;
        let place = Place::new().with("states/app.sls", sls).set("AWS_ENDPOINT_URL", &proxy.endpoint);
        Self { _moto: moto, proxy, place }
    }

    /// Writes another SLS in its place.
    pub fn write(&self, sls: &str) {
        std::fs::write(self.path("states/app.sls"), sls).expect("a file");
    }

    pub fn path(&self, path: &str) -> std::path::PathBuf {
        self.place.path(path)
    }

    /// The tree.
    pub fn place(&self) -> &Place {
        &self.place
    }

    /// Runs a command line; the calls are counted anew.
    pub fn run(&self, words: &str) -> Printed {
        self.proxy.set(Fault::None);
        tokio::task::block_in_place(|| self.place.run(words))
    }

    /// Runs a command line that must succeed.
    pub fn succeeds(&self, words: &str) -> Printed {
        let printed = self.run(words);
        assert_eq!(printed.code, Some(0), "{}", printed.whole());
        printed
    }
}

/// Two queues and a group with these rules.
pub fn sls(delay: u32, ports: &[u16], cidr: &str) -> String {
    let rules: String = ports
        .iter()
        .map(|port| {
            format!("      - {{ip_protocol: tcp, from_port: {port}, to_port: {port}, cidr_ip: {cidr}}}\n")
        })
        .collect();
    let connection = "    - region: us-east-1\n    - keyid: test\n    - key: test\n";
    format!(
        "jobs:\n  boto_sqs.present:\n    - attributes: {{DelaySeconds: {delay}}}\n{connection}\
         web:\n  boto_secgroup.present:\n    - description: web\n    - rules:\n{rules}{connection}\
         same:\n  boto_sqs.present:\n{connection}"
    )
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_plan_tells_attribute_by_attribute_and_makes_no_changing_call() {
    let account = Account::with(&sls(0, &[22, 80], "10.0.0.0/8")).await;
    let first = account.succeeds("plan app");
    assert!(first.stdout.ends_with("3 to create, 0 to change, 0 to delete\n"), "{}", first.whole());
    assert_eq!(account.proxy.mutating(), Vec::<String>::new());
    let _ = account.succeeds("state.sls app");
    account.write(&sls(5, &[80, 443], "0.0.0.0/0"));
    let test = account.succeeds("state.sls app test=True");
    assert_eq!(test.stderr.lines().last(), Some("0 to create, 2 to change, 0 to delete"));
    insta::assert_snapshot!("plan_text", account.succeeds("plan app").stdout);
    insta::assert_snapshot!("plan_markdown", account.succeeds("plan app --out markdown").stdout);
    let data: Value = serde_json::from_str(&account.succeeds("plan app --out json").stdout).expect("JSON");
    assert_eq!(data["summary"]["change"], 2);
    assert_eq!(data["states"][0]["things"][0]["region"], "us-east-1");
    assert_eq!(account.proxy.mutating(), Vec::<String>::new());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_stale_plan_stops_before_its_first_call_and_names_what_has_moved() {
    let account = Account::with(&sls(0, &[22], "10.0.0.0/8")).await;
    let _ = account.succeeds("state.sls app");
    account.write(&sls(5, &[80], "10.0.0.0/8"));
    let _ = account.succeeds("plan app -o p.plan");
    // Somebody else changes one attribute behind the plan.
    account.write(&sls(3, &[22], "10.0.0.0/8"));
    let _ = account.succeeds("state.sls app");
    account.write(&sls(5, &[80], "10.0.0.0/8"));
    let stale = account.run("apply p.plan --yes");
    assert_eq!(stale.code, Some(1), "{}", stale.whole());
    let words = "boto_sqs.present 'jobs' (states/app.sls:1:1): SQS queue 'jobs': DelaySeconds was \"0\", AWS shows \"3\" now";
    assert!(stale.stderr.contains(words), "{}", stale.stderr);
    assert_eq!(account.proxy.mutating(), Vec::<String>::new());
    let _ = account.succeeds("plan app -o p.plan");
    let applied = account.succeeds("apply p.plan --yes --out json");
    let data: Value = serde_json::from_str(&applied.stdout).expect("JSON");
    let changed: Vec<&str> = data["local"]
        .as_object()
        .expect("states")
        .values()
        .filter(|state| state["changes"].as_object().is_some_and(|changes| !changes.is_empty()))
        .map(|state| state["__id__"].as_str().expect("an id"))
        .collect();
    assert_eq!(changed, ["jobs", "web"]);
    assert!(account.succeeds("plan app").stdout.ends_with("0 to create, 0 to change, 0 to delete\n"));
}

/// Twelve generated trees and drifts: applied is what was planned, or nothing where something has moved.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_applied_is_what_was_planned() {
    use proptest::strategy::{Strategy, ValueTree};
    use proptest::test_runner::{Config, TestRunner};
    let mut runner = TestRunner::new_with_rng(
        Config::default(),
        proptest::test_runner::TestRng::from_seed(proptest::test_runner::RngAlgorithm::ChaCha, &[16; 32]),
    );
    let tree = || (0_u32..4, proptest::sample::subsequence(vec![22_u16, 80, 443], 1..=3));
    let account = Account::with("").await;
    for case in 0..12 {
        let ((before, wanted), moved) =
            ((tree(), tree()), proptest::option::of(tree())).new_tree(&mut runner).expect("a case").current();
        let of = |(delay, ports): &(u32, Vec<u16>)| sls(*delay, ports, "10.0.0.0/8");
        account.write(&of(&before));
        let _ = account.succeeds("state.sls app");
        account.write(&of(&wanted));
        let plan = account.succeeds("plan app -o p.plan --out json");
        let plan: Value = serde_json::from_str(&plan.stdout).expect("JSON");
        if let Some(moved) = &moved {
            account.write(&of(moved));
            let _ = account.succeeds("state.sls app");
            account.write(&of(&wanted));
        }
        let has_moved = moved.as_ref().is_some_and(|moved| *moved != before);
        let applied = account.run("apply p.plan --yes --out json");
        if has_moved {
            assert_eq!(applied.code, Some(1), "case {case}: {}", applied.whole());
            assert_eq!(account.proxy.mutating(), Vec::<String>::new(), "case {case}");
            continue;
        }
        assert_eq!(applied.code, Some(0), "case {case}: {}", applied.whole());
        let done: Value = serde_json::from_str(&applied.stdout).expect("JSON");
        for (planned, done) in plan["states"]
            .as_array()
            .expect("states")
            .iter()
            .zip(done["local"].as_object().expect("states").values())
        {
            let attributes = planned["things"][0]["attributes"].as_array().expect("attributes");
            for attribute in attributes {
                let path = attribute["path"].as_str().expect("a path");
                assert_eq!(done["changes"]["new"][path], attribute["new"], "case {case}: {path}");
                assert_eq!(done["changes"]["old"][path], attribute["old"], "case {case}: {path}");
            }
            let changed = done["changes"]["new"].as_object().map_or(0, serde_json::Map::len);
            assert_eq!(changed, attributes.len(), "case {case}: {planned:#}\n{done:#}");
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_guarded_run_stops_before_its_first_change_and_names_all_that_is_refused() {
    let account = Account::with(&sls(0, &[22], "10.0.0.0/8")).await;
    let _ = account.succeeds("state.sls app");
    let opened =
        sls(5, &[22, 80], "0.0.0.0/0").replace("same:\n  boto_sqs.present", "same:\n  boto_sqs.absent");
    account.write(&opened);
    let guards = r#"guards={"max_deletes":0,"open_ports":[80]}"#;
    for words in [format!("state.sls app {guards}"), format!("plan app --{guards}")] {
        let refused = account.run(&words);
        assert_eq!(refused.code, Some(1), "{}", refused.whole());
        let whole = refused.whole();
        assert!(
            whole.contains("the run deletes 1 thing, but at most 0 are allowed: SQS queue 'same'"),
            "{whole}"
        );
        let opens = "boto_secgroup.present 'web' (states/app.sls:7:1): security group 'web' opens port 22 to 0.0.0.0/0";
        assert!(whole.contains(opens), "{whole}");
        assert_eq!(whole.matches("(guard open_ports)").count(), 1, "{whole}");
        assert_eq!(account.proxy.mutating(), Vec::<String>::new());
    }
    let test = account.run(&format!("state.sls app test=True {guards}"));
    let warning = "a run without test=True would stop before its first change: the run deletes 1 thing";
    assert!(test.stderr.contains(warning), "{}", test.whole());
    let _ = account.run("plan app -o p.plan");
    let refused = account.run(&format!("apply p.plan --yes --{guards}"));
    assert_eq!(refused.code, Some(1), "{}", refused.whole());
    assert_eq!(account.proxy.mutating(), Vec::<String>::new());
    let _ = account.succeeds(r#"state.sls app guards={"max_deletes":1}"#);
    assert!(account.succeeds("plan app").stdout.ends_with("0 to create, 0 to change, 0 to delete\n"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_tag_protects_a_thing_that_is_declared_absent() {
    let connection = "    - region: us-east-1\n    - keyid: test\n    - key: test\n";
    let declared = format!(
        "kept:\n  boto_secgroup.present:\n    - description: x\n    - tags: {{keep: 'true'}}\n{connection}"
    );
    let account = Account::with(&declared).await;
    let _ = account.succeeds("state.sls app");
    account.write(&format!("kept:\n  boto_secgroup.absent:\n{connection}"));
    let refused = account.run(r#"state.sls app guards={"protected_tag":"keep=true"}"#);
    assert_eq!(refused.code, Some(1), "{}", refused.whole());
    assert!(refused.stderr.contains("has the tag 'keep', but the run would delete it"), "{}", refused.stderr);
    assert_eq!(account.proxy.mutating(), Vec::<String>::new());
    let _ = account.succeeds(r#"state.sls app guards={"protected_tag":"keep=false"}"#);
}
