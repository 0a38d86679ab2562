//! Listeners and rules, by the balancer they belong to. AWS lists them for one balancer, or one listener, per call.

use aws_sdk_elasticloadbalancingv2::types::{Listener, Rule};
use futures::future::FutureExt;

use super::find::PAGE;
use super::{AT_ONCE, balancers, pairs};
use crate::Elbv2;
use aws::crowd::{Named, read_each};
use aws::error::absent_if_not_found;
use aws::tags::Tags;
use aws::{ApiError, Aws, failed};

/// Pages of the parts of one thing; nothing if it is gone.
macro_rules! all_of {
    ($aws:expr, $describe:ident.$of:ident($arn:expr), $call:literal, $list:ident) => {{
        let (mut all, mut marker) = (vec![], None);
        loop {
            let request = $aws.client::<Elbv2>().$describe().$of($arn).page_size(PAGE).set_marker(marker);
            let answer = request.send().await.map_err(failed($call, $arn));
            let Some(answer) = absent_if_not_found(answer)? else { break };
            all.extend(answer.$list.unwrap_or_default());
            marker = answer.next_marker;
            if marker.is_none() {
                break;
            }
        }
        Ok(all)
    }};
}

/// The part before the last colon: `web` of `web:443`. It may also be a balancer's ARN.
fn balancer_name(name: &str) -> String {
    name.rsplit_once(':').map_or(name, |(above, _)| above).to_owned()
}

fn balancer_names(names: &[String]) -> Vec<String> {
    let mut above: Vec<String> = names.iter().map(|name| balancer_name(name)).collect();
    above.sort();
    above.dedup();
    above
}

/// The listeners that exist among `<balancer>:<port>`.
pub(crate) async fn listeners(aws: &Aws, asked: &[String]) -> Result<Named<Listener>, ApiError> {
    let found = balancers(aws, &balancer_names(asked)).await?;
    let arns: Vec<(String, String)> =
        found.into_iter().filter_map(|(name, it)| Some((name, it.load_balancer_arn?))).collect();
    let mut listeners = Named::new();
    for ((balancer, _), answer) in read_each(&arns, AT_ONCE, |(_, arn)| of_balancer(aws, arn).boxed()).await {
        let key = |it: Listener| (format!("{balancer}:{}", it.port().unwrap_or_default()), it);
        listeners.extend(answer?.into_iter().map(key));
    }
    Ok(listeners)
}

async fn of_balancer(aws: &Aws, arn: &str) -> Result<Vec<Listener>, ApiError> {
    all_of!(aws, describe_listeners.load_balancer_arn(arn), "DescribeListeners", listeners)
}

/// The rules that exist among `<balancer>:<port>:<priority>`.
pub(crate) async fn rules(aws: &Aws, asked: &[String]) -> Result<Named<Rule>, ApiError> {
    let wanted = balancer_names(asked);
    let found = listeners(aws, &wanted).await?;
    let arns: Vec<(String, String)> = found
        .into_iter()
        .filter(|(name, _)| wanted.contains(name))
        .filter_map(|(name, it)| Some((name, it.listener_arn?)))
        .collect();
    let mut rules = Named::new();
    for ((listener, _), answer) in read_each(&arns, AT_ONCE, |(_, arn)| of_listener(aws, arn).boxed()).await {
        let key = |it: Rule| (format!("{listener}:{}", it.priority().unwrap_or_default()), it);
        rules.extend(answer?.into_iter().map(key));
    }
    Ok(rules)
}

async fn of_listener(aws: &Aws, arn: &str) -> Result<Vec<Rule>, ApiError> {
    all_of!(aws, describe_rules.listener_arn(arn), "DescribeRules", rules)
}

/// All attributes of a listener, by its ARN.
pub(super) async fn listener_attributes(aws: &Aws, name: &str, arn: &str) -> Result<Tags, ApiError> {
    let answer = aws.client::<Elbv2>().describe_listener_attributes().listener_arn(arn).send().await;
    let answer = answer.map_err(failed("DescribeListenerAttributes", name))?;
    Ok(pairs(answer.attributes().iter().map(|it| (it.key(), it.value()))))
}
