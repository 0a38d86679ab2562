//! Files of this machine that states of AWS send: what is uploaded to a bucket.

use std::io;

use sha2::Digest;
use tokio::io::AsyncReadExt;

use super::{Answers, AnySource, Ask, ReadOnly, Source};
use crate::aws::{ApiError, Aws, Fault};
use crate::model::{Minion, Value, hex};

/// Bytes at once.
const CHUNK: usize = 1 << 16;

/// What other kinds refer to.
pub const SOURCES: &[&dyn AnySource] = &[&ReadOnly::<File>::IT];

/// A file, by its path; the scope names the digest. Attributes: `digest` in hexadecimal, `size` in bytes.
#[derive(Debug)]
pub struct File;

/// A file as it is.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Live {
    /// Its digest, in hexadecimal.
    pub digest: String,
    /// Its length.
    pub size: i64,
}

impl Source for File {
    const KIND: &'static str = "local.file";
    const NOUN: &'static str = "file";
    type Live = Live;

    async fn describe(_aws: &Aws, asks: &[Ask]) -> Answers<Live> {
        describe(asks).await
    }

    fn attribute(live: &Live, attribute: &str) -> Option<Value> {
        match attribute {
            "digest" => Some(live.digest.as_str().into()),
            "size" => Some(live.size.into()),
            _ => None,
        }
    }
}

/// The path of a source: `salt://` is looked for in the file roots of the configuration, in their order.
pub fn path_of(source: &str, minion: &Minion) -> String {
    let Some(inside) = source.strip_prefix("salt://") else { return source.to_owned() };
    let roots = minion.opts.get("file_roots").and_then(Value::as_map).and_then(|all| all.get("base"));
    let roots = roots.and_then(Value::as_list).into_iter().flatten().filter_map(Value::as_str);
    let mut paths = roots.map(|root| format!("{}/{inside}", root.trim_end_matches('/')));
    let found = paths.clone().find(|path| std::path::Path::new(path).is_file());
    found.or_else(|| paths.next()).unwrap_or_else(|| source.to_owned())
}

async fn describe(asks: &[Ask]) -> Answers<Live> {
    let mut answers = Answers::new();
    for Ask { reference, .. } in asks {
        let digest = reference.scope.as_deref().unwrap_or_default();
        let answer = match read(&reference.name, digest).await {
            Ok(live) => Ok(Some(live)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(ApiError::found("reading", &reference.name, Fault::Other, error.to_string())),
        };
        answers.answer(reference, answer);
    }
    answers
}

async fn read(path: &str, digest: &str) -> io::Result<Live> {
    match digest {
        "md5" => digested::<md5::Md5>(path).await,
        "sha1" => digested::<sha1::Sha1>(path).await,
        "sha224" => digested::<sha2::Sha224>(path).await,
        "sha384" => digested::<sha2::Sha384>(path).await,
        "sha512" => digested::<sha2::Sha512>(path).await,
        _ => digested::<sha2::Sha256>(path).await,
    }
}

async fn digested<D: Digest + Send>(path: &str) -> io::Result<Live> {
    let mut file = tokio::fs::File::open(path).await?;
    let (mut digest, mut size, mut chunk) = (D::new(), 0_i64, vec![0; CHUNK]);
    loop {
        let count = file.read(&mut chunk).await?;
        if count == 0 {
            let bytes = digest.finalize();
            return Ok(Live { digest: hex(&bytes), size });
        }
        digest.update(&chunk[..count]);
        size += i64::try_from(count).unwrap_or_default();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Aspects, Reference};

    #[tokio::test]
    async fn a_file_has_a_digest_and_what_is_no_file_is_absent() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a").display().to_string();
        std::fs::write(&path, "hello").unwrap();
        let ask = |path: &str, digest: &str| Ask {
            reference: Reference::new("local.file", path).within(digest),
            aspects: Aspects::NONE,
        };
        let gone = folder.path().join("b").display().to_string();
        let answers = describe(&[ask(&path, "md5"), ask(&path, "sha256"), ask(&gone, "md5")]).await.0;
        let digests = [0_usize, 1].map(|at| answers[at].clone().unwrap().unwrap());
        assert_eq!((digests[0].digest.as_str(), digests[0].size), ("5d41402abc4b2a76b9719d911017c592", 5));
        assert!(digests[1].digest.starts_with("2cf24dba5fb0a30e26e83b2ac5b9e29e"));
        assert!(matches!(answers[2], Ok(None)));
    }
}
