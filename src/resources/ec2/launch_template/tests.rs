use aws_sdk_ec2::operation::describe_launch_templates::{
    DescribeLaunchTemplatesError, DescribeLaunchTemplatesOutput,
};
use aws_sdk_ec2::types::LaunchTemplate as Sdk;
use aws_smithy_mocks::{RuleMode, mock};
use aws_smithy_types::error::ErrorMetadata;

use super::*;
use crate::model::{Aspects, Reference};

fn ask(name: &str) -> Ask {
    Ask { reference: Reference::new(LaunchTemplate::KIND, name), aspects: Aspects::NONE }
}

#[tokio::test]
async fn names_take_one_call_and_an_unknown_id_is_absent() {
    let names = mock!(aws_sdk_ec2::Client::describe_launch_templates)
        .match_requests(|request| request.launch_template_ids().is_empty())
        .then_output(|| {
            let web = Sdk::builder().launch_template_id("lt-1").launch_template_name("web");
            let web = web.latest_version_number(7).default_version_number(1).build();
            DescribeLaunchTemplatesOutput::builder().launch_templates(web).build()
        });
    let ids = mock!(aws_sdk_ec2::Client::describe_launch_templates)
        .match_requests(|request| request.launch_template_ids() == ["lt-9"])
        .then_error(|| {
            let meta = ErrorMetadata::builder().code("InvalidLaunchTemplateId.NotFound").build();
            DescribeLaunchTemplatesError::generic(meta)
        });
    let aws = Aws::canned(|clients| clients.ec2(RuleMode::MatchAny, &[&names, &ids]));
    let answers = LaunchTemplate::describe(&aws, &[ask("web"), ask("none"), ask("lt-9")]).await.0;
    let live = answers[&ask("web").reference].clone().unwrap().unwrap();
    assert_eq!(LaunchTemplate::attribute(&live, "latest_version"), Some("7".into()));
    assert_eq!(LaunchTemplate::attribute(&live, "default_version"), Some("1".into()));
    assert_eq!(answers[&ask("none").reference], Ok(None));
    assert_eq!(answers[&ask("lt-9").reference], Ok(None));
}
