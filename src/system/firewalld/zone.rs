//! Zones.

use super::part::{Difference, Part, by_name, declared};
use super::{Call, Plan, Present, forward, port, rich};
use crate::operation::changes_of;
use machine::firewalld;
use model::{Map, Value};

/// Arguments, keys under `changes`, keys of a zone and words of options.
const PARTS: [[&str; 4]; 7] = [
    ["block_icmp", "icmp_types", "icmp-blocks", "icmp-block"],
    ["ports", "ports", "ports", "port"],
    ["port_fwd", "port_fwd", "forward-ports", "forward-port"],
    ["services", "services", "services", "service"],
    ["interfaces", "interfaces", "interfaces", "interface"],
    ["sources", "sources", "sources", "source"],
    ["rich_rules", "rich_rules", "rich rules", "rich-rule"],
];

pub(super) fn plan(call: &Call<'_>, seen: &Present) -> Result<Plan, String> {
    let (own, fields) = (call.name, call.fields);
    let mut plan = Plan::default();
    let zone = seen.settings.clone().unwrap_or_default();
    if seen.settings.is_none() {
        plan.kept.push(firewalld::permanent(&[format!("--new-zone={own}")]));
        plan.changes.extend(changes_of(own, pair(seen.zones.clone(), own)));
    }
    let of = format!("--zone={own}");
    for [argument, shown, key, option] in PARTS {
        if argument == "ports" {
            default(call, seen, &mut plan);
            masquerade(call, zone.is_set("masquerade"), &mut plan);
        }
        let prunes = fields.boolean(&format!("prune_{argument}")) == Some(true);
        let Some(wanted) = declared(call, argument, prunes) else { continue };
        let wanted = checked(argument, wanted, seen)?;
        let is_lines = matches!(argument, "rich_rules" | "port_fwd");
        let current = if is_lines { zone.lines(key).to_vec() } else { zone.words(key) };
        let difference = differing(argument, &wanted, &current);
        let of_one: fn(&str) -> Value =
            if argument == "port_fwd" { forward::shown } else { |text| text.into() };
        Part { shown, of: &of, option, current, prunes }.put(&mut plan, wanted, difference, of_one);
    }
    Ok(plan)
}

/// The declared entries, in the form of firewalld.
fn checked(argument: &str, wanted: Vec<String>, seen: &Present) -> Result<Vec<String>, String> {
    match argument {
        "ports" => match wanted.iter().find_map(|it| port::complaint(it)) {
            Some(complaint) => Err(complaint),
            None => Ok(wanted),
        },
        "port_fwd" => wanted.iter().map(|it| forward::listed(it)).collect(),
        "block_icmp" if !seen.icmp_types.is_empty() => {
            match wanted.iter().find(|it| !seen.icmp_types.contains(it)) {
                Some(unknown) => Err(format!("{unknown} is an invalid ICMP type")),
                None => Ok(wanted),
            }
        }
        _ => Ok(wanted),
    }
}

fn differing(argument: &str, wanted: &[String], current: &[String]) -> Difference {
    match argument {
        "ports" => port::difference(wanted, current),
        "rich_rules" => rich::difference(wanted, current),
        _ => by_name(wanted, current),
    }
}

fn pair(old: impl Into<Value>, new: impl Into<Value>) -> Value {
    Value::Map(Map::from_iter([("old".into(), old.into()), ("new".into(), new.into())]))
}

/// It becomes the default at once and for the next start. firewalld must know the zone first.
fn default(call: &Call<'_>, seen: &Present, plan: &mut Plan) {
    if call.fields.boolean("default") == Some(true) && seen.default != call.name {
        plan.then.push(firewalld::command(&[format!("--set-default-zone={}", call.name)]));
        plan.changes.insert("default".into(), pair(seen.default.as_str(), call.name));
    }
}

fn masquerade(call: &Call<'_>, is_set: bool, plan: &mut Plan) {
    let Some(wanted) = call.fields.boolean("masquerade").filter(|wanted| *wanted != is_set) else { return };
    let (verb, said) = if wanted { ("add", "set") } else { ("remove", "disabled") };
    let words = [format!("--zone={}", call.name), format!("--{verb}-masquerade")];
    plan.kept.push(firewalld::permanent(&words));
    plan.changes.insert("masquerade".into(), pair(is_set, format!("Masquerading successfully {said}.")));
}
