//! Text of programs in messages: one line, which no terminal obeys.

/// The most characters that are shown.
const LONGEST: usize = 400;

/// The text without control characters, and cut if it is long.
pub(super) fn as_line(text: &str) -> String {
    let mut line = String::new();
    let mut letters = text.trim().chars();
    for letter in letters.by_ref().take(LONGEST) {
        match letter {
            '\n' | '\t' => line.push(' '),
            control if control.is_control() => line.extend(control.escape_default()),
            other => line.push(other),
        }
    }
    if letters.next().is_some() {
        line.push('…');
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_short_and_has_no_codes_for_terminals() {
        assert_eq!(as_line(" all\tis\nwell\n"), "all is well");
        assert_eq!(as_line("\u{1b}[31mred\u{9b}0m\r"), "\\u{1b}[31mred\\u{9b}0m");
        let long = as_line(&"ä".repeat(4 << 20));
        assert_eq!(long.chars().count(), LONGEST + 1);
        assert!(long.ends_with("ä…"));
    }
}
