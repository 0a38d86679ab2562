//! The stack on days when answers are lost, others run the same SLS, and AWS takes its time to let go of things.

use std::path::Path;

use futures::future::join_all;
use serde_json::Value;

use super::{Account, all, changed};
use crate::local_aws::Fault;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_answer_that_is_lost_after_the_call_was_carried_out_is_made_good_in_the_same_run() {
    for name in [
        "CreateRole",
        "CreateInstanceProfile",
        "AddRoleToInstanceProfile",
        "CreateSecurityGroup",
        "CreateAutoScalingGroup",
    ] {
        let account = Account::new().await;
        account.proxy.set(Fault::Lose(name.to_owned()));
        let built =
            account.run_today(Path::new(env!("CARGO_MANIFEST_DIR")), "orchestration", "myapp", &[]).await;
        all(&built, &Value::Bool(true));
        assert_eq!(changed(&built).len(), built.len(), "{name}: all of it was this run's doing");
        let calls = account.proxy.mutating();
        assert!(calls.iter().filter(|call| *call == name).count() >= 2, "{name} was sent again: {calls:?}");
        all(&account.run(&[]).await, &Value::Bool(true));
        assert_eq!(account.proxy.mutating(), Vec::<String>::new(), "{name}: the second run is silent");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn several_runs_of_the_same_sls_at_once_all_succeed_and_make_one_of_each() {
    for runs in [2, 10] {
        let account = Account::new().await;
        let answers = join_all((0..runs).map(|_| account.run(&[]))).await;
        for states in &answers {
            all(states, &Value::Bool(true));
        }
        let makers = |id: &str| {
            let made = |states: &&Vec<(String, Value)>| {
                let comment =
                    states.iter().find(|(it, _)| it == id).and_then(|(_, state)| state["comment"].as_str());
                comment.is_some_and(|comment| comment.contains("was created"))
            };
            answers.iter().filter(made).count()
        };
        // AWS refuses the second creation of these, so exactly one run made them and says so.
        for id in ["role", "balancer group", "instance group", "instances"] {
            assert_eq!(makers(&format!("myapp-testing-useast1 {id}")), 1, "{runs} runs, {id}");
        }
        all(&account.run(&[]).await, &Value::Bool(true));
        assert_eq!(account.proxy.mutating(), Vec::<String>::new(), "{runs} runs: the next is silent");
    }
}

/// The stack's things, users before what they use.
const GONE: &str = "
gone busy:
  boto_cloudwatch_alarm.absent: [name: myapp-testing-useast1 busy, profile: aws_profile]
gone idle:
  boto_cloudwatch_alarm.absent: [name: myapp-testing-useast1 idle, profile: aws_profile]
gone instances:
  boto_asg.absent: [name: myapp-testing-useast1, force: True, remove_lc: True, profile: aws_profile]
gone record:
  boto_route53.absent: [name: myapp-testing-useast1.example.com., zone: example.com., record_type: CNAME, profile: aws_profile]
gone balancer:
  boto_elb.absent: [name: myapp-testing-useast1, profile: aws_profile]
gone role:
  boto_iam_role.absent: [name: myapp-testing-useast1, profile: aws_profile]
gone instance group:
  boto_secgroup.absent: [name: myapp-testing-useast1, profile: aws_profile]
gone balancer group:
  boto_secgroup.absent: [name: myapp-testing-useast1-elb, profile: aws_profile]
gone jobs:
  boto_sqs.absent: [name: myapp-testing-useast1-jobs, profile: aws_profile]
gone results:
  boto_sqs.absent: [name: myapp-testing-useast1-results, profile: aws_profile]
";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_whole_stack_is_torn_down_in_one_run_while_aws_lets_go_of_things_late() {
    let account = Account::with(&["--strict", "--speed", "20"]).await;
    all(&account.run(&[]).await, &Value::Bool(true));
    let top = Path::new(env!("CARGO_MANIFEST_DIR")).join("orchestration");
    let tree = tempfile::tempdir().expect("a directory");
    std::fs::write(tree.path().join("gone.sls"), GONE).expect("a file");
    let minion = serde_json::json!({
        "file_client": "local", "id": "gone", "root_dir": tree.path().join("root"),
        "file_roots": {"base": [tree.path()]}, "pillar_roots": {"base": [top.join("pillar")]},
    });
    std::fs::write(tree.path().join("minion"), minion.to_string()).expect("a file");
    account.proxy.set(Fault::None);
    let gone = account.run_today(tree.path(), ".", "gone", &[]).await;
    all(&gone, &Value::Bool(true));
    assert_eq!(changed(&gone).len(), gone.len(), "everything was there");
    let deletions = account.proxy.mutating();
    let of = |name: &str| deletions.iter().filter(|call| *call == name).count();
    assert!(of("DeleteSecurityGroup") > 2, "the groups were held for a while: {deletions:?}");
    account.proxy.set(Fault::None);
    all(&account.run_today(tree.path(), ".", "gone", &[]).await, &Value::Bool(true));
    assert_eq!(account.proxy.mutating(), Vec::<String>::new(), "the second run is silent");
}
