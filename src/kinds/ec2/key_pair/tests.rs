use std::os::unix::fs::PermissionsExt;

use aws_sdk_ec2::operation::create_key_pair::CreateKeyPairOutput;
use aws_smithy_mocks::{RuleMode, mock};

use super::diff::Step;
use super::live::Live;
use super::spec::Spec;
use super::*;
use crate::Ec2;
use kind::{Ask, Resource, Source};

fn want(directory: Option<&str>, public: Option<&str>) -> Spec {
    let (directory, public) = (directory.map(str::to_owned), public.map(str::to_owned));
    Spec { name: "me".to_owned(), present: true, directory, public, tags: None }
}

fn live(public: &str) -> Live {
    Live { id: "key-1".to_owned(), name: "me".to_owned(), public: Some(public.to_owned()), ..Live::default() }
}

fn steps(want: &Spec, live: Option<&Live>) -> Vec<String> {
    let plan = KeyPair::diff(want, live);
    assert!(plan.refusals.is_empty(), "{:?}", plan.refusals);
    plan.steps.iter().map(ToString::to_string).collect()
}

#[test]
fn it_is_imported_or_made_and_another_public_key_is_refused() {
    let imported = want(None, Some("ssh-ed25519 AAAAsame me@here"));
    assert_eq!(steps(&imported, None), ["import the public key"]);
    let made = ["create the key pair and save its private key"];
    assert_eq!(steps(&want(Some("/keys"), None), None), made);
    assert_eq!(steps(&imported, Some(&live("ssh-ed25519 AAAAsame me"))), Vec::<String>::new());
    let other = KeyPair::diff(&imported, Some(&live("ssh-ed25519 AAAAother me")));
    assert!(other.steps.is_empty() && other.refusals[0].contains("another public key"), "{other:?}");
    let gone = Spec { present: false, ..want(None, None) };
    assert_eq!(steps(&gone, Some(&live(""))), ["delete the key pair"]);
}

#[test]
fn a_pair_without_a_known_key_is_deleted_before_another_is_created() {
    let lost = Live { is_lost: true, ..live("ssh-rsa AAAA") };
    assert_eq!(steps(&want(Some("/keys"), None), Some(&lost)), ["delete the key pair"]);
}

#[tokio::test]
async fn the_private_key_is_saved_readable_only_for_its_owner_and_never_shown() {
    let made = mock!(aws_sdk_ec2::Client::create_key_pair)
        .then_output(|| CreateKeyPairOutput::builder().key_material("-----BEGIN").build());
    let aws = canned::aws(|clients| clients.answer::<Ec2>(RuleMode::MatchAny, &[&made]));
    let directory = tempfile::tempdir().unwrap();
    let want = want(Some(&directory.path().display().to_string()), None);
    let plan = KeyPair::diff(&want, None);
    // The pair of an interrupted run is reused.
    std::fs::write(want.file().unwrap(), "").unwrap();
    KeyPair::apply(&aws, &plan.steps[0]).await.unwrap();
    let file = want.file().unwrap();
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "-----BEGIN");
    assert_eq!(std::fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
    assert!(!format!("{plan:?}").contains("BEGIN"));
    let again = KeyPair::apply(&aws, &plan.steps[0]).await.unwrap_err();
    assert!(again.message.contains("cannot be saved"), "a key that is there is never overwritten: {again}");
    assert_eq!(made.num_calls(), 1);
}

#[tokio::test]
async fn a_refused_creation_leaves_no_file_and_a_lost_one_is_seen_by_the_next_run() {
    let refused = mock!(aws_sdk_ec2::Client::create_key_pair).then_error(|| {
        let meta = aws_smithy_types::error::ErrorMetadata::builder().code("UnauthorizedOperation").build();
        aws_sdk_ec2::operation::create_key_pair::CreateKeyPairError::generic(meta)
    });
    let aws = canned::aws(|clients| clients.answer::<Ec2>(RuleMode::MatchAny, &[&refused]));
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("me.pem").display().to_string();
    let step = Step::Create { name: "me".to_owned(), file: file.clone(), tags: Tags::new() };
    KeyPair::apply(&aws, &step).await.unwrap_err();
    assert!(!std::path::Path::new(&file).exists());
    std::fs::write(&file, "").unwrap();
    let pairs = mock!(aws_sdk_ec2::Client::describe_key_pairs).then_output(|| {
        let pair = aws_sdk_ec2::types::KeyPairInfo::builder().key_name("me").key_pair_id("key-1").build();
        aws_sdk_ec2::operation::describe_key_pairs::DescribeKeyPairsOutput::builder().key_pairs(pair).build()
    });
    let aws = canned::aws(|clients| clients.answer::<Ec2>(RuleMode::MatchAny, &[&pairs]));
    let reference = Reference::new(KeyPair::KIND, "me").within(file);
    let ask = Ask { reference: reference.clone(), aspects: model::Aspects::NONE };
    let found = KeyPair::describe(&aws, &[ask]).await.0;
    assert!(found[&reference].clone().unwrap().unwrap().is_lost);
}
