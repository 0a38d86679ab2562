//! Texts as Python sees them: differences, patterns, lines.

mod difference;
mod matching;

pub(super) use difference::unified;
pub(super) use model::pattern::{Flags, Pattern, escape};

/// Lines with their ends, as `str.splitlines(keepends=True)` splits them at `
/// `, `\r
/// ` and `\r`.
pub(super) fn lines(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let end = match rest.find(['\n', '\r']) {
            Some(at) if rest[at..].starts_with("\r\n") => at + 2,
            Some(at) => at + 1,
            None => rest.len(),
        };
        let (line, after) = rest.split_at(end);
        found.push(line);
        rest = after;
    }
    found
}

#[cfg(test)]
mod tests;
