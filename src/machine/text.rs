//! Text as programs of the system print it.

/// Text that was printed in one line: `\n` is a new line and `\t` a tab; before any other letter a backslash only protects it. One at
/// the very end stays.
pub fn unescaped(text: &str) -> String {
    let mut letters = text.chars();
    let mut out = String::new();
    while let Some(letter) = letters.next() {
        out.push(match letter {
            '\\' => match letters.next() {
                Some('n') => '\n',
                Some('t') => '\t',
                Some(other) => other,
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
        assert_eq!(unescaped(r#"a\nb\\n \"c\" \td\"#), "a\nb\\n \"c\" \td\\");
    }
}
