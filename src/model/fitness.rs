//! Whether this instance may come into service: one judgement for everybody who registers it, or lets its group go on.
//!
//! `engine` collects the facts before the first step that puts something into service. `cli` notes what only it can
//! read: the release on this machine, and the state that the group wants. Laws: an announced end wins over everything;
//! within a deployment everything waits for its end; `after: anything` takes back nothing of these two.

use serde::{Deserialize, Serialize};

use super::gate::{After, Enters};

/// The option in which `cli` notes the release on this machine.
pub const RELEASE: &str = "__release__";

/// The option in which `cli` notes why this instance ends, if its metadata say so.
pub const ENDS: &str = "__announced_end__";

/// The release of this machine's service, as far as it matters.
#[derive(Clone, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
pub struct Release {
    /// The service.
    pub service: String,
    /// The revision that `current` leads to; none if no deployment came that far.
    pub linked: Option<String>,
    /// The revision whose deployment ended well last, with all its hooks.
    pub finished: Option<String>,
    /// The target of a rollback that has not ended.
    pub rolls_back_to: Option<String>,
    /// True if `current` leads to a release that is not there.
    #[serde(default)]
    pub is_missing: bool,
    /// True if this instance rolled back from the linked revision.
    pub is_withdrawn: bool,
    /// True if the instance was taken out of service because the linked revision failed.
    pub is_left_by_failure: bool,
    /// The revision whose deployment runs this; none outside of a deployment.
    pub deploys: Option<String>,
}

/// All facts that decide.
#[derive(Clone, Debug, PartialEq)]
pub struct Facts {
    /// Which runs must have succeeded.
    pub after: After,
    /// What comes into service.
    pub enters: Enters,
    /// Why this instance leaves service, if that is announced.
    pub leaving: Option<String>,
    /// The state that its group wants instead of service: `Standby`, `Warmed:Stopped` …
    pub wanted: Option<String>,
    /// The release; none if nothing is deployed here.
    pub release: Option<Release>,
    /// Why the states of this run keep it out.
    pub run: Option<String>,
    /// Why the last highstate keeps it out.
    pub highstate: Option<String>,
    /// Why its gate is closed.
    pub gate: Option<String>,
}

/// The answer.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Fitness {
    /// It may come into service.
    Fit,
    /// It will be registered later, and nothing is wrong.
    Later(String),
    /// It must not come into service.
    Unfit(String),
}

impl Release {
    /// Why it keeps the instance out of service.
    fn objection(&self) -> Option<String> {
        let Self { service, linked, finished, .. } = self;
        let what = if let Some(to) = &self.rolls_back_to {
            format!("the rollback of {service} to {to} has not ended well")
        } else if let Some(linked) = linked {
            if self.is_left_by_failure {
                format!("{linked} of {service} failed, and this instance was taken out of service for it")
            } else if self.is_missing {
                format!("{linked} of {service} is linked, and is not there")
            } else if self.is_withdrawn {
                format!("this instance rolled back from {linked} of {service}")
            } else if finished.as_ref() != Some(linked) {
                format!(
                    "the deployment of {linked} of {service} has not ended well: its hooks failed, or have \
                     not run"
                )
            } else {
                return None;
            }
        } else {
            format!("no release of {service} is in service: its first deployment has not ended")
        };
        Some(format!("{what} (deploy a release that works, or write 'after: anything')"))
    }
}

impl Facts {
    /// Whether it may come into service. The gate may be unknown yet: then the answer is the one for an open gate.
    pub fn judge(&self) -> Fitness {
        let is_own = self.enters != Enters::Another;
        // An instance that ends may complete the action that its group waits for.
        let only_completes = self.enters == Enters::Group && self.after == After::Unsaid;
        if is_own
            && !only_completes
            && let Some(why) = &self.leaving
        {
            return Fitness::Unfit(format!("this instance leaves service, because {why}"));
        }
        let release = self.release.as_ref().filter(|_| is_own);
        if let Some(Release { service, deploys: Some(revision), .. }) = release {
            return Fitness::Later(format!(
                "it waits for the end of the deployment: 'deploy' does it once {revision} of {service} has \
                 passed its hooks"
            ));
        }
        if self.enters == Enters::Instance
            && let Some(wanted) = &self.wanted
        {
            return Fitness::Later(format!("its group wants it to be {wanted}"));
        }
        let of_runs = match self.after {
            After::Highstate => self.run.as_ref().or(self.highstate.as_ref()),
            After::Run => self.run.as_ref(),
            After::Unsaid | After::Anything => None,
        };
        let of_release = release.filter(|_| self.after != After::Anything).and_then(Release::objection);
        match of_release.as_ref().or(of_runs).or(self.gate.as_ref()) {
            Some(why) => Fitness::Unfit(why.clone()),
            None => Fitness::Fit,
        }
    }
}

#[cfg(test)]
#[path = "fitness_tests.rs"]
mod tests;
