//! The journal of runs that change AWS.

use serde_json::Value;

use super::aws::{Account, sls};
use super::journal::{limited, sizes};
use crate::local_aws::Fault;

fn json(account: &Account, words: &str) -> Value {
    serde_json::from_str(&account.succeeds(&format!("{words} --out=json")).stdout).expect("JSON")
}

fn lines(run: &Value, entry: &str) -> Vec<Value> {
    let lines = run["lines"].as_array().expect("lines");
    lines.iter().filter(|line| line["entry"] == entry).cloned().collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_call_that_changes_something_is_recorded_with_its_request_and_its_state() {
    let account = Account::with(&sls(0, &[22], "10.0.0.0/8")).await;
    let _ = account.succeeds("state.sls app");
    let mut made = account.proxy.mutating();
    let run = json(&account, "runs show last");
    let called = lines(&run, "called");
    let mut recorded: Vec<String> = called
        .iter()
        .map(|call| {
            call["operation"].as_str().and_then(|name| name.rsplit('.').next()).expect("a name").to_owned()
        })
        .collect();
    made.sort();
    recorded.sort();
    assert_eq!(recorded, made);
    for call in &called {
        assert_eq!(call["status"], 200, "{call}");
        assert!(call["request_id"].as_str().is_some_and(|id| !id.is_empty()), "{call}");
        assert!(["jobs", "web", "same"].contains(&call["state"]["id"].as_str().expect("a state")), "{call}");
    }
    let group =
        lines(&run, "found").into_iter().find(|line| line["state"]["id"] == "web").expect("it was found");
    let id = group["thing"]["id"].as_str().expect("an id").to_owned();
    assert!(id.starts_with("sg-"), "{group}");
    assert_eq!(group["thing"]["attributes"], serde_json::json!([]), "it is as declared");
    let blamed = json(&account, &format!("blame {id}"));
    assert_eq!(blamed[0]["state"]["id"], "web", "{blamed:#}");
    // Before each call there is a line that says what is about to be done.
    let order: Vec<&str> = run["lines"]
        .as_array()
        .expect("lines")
        .iter()
        .filter(|line| line["state"]["id"] == "same")
        .map(|line| line["entry"].as_str().expect("an entry"))
        .collect();
    assert_eq!(order, ["planned", "step", "called", "done", "made", "found", "ended"]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_run_without_changes_is_not_recorded_and_two_runs_are_compared() {
    let account = Account::with(&sls(0, &[22], "10.0.0.0/8")).await;
    let _ = account.succeeds("state.sls app");
    let _ = account.succeeds("state.sls app");
    assert_eq!(json(&account, "runs list").as_array().map(Vec::len), Some(1));
    account.write(&sls(5, &[22], "10.0.0.0/8"));
    let _ = account.succeeds("plan app -o p.plan");
    let _ = account.succeeds("apply p.plan --yes");
    let runs = json(&account, "runs list");
    let entries = std::fs::read_dir(account.path(".state/orchestrate/journal")).expect("a journal");
    let names = entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned());
    let mut names: Vec<String> =
        names.filter_map(|name| Some(name.strip_suffix(".jsonl")?.to_owned())).collect();
    names.sort();
    let [first, second] = &names[..] else { panic!("two runs: {names:?}") };
    assert_eq!((&runs[0]["function"], &runs[0]["arguments"][0]), (&"apply".into(), &"file=p.plan".into()));
    let shown = account.succeeds(&format!("runs show {second}")).stdout;
    assert!(shown.contains("Calls (1)") && shown.contains("SQS.SetQueueAttributes  200"), "{shown}");
    assert!(shown.contains("~ DelaySeconds"), "{shown}");
    let differences = json(&account, &format!("runs diff {first} {second}"));
    let jobs = differences
        .as_array()
        .expect("a list")
        .iter()
        .find(|it| it["thing"] == "SQS queue 'jobs' in us-east-1");
    let jobs = jobs.unwrap_or_else(|| panic!("{differences:#}"));
    let delay = jobs["attributes"].as_array().expect("a list").iter().find(|it| it["path"] == "DelaySeconds");
    assert_eq!(delay.map(|it| &it["second"]), Some(&"5".into()), "{differences:#}");
    let blamed = json(&account, "blame jobs");
    assert_eq!(blamed.as_array().map(Vec::len), Some(2));
    assert_eq!(blamed[0]["calls"][0]["operation"], "SQS.SetQueueAttributes");
    assert!(account.succeeds("runs verify").stdout.starts_with("2 runs, "));
}

const SHARED: &str = "id: sample\nfile_roots:\n  base: [states]\npillar_roots:\n  base: [pillar]\ncachedir: cache\n\
                      journal: s3://example-com-elb-logs/runs\ns3.keyid: test\ns3.key: test\ns3.region: us-east-1\n";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn runs_are_sent_to_the_bucket_and_what_could_not_be_sent_goes_with_the_next_run() {
    let account = Account::with(&sls(0, &[22], "10.0.0.0/8")).await;
    std::fs::write(account.path("orchestration/minion"), SHARED).expect("a file");
    // S3 denies it: the run goes on, and its record stays.
    account.proxy.set(Fault::Deny("PutObject".to_owned()));
    let denied = tokio::task::block_in_place(|| account.place().run("state.sls app"));
    assert_eq!(denied.code, Some(0), "{}", denied.whole());
    assert!(denied.stderr.contains("The next run sends it"), "{}", denied.whole());
    assert_eq!(json(&account, "runs list --all"), serde_json::json!([]));
    account.write(&sls(5, &[22], "10.0.0.0/8"));
    let _ = account.succeeds("state.sls app");
    assert_eq!(account.proxy.mutating().iter().filter(|call| *call == "PutObject").count(), 2);
    let (own, all) = (json(&account, "runs list"), json(&account, "runs list --all"));
    assert_eq!((own.as_array().map(Vec::len), &all), (Some(2), &own));
    assert_eq!(json(&account, "runs show last --all"), json(&account, "runs show last"));
    // Nothing is sent twice, and a run without changes sends nothing.
    let _ = account.succeeds("state.sls app");
    assert_eq!(account.proxy.mutating(), Vec::<String>::new());
    // The host is lost: its record is not.
    std::fs::remove_dir_all(account.path(".state/orchestrate/journal")).expect("a journal");
    assert_eq!(json(&account, "runs list"), serde_json::json!([]));
    assert_eq!(json(&account, "runs list --all"), all);
    assert!(account.succeeds("runs verify").stdout.starts_with("0 runs"));
}

/// Queues are made at once, not one after another. A call that makes one has its line on the disk before it is sent.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn on_a_disk_that_fills_at_each_byte_no_queue_is_made_without_its_record() {
    let account = Account::with("").await;
    let minion = "id: sample\nfile_roots:\n  base: [states]\npillar_roots:\n  base: [pillar]\ncachedir: cache\njournal: {required: True}\n";
    std::fs::write(account.path("orchestration/minion"), minion).expect("a file");
    let recorded = || {
        let mut text = String::new();
        for entry in
            std::fs::read_dir(account.path(".state/orchestrate/journal")).into_iter().flatten().flatten()
        {
            if entry.path().extension().is_some_and(|it| it == "jsonl") {
                text.push_str(&std::fs::read_to_string(entry.path()).expect("text"));
            }
        }
        text
    };
    // The names of each run have the same length, so that the lines have it too.
    let within = |number: usize, bytes: usize| {
        let _ = std::fs::remove_dir_all(account.path(".state"));
        let connection = "    - region: us-east-1\n    - keyid: test\n    - key: test\n";
        let names: Vec<String> = (0..3).map(|queue| format!("full-{number:04}-{queue}")).collect();
        let queues: String =
            names.iter().map(|name| format!("{name}:\n  boto_sqs.present:\n{connection}")).collect();
        account.write(&queues);
        account.proxy.set(Fault::None);
        let mut command = limited(account.place(), &["state.sls", "app"], bytes);
        let output = tokio::task::block_in_place(|| command.output()).expect("bash");
        (names, account.proxy.mutating(), output.status.success())
    };
    let (_, made, is_fine) = within(0, 1 << 20);
    assert!(is_fine && made.len() == 3, "{made:?}");
    let (mut refused, mut partly) = (0, 0);
    for (number, bytes) in sizes(&recorded()).into_iter().enumerate() {
        let (names, made, has_ended_well) = within(number + 1, bytes);
        let journal = recorded();
        assert!(journal.is_empty() || journal.ends_with('\n'), "{bytes}: half a line is left");
        let announced = |name: &&String| {
            let quoted = format!("\"{name}\"");
            journal.lines().any(|line| line.contains("\"entry\":\"step\"") && line.contains(&quoted))
        };
        let announced = names.iter().filter(announced).count();
        assert!(made.len() <= announced, "{bytes}: {made:?} were made, {announced} are recorded: {journal}");
        refused += usize::from(made.is_empty());
        partly += usize::from((1..3).contains(&made.len()));
        assert!(!has_ended_well || made.len() == 3, "{bytes}");
    }
    assert!(refused > 1 && partly > 1, "{refused} {partly}");
}
