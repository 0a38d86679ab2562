//! The trust document of a declared role, merged with the one of the pillar.

use crate::entity::declared::{from_pillar, note};
use aws::policy;
use model::{Fields, Map, Minion, Node, Problem, Problems, Value};

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
