//! NATS with JetStream.
//!
//! Timeouts are short: a server that is frozen, so that its connections stay up, is left within about four seconds. Another server is
//! taken after a random pause, so that not all instances come at once.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use async_nats::connection::State;
use async_nats::jetstream::{self, Context};
use async_nats::{Client, ConnectOptions, PublishError, StatusCode};
use futures::future::BoxFuture;
use futures::{FutureExt, StreamExt};
use tokio::sync::watch;
use tokio::time::timeout;

use super::api;
use super::bounded::Unread;
use super::connect;
use super::leader;
use super::majority::Majority;
use super::reconnect::{Latest, Refusals, next_server, note, pause};
use super::{BucketEntry, Link, Message, Placed, Subscription, Transport, TransportError};
use crate::identity::{CONSUME, PublicKey, claims, inbox};
use model::chain;

/// A server that has sent nothing for this time is asked whether it is there. `async-nats` leaves a server when the third question is due and
/// two have no answer: a frozen server within 3.6 seconds. Each question wakes an idle agent twice.
const PING: Duration = Duration::from_millis(1_200);
pub(super) const REQUEST: Duration = Duration::from_secs(2);

/// Who connects, and whereto.
#[derive(Clone)]
pub struct Access {
    /// Addresses: `nats://10.0.0.1:4222`, `tls://…`.
    pub servers: Vec<String>,
    /// The certificates to trust, where the system's are not meant.
    pub ca: Option<PathBuf>,
    /// The token of the user.
    pub token: String,
    /// The seed that belongs to it.
    pub seed: String,
}

/// A connection to a fleet's servers.
pub struct Nats {
    pub(super) client: Client,
    pub(super) stream: Context,
    link: watch::Sender<Link>,
    servers: String,
    /// Whether the token lets its user make consumers.
    pub(super) may_consume: bool,
    /// Of an ops node: what it says if too few servers are there, and how much it keeps unread.
    console: Option<(Majority, Unread)>,
}

impl Nats {
    /// Connects to the first server that answers.
    ///
    /// # Errors
    ///
    /// No server answers within 2.7 seconds, none that answers decides within 15 seconds, or they refuse the key.
    pub async fn connect(access: &Access) -> Result<Self, TransportError> {
        let servers = access.servers.join(", ");
        let key = nkeys::KeyPair::from_seed(&access.seed)
            .map_err(|_| TransportError::Refused { reason: "the seed is broken".to_owned() })?;
        let public = PublicKey::try_from(key.public_key())
            .map_err(|error| TransportError::Refused { reason: error.to_string() })?;
        let key = Arc::new(key);
        let link = watch::Sender::new(Link::Up(1));
        let greeted = Arc::new(AtomicBool::new(false));
        let latest = Latest::default();
        let options = options(access, key, &inbox(&public), (&link, &greeted, &latest));
        let client = connect::to_any(&access.servers, &options, &greeted, &latest).await?;
        let mut stream = jetstream::new(client.clone());
        stream.set_timeout(REQUEST);
        let may_consume = claims::may_publish(&access.token, CONSUME);
        Ok(Self { client, stream, link, servers, may_consume, console: None })
    }

    /// The same for an ops node: it says soon if there is no majority of these servers, and keeps little unread. Agents do neither: thousands
    /// would count the servers at the same time, and each queue costs memory.
    #[must_use]
    pub fn for_console(self, servers: &[String]) -> Self {
        Self { console: Some((Majority::of(servers), Unread::default())), ..self }
    }

    /// Repeats a request to a stream until the stream has a leader.
    pub(super) async fn with_leader<'a, T>(
        &'a self,
        request: impl Fn() -> BoxFuture<'a, Result<T, TransportError>>,
    ) -> Result<T, TransportError> {
        let repeated = leader::with_leader(request);
        match &self.console {
            None => repeated.await,
            Some((majority, _)) => tokio::select! {
                answered = repeated => answered,
                missing = majority.is_missing() => Err(missing),
            },
        }
    }

    /// The reason why nothing was stored: for an ops node that there is no majority of servers, if that is so.
    pub(super) async fn reason_of(&self, error: TransportError) -> TransportError {
        match &self.console {
            Some((majority, _)) => majority.missing().await.unwrap_or(error),
            None => error,
        }
    }

    /// Asks the servers themselves, in their system account.
    ///
    /// # Errors
    ///
    /// Nobody answers, or not to this key.
    pub async fn request(&self, subject: String, payload: Vec<u8>) -> Result<Vec<u8>, TransportError> {
        match timeout(REQUEST, self.client.request(subject, payload.into())).await {
            Ok(Ok(message)) => Ok(message.payload.to_vec()),
            Ok(Err(error)) => {
                Err(TransportError::Failed { attempt: "a request to the servers", reason: chain(&error) })
            }
            Err(_) => Err(TransportError::TimedOut),
        }
    }
}

/// How to connect as one user. Refusals and losses of the connection are reported to `link`; `greeted` becomes true once a server
/// asks for the proof of the key; `latest` notes where the connection goes.
fn options(
    access: &Access,
    key: Arc<nkeys::KeyPair>,
    inbox: &str,
    (link, greeted, latest): (&watch::Sender<Link>, &Arc<AtomicBool>, &Latest),
) -> ConnectOptions {
    let (events, refusals) = (link.clone(), Refusals::default());
    let (gate, greeting, latest) = (link.subscribe(), Arc::clone(greeted), latest.clone());
    let options = ConnectOptions::with_jwt(access.token.clone(), move |nonce| {
        greeting.store(true, Ordering::Relaxed);
        let key = Arc::clone(&key);
        async move { key.sign(&nonce).map_err(async_nats::AuthError::new) }
    })
    .name("orchestrate")
    .custom_inbox_prefix(inbox)
    .ping_interval(PING)
    .request_timeout(Some(REQUEST))
    .subscription_capacity(65_536)
    .reconnect_delay_callback(pause)
    .reconnect_to_server_callback(move |servers, _| next_server(gate.clone(), latest.clone(), servers))
    .event_callback(move |event| {
        note(&events, &refusals, &event);
        futures::future::ready(())
    });
    match &access.ca {
        Some(ca) => options.add_root_certificates(ca.clone()),
        None => options,
    }
}

/// Waits until the connection has taken a message.
async fn sent(publish: impl Future<Output = Result<(), PublishError>>) -> Result<(), TransportError> {
    let failed = |reason| TransportError::Failed { attempt: "sending a message", reason };
    match timeout(REQUEST, publish).await {
        Ok(sent) => sent.map_err(|error| failed(chain(&error))),
        Err(_) => Err(TransportError::TimedOut),
    }
}

/// A message as the client gives it.
fn read(message: async_nats::Message) -> Message {
    let subject = message.subject.to_string();
    match message.status {
        Some(StatusCode::NO_RESPONDERS) => Message::undelivered(subject),
        _ => Message::new(subject, message.payload.to_vec()),
    }
}

impl Transport for Nats {
    fn publish(&self, subject: String, payload: Vec<u8>) -> BoxFuture<'_, Result<(), TransportError>> {
        sent(self.client.publish(subject, payload.into())).boxed()
    }

    fn ask(
        &self,
        subject: String,
        payload: Vec<u8>,
        reply: String,
    ) -> BoxFuture<'_, Result<(), TransportError>> {
        sent(self.client.publish_with_reply(subject, reply, payload.into())).boxed()
    }

    fn subscribe(&self, subject: String) -> BoxFuture<'_, Result<Subscription, TransportError>> {
        async move {
            let failed = |reason| TransportError::Failed { attempt: "a subscription", reason };
            let pattern = subject.clone();
            let messages = self.client.subscribe(subject).await.map_err(|error| failed(chain(&error)))?;
            Ok(match &self.console {
                Some((_, unread)) => unread.keep(&pattern, messages.map(read)),
                None => Subscription::new(messages.map(read)),
            })
        }
        .boxed()
    }

    fn store(&self, subject: String, payload: Vec<u8>) -> BoxFuture<'_, Result<(), TransportError>> {
        async move { self.with_leader(|| self.store_once(&subject, &payload).boxed()).await }.boxed()
    }

    fn last(
        &self,
        stream: String,
        subject: String,
    ) -> BoxFuture<'_, Result<Option<Vec<u8>>, TransportError>> {
        async move {
            let asked = format!("$JS.API.DIRECT.GET.{stream}.{subject}");
            let found = self.with_leader(|| api::last_at(&self.client, &asked, &subject).boxed()).await?;
            // What was removed is not there.
            Ok(found.map(|(payload, _)| payload).filter(|payload| !payload.is_empty()))
        }
        .boxed()
    }

    fn last_at(&self, stream: String, subject: String) -> BoxFuture<'_, Result<Placed, TransportError>> {
        async move {
            let asked = format!("$JS.API.DIRECT.GET.{stream}.{subject}");
            self.with_leader(|| api::last_at(&self.client, &asked, &subject).boxed()).await
        }
        .boxed()
    }

    fn store_after(
        &self,
        subject: String,
        payload: Vec<u8>,
        after: u64,
    ) -> BoxFuture<'_, Result<bool, TransportError>> {
        async move { self.with_leader(|| api::store_after(&self.stream, &subject, &payload, after).boxed()).await }
            .boxed()
    }

    fn bucket_from(
        &self,
        bucket: String,
        place: u64,
    ) -> BoxFuture<'_, Result<Vec<BucketEntry>, TransportError>> {
        async move { self.entries(&bucket, place).await }.boxed()
    }

    fn has(&self, stream: String) -> BoxFuture<'_, Result<bool, TransportError>> {
        async move { api::has(self, &stream).await }.boxed()
    }

    fn subjects(&self, stream: String, filter: String) -> BoxFuture<'_, Result<Vec<String>, TransportError>> {
        async move { self.with_leader(|| api::subjects(self, &stream, &filter).boxed()).await }.boxed()
    }

    fn purge(&self, stream: String, filter: String) -> BoxFuture<'_, Result<(), TransportError>> {
        async move { self.remove(&stream, &filter).await }.boxed()
    }

    fn link(&self) -> watch::Receiver<Link> {
        self.link.subscribe()
    }

    fn flush(&self) -> BoxFuture<'_, Result<(), TransportError>> {
        async move {
            if self.client.connection_state() != State::Connected {
                return Err(TransportError::TimedOut);
            }
            let flushed = timeout(Duration::from_secs(1), self.client.flush()).await;
            flushed.map_or(Err(TransportError::TimedOut), |_| Ok(()))
        }
        .boxed()
    }
}

impl Nats {
    async fn store_once(&self, subject: &str, payload: &[u8]) -> Result<(), TransportError> {
        let no_store = |reason| TransportError::NoStore { subject: subject.to_owned(), reason };
        let publish = async {
            let sent = self.stream.publish(subject.to_owned(), payload.to_vec().into()).await;
            sent.map_err(|error| no_store(chain(&error)))?.await.map_err(|error| no_store(chain(&error)))
        };
        match timeout(REQUEST * 2, publish).await {
            Ok(stored) => stored.map(|_| ()),
            Err(_) => Err(TransportError::TimedOut),
        }
    }

    /// The addresses that were tried, for messages.
    pub fn servers(&self) -> &str {
        &self.servers
    }
}
