//! Texts that must never be shown. Code that reads a secret notes it here, and all output is checked here.
//!
//! The list belongs to the process, because logs and failures do not belong to one run. `cli` removes the noted secrets
//! from everything that it writes: results, problems, logs, files. Each form in which programs write a secret is removed: see
//! [`forms`].

pub mod beside;
pub mod declared;
mod forms;
mod parts;

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::{PoisonError, RwLock};

use aho_corasick::{AhoCorasick, MatchKind};
use serde_json::Value as Json;

/// The replacement for a secret.
pub const SHOWN: &str = "(hidden)";

/// A shorter text is likely to occur in texts that are no secrets.
pub const MIN_LENGTH: usize = 4;

static HIDDEN: RwLock<Hidden> = RwLock::new(Hidden::new());

/// The noted secrets.
struct Hidden {
    secrets: BTreeSet<String>,
    forms: BTreeSet<String>,
    /// Finds all forms at once, of two that begin at one place the longer one. None until it is needed.
    finder: Option<AhoCorasick>,
}

impl Hidden {
    const fn new() -> Self {
        Self { secrets: BTreeSet::new(), forms: BTreeSet::new(), finder: None }
    }

    fn build(&mut self) {
        let mut builder = AhoCorasick::builder();
        self.finder = builder.match_kind(MatchKind::LeftmostLongest).build(&self.forms).ok();
    }
}

/// Notes a secret in each form in which it is written. A text that is too short to be hidden is not noted: its source refuses it.
///
/// A secret that is a document (`{"user": "app", "password": "…"}`, a whole file of pillar) is used by its values, so these are noted too.
pub fn hide(secret: &str) {
    note(secret);
    parts::of(secret).iter().for_each(|part| note(part));
}

fn note(secret: &str) {
    if !is_long_enough(secret) {
        return;
    }
    let mut hidden = HIDDEN.write().unwrap_or_else(PoisonError::into_inner);
    if hidden.secrets.insert(secret.to_owned()) {
        hidden.forms.extend(forms::of(secret));
        hidden.finder = None;
    }
}

/// Whether a secret can be hidden: it has [`MIN_LENGTH`] characters, blanks at both ends aside.
pub fn is_long_enough(secret: &str) -> bool {
    secret.trim().chars().count() >= MIN_LENGTH
}

/// Why a secret cannot be used: it is too short to be hidden. An empty text is no secret.
pub fn complaint(secret: &str) -> Option<String> {
    let is_short = !secret.is_empty() && !is_long_enough(secret);
    is_short.then(|| {
        format!(
            "the secret is shorter than {MIN_LENGTH} characters and cannot be hidden; choose a longer one"
        )
    })
}

/// The noted secrets that occur in these values, for another process that gets the values.
pub fn noted_in(values: &Json) -> Vec<String> {
    let hidden = HIDDEN.read().unwrap_or_else(PoisonError::into_inner);
    let mut found = BTreeSet::new();
    if !hidden.secrets.is_empty() {
        gather(values, &hidden.secrets, &mut found);
    }
    found.into_iter().collect()
}

fn gather(value: &Json, secrets: &BTreeSet<String>, found: &mut BTreeSet<String>) {
    let mut look = |text: &str| {
        for secret in secrets {
            if text.contains(secret.as_str()) || (!text.is_empty() && secret.trim() == text.trim()) {
                found.insert(secret.clone());
            }
        }
    };
    match value {
        Json::String(text) => look(text),
        Json::Array(list) => list.iter().for_each(|item| gather(item, secrets, found)),
        Json::Object(map) => {
            map.keys().for_each(|key| look(key));
            map.values().for_each(|item| gather(item, secrets, found));
        }
        // A password of digits is a number in YAML.
        Json::Number(number) => look(&number.to_string()),
        Json::Bool(_) | Json::Null => {}
    }
}

/// A text with every secret in it replaced.
pub fn masked(text: &str) -> Cow<'_, str> {
    let hidden = HIDDEN.read().unwrap_or_else(PoisonError::into_inner);
    if hidden.forms.is_empty() {
        return Cow::Borrowed(text);
    }
    if let Some(finder) = &hidden.finder {
        return replaced(finder, text);
    }
    drop(hidden);
    let mut hidden = HIDDEN.write().unwrap_or_else(PoisonError::into_inner);
    if hidden.finder.is_none() {
        hidden.build();
    }
    match &hidden.finder {
        Some(finder) => replaced(finder, text),
        // More forms than fit into the memory: rather nothing than a secret.
        None => Cow::Borrowed(SHOWN),
    }
}

fn replaced<'a>(finder: &AhoCorasick, text: &'a str) -> Cow<'a, str> {
    let mut shown = String::new();
    let mut end = 0;
    for found in finder.find_iter(text) {
        shown.push_str(&text[end..found.start()]);
        shown.push_str(SHOWN);
        end = found.end();
    }
    if end == 0 {
        return Cow::Borrowed(text);
    }
    shown.push_str(&text[end..]);
    Cow::Owned(shown)
}

/// JSON with every secret in its texts replaced.
pub fn masked_json(value: Json) -> Json {
    match value {
        Json::String(text) => Json::String(masked(&text).into_owned()),
        Json::Array(list) => Json::Array(list.into_iter().map(masked_json).collect()),
        Json::Object(map) => {
            let pairs = map.into_iter().map(|(key, it)| (masked(&key).into_owned(), masked_json(it)));
            Json::Object(pairs.collect())
        }
        Json::Number(number) => {
            let text = number.to_string();
            if masked(&text) == SHOWN { Json::String(SHOWN.to_owned()) } else { Json::Number(number) }
        }
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_is_hidden_in_every_form_in_which_it_is_written() {
        hide("s3cr3t \"quoted\"\nsecond line of it");
        for (text, shown) in [
            ("{\"a\": \"s3cr3t \\\"quoted\\\"\\nsecond line of it\"}", "{\"a\": \"(hidden)\"}"),
            ("'s3cr3t \"quoted\"\\nsecond line of it'", "'(hidden)'"),
            ("x: |\n  s3cr3t \"quoted\"\n  second line of it\n", "x: |\n  (hidden)\n  (hidden)\n"),
            ("nothing", "nothing"),
        ] {
            assert_eq!(masked(text), shown);
        }
    }

    #[test]
    fn another_process_gets_the_secrets_that_its_values_hold() {
        hide("noted for one");
        hide("noted for another");
        hide("90210211");
        let values = serde_json::json!({
            "db": {"url": "postgres://u:noted for one@h", "list": [1, "x", {"pin": 90_210_211}]},
        });
        assert_eq!(noted_in(&values), ["90210211", "noted for one"]);
        assert_eq!(masked_json(values)["db"]["list"][2]["pin"], "(hidden)");
        assert!(noted_in(&serde_json::json!({"a": "nothing", "b": ""})).is_empty());
    }

    #[test]
    fn a_text_that_is_too_short_is_not_noted() {
        hide("abc");
        hide(" a \n");
        assert_eq!(masked("abc a"), "abc a");
        assert!(complaint("abc").is_some() && complaint("").is_none() && complaint("abcd").is_none());
    }
}
