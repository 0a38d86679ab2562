//! Runs a deployment: compares the disk with the desired release, and does the remaining steps.
//!
//! Law: nothing is cleaned up at the end of a failed run. After any end of a run, an error or a kill, the [`settle`]
//! and [`plan`](super::plan()) of the next run correct what is left; only refused files are removed at once.

use std::io;
use std::path::PathBuf;

use super::error::DeployError;
use super::hooks::{HookFacts, When, run_hooks};
use super::job::{Highstate, Job, Report};
use super::layout::{Layout, Link};
use super::leftover;
use super::lock;
use super::log::{self, Log};
use super::offer::{self, Offer};
use super::plan::{Live, Step, Wanted, plan};
use super::record::{Registration, ServiceRecord};
use super::recorded::recorded;
use super::release;
use super::room;
use super::settle::settle;
use super::trust::Trust;
use super::unfit::FailedRelease;

/// The contents of the disk.
pub(super) fn look(layout: &Layout, record: ServiceRecord) -> Result<Live, DeployError> {
    let read = |path: PathBuf| move |source: io::Error| DeployError::Read { path, source };
    Ok(Live {
        service: layout.service_linked().map_err(read(layout.root().join("service")))?,
        next: layout.linked(Link::Next).map_err(read(layout.link(Link::Next)))?,
        current: layout.linked(Link::Current).map_err(read(layout.link(Link::Current)))?,
        unpacked: layout.unpacked().map_err(read(layout.releases()))?,
        record,
    })
}

/// The steps of a deployment; nothing is changed. None if the service is not in the store and never was here.
///
/// # Errors
/// The steps cannot be determined, or a document in the store is refused.
pub fn preview(job: &Job<'_>) -> Result<Option<Report>, DeployError> {
    let live = look(job.layout, recorded(job.layout)?)?;
    let Some(offer) = offer::find(job, Trust::find(job)?, &live.record)? else { return Ok(None) };
    offer.check_here(job.layout, &live)?;
    let steps = plan(&wanted(job, &offer), &live);
    let service = job.layout.service().to_owned();
    let revision = offer.signed.manifest.revision;
    Ok(Some(Report { service, revision, previous: live.current, steps, highstate: None, log: None }))
}

/// Brings a release into service, or finishes what an earlier run began. None if the service is not in the store and
/// never was here.
///
/// # Errors
/// Another process deploys, a document in the store is refused, or a step failed. `current` leads to the earlier
/// release, or to the new one if that was linked already.
pub fn deploy(job: &Job<'_>) -> Result<Option<Report>, DeployError> {
    let (layout, world) = (job.layout, job.world);
    if job.rules.pinned.is_empty() && job.rules.root.is_none() {
        return Err(DeployError::NoKeys);
    }
    world.disk.make_directories(layout.root())?;
    let _lock = lock::take(&layout.lock(), layout.service(), (world.clock)())?;
    leftover::end(layout, world)?;
    let mut record = recorded(layout)?;
    room::for_records(job, &look(layout, record.clone())?)?;
    release::finish_rollback(layout, world, &mut record)?;
    let trust = Trust::find(job)?;
    trust.keep(job)?;
    let Some(offer) = offer::find(job, trust, &record)? else { return Ok(None) };
    let live = look(layout, record)?;
    offer.check_here(layout, &live)?;
    world.disk.make_directories(&layout.releases())?;
    settle(layout, world.disk, &offer.signed.manifest.revision)?;
    let mut record = live.record.clone();
    if offer.note(&mut record) {
        record.save(world.disk, &layout.record())?;
    }
    let live = Live { record, ..live };
    let steps = plan(&wanted(job, &offer), &live);
    let Live { record, current, .. } = live;
    // If a run stopped after its link, only the record names the release before it.
    let is_linked = current.as_ref() == Some(&offer.signed.manifest.revision);
    let previous = if is_linked { record.finished.clone() } else { current };
    let mut run =
        Run { job, offer, record, previous, is_unfit: false, steps: vec![], highstate: None, log: None };
    if let Err(error) = run.carry_out(steps) {
        return Err(run.stopped(error));
    }
    let Run { offer, previous, steps, highstate, log, .. } = run;
    let (service, revision) = (layout.service().to_owned(), offer.signed.manifest.revision);
    Ok(Some(Report {
        service,
        revision,
        previous,
        steps,
        highstate,
        log: log.map(|log| log.path().to_owned()),
    }))
}

fn wanted(job: &Job<'_>, offer: &Offer) -> Wanted {
    let service = job.layout.service().to_owned();
    Wanted { service, revision: offer.signed.manifest.revision.clone(), keep: job.rules.keep }
}

/// One run.
struct Run<'a> {
    job: &'a Job<'a>,
    offer: Offer,
    record: ServiceRecord,
    /// The release that was in service when it began.
    previous: Option<String>,
    /// True once a hook of a release failed after it came into service.
    is_unfit: bool,
    steps: Vec<Step>,
    highstate: Option<Highstate>,
    log: Option<Log<'a>>,
}

impl<'a> Run<'a> {
    fn carry_out(&mut self, steps: Vec<Step>) -> Result<(), DeployError> {
        let is_removal = |step: &Step| matches!(step, Step::Remove(_));
        let is_last = |step: &Step| is_removal(step) || *step == Step::Register;
        for step in steps.into_iter().filter(|step| !is_last(step)) {
            self.step(step)?;
        }
        // Which releases are kept, and what waited for the end, is known when the release is in service.
        let live = look(self.job.layout, self.record.clone())?;
        let last = plan(&wanted(self.job, &self.offer), &live);
        // A registration that fails leaves no old releases behind.
        let registered = if last.contains(&Step::Register) { self.step(Step::Register) } else { Ok(()) };
        for step in last.into_iter().filter(is_removal) {
            self.step(step)?;
        }
        let disk = self.job.world.disk;
        for path in log::surplus(&self.job.layout.logs()) {
            disk.remove_file(&path)?;
        }
        registered
    }

    fn step(&mut self, step: Step) -> Result<(), DeployError> {
        let (layout, world) = (self.job.layout, self.job.world);
        let revision = self.offer.signed.manifest.revision.clone();
        world.go_on()?;
        self.log().line(&format!("{revision} of {}: {}", layout.service(), step.in_words()));
        match &step {
            Step::Fetch => {
                let live = look(layout, self.record.clone())?;
                release::fetch(self.job, &live, &self.offer.signed.manifest)?;
            }
            Step::Unpack => release::unpack(layout, world.disk, &self.offer.signed)?,
            Step::LinkService => layout.switch_service(world.disk)?,
            Step::LinkNext => layout.switch(world.disk, Link::Next, &revision)?,
            Step::PreRelease => self.hooks(When::Before)?,
            Step::Highstate => self.highstate(&revision)?,
            Step::LinkCurrent => layout.switch(world.disk, Link::Current, &revision)?,
            Step::PostRelease => self.in_service()?,
            Step::Finish => {
                self.record.finish(&revision, (world.clock)());
                self.record.save(world.disk, &layout.record())?;
            }
            Step::Register => self.register(&revision)?,
            Step::Remove(revision) => release::remove(layout, world.disk, revision)?,
        }
        self.steps.push(step);
        Ok(())
    }

    /// Puts the instance into service, with the states that waited for the end of the deployment.
    fn register(&mut self, revision: &str) -> Result<(), DeployError> {
        let (layout, world) = (self.job.layout, self.job.world);
        let registered = (world.register)(layout, &self.record.registrations);
        world.go_on()?;
        registered.map_err(|reason| DeployError::NotRegistered {
            service: layout.service().to_owned(),
            revision: revision.to_owned(),
            reason,
        })?;
        self.record.registrations.clear();
        Ok(self.record.save(world.disk, &layout.record())?)
    }

    /// The hooks of a release that has come into service.
    fn in_service(&mut self) -> Result<(), DeployError> {
        for when in When::IN_SERVICE {
            let done = self.hooks(when);
            self.is_unfit = matches!(done, Err(DeployError::Hook(_)));
            done?;
        }
        Ok(())
    }

    /// Logs why it stopped. A release that failed in service is replaced.
    fn stopped(mut self, error: DeployError) -> DeployError {
        self.log().line(&format!("stopped: {}", error.with_causes()));
        if !self.is_unfit {
            return error;
        }
        let log = self.log.take();
        let Self { job, offer, record, previous, .. } = self;
        let revision = offer.signed.manifest.revision;
        let unfit = FailedRelease { job, revision, previous, record };
        match log {
            Some(mut log) => unfit.give_way(error, &mut log),
            None => error,
        }
    }

    fn log(&mut self) -> &mut Log<'a> {
        let job = self.job;
        let revision = &self.offer.signed.manifest.revision;
        self.log.get_or_insert_with(|| Log::begin(&job.layout.logs(), revision, job.world.clock))
    }

    fn hooks(&mut self, when: When) -> Result<(), DeployError> {
        let job = self.job;
        let revision = self.offer.signed.manifest.revision.clone();
        let previous = self.previous.clone();
        let facts = HookFacts {
            service: job.layout.service(),
            instance: job.instance,
            previous: previous.as_deref(),
        };
        run_hooks(job.layout, job.world, job.rules.hooks_timeout, &facts, (&revision, when), self.log())
    }

    fn highstate(&mut self, revision: &str) -> Result<(), DeployError> {
        let job = self.job;
        let failed = |reason| DeployError::Highstate {
            revision: revision.to_owned(),
            reason,
            current: job.layout.linked(Link::Current).ok().flatten(),
        };
        job.world
            .disk
            .announce("run the highstate", &job.layout.link(Link::Next))
            .map_err(|error| failed(error.to_string()))?;
        let Some(ran) = (job.world.highstate)(job.layout).map_err(failed)? else {
            self.log().line("there are no trees for a highstate");
            return self.note_registrations(&[]);
        };
        let Highstate { states, changed, failed: lost, text, .. } = &ran;
        self.log().output(text.as_bytes());
        self.log().line(&format!("{states} states, {changed} changed something, {} failed", lost.len()));
        job.world.go_on()?;
        if !lost.is_empty() {
            return Err(failed(lost.join("; ")));
        }
        self.note_registrations(&ran.registrations)?;
        self.highstate = Some(ran);
        Ok(())
    }

    /// Records what waits for the end, so that a run after a kill does it, too.
    fn note_registrations(&mut self, registrations: &[Registration]) -> Result<(), DeployError> {
        if self.record.registrations == registrations {
            return Ok(());
        }
        self.record.registrations = registrations.to_vec();
        Ok(self.record.save(self.job.world.disk, &self.job.layout.record())?)
    }
}
