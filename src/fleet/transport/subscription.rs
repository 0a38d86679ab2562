//! The messages of one subscription.

use futures::stream::BoxStream;
use futures::{FutureExt, Stream, StreamExt};

use super::Message;

/// The messages of a subscription. The subscription ends when this is dropped.
pub struct Subscription(BoxStream<'static, Message>);

impl Subscription {
    /// The messages as a transport delivers them.
    pub fn new(messages: impl Stream<Item = Message> + Send + 'static) -> Self {
        Self(messages.boxed())
    }

    /// Waits for the next message; none if there will be no more. Nothing is lost if the caller stops waiting.
    pub async fn recv(&mut self) -> Option<Message> {
        self.0.next().await
    }

    /// Waits for the next message and adds it, and those that have already arrived, to `into`. Adds at most `most`, and gives how many it
    /// has added: 0 if there will be no more. Nothing is lost if the caller stops waiting.
    pub async fn recv_many(&mut self, into: &mut Vec<Message>, most: usize) -> usize {
        let Some(first) = self.recv().await else { return 0 };
        let before = into.len();
        into.push(first);
        into.extend(std::iter::from_fn(|| self.try_recv()).take(most.saturating_sub(1)));
        into.len() - before
    }

    /// The next message, if it has arrived.
    pub fn try_recv(&mut self) -> Option<Message> {
        self.recv().now_or_never().flatten()
    }
}
