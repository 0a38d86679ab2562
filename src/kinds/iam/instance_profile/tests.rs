use aws_sdk_iam::operation::get_instance_profile::{GetInstanceProfileError, GetInstanceProfileOutput};
use aws_sdk_iam::operation::list_instance_profiles::ListInstanceProfilesError;
use aws_sdk_iam::types::{InstanceProfile as Profile, error::NoSuchEntityException};
use aws_smithy_mocks::{RuleMode, mock};
use aws_smithy_types::error::ErrorMetadata;

use super::*;
use crate::Iam;
use aws::Fault;
use model::{Aspects, Reference};

fn ask(name: &str) -> Ask {
    Ask { reference: Reference::new(InstanceProfile::KIND, name), aspects: Aspects::NONE }
}

#[tokio::test]
async fn unknown_is_absent_and_denied_is_a_failure() {
    let found = mock!(aws_sdk_iam::Client::get_instance_profile)
        .match_requests(|request| request.instance_profile_name() == Some("web"))
        .then_output(|| {
            let profile = Profile::builder()
                .path("/")
                .instance_profile_name("web")
                .instance_profile_id("AIP")
                .arn("arn:aws:iam::123456789012:instance-profile/web")
                .create_date(aws_smithy_types::DateTime::from_secs(0))
                .set_roles(Some(vec![]))
                .build()
                .unwrap();
            GetInstanceProfileOutput::builder().instance_profile(profile).build()
        });
    let unknown = mock!(aws_sdk_iam::Client::get_instance_profile)
        .match_requests(|request| request.instance_profile_name() == Some("none"))
        .then_error(|| {
            let meta = ErrorMetadata::builder().code("NoSuchEntity").build();
            GetInstanceProfileError::NoSuchEntityException(
                NoSuchEntityException::builder().meta(meta).build(),
            )
        });
    let denied = mock!(aws_sdk_iam::Client::get_instance_profile)
        .match_requests(|request| request.instance_profile_name() == Some("secret"))
        .then_error(|| {
            GetInstanceProfileError::generic(ErrorMetadata::builder().code("AccessDenied").build())
        });
    // Without permission to list them, each can still be read.
    let list = mock!(aws_sdk_iam::Client::list_instance_profiles).then_error(|| {
        ListInstanceProfilesError::generic(ErrorMetadata::builder().code("AccessDenied").build())
    });
    let aws =
        canned::aws(|clients| clients.answer::<Iam>(RuleMode::MatchAny, &[&found, &unknown, &denied, &list]));
    let asks = [ask("web"), ask("none"), ask("secret")];
    let answers = InstanceProfile::describe(&aws, &asks).await;
    let live = answers.0[&asks[0].reference].clone().unwrap().unwrap();
    assert_eq!(InstanceProfile::attribute(&live, "role"), None);
    assert!(InstanceProfile::attribute(&live, "arn").is_some());
    assert_eq!(answers.0[&asks[1].reference], Ok(None));
    assert_eq!(answers.0[&asks[2].reference].clone().unwrap_err().fault, Fault::Denied);
}
