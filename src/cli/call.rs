//! The arguments of a function as typed, read as YAML like in `salt-call`.

use exec::Arguments;
use model::{Key, Value};
use sls::yaml;

/// Separates `key=value` words from others and reads their values.
pub fn arguments(words: &[String]) -> Arguments {
    let mut arguments = Arguments::default();
    for word in words {
        match split(word) {
            Some((key, value)) => {
                arguments.named.insert(Key::from(key), typed(value));
            }
            None => arguments.positional.push(typed(word)),
        }
    }
    arguments
}

/// A word is a keyword argument if it begins with an identifier (dots and dashes allowed) and `=`, and is one line.
fn split(word: &str) -> Option<(&str, &str)> {
    let (key, value) = word.split_once('=')?;
    let starts_well = key.chars().next().is_some_and(|first| first.is_alphabetic() || first == '_');
    let continues_well = key.chars().all(|letter| letter.is_alphanumeric() || "_.-".contains(letter));
    (starts_well && continues_well && !value.contains('\n')).then_some((key, value))
}

/// The value of a word. A word that YAML cannot read, or reads as a mapping or list without its brackets, is text.
fn typed(word: &str) -> Value {
    let text = || Value::from(word);
    let has_brackets = word.starts_with(['{', '[']);
    if word.trim().is_empty() || word.contains('#') || (word.contains('\n') && !has_brackets) {
        return text();
    }
    if word == "None" {
        return Value::Null;
    }
    // A delimiter, not a block scalar without text.
    if word == "|" {
        return text();
    }
    let Ok(node) = yaml::parse_file(word, "the command line") else { return text() };
    match node.to_value() {
        Value::List(_) | Value::Map(_) if !has_brackets => text(),
        Value::Int(_) | Value::Float(_) if word.contains('_') => text(),
        value => value,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(words: &[&str]) -> Arguments {
        arguments(&words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>())
    }

    /// Recorded from `salt-call test.arg`.
    #[test]
    fn values_mean_what_salt_call_takes_them_for() {
        let table = serde_json::json!({
            "1": 1, "m n=3": "m n=3", "{a: b}": {"a": "b"}, "[1, 2": "[1, 2", "foo: bar": "foo: bar", "#c": "#c",
            "null": null, "true": true, "1.5": 1.5, "1e3": "1e3", "12:30": 750, "2020-01-01": "2020-01-01", "": "",
            " ": " ", "'q'": "q", "*": "*", "!x": "!x", "1a=5": "1a=5", "=3": "=3", "None": null, "yes": true,
            "0644": 644, "1_000": "1_000", "a #c": "a #c", "[a, b] ": ["a", "b"], "0x1f": 31, "|": "|", "~": null,
            "none": "none", "-0644": -420, "22:22": 1342, "012345678901": "012345678901", "- a": "- a",
            "{\"a\": 1, b: [x, y]}": {"a": 1, "b": ["x", "y"]}, "+5": 5, "a,b": "a,b", "\"a": "\"a",
            "!!python/object:os.system": "!!python/object:os.system", "multi=a\nb": "multi=a\nb",
        });
        for (word, expected) in table.as_object().expect("a mapping") {
            assert_eq!(&read(&[word]).positional[0].to_json(), expected, "{word:?}");
        }
    }

    #[test]
    fn identifiers_before_an_equals_sign_are_keywords() {
        let arguments = read(&["a", "test=True", "a.b-c=d=e", "_x=", "pillar={\"a\": {\"b\": null}}"]);
        assert_eq!(arguments.positional, [Value::from("a")]);
        assert_eq!(
            Value::Map(arguments.named).to_json(),
            serde_json::json!({"test": true, "a.b-c": "d=e", "_x": "", "pillar": {"a": {"b": null}}})
        );
    }
}
