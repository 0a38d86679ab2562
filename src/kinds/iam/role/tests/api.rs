//! Canned replies for `api`.

use aws_sdk_iam::Client;
use aws_sdk_iam::operation::get_account_authorization_details::{
    GetAccountAuthorizationDetailsError, GetAccountAuthorizationDetailsOutput,
};
use aws_sdk_iam::operation::get_instance_profile::GetInstanceProfileError;
use aws_sdk_iam::operation::get_role::{GetRoleError, GetRoleOutput};
use aws_sdk_iam::operation::get_role_policy::GetRolePolicyOutput;
use aws_sdk_iam::operation::list_attached_role_policies::ListAttachedRolePoliciesOutput;
use aws_sdk_iam::operation::list_instance_profiles::ListInstanceProfilesOutput;
use aws_sdk_iam::operation::list_instance_profiles_for_role::ListInstanceProfilesForRoleOutput;
use aws_sdk_iam::operation::list_role_policies::ListRolePoliciesOutput;
use aws_sdk_iam::types::error::NoSuchEntityException;
use aws_sdk_iam::types::{AttachedPolicy, InstanceProfile, PolicyDetail, Role as SdkRole, RoleDetail, Tag};
use aws_smithy_mocks::{Rule, RuleMode, mock};
use aws_smithy_types::DateTime;
use aws_smithy_types::error::ErrorMetadata;

use crate::Iam;
use crate::role::live::{Details, Live};
use crate::role::{DETAILS, INLINE, MANAGED, PROFILE, Role};
use aws::{Aws, Fault};
use kind::{Answers, Ask, Source};
use model::{Aspects, Reference};

const NOTHING_MORE: Aspects = Aspects::NONE;

fn everything() -> Aspects {
    INLINE | MANAGED | PROFILE
}

fn ask(name: &str, aspects: Aspects) -> Ask {
    Ask { reference: Reference::new(Role::KIND, name), aspects }
}

fn aws(rules: &[&Rule]) -> Aws {
    canned::aws(|clients| clients.answer::<Iam>(RuleMode::MatchAny, rules))
}

fn code(code: &str) -> ErrorMetadata {
    ErrorMetadata::builder().code(code).build()
}

fn profile(name: &str) -> InstanceProfile {
    InstanceProfile::builder()
        .path("/")
        .instance_profile_name(name)
        .instance_profile_id("AIP")
        .arn(format!("arn:profile/{name}"))
        .create_date(DateTime::from_secs(0))
        .set_roles(Some(vec![]))
        .build()
        .unwrap()
}

fn listing(is_truncated: bool) -> Rule {
    mock!(Client::get_account_authorization_details).then_output(move || {
        let role = RoleDetail::builder()
            .role_name("web")
            .role_id("ARO")
            .arn("arn:role/web")
            .path("/")
            .assume_role_policy_document("%7B%22Id%22%3A%22t%22%7D")
            .role_policy_list(PolicyDetail::builder().policy_name("queues").policy_document("%7B%7D").build())
            .attached_managed_policies(AttachedPolicy::builder().policy_arn("arn:a").build())
            .instance_profile_list(profile("web"))
            .tags(Tag::builder().key("team").value("a").build().unwrap())
            .build();
        GetAccountAuthorizationDetailsOutput::builder()
            .role_detail_list(role)
            .is_truncated(is_truncated)
            .build()
    })
}

fn listing_denied() -> Rule {
    mock!(Client::get_account_authorization_details)
        .then_error(|| GetAccountAuthorizationDetailsError::generic(code("AccessDenied")))
}

fn role() -> Rule {
    mock!(Client::get_role).match_requests(|request| request.role_name() == Some("web")).then_output(|| {
        let role = SdkRole::builder()
            .role_name("web")
            .role_id("ARO")
            .arn("arn:role/web")
            .path("/")
            .create_date(DateTime::from_secs(0))
            .assume_role_policy_document("%7B%22Id%22%3A%22t%22%7D")
            .description("d")
            .max_session_duration(3600)
            .tags(Tag::builder().key("team").value("a").build().unwrap())
            .build()
            .unwrap();
        GetRoleOutput::builder().role(role).build()
    })
}

fn no_role() -> Rule {
    mock!(Client::get_role).match_requests(|request| request.role_name() == Some("none")).then_error(|| {
        let unknown = NoSuchEntityException::builder().meta(code("NoSuchEntity")).build();
        GetRoleError::NoSuchEntityException(unknown)
    })
}

/// The rest of the reads of one role, each list in two pages.
fn each() -> [Rule; 6] {
    [
        mock!(Client::list_role_policies).match_requests(|request| request.marker().is_none()).then_output(
            || {
                ListRolePoliciesOutput::builder()
                    .set_policy_names(Some(vec![]))
                    .is_truncated(true)
                    .marker("2")
                    .build()
                    .unwrap()
            },
        ),
        mock!(Client::list_role_policies)
            .match_requests(|request| request.marker() == Some("2"))
            .then_output(|| ListRolePoliciesOutput::builder().policy_names("queues").build().unwrap()),
        mock!(Client::get_role_policy).then_output(|| {
            let output = GetRolePolicyOutput::builder().role_name("web").policy_name("queues");
            output.policy_document("%7B%7D").build().unwrap()
        }),
        mock!(Client::list_attached_role_policies).then_output(|| {
            let policy = AttachedPolicy::builder().policy_arn("arn:a").build();
            ListAttachedRolePoliciesOutput::builder().attached_policies(policy).build()
        }),
        mock!(Client::list_instance_profiles_for_role).then_output(|| {
            ListInstanceProfilesForRoleOutput::builder().instance_profiles(profile("web")).build().unwrap()
        }),
        mock!(Client::get_instance_profile).then_error(|| {
            let unknown = NoSuchEntityException::builder().meta(code("NoSuchEntity")).build();
            GetInstanceProfileError::NoSuchEntityException(unknown)
        }),
    ]
}

fn found(answers: &Answers<Live>, ask: &Ask) -> Live {
    answers.0[&ask.reference].clone().unwrap().unwrap()
}

#[tokio::test]
async fn one_call_answers_for_all_roles_and_is_the_same_as_reading_each() {
    let listing = listing(false);
    let asks = [ask("web", everything()), ask("none", everything())];
    let by_listing = Role::describe(&aws(&[&listing]), &asks).await;
    assert_eq!(listing.num_calls(), 1);
    assert_eq!(by_listing.0[&asks[1].reference], Ok(None));

    let (denied, role, no_role, each) = (listing_denied(), role(), no_role(), each());
    let mut rules = vec![&denied, &role, &no_role];
    rules.extend(&each);
    let one_by_one = Role::describe(&aws(&rules), &asks).await;
    assert_eq!(one_by_one.0[&asks[1].reference], Ok(None));
    let by_each = found(&one_by_one, &asks[0]);
    let details = Details { description: "d".to_owned(), max_session: Some(3600) };
    let complete = Live { details: details.into(), ..found(&by_listing, &asks[0]) };
    assert_eq!(by_each, complete);
    assert_eq!(by_each.trust, r#"{"Id":"t"}"#);
    assert_eq!(by_each.same_named_profile, Some(vec!["web".to_owned()]).into());
}

#[tokio::test]
async fn a_role_that_a_truncated_listing_does_not_show_is_looked_for() {
    let (listing, no_role) = (listing(true), no_role());
    let asks = [ask("web", everything()), ask("none", everything())];
    let answers = Role::describe(&aws(&[&listing, &no_role]), &asks).await;
    assert_eq!(answers.0[&asks[1].reference], Ok(None));
    // Reading one role takes five calls, which a second page is worth and a third is not.
    assert_eq!((listing.num_calls(), no_role.num_calls()), (2, 1));
}

#[tokio::test]
async fn a_role_without_details_needs_no_listing() {
    let role = role();
    let asks = [ask("web", NOTHING_MORE)];
    let answers = Role::describe(&aws(&[&role]), &asks).await;
    assert_eq!(found(&answers, &asks[0]).arn, "arn:role/web");
    assert_eq!(role.num_calls(), 1);
}

#[tokio::test]
async fn description_and_session_come_from_the_role_itself() {
    let (listing, role) = (listing(false), role());
    let asks = [ask("web", everything() | DETAILS)];
    let answers = Role::describe(&aws(&[&listing, &role]), &asks).await;
    let live = found(&answers, &asks[0]);
    assert_eq!(
        (live.details.answer().unwrap().description.as_str(), live.inline.answer().unwrap().len()),
        ("d", 1)
    );
}

#[tokio::test]
async fn denied_both_ways_is_a_failure_and_never_absence() {
    let listing = listing_denied();
    let role = mock!(Client::get_role).then_error(|| GetRoleError::generic(code("AccessDenied")));
    let asks = [ask("web", everything())];
    let answers = Role::describe(&aws(&[&listing, &role]), &asks).await;
    assert_eq!(answers.0[&asks[0].reference].clone().map_err(|error| error.fault), Err(Fault::Denied));
}

#[tokio::test]
async fn any_other_failure_of_the_listing_fails_all() {
    let listing = mock!(Client::get_account_authorization_details)
        .then_error(|| GetAccountAuthorizationDetailsError::generic(code("InvalidClientTokenId")));
    let asks = [ask("web", everything())];
    let answers = Role::describe(&aws(&[&listing]), &asks).await;
    let fault = answers.0[&asks[0].reference].clone().map_err(|error| error.fault);
    assert_eq!(fault, Err(Fault::Credentials));
}

#[tokio::test]
async fn a_long_or_denied_listing_is_not_read_again_for_a_single_role() {
    let full = mock!(Client::get_account_authorization_details).then_output(|| {
        let roles = (0..200).map(|number| RoleDetail::builder().role_name(format!("r{number}")).build());
        GetAccountAuthorizationDetailsOutput::builder()
            .set_role_detail_list(Some(roles.collect()))
            .is_truncated(true)
            .build()
    });
    for listing in [full, listing_denied()] {
        let no_role = no_role();
        let aws = aws(&[&listing, &no_role]);
        for _ in 0..3 {
            let answers = Role::describe(&aws, &[ask("none", INLINE | PROFILE)]).await;
            assert_eq!(answers.0[0], Ok(None));
        }
        assert_eq!((listing.num_calls(), no_role.num_calls()), (1, 3));
    }
}

#[tokio::test]
async fn profiles_without_their_role_are_listed_at_once() {
    let detail =
        |name: &str| RoleDetail::builder().role_name(name).arn("arn:aws:iam::123456789012:role/x").build();
    let listing = mock!(Client::get_account_authorization_details).then_output(move || {
        let roles = ["web", "db"].map(detail).to_vec();
        GetAccountAuthorizationDetailsOutput::builder().set_role_detail_list(Some(roles)).build()
    });
    let profiles = mock!(Client::list_instance_profiles).then_output(|| {
        ListInstanceProfilesOutput::builder().instance_profiles(profile("web")).build().unwrap()
    });
    let aws = aws(&[&listing, &profiles]);
    let asks = [ask("web", everything()), ask("db", everything())];
    let answers = Role::describe(&aws, &asks).await;
    assert_eq!(found(&answers, &asks[0]).same_named_profile, Some(vec![]).into());
    assert_eq!(found(&answers, &asks[1]).same_named_profile, None.into());
    assert_eq!(profiles.num_calls(), 1);
    assert_eq!(aws.owner().as_deref(), Some("123456789012"), "a role shows the account");
}
