//! `iam.instance_profile`: gives an instance its role; referred to by name.
//!
//! Attributes: `arn`, and `role` (the name of the role it holds, `Null` while it holds none). The role kind makes it
//! (`create_instance_profile`).
//!
//! See <https://docs.aws.amazon.com/IAM/latest/UserGuide/id_roles_use_switch-role-ec2_instance-profiles.html>.

pub(super) mod api;
mod live;
#[cfg(test)]
mod tests;

pub(super) use api::Profile;

use aws::Aws;
use kind::{Answers, Ask, Source};
use model::Value;

/// An instance profile.
#[derive(Debug)]
pub struct InstanceProfile;

impl Source for InstanceProfile {
    const KIND: &'static str = "iam.instance_profile";
    const NOUN: &'static str = "instance profile";
    type Live = live::Live;

    async fn describe(aws: &Aws, asks: &[Ask]) -> Answers<live::Live> {
        api::describe(aws, asks).await
    }

    fn attribute(live: &live::Live, attribute: &str) -> Option<Value> {
        match attribute {
            "arn" => Some(live.arn.as_str().into()),
            "role" => live.role.as_deref().map(Value::from),
            _ => None,
        }
    }
}
