//! Salt's low chunks as ours.

use model::{Entry, Keyword, Low, Map, Node, Place, Requisite, RequisiteKind, Target, Value};
use serde_json::Value as Json;

/// The chunks, or nothing where Salt made none.
pub(super) fn lows(recorded: &Json) -> Option<Vec<Low>> {
    let chunks = recorded.as_array()?;
    chunks.iter().enumerate().map(|(line, chunk)| low(chunk, line)).collect()
}

/// What `pillar/p.sls` holds.
pub(super) fn pillar() -> Map {
    let pillar = serde_json::json!({
        "s": "text", "i": 5, "b": true, "l": [1], "d": {"x": 1}, "n": null, "e": "",
    });
    match Value::from(pillar) {
        Value::Map(map) => map,
        _ => Map::new(),
    }
}

fn low(chunk: &Json, line: usize) -> Option<Low> {
    let place = Place::new("recorded.sls", u32::try_from(line).ok()? + 1, 1);
    let text = |key: &str| Some(chunk.get(key)?.as_str()?.to_owned());
    let mut low = Low::new(text("state")?, text("fun")?, text("__id__")?, place.clone());
    low.name = text("name").unwrap_or_else(|| low.id.clone());
    low.sls = text("__sls__")?;
    low.order = chunk["order"].as_f64()?;
    let included = chunk["__sls_included_from__"].as_array().cloned().unwrap_or_default();
    low.included_from = included.iter().filter_map(|it| Some(it.as_str()?.to_owned())).collect();
    for (key, value) in chunk.as_object()? {
        let entry =
            || Entry { key_place: place.clone(), node: Node::from_value(Value::from(value.clone()), &place) };
        if let Some(kind) = RequisiteKind::parse(key) {
            let targets = value.as_array()?.iter().map(|it| target(it, &place)).collect();
            low.requisites.push(Requisite { kind, targets, place: place.clone() });
        } else if let Some(keyword) = Keyword::parse(key) {
            low.keywords.insert(keyword, entry());
        } else if !["state", "name", "fun", "order"].contains(&key.as_str()) && !key.starts_with("__") {
            low.arguments.insert(key.clone(), entry());
        }
    }
    Some(low)
}

fn target(written: &Json, place: &Place) -> Target {
    match written.as_object().and_then(|map| map.iter().next()) {
        Some((module, pattern)) => Target::new(module, pattern.as_str().unwrap_or_default(), place.clone()),
        None => Target {
            module: None,
            pattern: written.as_str().unwrap_or_default().to_owned(),
            place: place.clone(),
        },
    }
}
