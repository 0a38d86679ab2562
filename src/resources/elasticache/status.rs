//! What the status of a cluster or a replication group means for those who wait.
//!
//! See `CacheClusterStatus` and `Status` in
//! <https://docs.aws.amazon.com/AmazonElastiCache/latest/APIReference/API_CacheCluster.html>.

use crate::aws::tags::{Tags, compare};
use crate::model::{Asked, Change, Plan};

/// AWS shows the tags of clusters and replication groups, and changes them. In any other status it refuses.
///
/// See <https://docs.aws.amazon.com/AmazonElastiCache/latest/APIReference/API_ListTagsForResource.html>.
pub(super) const AVAILABLE: &str = "available";

/// AWS makes it.
const CREATING: &str = "creating";

/// AWS deletes it.
pub(super) const DELETING: &str = "deleting";

/// One of that name is going: it is made again once that has gone.
pub(super) fn await_gone<S>(mut plan: Plan<S>, what: &str) -> Plan<S> {
    plan.steps.clear();
    plan.deleting = Some(format!("deleting the former {what} of this name"));
    plan
}

/// AWS changes nothing while it is busy with the thing: what is to be done waits, and so does an author who asks for it.
pub(super) fn await_available<S>(mut plan: Plan<S>, status: &str, is_awaited: bool) -> Plan<S> {
    if status != AVAILABLE && (is_awaited || !plan.steps.is_empty()) {
        plan.steps.clear();
        plan.refusals.extend(never_available(status));
        plan.busy = Some(status.to_owned());
    }
    plan
}

/// The deletion of what is there. AWS deletes nothing that it is still making.
pub(super) fn deletion<S>(name: &str, status: &str, step: S) -> Plan<S> {
    let mut plan = Plan::nothing();
    if status == DELETING {
        plan.deleting = Some(status.to_owned());
        return plan;
    }
    plan.changes.push(Change::delete("name", name));
    if status == CREATING {
        plan.busy = Some(status.to_owned());
    } else {
        plan.steps.push(step);
    }
    plan
}

/// What differs in the tags of what may be busy: while it is, its tags cannot be read, and the state waits until they can.
///
/// What is being created has the tags that it was created with. A test run does not wait: it says that it cannot know.
pub(super) fn tags<S>(
    status: &str,
    (want, live): (Option<&Tags>, &Asked<Tags>),
    tag: impl FnOnce(Tags) -> S,
    untag: impl FnOnce(Vec<String>) -> S,
) -> Plan<S> {
    let mut plan = Plan::nothing();
    let Some(want) = want else { return plan };
    if status == AVAILABLE {
        return compare(want, live, tag, |gone| untag(gone.into_keys().collect()));
    }
    if status != CREATING {
        plan.busy = Some(status.to_owned());
        plan.warnings.push(format!("its tags can be read only when it is available; it is {status}"));
    }
    plan
}

/// Why waiting for a cluster or group of this status is in vain; none for a status that passes.
fn never_available(status: &str) -> Option<String> {
    let stays = ["create-failed", "deleted", "incompatible-network", "restore-failed"].contains(&status);
    stays.then(|| {
        format!("its status is '{status}', and AWS does not change that by itself: delete it and run again")
    })
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_failed_creation_is_not_waited_for() {
        assert!(super::never_available("create-failed").is_some());
        assert!(
            super::never_available("creating").is_none() && super::never_available("modifying").is_none()
        );
    }
}
