//! The length of the word at a place in a line: a word of a template, or a key or value of YAML.

use std::ops::Range;

/// The bytes of the word that begins at a column (from 1, in letters); the whole line for column 0, nothing at its end.
pub fn extent(line: &str, column: usize) -> Range<usize> {
    let Some(before) = column.checked_sub(1) else {
        let start = line.len() - line.trim_start().len();
        return start..line.trim_end().len().max(start);
    };
    let start = line.char_indices().nth(before).map_or(line.len(), |(at, _)| at);
    let rest = &line[start..];
    let length = if is_in_tag(&line[..start]) { word(rest) } else { value(rest, &line[..start]) };
    start..start + length
}

/// True if a tag of a template is open at the end of a text.
fn is_in_tag(before: &str) -> bool {
    let last = |marks: [&str; 2]| marks.iter().filter_map(|mark| before.rfind(mark)).max();
    match (last(["{{", "{%"]), last(["}}", "%}"])) {
        (Some(open), Some(close)) => open > close,
        (open, None) => open.is_some(),
        (None, Some(_)) => false,
    }
}

/// A name, a text in quotes, or one sign.
fn word(rest: &str) -> usize {
    let Some(first) = rest.chars().next() else { return 0 };
    if let Some(length) = quoted(rest) {
        return length;
    }
    let is_part = |letter: char| letter.is_alphanumeric() || letter == '_';
    if is_part(first) {
        return rest.find(|letter| !is_part(letter)).unwrap_or(rest.len());
    }
    first.len_utf8()
}

/// A key up to its colon, a text in quotes, a list or mapping in brackets up to its end, or a value up to the end.
fn value(rest: &str, before: &str) -> usize {
    let Some(first) = rest.chars().next() else { return 0 };
    if let Some(length) = quoted(rest) {
        return length;
    }
    if first.is_whitespace() {
        return rest.find(|letter: char| !letter.is_whitespace()).unwrap_or(rest.len());
    }
    if "[{".contains(first) {
        return bracketed(rest).unwrap_or(first.len_utf8());
    }
    let is_in_brackets = before.contains(['[', '{']);
    let ends = |at: usize, letter: char| {
        let behind = rest[at + letter.len_utf8()..].chars().next();
        match letter {
            ':' => behind.is_none_or(char::is_whitespace),
            ' ' => behind == Some('#'),
            ',' | ']' | '}' => is_in_brackets,
            _ => false,
        }
    };
    let end = rest.char_indices().find(|(at, letter)| ends(*at, *letter)).map_or(rest.len(), |(at, _)| at);
    rest[..end].trim_end().len().max(first.len_utf8())
}

/// The length of a text in quotes, if one begins here and ends.
fn quoted(rest: &str) -> Option<usize> {
    let quote = rest.chars().next().filter(|first| "'\"".contains(*first))?;
    Some(rest[1..].find(quote)? + 2)
}

/// The length of a text in brackets, if they are closed.
fn bracketed(rest: &str) -> Option<usize> {
    let mut depth = 0_usize;
    for (at, letter) in rest.char_indices() {
        match letter {
            '[' | '{' => depth += 1,
            ']' | '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 {
            return Some(at + letter.len_utf8());
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_meant_is_found_in_templates_and_in_yaml() {
        for (line, column, expected) in [
            ("    - name: {{ nosuch.thing }}", 16, "nosuch"),
            ("    - name: {{ pillar.nosuch.key }}", 23, "nosuch"),
            ("{% do salt['state.show_sls']('round') %}", 12, "'state.show_sls'"),
            ("{{ a + b }}", 6, "+"),
            ("{{ a }} x: 1", 9, "x"),
            ("    - coment: hello", 7, "coment"),
            ("    - result: [1, 2] # two", 15, "[1, 2]"),
            ("    - result: [1, 2", 15, "["),
            ("  test.nopp: []", 3, "test.nopp"),
            ("    - require: [{test: b}]", 24, "b"),
            ("a: 'b: c' # d", 4, "'b: c'"),
            ("a: b c # d", 4, "b c"),
            ("url: http://x:80/", 6, "http://x:80/"),
            ("é: ü ", 4, "ü"),
            ("{% if x %}", 1, "{% if x %}"),
            ("\ttest.nop: []", 1, "\t"),
            ("a", 2, ""),
            ("a", 9, ""),
            ("  a: b ", 0, "a: b"),
            ("  ", 0, ""),
        ] {
            assert_eq!(&line[extent(line, column)], expected, "{column} of {line}");
        }
    }
}
