//! A lease that this process holds: renews, checks and returns it.

use std::sync::{Mutex, MutexGuard, PoisonError};

use super::record::{Holder, LeaseRecord};
use super::take::read;
use super::{LeaseError, Mark, Terms};
use crate::store::{Content, Tag};
use model::chain;

/// A lease that this process has, or had.
pub struct Lease {
    terms: Terms,
    token: String,
    state: Mutex<State>,
}

#[derive(Clone)]
struct State {
    record: LeaseRecord,
    tag: Tag,
    /// When the last successful renewal began.
    renewed: Mark,
    /// Why it is lost.
    lost: Option<String>,
}

impl Lease {
    pub(super) fn new(terms: Terms, record: LeaseRecord, tag: Tag, renewed: Mark) -> Self {
        let token = record.holder.as_ref().map(|holder| holder.token.clone()).unwrap_or_default();
        Self { terms, token, state: Mutex::new(State { record, tag, renewed, lost: None }) }
    }

    /// The lease's name for people.
    pub fn place(&self) -> String {
        self.terms.place()
    }

    /// The number of times it was taken, with this one.
    pub fn fence(&self) -> u64 {
        self.state().record.fence
    }

    /// Checks that the lease is still held.
    ///
    /// # Errors
    /// The reason. The lease is lost then, and stays lost.
    pub fn check(&self) -> Result<(), String> {
        let mut state = self.state();
        if let Some(why) = &state.lost {
            return Err(why.clone());
        }
        let since = self.terms.since(state.renewed);
        if since + self.terms.margin() < self.terms.ttl {
            return Ok(());
        }
        let why =
            format!("the lease {} was lost: it was not renewed for {} s", self.place(), since.as_secs());
        state.lost = Some(why.clone());
        Err(why)
    }

    /// Why the lease is lost, and who has it now.
    pub async fn why(&self) -> String {
        let why = self.state().lost.clone().unwrap_or_else(|| format!("{} is held", self.place()));
        match self.find_holder().await {
            Ok(Some(holder)) if holder.token != self.token => format!("{why}. It belongs to {holder}"),
            _ => why,
        }
    }

    /// The current holder, according to the store.
    pub(super) async fn find_holder(&self) -> Result<Option<Holder>, LeaseError> {
        let found = self.terms.store.read_tagged(&self.terms.key).await?;
        found.map_or(Ok(None), |(bytes, _)| read(&self.terms, &bytes).map(|record| record.holder))
    }

    /// Renews the lease until it is lost.
    pub async fn keep(&self) {
        let mut pause = self.terms.pause();
        while self.check().is_ok() {
            tokio::time::sleep(pause).await;
            // The process may have been suspended for long.
            if self.check().is_err() {
                return;
            }
            pause = match self.renew().await {
                Ok(true) => self.terms.pause(),
                Ok(false) => return,
                Err(error) => {
                    tracing::warn!("the lease {} could not be renewed: {}", self.place(), chain(&error));
                    self.terms.pause() / 4
                }
            };
        }
    }

    /// Renews the lease once; false if somebody else has it.
    pub(super) async fn renew(&self) -> Result<bool, LeaseError> {
        let began = self.terms.now();
        let State { mut record, tag, .. } = self.state().clone();
        record.renewals += 1;
        if let Some(holder) = &mut record.holder {
            holder.renewed = began.time;
        }
        // The answer to a write may be lost: a read shows whether it succeeded.
        self.terms.store.put_if(&self.terms.key, Content::Bytes(&record.to_bytes()), Some(&tag)).await?;
        let found = self.terms.store.read_tagged(&self.terms.key).await?;
        let found =
            found.map(|(bytes, tag)| read(&self.terms, &bytes).map(|record| (record, tag))).transpose()?;
        let mut state = self.state();
        match found {
            Some((found, tag)) if found.is_of(&self.token) => {
                if found.renewals == record.renewals {
                    state.renewed = began;
                }
                state.record = found;
                state.tag = tag;
                Ok(true)
            }
            _ => {
                state.lost.get_or_insert_with(|| format!("the lease {} was lost", self.terms.place()));
                Ok(false)
            }
        }
    }

    /// Returns the lease. A lost one belongs to somebody else.
    ///
    /// # Errors
    /// The store does not answer: the lease ends when it expires.
    pub async fn release(&self) -> Result<(), LeaseError> {
        if self.check().is_err() {
            return Ok(());
        }
        let State { record, mut tag, .. } = self.state().clone();
        let record = LeaseRecord { holder: None, ..record };
        let (store, key) = (&self.terms.store, self.terms.key.as_str());
        while !store.put_if(key, Content::Bytes(&record.to_bytes()), Some(&tag)).await? {
            // A running renewal may have come between.
            match store.read_tagged(key).await? {
                Some((bytes, now)) if now != tag && read(&self.terms, &bytes)?.is_of(&self.token) => {
                    tag = now;
                }
                _ => return Ok(()),
            }
        }
        Ok(())
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
