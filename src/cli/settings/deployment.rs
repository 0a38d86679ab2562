//! The deployment within which a highstate runs: what puts this instance into service is noted, and waits for its end.

use std::sync::{Mutex, PoisonError};

use instance::deploy::Registration;
use model::Low;
use model::fitness::Release;

/// A deployment that has not ended.
#[derive(Debug)]
pub struct Deployment {
    service: String,
    revision: String,
    waiting: Mutex<Vec<Registration>>,
}

impl Deployment {
    /// A deployment of this release, in which nothing waits yet.
    pub fn new(service: &str, revision: &str) -> Self {
        Self { service: service.to_owned(), revision: revision.to_owned(), waiting: Mutex::default() }
    }

    /// Notes a state that must be carried out at the end.
    pub fn note(&self, low: &Low) {
        let registration = Registration { id: low.id.clone(), sls: low.sls.clone() };
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        if !waiting.contains(&registration) {
            waiting.push(registration);
        }
    }

    /// The states that were noted, in their order.
    pub fn waiting(&self) -> Vec<Registration> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The release, which is not in service yet.
    pub fn release(&self) -> Release {
        let deploys = Some(self.revision.clone());
        Release { service: self.service.clone(), deploys, ..Release::default() }
    }
}
