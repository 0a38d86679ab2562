//! Domain names as Route 53 compares them.

/// The canonical form of a name: lower case, a dot at the end, octal escapes undone (`\052` is `*`).
///
/// See <https://docs.aws.amazon.com/Route53/latest/DeveloperGuide/DomainNameFormat.html>.
pub(super) fn qualified(name: &str) -> String {
    let mut name = unescaped(name.trim()).to_ascii_lowercase();
    if !name.ends_with('.') {
        name.push('.');
    }
    name
}

/// A name for people, without the dot at the end.
pub(super) fn shown(name: &str) -> String {
    name.strip_suffix('.').unwrap_or(name).to_owned()
}

/// Undoes `\ooo` for printable characters; anything else stays.
pub(super) fn unescaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('\\') {
        out.push_str(before);
        let code = after.get(..3).and_then(|digits| u8::from_str_radix(digits, 8).ok());
        match code.filter(|code| code.is_ascii_graphic() || *code == b' ') {
            Some(code) => {
                out.push(char::from(code));
                rest = after.get(3..).unwrap_or_default();
            }
            None => {
                out.push('\\');
                rest = after;
            }
        }
    }
    out.push_str(rest);
    out
}

/// True if `name` is `zone` or below it; both in canonical form.
pub(super) fn is_in(name: &str, zone: &str) -> bool {
    name == zone || name.strip_suffix(zone).is_some_and(|rest| rest.ends_with('.'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn dot_case_and_escapes_say_nothing() {
        for spelt in ["*.Example.COM", "\\052.example.com.", "*.example.com."] {
            assert_eq!(qualified(spelt), "*.example.com.");
        }
        assert_eq!(qualified("a\\b"), "a\\b.");
    }

    #[test]
    fn a_name_is_in_its_zone_only() {
        assert!(is_in("www.example.com.", "example.com.") && is_in("example.com.", "example.com."));
        assert!(!is_in("www.myexample.com.", "example.com.") && !is_in("com.", "example.com."));
    }

    proptest! {
        #[test]
        fn canonical_twice_is_canonical_once(name in "[a-zA-Z*.]{0,12}") {
            prop_assert_eq!(qualified(&qualified(&name)), qualified(&name));
        }
    }
}
