use aws_sdk_iam::Client;
use aws_sdk_iam::operation::get_server_certificate::{GetServerCertificateError, GetServerCertificateOutput};
use aws_sdk_iam::operation::tag_server_certificate::TagServerCertificateOutput;
use aws_sdk_iam::operation::untag_server_certificate::UntagServerCertificateOutput;
use aws_sdk_iam::operation::update_server_certificate::UpdateServerCertificateOutput;
use aws_sdk_iam::operation::upload_server_certificate::UploadServerCertificateOutput;
use aws_sdk_iam::types::error::NoSuchEntityException;
use aws_sdk_iam::types::{ServerCertificate as SdkCertificate, ServerCertificateMetadata};
use aws_smithy_mocks::{RuleMode, mock};
use aws_smithy_types::error::ErrorMetadata;

use super::diff::diff;
use super::live::Live;
use super::spec::Spec;
use super::want::Want;
use super::*;
use crate::Iam;
use aws::tags::Tags;
use kind::local::Text;
use kind::{Ask, Resource, Source};
use model::{Aspects, Reference};

const BODY: &str = "-----BEGIN CERTIFICATE-----\nAAAA\nBBBB\n-----END CERTIFICATE-----\n";
const THE_SAME: &str = "-----BEGIN CERTIFICATE-----\r\nAAAABBBB\r\n-----END CERTIFICATE-----";

fn want(change: impl FnOnce(&mut Want)) -> Want {
    let key = Text::Here("s3cret key".to_owned());
    let spec = Spec { name: "web".to_owned(), present: true, key, ..Spec::default() };
    let mut want = Want { spec, body: BODY.to_owned(), chain: None };
    change(&mut want);
    want
}

fn live() -> Live {
    Live { path: "/".to_owned(), body: THE_SAME.to_owned(), chain: "CCCC".to_owned(), ..Live::default() }
}

fn steps(want: &Want, live: Option<&Live>) -> Vec<String> {
    diff(want, live).steps.iter().map(ToString::to_string).collect()
}

#[test]
fn another_certificate_is_refused_but_other_line_breaks_are_not() {
    assert_eq!(diff(&want(|_| {}), Some(&live())), model::Plan::nothing());
    let other = diff(&want(|want| want.body = "AAAA".to_owned()), Some(&live()));
    assert!(other.steps.is_empty() && other.refusals[0].contains("another certificate"), "{other:?}");
    let chain = diff(&want(|want| want.chain = Some("DDDD".to_owned())), Some(&live()));
    assert!(chain.refusals[0].contains("another chain"), "{chain:?}");
}

#[test]
fn a_private_key_is_never_shown() {
    let plan = diff(&want(|_| {}), None);
    assert_eq!(plan.steps.len(), 1);
    assert!(!format!("{plan:?}").contains("s3cret"), "{plan:?}");
}

#[test]
fn path_and_tags_change_in_place() {
    let changed = want(|want| {
        want.spec.path = Some("/cloudfront/".to_owned());
        want.spec.tags = Some([("team".to_owned(), "web".to_owned())].into_iter().collect());
    });
    let old = Live { tags: [("old".to_owned(), "1".to_owned())].into_iter().collect(), ..live() };
    let expected = ["set the path /cloudfront/", "tag with team", "remove the tags old"];
    assert_eq!(steps(&changed, Some(&old)), expected);
    let gone = want(|want| want.spec.present = false);
    assert_eq!(steps(&gone, Some(&live())), ["delete the certificate"]);
    assert!(steps(&gone, None).is_empty());
}

/// The local AWS has no calls for the path and the tags of a certificate.
#[tokio::test]
async fn each_change_is_its_call() {
    let moved = mock!(Client::update_server_certificate)
        .match_requests(|request| request.new_path() == Some("/cloudfront/"))
        .then_output(|| UpdateServerCertificateOutput::builder().build());
    let tagged = mock!(Client::tag_server_certificate)
        .match_requests(|request| request.tags().len() == 1)
        .then_output(|| TagServerCertificateOutput::builder().build());
    let untagged = mock!(Client::untag_server_certificate)
        .match_requests(|request| request.tag_keys() == ["old"])
        .then_output(|| UntagServerCertificateOutput::builder().build());
    let aws = canned::aws(|clients| clients.answer::<Iam>(RuleMode::MatchAny, &[&moved, &tagged, &untagged]));
    let changed = want(|want| {
        want.spec.path = Some("/cloudfront/".to_owned());
        want.spec.tags = Some([("team".to_owned(), "web".to_owned())].into_iter().collect());
    });
    let old = Live { tags: [("old".to_owned(), "1".to_owned())].into_iter().collect::<Tags>(), ..live() };
    for step in diff(&changed, Some(&old)).steps {
        ServerCertificate::apply(&aws, &step).await.unwrap();
    }
    assert_eq!([moved.num_calls(), tagged.num_calls(), untagged.num_calls()], [1, 1, 1]);
}

#[tokio::test]
async fn the_key_is_read_from_its_file_when_it_is_sent() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("key.pem").display().to_string();
    let uploaded = mock!(Client::upload_server_certificate)
        .match_requests(|request| request.private_key() == Some("from a file"))
        .then_output(|| UploadServerCertificateOutput::builder().build());
    let aws = canned::aws(|clients| clients.answer::<Iam>(RuleMode::MatchAny, &[&uploaded]));
    let plan = diff(&want(|want| want.spec.key = Text::In(path.clone())), None);
    let missing = ServerCertificate::apply(&aws, &plan.steps[0]).await.unwrap_err();
    assert!(missing.message.contains("cannot be read"), "{missing}");
    std::fs::write(&path, "from a file").unwrap();
    ServerCertificate::apply(&aws, &plan.steps[0]).await.unwrap();
    assert_eq!(uploaded.num_calls(), 1);
}

#[tokio::test]
async fn a_certificate_is_read_with_its_tags_and_unknown_is_absent() {
    let found = mock!(Client::get_server_certificate)
        .match_requests(|request| request.server_certificate_name() == Some("web"))
        .then_output(|| {
            let metadata = ServerCertificateMetadata::builder()
                .path("/")
                .server_certificate_name("web")
                .server_certificate_id("ASC")
                .arn("arn:web");
            let certificate = SdkCertificate::builder()
                .server_certificate_metadata(metadata.build().unwrap())
                .certificate_body(BODY);
            GetServerCertificateOutput::builder().server_certificate(certificate.build().unwrap()).build()
        });
    let unknown = mock!(Client::get_server_certificate)
        .match_requests(|request| request.server_certificate_name() == Some("none"))
        .then_error(|| {
            let meta = ErrorMetadata::builder().code("NoSuchEntity").build();
            let unknown = NoSuchEntityException::builder().meta(meta).build();
            GetServerCertificateError::NoSuchEntityException(unknown)
        });
    let aws = canned::aws(|clients| clients.answer::<Iam>(RuleMode::MatchAny, &[&found, &unknown]));
    let asks = ["web", "none"]
        .map(|name| Ask { reference: Reference::new(ServerCertificate::KIND, name), aspects: Aspects::NONE });
    let answers = ServerCertificate::describe(&aws, &asks).await;
    let live = answers.0[&asks[0].reference].clone().unwrap().unwrap();
    assert_eq!((live.arn.as_str(), live.body.as_str(), live.chain.as_str()), ("arn:web", BODY, ""));
    assert_eq!(answers.0[&asks[1].reference], Ok(None));
}
