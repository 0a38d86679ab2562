use aws_sdk_iam::Client;
use aws_sdk_iam::operation::get_account_authorization_details::GetAccountAuthorizationDetailsOutput;
use aws_sdk_iam::operation::get_group::{GetGroupError, GetGroupOutput};
use aws_sdk_iam::types::error::NoSuchEntityException;
use aws_sdk_iam::types::{Group as SdkGroup, GroupDetail, PolicyDetail, User};
use aws_smithy_mocks::{Rule, RuleMode, mock};
use aws_smithy_types::DateTime;
use aws_smithy_types::error::ErrorMetadata;
use serde_json::json;

use super::diff::diff;
use super::live::Live;
use super::spec::Spec;
use super::want::Want;
use super::*;
use crate::Iam;
use crate::entity::declared::Policies;
use aws::{Aws, Fault};
use kind::{Ask, Resource, Source};
use model::plan::changes_to_value;
use model::{Asked, Ident};

fn names(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

fn want(change: impl FnOnce(&mut Want)) -> Want {
    let spec = Spec { name: "us".to_owned(), present: true, ..Spec::default() };
    let mut want = Want { spec, ..Want::default() };
    change(&mut want);
    want
}

fn live(members: &[&str], managed: &[&str]) -> Live {
    Live {
        path: "/".to_owned(),
        inline: Asked::empty(),
        managed: names(managed).into(),
        members: names(members).into(),
        ..Live::default()
    }
}

fn steps(want: &Want, live: Option<&Live>) -> Vec<String> {
    diff(want, live).steps.iter().map(ToString::to_string).collect()
}

#[test]
fn users_are_the_whole_list_and_new_ones_come_first() {
    let two = want(|want| want.spec.users = Some(names(&["b", "c"])));
    let plan = diff(&two, Some(&live(&["a", "b"], &[])));
    let titles: Vec<String> = plan.steps.iter().map(ToString::to_string).collect();
    assert_eq!(titles, ["add the user c", "remove the user a"]);
    assert!(plan.steps[1].follows(&plan.steps[0]));
    let shown = json!({"old": {"users": ["a", "b"]}, "new": {"users": ["b", "c"]}});
    assert_eq!(changes_to_value(&plan.changes).to_json(), shown);
    assert_eq!(steps(&two, Some(&live(&["c", "b"], &[]))), Vec::<String>::new());
    assert_eq!(steps(&want(|_| {}), Some(&live(&["a"], &["arn:x"]))), Vec::<String>::new());
    let nobody = want(|want| want.spec.users = Some(vec![]));
    assert_eq!(steps(&nobody, Some(&live(&["a"], &[]))), ["remove the user a"]);
    let unread = Live { members: Asked::NotAsked, ..live(&[], &[]) };
    assert!(diff(&nobody, Some(&unread)).refusals[0].contains("users"));
}

#[test]
fn delete_policies_keeps_managed_ones_too() {
    let declared = |keeps| {
        want(|want| {
            want.managed = Some(vec![Ident::from("arn:new")]);
            want.spec.policies = Policies { keeps_managed: keeps, ..Policies::default() };
        })
    };
    assert_eq!(steps(&declared(false), Some(&live(&[], &["arn:old"]))), ["attach arn:new", "detach arn:old"]);
    let plan = diff(&declared(true), Some(&live(&[], &["arn:old"])));
    assert_eq!(plan.steps.len(), 1);
    assert_eq!(plan.changes[0].new, names(&["arn:new", "arn:old"]).into());
}

#[test]
fn it_is_created_with_everything_and_emptied_before_its_deletion() {
    let all = want(|want| {
        want.spec.users = Some(names(&["a"]));
        want.managed = Some(vec![Ident::from("arn:x")]);
        want.spec.path = Some("/team/".to_owned());
    });
    assert_eq!(steps(&all, None), ["create the group", "attach arn:x", "add the user a"]);
    let moved = steps(&all, Some(&live(&["a"], &["arn:x"])));
    assert_eq!(moved, ["set the path /team/"]);
    let gone = want(|want| want.spec.present = false);
    let expected = ["detach arn:x", "remove the user a", "delete the group"];
    assert_eq!(steps(&gone, Some(&live(&["a"], &["arn:x"]))), expected);
    let late = Live { inline: Asked::NotYet, ..live(&[], &[]) };
    assert_eq!(steps(&gone, Some(&late)), Vec::<String>::new());
}

#[test]
fn its_users_and_policies_are_made_before_it() {
    let spec = Spec {
        users: Some(names(&["a"])),
        policies: Policies {
            managed: Some(names(&["mine", "arn:aws:iam::aws:policy/x"])),
            ..Policies::default()
        },
        ..want(|_| {}).spec
    };
    let used: Vec<String> = Group::uses(&spec).iter().map(ToString::to_string).collect();
    assert_eq!(used, ["policy 'mine'", "user 'a'"]);
}

fn ask(name: &str, aspects: Aspects) -> Ask {
    Ask { reference: Reference::new(Group::KIND, name), aspects }
}

fn group(user: &'static str, marker: Option<&'static str>) -> GetGroupOutput {
    let group = SdkGroup::builder()
        .path("/")
        .group_name("us")
        .group_id("AGP")
        .arn("arn:aws:iam::123456789012:group/us")
        .create_date(DateTime::from_secs(0));
    let user = User::builder()
        .path("/")
        .user_name(user)
        .user_id("AID")
        .arn("arn:user")
        .create_date(DateTime::from_secs(0));
    let output = GetGroupOutput::builder().group(group.build().unwrap()).users(user.build().unwrap());
    output.is_truncated(marker.is_some()).set_marker(marker.map(str::to_owned)).build().unwrap()
}

fn get_group() -> [Rule; 3] {
    let of = |request: &aws_sdk_iam::operation::get_group::GetGroupInput, marker: Option<&str>| {
        request.group_name() == Some("us") && request.marker() == marker
    };
    [
        mock!(Client::get_group)
            .match_requests(move |request| of(request, None))
            .then_output(|| group("a", Some("2"))),
        mock!(Client::get_group)
            .match_requests(move |request| of(request, Some("2")))
            .then_output(|| group("b", None)),
        mock!(Client::get_group).match_requests(|request| request.group_name() == Some("none")).then_error(
            || {
                let meta = ErrorMetadata::builder().code("NoSuchEntity").build();
                GetGroupError::NoSuchEntityException(NoSuchEntityException::builder().meta(meta).build())
            },
        ),
    ]
}

fn aws(rules: &[&Rule]) -> Aws {
    canned::aws(|clients| clients.answer::<Iam>(RuleMode::MatchAny, rules))
}

#[tokio::test]
async fn all_pages_of_members_are_read_and_policies_come_from_the_listing() {
    let [first, second, none] = get_group();
    let listing = mock!(Client::get_account_authorization_details).then_output(|| {
        let policy = PolicyDetail::builder().policy_name("p").policy_document("%7B%7D").build();
        let detail = GroupDetail::builder().group_name("us").path("/").group_policy_list(policy).build();
        GetAccountAuthorizationDetailsOutput::builder().group_detail_list(detail).is_truncated(true).build()
    });
    let everything = INLINE | MANAGED | MEMBERS;
    let asks = [ask("us", everything), ask("none", MEMBERS)];
    let answers = Group::describe(&aws(&[&first, &second, &none, &listing]), &asks).await;
    let found = answers.0[&asks[0].reference].clone().unwrap().unwrap();
    assert_eq!(found.members, names(&["a", "b"]).into());
    assert_eq!(found.inline.answer().unwrap()["p"], "{}");
    assert_eq!(answers.0[&asks[1].reference], Ok(None));
}

#[tokio::test]
async fn a_denied_read_is_not_absence() {
    let denied = mock!(Client::get_group)
        .then_error(|| GetGroupError::generic(ErrorMetadata::builder().code("AccessDenied").build()));
    let asks = [ask("us", MEMBERS)];
    let answers = Group::describe(&aws(&[&denied]), &asks).await;
    assert_eq!(answers.0[&asks[0].reference].clone().map_err(|error| error.fault), Err(Fault::Denied));
}
