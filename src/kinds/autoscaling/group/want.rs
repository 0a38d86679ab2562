//! A declared group, with names resolved.

use std::collections::BTreeSet;

use serde_json::Value as Json;

use super::parts::{Settings, Template};
use super::spec::{self, Goal, Group, Removal, Rest, Spec};
use crate::launch::{Content, hash_of};
use crate::mixed;
use crate::refresh::Target;
use aws::arn::is_arn;
use kind::{Lookup, Unresolved, subnets};
use model::{Aspects, Ident, Reference, Value};

/// A declared group.
#[derive(Clone, Debug, PartialEq)]
pub struct Want {
    /// Its name.
    pub name: String,
    pub(super) goal: Wanted,
}

/// The declared state.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Wanted {
    /// It exists as declared.
    Present(Box<Present>),
    /// It does not exist.
    Absent(Removal),
}

/// A group that is declared present.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Present {
    pub launch: Launch,
    pub settings: Settings,
    /// ARNs of all target groups; none if not managed.
    pub target_groups: Option<BTreeSet<Ident>>,
    pub rest: Rest,
    /// The launch settings that instances must have, if a refresh is declared.
    pub target: Option<Target>,
    /// The prefix of launch configurations that are deleted once the group has a launch template.
    pub former: Option<String>,
}

/// The launch settings.
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
    // Ask for everything first, so that all reads are gathered.
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

/// Versions that are not numbers are looked up, because AWS shows the numbers of instances. `own` is a template that the
/// group makes itself.
fn target(launch: &Launch, own: bool, lookup: &mut Lookup<'_>) -> Result<Target, Unresolved> {
    let mut templates = |all: Vec<(String, Option<String>)>| {
        let numbered = all.into_iter().map(|(name, version)| {
            let reference = Reference::new("ec2.launch_template", &name);
            // A test run knows only that the template changes, not what its new version is called. A template that the same
            // state makes counts as promised until the state ends.
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

/// The VPC of the subnets. AWS requires all of them in one VPC. The VPC of subnets that this run makes is not known yet.
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
