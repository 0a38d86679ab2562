//! Packages of several states that one run of the package manager installs or removes.
//!
//! The first state that has something to do includes the packages of later states, as far as the run allows that. Each state
//! reports its own part in its turn. If the joint run fails, each state runs alone, so that only the state with the error fails.

use std::collections::BTreeSet;

use super::work::Work;
use super::{Found, PackageState};
use crate::{Call, Intent, StateContext};
use machine::package::Transaction;

/// The work of another state.
#[derive(Debug)]
pub struct JoinedWork {
    /// Its key in the return.
    tag: String,
    work: Box<Work>,
}

/// The changed packages that a state reports.
#[derive(Debug)]
pub enum Share {
    /// All except those that other states report.
    AllBut(BTreeSet<String>),
    /// Only these.
    Only(BTreeSet<String>),
}

impl Default for Share {
    fn default() -> Self {
        Self::AllBut(BTreeSet::new())
    }
}

impl Share {
    /// True for a package that the state reports.
    pub fn has(&self, name: &str) -> bool {
        match self {
            Self::AllBut(others) => !others.contains(name),
            Self::Only(own) => own.contains(name),
        }
    }
}

/// The work of the states that may be joined.
pub(super) async fn others(call: &Call<'_>, ground: &PackageState) -> Vec<JoinedWork> {
    let mut found = vec![];
    for later in call.context.later_calls {
        let low = later.low;
        let context = StateContext::alone(low, call.context.services, call.context.memory);
        let other = Call {
            function: later.function,
            name: &low.name,
            fields: later.fields,
            minion: call.minion,
            reacts_to: None,
            context,
        };
        let Ok(seen) = Found::of(&other, ground.clone()).await else { continue };
        if !seen.takes_along() {
            continue;
        }
        let Intent::Act { step, .. } = seen.intent(&other) else { continue };
        if step.transaction.is_some() && step.errors.is_empty() && !step.claims.is_empty() {
            found.push(JoinedWork { tag: low.tag(), work: step });
        }
    }
    found
}

/// The states that fit into one transaction: it has the same options for them, and it changes no package that another of them
/// names.
fn fitting(own: &Work, transaction: &Transaction, joined: Vec<JoinedWork>) -> Vec<JoinedWork> {
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
    /// Does the work of all. If something is left, this state does its own part alone.
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
            self.store_outcomes(joined).await;
        } else if self.report.is_met(&after) {
            // The work of this state is done, and that of another failed.
            self.transaction = None;
        }
    }

    /// Stores the outcome of each other state.
    async fn store_outcomes(&self, joined: Vec<JoinedWork>) {
        let mut claimed = self.claims.clone();
        for JoinedWork { tag, mut work } in joined {
            work.transaction = None;
            work.before = self.before.clone();
            work.share = Share::Only(work.claims.difference(&claimed).cloned().collect());
            claimed.extend(work.claims.iter().cloned());
            let outcome = Box::pin(work.transact()).await;
            self.early_outcomes.put(tag, outcome);
        }
    }
}
