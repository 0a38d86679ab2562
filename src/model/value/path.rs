//! Paths such as `vpc:subnets:0` into data, for `pillar.get`, `grains.get`, `config.get` and targets.
//!
//! Rules, as recorded from Salt 3007: every step is a key. If there is no such text key, the number, boolean or null
//! that YAML reads from the step is tried. In a list a number is an index (a negative one counts from the end), and any
//! other step looks into the mappings of the list. A key that holds the delimiter cannot be reached.
//!
//! See <https://docs.saltproject.io/en/3007/ref/modules/all/salt.modules.pillar.html#salt.modules.pillar.get>.

use super::{Key, Map, Value};

/// The value at a path of a mapping, if there is one.
pub fn traverse<'a>(map: &'a Map, path: &str, delimiter: &str) -> Option<&'a Value> {
    if delimiter.is_empty() {
        return step_of_map(map, path);
    }
    let mut steps = path.split(delimiter);
    let first = step_of_map(map, steps.next()?)?;
    steps.try_fold(first, step)
}

impl Value {
    /// The value at a path below this datum, if there is one.
    pub fn traverse(&self, path: &str, delimiter: &str) -> Option<&Self> {
        if delimiter.is_empty() {
            return step(self, path);
        }
        path.split(delimiter).try_fold(self, step)
    }
}

fn step<'a>(here: &'a Value, step: &str) -> Option<&'a Value> {
    match here {
        Value::Map(map) => step_of_map(map, step),
        Value::List(list) => match step.parse::<i64>() {
            Ok(index) => item(list, index),
            Err(_) => list.iter().filter_map(Value::as_map).find_map(|map| step_of_map(map, step)),
        },
        _ => None,
    }
}

fn step_of_map<'a>(map: &'a Map, step: &str) -> Option<&'a Value> {
    map.get(step).or_else(|| map.get(&as_yaml(step)?))
}

fn item(list: &[Value], index: i64) -> Option<&Value> {
    let distance = usize::try_from(index.unsigned_abs()).ok()?;
    let at = if index < 0 { list.len().checked_sub(distance)? } else { distance };
    list.get(at)
}

/// The key that YAML 1.1 reads from a word, unless that is text.
fn as_yaml(word: &str) -> Option<Key> {
    let is_cased = word == word.to_ascii_lowercase()
        || word == word.to_ascii_uppercase()
        || word.get(1..).is_some_and(|rest| rest == rest.to_ascii_lowercase());
    match word.to_ascii_lowercase().as_str() {
        "" | "~" | "null" if is_cased => return Some(Key::Null),
        // Python's word, as Salt accepts it on the command line.
        "none" if word == "None" => return Some(Key::Null),
        "yes" | "true" | "on" if is_cased => return Some(Key::Bool(true)),
        "no" | "false" | "off" if is_cased => return Some(Key::Bool(false)),
        _ => {}
    }
    let digits = word.strip_prefix(['-', '+']).unwrap_or(word);
    if !digits.starts_with(|digit: char| digit.is_ascii_digit() || digit == '.') {
        return None;
    }
    match word.parse::<i64>() {
        Ok(number) => Some(Key::Int(number)),
        Err(_) if word.contains('.') => word.parse().ok().map(Key::Float),
        Err(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Map {
        let text = |text: &str| Value::from(text);
        let map = |pairs: Vec<(Key, Value)>| Value::Map(pairs.into_iter().collect());
        let json = |json: serde_json::Value| Value::from(json);
        let php = map(vec![
            (Key::Float(7.4), json(serde_json::json!({"socket": "s"}))),
            (Key::Bool(true), text("t")),
            (Key::Int(7), text("seven")),
            (Key::Null, text("n")),
        ]);
        let hosts = json(serde_json::json!(["a", "b", {"x": {"y": 1}}, {"z": 2}]));
        let float = map(vec![("1.0".into(), text("text")), (Key::Float(1.0), text("float"))]);
        let rest = serde_json::json!({
            "x:y": "whole", "x": {"y": "path"}, "nest": [{"a": {"b": 1}}, {"a": {"c": 2}}], "only:colon": "no",
            "lst": [[1, 2], [3]], "m": {"a": null}, "s": "text",
        });
        let mut whole: Map = json(rest).as_map().cloned().unwrap();
        whole.extend([("php".into(), php), ("hosts".into(), hosts), ("f".into(), float)]);
        whole
    }

    /// The answers of `pillar.get`, `grains.get` and `config.get` in Salt 3007.15.
    #[test]
    fn paths_lead_where_salt_goes() {
        let data = sample();
        for (path, expected) in [
            ("php:7.4:socket", Some("\"s\"")),
            ("php:yes", Some("\"t\"")),
            ("php:True", Some("\"t\"")),
            ("php:true", Some("\"t\"")),
            ("php:7", Some("\"seven\"")),
            ("php:null", Some("\"n\"")),
            ("php:~", Some("\"n\"")),
            ("php:None", Some("\"n\"")),
            ("php:none", None),
            ("hosts:-1", Some("{\"z\":2}")),
            ("hosts:-1:z", Some("2")),
            ("hosts:-9", None),
            ("hosts:0", Some("\"a\"")),
            ("hosts:5", None),
            ("hosts:x:y", Some("1")),
            ("hosts:2:x", Some("{\"y\":1}")),
            ("hosts:z", Some("2")),
            ("x:y", Some("\"path\"")),
            ("x:y:z", None),
            ("only:colon", None),
            ("nest:a:b", Some("1")),
            ("nest:a:c", None),
            ("nest:1:a:c", Some("2")),
            ("lst:0:1", Some("2")),
            ("lst:-1:0", Some("3")),
            ("f:1.0", Some("\"text\"")),
            ("m:a", Some("null")),
            ("m:a:b", None),
            ("s:0", None),
            ("", None),
        ] {
            let found = traverse(&data, path, ":").map(|value| value.to_json().to_string());
            assert_eq!(found.as_deref(), expected, "{path}");
        }
        assert_eq!(traverse(&data, "x:y", "|"), Some(&Value::from("whole")));
    }
}
