use aws_sdk_iam::operation::get_policy::GetPolicyError;
use aws_sdk_iam::operation::get_policy_version::GetPolicyVersionError;
use aws_sdk_iam::operation::list_policies::ListPoliciesOutput;
use aws_sdk_iam::operation::list_policy_versions::ListPolicyVersionsOutput;
use aws_sdk_iam::types::error::NoSuchEntityException;
use aws_sdk_iam::types::{Policy as Managed, PolicyScopeType};
use aws_smithy_mocks::{RuleMode, mock};
use aws_smithy_types::error::ErrorMetadata;

use super::diff::{Step, diff};
use super::live::Live;
use super::spec::Spec;
use super::*;
use crate::Iam;
use kind::{Ask, Resource, Source};
use model::Asked;

fn ask(name: &str) -> Ask {
    Ask { reference: Reference::new(Policy::KIND, name), aspects: Aspects::NONE }
}

fn page(path: &str, name: &str, marker: Option<&str>) -> ListPoliciesOutput {
    let policy = Managed::builder().path(path).policy_name(name).arn(format!("arn:{path}{name}")).build();
    let more = marker.is_some();
    ListPoliciesOutput::builder()
        .policies(policy)
        .is_truncated(more)
        .set_marker(marker.map(str::to_owned))
        .build()
}

#[tokio::test]
async fn own_policies_are_found_by_all_pages_before_those_of_aws_are_listed() {
    let first = mock!(aws_sdk_iam::Client::list_policies)
        .match_requests(|request| {
            request.scope() == Some(&PolicyScopeType::Local) && request.marker().is_none()
        })
        .then_output(|| page("/", "a", Some("next")));
    let second = mock!(aws_sdk_iam::Client::list_policies)
        .match_requests(|request| request.marker() == Some("next"))
        .then_output(|| page("/team/", "b", None));
    let managed = mock!(aws_sdk_iam::Client::list_policies)
        .match_requests(|request| request.scope() == Some(&PolicyScopeType::Aws))
        .then_output(|| page("/", "ReadOnlyAccess", None));
    let aws = canned::aws(|clients| clients.answer::<Iam>(RuleMode::MatchAny, &[&first, &second, &managed]));

    let answers = Policy::describe(&aws, &[ask("b"), ask("/team/b"), ask("a")]).await;
    let arns: Vec<_> = answers.0.values().map(|live| live.clone().unwrap().unwrap().arn).collect();
    assert_eq!(arns, ["arn:/team/b", "arn:/team/b", "arn:/a"]);
    assert_eq!(managed.num_calls(), 0);

    let answers = Policy::describe(&aws, &[ask("ReadOnlyAccess"), ask("other/b")]).await;
    assert!(answers.0[&ask("ReadOnlyAccess").reference].as_ref().unwrap().is_some());
    assert_eq!(answers.0[&ask("other/b").reference], Ok(None));
}

fn want(document: &str) -> Spec {
    Spec { name: "a".to_owned(), present: true, document: document.to_owned(), ..Spec::default() }
}

fn live(document: &str, others: &[&str]) -> Live {
    Live {
        arn: "arn:aws:iam::1:policy/a".to_owned(),
        name: "a".to_owned(),
        path: "/".to_owned(),
        document: document.to_owned().into(),
        other_versions: others.iter().map(|it| (*it).to_owned()).collect(),
        description: Asked::empty(),
        ..Live::default()
    }
}

const ALLOW: &str = r#"{"Statement": [{"Effect": "Allow", "Action": "s3:GetObject"}]}"#;
const THE_SAME: &str = r#"{"Statement": {"Action": ["s3:getobject"], "Effect": "Allow"}}"#;
const DENY: &str = r#"{"Statement": [{"Effect": "Deny", "Action": "s3:GetObject"}]}"#;

fn steps(want: &Spec, live: &Live) -> Vec<String> {
    diff(want, Some(live)).steps.iter().map(ToString::to_string).collect()
}

#[test]
fn another_document_is_a_new_version_and_an_equal_one_is_not() {
    assert_eq!(steps(&want(ALLOW), &live(THE_SAME, &[])), Vec::<String>::new());
    assert_eq!(steps(&want(ALLOW), &live(DENY, &["v1"])), ["make a new version of the policy"]);
}

#[test]
fn the_oldest_of_five_versions_is_deleted_first() {
    let expected = ["delete its version v1", "make a new version of the policy"];
    assert_eq!(steps(&want(ALLOW), &live(DENY, &["v1", "v2", "v3", "v4"])), expected);
}

#[test]
fn its_versions_go_before_it() {
    let gone = Spec { present: false, ..want("") };
    assert_eq!(steps(&gone, &live(ALLOW, &["v1"])), ["delete its version v1", "delete the policy"]);
    let unread = Live { document: Asked::NotAsked, ..live(ALLOW, &[]) };
    assert!(diff(&gone, Some(&unread)).steps.is_empty());
}

#[test]
fn impossible_changes_are_reported() {
    let moved = Spec { path: Some("/team/".to_owned()), ..want(ALLOW) };
    assert!(diff(&moved, Some(&live(ALLOW, &[]))).refusals[0].contains("it is /,"));
    let described = Spec { description: Some("new".to_owned()), ..want(ALLOW) };
    let plan = diff(&described, Some(&live(ALLOW, &[])));
    assert_eq!((plan.warnings.len(), plan.is_empty()), (1, true));
    let by_arn = Spec { name: "arn:aws:iam::1:policy/b".to_owned(), ..want(ALLOW) };
    assert_eq!(diff(&by_arn, None).refusals.len(), 1);
}

#[test]
fn it_is_found_by_name_by_path_and_by_arn() {
    let spec = Spec { path: Some("/team/".to_owned()), ..want(ALLOW) };
    assert_eq!(
        Policy::provides(&spec).iter().map(|it| it.name.as_str()).collect::<Vec<_>>(),
        ["a", "/team/a"]
    );
    assert!(live(ALLOW, &[]).is_named("arn:aws:iam::1:policy/a"));
    assert_eq!(diff(&spec, None).steps.len(), 1);
    assert!(matches!(diff(&spec, None).steps[0], Step::Create { .. }));
}

/// IAM lists a new policy before it knows its versions.
#[tokio::test]
async fn a_policy_that_only_the_list_shows_yet_is_waited_for() {
    let unknown =
        || NoSuchEntityException::builder().meta(ErrorMetadata::builder().code("NoSuchEntity").build());
    let list = mock!(aws_sdk_iam::Client::list_policies).then_output(|| page("/", "a", None));
    let version = mock!(aws_sdk_iam::Client::get_policy_version)
        .then_error(move || GetPolicyVersionError::NoSuchEntityException(unknown().build()));
    let versions = mock!(aws_sdk_iam::Client::list_policy_versions)
        .then_output(|| ListPolicyVersionsOutput::builder().build());
    let details = mock!(aws_sdk_iam::Client::get_policy)
        .then_error(move || GetPolicyError::NoSuchEntityException(unknown().build()));
    let aws = canned::aws(|clients| {
        clients.answer::<Iam>(RuleMode::MatchAny, &[&list, &version, &versions, &details]);
    });
    let ask = Ask { aspects: OWN | DOCUMENT | DETAILS, ..ask("a") };
    let answers = Policy::describe(&aws, std::slice::from_ref(&ask)).await;
    let live = answers.0[&ask.reference].clone().unwrap().unwrap();
    assert_eq!((&live.document, &live.tags), (&Asked::NotYet, &Asked::NotYet));
    let wanted = Spec { description: Some("new".to_owned()), ..want(ALLOW) };
    let plan = diff(&wanted, Some(&live));
    assert!(plan.steps.is_empty() && plan.refusals.is_empty() && plan.busy.is_some(), "{plan:?}");
}

#[tokio::test]
async fn a_declared_policy_is_never_one_of_aws() {
    let none = mock!(aws_sdk_iam::Client::list_policies)
        .match_requests(|request| request.scope() == Some(&PolicyScopeType::Local))
        .then_output(|| ListPoliciesOutput::builder().build());
    let aws = canned::aws(|clients| clients.answer::<Iam>(RuleMode::MatchAny, &[&none]));
    let ask = Ask { reference: Reference::new(Policy::KIND, "ReadOnlyAccess"), aspects: OWN };
    let answers = Policy::describe(&aws, std::slice::from_ref(&ask)).await;
    assert_eq!(answers.0[&ask.reference], Ok(None));
}
