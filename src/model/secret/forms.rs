//! The forms in which programs write a secret: quoted for JSON, Python, a shell, HTML; encoded for URLs and in base64.

use base64::engine::Engine;
use base64::engine::general_purpose::{GeneralPurpose, STANDARD_NO_PAD, URL_SAFE_NO_PAD};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

use super::{MIN_LENGTH, is_long_enough};
use crate::{hex, python};

/// Letters that no program encodes in a URL: RFC 3986 calls them unreserved.
const UNRESERVED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');
/// A path of a URL keeps these too.
const OF_PATHS: &AsciiSet = &UNRESERVED
    .remove(b'/')
    .remove(b':')
    .remove(b'@')
    .remove(b'!')
    .remove(b'$')
    .remove(b'&')
    .remove(b'\'')
    .remove(b'(')
    .remove(b')')
    .remove(b'*')
    .remove(b'+')
    .remove(b',')
    .remove(b';')
    .remove(b'=');

/// A way to write a text.
pub type Form = fn(&str) -> Vec<String>;

/// Every form, with its name in `docs/secrets.md`.
pub const FORMS: &[(&str, Form)] = &[
    ("as it is", |secret| vec![secret.to_owned(), secret.trim().to_owned()]),
    ("each line", |secret| secret.lines().map(|line| line.trim().to_owned()).collect()),
    ("JSON", |secret| vec![json(secret), ascii_json(secret)]),
    ("JSON in JSON", |secret| vec![json(&json(secret)), json(&ascii_json(secret))]),
    ("Python", |secret| vec![inner(&python::quoted(secret))]),
    ("URL", urls),
    // A URL within a URL: `?next=https%3A%2F%2F…`.
    ("URL in a URL", |secret| {
        let encoded = |text: &str| utf8_percent_encode(text, UNRESERVED).to_string();
        let twice = encoded(&encoded(secret));
        vec![lowered(&twice), twice]
    }),
    // Units, files of Compose, tables of cron.
    ("doubled signs", |secret| {
        let percent = secret.replace('%', "%%");
        vec![percent.replace('$', "$$"), percent, secret.replace('$', "$$"), secret.replace('%', "\\%")]
    }),
    ("hexadecimal", |secret| vec![hex(secret.as_bytes()), hex(secret.as_bytes()).to_ascii_uppercase()]),
    ("base64", |secret| encoded(secret.as_bytes(), &STANDARD_NO_PAD)),
    ("base64 of URLs", |secret| encoded(secret.as_bytes(), &URL_SAFE_NO_PAD)),
    ("YAML", |secret| vec![yaml(secret)]),
    ("shell", shells),
    ("HTML and XML", markup),
];

/// All forms that are long enough to be no accident; each also as the layouts of an output write it, because they quote a quoted text again.
pub fn of(secret: &str) -> Vec<String> {
    let mut all = vec![];
    for (_, write) in FORMS {
        for form in write(secret).into_iter().filter(|form| is_long_enough(form)) {
            all.extend([json(&form), ascii_json(&form), inner(&python::quoted(&form)), yaml(&form)]);
            all.extend(markup(&form));
            all.push(form);
        }
    }
    all
}

fn inner(quoted: &str) -> String {
    quoted.get(1..quoted.len().saturating_sub(1)).unwrap_or_default().to_owned()
}

fn json(text: &str) -> String {
    inner(&serde_json::to_string(text).unwrap_or_default())
}

/// Python's `json.dumps` writes nothing but ASCII.
fn ascii_json(text: &str) -> String {
    let mut out = String::new();
    for letter in json(text).chars() {
        if letter.is_ascii() {
            out.push(letter);
            continue;
        }
        for unit in letter.encode_utf16(&mut [0; 2]) {
            out.push_str(&format!("\\u{unit:04x}"));
        }
    }
    out
}

/// Within single quotes.
fn yaml(text: &str) -> String {
    text.replace('\'', "''")
}

fn urls(secret: &str) -> Vec<String> {
    let all = utf8_percent_encode(secret, NON_ALPHANUMERIC).to_string();
    let unreserved = utf8_percent_encode(secret, UNRESERVED).to_string();
    let path = utf8_percent_encode(secret, OF_PATHS).to_string();
    // Forms write a blank as a plus, and some programs write the digits in lower case.
    let form = unreserved.replace("%20", "+");
    let lower = [&all, &unreserved, &form].map(|text| lowered(text));
    [vec![all, unreserved, path, form], lower.to_vec()].concat()
}

/// The hexadecimal digits after each `%` in lower case.
fn lowered(text: &str) -> String {
    let mut out = String::new();
    let mut digits = 0;
    for letter in text.chars() {
        if letter == '%' {
            digits = 3;
        }
        out.push(if digits > 0 { letter.to_ascii_lowercase() } else { letter });
        digits -= i32::from(digits > 0);
    }
    out
}

/// A secret within a longer text begins at one of three places of a group of four letters. The letters that depend on what is beside the
/// secret are left out.
fn encoded(secret: &[u8], engine: &GeneralPurpose) -> Vec<String> {
    let mut found = vec![engine.encode(secret)];
    for before in 0..3 {
        let mut longer = vec![0; before];
        longer.extend_from_slice(secret);
        let text = engine.encode(longer);
        let first = (before * 8).div_ceil(6);
        let end = (before + secret.len()) * 8 / 6;
        found.extend(text.get(first..end).filter(|form| form.len() >= MIN_LENGTH).map(str::to_owned));
    }
    found
}

fn shells(secret: &str) -> Vec<String> {
    let escaped = |letters: &str| {
        let mut out = String::new();
        for letter in secret.chars() {
            if letters.contains(letter) {
                out.push('\\');
            }
            out.push(letter);
        }
        out
    };
    vec![
        secret.replace('\'', "'\\''"),
        secret.replace('\'', "'\"'\"'"),
        escaped("\\\"$`"),
        escaped("\\\"$`!"),
        escaped(" \t\\\"'$`!&|;<>()[]{}*?#~="),
    ]
}

fn markup(secret: &str) -> Vec<String> {
    let basic = secret.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    let quoted = basic.replace('"', "&quot;");
    vec![
        quoted.replace('\'', "&#39;"),
        quoted.replace('\'', "&#x27;"),
        quoted.replace('\'', "&apos;"),
        basic,
        quoted,
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECRET: &str = "pa\"ss\\w&rd%1'é $x";

    #[test]
    fn every_form_of_other_programs_is_known() {
        let all = of(SECRET);
        for form in [
            SECRET,
            // json.dumps, urllib.parse.quote, quote_plus, shlex.quote, html.escape, repr of Python.
            "pa\\\"ss\\\\w&rd%1'\\u00e9 $x",
            "pa%22ss%5Cw%26rd%251%27%C3%A9%20%24x",
            "pa%22ss%5Cw%26rd%251%27%C3%A9+%24x",
            "pa%22ss%5cw%26rd%251%27%c3%a9%20%24x",
            "pa%2522ss%255Cw%2526rd%25251%2527%25C3%25A9%2520%2524x",
            // xxd -p
            "70612273735c77267264253127c3a9202478",
            "pa\"ss\\w&rd%1'\"'\"'é $x",
            "pa&quot;ss\\w&amp;rd%1&#x27;é $x",
            "pa\"ss\\\\w&rd%1\\'é $x",
            // jq's @json of a JSON text.
            "pa\\\\\\\"ss\\\\\\\\w&rd%1'é $x",
        ] {
            assert!(all.iter().any(|known| known == form), "{form}: {all:?}");
        }
    }

    #[test]
    fn a_secret_is_found_in_the_base64_of_a_longer_text() {
        let all = of("correct horse");
        for before in ["", "a", "ab", "abc", "#!/bin/sh\nexport PASSWORD="] {
            let text = STANDARD_NO_PAD.encode(format!("{before}correct horse\n"));
            let found = all.iter().find(|form| text.contains(form.as_str()));
            let found = found.unwrap_or_else(|| panic!("{before}: {text} {all:?}"));
            assert!(found.len() >= 13, "{found}");
        }
    }

    #[test]
    fn a_form_is_never_short() {
        assert!(of("a\nb\nc").iter().all(|form| form.trim().chars().count() >= MIN_LENGTH));
    }
}
