//! Finding load balancers, and their attributes.

use aws_sdk_elasticloadbalancingv2::types::LoadBalancer;
use futures::future::FutureExt;

use super::{NAMES, PAGE, apart, pairs};
use crate::aws::arn::is_arn;
use crate::aws::crowd::{Named, find_named};
use crate::aws::error::absent_if_not_found;
use crate::aws::tags::Tags;
use crate::aws::{ApiError, Aws, failed};

/// The load balancers that exist among these names and ARNs, by the one that was asked for.
pub(in crate::resources::elbv2) async fn balancers(
    aws: &Aws,
    asked: &[String],
) -> Result<Named<LoadBalancer>, ApiError> {
    let (arns, names) = apart(asked);
    let all = |list| {
        find_named(
            list,
            NAMES,
            |some| together(aws, some).boxed(),
            move |marker| page(aws, list, marker).boxed(),
        )
    };
    let (mut found, named) = futures::try_join!(all(arns.as_slice()), all(names.as_slice()))?;
    found.extend(named);
    Ok(found)
}

/// Names, or ARNs, at most twenty; none when one of them does not exist.
async fn together(aws: &Aws, asked: &[String]) -> Result<Option<Named<LoadBalancer>>, ApiError> {
    let (list, call) = (Some(asked.to_vec()), aws.elbv2().describe_load_balancers());
    let is_by_arn = asked.iter().all(|name| is_arn(name));
    let call = if is_by_arn { call.set_load_balancer_arns(list) } else { call.set_names(list) };
    let answer = call.send().await.map_err(failed("DescribeLoadBalancers", asked.join(", ")));
    Ok(absent_if_not_found(answer)?.map(|answer| by_key(asked, answer.load_balancers)))
}

async fn page(
    aws: &Aws,
    asked: &[String],
    marker: Option<String>,
) -> Result<(Named<LoadBalancer>, Option<String>), ApiError> {
    let call = aws.elbv2().describe_load_balancers().page_size(PAGE).set_marker(marker);
    let answer = call.send().await.map_err(failed("DescribeLoadBalancers", "all load balancers"))?;
    Ok((by_key(asked, answer.load_balancers), answer.next_marker))
}

/// By name or ARN, as it was asked.
fn by_key(asked: &[String], found: Option<Vec<LoadBalancer>>) -> Named<LoadBalancer> {
    let key = |it: &LoadBalancer| {
        let own = [it.load_balancer_name(), it.load_balancer_arn()];
        own.into_iter().flatten().find(|own| asked.iter().any(|name| name == own)).map(str::to_owned)
    };
    found.into_iter().flatten().filter_map(|it| Some((key(&it)?, it))).collect()
}

/// All attributes of a balancer, by its ARN.
pub(super) async fn balancer_attributes(aws: &Aws, name: &str, arn: &str) -> Result<Tags, ApiError> {
    let answer = aws.elbv2().describe_load_balancer_attributes().load_balancer_arn(arn).send().await;
    let answer = answer.map_err(failed("DescribeLoadBalancerAttributes", name))?;
    Ok(pairs(answer.attributes().iter().map(|it| (it.key(), it.value()))))
}
