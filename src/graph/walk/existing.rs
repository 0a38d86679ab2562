//! Things that exist before the chunk that makes them has ended.

use std::sync::{Mutex, PoisonError};

use tokio::sync::Notify;

use model::Reference;

/// Which chunk made which things.
type Made = (usize, Vec<Reference>);

/// A running chunk notes here the things that others may refer to from now on; the walk reads them.
#[derive(Debug, Default)]
pub struct Existing {
    noted: Mutex<Vec<Made>>,
    news: Notify,
}

impl Existing {
    /// Notes that a chunk has made these. Noting them twice has no effect.
    pub fn note(&self, index: usize, references: Vec<Reference>) {
        self.noted.lock().unwrap_or_else(PoisonError::into_inner).push((index, references));
        self.news.notify_one();
    }

    /// Waits until something is noted and takes it.
    pub(super) async fn taken(&self) -> Vec<Made> {
        loop {
            let noted = std::mem::take(&mut *self.noted.lock().unwrap_or_else(PoisonError::into_inner));
            if !noted.is_empty() {
                return noted;
            }
            self.news.notified().await;
        }
    }
}
