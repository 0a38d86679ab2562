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

/// The same of a text that this program has coloured. A colour hides nothing, so that of somebody else is left too.
pub fn harmless_but_colours(text: &str) -> Cow<'_, str> {
    if !text.contains(is_obeyed) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        if let Some(length) = colour(rest) {
            shown.push_str(&rest[..length]);
            rest = &rest[length..];
            continue;
        }
        rest = &rest[letter.len_utf8()..];
        if letter == '\r' && rest.starts_with('\n') {
            continue;
        }
        shown.push(if is_obeyed(letter) { MARK } else { letter });
    }
    Cow::Owned(shown)
}

/// The length of the colour that a text begins with: bold, underlined, a colour of letters, and their ends.
fn colour(text: &str) -> Option<usize> {
    let inside = text.strip_prefix("\u{1b}[")?;
    let (codes, _) = inside.split_once('m')?;
    let is_plain = |code: &str| {
        let number = if code.is_empty() { Some(0) } else { code.parse().ok() };
        number.is_some_and(|number: u8| matches!(number, 0 | 1 | 2 | 4 | 22 | 24 | 30..=37 | 39 | 90..=97))
    };
    codes.split(';').all(is_plain).then_some(2 + codes.len() + 1)
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
    fn a_colour_is_no_other_order() {
        for (text, shown) in [
            ("\u{1b}[0;31mred\u{1b}[0;0m and \u{1b}[1mbold\u{1b}[m", None),
            ("\u{1b}[8mconcealed", Some("?[8mconcealed")),
            ("\u{1b}[31;8mconcealed", Some("?[31;8mconcealed")),
            ("\u{1b}]0;title\u{7}", Some("?]0;title?")),
            ("\u{1b}[2J\u{1b}[6n", Some("?[2J?[6n")),
            ("a\r\nb\rc\td", Some("a\nb?c\td")),
            ("plain é", None),
        ] {
            assert_eq!(harmless_but_colours(text), shown.unwrap_or(text), "{text:?}");
        }
    }

    #[test]
    fn no_text_of_an_answer_is_obeyed_by_a_terminal() {
        let answer = serde_json::json!({"a\u{1b}[2J": ["\u{1b}]0;title\u{7}", {"b": "x\ry\u{9b}31m"}], "c": "1\r\n\t2\n"});
        let shown = serde_json::json!({"a?[2J": ["?]0;title?", {"b": "x?y?31m"}], "c": "1\n\t2\n"});
        assert_eq!(harmless_value(Value::from(answer)), Value::from(shown));
        assert!(matches!(harmless("plain äö\n"), Cow::Borrowed(_)));
    }
}
