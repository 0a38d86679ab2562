//! Packages of several states, that come or go by one run of the package manager.
//!
//! The first state that has something to do takes along what the states after it want, as far as the run allows that. Each
//! tells its own part when its turn comes. When it cannot be done for all together, each is on its own, so that the one fails
//! for which it cannot be done.

use std::collections::BTreeSet;

use super::work::Work;
use super::{Found, Ground};
use crate::machine::package::Transaction;
use crate::system::{Around, Call, Intent};

/// What another state wants to be done.
#[derive(Debug)]
pub struct Joined {
    /// Its key in the return.
    tag: String,
    work: Box<Work>,
}

/// Which of the packages that changed a state tells of.
#[derive(Debug)]
pub enum Share {
    /// All but those that others tell of.
    AllBut(BTreeSet<String>),
    /// These alone.
    Only(BTreeSet<String>),
}

impl Default for Share {
    fn default() -> Self {
        Self::AllBut(BTreeSet::new())
    }
}

impl Share {
    /// True for a package of it.
    pub fn has(&self, name: &str) -> bool {
        match self {
            Self::AllBut(others) => !others.contains(name),
            Self::Only(own) => own.contains(name),
        }
    }
}

/// What the states want that may be taken along.
pub(super) async fn others(call: &Call<'_>, ground: &Ground) -> Vec<Joined> {
    let mut found = vec![];
    for companion in call.around.companions {
        let low = companion.low;
        let around = Around::alone(low, call.around.supplies, call.around.memory);
        let other = Call {
            function: companion.function,
            name: &low.name,
            fields: companion.fields,
            minion: call.minion,
            reacts_to: None,
            around,
        };
        let Ok(seen) = Found::of(&other, ground.clone()).await else { continue };
        if !seen.takes_along() {
            continue;
        }
        let Intent::Act { step, .. } = seen.intent(&other) else { continue };
        if step.transaction.is_some() && step.errors.is_empty() && !step.claims.is_empty() {
            found.push(Joined { tag: low.tag(), work: step });
        }
    }
    found
}

/// Those that one transaction can have besides: it is told the same in all else, and nothing becomes of what they name for another.
fn fitting(own: &Work, transaction: &Transaction, joined: Vec<Joined>) -> Vec<Joined> {
    let plain = |transaction: &Transaction| Transaction { targets: vec![], ..transaction.clone() };
    let mut coming: BTreeSet<String> = own.named.union(&own.claims).cloned().collect();
    let mut fit = vec![];
    for other in joined {
        let is_alike = other.work.transaction.as_ref().is_some_and(|it| plain(it) == plain(transaction));
        if is_alike && other.work.named.is_disjoint(&coming) {
            coming.extend(other.work.named.union(&other.work.claims).cloned());
            fit.push(other);
        }
    }
    fit
}

impl Work {
    /// Does what all want. What is left to do afterwards is what this one does alone.
    pub(super) async fn join(&mut self) {
        let joined = std::mem::take(&mut self.joined);
        let Some(own) = self.transaction.clone().filter(|_| self.errors.is_empty()) else { return };
        let joined = fitting(self, &own, joined);
        if joined.is_empty() {
            return;
        }
        let mut all = own;
        all.targets.extend(
            joined.iter().flat_map(|other| &other.work.transaction).flat_map(|it| it.targets.clone()),
        );
        let done = all.carry_out(self.family).await;
        self.cache.forget();
        let Ok(after) = self.cache.packages(self.family).await else { return };
        let theirs = joined.iter().flat_map(|other| other.work.claims.iter().cloned());
        self.share = Share::AllBut(theirs.filter(|name| !self.claims.contains(name)).collect());
        if done.is_ok_and(|finished| finished.is_success()) {
            self.transaction = None;
            self.tell(joined).await;
        } else if self.report.is_met(&after) {
            // What this one wants is done, and another's failed.
            self.transaction = None;
        }
    }

    /// Has each of the others say what it comes to.
    async fn tell(&self, joined: Vec<Joined>) {
        let mut told = self.claims.clone();
        for Joined { tag, mut work } in joined {
            work.transaction = None;
            work.before = self.before.clone();
            work.share = Share::Only(work.claims.difference(&told).cloned().collect());
            told.extend(work.claims.iter().cloned());
            let outcome = Box::pin(work.transact()).await;
            self.ahead.put(tag, outcome);
        }
    }
}
