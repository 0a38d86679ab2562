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

/// What differs; nothing where tags are not declared.
pub(super) fn diff(arn: &str, want: Option<&Tags>, live: &Tags) -> Plan<Step> {
    let mut plan = Plan::nothing();
    let Some(want) = want else { return plan };
    let difference = difference(want, live);
    if !difference.is_empty() {
        plan.changes.push(difference.change("tags"));
    }
    if !difference.set.is_empty() {
        plan.steps.push(Step::Set { arn: arn.to_owned(), tags: difference.set });
    }
    if !difference.remove.is_empty() {
        let keys = difference.remove.into_keys().collect();
        plan.steps.push(Step::Remove { arn: arn.to_owned(), keys });
    }
    plan
}
