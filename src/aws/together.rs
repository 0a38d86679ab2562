//! Calls that carry several things: things that come while a call is running go with the next call.

use std::fmt;
use std::future::Future;
use std::sync::{Mutex, PoisonError};

use tokio::sync::{Mutex as AsyncMutex, oneshot};

/// Things that wait for one call, each with the receiver of its answer.
pub struct Together<I, O> {
    waiting: Mutex<Vec<(I, oneshot::Sender<O>)>>,
    turn: AsyncMutex<()>,
}

impl<I, O> Default for Together<I, O> {
    fn default() -> Self {
        Self { waiting: Mutex::default(), turn: AsyncMutex::default() }
    }
}

impl<I, O> fmt::Debug for Together<I, O> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("Together")
    }
}

impl<I, O> Together<I, O> {
    /// Sends a thing together with all that wait at that moment, and returns its answer.
    ///
    /// `carry_out` answers each of its things, in their order. None: the sender was dropped in the meantime, and its
    /// progress is unknown.
    pub async fn join<F>(&self, thing: I, carry_out: impl FnOnce(Vec<I>) -> F) -> Option<O>
    where
        F: Future<Output = Vec<O>>,
    {
        let (sender, mut receiver) = oneshot::channel();
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner).push((thing, sender));
        let turn = self.turn.lock().await;
        if let Ok(answer) = receiver.try_recv() {
            return Some(answer);
        }
        let waiting = std::mem::take(&mut *self.waiting.lock().unwrap_or_else(PoisonError::into_inner));
        let (things, senders): (Vec<I>, Vec<_>) = waiting.into_iter().unzip();
        if !things.is_empty() {
            for (sender, answer) in senders.into_iter().zip(carry_out(things).await) {
                // The receiver may have been dropped.
                drop(sender.send(answer));
            }
        }
        drop(turn);
        receiver.try_recv().ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn who_comes_while_a_call_is_under_way_goes_with_the_next() {
        let calls = Mutex::new(vec![]);
        let together = Together::<u32, u32>::default();
        let carry_out = |things: Vec<u32>| async {
            calls.lock().unwrap().push(things.clone());
            tokio::task::yield_now().await;
            things.into_iter().map(|thing| thing * 10).collect()
        };
        let all = (1..=5).map(|thing| together.join(thing, carry_out));
        let answers = futures::future::join_all(all).await;
        assert_eq!(answers, [Some(10), Some(20), Some(30), Some(40), Some(50)]);
        assert_eq!(*calls.lock().unwrap(), [vec![1], vec![2, 3, 4, 5]]);
    }

    #[tokio::test]
    async fn nothing_is_known_of_what_was_under_way_when_its_bearer_was_dropped() {
        let together = Together::<u32, u32>::default();
        let mut stuck = Box::pin(together.join(1, |_| std::future::pending()));
        let follower = together.join(2, std::future::ready);
        assert!(futures::poll!(stuck.as_mut()).is_pending());
        drop(stuck);
        assert_eq!(follower.await, Some(2));
    }
}
