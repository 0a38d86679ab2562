use aws_sdk_iam::Client;
use aws_sdk_iam::operation::get_account_authorization_details::GetAccountAuthorizationDetailsOutput;
use aws_sdk_iam::operation::get_login_profile::GetLoginProfileError;
use aws_sdk_iam::operation::get_user::{GetUserError, GetUserOutput};
use aws_sdk_iam::operation::list_attached_user_policies::ListAttachedUserPoliciesOutput;
use aws_sdk_iam::operation::list_user_policies::ListUserPoliciesError;
use aws_sdk_iam::types::error::NoSuchEntityException;
use aws_sdk_iam::types::{AttachedPolicy, PolicyDetail, User as SdkUser, UserDetail};
use aws_smithy_mocks::{Rule, RuleMode, mock};
use aws_smithy_types::DateTime;
use aws_smithy_types::error::ErrorMetadata;

use super::diff::diff;
use super::live::{Belongings, Live};
use super::spec::{Keeps, Spec};
use super::want::{Leaving, Want};
use super::*;
use crate::Iam;
use crate::entity::declared::Policies;
use crate::entity::named::Boundary;
use aws::Aws;
use kind::write_only::WriteOnly;
use kind::{Ask, Source};
use model::{Asked, Ident};

fn want(change: impl FnOnce(&mut Want)) -> Want {
    let spec = Spec { name: "me".to_owned(), present: true, ..Spec::default() };
    let mut want = Want { spec, ..Want::default() };
    change(&mut want);
    want
}

fn live() -> Live {
    Live { arn: "arn:aws:iam::123456789012:user/me".to_owned(), path: "/".to_owned(), ..Live::default() }
}

fn steps(want: &Want, live: Option<&Live>) -> Vec<String> {
    let plan = diff(want, live);
    assert!(plan.refusals.is_empty(), "{:?}", plan.refusals);
    plan.steps.iter().map(ToString::to_string).collect()
}

fn inline(documents: &[(&str, &str)]) -> Policies {
    let pairs = documents.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned()));
    Policies { inline: Some(pairs.collect()), ..Policies::default() }
}

#[test]
fn a_new_user_gets_everything_in_one_round() {
    let all = want(|want| {
        want.spec.password = Some(WriteOnly::new("s3cret".to_owned()));
        want.spec.policies = inline(&[("a", "{}")]);
        want.managed = Some(vec![Ident::from("arn:b")]);
    });
    let made = ["create the user", "set the password", "put the policy a", "attach arn:b"];
    assert_eq!(steps(&all, None), made);
    let plan = diff(&all, None);
    assert!(!format!("{plan:?}").contains("s3cret"), "a password is never shown");
    assert!(plan.steps[1..].iter().all(|step| step.follows(&plan.steps[0]) && !step.follows(&plan.steps[1])));
}

#[test]
fn settings_left_out_are_not_managed() {
    let rich = Live {
        inline: [("a".to_owned(), "{}".to_owned())].into_iter().collect::<indexmap::IndexMap<_, _>>().into(),
        managed: vec!["arn:b".to_owned()].into(),
        boundary: Some("arn:c".to_owned()),
        tags: [("team".to_owned(), "a".to_owned())].into_iter().collect(),
        ..live()
    };
    assert_eq!(steps(&want(|_| {}), Some(&rich)), Vec::<String>::new());
    let emptied = want(|want| {
        want.spec.policies = inline(&[]);
        want.managed = Some(vec![]);
        want.boundary = Some(Boundary::Nothing);
        want.spec.tags = Some(Tags::new());
        want.spec.path = Some("/team/".to_owned());
    });
    let expected = [
        "set the path /team/",
        "remove the permissions boundary",
        "remove the tags team",
        "delete the policy a",
        "detach arn:b",
    ];
    assert_eq!(steps(&emptied, Some(&rich)), expected);
}

#[test]
fn a_user_without_a_password_gets_one() {
    let with = want(|want| want.spec.password = Some(WriteOnly::new("s3cret".to_owned())));
    let has = |has_password: Asked<bool>| Live { has_password, ..live() };
    assert_eq!(steps(&with, Some(&has(Asked::Answer(false)))), ["set the password"]);
    assert_eq!(steps(&with, Some(&has(Asked::Answer(true)))), Vec::<String>::new());
    assert!(!diff(&with, Some(&has(Asked::NotAsked))).refusals.is_empty());
}

fn owner() -> Live {
    let belongings = Belongings {
        access_keys: vec!["AKIA1".to_owned()],
        devices: vec!["arn:aws:iam::123456789012:mfa/me".to_owned(), "GAHT12345678".to_owned()],
        groups: vec!["team".to_owned()],
        ..Belongings::default()
    };
    let (inline, managed, has_password) = (Asked::empty(), Asked::empty(), Asked::Answer(true));
    Live { belongings: belongings.into(), inline, managed, has_password, ..live() }
}

#[test]
fn things_that_block_a_deletion_are_deleted_first() {
    let gone = want(|want| want.spec.present = false);
    let expected = [
        "delete the password",
        "delete the access key AKIA1",
        "deactivate the MFA device arn:aws:iam::123456789012:mfa/me",
        "deactivate the MFA device GAHT12345678",
        "remove the user from the group team",
        "delete the virtual MFA device arn:aws:iam::123456789012:mfa/me",
        "delete the user",
    ];
    assert_eq!(steps(&gone, Some(&owner())), expected);
    assert_eq!(steps(&gone, None), Vec::<String>::new());
    let late = Live { belongings: Asked::NotYet, ..owner() };
    assert!(!steps(&gone, Some(&late)).contains(&"delete the user".to_owned()), "what is not known stays");
}

#[test]
fn things_that_other_states_delete_are_shown_only_there() {
    for (keys, left) in [("*", 0), ("AKIA1", 0), ("AKIA2", 1)] {
        let gone = want(|want| {
            want.spec.present = false;
            want.leaving = Leaving { groups: vec!["team".to_owned()], keys: vec![keys.to_owned()] };
        });
        let plan = diff(&gone, Some(&owner()));
        let paths: Vec<&str> = plan.changes.iter().map(|change| change.path.as_str()).collect();
        assert!(!paths.contains(&"groups"), "{paths:?}");
        assert_eq!(paths.iter().filter(|path| **path == "access_keys").count(), left, "{keys}");
        assert_eq!(steps(&gone, Some(&owner())).last().map(String::as_str), Some("delete the user"));
    }
}

#[test]
fn a_thing_that_must_stay_refuses_the_whole_deletion() {
    for (keeps, argument) in [
        (Keeps { keys: true, ..Keeps::default() }, "delete_keys"),
        (Keeps { devices: true, ..Keeps::default() }, "delete_mfa_devices"),
        (Keeps { password: true, ..Keeps::default() }, "delete_profile"),
    ] {
        let gone = want(|want| want.spec = Spec { present: false, keeps, ..want.spec.clone() });
        let plan = diff(&gone, Some(&owner()));
        assert!(plan.refusals[0].contains(argument), "{plan:?}");
        let (belongings, has_password) = (Asked::empty(), Asked::Answer(false));
        let poor = Live { belongings, has_password, ..owner() };
        assert_eq!(steps(&gone, Some(&poor)), ["delete the user"]);
    }
}

fn ask(name: &str, aspects: Aspects) -> Ask {
    Ask { reference: Reference::new(User::KIND, name), aspects }
}

fn unknown() -> NoSuchEntityException {
    NoSuchEntityException::builder().meta(ErrorMetadata::builder().code("NoSuchEntity").build()).build()
}

fn get_user() -> Rule {
    mock!(Client::get_user).match_requests(|request| request.user_name() == Some("me")).then_output(|| {
        let user = SdkUser::builder()
            .path("/")
            .user_name("me")
            .user_id("AID")
            .arn("arn:aws:iam::123456789012:user/me")
            .create_date(DateTime::from_secs(0));
        GetUserOutput::builder().user(user.build().unwrap()).build()
    })
}

fn aws(rules: &[&Rule]) -> Aws {
    canned::aws(|clients| clients.answer::<Iam>(RuleMode::MatchAny, rules))
}

#[tokio::test]
async fn several_users_are_read_by_the_listing_and_their_passwords_one_by_one() {
    let listing = mock!(Client::get_account_authorization_details).then_output(|| {
        let detail = UserDetail::builder()
            .user_name("me")
            .path("/")
            .arn("arn:aws:iam::123456789012:user/me")
            .user_policy_list(PolicyDetail::builder().policy_name("a").policy_document("%7B%7D").build())
            .attached_managed_policies(AttachedPolicy::builder().policy_arn("arn:b").build());
        GetAccountAuthorizationDetailsOutput::builder().user_detail_list(detail.build()).build()
    });
    let no_login = mock!(Client::get_login_profile)
        .then_error(|| GetLoginProfileError::NoSuchEntityException(unknown()));
    let aws = aws(&[&listing, &no_login]);
    let asks = [ask("me", INLINE | MANAGED | PASSWORD), ask("none", INLINE | MANAGED | PASSWORD)];
    let answers = User::describe(&aws, &asks).await;
    let found = answers.0[&asks[0].reference].clone().unwrap().unwrap();
    assert_eq!(found.inline.answer().unwrap()["a"], "{}");
    assert_eq!((found.managed, found.has_password), (vec!["arn:b".to_owned()].into(), Asked::Answer(false)));
    assert_eq!(answers.0[&asks[1].reference], Ok(None));
    assert_eq!((listing.num_calls(), no_login.num_calls()), (1, 1));
    assert_eq!(aws.owner().as_deref(), Some("123456789012"));
}

#[tokio::test]
async fn the_state_waits_until_iam_knows_the_policies_of_a_new_user() {
    let (user, policies) = (
        get_user(),
        mock!(Client::list_user_policies)
            .then_error(|| ListUserPoliciesError::NoSuchEntityException(unknown())),
    );
    let attached = mock!(Client::list_attached_user_policies)
        .then_output(|| ListAttachedUserPoliciesOutput::builder().build());
    let nobody = mock!(Client::get_user)
        .match_requests(|request| request.user_name() == Some("none"))
        .then_error(|| GetUserError::NoSuchEntityException(unknown()));
    let denied = mock!(Client::get_account_authorization_details).then_error(|| {
        let code = ErrorMetadata::builder().code("AccessDenied").build();
        aws_sdk_iam::operation::get_account_authorization_details::GetAccountAuthorizationDetailsError::generic(code)
    });
    let aws = aws(&[&user, &nobody, &policies, &attached, &denied]);
    let asks = [ask("me", INLINE | MANAGED), ask("none", INLINE | MANAGED)];
    let answers = User::describe(&aws, &asks).await;
    let found = answers.0[&asks[0].reference].clone().unwrap().unwrap();
    assert_eq!((found.inline, found.managed), (Asked::NotYet, Asked::empty()));
    assert_eq!(answers.0[&asks[1].reference], Ok(None));
}
