//! A transport inside one process: what tests of agent and operator run on.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use futures::FutureExt;
use futures::future::BoxFuture;
use futures::stream::poll_fn;
use tokio::sync::{mpsc, watch};

use super::{BucketEntry, Link, Message, Placed, Subscription, Transport, TransportError};

/// How many messages a slow subscriber may leave unread.
const CAPACITY: usize = 4096;

/// A server in memory. Clones are connections to the same one.
#[derive(Clone, Debug)]
pub struct Local {
    shared: Arc<Mutex<Shared>>,
    link: Arc<watch::Sender<Link>>,
    /// Nothing is stored under subjects that begin so.
    leaderless: Arc<watch::Sender<Option<String>>>,
    /// Single messages are asked of a server that has none yet.
    is_behind: Arc<AtomicBool>,
}

#[derive(Debug, Default)]
struct Shared {
    stored: BTreeMap<String, Vec<u8>>,
    /// Where the last message of each subject is.
    places: BTreeMap<String, u64>,
    last_place: u64,
    subscribers: Vec<(String, mpsc::Sender<Message>)>,
}

impl Default for Local {
    fn default() -> Self {
        Self {
            shared: Arc::default(),
            link: Arc::new(watch::Sender::new(Link::Up(1))),
            leaderless: Arc::new(watch::Sender::new(None)),
            is_behind: Arc::default(),
        }
    }
}

impl Shared {
    fn put(&mut self, subject: &str, payload: &[u8]) {
        self.last_place += 1;
        self.places.insert(subject.to_owned(), self.last_place);
        self.stored.insert(subject.to_owned(), payload.to_vec());
    }
}

impl Local {
    fn shared(&self) -> MutexGuard<'_, Shared> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Makes the server unreachable, or reachable again.
    pub fn set_link(&self, link: Link) {
        self.link.send_replace(link);
    }

    /// Takes the leader from the streams whose subjects begin so, or gives it back: what is stored or read there waits.
    pub fn set_leaderless(&self, beginning: Option<&str>) {
        self.leaderless.send_replace(beginning.map(str::to_owned));
    }

    /// Whether single messages are asked of a server that has not applied any yet. The leader alone knows of them then.
    pub fn set_behind(&self, is_behind: bool) {
        self.is_behind.store(is_behind, Ordering::Relaxed);
    }

    fn placed(&self, subject: &str) -> Placed {
        if self.is_behind.load(Ordering::Relaxed) {
            return None;
        }
        let shared = self.shared();
        Some((shared.stored.get(subject)?.clone(), *shared.places.get(subject)?))
    }

    async fn leader(&self, subject: &str) {
        let has_leader = |leaderless: &Option<String>| {
            !leaderless.as_ref().is_some_and(|beginning| subject.starts_with(beginning))
        };
        let _ = self.leaderless.subscribe().wait_for(has_leader).await;
    }

    fn up(&self) -> Result<(), TransportError> {
        if matches!(*self.link.borrow(), Link::Up(_)) { Ok(()) } else { Err(TransportError::TimedOut) }
    }

    /// Sends a message to all who receive its subject; false if there are none.
    fn send(&self, message: &Message) -> bool {
        let mut shared = self.shared();
        let mut is_received = false;
        shared.subscribers.retain(|(_, sender)| !sender.is_closed());
        for (pattern, sender) in &shared.subscribers {
            if fits(pattern, &message.subject) {
                // A slow reader loses messages, as with NATS.
                let _ = sender.try_send(message.clone());
                is_received = true;
            }
        }
        is_received
    }
}

/// Whether a subject fits a pattern: `*` is one token, `>` all that follow.
pub fn fits(pattern: &str, subject: &str) -> bool {
    let mut tokens = subject.split('.');
    for wanted in pattern.split('.') {
        match (wanted, tokens.next()) {
            (">", Some(_)) => return true,
            ("*", Some(_)) => {}
            (wanted, Some(token)) if wanted == token => {}
            _ => return false,
        }
    }
    tokens.next().is_none()
}

impl Transport for Local {
    fn publish(&self, subject: String, payload: Vec<u8>) -> BoxFuture<'_, Result<(), TransportError>> {
        async move {
            // Messages without a subscriber are lost.
            if self.up().is_ok() {
                self.send(&Message::new(subject, payload));
            }
            Ok(())
        }
        .boxed()
    }

    fn ask(
        &self,
        subject: String,
        payload: Vec<u8>,
        reply: String,
    ) -> BoxFuture<'_, Result<(), TransportError>> {
        async move {
            if self.up().is_ok() && !self.send(&Message::new(subject, payload)) {
                self.send(&Message::undelivered(reply));
            }
            Ok(())
        }
        .boxed()
    }

    fn subscribe(&self, subject: String) -> BoxFuture<'_, Result<Subscription, TransportError>> {
        let (sender, mut receiver) = mpsc::channel(CAPACITY);
        self.shared().subscribers.push((subject, sender));
        futures::future::ready(Ok(Subscription::new(poll_fn(move |context| receiver.poll_recv(context)))))
            .boxed()
    }

    fn store(&self, subject: String, payload: Vec<u8>) -> BoxFuture<'_, Result<(), TransportError>> {
        async move {
            self.leader(&subject).await;
            self.up()?;
            self.shared().put(&subject, &payload);
            self.send(&Message::new(subject, payload));
            Ok(())
        }
        .boxed()
    }

    fn last(&self, _: String, subject: String) -> BoxFuture<'_, Result<Option<Vec<u8>>, TransportError>> {
        async move {
            self.leader(&subject).await;
            self.up().map(|()| self.placed(&subject).map(|(payload, _)| payload))
        }
        .boxed()
    }

    fn last_at(&self, _: String, subject: String) -> BoxFuture<'_, Result<Placed, TransportError>> {
        let found = self.up().map(|()| self.placed(&subject));
        futures::future::ready(found).boxed()
    }

    fn store_after(
        &self,
        subject: String,
        payload: Vec<u8>,
        after: u64,
    ) -> BoxFuture<'_, Result<bool, TransportError>> {
        async move {
            self.up()?;
            {
                let mut shared = self.shared();
                if shared.places.get(&subject).copied().unwrap_or(0) != after {
                    return Ok(false);
                }
                shared.put(&subject, &payload);
            }
            self.send(&Message::new(subject, payload));
            Ok(true)
        }
        .boxed()
    }

    fn bucket_from(
        &self,
        bucket: String,
        from: u64,
    ) -> BoxFuture<'_, Result<Vec<BucketEntry>, TransportError>> {
        let prefix = format!("$KV.{bucket}.");
        let all = self.up().map(|()| {
            let shared = self.shared();
            let under = |(subject, value): (&String, &Vec<u8>)| {
                let place = *shared.places.get(subject)?;
                let key = subject.strip_prefix(&prefix).filter(|_| place >= from)?.to_owned();
                Some(BucketEntry { key, value: value.clone(), place })
            };
            shared.stored.iter().filter_map(under).collect()
        });
        futures::future::ready(all).boxed()
    }

    fn subjects(&self, _: String, filter: String) -> BoxFuture<'_, Result<Vec<String>, TransportError>> {
        let found = self.up().map(|()| {
            let shared = self.shared();
            shared.stored.keys().filter(|subject| fits(&filter, subject)).cloned().collect()
        });
        futures::future::ready(found).boxed()
    }

    fn purge(&self, _: String, filter: String) -> BoxFuture<'_, Result<(), TransportError>> {
        self.shared().stored.retain(|subject, _| !fits(&filter, subject));
        futures::future::ready(self.up()).boxed()
    }

    fn link(&self) -> watch::Receiver<Link> {
        self.link.subscribe()
    }

    fn flush(&self) -> BoxFuture<'_, Result<(), TransportError>> {
        futures::future::ready(Ok(())).boxed()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_fit_as_in_nats() {
        for (pattern, subject, expected) in [
            ("a.b", "a.b", true),
            ("a.*", "a.b", true),
            ("a.*", "a.b.c", false),
            ("a.>", "a.b.c", true),
            ("a.>", "a", false),
            ("*.b", "a.b", true),
            ("a.b.c", "a.b", false),
        ] {
            assert_eq!(fits(pattern, subject), expected, "{pattern} {subject}");
        }
    }
}
