use std::os::unix::fs::PermissionsExt;

use aws_sdk_iam::Client;
use aws_sdk_iam::operation::create_access_key::{CreateAccessKeyError, CreateAccessKeyOutput};
use aws_sdk_iam::operation::delete_access_key::DeleteAccessKeyOutput;
use aws_sdk_iam::operation::list_access_keys::ListAccessKeysOutput;
use aws_sdk_iam::types::{AccessKey, AccessKeyMetadata, StatusType};
use aws_smithy_mocks::{Rule, RuleMode, mock};
use aws_smithy_types::DateTime;
use aws_smithy_types::error::ErrorMetadata;

use super::diff::{Step, diff};
use super::live::Live;
use super::spec::Spec;
use super::*;
use crate::Iam;
use aws::Aws;
use kind::{Ask, Resource, Source};
use model::{Asked, Aspects};

fn want(number: usize, file: &str) -> Spec {
    Spec {
        name: "me".to_owned(),
        number: Some(number),
        file: Some(file.to_owned()),
        format: "{2}\n{0}\n{3}\n{1}\n".to_owned(),
        gone: None,
    }
}

fn ids(ids: &[&str]) -> Vec<String> {
    ids.iter().map(|id| (*id).to_owned()).collect()
}

fn live(keys: &[&str], lost: &[&str]) -> Live {
    Live { keys: ids(keys).into(), lost: ids(lost) }
}

fn steps(want: &Spec, live: Option<&Live>) -> Vec<String> {
    diff(want, live).steps.iter().map(ToString::to_string).collect()
}

#[test]
fn keys_are_only_added_and_a_lost_one_is_deleted_first() {
    let create = "create an access key and save it";
    assert_eq!(steps(&want(2, "/k/me"), None), [create, create]);
    assert_eq!(steps(&want(2, "/k/me"), Some(&live(&["A"], &[]))), [create]);
    assert_eq!(steps(&want(1, "/k/me"), Some(&live(&["A", "B"], &[]))), Vec::<String>::new());
    let lost = diff(&want(1, "/k/me"), Some(&live(&["A"], &["A"])));
    assert_eq!(lost.steps.len(), 1);
    assert_eq!(lost.steps[0].to_string(), "delete the access key A, whose secret was lost");
    assert_eq!(lost.changes[0].path, "access_keys");
    let late = Live { keys: Asked::NotYet, lost: vec![] };
    let plan = diff(&want(2, "/k/me"), Some(&late));
    assert!(
        plan.steps.is_empty() && plan.busy.is_some(),
        "no second key is made for one that is not listed yet"
    );
}

#[test]
fn listed_keys_go_and_others_stay() {
    let gone = |gone: Option<&[&str]>| Spec { number: None, file: None, gone: gone.map(ids), ..want(0, "") };
    let both = live(&["A", "B"], &[]);
    assert_eq!(steps(&gone(Some(&["B", "C"])), Some(&both)), ["delete the access key B"]);
    assert_eq!(steps(&gone(None), Some(&both)).len(), 2);
    assert_eq!(steps(&gone(None), None), Vec::<String>::new());
}

#[test]
fn a_format_is_that_of_python() {
    let formatted = |format| saved::formatted(format, ["AKIA", "s3cret", "key_id-0", "key-0"]);
    assert_eq!(formatted("{2}\n{0}\n{3}\n{1}\n").unwrap(), "key_id-0\nAKIA\nkey-0\ns3cret\n");
    assert_eq!(formatted("{{\"id\": \"{0}\"}}").unwrap(), "{\"id\": \"AKIA\"}");
    for wrong in ["{4}", "{id}", "{0", "}"] {
        assert_eq!(formatted(wrong), None, "{wrong}");
    }
}

fn listed(keys: &'static [&'static str], made: impl Fn() -> DateTime + Send + Sync + 'static) -> Rule {
    mock!(Client::list_access_keys).then_output(move || {
        let key = |id: &&str| AccessKeyMetadata::builder().access_key_id(*id).create_date(made()).build();
        let keys = keys.iter().map(key).collect();
        ListAccessKeysOutput::builder().set_access_key_metadata(Some(keys)).build().unwrap()
    })
}

fn long_ago() -> DateTime {
    DateTime::from_secs(0)
}

fn made() -> Rule {
    mock!(Client::create_access_key).then_output(|| {
        let key = AccessKey::builder()
            .user_name("me")
            .access_key_id("AKIANEW")
            .secret_access_key("s3cret")
            .status(StatusType::Active);
        CreateAccessKeyOutput::builder().access_key(key.build().unwrap()).build()
    })
}

fn aws(rules: &[&Rule]) -> Aws {
    canned::aws(|clients| clients.answer::<Iam>(RuleMode::MatchAny, rules))
}

async fn read(aws: &Aws, file: &str) -> Live {
    let reference = Reference::new(AccessKeys::KIND, "me").within(file);
    let ask = Ask { reference: reference.clone(), aspects: Aspects::NONE };
    AccessKeys::describe(aws, &[ask]).await.0[&reference].clone().unwrap().unwrap()
}

#[tokio::test]
async fn a_secret_is_appended_readable_only_for_its_owner_and_never_shown() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("me").display().to_string();
    let aws = aws(&[&listed(&[], long_ago), &made()]);
    let plan = diff(&want(1, &file), None);
    AccessKeys::apply(&aws, &plan.steps[0]).await.unwrap();
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "key_id-0\nAKIANEW\nkey-0\ns3cret\n");
    assert_eq!(std::fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
    assert!(!std::path::Path::new(&format!("{file}.making")).exists());
    assert!(!format!("{plan:?}").contains("s3cret"));
    let late = read(&aws, &file).await;
    assert_eq!((late.keys, late.lost), (Asked::NotYet, vec![]), "IAM does not list it yet");
}

#[tokio::test]
async fn without_a_place_for_its_secret_no_key_is_made() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("missing/me").display().to_string();
    let made = made();
    let aws = aws(&[&listed(&[], long_ago), &made]);
    let error = AccessKeys::apply(&aws, &diff(&want(1, &file), None).steps[0]).await.unwrap_err();
    assert!(error.message.contains("cannot be saved"), "{error}");
    assert_eq!(made.num_calls(), 0);
}

#[tokio::test]
async fn a_refused_creation_leaves_no_note() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("me").display().to_string();
    let refused = mock!(Client::create_access_key)
        .then_error(|| CreateAccessKeyError::generic(ErrorMetadata::builder().code("AccessDenied").build()));
    let aws = aws(&[&listed(&[], long_ago), &refused]);
    AccessKeys::apply(&aws, &diff(&want(1, &file), None).steps[0]).await.unwrap_err();
    assert!(!std::path::Path::new(&format!("{file}.making")).exists());
}

fn page(keys: &[&str]) -> ListAccessKeysOutput {
    let key = |id: &&str| AccessKeyMetadata::builder().access_key_id(*id).build();
    let keys = keys.iter().map(key).collect();
    ListAccessKeysOutput::builder().set_access_key_metadata(Some(keys)).build().unwrap()
}

fn once_listed(keys: &'static [&'static str]) -> Rule {
    mock!(Client::list_access_keys).sequence().output(move || page(keys)).build()
}

/// AWS failed, but may have created a key.
fn lost() -> Rule {
    let failed = || CreateAccessKeyError::generic(ErrorMetadata::builder().code("ServiceFailure").build());
    mock!(Client::create_access_key).sequence().error(failed).build()
}

#[tokio::test(start_paused = true)]
async fn a_key_whose_answer_is_lost_is_deleted_and_created_again() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("me").display().to_string();
    let deleted = mock!(Client::delete_access_key)
        .match_requests(|request| request.access_key_id() == Some("AKIALOST"))
        .sequence()
        .output(|| DeleteAccessKeyOutput::builder().build())
        .build();
    let lists = [&["AKIAOLD"][..], &["AKIAOLD", "AKIALOST"], &["AKIAOLD"]].map(once_listed);
    let (lost, made) = (lost(), made());
    let rules = [&lists[0], &lost, &lists[1], &deleted, &lists[2], &made];
    let aws = canned::aws(|clients| clients.answer::<Iam>(RuleMode::Sequential, &rules));
    AccessKeys::apply(&aws, &diff(&want(1, &file), None).steps[0]).await.unwrap();
    assert_eq!((lost.num_calls(), deleted.num_calls(), made.num_calls()), (1, 1, 1));
    assert!(std::fs::read_to_string(&file).unwrap().contains("AKIANEW"));
}

#[tokio::test(start_paused = true)]
async fn two_new_keys_are_both_kept() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("me").display().to_string();
    let lists = [&[][..], &["AKIAONE", "AKIATWO"]].map(once_listed);
    let lost = lost();
    let aws =
        canned::aws(|clients| clients.answer::<Iam>(RuleMode::Sequential, &[&lists[0], &lost, &lists[1]]));
    let error = AccessKeys::apply(&aws, &diff(&want(1, &file), None).steps[0]).await.unwrap_err();
    assert_eq!(error.fault, aws::Fault::Server);
    assert!(std::path::Path::new(&format!("{file}.making")).exists(), "the next run looks again");
}

fn now() -> DateTime {
    // The files of these tests are made now.
    let file = tempfile::NamedTempFile::new().unwrap();
    DateTime::from(file.as_file().metadata().unwrap().modified().unwrap())
}

#[tokio::test]
async fn a_key_that_a_cut_run_made_is_lost_and_others_are_not() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("me").display().to_string();
    std::fs::write(&file, "AKIASAVED").unwrap();
    std::fs::write(format!("{file}.making"), "AKIAKNOWN").unwrap();
    let keys = &["AKIAKNOWN", "AKIASAVED", "AKIANEW"];
    assert_eq!(read(&aws(&[&listed(keys, now)]), &file).await.lost, ["AKIANEW"]);
    let lost = read(&aws(&[&listed(keys, long_ago)]), &file).await.lost;
    assert_eq!(lost, Vec::<String>::new(), "a key that was made at another time is somebody's");
    let deleted = mock!(Client::delete_access_key)
        .match_requests(|request| request.access_key_id() == Some("AKIANEW"))
        .then_output(|| DeleteAccessKeyOutput::builder().build());
    let step = Step::DeleteLost { user: "me".to_owned(), id: "AKIANEW".to_owned(), file: file.clone() };
    AccessKeys::apply(&aws(&[&deleted, &listed(keys, now)]), &step).await.unwrap();
    assert!(!std::path::Path::new(&format!("{file}.making")).exists());
}

#[test]
fn only_the_owner_can_read_the_file_of_secrets_and_it_is_not_a_link() {
    let dir = tempfile::tempdir().unwrap();
    let path = |name: &str| dir.path().join(name).display().to_string();
    std::fs::write(path("deployer"), "before\n").unwrap();
    std::fs::set_permissions(path("deployer"), std::fs::Permissions::from_mode(0o644)).unwrap();
    saved::append(&path("deployer"), "secret\n").unwrap();
    assert_eq!(std::fs::read_to_string(path("deployer")).unwrap(), "before\nsecret\n");
    assert_eq!(std::fs::metadata(path("deployer")).unwrap().permissions().mode() & 0o777, 0o600);
    std::os::unix::fs::symlink(path("elsewhere"), path("linked")).unwrap();
    assert!(saved::append(&path("linked"), "secret\n").is_err());
    assert!(!dir.path().join("elsewhere").exists());
}
