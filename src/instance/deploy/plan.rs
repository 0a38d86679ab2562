//! What is left to do until a release is in service. Pure: what lies on the disk goes in, steps come out.

use super::record::ServiceRecord;

/// The service whose files all others share; it has no hooks and no states of its own.
pub const BASE: &str = "base";

/// What is wanted.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Wanted {
    /// The service.
    pub service: String,
    /// Its revision.
    pub revision: String,
    /// How many releases are kept beside the current one.
    pub keep: usize,
}

/// What lies on the disk.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Live {
    /// Where `/srv/service` leads.
    pub service: Option<String>,
    /// Where `next` leads.
    pub next: Option<String>,
    /// Where `current` leads.
    pub current: Option<String>,
    /// The releases that are whole.
    pub unpacked: Vec<String>,
    /// What was deployed before.
    pub record: ServiceRecord,
}

/// One thing to do.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Step {
    /// Fetch the archive and check it.
    Fetch,
    /// Unpack it, whole or not at all.
    Unpack,
    /// Let `/srv/service` lead to the service.
    LinkService,
    /// Let `next` lead to the release.
    LinkNext,
    /// Run the release's hooks from before it is in service.
    PreRelease,
    /// Run the highstate with the release's trees.
    Highstate,
    /// Let `current` lead to the release.
    LinkCurrent,
    /// Run the release's hooks from after it is in service.
    PostRelease,
    /// Note that the deployment came to its end.
    Finish,
    /// Remove a release that is not kept.
    Remove(String),
}

impl Step {
    /// The step in words, for logs and answers.
    pub fn told(&self) -> String {
        match self {
            Self::Fetch => "fetch the archive",
            Self::Unpack => "unpack it",
            Self::LinkService => "link the service",
            Self::LinkNext => "link next",
            Self::PreRelease => "run pre-release hooks",
            Self::Highstate => "run the highstate",
            Self::LinkCurrent => "link current",
            Self::PostRelease => "run post-release hooks",
            Self::Finish => "note the end",
            Self::Remove(revision) => return format!("remove {revision}"),
        }
        .to_owned()
    }
}

/// The steps from what is to what is wanted; none if all is done.
///
/// A deployment that was killed begins again with its hooks: nobody knows how far they came, and hooks can be repeated.
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
    steps.extend(surplus(wanted, live).into_iter().map(Step::Remove));
    steps
}

/// The releases to remove: all but the wanted one, the current one and the latest that were in service.
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
