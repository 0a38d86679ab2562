use aws_sdk_autoscaling::operation::describe_auto_scaling_instances::DescribeAutoScalingInstancesOutput;
use aws_sdk_autoscaling::types::AutoScalingInstanceDetails;
use aws_sdk_ec2::operation::describe_tags::DescribeTagsOutput;
use aws_sdk_ec2::types::{Filter, TagDescription};
use aws_smithy_mocks::{Rule, RuleMode, mock};

use super::*;
use crate::AutoScaling;
use crate::Ec2;
use aws::Fault;

const GROUP: &str = "myapp-testing-useast1";

fn denied() -> Rule {
    let error = || {
        let metadata =
            aws_smithy_types::error::ErrorMetadata::builder().code("UnauthorizedOperation").build();
        aws_sdk_ec2::operation::describe_tags::DescribeTagsError::generic(metadata)
    };
    mock!(aws_sdk_ec2::Client::describe_tags).then_error(error)
}

fn tagged(group: Option<&'static str>) -> Rule {
    mock!(aws_sdk_ec2::Client::describe_tags)
        .match_requests(|request| {
            let values: Vec<_> = request.filters().iter().flat_map(Filter::values).collect();
            values == ["i-1", "aws:autoscaling:groupName"]
        })
        .then_output(move || {
            let tag = |group| TagDescription::builder().key("aws:autoscaling:groupName").value(group).build();
            DescribeTagsOutput::builder().set_tags(Some(group.map(tag).into_iter().collect())).build()
        })
}

fn member() -> Rule {
    mock!(aws_sdk_autoscaling::Client::describe_auto_scaling_instances).then_output(|| {
        let details = AutoScalingInstanceDetails::builder().instance_id("i-1").auto_scaling_group_name(GROUP);
        DescribeAutoScalingInstancesOutput::builder().auto_scaling_instances(details.build()).build()
    })
}

#[tokio::test]
async fn the_tag_names_the_group() {
    let rule = tagged(Some(GROUP));
    let aws = canned::aws(|clients| clients.answer::<Ec2>(RuleMode::Sequential, &[&rule]));
    assert_eq!(group_of(&aws, "i-1").await.unwrap().as_deref(), Some(GROUP));
    let rule = tagged(None);
    let aws = canned::aws(|clients| clients.answer::<Ec2>(RuleMode::Sequential, &[&rule]));
    assert_eq!(group_of(&aws, "i-1").await.unwrap(), None);
}

#[tokio::test]
async fn where_tags_are_denied_auto_scaling_is_asked() {
    let (tags, groups) = (denied(), member());
    let aws = canned::aws(|clients| {
        clients.answer::<Ec2>(RuleMode::Sequential, &[&tags]);
        clients.answer::<AutoScaling>(RuleMode::Sequential, &[&groups]);
    });
    assert_eq!(group_of(&aws, "i-1").await.unwrap().as_deref(), Some(GROUP));
}

#[tokio::test]
async fn denied_by_both_is_an_error_and_no_answer() {
    let (tags, groups) = (
        denied(),
        mock!(aws_sdk_autoscaling::Client::describe_auto_scaling_instances).then_error(|| {
            let metadata = aws_smithy_types::error::ErrorMetadata::builder().code("AccessDenied").build();
            aws_sdk_autoscaling::operation::describe_auto_scaling_instances::DescribeAutoScalingInstancesError::generic(metadata)
        }),
    );
    let aws = canned::aws(|clients| {
        clients.answer::<Ec2>(RuleMode::Sequential, &[&tags]);
        clients.answer::<AutoScaling>(RuleMode::Sequential, &[&groups]);
    });
    assert_eq!(group_of(&aws, "i-1").await.unwrap_err().fault, Fault::Denied);
}
