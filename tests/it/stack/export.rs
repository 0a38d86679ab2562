//! The stack exported: one SLS for all instances of the service, whose test run is empty.

use super::{Account, all, changed, states};
use crate::local_aws::Fault;

impl Account {
    /// What `export` writes, and its warnings.
    async fn export(&self, words: &[&str]) -> (String, String) {
        self.proxy.set(Fault::None);
        let mut command = self.program();
        command.arg("export").args(words).args(["--profile", "aws_profile", "--region", "us-east-1"]);
        let out =
            tokio::task::spawn_blocking(move || command.output()).await.expect("no panic").expect("it runs");
        let warnings = String::from_utf8_lossy(&out.stderr).into_owned();
        assert!(out.status.success(), "{warnings}");
        let text = serde_json::from_slice(&out.stdout).expect("a text");
        (text, warnings)
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_built_is_exported_as_an_sls_whose_test_run_is_empty() {
    let account = Account::new().await;
    account.run(&[]).await;
    let (text, warnings) = account.export(&["myapp", "testing"]).await;
    println!("{text}\n{warnings}");
    assert_eq!(account.proxy.mutating(), Vec::<String>::new());
    let calls = account.proxy.traffic().calls.len();
    assert!(text.starts_with("{% set cluster = grains.cluster_name %}\n"));
    assert!(!text.contains("myapp-testing-useast1"), "the convention is recognised");
    assert!(text.contains("SERVICE_INSTANCE={{ instance }}\n"), "in user data as well: {text}");
    assert!(!warnings.contains("is left out"), "{warnings}");
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("exported.sls"), &text).expect("a file");
    account.proxy.set(Fault::None);
    let mut command = account.program();
    command.arg("--file-root").arg(folder.path()).args(["state.sls", "exported", "test=True"]);
    let out =
        tokio::task::spawn_blocking(move || command.output()).await.expect("no panic").expect("it runs");
    let states = states(&out);
    all(&states, &true.into());
    assert_eq!(changed(&states), Vec::<&str>::new());
    let of = |module: &str| text.lines().filter(|line| line.trim_start().starts_with(module)).count();
    for (module, count) in [
        ("boto_secgroup.present", 2),
        ("boto_iam_role.present", 1),
        ("boto_elb.present", 1),
        ("boto3_route53.rr_present", 1),
        ("boto_sqs.present", 2),
        ("boto_asg.present", 1),
        ("boto_lc.present", 1),
        ("boto_cloudwatch_alarm.present", 2),
    ] {
        assert_eq!(of(module), count, "{module}\n{text}");
    }
    assert!(calls <= MOST_CALLS, "the export took {calls} calls");
}

/// A list for each kind, and what was selected read in pages.
const MOST_CALLS: usize = 96;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_export_without_credentials_says_so_once_and_names_the_profile_of_the_tree() {
    let account = Account::new().await;
    let mut command = account.program();
    command.args(["export", "myapp", "testing", "--region", "us-east-1"]);
    let out =
        tokio::task::spawn_blocking(move || command.output()).await.expect("no panic").expect("it runs");
    let said = String::from_utf8_lossy(&out.stderr);
    assert_eq!((out.status.code(), out.stdout.as_slice()), (Some(1), &b""[..]), "{said}");
    assert!(said.contains("error: nothing was exported"), "{said}");
    assert_eq!(said.matches("no credentials were found").count(), 1, "{said}");
    assert!(said.contains("--profile aws_profile"), "{said}");
}
