//! Where the asks for one kind of one connection meet.
//!
//! One describe is under way at a time, and whoever asks meanwhile goes with the next. Before one begins, it lets those
//! catch up that are just changing a thing of the kind and will want to see it: a hundred groups that are made side
//! by side are read again in some calls, not in a hundred. Whoever is dropped while it reads leaves its turn to the next,
//! who then asks for itself.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use indexmap::IndexMap;
use tokio::sync::{Mutex as Turn, MutexGuard, Notify};

use super::known::Demand;
use crate::model::Reference;

/// How long a describe waits for company: a call that changes something mostly takes less.
const COMPANY: Duration = Duration::from_millis(400);

/// Things to read, each once, with all that anybody needs of them.
pub(super) type Crowd = IndexMap<Reference, Demand>;

/// The queue before one kind of one connection.
#[derive(Default)]
pub(super) struct Desk {
    waiting: Mutex<Crowd>,
    turn: Turn<()>,
    changing: AtomicUsize,
    changed: Notify,
}

impl Desk {
    /// Notes what is asked for and waits until no describe is under way. Then everything that was noted, that nobody has
    /// taken and that is still missing is the caller's to read.
    pub async fn join(
        &self,
        crowd: &Crowd,
        is_missing: impl Fn(&Reference, Demand) -> bool,
    ) -> (MutexGuard<'_, ()>, Crowd) {
        add(&mut self.waiting.lock().unwrap_or_else(PoisonError::into_inner), crowd);
        let turn = self.turn.lock().await;
        if self.lacks(&is_missing) {
            // Company that does not come in time goes with the next.
            drop(tokio::time::timeout(COMPANY, self.until_quiet()).await);
        }
        let mut noted = std::mem::take(&mut *self.waiting.lock().unwrap_or_else(PoisonError::into_inner));
        // Whoever took them for us may have been dropped, or may have read them before a change.
        add(&mut noted, crowd);
        noted.retain(|reference, demand| is_missing(reference, *demand));
        (turn, noted)
    }

    /// True when something that was noted is missing: the describe before this turn may have read it.
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

/// A change of a thing of the kind that is under way, until it is dropped.
pub struct Changing(Arc<Desk>);

impl Changing {
    pub(super) fn at(desk: Arc<Desk>) -> Self {
        desk.changing.fetch_add(1, Ordering::SeqCst);
        Self(desk)
    }
}

impl Drop for Changing {
    fn drop(&mut self) {
        self.0.changing.fetch_sub(1, Ordering::SeqCst);
        self.0.changed.notify_waiters();
    }
}

/// Adds a crowd to another.
fn add(to: &mut Crowd, crowd: &Crowd) {
    for (reference, demand) in crowd {
        to.entry(reference.clone()).or_default().add(*demand);
    }
}
