//! Values that an author writes, or stores in the pillar and names.

use serde_json::Value as Json;

use kind::document;
use model::{Argument, Fields, Minion, Node, Problem, Problems, Value};

/// The value that a text names: in the pillar, in its `master`, or in the configuration.
pub(super) fn named_in_pillar(
    fields: &Fields,
    argument: &Argument,
    minion: &Minion,
    problems: &mut Problems,
) -> Option<Json> {
    let key = fields.text(argument.name).filter(|text| !text.starts_with("arn:"))?;
    let master = || minion.pillar.get("master").and_then(Value::as_map).and_then(|master| master.get(&key));
    let found = minion.pillar.get(&key).or_else(master).or_else(|| minion.opts.get(&key));
    let place = fields.place_of(argument.name);
    let Some(found) = found else {
        let message = format!("the pillar has no '{key}', which {} names", argument.name);
        problems
            .push(Problem::at(place, message).hint("write the value itself, or the name of a pillar key"));
        return None;
    };
    Some(document::canonical(&argument.shape, &Node::from_value(found.clone(), place)))
}
