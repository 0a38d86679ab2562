//! Values of records: split, quoted and compared by type.

use std::net::Ipv6Addr;

use crate::names::{qualified, unescaped};

/// The longest string of a TXT record.
const STRING: usize = 255;

/// True for the types whose values Salt splits at commas.
pub(crate) fn is_list(kind: &str) -> bool {
    ["A", "AAAA", "MX", "NS", "SPF", "SRV", "TXT"].contains(&kind)
}

fn is_text(kind: &str) -> bool {
    ["TXT", "SPF"].contains(&kind)
}

/// Splits at commas, but not inside quotes.
pub(crate) fn split(text: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let (mut quoted, mut escaped) = (false, false);
    for letter in text.chars() {
        if letter == ',' && !quoted {
            parts.push(String::new());
            continue;
        }
        quoted ^= letter == '"' && !escaped;
        escaped = letter == '\\' && !escaped;
        if let Some(part) = parts.last_mut() {
            part.push(letter);
        }
    }
    parts.into_iter().map(|part| part.trim().to_owned()).filter(|part| !part.is_empty()).collect()
}

/// The value in Route 53's form: text in quotes, with no string longer than allowed.
///
/// See <https://docs.aws.amazon.com/Route53/latest/DeveloperGuide/ResourceRecordTypes.html#TXTFormat>.
pub(crate) fn quoted(kind: &str, value: &str) -> String {
    if !is_text(kind) || value.starts_with('"') {
        return value.to_owned();
    }
    let letters: Vec<char> = value.chars().collect();
    let strings = letters.chunks(STRING).map(|letters| {
        let text: String = letters.iter().collect();
        format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
    });
    strings.collect::<Vec<_>>().join(" ")
}

/// The canonical form of a value.
pub(super) fn canonical(kind: &str, value: &str) -> String {
    let value = value.trim();
    match kind {
        "CNAME" | "NS" | "PTR" => qualified(value),
        "MX" | "SRV" => last_qualified(value),
        "TXT" | "SPF" => unescaped(&quoted(kind, value)).split_whitespace().collect::<Vec<_>>().join(" "),
        "AAAA" => value.parse::<Ipv6Addr>().map_or_else(|_| value.to_owned(), |address| address.to_string()),
        _ => value.split_whitespace().collect::<Vec<_>>().join(" "),
    }
}

fn last_qualified(value: &str) -> String {
    let mut words: Vec<String> = value.split_whitespace().map(str::to_owned).collect();
    if let Some(host) = words.last_mut() {
        *host = qualified(host);
    }
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn values_are_compared_by_meaning() {
        for (kind, a, b) in [
            ("CNAME", "Web.Example.com", "web.example.com."),
            ("MX", "10  Mail.example.com", "10 mail.example.com."),
            ("SRV", "1 2 80 Web.example.com", "1 2 80 web.example.com."),
            ("TXT", "v=spf1 -all", "\"v=spf1 -all\""),
            ("TXT", "\"a\\052\"", "\"a*\""),
            ("AAAA", "2001:DB8:0:0::1", "2001:db8::1"),
            ("A", " 192.0.2.1", "192.0.2.1"),
        ] {
            assert_eq!(canonical(kind, a), canonical(kind, b), "{kind}");
        }
        assert_ne!(canonical("TXT", "A"), canonical("TXT", "a"));
        assert_ne!(canonical("MX", "10 a."), canonical("MX", "20 a."));
    }

    #[test]
    fn commas_split_but_not_inside_quotes() {
        assert_eq!(split("192.0.2.1, 192.0.2.2,"), ["192.0.2.1", "192.0.2.2"]);
        assert_eq!(split(r#""a,b","c\",d""#), [r#""a,b""#, r#""c\",d""#]);
    }

    #[test]
    fn long_text_becomes_several_strings() {
        let long = "x".repeat(300);
        let sent = quoted("TXT", &long);
        assert_eq!(sent, format!("\"{}\" \"{}\"", "x".repeat(255), "x".repeat(45)));
        assert_eq!(quoted("TXT", "say \"hi\""), r#""say \"hi\"""#);
        assert_eq!(quoted("A", "192.0.2.1"), "192.0.2.1");
    }

    proptest! {
        #[test]
        fn canonical_twice_is_canonical_once(
            kind in "A|AAAA|CNAME|MX|TXT|SRV|CAA",
            value in "[a-zA-Z0-9 .:]{1,20}",
        ) {
            let once = canonical(&kind, &value);
            prop_assert_eq!(canonical(&kind, &once), once);
        }
    }
}
