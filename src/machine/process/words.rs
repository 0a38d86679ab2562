//! Words of a command that no shell reads.

/// Splits a text as a POSIX shell does, without its expansions; nothing if a quotation is not closed.
///
/// See <https://docs.python.org/3/library/shlex.html#shlex.split>.
pub fn split(text: &str) -> Option<Vec<String>> {
    let mut words = vec![];
    let mut word: Option<String> = None;
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '\'' | '"' => {
                let into = word.get_or_insert_default();
                loop {
                    match letters.next()? {
                        end if end == letter => break,
                        '\\' if letter == '"' => match letters.next()? {
                            escaped @ ('"' | '\\') => into.push(escaped),
                            other => into.extend(['\\', other]),
                        },
                        other => into.push(other),
                    }
                }
            }
            '\\' => word.get_or_insert_default().push(letters.next()?),
            ' ' | '\t' | '\r' | '\n' => words.extend(word.take()),
            other => word.get_or_insert_default().push(other),
        }
    }
    words.extend(word);
    Some(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_those_of_a_shell_without_its_other_powers() {
        let split = |text| split(text).map(|words| words.join("|"));
        assert_eq!(split("a 'b c' \"d \\\" e\" f\\ g").as_deref(), Some("a|b c|d \" e|f g"));
        assert_eq!(split("a | b > $C").as_deref(), Some("a|||b|>|$C"));
        assert_eq!(split("a ''  x'y'z").as_deref(), Some("a||xyz"));
        assert_eq!(split("a 'b"), None);
        assert_eq!(
            split("a #b \u{c}c").as_deref(),
            Some("a|#b|\u{c}c"),
            "no comments, and only common blanks"
        );
    }
}
