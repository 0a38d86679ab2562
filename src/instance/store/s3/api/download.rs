//! Large objects into files, over connections that may break.

use std::fs::{File, OpenOptions};
use std::io;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use super::{BROKEN_OFF, Came, pour};
use crate::aws::failed;
use crate::instance::store::StoreError;
use crate::instance::store::s3::S3;

/// A download under way.
struct Download<'a> {
    key: &'a str,
    size: u64,
    file: File,
    shown: String,
    /// Which object it is the bytes of, as S3 told; none for bytes of an earlier run.
    tag: Option<String>,
}

impl Download<'_> {
    fn disk(&self, source: io::Error) -> StoreError {
        StoreError::Disk { attempt: "write", subject: self.shown.clone(), source }
    }

    fn length(&self) -> Result<u64, StoreError> {
        self.file.metadata().map(|facts| facts.len()).map_err(|error| self.disk(error))
    }

    fn begin_anew(&mut self) -> Result<(), StoreError> {
        self.tag = None;
        self.file.set_len(0).map_err(|error| self.disk(error))
    }
}

impl S3 {
    pub(super) async fn fetch_now(&self, key: &str, size: u64, to: &Path) -> Result<bool, StoreError> {
        self.fetch_tagged(key, size, to, None).await
    }

    async fn fetch_tagged(
        &self,
        key: &str,
        size: u64,
        to: &Path,
        tag: Option<String>,
    ) -> Result<bool, StoreError> {
        let shown = to.display().to_string();
        let opened = OpenOptions::new().create(true).append(true).mode(0o600).open(to);
        let file =
            opened.map_err(|source| StoreError::Disk { attempt: "write", subject: shown.clone(), source })?;
        let mut download = Download { key, size, file, shown, tag };
        if download.length()? > size {
            download.begin_anew()?;
        }
        let mut pauses = BROKEN_OFF.pauses();
        loop {
            if download.length()? == size {
                return Ok(true);
            }
            match self.piece(&mut download).await? {
                None => return Ok(false),
                // Also where the object is shorter than it should be: the caller knows its digest.
                Some(Came::Whole) => return Ok(true),
                Some(Came::Part(count, why)) => {
                    tracing::info!("{} broke off after {count} bytes ({why}): going on", self.url(key));
                    if count > 0 {
                        pauses = BROKEN_OFF.pauses();
                    }
                    pauses.another().await.map_err(|_| self.broke_off(key, why))?;
                }
            }
        }
    }

    /// Appends what comes from the end of the file on; none if there is no such object.
    async fn piece(&self, download: &mut Download<'_>) -> Result<Option<Came>, StoreError> {
        let start = download.length()?;
        let answer = match self.get(download.key, start, download.tag.as_ref()).await {
            // The object is no longer than what is there, or has been changed meanwhile: this is something else.
            Err(error) if error.has_code(&["InvalidRange", "PreconditionFailed"]) => {
                tracing::info!("{} is not what was begun with: anew", self.url(download.key));
                download.begin_anew()?;
                self.get(download.key, 0, None).await?
            }
            other => other?,
        };
        let Some(answer) = answer else { return Ok(None) };
        let goes_on = answer.content_range().is_some_and(|it| it.starts_with(&format!("bytes {start}-")));
        if !goes_on && start > 0 {
            download.begin_anew()?;
            if answer.content_range().is_some() {
                return Ok(Some(Came::Part(0, "it came from another byte on than was asked for".to_owned())));
            }
        }
        download.tag = answer.e_tag().map(str::to_owned);
        let room = download.size.saturating_sub(download.length()?);
        let poured = pour(answer.body, room, &mut download.file).await;
        poured.map(Some).map_err(|error| download.disk(error))
    }

    /// Fetches an object of at most so many bytes into a file; false if there is none. It continues where the file ends if what
    /// is there came from the same object, which a file beside it (`….etag`) tells; otherwise it begins anew.
    ///
    /// # Errors
    /// S3 refuses or does not answer, the object is too large, or the disk fails.
    pub async fn download(&self, key: &str, most: u64, to: &Path) -> Result<bool, StoreError> {
        let call = self.aws.s3().head_object().bucket(&self.location.bucket).key(self.location.key(key));
        let (size, tag) = match call.send().await.map_err(failed("HeadObject", self.url(key))) {
            Ok(answer) => {
                let size = u64::try_from(answer.content_length().unwrap_or_default()).unwrap_or_default();
                (size, answer.e_tag().map(str::to_owned))
            }
            // An answer without a body has no other word for it.
            Err(error) if error.has_code(&["NotFound", "NoSuchKey"]) => return Ok(false),
            Err(error) => return Err(error.into()),
        };
        if size > most {
            return Err(StoreError::TooLarge { subject: self.url(key), found: size, most });
        }
        let note = note_of(to);
        let disk =
            |source| StoreError::Disk { attempt: "write", subject: note.display().to_string(), source };
        let is_same = tag.is_some() && std::fs::read_to_string(&note).ok() == tag;
        if !is_same {
            remove(to).map_err(disk)?;
            remove(&note).map_err(disk)?;
            let mut options = OpenOptions::new();
            let made = options.write(true).create_new(true).mode(0o600).open(&note);
            let text = tag.clone().unwrap_or_default();
            made.and_then(|mut file| io::Write::write_all(&mut file, text.as_bytes())).map_err(disk)?;
        }
        let came = self.fetch_tagged(key, size, to, tag).await?;
        remove(&note).map_err(disk)?;
        Ok(came)
    }
}

/// Where it stands which object the bytes of a file came from.
fn note_of(to: &Path) -> PathBuf {
    let mut name = to.as_os_str().to_owned();
    name.push(".etag");
    name.into()
}

fn remove(path: &Path) -> io::Result<()> {
    match std::fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}
