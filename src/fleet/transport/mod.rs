//! What carries messages. [`nats`] is the real thing, [`local`] the same inside one process, for tests.
//!
//! Messages are opaque here: whatever a transport delivers is checked by [`protocol`](crate::protocol).

mod api;
mod bounded;
mod buckets;
mod connect;
mod direct;
mod leader;
pub mod local;
mod majority;
mod making;
pub mod nats;
mod reconnect;
pub mod streams;
mod subscription;

use futures::FutureExt;
use futures::future::BoxFuture;
use tokio::sync::watch;

pub use subscription::Subscription;

/// A message as it came.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Message {
    /// Its subject.
    pub subject: String,
    /// Its contents.
    pub payload: Vec<u8>,
    /// True if the servers sent it: nobody received what was [asked](Transport::ask) under this subject.
    pub is_undelivered: bool,
}

impl Message {
    /// A message that somebody sent.
    pub fn new(subject: String, payload: Vec<u8>) -> Self {
        Self { subject, payload, is_undelivered: false }
    }

    /// What the servers send if nobody receives a message.
    pub fn undelivered(subject: String) -> Self {
        Self { subject, payload: vec![], is_undelivered: true }
    }
}

/// Why a transport could not do it.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub enum TransportError {
    /// No server can be reached.
    #[error("no server of the fleet can be reached ({servers}): {reason}")]
    Unreachable {
        /// Those that were tried.
        servers: String,
        /// What the last one said.
        reason: String,
    },
    /// The server does not know the key, or no longer.
    #[error("the servers refuse this key: {reason}")]
    Refused {
        /// What the server said.
        reason: String,
    },
    /// TLS failed: the certificate is not trusted or has another name.
    #[error("the server's certificate is not accepted: {reason}")]
    Tls {
        /// Why.
        reason: String,
    },
    /// The streams of the fleet are not there, or JetStream is not.
    #[error("the servers have no store for '{subject}': {reason}")]
    NoStore {
        /// Which subject.
        subject: String,
        /// What the server said.
        reason: String,
    },
    /// The server has no JetStream, and no other server answers in its place.
    #[error(
        "no server of the fleet that can be reached has JetStream: add 'jetstream' to their configuration (docs/fleet.md)"
    )]
    NoJetStream,
    /// Nobody answered in time.
    #[error("no server answered in time")]
    TimedOut,
    /// Too few servers are there to decide what is stored.
    #[error(
        "no majority of servers: {reached} of {all} can be reached ({servers}); what is stored waits until more are back"
    )]
    NoMajority {
        /// How many can be reached.
        reached: usize,
        /// How many there are.
        all: usize,
        /// Their addresses.
        servers: String,
    },
    /// Anything else.
    #[error("{attempt} failed: {reason}")]
    Failed {
        /// What was attempted.
        attempt: &'static str,
        /// Why.
        reason: String,
    },
}

/// Whether the servers can be reached now.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Link {
    /// Connected; the number grows with each connection.
    Up(u64),
    /// Not connected; the transport keeps trying.
    Down,
    /// The servers refuse the key. The transport no longer tries.
    Refused,
}

/// Keys of a bucket with their values.
pub type Entries = Vec<(String, Vec<u8>)>;

/// The last value of a key of a bucket.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct BucketEntry {
    /// The key.
    pub key: String,
    /// The value.
    pub value: Vec<u8>,
    /// Its place in the bucket's stream. A later value has a later place.
    pub place: u64,
}

/// A message, if there is one, and its place in its stream.
pub type Placed = Option<(Vec<u8>, u64)>;

/// What an agent and an operator need of what carries messages. Every call has a timeout.
pub trait Transport: Send + Sync {
    /// Sends a message that is not stored.
    fn publish(&self, subject: String, payload: Vec<u8>) -> BoxFuture<'_, Result<(), TransportError>>;

    /// Sends a message that is not stored, and the subject of the reply to it. If the servers know of nobody who receives the message, they
    /// say so under that subject at once ([`Message::is_undelivered`]).
    fn ask(
        &self,
        subject: String,
        payload: Vec<u8>,
        reply: String,
    ) -> BoxFuture<'_, Result<(), TransportError>>;

    /// Receives what is sent from now on. Subscriptions survive reconnections.
    fn subscribe(&self, subject: String) -> BoxFuture<'_, Result<Subscription, TransportError>>;

    /// Stores a message in the stream of its subject, and returns once the stream has it.
    fn store(&self, subject: String, payload: Vec<u8>) -> BoxFuture<'_, Result<(), TransportError>>;

    /// The last message stored under a subject of a stream, as any server has it that holds the stream. That server may be behind: it may
    /// have no message yet, or the one before.
    fn last(&self, stream: String, subject: String)
    -> BoxFuture<'_, Result<Option<Vec<u8>>, TransportError>>;

    /// The same, with its place in the stream.
    fn last_at(&self, stream: String, subject: String) -> BoxFuture<'_, Result<Placed, TransportError>>;

    /// Stores a message if the last one under its subject is at that place, or if there is none and the place is 0. False where
    /// another came in between.
    fn store_after(
        &self,
        subject: String,
        payload: Vec<u8>,
        after: u64,
    ) -> BoxFuture<'_, Result<bool, TransportError>>;

    /// The last values of those keys of a bucket whose last value is at a place of its stream or behind it, ordered by key.
    fn bucket_from(
        &self,
        bucket: String,
        place: u64,
    ) -> BoxFuture<'_, Result<Vec<BucketEntry>, TransportError>>;

    /// The last values of all keys of a bucket.
    fn bucket(&self, bucket: String) -> BoxFuture<'_, Result<Entries, TransportError>> {
        let pair = |entry: BucketEntry| (entry.key, entry.value);
        self.bucket_from(bucket, 0).map(move |all| Ok(all?.into_iter().map(pair).collect())).boxed()
    }

    /// Whether there is a stream of this name. Without an answer that is not known.
    fn has(&self, _stream: String) -> BoxFuture<'_, Result<bool, TransportError>> {
        futures::future::ready(Ok(true)).boxed()
    }

    /// The subjects of a stream that fit a pattern and hold something, or held it, as the leader of the stream knows them.
    fn subjects(&self, stream: String, filter: String) -> BoxFuture<'_, Result<Vec<String>, TransportError>>;

    /// Removes what a stream holds under subjects that fit a pattern. Only an ops node does.
    fn purge(&self, stream: String, _filter: String) -> BoxFuture<'_, Result<(), TransportError>> {
        let reason = "not on this connection".to_owned();
        futures::future::ready(Err(TransportError::NoStore { subject: stream, reason })).boxed()
    }

    /// Whether the servers can be reached, now and from now on.
    fn link(&self) -> watch::Receiver<Link>;

    /// Waits, at most a second, until what was published has left.
    fn flush(&self) -> BoxFuture<'_, Result<(), TransportError>>;
}
