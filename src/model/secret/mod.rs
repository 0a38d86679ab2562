//! Texts that must never be shown. Code that reads a secret notes it here, and all output is checked here.
//!
//! The list belongs to the process, because logs and failures do not belong to one run. `cli` removes the noted secrets
//! from everything that it writes: results, problems, logs, files.

use std::borrow::Cow;
use std::sync::{PoisonError, RwLock};

use serde_json::Value as Json;

/// The replacement for a secret.
pub const SHOWN: &str = "(hidden)";

/// A shorter text is likely to occur in texts that are no secrets.
pub const MIN_LENGTH: usize = 4;

/// Longer ones first, so that a secret within another one is not replaced first.
static HIDDEN: RwLock<Vec<String>> = RwLock::new(Vec::new());

/// Notes a secret: as it is, as JSON and Python write it, and each of its lines.
pub fn hide(secret: &str) {
    let json = serde_json::to_string(secret).unwrap_or_default();
    let python = super::python::quoted(secret);
    let inner = |text: &str| text.get(1..text.len().saturating_sub(1)).unwrap_or_default().to_owned();
    let lines = secret.lines().map(|line| line.trim().to_owned());
    let forms = [secret.to_owned(), inner(&json), inner(&python)].into_iter().chain(lines);
    let mut hidden = HIDDEN.write().unwrap_or_else(PoisonError::into_inner);
    for form in forms.filter(|form| form.chars().count() >= MIN_LENGTH) {
        if !hidden.contains(&form) {
            hidden.push(form);
        }
    }
    hidden.sort_by_key(|form| std::cmp::Reverse(form.len()));
}

/// A text with every secret in it replaced.
pub fn masked(text: &str) -> Cow<'_, str> {
    let hidden = HIDDEN.read().unwrap_or_else(PoisonError::into_inner);
    let mut shown = Cow::Borrowed(text);
    for secret in hidden.iter() {
        if shown.contains(secret.as_str()) {
            shown = Cow::Owned(shown.replace(secret.as_str(), SHOWN));
        }
    }
    shown
}

/// JSON with every secret in its texts replaced.
pub fn masked_json(value: Json) -> Json {
    match value {
        Json::String(text) => Json::String(masked(&text).into_owned()),
        Json::Array(list) => Json::Array(list.into_iter().map(masked_json).collect()),
        Json::Object(map) => Json::Object(map.into_iter().map(|(key, it)| (key, masked_json(it))).collect()),
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
}
