//! What the status of a database means for a run that waits.
//!
//! See <https://docs.aws.amazon.com/AmazonRDS/latest/UserGuide/accessing-monitoring.html>.

use std::time::Duration;

use super::values::{Caseless, Version};
use model::{Plan, Value};

/// How long AWS may take to make, change or delete a database, by default.
const PATIENCE: Duration = Duration::from_secs(3600);

/// Statuses in which it runs and can be changed.
const READY: &[&str] = &[
    "available",
    "storage-optimization",
    "storage-initialization",
    "storage-config-upgrade",
    "storage-full",
    "incompatible-parameters",
];

/// Statuses that AWS does not change by itself.
const STUCK: &[&str] = &[
    "failed",
    "inaccessible-encryption-credentials",
    "inaccessible-encryption-credentials-recoverable",
    "incompatible-create",
    "incompatible-credentials",
    "incompatible-network",
    "incompatible-option-group",
    "incompatible-restore",
    "insufficient-capacity",
    "restore-error",
    "stopped",
];

/// The status while AWS deletes it.
pub(super) const DELETING: &str = "deleting";

/// The status while AWS makes it. AWS does not show everything of it then.
pub(super) const CREATING: &str = "creating";

/// True if AWS accepts changes of it.
pub(super) fn is_ready(status: &str) -> bool {
    READY.contains(&status)
}

/// True if the status will not change by itself.
pub(super) fn is_stuck(status: &str) -> bool {
    STUCK.contains(&status)
}

/// Steps wait until AWS is ready for them, and the state waits for `awaited` if the author wants that.
pub(super) fn await_ready<S>(
    plan: &mut Plan<S>,
    status: &str,
    awaited: Option<&str>,
    deadline: Option<Duration>,
) {
    let is_reached = awaited.is_none_or(|awaited| awaited == status || status == "available");
    let wants = if plan.steps.is_empty() { !is_reached } else { !is_ready(status) };
    if !wants {
        return;
    }
    plan.steps.clear();
    plan.links.clear();
    if is_stuck(status) {
        let advice = if status == "stopped" { "start it" } else { "repair or delete it by hand" };
        plan.refusals
            .push(format!("its status is '{status}', and AWS does not change that by itself: {advice}"));
    }
    plan.busy = Some(status.to_owned());
    plan.deadline = Some(deadline.unwrap_or(PATIENCE));
}

/// Waits while AWS is deleting it.
pub(super) fn await_gone<S>(plan: &mut Plan<S>, what: &str, deadline: Option<Duration>) {
    plan.deleting = Some(what.to_owned());
    plan.deadline = Some(deadline.unwrap_or(PATIENCE));
}

/// Which of these changes wait for the maintenance window.
pub(super) fn later(
    changed: &[(&'static str, Value)],
    late: &[&str],
    window: Option<&Caseless>,
) -> Option<String> {
    let late: Vec<&str> = changed.iter().map(|(name, _)| *name).filter(|name| late.contains(name)).collect();
    let window = window.map(|window| format!(" ({})", window.0)).unwrap_or_default();
    (!late.is_empty()).then(|| {
        let names = late.join(", ");
        format!("AWS may change {names} only in the maintenance window{window}; 'apply_immediately: True' changes them now")
    })
}

/// Why a different version is not a change.
pub(super) fn older(wanted: Option<&Version>, there: Option<&Version>) -> Option<String> {
    let (wanted, there) = (wanted?, there?);
    let (old, new) = (&wanted.0, &there.0);
    wanted.is_before(there).then(|| format!("its version is already {new}, and AWS never goes back to {old}"))
}
