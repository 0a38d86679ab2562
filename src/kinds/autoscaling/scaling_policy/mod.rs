//! `autoscaling.scaling_policy`: a policy of a group, for alarms that refer to `scaling_policy:<group>:<policy>`.
//!
//! Declared with its group in `boto_asg.present`. Name = policy, scope = group; attribute `arn`.

pub(super) mod api;
mod arguments;
mod content;
mod live;
#[cfg(test)]
mod tests;

use std::any::Any;

pub(super) use arguments::POLICY;
pub use content::Policy;
pub(super) use content::{declared, policies_value, read_all};
pub(super) use live::policy;

use super::group::{Group, POLICIES};
use aws::Aws;
use kind::{Answers, Ask, Source};
use model::{Reference, Value};

/// A scaling policy.
#[derive(Debug)]
pub struct ScalingPolicy;

/// The kind's name.
pub(super) const KIND: &str = "autoscaling.scaling_policy";

/// A scaling policy as AWS has it, as far as others refer to it.
#[derive(Clone, Debug, PartialEq)]
pub struct Live {
    arn: String,
}

impl Source for ScalingPolicy {
    const KIND: &'static str = KIND;
    const NOUN: &'static str = "scaling policy";
    type Live = Live;

    async fn describe(aws: &Aws, asks: &[Ask]) -> Answers<Live> {
        api::describe(aws, asks).await
    }

    fn attribute(live: &Live, attribute: &str) -> Option<Value> {
        (attribute == "arn").then(|| live.arn.as_str().into())
    }

    /// A read of the group with its policies also contains them.
    fn whole(reference: &Reference) -> Option<Ask> {
        let group = Reference::new(Group::KIND, reference.scope.as_deref()?);
        Some(Ask { reference: group, aspects: POLICIES })
    }

    fn out_of(whole: &(dyn Any + Send + Sync), reference: &Reference) -> Option<Live> {
        let group: &<Group as Source>::Live = whole.downcast_ref()?;
        group.policy_arns.answer()?.get(&reference.name).map(|arn| Live { arn: arn.clone() })
    }
}
