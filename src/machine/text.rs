//! Text as programs of the system print it.

/// Decodes text that was printed in one line: `
/// ` is a new line and `\t` a tab. Before any other letter a backslash only protects the letter. A backslash at the very end
/// stays.
pub fn unescaped(text: &str) -> String {
    unescaped_with(text, &[])
}

/// The same for a program that escapes more letters; each comes with its meaning.
pub fn unescaped_with(text: &str, more: &[(char, char)]) -> String {
    let meant = |letter: char| more.iter().find(|(it, _)| *it == letter).map_or(letter, |(_, meant)| *meant);
    let mut letters = text.chars();
    let mut out = String::new();
    while let Some(letter) = letters.next() {
        out.push(match letter {
            '\\' => match letters.next() {
                Some('n') => '\n',
                Some('t') => '\t',
                Some(other) => meant(other),
                None => '\\',
            },
            other => other,
        });
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_backslash_protects_the_next_letter() {
        assert_eq!(unescaped_with(r"a\0b\0\n\\0", &[('0', '\0')]), "a\0b\0\n\\0");
        assert_eq!(unescaped(r#"a\nb\\n \"c\" \td\"#), "a\nb\\n \"c\" \td\\");
    }
}
