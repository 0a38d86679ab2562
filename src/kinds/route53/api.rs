//! Calls that the kinds of Route 53 share: the wait until a change has reached all servers.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use aws_sdk_route53::types::ChangeStatus;
use tokio::sync::OnceCell;

use crate::Route53;
use aws::wait::{self, Patience};
use aws::{ApiError, Aws, Fault, failed};

/// Route 53 allows five calls per second for the whole account, and needs about half a minute.
const FIRST: Duration = Duration::from_secs(2);
const LONGEST: Duration = Duration::from_secs(15);

/// The result of a wait, once it has ended.
type Wait = Arc<OnceCell<Result<(), ApiError>>>;

/// The waits of a run, by change and patience: states that share a change share its wait.
#[derive(Debug, Default)]
struct Waits(Mutex<HashMap<(String, u64), Wait>>);

/// Waits until a change is INSYNC.
///
/// # Errors
/// When it cannot be read, or is still pending after `seconds`; the change itself is made.
pub(super) async fn wait_in_sync(
    aws: &Aws,
    change: &str,
    seconds: u64,
    subject: &str,
) -> Result<(), ApiError> {
    let waits = aws.kept::<Waits>();
    let key = (change.to_owned(), seconds);
    let wait = waits.0.lock().unwrap_or_else(PoisonError::into_inner).entry(key).or_default().clone();
    wait.get_or_init(|| until_in_sync(aws, change, seconds, subject)).await.clone()
}

async fn until_in_sync(aws: &Aws, change: &str, seconds: u64, subject: &str) -> Result<(), ApiError> {
    let patience = Patience { first: FIRST, longest: LONGEST, deadline: Duration::from_secs(seconds) };
    let synced = wait::until(patience, || async {
        let answer = aws.client::<Route53>().get_change().id(change).send().await;
        let answer = answer.map_err(failed("GetChange", subject))?;
        let status = answer.change_info.map(|info| info.status);
        Ok((status == Some(ChangeStatus::Insync)).then_some(()))
    });
    synced.await?.map_err(|waited| {
        let message = format!("the change is made, but not all name servers had it {waited}");
        ApiError::found("GetChange", subject, Fault::Other, message)
    })
}
