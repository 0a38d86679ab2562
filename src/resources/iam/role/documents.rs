//! The documents of a declared role, merged with those that the pillar holds.

use indexmap::IndexMap;

use crate::aws::policy;
use crate::model::{Fields, Map, Minion, Node, Place, Problem, Problems, Value};

/// The trust document: the pillar's statements first, then the declaration's own.
pub(super) fn trust(fields: &Fields, minion: &Minion, problems: &mut Problems) -> Option<String> {
    let own = fields.node("policy_document");
    let Some(key) = fields.text("policy_document_from_pillars") else {
        return note(policy::from_node(own?), problems);
    };
    let place = fields.place_of("policy_document_from_pillars");
    let pillar = from_pillar(minion, &key, place, problems);
    let Some(own) = own else {
        if pillar.is_none() {
            let problem = Problem::at(place, format!("the pillar has no trust document '{key}'"));
            problems.push(problem.hint("add it to the pillar, or write 'policy_document'"));
        }
        return note(policy::from_node(&Node::from_value(Value::Map(pillar?), place)), problems);
    };
    let text = note(policy::from_node(own), problems)?;
    let Some(mut merged) = pillar else { return Some(text) };
    let Value::Map(own) = policy::to_shown(&text) else { return Some(text) };
    let mut all = statements(&merged);
    all.extend(statements(&own));
    merged.extend(own);
    merged.insert("Statement".into(), Value::List(all));
    Some(Value::Map(merged).to_json().to_string())
}

fn statements(document: &Map) -> Vec<Value> {
    match document.get("Statement") {
        Some(Value::List(list)) => list.clone(),
        Some(one) => vec![one.clone()],
        None => vec![],
    }
}

/// The inline policies: those of the pillar keys in order, the declaration's own over them.
///
/// None when nothing was declared, which is also so when none of the pillar keys exists: a key that was mistyped must
/// not delete what is there.
pub(super) fn inline(
    fields: &Fields,
    minion: &Minion,
    problems: &mut Problems,
) -> Option<IndexMap<String, String>> {
    let mut found = None;
    let place = fields.place_of("policies_from_pillars");
    for key in fields.texts("policies_from_pillars").unwrap_or_default() {
        let Some(policies) = from_pillar(minion, &key, place, problems) else { continue };
        let merged: &mut IndexMap<_, _> = found.get_or_insert_default();
        for (name, document) in policies {
            let node = Node::from_value(document, place);
            put(merged, name.to_string(), &node, problems);
        }
    }
    if let Some(own) = fields.table("policies") {
        let merged = found.get_or_insert_default();
        for (name, node) in own {
            put(merged, name, node, problems);
        }
    }
    found
}

fn put(into: &mut IndexMap<String, String>, name: String, node: &Node, problems: &mut Problems) {
    if node.is_null() {
        problems.push(Problem::at(&node.place, format!("the policy '{name}' has no document")));
    } else if let Some(document) = note(policy::from_node(node), problems) {
        into.insert(name, document);
    }
}

fn from_pillar(minion: &Minion, key: &str, place: &Place, problems: &mut Problems) -> Option<Map> {
    match minion.pillar(key)? {
        Value::Null => None,
        Value::Map(map) => Some(map.clone()),
        other => {
            let found = other.type_name();
            problems
                .push(Problem::at(place, format!("'{key}' of the pillar must be a mapping, not {found}")));
            None
        }
    }
}

fn note<T>(result: Result<T, Problem>, problems: &mut Problems) -> Option<T> {
    result.map_err(|problem| problems.push(problem)).ok()
}
