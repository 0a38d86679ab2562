//! The revision that the store offers: named by a pointer or the caller, with its manifest, and whether it may be
//! deployed here.

use jiff::{SignedDuration, Timestamp};

use super::error::DeployError;
use super::job::Job;
use super::layout::Layout;
use super::plan::Live;
use super::record::ServiceRecord;
use super::trust::Trust;
use crate::artifact::{Expected, Pinned, Pointer, PointerScope, Refusal, check_name};
use crate::store::{SignedError, SignedManifest, find_freshness, find_manifest, find_pointer};
use machine::file::Algorithm;

/// A revision that may be deployed.
pub(super) struct Offer {
    /// Its manifest.
    pub signed: SignedManifest,
    /// The pointer that named it; none if the caller did.
    pointer: Option<Pointer>,
    /// The keys whose signatures counted.
    trust: Trust,
}

/// Finds the revision to deploy, and checks it. None if no pointer was ever followed and there is none.
pub(super) fn find(job: &Job<'_>, trust: Trust, known: &ServiceRecord) -> Result<Option<Offer>, DeployError> {
    let (record, pinned) = (&trust.forget(known), &trust.pinned);
    let pointer = match job.revision {
        Some(_) => None,
        None => match find_current(job, pinned, record)? {
            Some(pointer) => Some(pointer),
            None if known.pointer.is_none() && !job.rules.only_own_pointer => return Ok(None),
            None => return Err(gone(job)),
        },
    };
    let revision =
        job.revision.or(pointer.as_ref().map(|pointer| pointer.revision.as_str())).unwrap_or_default();
    check_name(revision)
        .map_err(|refusal| DeployError::Refused { subject: "the revision".to_owned(), refusal })?;
    let service = job.layout.service();
    let subject = format!("the manifest of {service} {revision} in {}", job.store.name());
    let refused = |refusal| DeployError::Refused { subject: subject.clone(), refusal };
    let found = find_manifest(job.store, service, revision, pinned);
    let Some(signed) = job.world.wait(found)?? else {
        return Err(DeployError::Absent {
            what: format!("revision {revision} of {service}"),
            store: job.store.name(),
            hint: format!("publish it, or name another one: orchestrate artifact list {service}"),
        });
    };
    let is_way_back = pointer.as_ref().is_none_or(|pointer| pointer.rollback);
    let expected = Expected {
        service,
        revision,
        seen: record.sequence.filter(|_| !is_way_back),
        max_age_days: job.rules.max_age_days.filter(|_| job.revision.is_none()),
        now: (job.world.clock)(),
        limits: job.rules.limits,
    };
    if pointer.as_ref().is_some_and(|pointer| pointer.manifest_sha256 != signed.sha256) {
        return Err(refused(Refusal::OtherManifest));
    }
    signed.manifest.check(&expected).map_err(refused)?;
    let is_withdrawn = pointer.is_some() && record.withdrawn.iter().any(|withdrawn| withdrawn == revision);
    if is_withdrawn {
        let (service, revision) = (service.to_owned(), revision.to_owned());
        return Err(DeployError::Withdrawn { service, revision });
    }
    Ok(Some(Offer { signed, pointer, trust }))
}

/// The instance's own pointer, else that of all instances, unless only its own one counts.
fn find_current(
    job: &Job<'_>,
    pinned: &Pinned,
    record: &ServiceRecord,
) -> Result<Option<Pointer>, DeployError> {
    let service = job.layout.service();
    let of_all = (!job.rules.only_own_pointer).then_some(None);
    let places = job.instance.map(Some).into_iter().chain(of_all);
    for instance in places {
        let place = PointerScope { service, instance };
        let found = find_pointer(job.store, place, pinned);
        if let Some(pointer) = job.world.wait(found)?? {
            let subject = format!("the pointer of {service} in {}", job.store.name());
            let until = fresh_until(job, pinned, place, &pointer)?;
            let lasting = Pointer { expires: until, ..pointer.clone() };
            let checked = lasting.check(place, record.pointer, (job.world.clock)());
            let checked = checked.and_then(|()| check_same(&pointer, record));
            checked.map_err(|refusal| DeployError::Refused { subject, refusal })?;
            return Ok(Some(pointer));
        }
    }
    Ok(None)
}

/// Refuses a pointer that has the same number as the last followed one, but differs from it.
fn check_same(pointer: &Pointer, record: &ServiceRecord) -> Result<(), Refusal> {
    let is_same_place = record.pointer_instance == pointer.instance;
    let is_other = record.pointer_sha256.as_ref().is_some_and(|known| *known != pointer.digest());
    if record.pointer == Some(pointer.sequence) && is_same_place && is_other {
        return Err(Refusal::SameSequence(pointer.sequence));
    }
    Ok(())
}

/// The end of a pointer's validity: its own, or that of its renewal. None if it has no end.
fn fresh_until(
    job: &Job<'_>,
    pinned: &Pinned,
    place: PointerScope<'_>,
    pointer: &Pointer,
) -> Result<Option<Timestamp>, DeployError> {
    let Some(own) = pointer.expires else { return Ok(None) };
    let now = (job.world.clock)();
    let soon = |until: Timestamp| until.checked_sub(SOON).is_ok_and(|soon| soon <= now);
    if !soon(own) {
        return Ok(Some(own));
    }
    let found = match job.world.wait(find_freshness(job.store, place, pinned))? {
        Err(SignedError::Refused { subject, refusal }) => {
            tracing::warn!("{subject} is refused: {refusal}");
            None
        }
        found => found?,
    };
    let renewed = found.filter(|fresh| fresh.is_of(place, pointer)).map(|fresh| fresh.expires);
    let until = renewed.map_or(own, |renewed| renewed.max(own));
    if soon(until) && until > now {
        let service = place.service;
        tracing::warn!("the pointer of {service} expires at {until}: orchestrate artifact refresh {service}");
    }
    Ok(Some(until))
}

/// How long before its end a pointer should be renewed.
const SOON: SignedDuration = SignedDuration::from_hours(7 * 24);

/// A pointer was followed here before, or must exist, and there is none now.
fn gone(job: &Job<'_>) -> DeployError {
    let service = job.layout.service();
    let what = match job.instance.filter(|_| job.rules.only_own_pointer) {
        Some(instance) => format!("pointer of {service} for '{instance}', and no other counts here"),
        None => format!("pointer of {service}, although there was one before"),
    };
    DeployError::Absent {
        what,
        store: job.store.name(),
        hint: format!(
            "find out who removed it; orchestrate artifact promote {service} REVISION makes a new one"
        ),
    }
}

impl Offer {
    /// Checks that a release of that name, if there is one here, was made from this manifest.
    pub fn check_here(&self, layout: &Layout, live: &Live) -> Result<(), DeployError> {
        let revision = &self.signed.manifest.revision;
        if !live.unpacked.contains(revision) {
            return Ok(());
        }
        let path = layout.manifest(revision);
        let bytes = std::fs::read(&path).map_err(|source| DeployError::Read { path, source })?;
        if Algorithm::Sha256.digest(&bytes) == self.signed.sha256 {
            return Ok(());
        }
        Err(DeployError::OtherManifest { service: layout.service().to_owned(), revision: revision.clone() })
    }

    /// Notes the documents that this instance has accepted; true if any is new.
    pub fn note(&self, record: &mut ServiceRecord) -> bool {
        let Some(pointer) = &self.pointer else { return false };
        let before = record.clone();
        self.trust.note(record);
        (record.pointer, record.sequence) = (Some(pointer.sequence), Some(self.signed.manifest.sequence));
        record.pointer_instance.clone_from(&pointer.instance);
        record.pointer_sha256 = Some(pointer.digest());
        *record != before
    }
}
