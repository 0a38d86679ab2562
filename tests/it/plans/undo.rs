//! `undo` on the local AWS.

use super::aws::{Account, sls};
use crate::local_aws::Fault;
use crate::support::{Place, Printed};

const CONNECTION: &str = "    - region: us-east-1\n    - keyid: test\n    - key: test\n";

/// The names of the runs, the oldest first.
pub fn runs(account: &Account) -> Vec<String> {
    let entries = std::fs::read_dir(account.path(".state/orchestrate/journal")).expect("a journal");
    let names = entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned());
    let mut names: Vec<String> =
        names.filter_map(|name| Some(name.strip_suffix(".jsonl")?.to_owned())).collect();
    names.sort();
    names
}

fn is_empty(account: &Account) -> bool {
    account.succeeds("plan app").stdout.contains("0 to create, 0 to change, 0 to delete")
}

/// A VPC with a group in it, a topic and a queue: the names of a stack refer to each other.
fn stack() -> String {
    let rule = "{ip_protocol: tcp, from_port: 80, to_port: 80, cidr_ip: 10.0.0.0/8}";
    [
        format!("net:\n  boto_vpc.present:\n    - cidr_block: 10.9.0.0/16\n{CONNECTION}"),
        format!("web:\n  boto_secgroup.present:\n    - description: web\n    - vpc_name: net\n    - rules:\n      - {rule}\n{CONNECTION}"),
        format!("news:\n  boto_sns.present:\n{CONNECTION}"),
        format!("jobs:\n  boto_sqs.present:\n    - attributes: {{DelaySeconds: 3}}\n    - tags: {{team: x}}\n{CONNECTION}"),
    ]
    .concat()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_stack_that_was_made_is_taken_away_and_an_undo_is_undone() {
    let account = Account::with(&stack()).await;
    let _ = account.succeeds("state.sls app");
    // Without a person or --yes it only shows the plan.
    let dry = account.succeeds("undo last");
    assert!(dry.stdout.ends_with("0 to create, 0 to change, 4 to delete\n"), "{}", dry.whole());
    assert_eq!(account.proxy.mutating(), Vec::<String>::new());
    let _ = account.succeeds("undo last --yes");
    let calls = account.proxy.mutating();
    let place = |name: &str| {
        calls.iter().position(|call| call == name).unwrap_or_else(|| panic!("{name}: {calls:?}"))
    };
    assert!(place("DeleteSecurityGroup") < place("DeleteVpc"), "{calls:?}");
    let gone = account.succeeds("plan app");
    assert!(gone.stdout.ends_with("4 to create, 0 to change, 0 to delete\n"), "{}", gone.whole());
    let again = account.succeeds(&format!("undo {} --yes", runs(&account)[0]));
    assert!(again.stdout.starts_with("Nothing to undo"), "{}", again.whole());
    let none = account.run("undo last --yes");
    assert!(none.stderr.contains("no run of this tree is left to undo"), "{}", none.whole());
    let back = account.succeeds(&format!("undo {} --yes", runs(&account)[1]));
    assert!(is_empty(&account), "{}", back.whole());
    assert_eq!(runs(&account).len(), 3);
    // The undo of the undo makes the first run one that 'last' means again.
    let _ = account.succeeds("undo last --yes");
    let gone = account.succeeds("plan app");
    assert!(gone.stdout.ends_with("4 to create, 0 to change, 0 to delete\n"), "{}", gone.whole());
}

/// One queue.
fn queue(arguments: &str) -> String {
    format!("jobs:\n  boto_sqs.present:\n    - tags: {{team: x}}\n{arguments}{CONNECTION}")
}

/// A tree of its own with the journal and the account of another one: somebody else on the same host.
fn neighbour(account: &Account, sls: &str) -> Place {
    let place = Place::new().with("states/app.sls", sls).set("AWS_ENDPOINT_URL", &account.proxy.endpoint);
    place.set("XDG_STATE_HOME", &account.path(".state").display().to_string())
}

fn by(place: &Place, words: &str) -> Printed {
    tokio::task::block_in_place(|| place.run(words))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_aws_refused_to_this_run_is_not_deleted_though_somebody_else_has_made_the_same() {
    let account = Account::with(&queue("")).await;
    account.proxy.set(Fault::Deny("CreateQueue".to_owned()));
    let refused = by(account.place(), "state.sls app");
    assert_ne!(refused.code, Some(0), "{}", refused.whole());
    account.proxy.set(Fault::None);
    let other = neighbour(&account, &queue(""));
    assert_eq!(by(&other, "state.sls app").code, Some(0));
    let undone = account.run("undo last --yes");
    assert!(undone.stdout.starts_with("Nothing to undo"), "{}", undone.whole());
    assert_eq!(account.proxy.mutating(), Vec::<String>::new());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_queue_that_somebody_else_made_anew_is_not_deleted() {
    let account = Account::with(&queue("")).await;
    let _ = account.succeeds("state.sls app");
    let other = neighbour(&account, &format!("jobs:\n  boto_sqs.absent:\n{CONNECTION}"));
    assert_eq!(by(&other, "state.sls app").code, Some(0));
    // SQS tells the second of creation.
    tokio::time::sleep(std::time::Duration::from_millis(1100)).await;
    std::fs::write(other.path("states/app.sls"), queue("")).expect("a file");
    assert_eq!(by(&other, "state.sls app").code, Some(0));
    let refused = account.run("undo last --yes");
    assert_eq!(refused.code, Some(1), "{}", refused.whole());
    assert!(refused.stderr.contains("it is another one now"), "{}", refused.whole());
    assert_eq!(account.proxy.mutating(), Vec::<String>::new());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_run_of_another_tree_is_neither_last_nor_undone_here() {
    let account = Account::with(&queue("")).await;
    let _ = account.succeeds("state.sls app");
    let other = neighbour(&account, &queue("").replace("jobs", "others"));
    assert_eq!(by(&other, "state.sls app").code, Some(0));
    let foreign = runs(&account)[1].clone();
    // A head line, and one for each run.
    let lines = |printed: Printed| printed.stdout.lines().count();
    assert_eq!((lines(by(&other, "runs list")), lines(account.succeeds("runs list"))), (2, 2));
    assert_eq!(lines(account.succeeds("runs list --every-tree")), 3);
    let refused = account.run(&format!("undo {foreign} --yes"));
    let words = ["is of another tree", "undo it there: orchestrate -c "];
    assert!(words.iter().all(|it| refused.stderr.contains(it)), "{}", refused.whole());
    let undone = account.succeeds("undo last --yes");
    assert!(undone.stdout.contains("jobs") && !undone.stdout.contains("others"), "{}", undone.whole());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_undo_that_failed_half_way_is_repeated() {
    let account = Account::with(&stack()).await;
    let _ = account.succeeds("state.sls app");
    account.proxy.set(Fault::Deny("DeleteVpc".to_owned()));
    let failed = by(account.place(), "undo last --yes");
    assert_ne!(failed.code, Some(0), "{}", failed.whole());
    let done = account.succeeds("undo last --yes");
    assert_eq!(account.proxy.mutating(), ["DeleteVpc"], "{}", done.whole());
    let gone = account.succeeds("plan app");
    assert!(gone.stdout.ends_with("4 to create, 0 to change, 0 to delete\n"), "{}", gone.whole());
}

/// A zone, and a balancer that has a record in it.
fn balancer() -> String {
    [
        format!("undo.test.:\n  boto_route53.hosted_zone_present:\n    - domain_name: undo.test.\n    - comment: of a test\n{CONNECTION}"),
        format!("web:\n  boto_elb.present:\n    - availability_zones: [us-east-1a]\n    - listeners: [{{elb_port: 80, instance_port: 8080, elb_protocol: HTTP}}]\n    - cnames: [{{name: web.undo.test., zone: undo.test., ttl: 60}}]\n{CONNECTION}"),
    ]
    .concat()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_record_of_a_balancer_goes_with_it() {
    let account = Account::with(&balancer()).await;
    let _ = account.succeeds("state.sls app");
    assert!(is_empty(&account));
    let undone = account.succeeds("undo last --yes");
    let calls = account.proxy.mutating();
    for call in ["ChangeResourceRecordSets", "DeleteLoadBalancer", "DeleteHostedZone"] {
        assert!(calls.iter().any(|it| it == call), "{call}: {calls:?} {}", undone.whole());
    }
    let gone = account.succeeds("plan app");
    assert!(gone.stdout.ends_with("3 to create, 0 to change, 0 to delete\n"), "{}", gone.whole());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_a_run_changed_gets_its_former_values_and_the_older_sls_is_silent() {
    let older = sls(0, &[22, 80], "10.0.0.0/8");
    let account = Account::with(&older).await;
    let _ = account.succeeds("state.sls app");
    account.write(&sls(5, &[80, 443], "0.0.0.0/0"));
    let _ = account.succeeds("state.sls app");
    let undone = account.succeeds("undo last --yes --out json");
    assert!(!undone.stdout.contains("\"same\""), "the run did not change it: {}", undone.stdout);
    account.write(&older);
    let _ = account.succeeds("state.sls app");
    assert_eq!(account.proxy.mutating(), Vec::<String>::new());
    // The undo is undone while the SLS says what was before.
    let undo = runs(&account).pop().expect("a run");
    let _ = account.succeeds(&format!("undo {undo} --yes"));
    account.write(&sls(5, &[80, 443], "0.0.0.0/0"));
    assert!(is_empty(&account));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_deleted_is_made_as_earlier_runs_left_it() {
    let queue = |delay: u32| {
        format!(
            "jobs:\n  boto_sqs.present:\n    - attributes: {{DelaySeconds: {delay}}}\n    - tags: {{team: x}}\n{CONNECTION}"
        )
    };
    let account = Account::with(&queue(3)).await;
    let _ = account.succeeds("state.sls app");
    account.write(&queue(7));
    let _ = account.succeeds("state.sls app");
    account.write(&format!("jobs:\n  boto_sqs.absent:\n{CONNECTION}"));
    let _ = account.succeeds("state.sls app");
    let _ = account.succeeds("undo last --yes");
    account.write(&queue(7));
    assert!(is_empty(&account));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_has_moved_since_is_refused_with_the_reason() {
    let account = Account::with(&sls(0, &[22], "10.0.0.0/8")).await;
    let _ = account.succeeds("state.sls app");
    account.write(&sls(5, &[22], "10.0.0.0/8"));
    let _ = account.succeeds("state.sls app");
    account.write(&sls(3, &[22], "10.0.0.0/8"));
    let _ = account.succeeds("state.sls app");
    let all = runs(&account);
    let words = "DelaySeconds was left as \"5\", but AWS shows \"3\" now";
    let refused = account.run(&format!("undo {} --yes", all[1]));
    assert_eq!(refused.code, Some(1), "{}", refused.whole());
    assert!(
        refused.stderr.contains(words) && refused.stderr.contains("nothing was changed"),
        "{}",
        refused.whole()
    );
    assert_eq!(account.proxy.mutating(), Vec::<String>::new());
    // The creation cannot be undone either while what it made has moved.
    let refused = account.run(&format!("undo {} --yes", all[0]));
    assert_eq!(refused.code, Some(1), "{}", refused.whole());
    assert!(
        refused.stderr.contains("DelaySeconds was left as \"0\", but AWS shows \"3\" now"),
        "{}",
        refused.whole()
    );
    // Undone in turn, it can: 'last' is the last one that is not undone.
    for _ in 0..3 {
        let _ = account.succeeds("undo last --yes");
    }
    let gone = account.succeeds("plan app");
    assert!(gone.stdout.ends_with("3 to create, 0 to change, 0 to delete\n"), "{}", gone.whole());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn guards_hold_and_states_of_the_machine_are_named() {
    let account = Account::with("").await;
    let file = account.path("cache/made").display().to_string();
    account.write(&format!(
        "{}{file}:\n  file.managed:\n    - contents: x\n    - makedirs: True\n",
        sls(0, &[22], "10.0.0.0/8")
    ));
    let _ = account.succeeds("state.sls app");
    let refused = account.run("undo last --yes");
    assert_eq!(refused.code, Some(1), "{}", refused.whole());
    assert!(refused.stderr.contains("changes of the machine cannot be undone"), "{}", refused.whole());
    let guarded = account.run("undo last --yes --partly --guards={\"max_deletes\":1}");
    assert_eq!(guarded.code, Some(1), "{}", guarded.whole());
    let advice = "nothing was changed; if the changes are intended, give this run other guards: guards='{max_deletes: 5}'";
    assert!(guarded.stderr.contains(advice), "{}", guarded.whole());
    assert_eq!(account.proxy.mutating(), Vec::<String>::new());
    let _ = account.succeeds("undo last --yes --partly");
    assert!(account.path("cache/made").exists());
    assert!(account.run("undo 1999").stderr.contains("'runs list' lists them"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_grants_of_a_bucket_are_given_back() {
    let bucket = |acl: &str| {
        format!(
            "deployments-of-web:\n  boto_s3_bucket.present:\n    - ObjectOwnership: BucketOwnerPreferred\n    - ACL: \
             {{ACL: {acl}}}\n{CONNECTION}"
        )
    };
    for now in ["public-read", "private"] {
        let account = Account::with(&bucket("private")).await;
        let _ = account.succeeds("state.sls app");
        account.write(&bucket("public-read"));
        let _ = account.succeeds("state.sls app");
        account.write(&bucket(now));
        let _ = account.succeeds("undo last --yes");
        account.write(&bucket("private"));
        assert!(is_empty(&account), "{now}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_secret_that_the_run_did_not_change_is_no_obstacle_and_one_that_it_changed_is_named() {
    let function = |memory: u32, token: &str| {
        format!(
            "runner:\n  boto_iam_role.present:\n    - policy_document: {{Version: '2012-10-17', Statement: [{{Effect: Allow, \
             Principal: {{Service: lambda.amazonaws.com}}, Action: 'sts:AssumeRole'}}]}}\n{CONNECTION}nightly:\n  \
             boto_lambda.function_present:\n    - Runtime: python3.13\n    - Role: runner\n    - Handler: index.handler\n    \
             - Files: {{index.py: 'handler = print'}}\n    - MemorySize: {memory}\n    - Environment: {{Variables: {{TOKEN: \
             {token}}}}}\n{CONNECTION}"
        )
    };
    let account = Account::with(&function(128, "first-token")).await;
    let _ = account.succeeds("state.sls app");
    account.write(&function(256, "first-token"));
    let _ = account.succeeds("state.sls app");
    // The token was renewed in the pillar, and no run has set it yet.
    account.write(&function(256, "second-token"));
    let _ = account.succeeds("undo last --yes");
    account.write(&function(128, "first-token"));
    assert!(is_empty(&account));
    account.write(&function(128, "second-token"));
    let _ = account.succeeds("state.sls app");
    let refused = account.run("undo last --yes");
    assert_eq!(refused.code, Some(1), "{}", refused.whole());
    let named = "the journal does not hold secrets: the earlier value of 'Environment.TOKEN'";
    assert!(refused.stderr.contains(named) && !refused.whole().contains("-token"), "{}", refused.whole());
    assert_eq!(account.proxy.mutating(), Vec::<String>::new());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn storage_that_aws_enlarged_itself_is_no_obstacle() {
    let database = |storage: u32, class: &str| {
        format!(
            "shop:\n  boto_rds.present:\n    - db_instance_class: {class}\n    - engine: postgres\n    - allocated_storage: \
             {storage}\n    - max_allocated_storage: 100\n    - master_username: shop\n    - master_user_password: \
             long-enough-word\n    - apply_immediately: True\n    - wait_status: available\n{CONNECTION}"
        )
    };
    let account = Account::with(&database(20, "db.t3.micro")).await;
    let _ = account.succeeds("state.sls app");
    account.write(&database(20, "db.t3.small"));
    let _ = account.succeeds("state.sls app");
    let grow = |storage: u32| {
        let other = Place::new().with("states/app.sls", &database(storage, "db.t3.small"));
        let other = other.set("AWS_ENDPOINT_URL", &account.proxy.endpoint);
        let grown = by(&other, "state.sls app");
        assert_eq!(grown.code, Some(0), "{}", grown.whole());
    };
    grow(40);
    let _ = account.succeeds("undo last --yes");
    account.write(&database(20, "db.t3.micro"));
    assert!(is_empty(&account));
    let _ = account.succeeds("undo last --yes --force");
    let gone = account.succeeds("plan app");
    assert!(gone.stdout.ends_with("1 to create, 0 to change, 0 to delete\n"), "{}", gone.whole());
}

/// A group with its launch configuration; the user data is shown as a digest alone.
fn group(image: &str, size: &str) -> String {
    format!(
        "web:\n  boto_asg.present:\n    - launch_config_name: web\n    - launch_config:\n      - image_id: {image}\n      \
         - instance_type: {size}\n      - cloud_init:\n          scripts: {{start: '#!/bin/sh'}}\n    - availability_zones: \
         [us-east-1a]\n    - min_size: 0\n    - max_size: 1\n    - desired_capacity: 0\n{CONNECTION}"
    )
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_change_of_an_image_is_undone_whatever_the_sls_says_now() {
    let (old, new) = ("ami-0a1b2c3d4e5f60001", "ami-0a1b2c3d4e5f60002");
    // The SLS of the run, and that of before.
    for now in [group(new, "t3.small"), group(old, "t3.small")] {
        let account = Account::with(&group(old, "t3.small")).await;
        let _ = account.succeeds("state.sls app");
        account.write(&group(new, "t3.small"));
        let _ = account.succeeds("state.sls app");
        account.write(&now);
        let _ = account.succeeds("undo last --yes");
        account.write(&group(old, "t3.small"));
        assert!(is_empty(&account), "{now}");
        assert!(account.proxy.mutating().is_empty());
    }
}
