//! What a declaration implies, as declarations of its own: the record of a balancer, the alarms of a group.

use super::low::{connection, insert};
use crate::engine::{Declared, declare};
use crate::model::{Low, Minion, Problems, Value};
use crate::resources::Companion;

/// The declarations that this one implies; none where it does not compile.
pub fn implied(low: &Low, minion: &Minion) -> Vec<Low> {
    let Some(Declared::Aws(parts)) = declare(low, minion, &mut Problems::default()) else { return vec![] };
    let companions = parts.iter().flat_map(|part| {
        part.kind.forerunners(&part.spec).into_iter().chain(part.kind.companions(&part.spec))
    });
    companions.map(|companion| of(&companion, low)).collect()
}

/// A companion as the SLS would declare it, for the same account and region.
fn of(companion: &Companion, parent: &Low) -> Low {
    let (module, function) = companion.function.split_once('.').unwrap_or((companion.function, ""));
    let mut low = Low { arguments: connection(parent).arguments, ..parent.clone() };
    low.state = module.to_owned();
    low.function = function.to_owned();
    for (name, value) in &companion.arguments {
        match (name.as_str(), value) {
            ("name", Value::Str(name)) => low.name.clone_from(name),
            _ => insert(&mut low, name, value.clone(), &parent.function_place),
        }
    }
    low
}
