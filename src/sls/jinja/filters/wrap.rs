//! Wraps lines at a width, as Python's `textwrap.wrap` does.
//!
//! See <https://docs.python.org/3/library/textwrap.html>.

/// The pieces of one line. Words longer than a line are cut if `cuts_words`; words may be split after a hyphen if
/// `at_hyphens`.
pub(super) fn wrapped(line: &str, wide: usize, cuts_words: bool, at_hyphens: bool) -> Vec<String> {
    let mut chunks = chunks(line, at_hyphens);
    chunks.reverse();
    let mut lines: Vec<String> = Vec::new();
    while !chunks.is_empty() {
        if chunks.last().is_some_and(|chunk| is_blank(chunk)) && !lines.is_empty() {
            chunks.pop();
        }
        let mut here: Vec<Vec<char>> = Vec::new();
        let mut length = 0;
        while let Some(chunk) = chunks.pop_if(|chunk| length + chunk.len() <= wide) {
            length += chunk.len();
            here.push(chunk);
        }
        if chunks.last().is_some_and(|chunk| chunk.len() > wide)
            && let Some(long) = chunks.pop()
        {
            if cuts_words {
                let end = cut(&long, wide - length, at_hyphens);
                here.push(long[..end].to_vec());
                chunks.push(long[end..].to_vec());
            } else if here.is_empty() {
                here.push(long);
            } else {
                chunks.push(long);
            }
        }
        if here.last().is_some_and(|chunk| is_blank(chunk)) {
            here.pop();
        }
        if !here.is_empty() {
            lines.push(here.into_iter().flatten().collect());
        }
    }
    lines
}

/// Where a word is cut that does not fit into the rest of the line.
fn cut(word: &[char], room: usize, at_hyphens: bool) -> usize {
    let head = &word[..room.min(word.len())];
    let hyphen = head.iter().rposition(|letter| *letter == '-');
    match hyphen {
        Some(at) if at_hyphens && head[..at].iter().any(|letter| *letter != '-') => at + 1,
        _ => head.len(),
    }
}

fn is_blank(chunk: &[char]) -> bool {
    chunk.iter().all(|letter| letter.is_whitespace())
}

/// The pieces that stay whole: words, parts of words after hyphens, dashes, blanks.
fn chunks(line: &str, at_hyphens: bool) -> Vec<Vec<char>> {
    let letters: Vec<char> = line.chars().collect();
    let mut chunks = Vec::new();
    let mut start = 0;
    for at in 1..=letters.len() {
        if at == letters.len() || parts(&letters, start, at, at_hyphens) {
            chunks.push(letters[start..at].to_vec());
            start = at;
        }
    }
    chunks
}

fn is_space(letter: char) -> bool {
    matches!(letter, ' ' | '\t' | '\n' | '\x0b' | '\x0c' | '\r')
}

/// True when a new piece begins at `at`; the current one began at `start`.
fn parts(letters: &[char], start: usize, at: usize, at_hyphens: bool) -> bool {
    if is_space(letters[at - 1]) != is_space(letters[at]) {
        return true;
    }
    if !at_hyphens || is_space(letters[at]) {
        return false;
    }
    let is_word =
        |at: usize| letters.get(at).is_some_and(|letter| letter.is_alphanumeric() || *letter == '_');
    let is_letter = |at: usize| is_word(at) && !letters[at].is_numeric();
    let is_before_dash =
        |at: usize| is_word(at) || letters.get(at).is_some_and(|letter| "!\"'&.,?".contains(*letter));
    let dashes = |from: usize| letters[from..].iter().take_while(|letter| **letter == '-').count();
    // A dash of two hyphens or more between words is a piece of its own.
    let count = dashes(at);
    if count >= 2 && letters[at - 1] != '-' {
        return is_before_dash(at - 1) && is_word(at + count);
    }
    if letters[at - 1] != '-' {
        return false;
    }
    if letters[start] == '-' && start > 0 && is_before_dash(start - 1) && at - start >= 2 {
        return letters[start..at].iter().all(|letter| *letter == '-') && is_word(at);
    }
    // After a hyphen between letters: two before it, or one between two hyphens, and two after it.
    let back = |count: usize| at.checked_sub(count);
    let before = back(3).is_some_and(is_letter) && is_letter(at - 2)
        || back(4).is_some_and(is_letter) && letters[at - 3] == '-' && is_letter(at - 2);
    let behind =
        is_letter(at) && (is_letter(at + 1) || letters.get(at + 1) == Some(&'-') && is_letter(at + 2));
    before && behind
}
