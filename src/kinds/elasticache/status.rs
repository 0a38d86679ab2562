//! What the status of a cluster or a replication group means for a run that waits.
//!
//! See `CacheClusterStatus` and `Status` in
//! <https://docs.aws.amazon.com/AmazonElastiCache/latest/APIReference/API_CacheCluster.html>.

use aws::tags::{Tags, compare};
use model::{Asked, Change, Plan};

/// In this status AWS shows and changes the tags of clusters and replication groups. In any other status it refuses.
///
/// See <https://docs.aws.amazon.com/AmazonElastiCache/latest/APIReference/API_ListTagsForResource.html>.
pub(super) const AVAILABLE: &str = "available";

/// AWS makes it.
const CREATING: &str = "creating";

/// AWS deletes it.
pub(super) const DELETING: &str = "deleting";

/// AWS is deleting one with that name: the run makes it again once that is gone.
pub(super) fn await_gone<S>(mut plan: Plan<S>, what: &str) -> Plan<S> {
    plan.steps.clear();
    plan.deleting = Some(format!("deleting the former {what} of this name"));
    plan
}

/// AWS changes nothing while it is busy with the thing: steps wait, and so does a state with `wait`.
pub(super) fn await_available<S>(mut plan: Plan<S>, status: &str, is_awaited: bool) -> Plan<S> {
    if status != AVAILABLE && (is_awaited || !plan.steps.is_empty()) {
        plan.steps.clear();
        plan.refusals.extend(never_available(status));
        plan.busy = Some(status.to_owned());
    }
    plan
}

/// The deletion of an existing thing. AWS deletes nothing that it is still making.
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

/// What differs in the tags of a thing that may be busy. While it is busy, its tags cannot be read, and the state waits.
///
/// A thing that is being created has the tags of its creation. A test run does not wait: it warns that the tags are not
/// known.
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

/// Why a cluster or group with this status never becomes available; none for a temporary status.
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
