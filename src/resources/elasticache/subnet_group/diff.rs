//! What differs between a declared subnet group and the one there is.

use std::fmt;

use super::Live;
use super::spec::Want;
use crate::aws::tags::{Tags, to_value};
use crate::model::{Change, Ident, Plan};
use crate::resources::elasticache::tags;

/// One call.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// `CreateCacheSubnetGroup`.
    Create {
        /// Its name.
        name: String,
        /// What it is for.
        description: String,
        /// Its subnets.
        subnets: Vec<Ident>,
        /// Its tags.
        tags: Tags,
    },
    /// `ModifyCacheSubnetGroup`, with what differs.
    Modify {
        /// Its name.
        name: String,
        /// What it is for.
        description: Option<String>,
        /// All its subnets.
        subnets: Option<Vec<Ident>>,
    },
    /// One about its tags.
    Tags(tags::Step),
    /// `DeleteCacheSubnetGroup`.
    Delete {
        /// Its name.
        name: String,
    },
}

impl fmt::Display for Step {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Self::Create { .. } => "create the subnet group",
            Self::Modify { .. } => "change the subnet group",
            Self::Tags(step) => return step.fmt(out),
            Self::Delete { .. } => "delete the subnet group",
        })
    }
}

impl Step {
    /// The call that it makes.
    pub(super) fn operation(&self) -> Option<&'static str> {
        Some(match self {
            Self::Create { .. } => "ElastiCache.CreateCacheSubnetGroup",
            Self::Modify { .. } => "ElastiCache.ModifyCacheSubnetGroup",
            Self::Tags(step) => return step.operation(),
            Self::Delete { .. } => "ElastiCache.DeleteCacheSubnetGroup",
        })
    }
}

pub(super) fn diff(want: &Want, live: Option<&Live>) -> Plan<Step> {
    match (want.spec.present, live) {
        (true, None) => create(want),
        (true, Some(live)) => update(want, live),
        (false, Some(_)) => {
            let name = want.spec.name.clone();
            let mut plan = Plan::nothing();
            plan.then(Change::delete("name", name.as_str()), Step::Delete { name });
            plan
        }
        (false, None) => Plan::nothing(),
    }
}

fn create(want: &Want) -> Plan<Step> {
    let spec = &want.spec;
    let description = spec.description.clone().unwrap_or_else(|| spec.name.clone());
    let mut plan = Plan::nothing();
    plan.changes.push(Change::create("name", spec.name.as_str()));
    plan.changes.push(Change::create("description", description.as_str()));
    plan.changes.push(Change::create("subnet_ids", want.subnets.clone()));
    let tags = spec.tags.clone().unwrap_or_default();
    if !tags.is_empty() {
        plan.changes.push(Change::create("tags", to_value(&tags)));
    }
    plan.steps.push(Step::Create {
        name: spec.name.clone(),
        description,
        subnets: want.subnets.clone(),
        tags,
    });
    plan
}

fn update(want: &Want, live: &Live) -> Plan<Step> {
    let mut plan = Plan::nothing();
    let description = want.spec.description.clone().filter(|description| *description != live.description);
    let subnets = Some(want.subnets.clone()).filter(|subnets| *subnets != live.subnets);
    if let Some(description) = &description {
        let change = Change::update("description", live.description.as_str(), description.as_str());
        plan.changes.push(change);
    }
    if let Some(subnets) = &subnets {
        plan.changes.push(Change::update("subnet_ids", live.subnets.clone(), subnets.clone()));
    }
    if !plan.changes.is_empty() {
        plan.steps.push(Step::Modify { name: want.spec.name.clone(), description, subnets });
    }
    plan.extend(tags::diff(&live.arn, want.spec.tags.as_ref(), &live.tags).map(Step::Tags));
    plan
}
