//! Handles a release whose hooks fail after it came into service.

use super::error::DeployError;
use super::job::{Job, OnFailure};
use super::layout::Link;
use super::log::Log;
use super::plan::BASE;
use super::record::{Rollback, ServiceRecord};
use super::release::go_back;
use super::run::look;
use model::chain;

/// A release that is in service and does not work.
pub(super) struct FailedRelease<'a> {
    pub job: &'a Job<'a>,
    pub revision: String,
    /// The release that was in service before.
    pub previous: Option<String>,
    pub record: ServiceRecord,
}

impl FailedRelease<'_> {
    /// Does what the configuration says, and reports it with the reason.
    pub fn give_way(mut self, reason: DeployError, log: &mut Log<'_>) -> DeployError {
        match self.job.rules.on_failure {
            OnFailure::Keep => reason,
            OnFailure::Deregister => self.leave(reason, log),
            OnFailure::Rollback => self.go_back(reason, log),
        }
    }

    fn leave(mut self, reason: DeployError, log: &mut Log<'_>) -> DeployError {
        self.record.left = Some(self.revision.clone());
        if let Err(error) = self.record.save(self.job.world.disk, &self.job.layout.record()) {
            log.line(&format!("it is not recorded why this instance leaves service: {error}"));
        }
        let (service, revision) = (self.job.layout.service().to_owned(), self.revision);
        let left = (self.job.world.leave)();
        let how = match &left {
            Ok(()) => "this instance was taken out of service".to_owned(),
            Err(why) => format!("this instance could not be taken out of service: {why}"),
        };
        log.line(&format!("{revision} of {service} failed: {how}"));
        DeployError::FailedRelease { service, revision, how, reason: Box::new(reason) }
    }

    fn go_back(&mut self, reason: DeployError, log: &mut Log<'_>) -> DeployError {
        let Some(to) = self.before() else {
            log.line("there is no earlier release to go back to");
            return reason;
        };
        let (service, revision) = (self.job.layout.service().to_owned(), self.revision.clone());
        log.line(&format!("{revision} of {service} failed: going back to {to}"));
        let way = Rollback { from: Some(revision.clone()), to: to.clone() };
        let timeout = Some(self.job.rules.hooks_timeout).filter(|_| service != BASE);
        let gone = go_back(
            (self.job.layout, self.job.world),
            (self.job.instance, timeout),
            &mut self.record,
            &way,
            log,
        );
        let how = match gone {
            Ok(None) => format!("{to} is in service again"),
            Ok(Some(unrecorded)) => {
                format!("{to} is in service again, but that is not recorded yet: {}", chain(&unrecorded))
            }
            Err(error) => self.stands(&to, &error),
        };
        log.line(&how);
        DeployError::FailedRelease { service, revision, how, reason: Box::new(reason) }
    }

    /// What stands after a way back that failed.
    fn stands(&self, to: &str, error: &DeployError) -> String {
        let why = error.with_causes();
        match self.job.layout.linked(Link::Current) {
            Ok(Some(current)) if current == to => format!("{to} was linked again, and failed too: {why}"),
            Ok(Some(current)) => {
                format!("{to} could not be linked again, so current is still {current}: {why}")
            }
            _ => format!("{to} could not be linked again: {why}"),
        }
    }

    /// The release to go back to: the previous one, if it still exists here.
    fn before(&self) -> Option<String> {
        let unpacked = look(self.job.layout, self.record.clone()).ok()?.unpacked;
        let is_here = |previous: &&String| **previous != self.revision && unpacked.contains(previous);
        let previous = self.previous.as_ref().filter(is_here).cloned();
        previous.or_else(|| self.record.before(&self.revision, &unpacked).map(str::to_owned))
    }
}
