//! Functions that change something answer what Salt's answer, one after the other in one account.
//!
//! `record.py` asked Salt what `changing.json` asks and wrote `changed.json`. Where a case names what is in its answer, the
//! cases after it say it by that name.

use std::sync::Arc;
use std::time::Duration;

use aws::Sessions;
use engine::Snapshot;
use engine::functions::{AwsFunctions, find};
use serde_json::{Value as Json, json};

use super::{Account, agrees, different_changes, different_zones, question, recorded};

/// What stands at `key:0:key` in an answer; of text the words are counted.
fn part<'a>(answer: &'a Json, path: &str) -> Option<&'a str> {
    let mut found = answer;
    for key in path.split(':').filter(|key| !key.is_empty()) {
        if let Some(text) = found.as_str() {
            return text.split_whitespace().nth(key.parse().ok()?);
        }
        found = match key.parse::<usize>() {
            Ok(index) => found.get(index)?,
            Err(_) => found.get(key)?,
        };
    }
    found.as_str()
}

/// Gives names to what AWS made up in this answer.
fn name(account: &mut Account, case: &Json, answer: &Json) {
    for (name, path) in case["as"].as_object().into_iter().flatten() {
        let Some(made) = part(&answer["return"], path.as_str().expect("a path")) else { continue };
        // It may be the same as before, and then has another name as well.
        let made = account.filled(&made.into()).as_str().expect("a text").to_owned();
        account.ids.insert(name.clone(), made);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn changes_answer_as_salts_do() {
    let mut account = Account::new().await;
    let minion = account.minion();
    let snapshot = Snapshot::new(Arc::new(Sessions::new().with_first_backoff(Duration::from_millis(5))));
    let functions = AwsFunctions { snapshot: &snapshot, minion: &minion, may_change: true };
    let mut different = [different_changes::DIFFERENT, different_zones::DIFFERENT].concat();
    let mut wrong = vec![];
    for case in recorded("changed.json") {
        let question = question(&case);
        let answer = account.call(&functions, &case).await.expect("a function that is here");
        name(&mut account, &case, &answer);
        let answer = account.told(&answer);
        if agrees(&answer, &case) {
            continue;
        }
        // The same may be asked twice, and only the second time be answered otherwise.
        let own = different.iter().position(|(asked, ..)| *asked == question).map(|at| different.remove(at));
        let expected = own.map_or_else(|| case.clone(), |(_, ours, _)| ours.parse().expect("JSON"));
        if !agrees(&answer, &expected) {
            wrong.push(format!("{question}:\n  {answer}\n  instead of\n  {expected}"));
        }
    }
    wrong.extend(different.iter().map(|(asked, ..)| format!("{asked} is as in Salt, or not asked")));
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn where_nothing_may_be_changed_every_such_function_is_refused() {
    let account = Account::new().await;
    let minion = account.minion();
    let snapshot = Snapshot::new(Arc::new(Sessions::new()));
    let functions = AwsFunctions { snapshot: &snapshot, minion: &minion, may_change: false };
    let changes = |case: &Json| {
        find(case["fun"].as_str().expect("a name")).is_some_and(|it| model::effect::changes(it.function.does))
    };
    let cases: Vec<Json> = recorded("changed.json").into_iter().filter(changes).collect();
    assert!(cases.len() > 150, "{}", cases.len());
    for case in cases {
        let answer = account.call(&functions, &case).await;
        assert_eq!(answer, Some(json!({"error": "it would change something"})), "{}", question(&case));
    }
    assert_eq!(account.proxy.mutating(), Vec::<String>::new());
}
