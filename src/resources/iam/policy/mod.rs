//! `iam.policy`: a managed policy, referred to by name.
//!
//! A name is that of a policy of the account, else of one of AWS's; `path/name` also names the path. Attribute: `arn`.
//! ARNs need no lookup.
//!
//! See <https://docs.aws.amazon.com/IAM/latest/APIReference/API_ListPolicies.html>.

mod api;
mod live;
#[cfg(test)]
mod tests;

use crate::aws::Aws;
use crate::model::Value;
use crate::resources::{Answers, Ask, Source};

/// A managed policy.
#[derive(Debug)]
pub struct Policy;

impl Source for Policy {
    const KIND: &'static str = "iam.policy";
    const NOUN: &'static str = "managed policy";
    type Live = live::Live;

    async fn describe(aws: &Aws, asks: &[Ask]) -> Answers<live::Live> {
        api::describe(aws, asks).await
    }

    fn attribute(live: &live::Live, attribute: &str) -> Option<Value> {
        (attribute == "arn").then(|| live.arn.as_str().into())
    }
}
