//! Credentials that expire in the middle of a run.

use model::Verdict;
use serde_json::json;

use super::laws::declared;
use crate::world::{World, succeeded};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_run_whose_credentials_expire_says_so_and_the_next_one_finishes() {
    let world = World::new().await;
    let example = declared("iam.role", "example.sls");
    world.set(&json!({"rules": [{"do": "expire", "mutating": true, "after": 1}]}));
    let cut_short = world.run(&example, false).await;
    let failed = cut_short.iter().find(|it| it.outcome.verdict == Verdict::Failed).expect("a failed state");
    let comment = &failed.outcome.comment;
    assert!(comment.contains("expired") && comment.contains("session token"), "{comment}");
    world.set(&json!({"rules": []}));
    succeeded(&world.run(&example, false).await);
    world.is_silent(&example).await;
}
