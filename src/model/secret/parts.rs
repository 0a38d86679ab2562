//! The values of a secret that is a document: JSON, or lines such as `password: …` and `PASSWORD=…`.

use serde_json::Value as Json;

use super::declared::{MIN_DECLARED, is_name};

/// The values that are long enough to be no ordinary words. The value of a name such as `password` may be shorter.
pub fn of(secret: &str) -> Vec<String> {
    let mut found = vec![];
    match serde_json::from_str::<Json>(secret) {
        Ok(json @ (Json::Object(_) | Json::Array(_))) => of_json("", &json, &mut found),
        _ => secret.lines().for_each(|line| of_line(line, &mut found)),
    }
    found
}

fn of_json(name: &str, value: &Json, found: &mut Vec<String>) {
    match value {
        Json::Object(map) => map.iter().for_each(|(name, value)| of_json(name, value, found)),
        Json::Array(list) => list.iter().for_each(|value| of_json(name, value, found)),
        Json::String(text) => add(name, text, found),
        Json::Number(number) => add(name, &number.to_string(), found),
        Json::Bool(_) | Json::Null => {}
    }
}

fn of_line(line: &str, found: &mut Vec<String>) {
    let line = line.trim().trim_start_matches("- ");
    let line = line.strip_prefix("export ").unwrap_or(line);
    let Some(at) = line.find([':', '=']) else { return };
    let name = line[..at].trim().trim_matches(['"', '\'']);
    let is_plain = |letter: char| letter.is_alphanumeric() || "_-.".contains(letter);
    if name.is_empty() || !name.chars().all(is_plain) {
        return;
    }
    let value = line[at + 1..].trim();
    add(name, value, found);
    for quote in ['"', '\''] {
        if let Some(inner) = value.strip_prefix(quote).and_then(|rest| rest.strip_suffix(quote)) {
            add(name, inner, found);
        }
    }
}

fn add(name: &str, value: &str, found: &mut Vec<String>) {
    if is_name(name) || value.trim().chars().count() >= MIN_DECLARED {
        found.push(value.to_owned());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_document_is_hidden_by_its_values() {
        for (secret, parts) in [
            (
                r#"{"user": "app", "password": "abcd", "host": "db.example.com"}"#,
                vec!["abcd", "db.example.com"],
            ),
            (r#"{"all": [{"pin": 12345678}, "short", null]}"#, vec!["12345678"]),
            ("db:\n  user: app\n  - password: 'abcd'\n", vec!["'abcd'", "abcd"]),
            ("A=1\nexport DB_PASSWORD=\"it is\"\n", vec!["\"it is\"", "it is"]),
            ("-----BEGIN PRIVATE KEY-----\nMIIE\n-----END PRIVATE KEY-----", vec![]),
            ("correct horse battery", vec![]),
        ] {
            assert_eq!(of(secret), parts, "{secret}");
        }
    }
}
