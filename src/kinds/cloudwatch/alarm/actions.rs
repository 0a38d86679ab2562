//! Names in an alarm: scaling policies in its actions, balancers and target groups in its dimensions.

use super::dimensions::Dimension;
use super::settings::Settings;
use kind::{Lookup, Unresolved, balancer};
use model::{Ident, Reference};

const PREFIX: &str = "scaling_policy:";

/// The policy that `scaling_policy:<group>:<policy>` names; none for anything else.
///
/// # Errors
/// The notation with its parts missing.
pub(crate) fn scaling_policy(action: &str) -> Result<Option<Reference>, ()> {
    let Some(rest) = action.strip_prefix(PREFIX) else { return Ok(None) };
    match rest.split_once(':') {
        Some((group, policy)) if !group.is_empty() && !policy.is_empty() && !policy.contains(':') => {
            Ok(Some(Reference::new("autoscaling.scaling_policy", policy).within(group)))
        }
        _ => Err(()),
    }
}

fn all(settings: &Settings) -> impl Iterator<Item = &Ident> {
    let lists = [&settings.alarm_actions, &settings.ok_actions, &settings.insufficient_data_actions];
    lists.into_iter().flatten().flatten()
}

pub(super) fn uses(settings: &Settings) -> Vec<Reference> {
    let policies = all(settings).filter_map(|action| scaling_policy(action.as_str()).ok().flatten());
    policies.chain(settings.dimensions.iter().flatten().filter_map(named)).collect()
}

fn named(dimension: &Dimension) -> Option<Reference> {
    balancer::of_dimension(&dimension.name, &dimension.value)
}

/// The settings with every policy's ARN instead of its name, and with dimensions as CloudWatch writes them.
pub(super) fn resolve(settings: &Settings, lookup: &mut Lookup<'_>) -> Result<Settings, Unresolved> {
    let things: Vec<Reference> = settings.dimensions.iter().flatten().filter_map(named).collect();
    let names = lookup.idents(&things, "full_name");
    let mut list = |actions: &Option<Vec<Ident>>| {
        let resolve = |action: &Ident| match scaling_policy(action.as_str()) {
            Ok(Some(policy)) => lookup.ident(&policy, "arn"),
            _ => Ok(action.clone()),
        };
        let resolved: Option<Vec<_>> = actions.as_ref().map(|actions| actions.iter().map(resolve).collect());
        resolved.map(|all| all.into_iter().collect::<Result<Vec<_>, _>>()).transpose()
    };
    let alarm = list(&settings.alarm_actions);
    let ok = list(&settings.ok_actions);
    let insufficient = list(&settings.insufficient_data_actions);
    let (mut dimensions, mut names) = (settings.dimensions.clone(), names?.into_iter());
    for dimension in dimensions.iter_mut().flatten().filter(|it| named(it).is_some()) {
        dimension.value = names.next().map(|name| name.as_str().to_owned()).unwrap_or_default();
    }
    Ok(Settings {
        dimensions,
        alarm_actions: alarm?,
        ok_actions: ok?,
        insufficient_data_actions: insufficient?,
        ..settings.clone()
    })
}
