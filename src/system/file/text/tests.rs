use super::*;

fn replaced(pattern: &str, replacement: &str, text: &str) -> String {
    let pattern = Pattern::new(pattern, Flags::MULTILINE).expect("a pattern");
    pattern.replace(text, replacement, 0, false).expect("a replacement").0
}

#[test]
fn lines_keep_their_ends() {
    assert_eq!(lines("a\r\nb\rc\nd"), ["a\r\n", "b\r", "c\n", "d"]);
    assert!(lines("").is_empty());
}

#[test]
fn patterns_and_replacements_mean_what_they_mean_in_python() {
    for (pattern, replacement, text, expected) in [
        ("a*", "-", "baac", "-b--c-"),
        ("x*", "-", "abc", "-a-b-c-"),
        (r"(\w+) (\w+)", r"\2 \g<1>", "a b", "b a"),
        (r"(?P<x>a)(?P=x)", r"<\g<x>>", "aa", "<a>"),
        ("[[]", "(", "a[b", "a(b"),
        ("a{", "b", "a{x}", "bx}"),
        ("a{2}", "b", "aaa", "ba"),
        (r"b\Z", "c", "b\nb", "b\nc"),
        ("^b$", "c", "a\nb\n", "a\nc\n"),
        (r"\<b\>", "c", "<b>", "c"),
        ("a&&b[&&]", "c", "a&&b&", "c"),
    ] {
        assert_eq!(replaced(pattern, replacement, text), expected, "{pattern}");
    }
}

#[test]
fn without_multiline_a_dollar_stands_before_the_last_line_end() {
    let pattern = Pattern::new("b$", Flags::default()).expect("a pattern");
    assert!(pattern.is_in("a b\n"));
    assert!(!pattern.is_in("a b\nc"));
}

#[test]
fn a_group_that_is_none_is_refused() {
    let pattern = Pattern::new("(a)", Flags::MULTILINE).expect("a pattern");
    assert!(pattern.replace("b", r"\2", 0, false).is_err());
    assert!(pattern.replace("b", r"\g<x>", 0, false).is_err());
    assert!(Pattern::new("(a", Flags::MULTILINE).is_err());
}

#[test]
fn differences_are_pythons() {
    // Recorded from Python 3.11's difflib, by tests/it/files/record_difference.py.
    let samples: Vec<(String, String, String)> =
        serde_json::from_str(include_str!("differences.json")).expect("samples");
    assert!(samples.len() > 200);
    for (old, new, expected) in samples {
        assert_eq!(unified(&lines(&old), &lines(&new), "", ""), expected, "{old:?} {new:?}");
    }
}
