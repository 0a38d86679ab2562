//! The calls for scaling policies.

use aws_sdk_autoscaling::types::ScalingPolicy;
use futures::future::join_all;

use super::live::with_policy;
use super::{Live, Policy};
use crate::AutoScaling;
use crate::listing::Page;
use aws::{ApiError, Aws, Fault, failed};
use kind::{Answers, Ask};

/// `DescribePolicies` takes this many names. It leaves out unknown ones.
///
/// See <https://docs.aws.amazon.com/autoscaling/ec2/APIReference/API_DescribePolicies.html>.
const NAMES: usize = 50;

pub(super) async fn describe(aws: &Aws, asks: &[Ask]) -> Answers<Live> {
    let mut answers = Answers::new();
    let mut names: Vec<String> = asks.iter().map(|ask| ask.reference.name.clone()).collect();
    names.sort();
    names.dedup();
    let pages = join_all(names.chunks(NAMES).map(|chunk| list(aws, chunk))).await;
    let pages: Result<Vec<_>, ApiError> = pages.into_iter().collect();
    match pages {
        Ok(pages) => {
            let found: Vec<ScalingPolicy> = pages.into_iter().flatten().collect();
            for ask in asks {
                answers.answer(&ask.reference, pick(ask, &found));
            }
        }
        Err(error) => answers.all_failed(asks, &error),
    }
    answers
}

/// The policy with that name, in its group or, without one, in the only group that has it.
fn pick(ask: &Ask, found: &[ScalingPolicy]) -> Result<Option<Live>, ApiError> {
    let group = ask.reference.scope.as_deref();
    let mut matching = found.iter().filter(|policy| {
        policy.policy_name() == Some(&ask.reference.name)
            && (group.is_none() || policy.auto_scaling_group_name() == group)
    });
    let first = matching.next();
    if matching.next().is_some() {
        let message = "several groups have a policy of this name";
        return Err(ApiError::found("DescribePolicies", &ask.reference, Fault::Ambiguous, message));
    }
    Ok(first.and_then(|policy| policy.policy_arn.clone()).map(|arn| Live { arn }))
}

/// All policies with these names, in all groups.
async fn list(aws: &Aws, names: &[String]) -> Result<Vec<ScalingPolicy>, ApiError> {
    let (mut found, mut token) = (vec![], None);
    loop {
        let (policies, next) = page(aws, None, names, token.take()).await?;
        found.extend(policies);
        match next {
            Some(next) => token = Some(next),
            None => return Ok(found),
        }
    }
}

/// A page of the policies of a group, or of all groups, with these names or of any.
pub(crate) async fn page(
    aws: &Aws,
    group: Option<&str>,
    names: &[String],
    token: Option<String>,
) -> Page<ScalingPolicy> {
    let subject = group.map_or_else(|| names.join(", "), str::to_owned);
    let call =
        aws.client::<AutoScaling>().describe_policies().set_auto_scaling_group_name(group.map(str::to_owned));
    let call = call.set_policy_names((!names.is_empty()).then(|| names.to_vec()));
    let answer = call.max_records(100).set_next_token(token).send().await;
    let answer = answer.map_err(failed("DescribePolicies", &subject))?;
    Ok((answer.scaling_policies.unwrap_or_default(), answer.next_token))
}

/// Makes a policy, or changes the one with that name in place.
pub(crate) async fn put(aws: &Aws, group: &str, policy: &Policy) -> Result<(), ApiError> {
    let call =
        with_policy(aws.client::<AutoScaling>().put_scaling_policy().auto_scaling_group_name(group), policy);
    call.send().await.map(|_| ()).map_err(failed("PutScalingPolicy", &policy.name))
}
