//! Two accounts: the right one is changed, or none.

use serde_json::Value;

use super::aws::Account;

const MINION: &str =
    "id: sample\nfile_roots:\n  base: [states]\npillar_roots:\n  base: [pillar]\ncachedir: cache\n";
const ONE: &str = "111111111111";
const OTHER: &str = "333333333333";

/// A profile whose role is in this account.
fn profile(account: &str) -> String {
    format!("{{region: us-east-1, keyid: test, key: test, role_arn: 'arn:aws:iam::{account}:role/deployer'}}")
}

/// A queue in this account, under an ID that is not its name.
fn queue(id: &str, account: &str) -> String {
    format!("{id}:\n  boto_sqs.present:\n    - name: jobs\n    - profile: {}\n", profile(account))
}

async fn account(sls: &str, minion: &str) -> Account {
    let account = Account::with(sls).await;
    std::fs::write(account.path("orchestration/minion"), format!("{MINION}{minion}")).expect("a file");
    account
}

/// The calls that change something; a role is assumed for reads too.
fn changing(account: &Account) -> Vec<String> {
    account.proxy.mutating().into_iter().filter(|call| call != "AssumeRole").collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_run_is_refused_as_a_whole_if_one_state_is_in_another_account_than_the_guard_allows() {
    let sls = [queue("mine", ONE), queue("foreign", OTHER)].concat();
    let account = account(&sls, &format!("guards: {{accounts: ['{ONE}']}}\n")).await;
    let refused = account.run("state.sls app");
    assert_eq!(refused.code, Some(1), "{}", refused.whole());
    assert!(
        refused.stderr.contains("queue 'jobs' is in 333333333333 (guard accounts)"),
        "{}",
        refused.whole()
    );
    assert_eq!(changing(&account), Vec::<String>::new());
    account.write(&queue("mine", ONE));
    let _ = account.succeeds("state.sls app");
    assert_eq!(changing(&account), ["CreateQueue"]);
    let _ = account.succeeds("state.sls app");
    account.write(&queue("foreign", OTHER).replace("boto_sqs.present", "boto_sqs.absent"));
    let _ = account.succeeds("state.sls app");
    assert_eq!(changing(&account), Vec::<String>::new(), "the queue of that name is in the other account");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_keys_of_an_account_are_asked_for_it() {
    let keys = "    - region: us-east-1\n    - keyid: test\n    - key: test\n";
    let sls = format!("data:\n  boto_sqs.present:\n    - name: jobs\n{keys}");
    let account = account(&sls, &format!("guards: {{accounts: ['{ONE}']}}\n")).await;
    let refused = account.run("state.sls app");
    assert!(refused.stderr.contains("queue 'jobs' is in 123456789012"), "{}", refused.whole());
    assert_eq!(changing(&account), Vec::<String>::new());
    let asked = account.proxy.traffic().calls.into_iter().filter(|call| call.name == "GetCallerIdentity");
    assert_eq!(asked.count(), 1, "once for the connection");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_plan_is_not_applied_in_another_account() {
    let sls = "data:\n  boto_sqs.present:\n    - name: jobs\n    - profile: deployer\n";
    let account = account(sls, "").await;
    let pillar = |account: &Account, number: &str| {
        let text = format!("deployer: {}\n", profile(number));
        std::fs::create_dir_all(account.path("pillar")).expect("a directory");
        std::fs::write(account.path("pillar/top.sls"), "base: {'*': [aws]}\n").expect("a file");
        std::fs::write(account.path("pillar/aws.sls"), text).expect("a file");
    };
    pillar(&account, ONE);
    let _ = account.succeeds("plan app -o made.plan");
    let text = std::fs::read_to_string(account.path("made.plan")).expect("a plan");
    let plan: Value = serde_json::from_str(&text).expect("JSON");
    let thing = &plan["plan"]["states"][0]["things"][0];
    assert_eq!((&thing["name"], &thing["account"]), (&"jobs".into(), &ONE.into()), "{plan:#}");
    pillar(&account, OTHER);
    let refused = account.run("apply made.plan --yes");
    assert_eq!(refused.code, Some(1), "{}", refused.whole());
    let why = "queue 'jobs': its account was 111111111111, but now it is 333333333333";
    assert!(refused.stderr.contains(why), "{}", refused.whole());
    assert_eq!(changing(&account), Vec::<String>::new());
    pillar(&account, ONE);
    let _ = account.succeeds("apply made.plan --yes");
    assert_eq!(changing(&account), ["CreateQueue"]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_thing_of_another_account_is_not_declared_because_of_its_name() {
    let account = account(&[queue("mine", ONE), queue("foreign", OTHER)].concat(), "ownership: app\n").await;
    let _ = account.succeeds("state.sls app");
    let other = "topic:\n  boto_sns.present:\n    - name: news\n    - profile: PROFILE\n";
    account.write(&[queue("mine", ONE), other.replace("PROFILE", &profile(OTHER))].concat());
    let _ = account.succeeds("state.sls app");
    let dry = account.succeeds("prune app --out json");
    let plan: Value = serde_json::from_str(&dry.stdout).expect("JSON");
    let things: Vec<String> = plan["states"]
        .as_array()
        .expect("states")
        .iter()
        .flat_map(|state| {
            let things = state["things"].as_array().cloned().unwrap_or_default();
            things
                .into_iter()
                .map(|thing| format!("{} {} {}", thing["action"], thing["name"], thing["account"]))
        })
        .collect();
    assert_eq!(things, [format!("\"delete\" \"jobs\" \"{OTHER}\"")], "{}", dry.whole());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_guard_protects_a_bucket_by_the_name_that_aws_knows() {
    let keys = "    - region: us-east-1\n    - keyid: test\n    - key: test\n";
    let sls = |verb: &str| format!("data:\n  boto3_s3_bucket.{verb}:\n    - Bucket: prod-h4\n{keys}");
    let account = account(&sls("present"), "guards: {protected: ['s3.bucket:prod-*']}\n").await;
    let made = account.succeeds("state.sls app");
    assert!(made.stdout.contains("bucket prod-h4 was created"), "{}", made.whole());
    account.write(&sls("absent"));
    let refused = account.run("state.sls app");
    assert!(refused.stderr.contains("bucket 'prod-h4' is protected"), "{}", refused.whole());
    assert_eq!(changing(&account), Vec::<String>::new());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_function_that_changes_aws_passes_no_guard_unless_one_names_it() {
    let call = format!(
        "gone:\n  module.run:\n    - boto_sqs.delete:\n      - name: jobs\n      - profile: {}\n",
        profile(OTHER)
    );
    let account = account(&queue("mine", OTHER), "").await;
    let _ = account.succeeds("state.sls app");
    account.write(&call);
    let minion = |guards: &str| {
        std::fs::write(account.path("orchestration/minion"), format!("{MINION}{guards}")).expect("a file");
    };
    minion(&format!("guards: {{accounts: ['{ONE}']}}\n"));
    let refused = account.run("state.sls app");
    assert_eq!(refused.code, Some(1), "{}", refused.whole());
    assert!(
        refused.stderr.contains("guards cannot foresee what boto_sqs.delete changes"),
        "{}",
        refused.whole()
    );
    assert_eq!(changing(&account), Vec::<String>::new());
    minion(&format!("guards: {{accounts: ['{ONE}'], functions: [boto_sqs.*]}}\n"));
    let _ = account.succeeds("state.sls app");
    assert_eq!(changing(&account), ["DeleteQueue"]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn blame_shows_the_account_and_selects_one() {
    let account = account(&[queue("mine", ONE), queue("foreign", OTHER)].concat(), "").await;
    let _ = account.succeeds("state.sls app");
    let count = |words: &str| {
        let shown = account.succeeds(words).stdout;
        serde_json::from_str::<Value>(&shown).expect("JSON").as_array().map_or(0, Vec::len)
    };
    assert_eq!(count("blame jobs --out json"), 2);
    assert_eq!(count(&format!("blame jobs --account {OTHER} --out json")), 1);
    let text = account.succeeds(&format!("blame jobs --account {OTHER}")).stdout;
    assert!(text.contains(&format!("queue 'jobs' in us-east-1 of {OTHER}")), "{text}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_regions_are_exported_as_one_sls_whose_ids_are_unique_and_whose_plan_is_empty() {
    let keys = "    - keyid: test\n    - key: test\n";
    let queue = |id: &str, region: &str| {
        format!("{id}:\n  boto_sqs.present:\n    - name: jobs\n    - region: {region}\n{keys}")
    };
    let role = format!(
        "role:\n  boto_iam_role.present:\n    - name: odd\n    - region: us-east-1\n    - create_instance_profile: False\n{keys}"
    );
    let account = account(&[queue("a", "us-east-1"), queue("b", "eu-west-1"), role].concat(), "").await;
    let _ = account.succeeds("state.sls app");
    own_keys(&account);
    let exported = account.succeeds(
        "export --kinds sqs,iam.role --names jobs,odd --region us-east-1,eu-west-1 --profile own --literal",
    );
    let text = &exported.stdout;
    for id in ["jobs in own us-east-1:", "jobs in own eu-west-1:", "odd:"] {
        assert_eq!(text.lines().filter(|line| *line == id).count(), 1, "{id}: {}", exported.whole());
    }
    account.write(text);
    let plan = account.succeeds("plan app");
    assert!(plan.stdout.contains("0 to create, 0 to change, 0 to delete"), "{}", plan.whole());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn things_of_one_name_are_named_as_left_out_and_the_rest_is_exported() {
    let account = account("{}\n", "").await;
    own_keys(&account);
    for (name, range) in [("one", "10.1.0.0/16"), ("one", "10.2.0.0/16"), ("other", "10.3.0.0/16")] {
        let _ = account
            .succeeds(&format!("boto_vpc.create {range} vpc_name={name} region=us-east-1 profile=own"));
    }
    let exported =
        account.succeeds("export --kinds ec2.vpc --names one,other --region us-east-1 --profile own");
    let why = "are left out: all of them have the Name tag 'one'";
    assert!(exported.stderr.contains(why), "{}", exported.whole());
    let states = exported.stdout.lines().filter(|line| line.contains("boto_vpc.present")).count();
    assert_eq!(states, 1, "{}", exported.whole());
}

/// A profile of the keys of the local AWS.
fn own_keys(account: &Account) {
    std::fs::create_dir_all(account.path("pillar")).expect("a directory");
    std::fs::write(account.path("pillar/top.sls"), "base: {'*': [aws]}\n").expect("a file");
    std::fs::write(account.path("pillar/aws.sls"), "own: {keyid: test, key: test}\n").expect("a file");
}

/// The pillar's profile `deployer` is in this account from now on.
fn deploy_in(account: &Account, number: &str) {
    std::fs::create_dir_all(account.path("pillar")).expect("a directory");
    std::fs::write(account.path("pillar/top.sls"), "base: {'*': [aws]}\n").expect("a file");
    std::fs::write(account.path("pillar/aws.sls"), format!("deployer: {}\n", profile(number)))
        .expect("a file");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_undo_is_refused_in_another_account_that_has_things_of_the_same_names() {
    let sls = "data:\n  boto_sqs.present:\n    - name: jobs\n    - profile: deployer\n";
    let account = account(sls, "").await;
    deploy_in(&account, OTHER);
    let _ = account.succeeds("state.sls app");
    deploy_in(&account, ONE);
    let _ = account.succeeds("state.sls app");
    let last = super::undo::runs(&account).pop().expect("a run");
    deploy_in(&account, OTHER);
    let refused = account.run(&format!("undo {last} --yes"));
    assert_eq!(refused.code, Some(1), "{}", refused.whole());
    assert!(
        refused.stderr.contains("queue 'jobs'")
            && refused.stderr.contains(ONE)
            && refused.stderr.contains(OTHER),
        "{}",
        refused.whole()
    );
    assert_eq!(changing(&account), Vec::<String>::new());
    deploy_in(&account, ONE);
    let _ = account.succeeds(&format!("undo {last} --yes"));
    assert_eq!(changing(&account), ["DeleteQueue"]);
    deploy_in(&account, OTHER);
    let kept = account.succeeds("plan app");
    assert!(
        kept.stdout.contains("0 to create"),
        "the queue of the other account is still there: {}",
        kept.whole()
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_watch_shows_and_heals_the_thing_of_the_account_that_differs() {
    let delayed = |id: &str, number: &str, seconds: u32| {
        format!("{}    - attributes: {{DelaySeconds: {seconds}}}\n", queue(id, number))
    };
    let declared = [delayed("mine", ONE, 0), delayed("foreign", OTHER, 0)].concat();
    let account = account(&declared, "").await;
    let _ = account.succeeds("state.sls app");
    account.write(&delayed("foreign", OTHER, 5));
    let _ = account.succeeds("state.sls app");
    account.write(&declared);
    let watched = account.succeeds("watch app --rounds 1 --heal sqs.queue:jobs");
    let lines: Vec<Value> =
        watched.stdout.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let drifts: Vec<&Value> = lines.iter().filter(|line| line["event"] == "drift").collect();
    assert_eq!(drifts.len(), 1, "{}", watched.whole());
    let thing = &drifts[0]["thing"];
    assert_eq!((&thing["name"], &thing["account"]), (&"jobs".into(), &OTHER.into()), "{}", watched.whole());
    let healed: Vec<&Value> = lines.iter().filter(|line| line["event"] == "healed").collect();
    assert_eq!(healed.len(), 1, "{}", watched.whole());
    assert_eq!(healed[0]["state"]["id"], "foreign");
    assert_eq!(changing(&account), ["SetQueueAttributes"]);
    let plan = account.succeeds("plan app");
    assert!(plan.stdout.contains("0 to create, 0 to change, 0 to delete"), "{}", plan.whole());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_account_has_a_policy_of_its_own_for_the_names_that_aws_knows() {
    let account = account(&[queue("mine", ONE), queue("foreign", OTHER)].concat(), "").await;
    let printed = account.succeeds("iam run-policy app").stdout;
    let policies: Value = serde_json::from_str(&printed).expect("JSON");
    let roles = [ONE, OTHER].map(|number| format!("arn:aws:iam::{number}:role/deployer"));
    let base = &policies["base"]["Statement"][0];
    assert_eq!(base["Action"], serde_json::json!(["sts:AssumeRole"]));
    assert_eq!(base["Resource"], serde_json::json!(roles));
    for (role, number) in roles.iter().zip([ONE, OTHER]) {
        let policy = policies[role].to_string();
        assert!(policy.contains(&format!("arn:aws:sqs:us-east-1:{number}:jobs")), "{policy}");
        for word in ["mine", "foreign", "sts:AssumeRole", "DeleteQueue"] {
            assert!(!policy.contains(word), "{word}: {policy}");
        }
    }
    assert_eq!(policies.as_object().map(serde_json::Map::len), Some(3), "{policies:#}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_run_requests_a_connection_of_networks_in_one_account_and_accepts_it_in_the_other() {
    let network = |id: &str, number: &str, range: &str| {
        format!(
            "{id}:\n  boto_vpc.present:\n    - name: net\n    - cidr_block: {range}\n    - profile: {}\n",
            profile(number)
        )
    };
    let networks = [network("here", ONE, "10.1.0.0/16"), network("there", OTHER, "10.2.0.0/16")].concat();
    let account = account(&networks, "").await;
    let _ = account.succeeds("state.sls app");
    let plan: Value = serde_json::from_str(&account.succeeds("plan app --out json").stdout).expect("JSON");
    let thing = &plan["states"][1]["things"][0];
    assert_eq!((&thing["name"], &thing["account"]), (&"net".into(), &OTHER.into()), "{plan:#}");
    let peer = thing["id"].as_str().expect("an id");
    let pair = format!(
        "pair:\n  boto_vpc.vpc_peering_connection_present:\n    - conn_name: pair\n    - requester_vpc_name: net\n    \
         - peer_vpc_id: {peer}\n    - peer_owner_id: '{OTHER}'\n    - profile: {}\n\
         accepted:\n  boto_vpc.accept_vpc_peering_connection:\n    - requester_owner_id: '{ONE}'\n    - peer_vpc_name: net\n    \
         - profile: {}\n    - require:\n      - boto_vpc: pair\n",
        profile(ONE),
        profile(OTHER)
    );
    account.write(&[networks.clone(), pair].concat());
    let shown = account.succeeds("plan app");
    assert!(shown.stdout.contains("1 to create, 1 to change, 0 to delete"), "{}", shown.whole());
    let _ = account.succeeds("state.sls app");
    assert_eq!(changing(&account), ["CreateVpcPeeringConnection", "AcceptVpcPeeringConnection"]);
    let again = account.succeeds("state.sls app");
    assert_eq!(changing(&account), Vec::<String>::new(), "{}", again.whole());
}
