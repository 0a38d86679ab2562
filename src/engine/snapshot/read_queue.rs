//! Collects the reads of one kind in one connection.
//!
//! One describe runs at a time, and requests that arrive meanwhile go with the next one. Before it begins, it waits for
//! states that are just changing a thing of the kind and will read it next: a hundred groups that are created in
//! parallel are read again in a few calls, not in a hundred. A caller that is dropped while it reads leaves its turn to
//! the next one, which then reads for itself.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use indexmap::IndexMap;
use tokio::sync::{Mutex as AsyncMutex, MutexGuard, Notify};

use super::known::Demand;
use model::Reference;

/// How long a describe waits for such states: a call that changes something mostly takes less.
const COMPANY: Duration = Duration::from_millis(400);

/// Things to read, each once, with all aspects that anybody needs.
pub(super) type Crowd = IndexMap<Reference, Demand>;

/// The queue of one kind in one connection.
#[derive(Default)]
pub(super) struct ReadQueue {
    waiting: Mutex<Crowd>,
    turn: AsyncMutex<()>,
    changing: AtomicUsize,
    changed: Notify,
}

impl ReadQueue {
    /// Notes the requested things and waits until no describe is running. Then the caller must read all noted things
    /// that nobody has taken and that are still missing.
    pub async fn join(
        &self,
        crowd: &Crowd,
        is_missing: impl Fn(&Reference, Demand) -> bool,
    ) -> (MutexGuard<'_, ()>, Crowd) {
        add(&mut self.waiting.lock().unwrap_or_else(PoisonError::into_inner), crowd);
        let turn = self.turn.lock().await;
        if self.lacks(&is_missing) {
            // A state that is too late goes with the next describe.
            drop(tokio::time::timeout(COMPANY, self.until_quiet()).await);
        }
        let mut noted = std::mem::take(&mut *self.waiting.lock().unwrap_or_else(PoisonError::into_inner));
        // The caller that took them may have been dropped, or may have read them before a change.
        add(&mut noted, crowd);
        noted.retain(|reference, demand| is_missing(reference, *demand));
        (turn, noted)
    }

    /// True when a noted thing is missing: the previous describe may have read it.
    fn lacks(&self, is_missing: impl Fn(&Reference, Demand) -> bool) -> bool {
        let waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner).clone();
        waiting.iter().any(|(reference, demand)| is_missing(reference, *demand))
    }

    async fn until_quiet(&self) {
        loop {
            let changed = self.changed.notified();
            if self.changing.load(Ordering::SeqCst) == 0 {
                return;
            }
            changed.await;
        }
    }
}

/// A running change of a thing of the kind, until it is dropped.
pub struct Changing(Arc<ReadQueue>);

impl Changing {
    pub(super) fn at(read_queue: Arc<ReadQueue>) -> Self {
        read_queue.changing.fetch_add(1, Ordering::SeqCst);
        Self(read_queue)
    }
}

impl Drop for Changing {
    fn drop(&mut self) {
        self.0.changing.fetch_sub(1, Ordering::SeqCst);
        self.0.changed.notify_waiters();
    }
}

/// Adds requested things to others.
fn add(to: &mut Crowd, crowd: &Crowd) {
    for (reference, demand) in crowd {
        to.entry(reference.clone()).or_default().add(*demand);
    }
}
