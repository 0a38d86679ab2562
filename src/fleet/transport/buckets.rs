//! Reading whole buckets.
//!
//! A consumer brings all entries at once, and needs the leader of the bucket's stream. After a server is lost the others take seconds to
//! elect one. Meanwhile any server that holds the stream gives its entries one by one.
//! See <https://docs.nats.io/reference/reference-protocols/nats_api_reference> and
//! <https://github.com/nats-io/nats-architecture-and-design/blob/main/adr/ADR-31.md>.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use async_nats::jetstream::consumer::DeliverPolicy;
use async_nats::jetstream::consumer::push::OrderedConfig;
use futures::{FutureExt, StreamExt};
use tokio::time::timeout;

use super::api;
use super::direct::Direct;
use super::nats::{Nats, REQUEST};
use super::{BucketEntry, TransportError};
use crate::protocol::subjects::{in_bucket, stream_of};
use model::chain;

/// How long a consumer may bring nothing before the entries are requested one by one as well, and how long the leader may take to say
/// how many there are.
const PATIENCE: Duration = Duration::from_millis(400);
/// How long to wait for a server that has not applied the newest entries yet.
const CATCH_UP: Duration = Duration::from_millis(100);

/// How many values are asked for at once.
const AT_ONCE: usize = 256;

/// The newest value of each key so far, while messages arrive in their order. Values are signed, so an empty one removes nothing: who reads the
/// bucket does not believe it.
struct Found<'p> {
    prefix: &'p str,
    values: BTreeMap<String, (Vec<u8>, u64)>,
}

impl<'p> Found<'p> {
    fn new(prefix: &'p str) -> Self {
        Self { prefix, values: BTreeMap::new() }
    }

    fn note(&mut self, subject: &str, payload: &[u8], place: u64) {
        let Some(key) = subject.strip_prefix(self.prefix) else { return };
        self.values.insert(key.to_owned(), (payload.to_vec(), place));
    }

    fn entries(self) -> Vec<BucketEntry> {
        let entry = |(key, (value, place))| BucketEntry { key, value, place };
        self.values.into_iter().map(entry).collect()
    }
}

fn no_store(bucket: &str, reason: String) -> TransportError {
    TransportError::NoStore { subject: bucket.to_owned(), reason }
}

impl Nats {
    /// The last values of the keys at a place or behind it, in the way that ends first.
    pub(super) async fn entries(&self, bucket: &str, from: u64) -> Result<Vec<BucketEntry>, TransportError> {
        if !self.may_consume {
            let read =
                || if from > 1 { self.one_by_one(bucket, from).boxed() } else { self.by_key(bucket).boxed() };
            return self.with_leader(read).await;
        }
        let arrived = AtomicUsize::new(0);
        let at_once = self.with_leader(|| self.at_once((bucket, from), &arrived).boxed());
        let one_by_one = async {
            let mut before = None;
            // Ten thousand entries take longer than this. While they arrive, requests would only slow them down.
            while before != Some(arrived.load(Ordering::Relaxed)) {
                before = Some(arrived.load(Ordering::Relaxed));
                tokio::time::sleep(PATIENCE).await;
            }
            match self.one_by_one(bucket, from).await {
                Ok(found) => found,
                Err(_) => futures::future::pending().await,
            }
        };
        tokio::select! { read = at_once => read, found = one_by_one => Ok(found) }
    }

    async fn at_once(
        &self,
        from: (&str, u64),
        arrived: &AtomicUsize,
    ) -> Result<Vec<BucketEntry>, TransportError> {
        timeout(REQUEST * 5, self.consume(from, arrived)).await.unwrap_or(Err(TransportError::TimedOut))
    }

    async fn consume(
        &self,
        (bucket, from): (&str, u64),
        arrived: &AtomicUsize,
    ) -> Result<Vec<BucketEntry>, TransportError> {
        let prefix = in_bucket(bucket, "");
        let config = OrderedConfig {
            deliver_subject: self.client.new_inbox(),
            filter_subject: format!("{prefix}>"),
            deliver_policy: DeliverPolicy::ByStartSequence { start_sequence: from.max(1) },
            ..OrderedConfig::default()
        };
        let consumer = self.stream.create_consumer_on_stream(config, stream_of(bucket)).await;
        let consumer = consumer.map_err(|error| no_store(bucket, chain(&error)))?;
        let mut found = Found::new(&prefix);
        if consumer.cached_info().num_pending == 0 {
            return Ok(found.entries());
        }
        let mut messages = consumer.messages().await.map_err(|error| no_store(bucket, chain(&error)))?;
        while let Some(message) = messages.next().await {
            let message = message.map_err(|error| no_store(bucket, chain(&error)))?;
            arrived.fetch_add(1, Ordering::Relaxed);
            let info = message.info().map_err(|error| no_store(bucket, error.to_string()))?;
            found.note(&message.subject, &message.payload, info.stream_sequence);
            if info.pending == 0 {
                break;
            }
        }
        Ok(found.entries())
    }

    /// The last values of all keys, for users who may not make consumers: the leader lists the keys, and any server gives the values.
    async fn by_key(&self, bucket: &str) -> Result<Vec<BucketEntry>, TransportError> {
        let prefix = in_bucket(bucket, "");
        let subjects = api::subjects(self, &stream_of(bucket), &format!("{prefix}>")).await?;
        let read = |subject: &String| {
            let (asked, subject) =
                (format!("$JS.API.DIRECT.GET.{}.{subject}", stream_of(bucket)), subject.clone());
            async move { (api::last_at(&self.client, &asked, &subject).await, subject) }.boxed()
        };
        let asked: Vec<_> = subjects.iter().map(read).collect();
        let mut answers = futures::stream::iter(asked).buffer_unordered(AT_ONCE);
        let mut found = Found::new(&prefix);
        while let Some((answer, subject)) = answers.next().await {
            if let Some((value, place)) = answer? {
                found.note(&subject, &value, place);
            }
        }
        Ok(found.entries())
    }

    /// The last values of the keys at a place or behind it, each asked of any server that holds the bucket. A server that is behind is asked
    /// again as long as the leader has more; without a leader, what the servers have is all that is known.
    ///
    /// # Errors
    ///
    /// No server holds it, or none answers.
    pub async fn one_by_one(&self, bucket: &str, from: u64) -> Result<Vec<BucketEntry>, TransportError> {
        let asked = format!("$JS.API.DIRECT.GET.{}", stream_of(bucket));
        let prefix = in_bucket(bucket, "");
        let mut direct = Direct::new(&self.client);
        let (mut found, mut from) = (Found::new(&prefix), from.max(1));
        loop {
            let question = serde_json::json!({"seq": from, "next_by_subj": format!("{prefix}>")});
            let answer = direct.ask(&asked, question.to_string().as_bytes(), bucket).await?;
            match answer.status.map(|status| status.as_u16()) {
                Some(404) if self.is_more(bucket, from).await => {
                    tokio::time::sleep(CATCH_UP).await;
                    continue;
                }
                Some(404) => return Ok(found.entries()),
                Some(status) if status >= 400 => return Err(no_store(bucket, format!("status {status}"))),
                _ => {}
            }
            let header = |name: &str| Some(answer.headers.as_ref()?.get(name)?.as_str().to_owned());
            let place = header("Nats-Sequence").and_then(|place| place.parse::<u64>().ok());
            let (Some(subject), Some(place)) = (header("Nats-Subject"), place) else {
                return Err(no_store(bucket, "the answer has no place".to_owned()));
            };
            found.note(&subject, &answer.payload, place);
            from = place.max(from) + 1;
        }
    }

    async fn is_more(&self, bucket: &str, place: u64) -> bool {
        let asked = timeout(PATIENCE, api::has_from(self, &stream_of(bucket), place)).await;
        asked.is_ok_and(|answer| answer.unwrap_or(false))
    }
}
