//! Files of this machine that AWS states send: objects for a bucket, certificates, metadata.

use std::borrow::Cow;
use std::fmt;
use std::io;

use sha2::Digest;
use tokio::io::AsyncReadExt;

use super::write_only::WriteOnly;
use super::{Answers, AnySource, Ask, Lookup, ReadOnly, Source, Unresolved};
use aws::{ApiError, Aws, Fault};
use model::{Aspects, Minion, Reference, Value, hex};

/// Bytes per read.
const CHUNK: usize = 1 << 16;

/// Sources that other kinds refer to.
pub const SOURCES: &[&dyn AnySource] = &[&ReadOnly::<File>::IT, &ReadOnly::<TextFile>::IT];

/// A file, by its path; the scope names the digest. Attributes: `digest` in hexadecimal, `size` in bytes.
#[derive(Debug)]
pub struct File;

/// A local file.
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

/// A file of text, by its path. Attribute: `text`, which is not shown.
#[derive(Debug)]
pub struct TextFile;

impl Source for TextFile {
    const KIND: &'static str = "local.text_file";
    const NOUN: &'static str = "file";
    type Live = WriteOnly;

    async fn describe(_aws: &Aws, asks: &[Ask]) -> Answers<WriteOnly> {
        let mut answers = Answers::new();
        for Ask { reference, .. } in asks {
            let text = tokio::fs::read_to_string(&reference.name).await.map(WriteOnly::new);
            answers.answer(reference, absent_if_missing(&reference.name, text));
        }
        answers
    }

    fn attribute(live: &WriteOnly, attribute: &str) -> Option<Value> {
        (attribute == "text").then(|| live.reveal().into())
    }
}

/// A text as authors give it: the text itself, or the file that contains it.
#[derive(Clone, PartialEq)]
pub enum Text {
    /// The text.
    Here(String),
    /// The path of the file.
    In(String),
}

impl Default for Text {
    fn default() -> Self {
        Self::Here(String::new())
    }
}

/// The text may be secret.
impl fmt::Debug for Text {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Here(_) => out.write_str("(hidden)"),
            Self::In(path) => write!(out, "{path:?}"),
        }
    }
}

impl Text {
    /// `salt://…` and absolute paths name files, anything else is the text.
    pub fn of(written: &str, minion: &Minion) -> Self {
        let is_path = written.starts_with("salt://") || written.starts_with('/');
        if is_path && !written.trim_end().contains('\n') {
            return Self::In(path_of(written.trim_end(), minion));
        }
        Self::Here(written.to_owned())
    }

    /// The text, for a declaration that compares it.
    ///
    /// # Errors
    /// As [`Lookup::value`].
    pub fn resolve(&self, lookup: &mut Lookup<'_>) -> Result<String, Unresolved> {
        let path = match self {
            Self::Here(text) => return Ok(text.clone()),
            Self::In(path) => path,
        };
        let text = lookup.value(&Reference::new(TextFile::KIND, path), "text", Aspects::NONE)?;
        Ok(text.as_str().unwrap_or_default().to_owned())
    }

    /// The text, for a call that sends it.
    ///
    /// # Errors
    /// The file cannot be read.
    pub async fn content(&self) -> io::Result<Cow<'_, str>> {
        match self {
            Self::Here(text) => Ok(text.into()),
            Self::In(path) => tokio::fs::read_to_string(path).await.map(Cow::from),
        }
    }
}

/// The path of a source: `salt://` is looked up in the file roots of the configuration, in their order.
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
        let answer = absent_if_missing(&reference.name, read(&reference.name, digest).await);
        answers.answer(reference, answer);
    }
    answers
}

fn absent_if_missing<T>(path: &str, read: io::Result<T>) -> Result<Option<T>, ApiError> {
    match read {
        Ok(live) => Ok(Some(live)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(ApiError::found("reading", path, Fault::Other, error.to_string())),
    }
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

    #[tokio::test]
    async fn a_text_is_itself_or_in_a_file() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("a.pem"), "from a file").unwrap();
        let roots = serde_json::json!({"file_roots": {"base": [folder.path().display().to_string()]}});
        let opts = Value::from(roots).as_map().cloned().unwrap();
        let minion = Minion { opts, ..Minion::default() };
        let path = folder.path().join("a.pem").display().to_string();
        for written in ["salt://a.pem", &path] {
            let text = Text::of(written, &minion);
            assert_eq!(text, Text::In(path.clone()));
            assert_eq!(text.content().await.unwrap(), "from a file");
        }
        let here = Text::of("-----BEGIN\n/x\n", &minion);
        assert_eq!(here.content().await.unwrap(), "-----BEGIN\n/x\n");
        assert!(!format!("{here:?}").contains("BEGIN"));
        let asks = [path, "/missing".to_owned()]
            .map(|path| Ask { reference: Reference::new(TextFile::KIND, path), aspects: Aspects::NONE });
        let answers = TextFile::describe(&canned::aws(|_| {}), &asks).await.0;
        assert_eq!(answers[0].as_ref().unwrap().as_ref().unwrap().reveal(), "from a file");
        assert_eq!(answers[1], Ok(None));
    }

    #[tokio::test]
    async fn a_file_has_a_digest_and_other_paths_are_absent() {
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
