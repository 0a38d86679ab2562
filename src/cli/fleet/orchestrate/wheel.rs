//! `salt.wheel`: keys, as Salt's wheel functions name them.

use super::super::key::by_state;
use super::super::open::told;
use super::super::{Ended, failed};
use super::bridge::Connected;
use fleet::identity::{Attributes, Decision, PublicKey, fingerprint};
use fleet::operator::publish_account;
use model::{Invocation, Value, glob, python};

/// Calls one; gives `{return, success}`.
pub async fn run(connected: &Connected, invocation: &Invocation) -> Result<Value, Ended> {
    let name = invocation.args.first().map(python::text).unwrap_or_default();
    let given = |key: &str| invocation.kwargs.get(key).or_else(|| invocation.args.get(1)).map(python::text);
    let pattern = given("match");
    let needed = || pattern.clone().ok_or_else(|| failed(format!("'{name}' needs 'match'")));
    let (returned, is_success) = match name.as_str() {
        "key.accept" => accept(connected, &needed()?).await?,
        "key.reject" => (refuse(connected, &needed()?, Decision::Rejected).await?, true),
        "key.delete" => (refuse(connected, &needed()?, Decision::Deleted).await?, true),
        "key.list_all" | "key.list" | "key.name_match" | "key.finger" => {
            let knowledge = connected.console.knowledge(true).await.map_err(told)?;
            let keys = knowledge.keys();
            let is_finger = name == "key.finger";
            let shown = |(id, key): &(String, PublicKey)| {
                (id.clone(), if is_finger { Value::from(fingerprint(key)) } else { Value::Null })
            };
            let by_state = by_state(&keys, pattern.as_deref().unwrap_or("*"), shown);
            (if is_finger { by_state } else { ids(&by_state) }, true)
        }
        other => return Err(failed(format!("there is no wheel function '{other}' here"))),
    };
    Ok([("return", returned), ("success", Value::Bool(is_success))].into_iter().collect())
}

/// Lists of IDs in the place of mappings of IDs.
fn ids(by_state: &Value) -> Value {
    let list = |part: &Value| -> Value {
        let ids = part.as_map().into_iter().flat_map(|part| part.keys().map(ToString::to_string));
        Value::from(ids.collect::<Vec<_>>())
    };
    let parts = by_state.as_map().into_iter().flatten();
    Value::Map(parts.map(|(state, part)| (state.clone(), list(part))).collect())
}

fn is_meant(pattern: &str, (id, key): &(String, PublicKey)) -> bool {
    glob::is_match(pattern, id) || key.as_str() == pattern
}

async fn accept(connected: &Connected, pattern: &str) -> Result<(Value, bool), Ended> {
    let console = &connected.console;
    let mut knowledge = console.knowledge(true).await.map_err(told)?;
    let keys = knowledge.keys();
    let chosen: Vec<_> = keys
        .unaccepted
        .iter()
        .chain(&keys.denied)
        .filter(|pair| is_meant(pattern, pair))
        .filter_map(|(_, key)| knowledge.card(key).cloned())
        .collect();
    let (mut accepted, mut known_before, mut is_success) = (vec![], vec![], true);
    for card in chosen {
        let was_known = knowledge.register.find(&card.key).is_some();
        match console.accept(&knowledge, &card, &Attributes::new()).await {
            Ok(entry) => {
                accepted.push(entry.id.clone());
                known_before.extend(was_known.then(|| entry.clone()));
                knowledge.register.put(entry);
            }
            Err(error) => {
                tracing::error!("{}: {error}", card.body.id);
                is_success = false;
            }
        }
    }
    if !known_before.is_empty() {
        publish_account(console, &known_before).await.map_err(told)?;
    }
    Ok(([("minions", Value::from(accepted))].into_iter().collect(), is_success))
}

async fn refuse(connected: &Connected, pattern: &str, decision: Decision) -> Result<Value, Ended> {
    let console = &connected.console;
    let knowledge = console.knowledge(true).await.map_err(told)?;
    let keys = knowledge.keys();
    let all = [&keys.accepted, &keys.denied, &keys.unaccepted, &keys.rejected];
    let chosen: Vec<PublicKey> = all
        .into_iter()
        .flatten()
        .filter(|pair| is_meant(pattern, pair))
        .map(|(_, key)| key.clone())
        .collect();
    let mut refused = vec![];
    for key in chosen {
        let Some(entry) = knowledge.entry(&key) else { continue };
        refused.push(console.refuse(entry, decision).await.map_err(told)?);
    }
    if !refused.is_empty() {
        publish_account(console, &refused).await.map_err(told)?;
    }
    let word = if decision == Decision::Rejected { "minions_rejected" } else { "minions_deleted" };
    let ids: Vec<String> = refused.into_iter().map(|entry| entry.id).collect();
    Ok([(word, Value::from(ids))].into_iter().collect())
}
