//! The orders for the package manager, and the report.

use std::collections::BTreeSet;
use std::sync::Arc;

use indexmap::IndexMap;

use super::together::{JoinedWork, Share};
use super::want::difference;
use crate::EarlyOutcomes;
use machine::package::{self, Family, PackageCache, Packages, Transaction};
use model::{Map, Outcome, Value, chain};

/// One run of the package manager, with the steps before and after.
#[derive(Debug)]
pub struct Work {
    pub family: Family,
    pub cache: Arc<PackageCache>,
    /// The packages that were installed before.
    pub before: Arc<Packages>,
    pub transaction: Option<Transaction>,
    /// Packages that are held afterwards, and those that are released.
    pub holds: Vec<String>,
    pub unholds: Vec<String>,
    /// Packages that were marked for purging, and must stay.
    pub wanted_again: Vec<String>,
    /// Errors that are known beforehand.
    pub errors: Vec<String>,
    pub report: Box<dyn Report>,
    /// The packages of the state.
    pub named: BTreeSet<String>,
    /// The packages that change because of it, as predicted.
    pub claims: BTreeSet<String>,
    /// The work of other states in the same transaction.
    pub joined: Vec<JoinedWork>,
    /// The changed packages that it reports.
    pub share: Share,
    /// The place for the outcomes of the other states.
    pub early_outcomes: Arc<EarlyOutcomes>,
}

/// The function that makes the report.
pub trait Report: std::fmt::Debug + Send + Sync {
    fn said(&self, done: &Done<'_>) -> Outcome;

    /// True if all wanted packages are there, so that nothing is left to do.
    fn is_met(&self, _after: &Packages) -> bool {
        false
    }
}

/// The result.
pub struct Done<'a> {
    pub before: &'a Packages,
    pub after: &'a Packages,
    /// The changed packages that are reported.
    pub share: &'a Share,
    /// Old and new versions of the changed packages.
    pub changed: IndexMap<String, (String, String)>,
    /// The error message of the package manager.
    pub errors: Vec<String>,
}

impl crate::Step for Work {
    async fn carry_out(self) -> Outcome {
        self.transact().await
    }
}

impl Work {
    /// Does the work, reads the packages again, and returns the outcome.
    pub(super) async fn transact(mut self) -> Outcome {
        self.join().await;
        let acts = self.acts();
        let mut errors = std::mem::take(&mut self.errors);
        if let Some(transaction) =
            self.transaction.take().filter(|it| errors.is_empty() || !it.targets.is_empty())
        {
            match transaction.carry_out(self.family).await {
                Err(error) => errors.push(chain(&error)),
                Ok(finished) if finished.is_success() => {}
                Ok(finished) => {
                    let said = finished.stderr_text().trim_end().to_owned();
                    errors.push(if said.is_empty() { format!("code {}", finished.code()) } else { said });
                }
            }
        }
        for (names, holds) in [(&self.holds, true), (&self.unholds, false)] {
            if !names.is_empty()
                && let Err(error) = package::hold(self.family, names, holds).await
            {
                errors.push(chain(&error));
            }
        }
        if !self.wanted_again.is_empty()
            && let Err(error) = package::want_again(&self.wanted_again).await
        {
            errors.push(chain(&error));
        }
        // The packages that were read before may have changed, also after a failure.
        if acts {
            self.cache.forget();
        }
        match self.cache.packages(self.family).await {
            Err(error) => Outcome::failed(chain(&error)),
            Ok(after) => {
                let mut changed = difference(&self.before.installed, &after.installed);
                changed.retain(|name, _| self.share.has(name));
                let (before, share) = (&self.before, &self.share);
                self.report.said(&Done { before, after: &after, share, changed, errors })
            }
        }
    }

    /// Work without packages yet.
    pub(super) fn new(ground: &super::PackageState, report: impl Report + 'static) -> Self {
        Self {
            family: ground.family,
            cache: ground.cache.clone(),
            before: ground.packages.clone(),
            transaction: None,
            holds: vec![],
            unholds: vec![],
            wanted_again: vec![],
            errors: vec![],
            report: Box::new(report),
            named: BTreeSet::new(),
            claims: BTreeSet::new(),
            joined: vec![],
            share: Share::default(),
            early_outcomes: ground.early_outcomes.clone(),
        }
    }

    /// True if something is left to do: another state may have done it all.
    fn acts(&self) -> bool {
        let lists = [&self.holds, &self.unholds, &self.wanted_again];
        self.transaction.is_some() || lists.iter().any(|names| !names.is_empty())
    }
}

impl Done<'_> {
    /// The changes in Salt's shape.
    pub fn changes(&self) -> Map {
        changes(&self.changed)
    }
}

/// Old and new versions in Salt's shape.
pub(super) fn changes(changed: &IndexMap<String, (String, String)>) -> Map {
    changed.iter().map(|(name, (old, new))| (name.as_str().into(), pair(old, new))).collect()
}

/// Old and new version.
pub(super) fn pair(old: &str, new: &str) -> Value {
    [("old", old), ("new", new)].into_iter().collect()
}

/// The error, in Salt's layout.
pub(super) fn trouble(attempt: &str, errors: &[String]) -> String {
    let each = errors.iter().map(|error| {
        let mut lines = error.lines();
        let first = format!("    - {}", lines.next().unwrap_or_default());
        lines.fold(first, |text, line| format!("{text}\n      {line}"))
    });
    let list: Vec<String> = each.collect();
    format!(
        "Problem encountered {attempt} package(s). Additional info follows:\n\nerrors:\n{}",
        list.join("\n")
    )
}
