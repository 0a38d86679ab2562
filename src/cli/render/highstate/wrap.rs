//! Warnings broken into lines, as Python's `textwrap` breaks them.

/// The lines of `text` joined: none longer than `width`, each after `indent`.
pub(super) fn fill(text: &str, indent: &str, width: usize) -> String {
    let room = width.saturating_sub(indent.len()).max(1);
    let mut chunks = chunks(&flattened(text));
    chunks.reverse();
    let mut lines: Vec<String> = Vec::new();
    while !chunks.is_empty() {
        let is_first = lines.is_empty();
        lines.push(line(&mut chunks, room, is_first));
    }
    lines.retain(|line| !line.is_empty());
    lines.iter().map(|line| format!("{indent}{line}")).collect::<Vec<_>>().join("\n")
}

/// One line's part, taken from the end of `chunks`. White space begins no line but the first, and ends none.
fn line(chunks: &mut Vec<String>, room: usize, is_first: bool) -> String {
    let mut line = String::new();
    let mut used = 0;
    if !is_first && chunks.last().is_some_and(|chunk| chunk.trim().is_empty()) {
        chunks.pop();
    }
    while let Some(chunk) = chunks.pop() {
        let length = chunk.chars().count();
        if used + length <= room {
            used += length;
            line.push_str(&chunk);
            continue;
        }
        if length > room {
            let head: String = chunk.chars().take(room - used).collect();
            chunks.push(chunk.chars().skip(room - used).collect());
            line.push_str(&head);
        } else {
            chunks.push(chunk);
        }
        break;
    }
    line.trim_end().to_owned()
}

/// Tabs become columns of eight, line ends become spaces.
fn flattened(text: &str) -> String {
    let mut out = String::new();
    let mut column = 0;
    for letter in text.chars() {
        match letter {
            '\t' => {
                let columns = 8 - column % 8;
                out.extend(std::iter::repeat_n(' ', columns));
                column += columns;
            }
            '\n' | '\r' | '\x0b' | '\x0c' => {
                out.push(' ');
                column = 0;
            }
            other => {
                out.push(other);
                column += 1;
            }
        }
    }
    out
}

/// Words, the white space between them, and the parts of hyphenated words.
fn chunks(text: &str) -> Vec<String> {
    let mut chunks: Vec<String> = Vec::new();
    let letters: Vec<char> = text.chars().collect();
    let mut start = 0;
    for at in 1..=letters.len() {
        let is_end = at == letters.len();
        if is_end
            || letters[at].is_whitespace() != letters[at - 1].is_whitespace()
            || is_hyphenation(&letters, at)
        {
            chunks.push(letters[start..at].iter().collect());
            start = at;
        }
    }
    chunks
}

/// A word may be broken at `at` if two letters, a hyphen and two letters are around it.
fn is_hyphenation(letters: &[char], at: usize) -> bool {
    let is_letter = |index: usize| letters.get(index).is_some_and(|letter| letter.is_alphabetic());
    at >= 3
        && letters[at - 1] == '-'
        && is_letter(at - 2)
        && letters[at - 3].is_alphanumeric()
        && is_letter(at)
        && is_letter(at + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_kept_whole_and_long_ones_broken() {
        assert_eq!(fill("ab cd ef", "> ", 7), "> ab cd\n> ef");
        assert_eq!(fill("abcdefgh", "> ", 5), "> abc\n> def\n> gh");
    }

    #[test]
    fn a_hyphenated_word_is_broken_after_its_hyphen() {
        assert_eq!(fill("well-known", "", 7), "well-\nknown");
        assert_eq!(fill("2026-11-20", "", 7), "2026-11\n-20");
    }

    #[test]
    fn nothing_gives_nothing() {
        assert_eq!(fill("", "  ", 80), "");
        assert_eq!(fill("  ", "  ", 1), "");
    }
}
