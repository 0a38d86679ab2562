//! Subjects: RFC 4514, or attributes by their names, as `openssl` takes them.

use crate::Call;
use model::{Map, Value, python};

/// The attributes in Salt's order: Salt's name, and that of `openssl`.
pub(super) const ATTRIBUTES: &[(&str, &str)] = &[
    ("C", "C"),
    ("ST", "ST"),
    ("L", "L"),
    ("STREET", "street"),
    ("O", "O"),
    ("OU", "OU"),
    ("CN", "CN"),
    ("MAIL", "emailAddress"),
    ("SN", "SN"),
    ("GN", "GN"),
    ("UID", "UID"),
    ("SERIALNUMBER", "serialNumber"),
];

/// The declared subject, or why it is none.
pub(super) fn subject(call: &Call<'_>) -> Result<String, String> {
    let fields = call.fields;
    let relative = match fields.value("subject").filter(Value::is_truthy) {
        // The first part of a text is the last one of the name.
        Some(Value::Str(text)) => {
            split(&text, ',').iter().rev().map(|part| relative(part)).collect::<Result<_, _>>()?
        }
        Some(Value::List(parts)) => {
            parts.iter().map(|part| relative(&python::text(part))).collect::<Result<Vec<_>, _>>()?
        }
        Some(Value::Map(table)) => by_name(|name| find(&table, name)),
        Some(_) => return Err("subject is a text, a list or a mapping".to_owned()),
        None => by_name(|name| fields.text(name)),
    };
    let subject = format!("/{}", relative.join("/"));
    if subject.contains(char::is_control) { Err("a subject has one line".to_owned()) } else { Ok(subject) }
}

fn find(table: &Map, name: &str) -> Option<String> {
    table.get(name).map(python::text)
}

fn by_name(find: impl Fn(&str) -> Option<String>) -> Vec<String> {
    let attribute =
        |(name, openssl): &(&str, &str)| find(name).map(|text| format!("{openssl}={}", escaped(&text)));
    ATTRIBUTES.iter().filter_map(attribute).collect()
}

/// The parts between unescaped letters.
fn split(text: &str, at: char) -> Vec<String> {
    let (mut parts, mut is_escaped) = (vec![String::new()], false);
    for letter in text.chars() {
        if letter == at && !is_escaped {
            parts.push(String::new());
            continue;
        }
        is_escaped = letter == '\\' && !is_escaped;
        if let Some(last) = parts.last_mut() {
            last.push(letter);
        }
    }
    parts
}

/// One relative name: `CN=shop.example`, or several attributes with `+` between them.
fn relative(part: &str) -> Result<String, String> {
    let attribute = |text: &String| {
        let (name, value) =
            text.split_once('=').ok_or_else(|| format!("'{text}' of the subject is no 'NAME=value'"))?;
        let name = name.trim();
        let known = ATTRIBUTES.iter().find(|(salt, _)| salt.eq_ignore_ascii_case(name));
        let value = unescaped(value.trim())?;
        Ok(format!("{}={}", known.map_or(name, |(_, openssl)| *openssl), escaped(&value)))
    };
    let attributes: Result<Vec<String>, String> = split(part, '+').iter().map(attribute).collect();
    Ok(attributes?.join("+"))
}

/// A value without the escapes of RFC 4514: a backslash before a letter, or before two hexadecimal digits.
fn unescaped(value: &str) -> Result<String, String> {
    let mut bytes = vec![];
    let mut rest = value;
    while let Some((before, after)) = rest.split_once('\\') {
        bytes.extend(before.as_bytes());
        let digits = after.get(..2).and_then(|digits| u8::from_str_radix(digits, 16).ok());
        let letter = after.chars().next().ok_or_else(|| format!("'{value}' ends with a backslash"))?;
        match digits {
            Some(byte) => bytes.push(byte),
            None => bytes.extend(letter.to_string().as_bytes()),
        }
        rest = &after[if digits.is_some() { 2 } else { letter.len_utf8() }..];
    }
    bytes.extend(rest.as_bytes());
    String::from_utf8(bytes).map_err(|_| format!("'{value}' is no text"))
}

/// A value as the option `-subj` of `openssl` takes it.
fn escaped(value: &str) -> String {
    value.replace('\\', "\\\\").replace('/', "\\/").replace('+', "\\+")
}

#[cfg(test)]
mod tests {
    use serde_json::{Value as Json, json};

    use super::*;
    use crate::sample::call;

    fn read(arguments: &Json) -> Result<String, String> {
        let mut all = json!({"private_key": "/srv/tls.key"});
        all.as_object_mut().expect("a mapping").extend(arguments.as_object().expect("a mapping").clone());
        call("x509.csr_managed", "/srv/tls.csr", &all, |call| subject(&call))
    }

    #[test]
    fn a_subject_has_three_forms() {
        let expected = Ok("/C=DE/O=A \\/ B, C/CN=shop.example".to_owned());
        for arguments in [
            json!({"CN": "shop.example", "C": "DE", "O": "A / B, C"}),
            json!({"commonName": "shop.example", "C": "DE", "organizationName": "A / B, C"}),
            json!({"subject": "CN=shop.example,O=A / B\\, C,C=DE", "CN": "another"}),
            json!({"subject": ["C=DE", "O=A / B\\2C C", "CN=shop.example"]}),
            json!({"subject": {"CN": "shop.example", "C": "DE", "O": "A / B, C"}}),
        ] {
            assert_eq!(read(&arguments), expected, "{arguments}");
        }
        assert_eq!(read(&json!({})), Ok("/".to_owned()));
        assert_eq!(read(&json!({"subject": ["CN=a+MAIL=b@c"]})), Ok("/CN=a+emailAddress=b@c".to_owned()));
        assert_eq!(read(&json!({"CN": "a+b"})), Ok("/CN=a\\+b".to_owned()));
        assert!(read(&json!({"subject": "shop"})).is_err());
        assert!(read(&json!({"CN": "a\nb"})).is_err());
    }
}
