//! Matches `path:value` against grains or pillar.

use model::pattern::{Flags, Pattern};
use model::value::traverse;
use model::{Map, Value, glob, python};

/// How the value of an expression is compared.
#[derive(Clone, Copy)]
pub enum How {
    Glob,
    Regex,
    Exact,
}

/// True if some split of `a:b:c` into a path and a value matches the data.
pub fn is_match(data: &Map, expression: &str, how: How) -> bool {
    expression.match_indices(':').any(|(index, _)| {
        let (path, wanted) = (&expression[..index], &expression[index + 1..]);
        traverse(data, path, ":").is_some_and(|found| fits(found, wanted, how))
    })
}

fn fits(found: &Value, wanted: &str, how: How) -> bool {
    match found {
        Value::List(list) => list.iter().any(|item| fits(item, wanted, how)),
        Value::Map(map) => wanted == "*" || map.contains_key(wanted),
        scalar => is_equal(&python::text(scalar), wanted, how),
    }
}

fn is_equal(found: &str, wanted: &str, how: How) -> bool {
    let (found, wanted) = (found.to_lowercase(), wanted.to_lowercase());
    match how {
        How::Glob => glob::is_match(&wanted, &found),
        How::Regex => is_regex_match(&wanted, &found),
        How::Exact => found == wanted,
    }
}

fn is_regex_match(expression: &str, text: &str) -> bool {
    Pattern::at_start(expression, Flags::default()).is_ok_and(|pattern| pattern.is_in(text))
}

/// Why no split of `a:b:c` gives a valid regular expression.
pub fn wrong_regex(expression: &str) -> Option<String> {
    let mut wrong = None;
    for (index, _) in expression.match_indices(':') {
        match Pattern::at_start(&expression[index + 1..].to_lowercase(), Flags::default()) {
            Ok(_) => return None,
            Err(error) => wrong = wrong.or(Some(error.to_string())),
        }
    }
    wrong
}
