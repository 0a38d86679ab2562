//! The remaining steps until a release is in service. A pure function from the contents of the disk to steps.

use super::record::ServiceRecord;

/// The service whose files all others share; it has no hooks and no states of its own.
pub const BASE: &str = "base";

/// The desired release.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Wanted {
    /// The service.
    pub service: String,
    /// Its revision.
    pub revision: String,
    /// The number of releases that are kept beside the current one.
    pub keep: usize,
}

/// The contents of the disk.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Live {
    /// The target of `/srv/service`.
    pub service: Option<String>,
    /// The target of `next`.
    pub next: Option<String>,
    /// The target of `current`.
    pub current: Option<String>,
    /// The complete releases.
    pub unpacked: Vec<String>,
    /// The earlier deployments.
    pub record: ServiceRecord,
}

/// One step.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Step {
    /// Download the archive and check it.
    Fetch,
    /// Unpack it, atomically.
    Unpack,
    /// Make `/srv/service` lead to the service.
    LinkService,
    /// Make `next` lead to the release.
    LinkNext,
    /// Run the release's hooks for the time before it is in service.
    PreRelease,
    /// Run the highstate with the release's trees.
    Highstate,
    /// Make `current` lead to the release.
    LinkCurrent,
    /// Run the release's hooks for the time after it came into service.
    PostRelease,
    /// Record that the deployment has ended.
    Finish,
    /// Put the instance into service, with the states of the highstate that waited for this.
    Register,
    /// Remove a release that is no longer kept.
    Remove(String),
}

impl Step {
    /// The step in words, for logs and answers.
    pub fn in_words(&self) -> String {
        match self {
            Self::Fetch => "fetch the archive",
            Self::Unpack => "unpack it",
            Self::LinkService => "link the service",
            Self::LinkNext => "link next",
            Self::PreRelease => "run pre-release hooks",
            Self::Highstate => "run the highstate",
            Self::LinkCurrent => "link current",
            Self::PostRelease => "run post-release hooks",
            Self::Finish => "record the end",
            Self::Register => "register this instance",
            Self::Remove(revision) => return format!("remove {revision}"),
        }
        .to_owned()
    }
}

/// The steps from the current to the desired state; none if all is done.
///
/// A killed deployment repeats its hooks from the beginning: their progress is unknown, and hooks must be repeatable.
pub fn plan(wanted: &Wanted, live: &Live) -> Vec<Step> {
    let is = |linked: &Option<String>| linked.as_deref() == Some(wanted.revision.as_str());
    let is_base = wanted.service == BASE;
    let mut steps = Vec::new();
    if !live.unpacked.contains(&wanted.revision) {
        steps.extend([Step::Fetch, Step::Unpack]);
    }
    let is_done = steps.is_empty() && is(&live.current) && is(&live.record.finished);
    if !is_base && live.service.as_ref() != Some(&wanted.service) {
        steps.push(Step::LinkService);
    }
    if !is_base && !is(&live.next) {
        steps.push(Step::LinkNext);
    }
    if !is_done {
        if !is_base {
            steps.extend([Step::PreRelease, Step::Highstate]);
        }
        steps.push(Step::LinkCurrent);
        if !is_base {
            steps.push(Step::PostRelease);
        }
        steps.push(Step::Finish);
    }
    if is_done && !live.record.registrations.is_empty() {
        steps.push(Step::Register);
    }
    steps.extend(surplus(wanted, live).into_iter().map(Step::Remove));
    steps
}

/// The releases to remove: all but the desired one, the current one and the latest that were in service.
fn surplus(wanted: &Wanted, live: &Live) -> Vec<String> {
    let mut kept: Vec<&str> = vec![&wanted.revision];
    let mut left = wanted.keep;
    if let Some(current) = live.current.as_deref().filter(|current| *current != wanted.revision) {
        kept.push(current);
        left = left.saturating_sub(1);
    }
    for deployed in live.record.history.iter().rev() {
        if left > 0 && !kept.contains(&deployed.revision.as_str()) {
            kept.push(&deployed.revision);
            left -= 1;
        }
    }
    live.unpacked.iter().filter(|revision| !kept.contains(&revision.as_str())).cloned().collect()
}
