//! Tags of anything of ElastiCache: what differs, and the calls for it.

use std::fmt;

use crate::aws::tags::{Tags, difference};
use crate::model::Plan;

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

/// What differs; nothing where tags are not declared.
pub(super) fn diff(arn: &str, want: Option<&Tags>, live: &Tags) -> Plan<Step> {
    let Some(want) = want else { return Plan::nothing() };
    let arn = || arn.to_owned();
    let remove = |gone: Tags| Step::Remove { arn: arn(), keys: gone.into_keys().collect() };
    difference(want, live).plan(|tags| Step::Set { arn: arn(), tags }, remove)
}
