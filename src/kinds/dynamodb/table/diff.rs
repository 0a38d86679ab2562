//! Compares a declared table with the one in AWS.

use super::capacity::{billed, indexed};
use super::index::{Attribute, Index, Keys, Units};
use super::live::Live;
use super::spec::{Encryption, Spec};
use aws::tags::{self, Tags, keys};
use kind::settings::cannot_change;
use kind::steps::steps;
use model::{Change, Plan, Value};

/// The settings of a new table.
#[derive(Clone, Debug, PartialEq)]
pub struct New {
    /// Its keys.
    pub keys: Keys,
    /// Its capacity; none for PAY_PER_REQUEST.
    pub units: Option<Units>,
    /// Its local indexes.
    pub local: Vec<Index>,
    /// Its global indexes, each with its capacity.
    pub global: Vec<Index>,
    /// What its stream shows; empty for no stream.
    pub stream: String,
    /// How it is encrypted.
    pub encryption: Option<Encryption>,
    /// Whether it is protected from deletion.
    pub protection: Option<bool>,
    /// Its tags.
    pub tags: Tags,
}

steps! {
    "DynamoDB";
    /// Creates it with its indexes.
    Create { name: String, new: Box<New> } => "CreateTable", "create the table";
    /// Changes its billing mode and capacity.
    Bill { name: String, units: Option<Units>, indexes: Vec<(String, Units)> } => "UpdateTable", "change the capacity";
    /// Makes a global index.
    AddIndex { name: String, index: Box<Index>, types: Vec<Attribute>, units: Option<Units> } =>
        "UpdateTable", "create the index {}", index.name;
    /// Deletes a global index.
    RemoveIndex { name: String, index: String } => "UpdateTable", "delete the index {}", index;
    /// Switches its stream on, or off without a view.
    Stream { name: String, view: String } => "UpdateTable", "change the stream";
    /// Changes how it is encrypted.
    Encrypt { name: String, encryption: Encryption } => "UpdateTable", "change the encryption";
    /// Switches the deletion protection on or off.
    Protect { name: String, on: bool } => "UpdateTable", "change the protection from deletion";
    /// Sets the attribute that holds the time when an item expires.
    Expire { name: String, attribute: String, on: bool } => "UpdateTimeToLive", "change the time to live";
    /// Switches point-in-time recovery on or off.
    Recover { name: String, on: bool } => "UpdateContinuousBackups", "change the point-in-time recovery";
    /// Adds or overwrites tags.
    Tag { arn: String, tags: Tags } => "TagResource", "tag with {}", keys(tags);
    /// Removes tags.
    Untag { arn: String, keys: Vec<String> } => "UntagResource", "remove the tags {}", keys.join(", ");
    /// Deletes it.
    Delete { name: String } => "DeleteTable", "delete the table";
}

pub(super) fn diff(want: &Spec, live: Option<&Live>) -> Plan<Step> {
    let mut plan = Plan::nothing();
    match (want.present, live) {
        (true, None) => create(want),
        (true, Some(live)) if live.status == "DELETING" => {
            // A run makes it again once it is gone.
            plan.changes = create(want).changes;
            plan.deleting = Some("AWS to delete the former table".to_owned());
            plan
        }
        (true, Some(live)) => settled(update(want, live), live),
        (false, Some(live)) => {
            plan.changes.push(Change::delete("table", want.name.as_str()));
            match live.status.as_str() {
                "DELETING" => {
                    plan.changes.clear();
                    plan.deleting = Some("AWS to delete the table".to_owned());
                }
                "ACTIVE" if live.protection => plan.refusals.push(
                    "the table is protected from deletion: declare 'deletion_protection: False' first"
                        .to_owned(),
                ),
                "CREATING" | "UPDATING" => plan.busy = Some("AWS to finish with the table".to_owned()),
                _ => plan.steps.push(Step::Delete { name: want.name.clone() }),
            }
            plan
        }
        (false, None) => plan,
    }
}

fn create(want: &Spec) -> Plan<Step> {
    let mut plan = Plan::nothing();
    let Some(keys) = want.keys.clone() else {
        plan.refusals.push("there is no such table, and a new one needs 'hash_key'".to_owned());
        return plan;
    };
    let units = (want.on_demand == Some(false)).then_some(want.units);
    if units.is_some_and(|units| units.read.is_none() || units.write.is_none()) {
        let reason = "a new provisioned table needs 'read_capacity_units' and 'write_capacity_units'";
        plan.refusals.push(reason.to_owned());
        return plan;
    }
    let tags = want.tags.clone().unwrap_or_default();
    let (local, global) = (want.local.clone().unwrap_or_default(), want.global.clone().unwrap_or_default());
    let stream = want.stream.clone().unwrap_or_default();
    plan.changes.push(Change::create("table", want.name.as_str()));
    plan.changes.push(Change::create("keys", keys.to_value()));
    plan.changes.push(match units {
        Some(units) => Change::create("capacity", units.to_value()),
        None => Change::create("billing_mode", "PAY_PER_REQUEST"),
    });
    let lists = [("local_indexes", &local), ("global_indexes", &global)];
    let lists = lists.into_iter().filter(|(_, all)| !all.is_empty());
    plan.changes.extend(lists.map(|(path, all)| Change::create(path, shown(all.iter()))));
    plan.changes.extend((!stream.is_empty()).then(|| Change::create("stream_view_type", stream.as_str())));
    let ttl = want.ttl.as_ref().filter(|ttl| !ttl.is_empty());
    plan.changes.extend(ttl.map(|ttl| Change::create("ttl_attribute", ttl.as_str())));
    let encryption = want.encryption.clone().filter(|it| it.by_kms);
    plan.changes.extend(encryption.as_ref().map(|it| Change::create("encryption", it.to_value())));
    let switches = [("point_in_time_recovery", want.recovery), ("deletion_protection", want.protection)];
    let switches = switches.into_iter().filter(|(_, on)| *on == Some(true));
    plan.changes.extend(switches.map(|(path, on)| Change::create(path, on)));
    plan.changes.extend((!tags.is_empty()).then(|| Change::create("tags", tags::to_value(&tags))));
    let global = global.into_iter().map(|it| Index { units: it.units.or(want.units), ..it }).collect();
    let protection = want.protection;
    let new = New { keys, units, local, global, stream, encryption, protection, tags };
    plan.steps.push(Step::Create { name: want.name.clone(), new: Box::new(new) });
    plan
}

/// Indexes as changes show them.
fn shown<'a>(all: impl Iterator<Item = &'a Index>) -> Value {
    all.map(|it| (it.name.as_str(), it.to_value())).collect()
}

impl Encryption {
    fn to_value(&self) -> Value {
        match (self.by_kms, &self.key) {
            (false, _) => "DynamoDB's own key".into(),
            (true, None) => "AWS's KMS key".into(),
            (true, Some(key)) => key.as_str().into(),
        }
    }

    /// True if AWS has what this declares. A key that is not written as an ARN is compared by the last part of the ARN.
    /// Only KMS can resolve an alias, so with an alias any key matches.
    fn is_met_by(&self, is: &Self) -> bool {
        let same = |wanted: &String| {
            wanted.starts_with("alias/") || is.key.as_ref().is_some_and(|key| key.ends_with(wanted.as_str()))
        };
        self.by_kms == is.by_kms && (!self.by_kms || self.key.as_ref().is_none_or(same))
    }
}

fn update(want: &Spec, live: &Live) -> Plan<Step> {
    let mut plan = Plan::nothing();
    let name = || want.name.clone();
    if let Some(keys) = want.keys.as_ref().filter(|keys| **keys != live.keys) {
        plan.refusals.push(cannot_change("table", "keys", &live.keys.to_value(), &keys.to_value()));
    }
    if let Some(local) = &want.local {
        let is_there = |it: &Index| live.local.iter().any(|other| other.name == it.name && it.is_like(other));
        if local.len() != live.local.len() || !local.iter().all(is_there) {
            let (is, wanted) = (shown(live.local.iter()), shown(local.iter()));
            plan.refusals.push(cannot_change("table", "local_indexes", &is, &wanted));
        }
    }
    plan.extend(billed(want, live));
    if let Some(global) = &want.global {
        plan.extend(indexed(want, global, live));
    }
    if let Some(view) = want.stream.as_ref().filter(|view| **view != live.stream) {
        let change = Change::update("stream_view_type", live.stream.as_str(), view.as_str());
        // Another view needs a new stream.
        let view = if live.stream.is_empty() { view.clone() } else { String::new() };
        plan.then(change, Step::Stream { name: name(), view });
    }
    if let Some(wanted) = want.encryption.as_ref().filter(|it| !it.is_met_by(&live.encryption)) {
        let change = Change::update("encryption", live.encryption.to_value(), wanted.to_value());
        plan.then(change, Step::Encrypt { name: name(), encryption: wanted.clone() });
    }
    if let Some(on) = want.protection.filter(|on| *on != live.protection) {
        plan.then(
            Change::update("deletion_protection", live.protection, on),
            Step::Protect { name: name(), on },
        );
    }
    plan.extend(separate_calls(want, live));
    plan
}

/// Settings that have their own calls, and that leave the table active.
fn separate_calls(want: &Spec, live: &Live) -> Plan<Step> {
    let mut plan = Plan::nothing();
    let name = || want.name.clone();
    if let Some(wanted) = &want.ttl {
        plan.extend(live.ttl.compared("time to live", |is| {
            let mut plan = Plan::nothing();
            if is != wanted {
                let change = Change::update("ttl_attribute", is.as_str(), wanted.as_str());
                // Another attribute can be set only once it is off.
                let (attribute, on) = if is.is_empty() { (wanted, true) } else { (is, false) };
                plan.then(change, Step::Expire { name: name(), attribute: attribute.clone(), on });
            }
            plan
        }));
    }
    if let Some(on) = want.recovery {
        plan.extend(live.recovery.compared("backups", |is| {
            let mut plan = Plan::nothing();
            if *is != on {
                let change = Change::update("point_in_time_recovery", *is, on);
                plan.then(change, Step::Recover { name: name(), on });
            }
            plan
        }));
    }
    if let Some(tags) = &want.tags {
        let arn = || live.arn.clone();
        let untag = |gone: Tags| Step::Untag { arn: arn(), keys: gone.into_keys().collect() };
        plan.extend(tags::compare(tags, &live.tags, |tags| Step::Tag { arn: arn(), tags }, untag));
    }
    plan
}

/// AWS changes nothing before the table and its indexes are active.
fn settled(mut plan: Plan<Step>, live: &Live) -> Plan<Step> {
    let what = match live.status.as_str() {
        "ACTIVE" if live.busy.is_empty() => return plan,
        "ACTIVE" => format!("AWS to finish with the index {}", live.busy.join(", ")),
        "CREATING" | "UPDATING" => "AWS to finish with the table".to_owned(),
        status => {
            plan.refusals.push(format!("its status is {status}, and AWS does not change that by itself"));
            return plan;
        }
    };
    plan.steps.clear();
    plan.links.clear();
    plan.busy = Some(what);
    plan
}
