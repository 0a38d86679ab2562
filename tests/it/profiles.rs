//! Whose account a state works in: roles and endpoints, seen at the local AWS by the binary.

use crate::local_aws::{Moto, Proxy, Traffic};
use crate::support::Place;

const QUEUE: &str = "queue:\n  boto_sqs.present:\n    - name: myapp\n    - profile: deployer\n";
const PROFILE: &str = "
deployer:
  region: us-east-1
  keyid: test
  key: test
  role_arn: arn:aws:iam::123456789012:role/deployer
";

/// The calls of one run with a profile, the endpoint named by the environment.
async fn calls(profile: &'static str, variable: &'static str) -> Vec<String> {
    let moto = Moto::start();
    let proxy = Proxy::start(&moto.endpoint).await;
    let endpoint = proxy.endpoint.clone();
    let run = move || {
        let place = Place::new().with("states/a.sls", QUEUE).with("pillar/top.sls", "base: {'*': [aws]}\n");
        place.with("pillar/aws.sls", profile).set(variable, &endpoint).run("state.sls a")
    };
    let printed = tokio::task::spawn_blocking(run).await.expect("it runs");
    assert_eq!(printed.code, Some(0), "{}{}", printed.stdout, printed.stderr);
    proxy.traffic().calls.into_iter().map(|call| format!("{}:{}", call.service, call.name)).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_role_is_assumed_once_at_the_endpoint_of_the_environment() {
    let calls = calls(PROFILE, "AWS_ENDPOINT_URL").await;
    assert_eq!(calls.iter().filter(|call| *call == "sts:AssumeRole").count(), 1, "{calls:?}");
    assert!(calls.contains(&"sqs:CreateQueue".to_owned()), "{calls:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_endpoint_may_be_that_of_one_service() {
    let calls =
        calls("deployer: {region: us-east-1, keyid: test, key: test}\n", "AWS_ENDPOINT_URL_SQS").await;
    assert_eq!(calls.first().map(String::as_str), Some("sqs:GetQueueUrl"), "{calls:?}");
}

/// A tree whose queue has its own profile of `~/.aws/config`, and the calls of a run with it.
async fn with_named(config: &str, words: &'static str) -> (crate::support::Printed, Vec<String>) {
    let (printed, traffic) = traffic(config, words).await;
    let calls = traffic.calls.into_iter().map(|call| format!("{}:{}", call.service, call.name));
    (printed, calls.collect())
}

/// The same with all that was sent.
async fn traffic(config: &str, words: &'static str) -> (crate::support::Printed, Traffic) {
    let moto = Moto::start();
    let proxy = Proxy::start(&moto.endpoint).await;
    let sls = "queue:\n  boto_sqs.present:\n    - name: myapp\n    - profile: prod-admin\n";
    let place = Place::new().with("states/a.sls", sls).with("aws/config", config);
    let place =
        place.with("aws/credentials", "[base]\naws_access_key_id = test\naws_secret_access_key = test\n");
    let (config, credentials) = (place.path("aws/config"), place.path("aws/credentials"));
    let place = place
        .set("AWS_ENDPOINT_URL", &proxy.endpoint)
        .set("AWS_CONFIG_FILE", &config.display().to_string())
        .set("AWS_SHARED_CREDENTIALS_FILE", &credentials.display().to_string());
    let printed = tokio::task::spawn_blocking(move || place.run(words)).await.expect("it runs");
    (printed, proxy.traffic())
}

/// What CloudTrail shows of a session of a role is its name.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sessions_of_roles_have_the_run_the_user_and_the_host_in_their_names() {
    let config = "
[profile prod-admin]
region = eu-west-1
role_arn = arn:aws:iam::333333333333:role/admin
source_profile = hop
[profile hop]
role_arn = arn:aws:iam::222222222222:role/hop
source_profile = base
role_session_name = chosen
";
    let (made, traffic) = traffic(config, "state.sls a").await;
    assert_eq!(made.code, Some(0), "{}", made.whole());
    let names: Vec<String> = traffic
        .calls
        .iter()
        .zip(&traffic.bodies)
        .filter(|(call, _)| call.name == "AssumeRole")
        .map(|(_, body)| {
            let form = String::from_utf8_lossy(body).into_owned();
            let name = form.split('&').find_map(|pair| pair.strip_prefix("RoleSessionName="));
            name.expect("a name").replace("%40", "@")
        })
        .collect();
    let [chosen, ours] = &names[..] else { panic!("{names:?}") };
    assert_eq!(chosen, "chosen", "the name in ~/.aws/config is the user's own");
    let (run, by) = ours.split_once('-').expect("a run");
    assert!(run.len() == 14 && run.starts_with("20") && run.bytes().all(|it| it.is_ascii_digit()), "{ours}");
    let (user, host) = by.split_once('@').expect("a user and a host");
    assert!(!user.is_empty() && !host.is_empty(), "{ours}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_state_may_have_a_profile_of_the_users_own_with_roles_in_a_chain() {
    let config = "
[profile prod-admin]
region = eu-west-1
role_arn = arn:aws:iam::333333333333:role/admin
source_profile = hop
[profile hop]
role_arn = arn:aws:iam::222222222222:role/hop
source_profile = base
";
    let (planned, _) = with_named(config, "plan a --out json").await;
    let plan: serde_json::Value = serde_json::from_str(&planned.stdout).expect("JSON");
    let thing = &plan["states"][0]["things"][0];
    assert_eq!(
        (&thing["account"], &thing["region"]),
        (&"333333333333".into(), &"eu-west-1".into()),
        "{plan:#}"
    );
    let (made, calls) = with_named(config, "state.sls a").await;
    assert_eq!(made.code, Some(0), "{}", made.whole());
    assert_eq!(calls.iter().filter(|call| *call == "sts:AssumeRole").count(), 2, "{calls:?}");
    assert!(calls.contains(&"sqs:CreateQueue".to_owned()), "{calls:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_profile_with_a_device_is_refused_by_name_and_without_a_call() {
    let config = "
[profile prod-admin]
region = eu-west-1
role_arn = arn:aws:iam::333333333333:role/admin
mfa_serial = arn:aws:iam::222222222222:mfa/ada
source_profile = base
";
    let (refused, calls) = with_named(config, "state.sls a").await;
    assert!(
        refused.stderr.contains("the profile 'prod-admin' of ~/.aws/config has 'mfa_serial'"),
        "{}",
        refused.whole()
    );
    assert_eq!(calls, Vec::<String>::new());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_program_that_gives_credentials_has_a_limit_of_time() {
    let config = "[profile prod-admin]\nregion = eu-west-1\ncredential_process = sleep 30\n";
    let began = std::time::Instant::now();
    let (refused, calls) = with_named(config, "state.sls a").await;
    assert_ne!(refused.code, Some(0), "{}", refused.whole());
    assert!(began.elapsed() < std::time::Duration::from_secs(300), "{:?}", began.elapsed());
    assert!(!calls.iter().any(|call| call.contains("CreateQueue")), "{calls:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn wrong_credentials_of_one_state_stop_the_run_before_its_first_change() {
    let moto = Moto::start();
    let proxy = Proxy::start(&moto.endpoint).await;
    let sls = "
good:
  boto_sqs.present:
    - profile: {region: us-east-1, keyid: test, key: test}
bad:
  boto_sqs.present:
    - profile: missing
";
    let config = "[profile missing]\nregion = us-east-1\ncredential_process = /no/such/program\n";
    let place = Place::new().with("states/a.sls", sls).with("aws/config", config);
    let config = place.path("aws/config").display().to_string();
    let place = place.set("AWS_ENDPOINT_URL", &proxy.endpoint).set("AWS_CONFIG_FILE", &config);
    let printed = tokio::task::spawn_blocking(move || place.run("state.sls a")).await.expect("it runs");
    assert_ne!(printed.code, Some(0), "{}", printed.whole());
    assert!(printed.stdout.contains("AWS refuses the credentials of SQS queue 'bad'"), "{}", printed.whole());
    assert_eq!(proxy.mutating(), Vec::<String>::new());
}
