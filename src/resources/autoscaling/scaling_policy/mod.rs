//! `autoscaling.scaling_policy`: a policy of a group, for alarms that refer to `scaling_policy:<group>:<policy>`.
//!
//! Declared with its group in `boto_asg.present`. Name = policy, scope = group; attribute `arn`.

pub(super) mod api;

use crate::aws::Aws;
use crate::model::Value;
use crate::resources::{Answers, Ask, Source};

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
}
