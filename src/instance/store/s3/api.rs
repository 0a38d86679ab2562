//! The calls of S3. A missing object is absence; a missing bucket is an error.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::Path;
use std::time::Duration;

use aws_sdk_s3::operation::get_object::GetObjectOutput;
use aws_sdk_s3::primitives::ByteStream;
use aws_sdk_s3::types::{CompletedMultipartUpload, CompletedPart, ServerSideEncryption};
use futures::future::{BoxFuture, FutureExt};

use super::S3;
use crate::aws::wait::Patience;
use crate::aws::{ApiError, Fault, failed};
use crate::instance::store::{Content, LARGEST_DOCUMENT, Store, StoreError};

/// Larger files go up in parts of this size, or larger ones where there would be too many. See
/// <https://docs.aws.amazon.com/AmazonS3/latest/userguide/qfacts.html>.
const PART: u64 = 16 << 20;
const MOST_PARTS: u64 = 10_000;

/// How long a download that broke off is tried again, counted from the last byte that came.
const BROKEN_OFF: Patience = Patience {
    first: Duration::from_millis(250),
    longest: Duration::from_secs(8),
    deadline: Duration::from_secs(60),
};

/// How an answer's body ended.
enum Came {
    /// At its end.
    Whole,
    /// Before it, after so many bytes; and what the network said.
    Part(u64, String),
}

impl S3 {
    fn url(&self, key: &str) -> String {
        format!("{}/{key}", self.location.url())
    }

    /// An object from a byte on; none if there is no such object.
    async fn get(&self, key: &str, start: u64) -> Result<Option<GetObjectOutput>, ApiError> {
        let call = self.aws.s3().get_object().bucket(&self.location.bucket).key(self.location.key(key));
        let call = if start > 0 { call.range(format!("bytes={start}-")) } else { call };
        match call.send().await.map_err(failed("GetObject", self.url(key))) {
            Ok(answer) => Ok(Some(answer)),
            Err(error) if error.has_code(&["NoSuchKey"]) => Ok(None),
            Err(error) => Err(error),
        }
    }

    fn broke_off(&self, key: &str, said: String) -> StoreError {
        ApiError::found("GetObject", self.url(key), Fault::NoAnswer, said).into()
    }

    async fn read_now(&self, key: &str) -> Result<Option<Vec<u8>>, StoreError> {
        let mut pauses = BROKEN_OFF.pauses();
        loop {
            let Some(answer) = self.get(key, 0).await? else { return Ok(None) };
            let found = u64::try_from(answer.content_length().unwrap_or_default()).unwrap_or_default();
            let mut bytes = Vec::new();
            let came = pour(answer.body, LARGEST_DOCUMENT + 1, &mut bytes).await.map_err(memory(key))?;
            let found = found.max(bytes.len() as u64);
            if found > LARGEST_DOCUMENT {
                return Err(StoreError::TooLarge { subject: self.url(key), found, most: LARGEST_DOCUMENT });
            }
            let Came::Part(_, why) = came else { return Ok(Some(bytes)) };
            pauses.another().await.map_err(|_| self.broke_off(key, why))?;
        }
    }

    async fn fetch_now(&self, key: &str, size: u64, to: &Path) -> Result<bool, StoreError> {
        let shown = to.display().to_string();
        let write = |source| StoreError::Disk { attempt: "write", subject: shown.clone(), source };
        let mut file = OpenOptions::new().create(true).append(true).open(to).map_err(write)?;
        if file.metadata().map_err(write)?.len() > size {
            file.set_len(0).map_err(write)?;
        }
        let mut pauses = BROKEN_OFF.pauses();
        loop {
            let there = file.metadata().map_err(write)?.len();
            if there == size {
                return Ok(true);
            }
            match self.piece(key, there, size, &mut file, &shown).await? {
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

    /// Appends what comes from a byte on; none if there is no such object.
    async fn piece(
        &self,
        key: &str,
        start: u64,
        size: u64,
        file: &mut File,
        shown: &str,
    ) -> Result<Option<Came>, StoreError> {
        let write = |source| StoreError::Disk { attempt: "write", subject: shown.to_owned(), source };
        let answer = match self.get(key, start).await {
            // The object is no longer than what is there, so this is something else.
            Err(error) if error.has_code(&["InvalidRange"]) => {
                file.set_len(0).map_err(write)?;
                self.get(key, 0).await?
            }
            other => other?,
        };
        let Some(answer) = answer else { return Ok(None) };
        if answer.content_range().is_none() {
            file.set_len(0).map_err(write)?;
        }
        let room = size - file.metadata().map_err(write)?.len();
        pour(answer.body, room, file).await.map(Some).map_err(write)
    }

    fn encryption(&self) -> Option<ServerSideEncryption> {
        self.encryption.method.as_deref().map(ServerSideEncryption::from)
    }

    async fn put_bytes(&self, key: &str, bytes: Vec<u8>) -> Result<(), StoreError> {
        let call = self.aws.s3().put_object().bucket(&self.location.bucket).key(self.location.key(key));
        let call = call.set_server_side_encryption(self.encryption());
        let call = call.set_ssekms_key_id(self.encryption.kms_key_id.clone()).body(ByteStream::from(bytes));
        call.send().await.map_err(failed("PutObject", self.url(key)))?;
        Ok(())
    }

    async fn put_file(&self, key: &str, from: &Path) -> Result<(), StoreError> {
        let read = |source| StoreError::Disk { attempt: "read", subject: from.display().to_string(), source };
        let size = fs::metadata(from).map_err(read)?.len();
        if size <= PART {
            return self.put_bytes(key, fs::read(from).map_err(read)?).await;
        }
        let (bucket, name) = (&self.location.bucket, self.location.key(key));
        let call = self.aws.s3().create_multipart_upload().bucket(bucket).key(&name);
        let call = call.set_server_side_encryption(self.encryption());
        let call = call.set_ssekms_key_id(self.encryption.kms_key_id.clone());
        let begun = call.send().await.map_err(failed("CreateMultipartUpload", self.url(key)))?;
        let id = begun.upload_id().unwrap_or_default();
        match self.put_parts(key, from, size, id).await {
            Ok(parts) => {
                let parts = CompletedMultipartUpload::builder().set_parts(Some(parts)).build();
                let call = self.aws.s3().complete_multipart_upload().bucket(bucket).key(&name);
                let call = call.upload_id(id).multipart_upload(parts);
                call.send().await.map_err(failed("CompleteMultipartUpload", self.url(key)))?;
                Ok(())
            }
            Err(error) => {
                let call = self.aws.s3().abort_multipart_upload().bucket(bucket).key(&name).upload_id(id);
                if let Err(left) = call.send().await.map_err(failed("AbortMultipartUpload", self.url(key))) {
                    tracing::warn!("{left}: its parts are kept until a rule of the bucket removes them");
                }
                Err(error)
            }
        }
    }

    async fn put_parts(
        &self,
        key: &str,
        from: &Path,
        size: u64,
        id: &str,
    ) -> Result<Vec<CompletedPart>, StoreError> {
        let read = |source| StoreError::Disk { attempt: "read", subject: from.display().to_string(), source };
        let mut file = File::open(from).map_err(read)?;
        let length = PART.max(size.div_ceil(MOST_PARTS));
        let mut parts = Vec::new();
        for number in 1.. {
            let mut bytes = Vec::new();
            (&mut file).take(length).read_to_end(&mut bytes).map_err(read)?;
            if bytes.is_empty() {
                break;
            }
            let call = self.aws.s3().upload_part().bucket(&self.location.bucket).key(self.location.key(key));
            let call = call.upload_id(id).part_number(number).body(ByteStream::from(bytes));
            let put = call.send().await.map_err(failed("UploadPart", self.url(key)))?;
            parts.push(CompletedPart::builder().part_number(number).set_e_tag(put.e_tag).build());
        }
        Ok(parts)
    }

    async fn names_now(&self, below: &str) -> Result<Vec<String>, StoreError> {
        let prefix = if below.is_empty() { String::new() } else { format!("{below}/") };
        let prefix = self.location.key(&prefix);
        let mut names = Vec::new();
        let mut next = None;
        loop {
            let call = self.aws.s3().list_objects_v2().bucket(&self.location.bucket).delimiter("/");
            let call = call.prefix(&prefix).set_continuation_token(next);
            let page = call.send().await.map_err(failed("ListObjectsV2", self.url(below)))?;
            let directories = page.common_prefixes().iter().filter_map(|it| it.prefix());
            let objects = page.contents().iter().filter_map(|it| it.key());
            let found = directories.chain(objects).filter_map(|key| key.strip_prefix(prefix.as_str()));
            names.extend(
                found.map(|name| name.trim_end_matches('/').to_owned()).filter(|name| !name.is_empty()),
            );
            next = page.next_continuation_token().map(str::to_owned);
            if next.is_none() {
                break;
            }
        }
        names.sort();
        Ok(names)
    }
}

fn memory(key: &str) -> impl FnOnce(io::Error) -> StoreError {
    move |source| StoreError::Disk { attempt: "read", subject: key.to_owned(), source }
}

/// Writes what comes, so many bytes at most; an error is one of the writing.
async fn pour(mut body: ByteStream, most: u64, to: &mut impl Write) -> io::Result<Came> {
    let mut left = most;
    let mut count = 0;
    while left > 0 {
        match body.try_next().await {
            Ok(Some(bytes)) => {
                let take = usize::try_from(left).unwrap_or(usize::MAX).min(bytes.len());
                to.write_all(&bytes[..take])?;
                count += take as u64;
                left -= take as u64;
            }
            Ok(None) => return Ok(Came::Whole),
            Err(error) => return Ok(Came::Part(count, error.to_string())),
        }
    }
    Ok(Came::Whole)
}

impl Store for S3 {
    fn name(&self) -> String {
        self.location.url()
    }

    fn read<'a>(&'a self, key: &'a str) -> BoxFuture<'a, Result<Option<Vec<u8>>, StoreError>> {
        self.read_now(key).boxed()
    }

    fn fetch<'a>(&'a self, key: &'a str, size: u64, to: &'a Path) -> BoxFuture<'a, Result<bool, StoreError>> {
        self.fetch_now(key, size, to).boxed()
    }

    fn put<'a>(&'a self, key: &'a str, content: Content<'a>) -> BoxFuture<'a, Result<(), StoreError>> {
        match content {
            Content::Bytes(bytes) => self.put_bytes(key, bytes.to_vec()).boxed(),
            Content::File(from) => self.put_file(key, from).boxed(),
        }
    }

    fn names<'a>(&'a self, below: &'a str) -> BoxFuture<'a, Result<Vec<String>, StoreError>> {
        self.names_now(below).boxed()
    }
}
