//! Compares a declared volume with the one in AWS.

use super::live::{Attachment, Live};
use super::spec::New;
use super::want::Want;
use crate::tagged;
use aws::tags::{self, Tags, keys};
use kind::settings::Settings;
use kind::steps::steps;
use model::{Change, Ident, Plan, python};

steps! {
    "EC2";
    /// Creates it with its tags. The next round attaches it.
    Create { name: String, zone: Ident, new: New, tags: Tags } => "CreateVolume", "create the volume";
    /// Detaches it.
    Detach { volume: String, instance: String } => "DetachVolume", "detach it from {}", instance;
    /// Attaches it.
    Attach { volume: String, instance: Ident, device: String } =>
        "AttachVolume", "attach it to {} as {}", instance, device;
    /// Marks it, because only its device identifies it.
    Mark { volume: String, mark: String } => "CreateTags", "mark it to be deleted";
    /// Adds or overwrites tags.
    Tag { volume: String, tags: Tags } => "CreateTags", "tag with {}", keys(tags);
    /// Removes tags.
    Untag { volume: String, tags: Tags } => "DeleteTags", "remove the tags {}", keys(tags);
    /// Deletes it.
    Delete { volume: String } => "DeleteVolume", "delete the volume";
}

pub(super) fn diff(want: &Want, live: Option<&Live>) -> Plan<Step> {
    match (want.spec.present, live) {
        (true, None) => create(want),
        (true, Some(live)) => update(want, live),
        (false, Some(live)) => delete(want, live),
        (false, None) => Plan::nothing(),
    }
}

fn create(want: &Want) -> Plan<Step> {
    let (spec, mut plan) = (&want.spec, Plan::nothing());
    let (Some(instance), Some(zone)) = (&want.instance, want.zone.clone()) else { return plan };
    if !spec.is_named {
        plan.refusals.push(format!(
            "there is no volume '{}'. AWS chooses the id of a new one, so write a name instead",
            spec.name
        ));
    }
    if spec.new.size.is_none() && spec.new.snapshot_id.is_none() {
        plan.refusals
            .push(format!("there is no volume '{}', and a new one needs size or snapshot_id", spec.name));
    }
    if !plan.refusals.is_empty() {
        return plan;
    }
    plan.changes = tagged::created("volume", &spec.name, spec.tags.as_ref());
    plan.changes.extend(spec.new.created());
    plan.changes.push(Change::create("instance_id", instance));
    plan.changes.push(Change::create("device", spec.device.as_str()));
    let tags = tagged::new(&spec.name, spec.tags.as_ref());
    plan.steps.push(Step::Create { name: spec.name.clone(), zone, new: spec.new.clone(), tags });
    plan
}

fn update(want: &Want, live: &Live) -> Plan<Step> {
    let (spec, mut plan) = (&want.spec, Plan::nothing());
    if live.state == "deleting" {
        plan.deleting = Some("AWS to delete the volume".to_owned());
        return plan;
    }
    let volume = || live.id.clone();
    plan.warnings = spec.new.differing(&live.made).changes(&live.made).iter().map(warning).collect();
    let is_meant = |it: &Attachment| {
        want.instance.as_ref().and_then(Ident::known) == Some(it.instance.as_str())
            && it.device == spec.device
    };
    match live.attachments.iter().find(|it| is_meant(it)) {
        Some(it) if it.state == "attaching" => plan.busy = Some("AWS to attach the volume".to_owned()),
        Some(it) if it.state != "detaching" => {}
        _ => plan.extend(attach(want, live)),
    }
    if let Some(wanted) = &spec.tags {
        let tag = |tags| Step::Tag { volume: volume(), tags };
        plan.extend(
            tags::difference(wanted, &live.tags).plan(tag, |tags| Step::Untag { volume: volume(), tags }),
        );
    }
    plan
}

/// The warning about a setting that only a new volume can have.
fn warning(change: &Change) -> String {
    let (is, wanted) = (python::text(&change.old), python::text(&change.new));
    format!(
        "{} is {is}, and the SLS declares {wanted}. Only a new volume can have that; this one is not changed",
        change.path
    )
}

/// First detaches it from other instances; the next round attaches it to its instance.
fn attach(want: &Want, live: &Live) -> Plan<Step> {
    let mut plan = Plan::nothing();
    let Some(instance) = want.instance.clone() else { return plan };
    if let Some(zone) = want.zone.as_ref().and_then(Ident::known).filter(|zone| *zone != live.zone) {
        let reason = format!(
            "{} is in {}, and {instance} is in {zone}: an instance can only have volumes of its own zone",
            live.id, live.zone
        );
        plan.refusals.push(reason);
        return plan;
    }
    let old = |of: fn(&Attachment) -> &str| live.attachments.first().map(|it| of(it).to_owned());
    plan.changes.push(Change::update("instance_id", old(|it| &it.instance), &instance));
    plan.changes.push(Change::update("device", old(|it| &it.device), want.spec.device.as_str()));
    plan.extend(detach(live));
    if plan.steps.is_empty() && plan.busy.is_none() {
        let (volume, device) = (live.id.clone(), want.spec.device.clone());
        plan.steps.push(Step::Attach { volume, instance, device });
    }
    plan
}

/// The steps that detach it from all instances; busy while AWS detaches or makes it.
fn detach(live: &Live) -> Plan<Step> {
    let mut plan = Plan::nothing();
    let having = live.attachments.iter().filter(|it| it.state != "detaching");
    let step = |it: &Attachment| Step::Detach { volume: live.id.clone(), instance: it.instance.clone() };
    plan.steps.extend(having.map(step));
    if plan.steps.is_empty() && (!live.attachments.is_empty() || live.state == "creating") {
        let what = if live.state == "creating" { "make" } else { "detach" };
        plan.busy = Some(format!("AWS to {what} the volume"));
    }
    plan
}

fn delete(want: &Want, live: &Live) -> Plan<Step> {
    let mut plan = Plan::nothing();
    if live.state == "deleting" {
        plan.deleting = Some("AWS to delete the volume".to_owned());
        return plan;
    }
    plan.changes.push(Change::delete("volume_id", live.id.as_str()));
    let has = |device: &&String| live.attachments.iter().any(|it| it.device == **device);
    let device = Some(&want.spec.device).filter(|_| want.spec.instance.is_some()).filter(has);
    if let (Some(device), Some(instance)) = (device, &want.instance) {
        let mark = format!("{instance} {device}");
        plan.steps.extend(
            (live.mark.as_ref() != Some(&mark)).then(|| Step::Mark { volume: live.id.clone(), mark }),
        );
    }
    plan.extend(detach(live));
    if plan.steps.is_empty() && plan.busy.is_none() {
        plan.steps.push(Step::Delete { volume: live.id.clone() });
    }
    plan
}
