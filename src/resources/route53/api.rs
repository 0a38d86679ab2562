//! What the kinds of Route 53 call alike: waiting until a change has reached all servers.

use std::time::Duration;

use aws_sdk_route53::types::ChangeStatus;

use crate::aws::wait::{self, Patience};
use crate::aws::{ApiError, Aws, Fault, failed};

/// Route 53 allows five calls a second to the whole account, and needs about half a minute.
const FIRST: Duration = Duration::from_secs(2);
const LONGEST: Duration = Duration::from_secs(15);

/// Waits until a change is INSYNC.
///
/// # Errors
/// When it cannot be read, or is still pending after `seconds`; the change is made all the same.
pub(super) async fn wait_in_sync(
    aws: &Aws,
    change: &str,
    seconds: u64,
    subject: &str,
) -> Result<(), ApiError> {
    let patience = Patience { first: FIRST, longest: LONGEST, deadline: Duration::from_secs(seconds) };
    let synced = wait::until(patience, || async {
        let answer = aws.route53().get_change().id(change).send().await;
        let answer = answer.map_err(failed("GetChange", subject))?;
        let status = answer.change_info.map(|info| info.status);
        Ok((status == Some(ChangeStatus::Insync)).then_some(()))
    });
    synced.await?.map_err(|_| {
        let message = format!("the change is made, but after {seconds} s not all servers know it");
        ApiError::found("GetChange", subject, Fault::Other, message)
    })
}
