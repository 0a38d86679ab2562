//! Finds load balancers and their attributes.

use aws_sdk_elasticloadbalancingv2::types::LoadBalancer;
use futures::future::{BoxFuture, FutureExt};

use super::find::{Listed, PAGE, Page, Wanted, found};
use super::pairs;
use crate::Elbv2;
use aws::crowd::Named;
use aws::tags::Tags;
use aws::{ApiError, Aws, failed};

/// The load balancers that exist among these names and ARNs, by the name or ARN of the request.
pub(crate) async fn balancers(aws: &Aws, asked: &[String]) -> Result<Named<LoadBalancer>, ApiError> {
    found(aws, asked).await
}

impl Listed for LoadBalancer {
    fn own(&self) -> [Option<&str>; 2] {
        [self.load_balancer_name(), self.load_balancer_arn()]
    }

    fn list(aws: &Aws, wanted: Wanted) -> BoxFuture<'_, Result<Page<Self>, ApiError>> {
        async move {
            let subject = wanted.subject("all load balancers");
            let call = aws.client::<Elbv2>().describe_load_balancers();
            let call = match wanted {
                Wanted::Names(names) => call.set_names(Some(names)),
                Wanted::Arns(arns) => call.set_load_balancer_arns(Some(arns)),
                Wanted::Page(marker) => call.page_size(PAGE).set_marker(marker),
            };
            let answer = call.send().await.map_err(failed("DescribeLoadBalancers", subject))?;
            Ok((answer.load_balancers.unwrap_or_default(), answer.next_marker))
        }
        .boxed()
    }
}

/// All attributes of a balancer, by its ARN.
pub(super) async fn balancer_attributes(aws: &Aws, name: &str, arn: &str) -> Result<Tags, ApiError> {
    let answer =
        aws.client::<Elbv2>().describe_load_balancer_attributes().load_balancer_arn(arn).send().await;
    let answer = answer.map_err(failed("DescribeLoadBalancerAttributes", name))?;
    Ok(pairs(answer.attributes().iter().map(|it| (it.key(), it.value()))))
}
