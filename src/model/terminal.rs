//! Text of others on a terminal: an answer must not move the cursor, hide lines or change the title of a window.

use std::borrow::Cow;

use super::{Key, Map, Value};

/// What is in the place of a character that a terminal would obey, as in Salt.
const MARK: char = '?';

/// Whether a terminal obeys the character. Line ends and tabs are text.
fn is_obeyed(letter: char) -> bool {
    letter.is_control() && letter != '\n' && letter != '\t'
}

/// The text without characters that a terminal obeys. Line ends of Windows become line ends.
pub fn harmless(text: &str) -> Cow<'_, str> {
    if !text.contains(is_obeyed) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.replace("\r\n", "\n").replace(is_obeyed, &MARK.to_string()))
}

/// The same for all texts of a datum.
pub fn harmless_value(value: Value) -> Value {
    match value {
        Value::Str(text) => Value::Str(harmless(&text).into_owned()),
        Value::List(items) => Value::List(items.into_iter().map(harmless_value).collect()),
        Value::Map(map) => Value::Map(harmless_map(map)),
        other => other,
    }
}

fn harmless_map(map: Map) -> Map {
    let pair = |(key, value): (Key, Value)| {
        let key = match key {
            Key::Str(text) => Key::Str(harmless(&text).into_owned()),
            other => other,
        };
        (key, harmless_value(value))
    };
    map.into_iter().map(pair).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_of_an_answer_is_obeyed_by_a_terminal() {
        let answer = serde_json::json!({"a\u{1b}[2J": ["\u{1b}]0;title\u{7}", {"b": "x\ry\u{9b}31m"}], "c": "1\r\n\t2\n"});
        let shown = serde_json::json!({"a?[2J": ["?]0;title?", {"b": "x?y?31m"}], "c": "1\n\t2\n"});
        assert_eq!(harmless_value(Value::from(answer)), Value::from(shown));
        assert!(matches!(harmless("plain äö\n"), Cow::Borrowed(_)));
    }
}
