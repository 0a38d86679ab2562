//! Secrets by reference: pillar values that name the store of a secret instead of holding it.
//!
//! `{__secret__: ssm:/app/db/password}` is a parameter of Systems Manager. `{__secret__: secretsmanager:app/db}` is a
//! secret of Secrets Manager; `:key` after it selects a key of its JSON. `docs/decisions/0009` gives the reasons. All
//! references of a pillar are fetched together, and their values are noted as [`secret`](model::secret).

use super::outside::Outside;
use model::{Key, Map, Problem, Problems, Value, secret};

/// The key whose value is a reference.
const MARK: &str = "__secret__";

/// Deeper values hold no references.
const MAX_DEPTH: usize = 100;

/// The stores of secrets.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum Store {
    /// Parameters of Systems Manager.
    Parameters,
    /// Secrets Manager.
    Secrets,
}

/// One secret.
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
pub struct Reference {
    /// Its store.
    pub store: Store,
    /// Its name there: `/app/db/password`, `app/db`, or an ARN.
    pub name: String,
    /// The key of the JSON object that the secret is.
    pub key: Option<String>,
}

impl Reference {
    /// Reads `ssm:/path` or `secretsmanager:name[:key]`.
    pub fn parse(text: &str) -> Option<Self> {
        if let Some(name) = text.strip_prefix("ssm:").filter(|name| !name.is_empty()) {
            return Some(Self { store: Store::Parameters, name: name.to_owned(), key: None });
        }
        let rest = text.strip_prefix("secretsmanager:").filter(|rest| !rest.is_empty())?;
        // An ARN has six colons of its own.
        let colons = if rest.starts_with("arn:") { 6 } else { 0 };
        let at = rest.match_indices(':').nth(colons).map(|(at, _)| at);
        let (name, key) = match at {
            Some(at) => (&rest[..at], Some(rest[at + 1..].to_owned())),
            None => (rest, None),
        };
        let is_whole = !name.is_empty() && key.as_ref().is_none_or(|key| !key.is_empty());
        is_whole.then(|| Self { store: Store::Secrets, name: name.to_owned(), key })
    }

    /// As an author writes it.
    pub fn written(&self) -> String {
        let store = if self.store == Store::Parameters { "ssm" } else { "secretsmanager" };
        let key = self.key.as_ref().map(|key| format!(":{key}")).unwrap_or_default();
        format!("{store}:{}{key}", self.name)
    }
}

/// Replaces all references of a pillar by their secrets. Without references, no store is asked.
///
/// # Errors
///
/// Invalid references, secrets that are missing or too short to be hidden, a store that does not answer.
pub fn resolve(pillar: Map, outside: &dyn Outside) -> Result<Map, Problems> {
    let mut pillar = Value::Map(pillar);
    if !holds_reference(&pillar, 0) {
        return Ok(as_map(pillar));
    }
    let mut problems = Problems::default();
    let mut wanted = Vec::new();
    visit(&mut pillar, "", 0, &mut |path, text| {
        match Reference::parse(text) {
            Some(reference) if !wanted.contains(&reference) => wanted.push(reference),
            Some(_) => {}
            None => problems.push(
                Problem::nowhere(format!("the pillar '{path}' refers to a secret by '{text}'")).hint(
                    "write ssm:/path/of/parameter or secretsmanager:name, with :key for a key of its JSON",
                ),
            ),
        }
        None
    });
    if wanted.is_empty() || !problems.is_empty() {
        return problems.or(as_map(pillar));
    }
    let found = outside.secrets(&wanted).map_err(|message| {
        Problem::nowhere(format!("the secrets of the pillar cannot be fetched: {message}")).hint(
            "secrets.region, secrets.profile … of the minion configuration name the account and \
                   region of the stores",
        )
    })?;
    found.values().for_each(|value| secret::hide(value));
    visit(&mut pillar, "", 0, &mut |path, text| {
        let reference = Reference::parse(text)?;
        match found.get(&reference) {
            Some(value) if !secret::is_long_enough(value) => problems.push(too_short(Problem::nowhere(format!(
                "the secret '{text}' of the pillar '{path}' is shorter than {} characters and cannot be hidden",
                secret::MIN_LENGTH
            )))),
            Some(value) => return Some(value.clone()),
            None => problems.push(
                Problem::nowhere(format!("there is no secret '{text}', to which the pillar '{path}' refers"))
                    .hint("check its name and its region, and whether it holds text and that key"),
            ),
        }
        None
    });
    problems.or(as_map(pillar))
}

/// The advice for a secret that cannot be hidden.
pub(crate) fn too_short(problem: Problem) -> Problem {
    problem.hint("choose a longer secret; what is so short is guessed at once, and is a part of many words")
}

fn as_map(value: Value) -> Map {
    if let Value::Map(map) = value { map } else { Map::new() }
}

/// True if there is a reference in it; much cheaper than to visit all values.
fn holds_reference(value: &Value, depth: usize) -> bool {
    let deeper = |item: &Value| depth < MAX_DEPTH && holds_reference(item, depth + 1);
    match value {
        Value::Map(map) => (map.len() == 1 && map.contains_key(MARK)) || map.values().any(deeper),
        Value::List(list) => list.iter().any(deeper),
        _ => false,
    }
}

/// Calls `each` for each reference with its path, and replaces the reference by the result.
fn visit(value: &mut Value, path: &str, depth: usize, each: &mut dyn FnMut(&str, &str) -> Option<String>) {
    if depth > MAX_DEPTH {
        return;
    }
    let reference = match value {
        Value::Map(map) if map.len() == 1 => map.get(MARK).map(|text| text.as_str().unwrap_or_default()),
        _ => None,
    };
    if let Some(text) = reference {
        if let Some(secret) = each(path, text) {
            *value = Value::Str(secret);
        }
        return;
    }
    let below = |key: &str| if path.is_empty() { key.to_owned() } else { format!("{path}:{key}") };
    match value {
        Value::Map(map) => {
            let keys: Vec<Key> = map.keys().cloned().collect();
            for key in keys {
                if let Some(item) = map.get_mut(&key) {
                    visit(item, &below(&key.to_string()), depth + 1, each);
                }
            }
        }
        Value::List(list) => {
            for (at, item) in list.iter_mut().enumerate() {
                visit(item, &below(&at.to_string()), depth + 1, each);
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    /// One parameter, one secret, one that is too short.
    struct Stores;

    impl Outside for Stores {
        fn shell(&self, _command: &str) -> Result<String, String> {
            Err(String::new())
        }

        fn decrypt(&self, _message: &str) -> Result<String, String> {
            Err(String::new())
        }

        fn secrets(&self, wanted: &[Reference]) -> Result<HashMap<Reference, String>, String> {
            let known =
                [("ssm:/a", "alpha-of-a"), ("secretsmanager:b:k", "beta-of-b"), ("ssm:/short", "abc")];
            let known = known.into_iter().filter_map(|(name, text)| Some((Reference::parse(name)?, text)));
            Ok(known
                .filter(|(name, _)| wanted.contains(name))
                .map(|(name, text)| (name, text.to_owned()))
                .collect())
        }
    }

    fn resolved(json: serde_json::Value) -> Result<serde_json::Value, String> {
        let pillar = as_map(Value::from(json));
        resolve(pillar, &Stores).map(|map| Value::Map(map).to_json()).map_err(|problems| problems.to_string())
    }

    #[test]
    fn references_anywhere_become_secrets_that_are_hidden() {
        let pillar = serde_json::json!({
            "a": {"__secret__": "ssm:/a"},
            "l": [{"b": {"__secret__": "secretsmanager:b:k"}}, {"__secret__": "ssm:/a"}],
            "plain": {"__secret__": "x", "y": 1},
        });
        let expected = serde_json::json!({
            "a": "alpha-of-a", "l": [{"b": "beta-of-b"}, "alpha-of-a"], "plain": {"__secret__": "x", "y": 1},
        });
        assert_eq!(resolved(pillar), Ok(expected));
        assert_eq!(secret::masked("x: alpha-of-a"), "x: (hidden)");
    }

    #[test]
    fn everything_wrong_with_references_is_reported_with_their_paths() {
        let message =
            resolved(serde_json::json!({"a": {"b": {"__secret__": "vault:x"}}, "c": {"__secret__": 5}}));
        let message = message.unwrap_err();
        assert!(
            message.contains("pillar 'a:b' refers to a secret by 'vault:x'")
                && message.contains("pillar 'c'"),
            "{message}"
        );
        let pillar = serde_json::json!({"a": {"__secret__": "ssm:/none"}, "b": {"__secret__": "ssm:/short"}});
        let message = resolved(pillar).unwrap_err();
        assert!(message.contains("no secret 'ssm:/none', to which the pillar 'a'"), "{message}");
        assert!(message.contains("shorter than 4 characters") && !message.contains("abc"), "{message}");
    }

    #[test]
    fn references_are_read_as_written() {
        for text in ["ssm:/a/b", "ssm:a:3", "secretsmanager:a", "secretsmanager:a/b:k"] {
            assert_eq!(Reference::parse(text).map(|found| found.written()).as_deref(), Some(text));
        }
        let arn = "secretsmanager:arn:aws:secretsmanager:us-east-1:123456789012:secret:app/db-AbCdEf";
        assert_eq!(Reference::parse(arn).and_then(|found| found.key), None);
        assert_eq!(
            Reference::parse(&format!("{arn}:user")).and_then(|found| found.key).as_deref(),
            Some("user")
        );
        for text in ["", "ssm:", "secretsmanager:", "secretsmanager:a:", "secretsmanager::k", "/a"] {
            assert_eq!(Reference::parse(text), None, "{text}");
        }
    }
}
