//! The calls of S3. A missing object is absence; a missing bucket is an error.

mod download;
mod upload;

use std::io::{self, Write};
use std::path::Path;
use std::time::Duration;

use aws_sdk_s3::operation::get_object::GetObjectOutput;
use aws_sdk_s3::primitives::ByteStream;
use futures::future::{BoxFuture, FutureExt, TryFutureExt};
use tokio::time::{Instant, timeout_at};

use super::S3;
use crate::S3Service;
use crate::store::{Content, LARGEST_DOCUMENT, Store, StoreError, Tag, Tagged};
use aws::wait::Patience;
use aws::{ApiError, Fault, failed};

/// How long an interrupted download is retried, counted from the last byte that came.
const BROKEN_OFF: Patience = Patience {
    first: Duration::from_millis(250),
    longest: Duration::from_secs(8),
    deadline: Duration::from_secs(60),
};

/// A body of which fewer bytes come within this time is given up: it would have no end.
const SLOWEST: SlowestBody = SlowestBody { bytes: 64 * 1024, time: Duration::from_secs(60) };

/// The least speed of a body.
#[derive(Clone, Copy)]
struct SlowestBody {
    bytes: u64,
    time: Duration,
}

impl SlowestBody {
    fn in_words(self) -> String {
        format!("fewer than {} bytes came in {} s", self.bytes, self.time.as_secs())
    }
}

/// S3's codes for a condition that does not hold, and for another running write. See
/// <https://docs.aws.amazon.com/AmazonS3/latest/userguide/conditional-writes.html>.
const NOT_SO: &[&str] = &["PreconditionFailed", "ConditionalRequestConflict", "NoSuchKey"];

/// The condition of a write.
#[derive(Clone, Debug)]
enum Condition {
    /// No condition.
    None,
    /// There is no object.
    Absent,
    /// The object has this tag.
    Is(String),
}

impl Condition {
    fn if_none_match(&self) -> Option<String> {
        matches!(self, Self::Absent).then(|| "*".to_owned())
    }

    fn if_match(&self) -> Option<String> {
        if let Self::Is(tag) = self { Some(tag.clone()) } else { None }
    }
}

/// How an answer's body ended.
enum BodyEnd {
    /// At its end.
    Whole,
    /// Before its end, after this many bytes; with the network's error.
    Part(u64, String),
    /// Before its end, because hardly anything came.
    Slow,
}

impl S3 {
    fn url(&self, key: &str) -> String {
        format!("{}/{key}", self.location.url())
    }

    /// An object from a byte on, if it still has this tag; none if there is no such object.
    async fn get(
        &self,
        key: &str,
        start: u64,
        tag: Option<&String>,
    ) -> Result<Option<GetObjectOutput>, ApiError> {
        let call = self
            .aws
            .client::<S3Service>()
            .get_object()
            .bucket(&self.location.bucket)
            .key(self.location.key(key));
        let call = call.set_if_match(tag.cloned());
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

    async fn read_now(&self, key: &str) -> Result<Option<Tagged>, StoreError> {
        let mut pauses = BROKEN_OFF.pauses();
        loop {
            let Some(answer) = self.get(key, 0, None).await? else { return Ok(None) };
            let tag = Tag(answer.e_tag().unwrap_or_default().to_owned());
            let found = u64::try_from(answer.content_length().unwrap_or_default()).unwrap_or_default();
            let mut bytes = Vec::new();
            let came = pour(answer.body, LARGEST_DOCUMENT + 1, &mut bytes).await.map_err(memory(key))?;
            let found = found.max(bytes.len() as u64);
            if found > LARGEST_DOCUMENT {
                return Err(StoreError::TooLarge { subject: self.url(key), found, most: LARGEST_DOCUMENT });
            }
            let why = match came {
                BodyEnd::Whole => return Ok(Some((bytes, tag))),
                BodyEnd::Slow => return Err(self.broke_off(key, SLOWEST.in_words())),
                BodyEnd::Part(_, why) => why,
            };
            pauses.another().await.map_err(|_| self.broke_off(key, why))?;
        }
    }

    async fn names_now(&self, below: &str) -> Result<Vec<String>, StoreError> {
        let prefix = if below.is_empty() { String::new() } else { format!("{below}/") };
        let prefix = self.location.key(&prefix);
        let mut names = Vec::new();
        let mut next = None;
        loop {
            let call =
                self.aws.client::<S3Service>().list_objects_v2().bucket(&self.location.bucket).delimiter("/");
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

/// Writes the received bytes, up to a maximum; an error comes from the writing.
async fn pour(mut body: ByteStream, most: u64, to: &mut impl Write) -> io::Result<BodyEnd> {
    let mut left = most;
    let mut count = 0;
    // The bytes since the last look at the clock, and the time of the next one.
    let mut recent = 0;
    let mut look = Instant::now() + SLOWEST.time;
    while left > 0 {
        if Instant::now() >= look {
            if recent < SLOWEST.bytes {
                return Ok(BodyEnd::Slow);
            }
            recent = 0;
            look = Instant::now() + SLOWEST.time;
        }
        let Ok(piece) = timeout_at(look, body.try_next()).await else { continue };
        match piece {
            Ok(Some(bytes)) => {
                let take = usize::try_from(left).unwrap_or(usize::MAX).min(bytes.len());
                to.write_all(&bytes[..take])?;
                count += take as u64;
                recent += take as u64;
                left -= take as u64;
            }
            Ok(None) => return Ok(BodyEnd::Whole),
            Err(error) => return Ok(BodyEnd::Part(count, error.to_string())),
        }
    }
    Ok(BodyEnd::Whole)
}

impl Store for S3 {
    fn name(&self) -> String {
        self.location.url()
    }

    fn read<'a>(&'a self, key: &'a str) -> BoxFuture<'a, Result<Option<Vec<u8>>, StoreError>> {
        self.read_now(key).map_ok(|found| found.map(|(bytes, _)| bytes)).boxed()
    }

    fn fetch<'a>(&'a self, key: &'a str, size: u64, to: &'a Path) -> BoxFuture<'a, Result<bool, StoreError>> {
        self.fetch_now(key, size, to).boxed()
    }

    fn put<'a>(&'a self, key: &'a str, content: Content<'a>) -> BoxFuture<'a, Result<(), StoreError>> {
        match content {
            Content::Bytes(bytes) => self.put_bytes(key, bytes.to_vec(), Condition::None).boxed(),
            Content::File(from) => self.put_file(key, from, Condition::None).boxed(),
        }
    }

    fn read_tagged<'a>(&'a self, key: &'a str) -> BoxFuture<'a, Result<Option<Tagged>, StoreError>> {
        self.read_now(key).boxed()
    }

    fn put_if<'a>(
        &'a self,
        key: &'a str,
        content: Content<'a>,
        there: Option<&'a Tag>,
    ) -> BoxFuture<'a, Result<bool, StoreError>> {
        let condition = there.map_or(Condition::Absent, |tag| Condition::Is(tag.0.clone()));
        async move {
            let put = match content {
                Content::Bytes(bytes) => self.put_bytes(key, bytes.to_vec(), condition).await,
                Content::File(from) => self.put_file(key, from, condition).await,
            };
            match put {
                Ok(()) => Ok(true),
                Err(StoreError::Api(error)) if error.has_code(NOT_SO) => Ok(false),
                Err(error) => Err(error),
            }
        }
        .boxed()
    }

    fn names<'a>(&'a self, below: &'a str) -> BoxFuture<'a, Result<Vec<String>, StoreError>> {
        self.names_now(below).boxed()
    }
}
