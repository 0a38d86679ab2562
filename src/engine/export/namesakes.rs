//! Things of one name: a state that names one of them would fail, because AWS has several.

use std::collections::BTreeMap;

use super::collect::Found;
use model::Problem;

/// The kind, the name, and the VPC in which the name is looked up.
type Place = (&'static str, String, Vec<String>);

/// Leaves out things of one kind and name that only ids distinguish, and reports them. Others refer to them by id.
pub(super) fn left_out(found: Vec<Found>, problems: &mut Vec<Problem>) -> Vec<Found> {
    let mut ids: BTreeMap<Place, Vec<String>> = BTreeMap::new();
    for one in &found {
        if let Some(id) = &one.id {
            ids.entry(place(one)).or_default().push(id.clone());
        }
    }
    ids.retain(|_, ids| ids.len() > 1);
    for ((_, name, _), ids) in &ids {
        problems.push(Problem::nowhere(format!(
            "{} are left out: all of them have the Name tag '{name}', so no state can name one. Tag them otherwise first",
            ids.join(", ")
        )));
    }
    found.into_iter().filter(|one| one.id.is_none() || !ids.contains_key(&place(one))).collect()
}

fn place(one: &Found) -> Place {
    let vpc = one.declaration.arguments.iter().filter(|(name, _)| name.starts_with("vpc_"));
    let vpc = vpc.map(|(name, value)| format!("{name}={}", value.to_json())).collect();
    (one.kind.kind(), one.declaration.name.clone(), vpc)
}
