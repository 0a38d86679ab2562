//! The calls with which an instance finds its group.

#[cfg(feature = "autoscaling")]
use crate::aws::Fault;
use crate::aws::action::{Action, On};
use crate::aws::{ApiError, Aws, failed};

/// The IAM actions of these calls.
pub const ACTIONS: &[Action] = &[
    Action::on("autoscaling:DescribeAutoScalingInstances", On::Anything),
    Action::on("ec2:DescribeTags", On::Anything),
];

/// See <https://docs.aws.amazon.com/autoscaling/ec2/userguide/ec2-auto-scaling-tagging.html>.
#[cfg(feature = "ec2")]
const GROUP_TAG: &str = "aws:autoscaling:groupName";

pub(super) async fn group_of(aws: &Aws, id: &str) -> Result<Option<String>, ApiError> {
    #[cfg(feature = "ec2")]
    {
        let answer = by_tag(aws, id).await;
        #[cfg(feature = "autoscaling")]
        if answer.as_ref().is_err_and(|error| error.fault == Fault::Denied) {
            return by_membership(aws, id).await;
        }
        answer
    }
    #[cfg(not(feature = "ec2"))]
    by_membership(aws, id).await
}

#[cfg(feature = "ec2")]
async fn by_tag(aws: &Aws, id: &str) -> Result<Option<String>, ApiError> {
    use aws_sdk_ec2::types::Filter;
    let filter = |name: &str, value: &str| Filter::builder().name(name).values(value).build();
    let request =
        aws.ec2().describe_tags().filters(filter("resource-id", id)).filters(filter("key", GROUP_TAG));
    let answer = request.send().await.map_err(failed("DescribeTags", id))?;
    Ok(answer.tags().iter().find_map(|tag| tag.value().map(str::to_owned)))
}

#[cfg(feature = "autoscaling")]
async fn by_membership(aws: &Aws, id: &str) -> Result<Option<String>, ApiError> {
    let request = aws.autoscaling().describe_auto_scaling_instances().instance_ids(id);
    let answer = request.send().await.map_err(failed("DescribeAutoScalingInstances", id))?;
    let groups = answer.auto_scaling_instances().iter();
    Ok(groups.filter_map(|instance| instance.auto_scaling_group_name()).map(str::to_owned).next())
}
