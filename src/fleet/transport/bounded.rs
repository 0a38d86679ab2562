//! What an ops node keeps unread: so many bytes, whatever others send. What comes beyond that is dropped, as by NATS for a slow reader;
//! answers that are stored are read from the stream then.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use futures::stream::poll_fn;
use futures::{Stream, StreamExt};
use tokio::sync::mpsc;

use super::{Message, Subscription};

/// The most unread bytes of all subscriptions of a connection.
const MOST: usize = 96 * 1024 * 1024;
/// What a message needs beside its bytes.
const OVERHEAD: usize = 256;
/// The longest acknowledgement. Longer ones are not ours.
const SHORT: usize = 8 * 1024;

/// The unread bytes of one connection.
#[derive(Clone, Debug, Default)]
pub(super) struct Unread(Arc<AtomicUsize>);

/// A message that counts until it is read or dropped.
struct Counted {
    message: Option<Message>,
    size: usize,
    unread: Unread,
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.unread.0.fetch_sub(self.size, Ordering::Relaxed);
    }
}

impl Unread {
    /// Counts a message; none if there is no room for it.
    fn count(&self, message: Message) -> Option<Counted> {
        let size = message.payload.len() + message.subject.len() + OVERHEAD;
        if self.0.fetch_add(size, Ordering::Relaxed) + size > MOST {
            self.0.fetch_sub(size, Ordering::Relaxed);
            return None;
        }
        Some(Counted { message: Some(message), size, unread: self.clone() })
    }

    /// The messages of a subscription with this subject, of which no more is kept than there is room for.
    pub(super) fn keep(
        &self,
        subject: &str,
        mut messages: impl Stream<Item = Message> + Send + Unpin + 'static,
    ) -> Subscription {
        let is_short = subject.starts_with("fleet.ack.") || subject.starts_with("fleet.here.");
        let longest = if is_short { SHORT } else { usize::MAX };
        let (sender, mut receiver) = mpsc::unbounded_channel::<Counted>();
        let unread = self.clone();
        tokio::spawn(async move {
            loop {
                let message = tokio::select! {
                    message = messages.next() => message,
                    () = sender.closed() => return,
                };
                // The connection has ended: so does the subscription.
                let Some(message) = message else { return };
                if message.payload.len() <= longest
                    && let Some(counted) = unread.count(message)
                    && sender.send(counted).is_err()
                {
                    return;
                }
            }
        });
        let read = |counted: Option<Counted>| counted.and_then(|mut counted| counted.message.take());
        Subscription::new(poll_fn(move |context| receiver.poll_recv(context).map(read)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn kept(subject: &str, size: usize, count: usize) -> usize {
        let unread = Unread::default();
        let one = Message::new(subject.to_owned(), vec![b'x'; size]);
        let all = futures::stream::iter(std::iter::repeat_n(one, count));
        let mut subscription = unread.keep(subject, all);
        for _ in 0..count {
            tokio::task::yield_now().await;
        }
        let mut kept = 0;
        while subscription.recv().await.is_some() {
            kept += 1;
        }
        assert_eq!(unread.0.load(Ordering::Relaxed), 0, "what was read counts no more");
        kept
    }

    #[tokio::test]
    async fn no_more_is_kept_unread_than_there_is_room_for() {
        assert_eq!(kept("fleet.answer.1.a.0", 1024 * 1024, 400).await, 95);
        assert_eq!(kept("fleet.ack.1.a", 500, 10_000).await, 10_000);
        assert_eq!(kept("fleet.ack.1.a", 1024 * 1024, 10).await, 0, "no acknowledgement is that long");
    }
}
