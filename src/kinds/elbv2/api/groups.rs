//! Finds target groups and their attributes.

use aws_sdk_elasticloadbalancingv2::types::TargetGroup;
use futures::future::{BoxFuture, FutureExt};

use super::find::{Listed, PAGE, Page, Wanted, found};
use super::pairs;
use crate::Elbv2;
use aws::crowd::Named;
use aws::tags::Tags;
use aws::{ApiError, Aws, failed};

/// The target groups that exist among these names and ARNs, by the name or ARN of the request.
pub(crate) async fn groups(aws: &Aws, asked: &[String]) -> Result<Named<TargetGroup>, ApiError> {
    found(aws, asked).await
}

impl Listed for TargetGroup {
    fn own(&self) -> [Option<&str>; 2] {
        [self.target_group_name(), self.target_group_arn()]
    }

    fn list(aws: &Aws, wanted: Wanted) -> BoxFuture<'_, Result<Page<Self>, ApiError>> {
        async move {
            let subject = wanted.subject("all target groups");
            let call = aws.client::<Elbv2>().describe_target_groups();
            let call = match wanted {
                Wanted::Names(names) => call.set_names(Some(names)),
                Wanted::Arns(arns) => call.set_target_group_arns(Some(arns)),
                Wanted::Page(marker) => call.page_size(PAGE).set_marker(marker),
            };
            let answer = call.send().await.map_err(failed("DescribeTargetGroups", subject))?;
            Ok((answer.target_groups.unwrap_or_default(), answer.next_marker))
        }
        .boxed()
    }
}

/// All attributes of a group, by its ARN.
pub(crate) async fn group_attributes(aws: &Aws, name: &str, arn: &str) -> Result<Tags, ApiError> {
    let answer = aws.client::<Elbv2>().describe_target_group_attributes().target_group_arn(arn).send().await;
    let answer = answer.map_err(failed("DescribeTargetGroupAttributes", name))?;
    Ok(pairs(answer.attributes().iter().map(|it| (it.key(), it.value()))))
}
