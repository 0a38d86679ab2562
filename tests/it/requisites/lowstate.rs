//! `state.show_lowstate` of the same cases beside Salt's (`record_lowstate.py`): arguments that `use` brings and requisites
//! that others add are shown.

use std::collections::BTreeMap;

use serde_json::Value as Json;

use super::whole;
use crate::recorded::pins::Pins;

/// Cases that differ on purpose, and why.
const DEVIATIONS: &[(&str, &str)] = &[("prereq_two", "who waits with others is named once")];

#[test]
fn lowstates_are_shown_as_in_salt() {
    let recorded: BTreeMap<String, Vec<Json>> =
        serde_json::from_str(include_str!("lowstate.json")).expect("the record");
    assert!(recorded.len() >= 283, "the record is not whole: {}", recorded.len());
    let compiler = whole::compiler().expect("a compiler");
    let pins = Pins::of("tests/it/requisites/pinned_lowstate.json");
    let mut complaints = vec![];
    for (case, salts) in &recorded {
        let why = DEVIATIONS.iter().find(|(name, _)| name == case).map(|(_, why)| *why);
        let ours = ours(&compiler, case);
        let shown = || ours.clone().unwrap_or_else(Into::into);
        complaints.extend(pins.judged(case, why, difference(&ours, salts), shown));
    }
    complaints.extend(pins.unused(|_| true));
    let unknown = DEVIATIONS.iter().filter(|(case, _)| !recorded.contains_key(*case));
    complaints.extend(unknown.map(|(case, _)| format!("{case} is no case")));
    assert!(complaints.is_empty(), "{} complaints\n{}", complaints.len(), complaints.join("\n"));
}

/// The lowstate as we show it, or why we refuse the case.
fn ours(compiler: &sls::Compiler, case: &str) -> Result<Json, String> {
    let lows = whole::high(compiler, case).and_then(|high| compiler.low(high));
    let lows = lows.map_err(|problems| problems.to_string())?;
    Ok(graph::shown(&lows).iter().map(|low| tidy(low.to_json())).collect())
}

fn difference(ours: &Result<Json, String>, salts: &[Json]) -> Option<String> {
    let ours = match ours {
        Ok(lows) => lows.as_array()?,
        Err(problems) => return Some(format!("we refuse it: {problems}")),
    };
    let salts: Vec<Json> = salts.iter().cloned().map(tidy).collect();
    let first = ours.iter().zip(&salts).find(|(our, salt)| our != salt);
    let shown = first.map(|(our, salt)| format!("\n  ours  {our}\n  Salt's {salt}"));
    shown.or_else(|| {
        (ours.len() != salts.len()).then(|| format!("{} states, Salt has {}", ours.len(), salts.len()))
    })
}

/// Which target of a requisite stands first says nothing, nor which key does.
fn tidy(low: Json) -> Json {
    let Json::Object(mut map) = low else { return low };
    for value in map.values_mut() {
        if let Json::Array(list) = value {
            list.sort_by_key(ToString::to_string);
        }
    }
    Json::Object(map)
}
