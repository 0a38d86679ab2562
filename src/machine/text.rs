//! Text as programs of the system print it.

/// Text that was printed in one line: `\n` is a new line and `\t` a tab; before any other letter a backslash only protects it. One at
/// the very end stays.
pub fn unescaped(text: &str) -> String {
    unescaped_with(text, &[])
}

/// The same where a program writes more letters with a backslash: each with what it stands for.
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
