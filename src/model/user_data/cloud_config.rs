//! Writes cloud-init's configuration as block-style YAML.
//!
//! cloud-init reads YAML 1.1, in which `0644`, `22:22` and `yes` are not text. So text is unquoted only if it cannot be
//! anything else. Otherwise it is quoted as in JSON, which YAML 1.1 reads the same way.

use crate::{Key, Value};

/// The document.
pub(super) fn write(config: &Value) -> String {
    let mut out = String::new();
    block(config, 0, &mut out);
    out
}

fn block(value: &Value, indent: usize, out: &mut String) {
    match value {
        Value::Map(map) if !map.is_empty() => {
            for (key, item) in map {
                pad(indent, out);
                out.push_str(&word(key));
                out.push(':');
                below(item, indent + 2, out);
            }
        }
        Value::List(list) if !list.is_empty() => {
            for item in list {
                // The content of an element begins after its dash.
                let mut inner = String::new();
                block(item, indent + 2, &mut inner);
                pad(indent, out);
                out.push_str("- ");
                out.push_str(inner.trim_start());
            }
        }
        other => {
            out.push_str(&scalar(other));
            out.push('\n');
        }
    }
}

/// The value after a `key:` or a dash: on the same line, or as a block.
fn below(value: &Value, indent: usize, out: &mut String) {
    let nested = match value {
        Value::Map(map) => !map.is_empty(),
        Value::List(list) => !list.is_empty(),
        _ => false,
    };
    out.push(if nested { '\n' } else { ' ' });
    block(value, indent, out);
}

fn pad(indent: usize, out: &mut String) {
    out.extend(std::iter::repeat_n(' ', indent));
}

fn word(key: &Key) -> String {
    scalar(&key.to_value())
}

fn scalar(value: &Value) -> String {
    match value {
        Value::Str(text) if is_plain(text) => text.clone(),
        Value::Float(number) if number.is_nan() => ".nan".to_owned(),
        Value::Float(number) if number.is_infinite() => {
            format!("{}.inf", if *number < 0.0 { "-" } else { "" })
        }
        other => other.to_json().to_string(),
    }
}

/// True when all readers of YAML 1.1 read it as this text.
fn is_plain(text: &str) -> bool {
    let words = ["y", "n", "yes", "no", "on", "off", "true", "false", "null"];
    let letters = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.' | '/');
    text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '/')
        && text.chars().all(letters)
        && !words.contains(&text.to_ascii_lowercase().as_str())
}
