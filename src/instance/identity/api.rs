//! The calls with which an instance finds its group.

use crate::AutoScaling;
use crate::Ec2;
use aws::Fault;
use aws::action::{Action, On};
use aws::{ApiError, Aws, failed};

/// The IAM actions of these calls.
pub const ACTIONS: &[Action] = &[
    Action::on("autoscaling:DescribeAutoScalingInstances", On::Anything),
    Action::on("ec2:DescribeTags", On::Anything),
];

/// See <https://docs.aws.amazon.com/autoscaling/ec2/userguide/ec2-auto-scaling-tagging.html>.
const GROUP_TAG: &str = "aws:autoscaling:groupName";

pub(super) async fn group_of(aws: &Aws, id: &str) -> Result<Option<String>, ApiError> {
    {
        let answer = by_tag(aws, id).await;
        if answer.as_ref().is_err_and(|error| error.fault == Fault::Denied) {
            return by_membership(aws, id).await;
        }
        answer
    }
}

async fn by_tag(aws: &Aws, id: &str) -> Result<Option<String>, ApiError> {
    use aws_sdk_ec2::types::Filter;
    let filter = |name: &str, value: &str| Filter::builder().name(name).values(value).build();
    let request = aws
        .client::<Ec2>()
        .describe_tags()
        .filters(filter("resource-id", id))
        .filters(filter("key", GROUP_TAG));
    let answer = request.send().await.map_err(failed("DescribeTags", id))?;
    Ok(answer.tags().iter().find_map(|tag| tag.value().map(str::to_owned)))
}

async fn by_membership(aws: &Aws, id: &str) -> Result<Option<String>, ApiError> {
    let request = aws.client::<AutoScaling>().describe_auto_scaling_instances().instance_ids(id);
    let answer = request.send().await.map_err(failed("DescribeAutoScalingInstances", id))?;
    let groups = answer.auto_scaling_instances().iter();
    Ok(groups.filter_map(|instance| instance.auto_scaling_group_name()).map(str::to_owned).next())
}
