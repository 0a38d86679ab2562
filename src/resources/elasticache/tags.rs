//! Tags of anything of ElastiCache: what differs, and the calls for it.

use std::fmt;

use crate::aws::tags::{Tags, compare};
use crate::model::{Asked, Plan};

/// One call.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// `AddTagsToResource`.
    Set {
        /// The ARN of what is tagged.
        arn: String,
        /// The tags that differ.
        tags: Tags,
    },
    /// `RemoveTagsFromResource`.
    Remove {
        /// The ARN of what is tagged.
        arn: String,
        /// Their keys.
        keys: Vec<String>,
    },
}

impl fmt::Display for Step {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Self::Set { .. } => "set tags",
            Self::Remove { .. } => "remove tags",
        })
    }
}

impl Step {
    /// The call that it makes.
    pub(super) fn operation(&self) -> Option<&'static str> {
        Some(match self {
            Self::Set { .. } => "ElastiCache.AddTagsToResource",
            Self::Remove { .. } => "ElastiCache.RemoveTagsFromResource",
        })
    }
}

/// The status in which AWS tells the tags of clusters and replication groups, and changes them. In any other it refuses.
///
/// See <https://docs.aws.amazon.com/AmazonElastiCache/latest/APIReference/API_ListTagsForResource.html>.
pub(super) const AVAILABLE: &str = "available";

/// What differs; nothing where tags are not declared.
pub(super) fn diff(arn: &str, want: Option<&Tags>, live: &Asked<Tags>) -> Plan<Step> {
    let Some(want) = want else { return Plan::nothing() };
    let arn = || arn.to_owned();
    let remove = |gone: Tags| Step::Remove { arn: arn(), keys: gone.into_keys().collect() };
    compare(want, live, |tags| Step::Set { arn: arn(), tags }, remove)
}

/// The same for what may be busy: while it is, its tags cannot be read, and the state waits until they can.
///
/// What is being created has the tags that it was created with. A test run does not wait: it says that it cannot tell.
pub(super) fn diff_when_available(
    (arn, status): (&str, &str),
    want: Option<&Tags>,
    live: &Asked<Tags>,
) -> Plan<Step> {
    let mut plan = Plan::nothing();
    if status == AVAILABLE || want.is_none() {
        return diff(arn, want, live);
    }
    if status != "creating" {
        plan.busy = Some(status.to_owned());
        plan.warnings.push(format!("its tags cannot be read before it is available; it is {status}"));
    }
    plan
}
