use super::*;

const FILE: &str = "top = 1\n\n[a]\n# it\nx = 1\n;y = 2\nlong = one\n  two\n\n[b]\nz=3\n";

fn plain(text: &str, separator: &str, has_spaces: bool) -> Ini {
    Ini::new(text, Rule::Plain { separator: separator.into(), has_spaces })
}

fn pairs(entries: &[Entry]) -> Vec<(&str, &str)> {
    entries.iter().map(|entry| (entry.key.as_str(), entry.value.as_str())).collect()
}

#[test]
fn only_the_line_that_is_meant_changes() {
    for (section, key, value, has_spaces, expected) in [
        ("a", "x", "2", true, FILE.replace("x = 1", "x = 2")),
        ("a", "long", "three", true, FILE.replace("one\n  two", "three")),
        ("a", "new", "n", true, FILE.replace("  two\n", "  two\nnew = n\n")),
        ("b", "z", "4", false, FILE.replace("z=3", "z=4")),
        ("", "other", "o", true, FILE.replace("top = 1\n", "top = 1\nother = o\n")),
        ("c", "k", "v", false, format!("{FILE}\n[c]\nk=v\n")),
    ] {
        let mut ini = plain(FILE, "=", has_spaces);
        ini.set(section, key, value);
        assert_eq!(ini.text(), expected, "{section} {key}");
    }
    let mut ini = plain("[a]\n", "=", true);
    ini.set("", "top", "1");
    assert_eq!(ini.text(), "top = 1\n\n[a]\n");
}

#[test]
fn a_key_that_is_commented_out_is_taken_up() {
    let mut ini = plain(FILE, "=", true);
    assert!(ini.uncomment("a", "y"));
    assert_eq!(ini.text(), FILE.replace(";y = 2", "y = 2"));
    assert!(!ini.uncomment("a", "y") && !ini.uncomment("b", "it"));
}

#[test]
fn keys_and_sections_are_read_and_removed() {
    let mut ini = plain(FILE, "=", true);
    assert_eq!(ini.value("a", "long").as_deref(), Some("one\n  two"));
    assert_eq!(ini.value("a", "y"), None);
    assert_eq!(ini.remove("a", "long").as_deref(), Some("one\n  two"));
    assert_eq!(ini.remove_section("b").as_deref().map(pairs), Some(vec![("z", "3")]));
    assert_eq!(ini.text(), "top = 1\n\n[a]\n# it\nx = 1\n;y = 2\n\n");
    assert_eq!((ini.remove_section("b"), ini.remove_section("")), (None, None));
    assert_eq!(plain("port 22\n", " ", true).value("", "port").as_deref(), Some("22"));
}

#[test]
fn indented_keys_after_a_key_are_keys() {
    let text =
        "[mysqld]\r\nuser = a\r\n  port = 3306\r\n\tdatadir = /x\r\nlist =\r\n  a = 1\r\n  b = 2\r\n; end";
    let mut ini = plain(text, "=", true);
    ini.set("mysqld", "user", "b");
    assert_eq!(ini.text(), text.replace("user = a", "user = b"));
    ini.set("mysqld", "port", "1");
    assert!(ini.text().contains("\r\n  port = 1\r\n"), "{}", ini.text());
    assert_eq!(ini.value("mysqld", "list").as_deref(), Some("\n  a = 1\n  b = 2"));
    ini.set("mysqld", "new", "n");
    assert!(ini.text().ends_with("; end\r\nnew = n\r\n"), "{}", ini.text());
    assert_eq!(ini.remove("mysqld", "user").as_deref(), Some("b"));
    assert!(ini.text().contains("[mysqld]\r\n  port = 1\r\n"));
}

#[test]
fn what_is_there_twice_is_one() {
    let mut ini = plain("[a]\nx = 1\nx = 2\n[b]\n[a]\ny = 3\nx = 4\n", "=", true);
    assert_eq!(ini.value("a", "x").as_deref(), Some("4"), "the last one counts");
    ini.set("a", "y", "5");
    ini.set("a", "x", "6");
    assert_eq!(ini.text(), "[a]\nx = 1\nx = 2\n[b]\n[a]\ny = 5\nx = 6\n");
    assert_eq!(ini.remove("a", "x").as_deref(), Some("6"));
    assert_eq!(ini.text(), "[a]\n[b]\n[a]\ny = 5\n", "none comes to light by what is gone");
    ini.remove_section("a");
    assert_eq!(ini.text(), "[b]\n");
}

#[test]
fn lines_of_a_value_end_it_or_not() {
    let text = "[A] ; x\nK = one\n # c\n  two\n\n  [three]\nl: w\n";
    let python = Ini::new(text, Rule::Python);
    assert_eq!(pairs(&python.entries("A")), [("k", "one\ntwo\n\n[three]"), ("l", "w")]);
    let mut python = Ini::new(text, Rule::Python);
    python.set("A", "k", "4\n5");
    assert_eq!(python.text(), "[A] ; x\nk=4\n 5\n # c\n\nl: w\n", "a comment in between stays");
    let plain = plain("[a]\nk = one\n  two\n\n  three = 3\n", "=", true);
    assert_eq!(pairs(&plain.entries("a")), [("k", "one\n  two"), ("three", "3")]);
}

#[test]
fn remarks_are_read_and_replaced() {
    let mut ini = Ini::new("# no\n[a]\n# one\nk=v\n; no\n#two\n\n[b]\n", Rule::Python);
    assert_eq!(ini.remarks("a"), ["one", "two"]);
    ini.set_remarks("a", &["three".into()]);
    assert_eq!(ini.text(), "# no\n[a]\nk=v\n; no\n# three\n\n[b]\n");
}

#[test]
fn a_text_is_read_as_configparser_does() {
    let read = |text: &str| read(text).map_err(|error| error.to_string());
    let keys = |pairs: &[(&str, &str)]| -> Vec<(String, String)> {
        pairs.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect()
    };
    let text = "[DEFAULT]\nd = 1\n[a]\nX: 2\nd = 3\n[b]\nl = one\n\ttwo\n";
    let expected = vec![
        ("a".to_owned(), keys(&[("d", "3"), ("x", "2")])),
        ("b".to_owned(), keys(&[("d", "1"), ("l", "one\ntwo")])),
    ];
    assert_eq!(read(text), Ok(expected.clone()));
    assert_eq!(read(&write(&expected)), Ok(expected), "what is written is read again");
    for (text, why) in [
        ("# c\nk = v\n[a]\n", "line 2 is before all sections"),
        ("[a]\n[b]\n[a]\n", "line 3: there is a section 'a' already"),
        ("[a]\nx=1\nX=2\n", "line 3: section 'a' has a key 'x' already"),
        ("[a]\nbare\n", "line 2 is neither a section nor a key with a value"),
    ] {
        assert_eq!(read(text), Err(why.to_owned()), "{text}");
    }
}
