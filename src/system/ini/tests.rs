use super::*;

const FILE: &str = "top = 1\n\n[a]\n# it\nx = 1\n;y = 2\nlong = one\n  two\n\n[b]\nz=3\n";

fn form(has_spaces: bool) -> Form {
    Form { separator: "=".into(), has_spaces }
}

#[test]
fn only_the_line_that_is_meant_changes() {
    for (section, key, value, has_spaces, expected) in [
        ("a", "x", "2", true, FILE.replace("x = 1", "x = 2")),
        ("a", "y", "5", true, FILE.replace(";y = 2", "y = 5")),
        ("a", "long", "three", true, FILE.replace("one\n  two", "three")),
        ("a", "new", "n", true, FILE.replace("  two\n", "  two\nnew = n\n")),
        ("b", "z", "4", false, FILE.replace("z=3", "z=4")),
        ("", "other", "o", true, FILE.replace("top = 1\n", "top = 1\nother = o\n")),
        ("c", "k", "v", false, format!("{FILE}\n[c]\nk=v\n")),
    ] {
        let mut text = Text::new(FILE);
        text.set(section, key, value, &form(has_spaces));
        assert_eq!(text.whole(), expected, "{section} {key}");
    }
}

#[test]
fn keys_and_sections_are_read_and_removed() {
    let mut text = Text::new(FILE);
    assert_eq!(text.value("a", "long", &form(true)).as_deref(), Some("one\n  two"));
    assert_eq!(text.value("a", "y", &form(true)), None);
    assert_eq!(text.remove("a", "long", &form(true)).as_deref(), Some("one\n  two"));
    assert!(text.remove_section("b", &form(true)).is_some_and(|keys| keys.contains_key("z")));
    assert_eq!(text.whole(), "top = 1\n\n[a]\n# it\nx = 1\n;y = 2\n");
    assert_eq!(text.remove_section("b", &form(true)), None);
    let blanks = Form { separator: " ".into(), has_spaces: true };
    assert_eq!(Text::new("port 22\n").value("", "port", &blanks).as_deref(), Some("22"));
}
