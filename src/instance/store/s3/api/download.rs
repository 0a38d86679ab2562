//! Downloads large objects into files, over connections that may break.

use std::fs::{File, OpenOptions};
use std::io;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use super::{BROKEN_OFF, BodyEnd, SLOWEST, pour};
use crate::S3Service;
use crate::store::StoreError;
use crate::store::s3::S3;
use aws::failed;

/// A running download.
struct Download<'a> {
    key: &'a str,
    size: u64,
    file: File,
    shown: String,
    /// The object that the bytes belong to, as S3 named it; none for bytes of an earlier run.
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
                // Also if the object is shorter than expected: the caller knows its digest.
                Some(BodyEnd::Whole) => return Ok(true),
                Some(BodyEnd::Slow) => return Err(self.broke_off(key, SLOWEST.in_words())),
                Some(BodyEnd::Part(count, why)) => {
                    tracing::info!("{} broke off after {count} bytes ({why}): continuing", self.url(key));
                    if count > 0 {
                        pauses = BROKEN_OFF.pauses();
                    }
                    pauses.another().await.map_err(|_| self.broke_off(key, why))?;
                }
            }
        }
    }

    /// Appends the rest of the object to the file; none if there is no such object.
    async fn piece(&self, download: &mut Download<'_>) -> Result<Option<BodyEnd>, StoreError> {
        let start = download.length()?;
        let answer = match self.get(download.key, start, download.tag.as_ref()).await {
            // The object is no longer than the file, or has changed in the meantime, so the file holds other bytes.
            Err(error) if error.has_code(&["InvalidRange", "PreconditionFailed"]) => {
                tracing::info!(
                    "{} has changed since the download began: starting again",
                    self.url(download.key)
                );
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
                return Ok(Some(BodyEnd::Part(
                    0,
                    "the answer does not begin at the requested byte".to_owned(),
                )));
            }
        }
        download.tag = answer.e_tag().map(str::to_owned);
        let room = download.size.saturating_sub(download.length()?);
        let poured = pour(answer.body, room, &mut download.file).await;
        poured.map(Some).map_err(|error| download.disk(error))
    }

    /// Downloads an object, up to a maximum size, into a file; false if there is none. It continues at the end of the
    /// file if the file's bytes came from the same object, which a file beside it (`….etag`) records; otherwise it
    /// begins again.
    ///
    /// # Errors
    /// S3 refuses or does not answer, the object is too large, or the disk fails.
    pub async fn download(&self, key: &str, most: u64, to: &Path) -> Result<bool, StoreError> {
        let call = self
            .aws
            .client::<S3Service>()
            .head_object()
            .bucket(&self.location.bucket)
            .key(self.location.key(key));
        let (size, tag) = match call.send().await.map_err(failed("HeadObject", self.url(key))) {
            Ok(answer) => {
                let size = u64::try_from(answer.content_length().unwrap_or_default()).unwrap_or_default();
                (size, answer.e_tag().map(str::to_owned))
            }
            // An answer without a body has no other code for it.
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

/// The file that names the object of a file's bytes.
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
