//! What differs in the capacity of a table, and in its global indexes.

use super::diff::Step;
use super::index::{Attribute, Index, Keys, Units};
use super::live::Live;
use super::spec::Spec;
use kind::settings::cannot_change;
use model::{Change, Plan};

/// The billing mode, and the capacity of the table and its indexes.
pub(super) fn billed(want: &Spec, live: &Live) -> Plan<Step> {
    let mut plan = Plan::nothing();
    let name = || want.name.clone();
    let mode = |on_demand| if on_demand { "PAY_PER_REQUEST" } else { "PROVISIONED" };
    let on_demand = want.on_demand.unwrap_or(live.on_demand);
    if on_demand {
        if !live.on_demand {
            let change = Change::update("billing_mode", mode(false), mode(true));
            plan.then(change, Step::Bill { name: name(), units: None, indexes: vec![] });
        }
        return plan;
    }
    let units = want.units.or(if live.on_demand { Units::default() } else { live.units });
    let of = |index: &&Index| {
        let declared = want.global.iter().flatten().find(|it| it.name == index.name);
        let kept = if live.on_demand { units } else { index.units };
        let wanted = declared.map(|it| it.units).unwrap_or_default().or(kept);
        (live.on_demand || wanted != index.units).then(|| (index.name.clone(), wanted))
    };
    let indexes: Vec<(String, Units)> = live.global.iter().filter_map(|index| of(&index)).collect();
    if !live.on_demand && units == live.units && indexes.is_empty() {
        return plan;
    }
    if units.read.is_none() || units.write.is_none() {
        let reason = "a provisioned table needs 'read_capacity_units' and 'write_capacity_units'";
        plan.refusals.push(reason.to_owned());
        return plan;
    }
    if live.on_demand {
        plan.changes.push(Change::update("billing_mode", mode(true), mode(false)));
    }
    if live.on_demand || units != live.units {
        plan.changes.push(Change::update("capacity", live.units.to_value(), units.to_value()));
    }
    let old = |name: &String| live.global.iter().find(|it| it.name == *name).map(|it| it.units.to_value());
    plan.changes.extend(indexes.iter().map(|(name, units)| {
        Change::update(format!("global_indexes.{name}.capacity"), old(name), units.to_value())
    }));
    plan.steps.push(Step::Bill { name: name(), units: Some(units), indexes });
    plan
}

/// The global indexes: new ones are made before old ones are deleted.
pub(super) fn indexed(want: &Spec, global: &[Index], live: &Live) -> Plan<Step> {
    let mut plan = Plan::nothing();
    let name = || want.name.clone();
    let provisioned = !want.on_demand.unwrap_or(live.on_demand);
    let there = [&live.keys].into_iter().chain(live.local.iter().chain(&live.global).map(|it| &it.keys));
    let mut types: Vec<Attribute> = vec![];
    for attribute in there.flat_map(Keys::attributes) {
        if !types.contains(attribute) {
            types.push(attribute.clone());
        }
    }
    for index in global {
        match live.global.iter().find(|it| it.name == index.name) {
            Some(is) if !index.is_like(is) => {
                let path = format!("global_indexes.{}", index.name);
                plan.refusals.push(cannot_change("table", &path, &is.to_value(), &index.to_value()));
            }
            Some(_) => {}
            None => {
                // The request must contain the types of all keys.
                for attribute in index.keys.attributes() {
                    if !types.contains(attribute) {
                        types.push(attribute.clone());
                    }
                }
                let types = types.clone();
                let units = provisioned.then(|| index.units.or(want.units).or(live.units));
                let step = Step::AddIndex { name: name(), index: Box::new(index.clone()), types, units };
                plan.then(Change::create(format!("global_indexes.{}", index.name), index.to_value()), step);
            }
        }
    }
    for is in live.global.iter().filter(|is| !global.iter().any(|it| it.name == is.name)) {
        let change = Change::delete(format!("global_indexes.{}", is.name), is.to_value());
        plan.then(change, Step::RemoveIndex { name: name(), index: is.name.clone() });
    }
    plan
}
