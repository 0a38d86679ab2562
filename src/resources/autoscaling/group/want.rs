//! What is wanted of a group, names resolved.

use std::collections::BTreeSet;

use serde_json::Value as Json;

use super::parts::{Settings, Template};
use super::spec::{self, Goal, Group, Removal, Rest, Spec};
use crate::aws::arn::is_arn;
use crate::model::{Aspects, Ident, Reference, Value};
use crate::resources::autoscaling::launch::{Content, hash_of};
use crate::resources::autoscaling::mixed;
use crate::resources::autoscaling::refresh::Target;
use crate::resources::{Lookup, Unresolved, subnets};

/// A group as wanted.
#[derive(Clone, Debug, PartialEq)]
pub struct Want {
    /// Its name.
    pub name: String,
    pub(super) goal: Wanted,
}

/// What is to become of it.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Wanted {
    /// It exists as said.
    Present(Box<Present>),
    /// It does not exist.
    Absent(Removal),
}

/// A group that is to exist.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Present {
    pub launch: Launch,
    pub settings: Settings,
    /// ARNs of all target groups; none when not managed.
    pub target_groups: Option<BTreeSet<Ident>>,
    pub rest: Rest,
    /// What instances shall have been launched as, where they are to be replaced.
    pub target: Option<Target>,
    /// How names of launch configurations begin that go once the group has a launch template.
    pub former: Option<String>,
}

/// What instances are launched as.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Launch {
    /// A launch configuration made elsewhere.
    Named(Ident),
    /// One made with the group.
    Inline { prefix: String, name: Ident, content: Box<Content> },
    /// A launch template.
    Template(Template),
    /// A mixed instances policy.
    Mixed(Json),
}

pub(super) fn resolve(spec: &Spec, lookup: &mut Lookup<'_>) -> Result<Want, Unresolved> {
    let goal = match &spec.goal {
        Goal::Absent(removal) => Wanted::Absent(*removal),
        Goal::Present(group) => Wanted::Present(Box::new(present(group, lookup)?)),
    };
    Ok(Want { name: spec.name.clone(), goal })
}

fn present(group: &Group, lookup: &mut Lookup<'_>) -> Result<Present, Unresolved> {
    // Everything is asked for before anything is given up.
    let subnets = group.subnets.as_ref().map(|names| subnets(names, lookup));
    let launch = launch(group, lookup);
    let target_groups = group.rest.target_groups.as_ref().map(|names| target_groups(names, lookup));
    let balancers = group.rest.balancers.iter().flatten();
    let balancers: Vec<_> = balancers.map(|name| lookup.unless_broken(&spec::balancer(name))).collect();
    balancers.into_iter().collect::<Result<(), _>>()?;
    let mut settings = group.settings.clone();
    settings.subnets = subnets.transpose()?;
    let target_groups = target_groups.transpose()?;
    let launch = launch?;
    let target =
        group.rest.refresh.as_ref().map(|_| target(&launch, group.former.is_some(), lookup)).transpose()?;
    Ok(Present {
        launch,
        settings,
        target_groups,
        rest: group.rest.clone(),
        target,
        former: group.former.clone(),
    })
}

/// Versions that are no numbers are looked up: instances tell the number. `own` is a template that the group makes itself.
fn target(launch: &Launch, own: bool, lookup: &mut Lookup<'_>) -> Result<Target, Unresolved> {
    let mut templates = |all: Vec<(String, Option<String>)>| {
        let numbered = all.into_iter().map(|(name, version)| {
            let reference = Reference::new("ec2.launch_template", &name);
            // A test run knows only that the template changes, not what its new version is called. One that the same state
            // makes is promised until the state ends.
            if !own
                && lookup.is_changing(&reference)
                && version.as_deref().is_none_or(|it| it.starts_with('$'))
            {
                return Ok((name, Some(Ident::AfterApply(reference))));
            }
            let number = match version.as_deref() {
                Some("$Latest") => lookup.ident(&reference, "latest_version"),
                Some("$Default") | None => lookup.ident(&reference, "default_version"),
                Some(number) => Ok(Ident::from(number)),
            };
            Ok((name, Some(number?)))
        });
        numbered.collect::<Result<Vec<_>, _>>().map(Target::Templates)
    };
    match launch {
        Launch::Named(name) | Launch::Inline { name, .. } => Ok(Target::Configuration(name.clone())),
        Launch::Template(template) => {
            let name = template.name.clone().or_else(|| template.id.clone()).unwrap_or_default();
            templates(vec![(name, template.version.clone())])
        }
        Launch::Mixed(policy) => templates(mixed::templates(policy)),
    }
}

fn target_groups(names: &BTreeSet<String>, lookup: &mut Lookup<'_>) -> Result<BTreeSet<Ident>, Unresolved> {
    let arn = |name: &String| match is_arn(name) {
        true => Ok(Ident::from(name.as_str())),
        false => lookup.ident(&spec::target_group(name), "arn"),
    };
    let found: Vec<_> = names.iter().map(arn).collect();
    found.into_iter().collect()
}

fn subnets(names: &[String], lookup: &mut Lookup<'_>) -> Result<Vec<Ident>, Unresolved> {
    let found: Vec<_> = names
        .iter()
        .map(|name| match spec::known_subnet(name) {
            Some(known) => Ok(known),
            None => subnets::reference(name, lookup).and_then(|subnet| lookup.ident(&subnet, "id")),
        })
        .collect();
    let mut subnets: Vec<Ident> = found.into_iter().collect::<Result<_, _>>()?;
    subnets.sort();
    Ok(subnets)
}

fn launch(group: &Group, lookup: &mut Lookup<'_>) -> Result<Launch, Unresolved> {
    match &group.launch {
        spec::Launch::Named(name) => {
            lookup.ident(&spec::launch_configuration(name), "name").map(Launch::Named)
        }
        spec::Launch::Template(template) => Ok(Launch::Template(template.clone())),
        spec::Launch::Mixed(policy) => Ok(Launch::Mixed(policy.clone())),
        spec::Launch::Inline { prefix, spec } => {
            let vpc = group.subnets.as_ref().filter(|_| spec.names_groups()).and_then(|all| vpc(all, lookup));
            let content = spec.resolve(vpc, lookup)?;
            let name = match hash_of(&content) {
                Some(hash) => Ident::Known(format!("{prefix}-{hash}")),
                None => Ident::AfterApply(spec::launch_configuration(prefix)),
            };
            Ok(Launch::Inline { prefix: prefix.clone(), name, content: Box::new(content) })
        }
    }
}

/// The VPC of the subnets, all of which AWS wants in one. Of subnets that this run makes nobody knows yet where they are.
fn vpc(names: &[String], lookup: &mut Lookup<'_>) -> Option<Result<Ident, Unresolved>> {
    let found: Vec<_> = names
        .iter()
        .map(|name| subnets::reference(name, lookup).and_then(|subnet| vpc_of(&subnet, lookup)))
        .collect();
    let vpcs: Vec<Ident> = match found.into_iter().collect::<Result<_, _>>() {
        Ok(vpcs) => vpcs,
        Err(unresolved) => return Some(Err(unresolved)),
    };
    let (mut known, open): (Vec<Ident>, Vec<Ident>) = vpcs.into_iter().partition(|vpc| vpc.known().is_some());
    known.sort();
    known.dedup();
    if known.len() > 1 {
        return Some(Err(Unresolved::Refused(
            "the subnets of the group are in more than one VPC".to_owned(),
        )));
    }
    known.into_iter().chain(open).next().map(Ok)
}

fn vpc_of(subnet: &Reference, lookup: &mut Lookup<'_>) -> Result<Ident, Unresolved> {
    match lookup.value(subnet, "vpc_id", Aspects::NONE) {
        Ok(Value::Str(vpc)) => Ok(Ident::Known(vpc)),
        Ok(_) => Err(Unresolved::Refused(format!("{subnet} has no vpc_id"))),
        Err(Unresolved::AfterApply(reference)) => Ok(Ident::AfterApply(reference)),
        Err(other) => Err(other),
    }
}
