use std::fs;

use aws_sdk_s3::operation::abort_multipart_upload::AbortMultipartUploadOutput;
use aws_sdk_s3::operation::complete_multipart_upload::CompleteMultipartUploadOutput;
use aws_sdk_s3::operation::create_multipart_upload::CreateMultipartUploadOutput;
use aws_sdk_s3::operation::get_object::{GetObjectError, GetObjectInput, GetObjectOutput};
use aws_sdk_s3::operation::list_objects_v2::ListObjectsV2Output;
use aws_sdk_s3::operation::put_object::PutObjectOutput;
use aws_sdk_s3::operation::upload_part::{UploadPartError, UploadPartOutput};
use aws_sdk_s3::primitives::{ByteStream, SdkBody};
use aws_sdk_s3::types::error::NoSuchKey;
use aws_sdk_s3::types::{CommonPrefix, Object, ServerSideEncryption};
use aws_smithy_mocks::{Rule, RuleMode, mock};
use aws_smithy_types::error::ErrorMetadata;
use hyper::body::{Bytes, Frame};
use tempfile::TempDir;

use super::*;
use crate::S3Service;
use crate::store::{Content, LARGEST_DOCUMENT, Store};

fn store(rules: &[&Rule]) -> S3 {
    let aws = canned::aws(|clients| clients.answer::<S3Service>(RuleMode::Sequential, rules));
    let location = Location::parse("s3://bucket/deploy/").unwrap();
    S3 { aws: Arc::new(aws), location, encryption: Encryption::default() }
}

fn refused(code: &str) -> GetObjectError {
    GetObjectError::generic(ErrorMetadata::builder().code(code).message("told").build())
}

/// A body that breaks off after some bytes.
fn broken(bytes: &'static str) -> ByteStream {
    let pieces = [Ok(Frame::data(Bytes::from_static(bytes.as_bytes()))), Err(std::io::Error::other("cut"))];
    let body = http_body_util::StreamBody::new(futures::stream::iter(pieces));
    ByteStream::new(SdkBody::from_body_1_x(body))
}

#[test]
fn a_location_is_a_bucket_and_a_prefix() {
    let parts = |url| Location::parse(url).map(|it| (it.bucket.clone(), it.prefix.clone(), it.url()));
    let some = |bucket: &str, prefix: &str, url: &str| Some((bucket.into(), prefix.into(), url.into()));
    assert_eq!(parts("s3://b"), some("b", "", "s3://b"));
    assert_eq!(parts("s3://b/x/y/"), some("b", "x/y", "s3://b/x/y"));
    assert_eq!(parts("s3:///x"), None);
    assert_eq!(parts("/srv/store"), None);
}

#[tokio::test]
async fn only_a_missing_object_is_absence() {
    let missing = mock!(aws_sdk_s3::Client::get_object)
        .match_requests(|call| call.bucket() == Some("bucket") && call.key() == Some("deploy/myapp/x"))
        .then_error(|| GetObjectError::NoSuchKey(NoSuchKey::builder().meta(code("NoSuchKey")).build()));
    assert_eq!(store(&[&missing]).read("myapp/x").await.unwrap(), None);
    for fault in ["NoSuchBucket", "AccessDenied"] {
        let failing = mock!(aws_sdk_s3::Client::get_object).then_error(move || refused(fault));
        let message = store(&[&failing]).read("myapp/x").await.unwrap_err().to_string();
        assert!(message.contains("GetObject of s3://bucket/deploy/myapp/x failed: told"), "{message}");
    }
}

fn code(code: &str) -> ErrorMetadata {
    ErrorMetadata::builder().code(code).build()
}

#[tokio::test]
async fn a_document_that_is_too_large_is_not_read() {
    let large = mock!(aws_sdk_s3::Client::get_object).then_output(|| {
        let size = i64::try_from(LARGEST_DOCUMENT + 1).unwrap();
        GetObjectOutput::builder().content_length(size).body(ByteStream::from_static(b"{")).build()
    });
    let message = store(&[&large]).read("myapp/x").await.unwrap_err().to_string();
    assert!(message.contains("s3://bucket/deploy/myapp/x is 67108865 bytes long"), "{message}");
}

#[tokio::test(start_paused = true)]
async fn a_download_that_breaks_off_goes_on_where_it_ended() {
    let dir = TempDir::new().unwrap();
    let to = dir.path().join("archive");
    let part = |range: Option<&'static str>, body: fn() -> ByteStream| {
        let is_asked = move |call: &GetObjectInput| {
            // The continued bytes belong to the same object.
            call.range() == range && call.if_match() == range.map(|_| "\"first\"")
        };
        mock!(aws_sdk_s3::Client::get_object).match_requests(is_asked).then_output(move || {
            let answer = GetObjectOutput::builder().body(body()).e_tag("\"first\"");
            answer.set_content_range(range.map(|range| range.replace('=', " "))).build()
        })
    };
    let rules = [
        part(None, || broken("012")),
        part(Some("bytes=3-"), || broken("")),
        part(Some("bytes=3-"), || broken("34")),
        part(Some("bytes=5-"), || ByteStream::from_static(b"56789")),
    ];
    let s3 = store(&rules.each_ref());
    assert!(s3.fetch("myapp/r1/archive.tar.gz", 10, &to).await.unwrap());
    assert_eq!(fs::read_to_string(&to).unwrap(), "0123456789");
    assert_eq!(rules.each_ref().map(Rule::num_calls), [1, 1, 1, 1]);
    assert!(store(&[]).fetch("myapp/r1/archive.tar.gz", 10, &to).await.unwrap(), "whole: no call");
}

#[tokio::test(start_paused = true)]
async fn a_download_that_never_gets_on_is_given_up() {
    let dir = TempDir::new().unwrap();
    let cut = mock!(aws_sdk_s3::Client::get_object)
        .then_output(|| GetObjectOutput::builder().body(broken("")).build());
    let aws = canned::aws(|clients| clients.answer::<S3Service>(RuleMode::MatchAny, &[&cut]));
    let s3 = S3 { aws: Arc::new(aws), ..store(&[]) };
    let message = s3.fetch("a", 10, &dir.path().join("archive")).await.unwrap_err().to_string();
    assert!(message.contains("GetObject of s3://bucket/deploy/a failed"), "{message}");
    assert!(cut.num_calls() > 5 && cut.num_calls() < 30, "{}", cut.num_calls());
}

#[tokio::test]
async fn what_is_there_already_and_too_long_begins_anew() {
    let dir = TempDir::new().unwrap();
    let to = dir.path().join("archive");
    fs::write(&to, "something else entirely").unwrap();
    let whole = || {
        mock!(aws_sdk_s3::Client::get_object)
            .match_requests(|call| call.range().is_none())
            .then_output(|| GetObjectOutput::builder().body(ByteStream::from_static(b"0123456789")).build())
    };
    let first = whole();
    assert!(store(&[&first]).fetch("a", 10, &to).await.unwrap());
    assert_eq!(fs::read_to_string(&to).unwrap(), "0123456789");
    // The object became shorter than the part that was downloaded.
    fs::write(&to, "01234567").unwrap();
    let range = mock!(aws_sdk_s3::Client::get_object).then_error(|| refused("InvalidRange"));
    let again = whole();
    assert!(store(&[&range, &again]).fetch("a", 10, &to).await.unwrap());
    assert_eq!(fs::read_to_string(&to).unwrap(), "0123456789");
}

#[tokio::test]
async fn what_is_put_is_encrypted_as_configured() {
    let put = mock!(aws_sdk_s3::Client::put_object)
        .match_requests(|call| {
            call.server_side_encryption() == Some(&ServerSideEncryption::AwsKms)
                && call.ssekms_key_id() == Some("alias/deploy")
                && call.key() == Some("deploy/a")
        })
        .then_output(|| PutObjectOutput::builder().build());
    let encryption =
        Encryption { method: Some("aws:kms".to_owned()), kms_key_id: Some("alias/deploy".to_owned()) };
    S3 { encryption, ..store(&[&put]) }.put("a", Content::Bytes(b"x")).await.unwrap();
    assert_eq!(put.num_calls(), 1);
}

#[tokio::test]
async fn a_large_file_goes_up_in_parts_and_a_failed_one_is_taken_back() {
    let dir = TempDir::new().unwrap();
    let from = dir.path().join("archive");
    fs::File::create(&from).unwrap().set_len((16 << 20) + 1).unwrap();
    let begin = || {
        mock!(aws_sdk_s3::Client::create_multipart_upload)
            .then_output(|| CreateMultipartUploadOutput::builder().upload_id("id").build())
    };
    let part = |number: i32| {
        mock!(aws_sdk_s3::Client::upload_part)
            .match_requests(move |call| call.part_number() == Some(number))
            .then_output(move || UploadPartOutput::builder().e_tag(format!("e{number}")).build())
    };
    let end = mock!(aws_sdk_s3::Client::complete_multipart_upload)
        .match_requests(|call| {
            let parts = call
                .multipart_upload()
                .map(aws_sdk_s3::types::CompletedMultipartUpload::parts)
                .unwrap_or_default();
            parts.iter().filter_map(|part| part.e_tag()).eq(["e1", "e2"]) && call.upload_id() == Some("id")
        })
        .then_output(|| CompleteMultipartUploadOutput::builder().build());
    let (first, second) = (part(1), part(2));
    store(&[&begin(), &first, &second, &end]).put("a", Content::File(&from)).await.unwrap();
    assert_eq!(end.num_calls(), 1);
    let denied =
        mock!(aws_sdk_s3::Client::upload_part).then_error(|| UploadPartError::generic(code("AccessDenied")));
    let abort = mock!(aws_sdk_s3::Client::abort_multipart_upload)
        .match_requests(|call| call.upload_id() == Some("id"))
        .then_output(|| AbortMultipartUploadOutput::builder().build());
    let message = store(&[&begin(), &denied, &abort]).put("a", Content::File(&from)).await.unwrap_err();
    assert!(message.to_string().contains("UploadPart of s3://bucket/deploy/a failed"), "{message}");
    assert_eq!(abort.num_calls(), 1);
}

#[tokio::test]
async fn names_come_from_all_pages_without_their_prefix() {
    let prefix = |key: &str| CommonPrefix::builder().prefix(key).build();
    let first = mock!(aws_sdk_s3::Client::list_objects_v2)
        .match_requests(|call| {
            call.prefix() == Some("deploy/myapp/")
                && call.delimiter() == Some("/")
                && call.continuation_token().is_none()
        })
        .then_output(move || {
            let page = ListObjectsV2Output::builder().next_continuation_token("more");
            page.common_prefixes(prefix("deploy/myapp/r2/")).build()
        });
    let second = mock!(aws_sdk_s3::Client::list_objects_v2)
        .match_requests(|call| call.continuation_token() == Some("more"))
        .then_output(move || {
            let object = Object::builder().key("deploy/myapp/current.json").build();
            let itself = Object::builder().key("deploy/myapp/").build();
            let page = ListObjectsV2Output::builder().contents(itself).contents(object);
            page.common_prefixes(prefix("deploy/myapp/r1/")).build()
        });
    assert_eq!(store(&[&first, &second]).names("myapp").await.unwrap(), ["current.json", "r1", "r2"]);
    let all = mock!(aws_sdk_s3::Client::list_objects_v2)
        .match_requests(|call| call.prefix() == Some("deploy/"))
        .then_output(|| ListObjectsV2Output::builder().build());
    assert_eq!(store(&[&all]).names("").await.unwrap(), Vec::<String>::new());
}

/// A body of so many pieces of some bytes, one a second.
fn slow(count: usize, bytes: usize) -> ByteStream {
    let pieces = futures::stream::unfold(count, move |left| async move {
        tokio::time::sleep(std::time::Duration::from_secs(1)).await;
        let piece = Ok::<_, std::io::Error>(Frame::data(Bytes::from(vec![b'x'; bytes])));
        left.checked_sub(1).map(|left| (piece, left))
    });
    ByteStream::new(SdkBody::from_body_1_x(http_body_util::StreamBody::new(pieces)))
}

#[tokio::test(start_paused = true)]
async fn a_body_of_one_byte_a_second_has_an_end() {
    let directory = TempDir::new().unwrap();
    let to = directory.path().join("archive");
    let output = |count, bytes| move || GetObjectOutput::builder().body(slow(count, bytes)).build();
    let crawls = mock!(aws_sdk_s3::Client::get_object).then_output(output(100_000, 1));
    let began = tokio::time::Instant::now();
    let error = store(&[&crawls]).fetch("x", 100_000, &to).await.unwrap_err().to_string();
    assert!(error.contains("fewer than 65536 bytes came in 60 s"), "{error}");
    assert!(began.elapsed().as_secs() < 200);
    let crawls = mock!(aws_sdk_s3::Client::get_object).then_output(output(100_000, 1));
    assert!(store(&[&crawls]).read("x").await.is_err());
    // A slow line that moves is waited for.
    fs::remove_file(&to).unwrap();
    let walks = mock!(aws_sdk_s3::Client::get_object).then_output(output(300, 2000));
    assert!(store(&[&walks]).fetch("x", 600_000, &to).await.unwrap());
    assert_eq!(fs::metadata(&to).unwrap().len(), 600_000);
}
