//! The outputs of one line per answer: Salt's `txt`, `raw` and `pprint`.

use model::python;
use model::{Key, Value};

/// Salt's `txt`: every line of text after the name of the minion, other data in Python's form.
pub fn render(answer: &Value) -> String {
    let Value::Map(minions) = answer else { return python::text(answer) };
    let mut lines = Vec::new();
    for (minion, value) in minions {
        match value {
            Value::Str(text) => {
                lines.extend(python::split_lines(text).iter().map(|line| format!("{minion}: {line}")));
            }
            other => lines.push(format!("{minion}: {}", python::repr(other))),
        }
    }
    lines.join("\n")
}

/// Salt's `raw`: the answer in Python's form.
pub fn raw(answer: &Value) -> String {
    python::repr(answer)
}

/// Salt's `pprint`: Python's form, keys sorted, broken where a line would exceed 80 columns. Long text stays whole.
pub fn pretty(answer: &Value) -> String {
    pretty_at(&sorted(answer), 0, 0)
}

fn pretty_at(value: &Value, column: usize, closing: usize) -> String {
    let flat = python::repr(value);
    if column + flat.chars().count() + closing <= 80 {
        return flat;
    }
    let pad = format!(",\n{}", " ".repeat(column + 1));
    match value {
        Value::List(list) if !list.is_empty() => {
            let last = list.len() - 1;
            let parts = list.iter().enumerate();
            let parts = parts.map(|(index, item)| pretty_at(item, column + 1, after(index, last, closing)));
            format!("[{}]", parts.collect::<Vec<_>>().join(&pad))
        }
        Value::Map(map) if !map.is_empty() => {
            let last = map.len() - 1;
            let parts = map.iter().enumerate().map(|(index, (key, item))| {
                let key = python::repr_key(key);
                let column = column + 1 + key.chars().count() + 2;
                format!("{key}: {}", pretty_at(item, column, after(index, last, closing)))
            });
            format!("{{{}}}", parts.collect::<Vec<_>>().join(&pad))
        }
        _ => flat,
    }
}

/// What must still fit after an element: a comma, or all closing brackets.
fn after(index: usize, last: usize, closing: usize) -> usize {
    if index == last { closing + 1 } else { 1 }
}

fn sorted(value: &Value) -> Value {
    match value {
        Value::List(list) => Value::List(list.iter().map(sorted).collect()),
        Value::Map(map) => {
            let mut entries: Vec<(&Key, &Value)> = map.iter().collect();
            entries.sort_by_key(|(key, _)| key.to_string());
            entries.into_iter().map(|(key, item)| (key.clone(), sorted(item))).collect()
        }
        other => other.clone(),
    }
}
