//! What differs between a declared target group and the one there is.

use std::fmt;

use super::live::Live;
use super::spec::{Check, Fixed, Spec};
use super::want::Want;
use crate::aws::tags::{self, Tags};
use crate::model::{Change, Fields, Ident, Plan, Value, python};
use crate::resources::elbv2::api::is_arn;

/// One call.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// `CreateTargetGroup`.
    Create(Box<New>),
    /// `ModifyTargetGroup`, with what differs of the health check.
    Check { arn: String, check: Check, is_grpc: bool },
    /// `ModifyTargetGroupAttributes`, with those that differ.
    SetAttributes { arn: String, attributes: Tags },
    /// `AddTags`.
    Tag { arn: String, tags: Tags },
    /// `RemoveTags`.
    Untag { arn: String, keys: Vec<String> },
    /// `DeleteTargetGroup`.
    Delete { arn: String },
}

/// What a group is made with.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct New {
    /// Its name.
    pub name: String,
    /// What cannot change later.
    pub fixed: Fixed,
    /// Where its targets are.
    pub vpc: Option<Ident>,
    /// How targets are checked.
    pub check: Check,
    /// Its tags.
    pub tags: Tags,
}

impl New {
    /// What the function of that name is told.
    pub(in crate::resources::elbv2) fn read(fields: &Fields) -> Self {
        Self {
            name: fields.required_text("name"),
            fixed: Fixed {
                protocol: fields.text("protocol"),
                port: fields.integer32("port"),
                ..Fixed::default()
            },
            vpc: fields.text("vpc_id").map(Ident::from),
            check: Check::read(fields),
            tags: Tags::new(),
        }
    }
}

impl Step {
    pub(super) fn operation(&self) -> &'static str {
        match self {
            Self::Create(_) => "Elastic Load Balancing v2.CreateTargetGroup",
            Self::Check { .. } => "Elastic Load Balancing v2.ModifyTargetGroup",
            Self::SetAttributes { .. } => "Elastic Load Balancing v2.ModifyTargetGroupAttributes",
            Self::Tag { .. } => "Elastic Load Balancing v2.AddTags",
            Self::Untag { .. } => "Elastic Load Balancing v2.RemoveTags",
            Self::Delete { .. } => "Elastic Load Balancing v2.DeleteTargetGroup",
        }
    }
}

impl fmt::Display for Step {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = |map: &Tags| map.keys().map(String::as_str).collect::<Vec<_>>().join(", ");
        match self {
            Self::Create(_) => out.write_str("create the target group"),
            Self::Check { .. } => out.write_str("change the health check"),
            Self::SetAttributes { attributes, .. } => write!(out, "set {}", names(attributes)),
            Self::Tag { tags, .. } => write!(out, "tag with {}", names(tags)),
            Self::Untag { keys, .. } => write!(out, "remove the tags {}", keys.join(", ")),
            Self::Delete { .. } => out.write_str("delete the target group"),
        }
    }
}

pub(super) fn creation(spec: &Spec) -> Vec<&'static str> {
    let sets = spec.attributes.as_ref().is_some_and(|attributes| !attributes.is_empty());
    let mut calls = vec!["Elastic Load Balancing v2.CreateTargetGroup"];
    calls.extend(sets.then_some("Elastic Load Balancing v2.ModifyTargetGroupAttributes"));
    calls
}

pub(super) fn diff(want: &Want, live: Option<&Live>) -> Plan<Step> {
    let mut plan = Plan::nothing();
    match (want.spec.present, live) {
        (true, None) => return create(want),
        (true, Some(live)) => return update(want, live),
        (false, Some(live)) => {
            let change = Change::delete("target_group", live.name.as_str());
            plan.then(change, Step::Delete { arn: live.arn.clone() });
        }
        (false, None) => {}
    }
    plan
}

/// Attributes need the ARN: they are a difference of the next round.
fn create(want: &Want) -> Plan<Step> {
    let spec = &want.spec;
    let mut plan = Plan::nothing();
    if is_arn(&spec.name) {
        plan.refusals
            .push("there is none of that ARN, and AWS chooses the ARN of a new one: write a name".to_owned());
        return plan;
    }
    plan.changes.push(Change::create("target_group", spec.name.as_str()));
    let entries = spec.fixed.entries().into_iter().chain(spec.check.entries());
    plan.changes.extend(entries.map(|(name, value)| Change::create(name, value)));
    plan.changes.extend(want.vpc.as_ref().map(|vpc| Change::create("vpc_id", vpc)));
    for (name, map) in [("attributes", &spec.attributes), ("tags", &spec.tags)] {
        let map = map.as_ref().filter(|map| !map.is_empty());
        plan.changes.extend(map.map(|map| Change::create(name, tags::to_value(map))));
    }
    plan.steps.push(Step::Create(Box::new(New {
        name: spec.name.clone(),
        fixed: spec.fixed.clone(),
        vpc: want.vpc.clone(),
        check: spec.check.clone(),
        tags: spec.tags.clone().unwrap_or_default(),
    })));
    plan
}

fn update(want: &Want, live: &Live) -> Plan<Step> {
    let spec = &want.spec;
    let arn = || live.arn.clone();
    let mut plan = Plan::nothing();
    plan.refusals = refusals(want, live);
    let check = spec.check.differing(&live.check);
    let there = live.check.entries();
    let old = |name: &str| there.iter().find(|(known, _)| *known == name).map(|(_, value)| value.clone());
    for (name, value) in check.entries() {
        plan.changes.push(Change::update(name, old(name).unwrap_or_default(), value));
    }
    if check != Check::default() {
        plan.steps.push(Step::Check { arn: arn(), check, is_grpc: live.is_grpc() });
    }
    plan.extend(attributes(spec, live));
    if let Some(tags) = &spec.tags {
        let untag = |gone: Tags| Step::Untag { arn: arn(), keys: gone.into_keys().collect() };
        plan.extend(tags::compare(tags, &live.tags, |tags| Step::Tag { arn: arn(), tags }, untag));
    }
    plan
}

/// Only what is declared and differs. AWS writes `true` where an author may write `True`.
fn attributes(spec: &Spec, live: &Live) -> Plan<Step> {
    let mut plan = Plan::nothing();
    let there = |key: &String| live.attributes.get(key).map(String::as_str).unwrap_or_default();
    let wanted = spec.attributes.iter().flatten();
    let differing: Tags = wanted
        .filter(|(key, value)| !there(key).eq_ignore_ascii_case(value))
        .map(|(key, value)| (key.clone(), value.clone()))
        .collect();
    if !differing.is_empty() {
        let old = differing
            .keys()
            .filter_map(|key| Some((key.clone(), live.attributes.get(key)?.clone())))
            .collect();
        let change = Change::update("attributes", tags::to_value(&old), tags::to_value(&differing));
        plan.then(change, Step::SetAttributes { arn: live.arn.clone(), attributes: differing });
    }
    plan
}

fn refusals(want: &Want, live: &Live) -> Vec<String> {
    let refused = |name: &str, is: &Value, wanted: &Value| {
        let (is, wanted) = (python::text(is), python::text(wanted));
        format!(
            "{name} of a target group cannot change: it is {is}, and {wanted} is declared; give a new group another name"
        )
    };
    let there = live.fixed.entries();
    let is = |name: &str| there.iter().find(|(known, _)| *known == name).map(|(_, value)| value.clone());
    let differing = want.spec.fixed.entries().into_iter().filter_map(|(name, wanted)| {
        let is = is(name).unwrap_or_default();
        (is != wanted).then(|| refused(name, &is, &wanted))
    });
    let mut refusals: Vec<String> = differing.collect();
    let vpc = want.vpc.as_ref().map(Value::from).filter(|vpc| vpc.as_str() != Some(&live.vpc_id));
    refusals.extend(vpc.map(|vpc| refused("vpc_id", &live.vpc_id.as_str().into(), &vpc)));
    refusals
}
