//! The chunks for `state.show_lowstate`, as in a run: with the additions of `use` and of inverse requisites.
//!
//! As in Salt 3007, an inverse requisite stays where it is written and is shown on its targets too. `use_in` and
//! `listen_in` add only what they pass on, and the target of a `prereq` shows the waiting chunk as `prerequired`.

use super::names::Names;
use super::{inherit, inverse};
use model::{Key, Low, Map, Relation, Requisite, RequisiteKind, Target, Value};

/// The chunks as data, in their order. Requisites without target add nothing: a run reports them.
pub fn shown(lows: &[Low]) -> Vec<Value> {
    let names = Names::of(lows);
    let mut shown = lows.to_vec();
    for inverse in inverse::found(lows) {
        if !matches!(inverse.kind.relation, Relation::Use | Relation::Listen) {
            for index in inverse::find(lows, &names, &inverse.target) {
                add(lows, &mut shown, &inverse, index);
            }
        }
    }
    let used = with_use(lows);
    for (low, used) in shown.iter_mut().zip(used) {
        (low.arguments, low.keywords) = (used.arguments, used.keywords);
    }
    let mut prerequired: Vec<Vec<Target>> = vec![vec![]; shown.len()];
    for low in &shown {
        for target in low.targets(RequisiteKind::plain(Relation::Prereq)) {
            let source = Target::new(low.state.clone(), low.id.clone(), target.place.clone());
            for required in inverse::find(&shown, &names, target) {
                if !prerequired[required].contains(&source) {
                    prerequired[required].push(source.clone());
                }
            }
        }
    }
    shown.iter().zip(prerequired).map(|(low, prerequired)| with(low, prerequired)).collect()
}

/// The chunks with their inherited arguments.
fn with_use(lows: &[Low]) -> Vec<Low> {
    let mut used = lows.to_vec();
    inverse::pass(&mut used, &mut vec![], &mut model::Problems::default());
    inherit::pass(&mut used, &mut vec![]);
    used
}

/// Adds an inverse requisite to one of its targets.
fn add(lows: &[Low], shown: &mut [Low], inverse: &inverse::Inverse, index: usize) {
    let (Some(source), Some(low)) = (lows.get(inverse.source), shown.get_mut(index)) else { return };
    let is_own = low.state == source.state && low.id == source.id;
    if inverse.target.module.as_deref() == Some("sls") && is_own {
        return;
    }
    let place = inverse.target.place.clone();
    let target = Target::new(source.state.clone(), source.id.clone(), place.clone());
    match low.requisites.iter_mut().find(|requisite| requisite.kind == inverse.kind) {
        Some(known) => {
            // The chunks of `names` have one list.
            if !known.targets.contains(&target) {
                known.targets.push(target);
            }
        }
        None => low.requisites.push(Requisite { kind: inverse.kind, targets: vec![target], place }),
    }
}

/// Function and order stay last, as in Salt.
fn with(low: &Low, prerequired: Vec<Target>) -> Value {
    let shown = low.to_value();
    if prerequired.is_empty() {
        return shown;
    }
    let mut whole = Map::new();
    for (key, value) in shown.as_map().into_iter().flatten() {
        if *key == Key::from("order") {
            whole.insert(
                Key::from("prerequired"),
                prerequired.iter().map(Target::to_value).collect::<Vec<_>>().into(),
            );
        }
        whole.insert(key.clone(), value.clone());
    }
    Value::Map(whole)
}
