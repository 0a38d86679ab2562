//! The call for instance profiles.

use futures::future::FutureExt;

use super::live::Live;
use crate::aws::crowd::read_each;
use crate::aws::error::absent_if_not_found;
use crate::aws::{ApiError, Aws, failed};
use crate::resources::{Answers, Ask};

/// IAM has no call that describes several by name, so they are read side by side.
const AT_ONCE: usize = 8;

pub(super) async fn describe(aws: &Aws, asks: &[Ask]) -> Answers<Live> {
    let mut answers = Answers::new();
    for (ask, answer) in read_each(asks, AT_ONCE, |ask| read(aws, &ask.reference.name).boxed()).await {
        answers.answer(&ask.reference, answer);
    }
    answers
}

async fn read(aws: &Aws, name: &str) -> Result<Option<Live>, ApiError> {
    let answer = aws.iam().get_instance_profile().instance_profile_name(name).send().await;
    let answer = absent_if_not_found(answer.map_err(failed("GetInstanceProfile", name)))?;
    let profile = answer.and_then(|answer| answer.instance_profile);
    Ok(profile.map(|profile| Live {
        arn: profile.arn,
        role: profile.roles.into_iter().map(|role| role.role_name).next(),
    }))
}
