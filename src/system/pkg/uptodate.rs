//! `pkg.uptodate`.

use std::collections::BTreeMap;

use super::work::{Done, Report, Work, trouble};
use super::{PackageState, shown};
use crate::{Call, Intent};
use machine::package::{Transaction, Verb, VersionChange};
use model::{Map, Outcome, chain};

/// The upgrades.
#[derive(Debug)]
pub struct Found {
    ground: PackageState,
    transaction: Transaction,
    foreseen: BTreeMap<String, VersionChange>,
}

pub(super) async fn describe(call: &Call<'_>, ground: PackageState) -> Result<Found, Outcome> {
    let fields = call.fields;
    if fields.boolean("refresh") == Some(true) {
        ground.refresh(call).await?;
    }
    let flag = |name: &str| fields.boolean(name) == Some(true);
    let verb = if flag("dist_upgrade") { Verb::DistUpgrade } else { Verb::Upgrade };
    let mut transaction = Transaction::new(verb, vec![]);
    if let Some(names) = fields.texts("pkgs") {
        transaction = Transaction::new(Verb::Install, names);
        transaction.only_upgrade = true;
    }
    transaction.from = fields.text("fromrepo");
    transaction.unverified = flag("skip_verify");
    transaction.new_configuration = flag("force_conf_new");
    let failed = |error: machine::package::PackageError| Outcome::failed(chain(&error));
    let foreseen = transaction.foresee(ground.family, &ground.packages).await.map_err(failed)?;
    Ok(Found { ground, transaction, foreseen })
}

pub(super) fn diff(found: Found) -> Intent<Box<Work>> {
    let changes: Map = shown(Some(&found.foreseen), []);
    if changes.is_empty() {
        return Intent::Settled(Outcome::succeeded("System is already up-to-date"));
    }
    let foreseen = Outcome { changes, ..Outcome::would_change("System update will be performed") };
    let wanted = found.transaction.targets.iter().filter(|name| found.foreseen.contains_key(*name));
    let mut work = Work::new(&found.ground, Upgraded { wanted: wanted.cloned().collect() });
    work.transaction = Some(found.transaction);
    Intent::Act { foreseen, step: Box::new(work) }
}

/// The report when all is done.
#[derive(Debug)]
struct Upgraded {
    wanted: Vec<String>,
}

impl Report for Upgraded {
    fn said(&self, done: &Done<'_>) -> Outcome {
        let changes = done.changes();
        if !done.errors.is_empty() {
            return Outcome { changes, ..Outcome::failed(trouble("upgrading", &done.errors)) };
        }
        let missing: Vec<&str> =
            self.wanted.iter().filter(|name| !done.changed.contains_key(*name)).map(String::as_str).collect();
        if missing.is_empty() {
            return Outcome { changes, ..Outcome::succeeded("Upgrade ran successfully") };
        }
        let comment = format!("The following package(s) failed to update: {}", missing.join(", "));
        Outcome { changes, ..Outcome::failed(comment) }
    }
}
