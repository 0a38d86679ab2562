//! Questions to any server that holds a stream, and to its leader.
//!
//! Any server that holds a stream answers a read. Servers choose by chance which one does, and also choose one that is frozen, as long as
//! they have not missed it. The leader alone answers what is asked about a stream, and servers that have just started have none. So a
//! question without a quick answer is asked again, and the first answer counts.
//! See <https://github.com/nats-io/nats-architecture-and-design/blob/main/adr/ADR-31.md>.

use std::time::Duration;

use async_nats::client::RequestErrorKind;
use async_nats::{Client, Message};
use futures::future::BoxFuture;
use futures::stream::FuturesUnordered;
use futures::{FutureExt, StreamExt};
use tokio::time::{sleep, timeout};

use super::TransportError;
use super::nats::REQUEST;
use model::chain;

/// When a question is asked, in milliseconds: once, and again while no answer comes.
const USUALLY: &[u64] = &[0, 200, 400, 800, 1_400];
/// The same where a server has kept silent already.
const IN_DOUBT: &[u64] = &[0, 0, 0, 200, 400, 800, 1_400];

/// Several questions, one after the other.
#[derive(Debug)]
pub(super) struct Direct<'a> {
    client: &'a Client,
    is_in_doubt: bool,
}

impl<'a> Direct<'a> {
    /// Begins.
    pub(super) fn new(client: &'a Client) -> Self {
        Self { client, is_in_doubt: false }
    }

    /// Asks; `about` is for messages.
    ///
    /// # Errors
    ///
    /// No server holds the stream, or none answers.
    pub(super) async fn ask(
        &mut self,
        asked: &str,
        question: &[u8],
        about: &str,
    ) -> Result<Message, TransportError> {
        let request = || self.client.request(asked.to_owned(), question.to_vec().into()).boxed();
        let (answer, place) = first(if self.is_in_doubt { IN_DOUBT } else { USUALLY }, request)
            .await
            .ok_or(TransportError::TimedOut)?;
        self.is_in_doubt |= place > 0;
        answer.map_err(|error| match error.kind() {
            RequestErrorKind::TimedOut => TransportError::TimedOut,
            _ => TransportError::NoStore { subject: about.to_owned(), reason: chain(&error) },
        })
    }
}

/// The first answer, and which of the questions it answers.
async fn first<'a, T>(times: &[u64], ask: impl Fn() -> BoxFuture<'a, T>) -> Option<(T, usize)> {
    let ask = &ask;
    let asking = times.iter().enumerate().map(|(place, after)| async move {
        sleep(Duration::from_millis(*after)).await;
        (ask().await, place)
    });
    let mut asking: FuturesUnordered<_> = asking.collect();
    timeout(REQUEST, asking.next()).await.ok().flatten()
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use tokio::time::Instant;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_question_that_reached_a_frozen_server_is_asked_again() {
        let (asked, began) = (AtomicU32::new(0), Instant::now());
        let ask = || {
            let number = asked.fetch_add(1, Ordering::Relaxed);
            async move {
                if number < 2 {
                    std::future::pending::<()>().await;
                }
                number
            }
            .boxed()
        };
        assert_eq!(first(USUALLY, ask).await, Some((2, 2)));
        assert!(began.elapsed() < Duration::from_millis(410));
    }

    #[tokio::test(start_paused = true)]
    async fn who_answers_at_once_is_asked_once_and_nobody_is_waited_for_without_end() {
        let asked = AtomicU32::new(0);
        let ask = || {
            asked.fetch_add(1, Ordering::Relaxed);
            async {}.boxed()
        };
        assert_eq!(first(USUALLY, ask).await, Some(((), 0)));
        assert_eq!(asked.into_inner(), 1);
        let began = Instant::now();
        assert_eq!(first(USUALLY, || std::future::pending::<()>().boxed()).await, None);
        assert_eq!(began.elapsed().as_secs(), REQUEST.as_secs());
    }
}
