//! Deployment packages: zip files of this machine, folders that become zip files, and objects of S3.

use std::collections::BTreeMap;
use std::io::{self, Cursor, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use super::api;
use aws::{ApiError, Aws, Fault};
use kind::{Answers, Ask, Source};
use model::Value;

/// The largest package of one call; larger ones need S3.
///
/// See <https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html>.
const LARGEST: u64 = 50 << 20;

/// A file or folder of this machine, by its path. Attribute: `digest`, as Lambda shows it for a function's code.
#[derive(Debug)]
pub struct Package;

impl Source for Package {
    const KIND: &'static str = "lambda.package";
    const NOUN: &'static str = "package";
    type Live = String;

    async fn describe(_aws: &Aws, asks: &[Ask]) -> Answers<String> {
        let mut answers = Answers::new();
        for Ask { reference, .. } in asks {
            let answer = match bytes(&reference.name).await {
                Ok(bytes) => Ok(Some(digest(&bytes))),
                Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
                Err(error) => {
                    Err(ApiError::found("reading", &reference.name, Fault::Other, error.to_string()))
                }
            };
            answers.answer(reference, answer);
        }
        answers
    }

    fn attribute(live: &String, attribute: &str) -> Option<Value> {
        (attribute == "digest").then(|| live.as_str().into())
    }
}

/// The bytes for Lambda: a zip file unchanged, a folder as a zip file.
///
/// # Errors
/// The file cannot be read, or is too large.
pub(super) async fn bytes(path: &str) -> io::Result<Vec<u8>> {
    let path = Path::new(path).to_owned();
    let read = move || {
        if path.is_dir() {
            let mut files = BTreeMap::new();
            gather(&path, "", &mut files)?;
            return zipped(&files);
        }
        let size = std::fs::metadata(&path)?.len();
        if size > LARGEST {
            let message = format!("it has {size} bytes, and one call accepts 50 MiB: use S3Bucket and S3Key");
            return Err(io::Error::other(message));
        }
        std::fs::read(&path)
    };
    tokio::task::spawn_blocking(read).await.map_err(io::Error::other)?
}

/// A file of a package.
pub(super) struct File {
    content: Vec<u8>,
    is_program: bool,
}

impl File {
    /// A file that is not executed.
    pub fn text(content: &str) -> Self {
        Self { content: content.as_bytes().to_vec(), is_program: false }
    }
}

fn gather(folder: &Path, prefix: &str, files: &mut BTreeMap<String, File>) -> io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let (name, metadata) = (format!("{prefix}{name}"), std::fs::metadata(&path)?);
        if metadata.is_dir() {
            gather(&path, &format!("{name}/"), files)?;
        } else {
            let is_program = metadata.permissions().mode() & 0o100 != 0;
            files.insert(name, File { content: std::fs::read(&path)?, is_program });
        }
    }
    Ok(())
}

/// The files as a zip file: the same files always give the same bytes.
///
/// # Errors
/// A name is too long for a zip file.
pub(super) fn zipped(files: &BTreeMap<String, File>) -> io::Result<Vec<u8>> {
    let mut archive = ZipWriter::new(Cursor::new(vec![]));
    for (name, file) in files {
        let mode = if file.is_program { 0o755 } else { 0o644 };
        // Not compressed, because another version of the library might compress differently.
        let options = SimpleFileOptions::DEFAULT
            .compression_method(CompressionMethod::Stored)
            .last_modified_time(zip::DateTime::default())
            .unix_permissions(mode);
        archive.start_file(name.as_str(), options)?;
        archive.write_all(&file.content)?;
    }
    Ok(archive.finish()?.into_inner())
}

/// The digest of code as Lambda shows it.
pub(super) fn digest(bytes: &[u8]) -> String {
    STANDARD.encode(Sha256::digest(bytes))
}

/// The same from a SHA-256 digest in hexadecimal; none for any other text.
pub(super) fn of_hex(hex: &str) -> Option<String> {
    let pairs: Option<Vec<&str>> = (0..hex.len()).step_by(2).map(|at| hex.get(at..at + 2)).collect();
    let bytes: Option<Vec<u8>> = pairs?.into_iter().map(|pair| u8::from_str_radix(pair, 16).ok()).collect();
    bytes.filter(|bytes| bytes.len() == 32).map(|bytes| STANDARD.encode(bytes))
}

/// An object of S3, by `bucket/key`; the scope is its version. Attribute: `digest`.
#[derive(Debug)]
pub struct Uploaded;

impl Source for Uploaded {
    const KIND: &'static str = "lambda.uploaded_package";
    const NOUN: &'static str = "object";
    const SHOWS: &'static [&'static str] = &["s3.object"];
    type Live = String;

    async fn describe(aws: &Aws, asks: &[Ask]) -> Answers<String> {
        let mut answers = Answers::new();
        for Ask { reference, .. } in asks {
            let (bucket, key) = reference.name.split_once('/').unwrap_or_default();
            answers.answer(
                reference,
                api::digest_of_object(aws, (bucket, key), reference.scope.as_deref()).await,
            );
        }
        answers
    }

    fn attribute(live: &String, attribute: &str) -> Option<Value> {
        (attribute == "digest").then(|| live.as_str().into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::S3;

    #[tokio::test]
    async fn a_folder_gives_the_same_package_again_and_a_file_is_sent_as_it_is() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("lib")).unwrap();
        std::fs::write(folder.path().join("lib/a.py"), "a = 1\n").unwrap();
        std::fs::write(folder.path().join("index.py"), "import lib.a\n").unwrap();
        let path = folder.path().display().to_string();
        let first = bytes(&path).await.unwrap();
        std::fs::write(folder.path().join("index.py"), "import lib.a\n").unwrap();
        assert_eq!(bytes(&path).await.unwrap(), first);
        let mut archive = zip::ZipArchive::new(Cursor::new(first.clone())).unwrap();
        let names: Vec<String> = archive.file_names().map(|name| name.unwrap().into_owned()).collect();
        assert_eq!(names, ["index.py", "lib/a.py"]);
        assert_eq!(archive.by_name("lib/a.py").unwrap().unix_mode(), Some(0o100_644));
        let file = folder.path().join("f.zip");
        std::fs::write(&file, &first).unwrap();
        assert_eq!(bytes(&file.display().to_string()).await.unwrap(), first);
    }

    #[test]
    fn a_digest_is_written_as_lambda_writes_it() {
        assert_eq!(digest(b"hello"), "LPJNul+wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ=");
    }

    #[tokio::test]
    async fn an_object_is_identified_by_its_metadata_and_otherwise_read() {
        use aws_sdk_s3::operation::get_object::GetObjectOutput;
        use aws_sdk_s3::operation::head_object::{HeadObjectError, HeadObjectOutput};
        use aws_sdk_s3::primitives::ByteStream;
        use aws_sdk_s3::types::ChecksumType;
        use aws_smithy_mocks::{RuleMode, mock};

        use model::{Aspects, Reference};

        const HEX: &str = "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824";
        let whole = digest(b"hello");
        let checksum = whole.clone();
        let head = mock!(aws_sdk_s3::Client::head_object)
            .match_requests(|request| request.key() != Some("gone"))
            .then_compute_output(move |request| {
                let answer = HeadObjectOutput::builder();
                match request.key() {
                    Some("ours") => answer.metadata("salt_managed_content_hash", HEX),
                    Some("checked") => answer.checksum_sha256(&checksum),
                    Some("parts") => {
                        answer.checksum_sha256("of the parts").checksum_type(ChecksumType::Composite)
                    }
                    _ => answer.metadata("salt_managed_content_hash", "5d41402abc4b2a76b9719d911017c592"),
                }
                .build()
            });
        let gone = mock!(aws_sdk_s3::Client::head_object)
            .match_requests(|request| request.key() == Some("gone"))
            .then_error(|| {
                let error = aws_smithy_types::error::ErrorMetadata::builder().code("NotFound").build();
                HeadObjectError::generic(error)
            });
        let get = mock!(aws_sdk_s3::Client::get_object)
            .then_output(|| GetObjectOutput::builder().body(ByteStream::from_static(b"hello")).build());
        let aws = canned::aws(|clients| clients.answer::<S3>(RuleMode::MatchAny, &[&head, &gone, &get]));
        let ask = |key: &str| Ask {
            reference: Reference::new(Uploaded::KIND, format!("bucket/{key}")),
            aspects: Aspects::NONE,
        };
        let asks = ["ours", "checked", "parts", "md5", "gone"].map(ask);
        let answers = Uploaded::describe(&aws, &asks).await.0;
        for (index, key) in ["ours", "checked", "parts", "md5"].into_iter().enumerate() {
            assert_eq!(answers[index], Ok(Some(whole.clone())), "{key}");
        }
        assert_eq!(answers[4], Ok(None));
        assert_eq!(get.num_calls(), 2, "only if the digest is not known otherwise");
    }
}
