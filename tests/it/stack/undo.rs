//! The undo of the stack of `orchestration/`: all that a run made goes, and nothing of what was there before.

use serde_json::Value;

use super::{Account, all, changed, states};
use crate::local_aws::Fault;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn all_that_a_run_made_is_taken_back_and_made_again() {
    let account = Account::new().await;
    let made = account.run(&[]).await;
    all(&made, &Value::Bool(true));
    // The group has instances: all is refused before the first call.
    let refused = undo(&account, &["last"]).await;
    let said = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert_eq!(refused.status.code(), Some(1), "{said}");
    assert!(said.contains("force: True") && said.contains("nothing was changed"), "{said}");
    assert_eq!(account.proxy.mutating(), Vec::<String>::new());
    let undone = undo(&account, &["last", "--force"]).await;
    let said = String::from_utf8_lossy(&undone.stderr).into_owned();
    assert!(undone.status.success(), "{said}");
    all(&states(&undone), &Value::Bool(true));
    assert!(account.proxy.mutating().contains(&"DeleteLaunchConfiguration".to_owned()));
    assert_eq!(changed(&account.run(&["test=True"]).await), changed(&made), "all is to be made again");
    // The undo of the undo makes all of it again: nothing is left for another run.
    let last = runs(&account).pop().expect("a run");
    let again = undo(&account, &[&last]).await;
    let said = String::from_utf8_lossy(&again.stderr).into_owned();
    assert!(again.status.success(), "{said}\n{}", String::from_utf8_lossy(&again.stdout));
    assert_eq!(changed(&account.run(&["test=True"]).await), Vec::<&str>::new());
}

pub async fn undo(account: &Account, words: &[&str]) -> std::process::Output {
    account.proxy.set(Fault::None);
    let mut command = account.program();
    command.arg("undo").args(words).arg("--yes");
    tokio::task::spawn_blocking(move || command.output()).await.expect("no panic").expect("it runs")
}

/// The names of the runs, the oldest first.
fn runs(account: &Account) -> Vec<String> {
    let entries = std::fs::read_dir(account.config.path().join("orchestrate/journal")).expect("a journal");
    let names = entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned());
    let mut names: Vec<String> =
        names.filter_map(|name| Some(name.strip_suffix(".jsonl")?.to_owned())).collect();
    names.sort();
    names
}
