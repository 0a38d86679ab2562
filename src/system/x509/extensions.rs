//! Extensions, as `openssl`'s configuration has them.

use crate::Call;
use model::{Map, Value, python};

/// Extensions of a request: Salt's name, which is also that of `openssl`, and the printed name.
pub(super) const OF_REQUESTS: &[(&str, &str)] = &[
    ("basicConstraints", "X509v3 Basic Constraints"),
    ("keyUsage", "X509v3 Key Usage"),
    ("extendedKeyUsage", "X509v3 Extended Key Usage"),
    ("subjectKeyIdentifier", "X509v3 Subject Key Identifier"),
    ("subjectAltName", "X509v3 Subject Alternative Name"),
    ("certificatePolicies", "X509v3 Certificate Policies"),
    ("policyConstraints", "X509v3 Policy Constraints"),
    ("inhibitAnyPolicy", "X509v3 Inhibit Any Policy"),
    ("nameConstraints", "X509v3 Name Constraints"),
    ("noCheck", "OCSP No Check"),
    ("tlsfeature", "TLS Feature"),
];

/// The other extensions of a certificate.
pub(super) const OF_CERTIFICATES: &[(&str, &str)] = &[
    ("authorityKeyIdentifier", "X509v3 Authority Key Identifier"),
    ("issuerAltName", "X509v3 Issuer Alternative Name"),
    ("authorityInfoAccess", "Authority Information Access"),
    ("crlDistributionPoints", "X509v3 CRL Distribution Points"),
];

/// The other extensions of a revocation list.
pub(super) const OF_LISTS: &[(&str, &str)] = &[
    ("cRLNumber", "X509v3 CRL Number"),
    ("deltaCRLIndicator", "X509v3 Delta CRL Indicator"),
    ("freshestCRL", "X509v3 Freshest CRL"),
];

/// Salt's name of a printed extension.
pub(super) fn name(printed: &str) -> &str {
    let all = [OF_REQUESTS, OF_CERTIFICATES, OF_LISTS];
    all.iter().copied().flatten().find(|(_, long)| *long == printed).map_or(printed, |(short, _)| *short)
}

/// The declared extensions of these tables.
pub(super) fn extensions(
    call: &Call<'_>,
    tables: &[&[(&'static str, &'static str)]],
) -> Result<Vec<(String, String)>, String> {
    let mut found = vec![];
    for (name, _) in tables.iter().copied().flatten() {
        if let Some(value) = call.fields.value(name).filter(|value| !value.is_null()) {
            found.push(((*name).to_owned(), text(name, &value)?));
        }
    }
    Ok(found)
}

/// One extension.
pub(super) fn text(name: &str, value: &Value) -> Result<String, String> {
    if name == "noCheck" {
        let is_critical = python::text(value).contains("critical");
        return Ok(if is_critical { "critical,ignored" } else { "ignored" }.to_owned());
    }
    let (is_critical, parts) = parts(name, value)?;
    let mut written: Vec<String> = is_critical.then(|| "critical".to_owned()).into_iter().collect();
    written.extend(parts);
    if written.iter().any(|part| part.contains(char::is_control)) {
        return Err(format!("{name} has one line"));
    }
    if written.len() == usize::from(is_critical) {
        return Err(format!("{name} is empty"));
    }
    Ok(written.join(","))
}

/// True if the extension is critical, and its parts.
fn parts(name: &str, value: &Value) -> Result<(bool, Vec<String>), String> {
    let mut parts = vec![];
    let mut is_critical = false;
    match value {
        Value::Str(text) => parts.extend(text.split(',').map(|part| part.trim().to_owned())),
        Value::List(list) => {
            for element in list {
                match element {
                    Value::Map(table) => of_map(name, table, &mut parts)?,
                    Value::List(_) => return Err(format!("{name} is a list of texts or mappings")),
                    other => parts.push(python::text(other)),
                }
            }
        }
        Value::Map(table) => {
            is_critical = table.get("critical").is_some_and(Value::is_truthy);
            of_map(name, table, &mut parts)?;
        }
        other => parts.push(python::text(other)),
    }
    if matches!(value, Value::List(_) | Value::Map(_)) && parts.iter().any(|part| part.contains(',')) {
        return Err(format!("a value of {name} has no comma"));
    }
    is_critical |= parts.iter().any(|part| part == "critical");
    parts.retain(|part| part != "critical" && !part.is_empty());
    Ok((is_critical, parts.iter().map(|part| spelled(name, part)).collect()))
}

/// The parts of a mapping: `ca: true`, or `permitted:` with a list.
fn of_map(name: &str, table: &Map, parts: &mut Vec<String>) -> Result<(), String> {
    let sign = if matches!(name, "authorityInfoAccess" | "nameConstraints") { ';' } else { ':' };
    for (key, value) in table {
        let key = key.to_value();
        let key = python::text(&key);
        match value {
            _ if key == "critical" => {}
            _ if key == "value" && name == "inhibitAnyPolicy" => parts.push(python::text(value)),
            Value::List(list) if name == "nameConstraints" => {
                parts.extend(list.iter().map(|value| format!("{key}{sign}{}", python::text(value))));
            }
            Value::List(_) | Value::Map(_) => {
                return Err(format!(
                    "{name}: {key} is not supported: write the extension as a text for openssl"
                ));
            }
            Value::Null => {}
            value => parts.push(format!("{key}{sign}{}", python::text(value))),
        }
    }
    Ok(())
}

/// A part with the spelling that `openssl` takes.
fn spelled(name: &str, part: &str) -> String {
    let Some((key, value)) = part.split_once(':') else { return part.to_owned() };
    let (key, value) = (key.trim(), value.trim());
    match (name, key.to_lowercase().as_str()) {
        ("basicConstraints", "ca") => format!("CA:{}", value.to_uppercase()),
        ("basicConstraints", "pathlen") => format!("pathlen:{value}"),
        ("subjectAltName" | "issuerAltName", kind @ ("dns" | "ip" | "uri" | "rid")) => {
            format!("{}:{value}", kind.to_uppercase())
        }
        _ => format!("{key}:{value}"),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn extensions_are_written_for_openssl() {
        for (name, value, expected) in [
            ("basicConstraints", json!("critical, ca:true, pathlen:0"), "critical,CA:TRUE,pathlen:0"),
            (
                "basicConstraints",
                json!({"ca": true, "pathlen": 1, "critical": true}),
                "critical,CA:TRUE,pathlen:1",
            ),
            ("keyUsage", json!(["keyCertSign", "critical", "cRLSign"]), "critical,keyCertSign,cRLSign"),
            ("subjectAltName", json!("DNS:a.example, ip:10.0.0.1"), "DNS:a.example,IP:10.0.0.1"),
            ("subjectAltName", json!([{"dns": "a.example"}, "IP:::1"]), "DNS:a.example,IP:::1"),
            ("authorityInfoAccess", json!({"OCSP": "URI:http://a/"}), "OCSP;URI:http://a/"),
            ("nameConstraints", json!({"permitted": ["DNS:a", "DNS:b"]}), "permitted;DNS:a,permitted;DNS:b"),
            ("authorityKeyIdentifier", json!({"keyid": "always"}), "keyid:always"),
            ("noCheck", json!(true), "ignored"),
            ("inhibitAnyPolicy", json!({"value": 0, "critical": true}), "critical,0"),
            ("crlDistributionPoints", json!(["URI:http://a/crl"]), "URI:http://a/crl"),
        ] {
            assert_eq!(text(name, &Value::from(value.clone())).as_deref(), Ok(expected), "{name}: {value}");
        }
        for (name, value) in [
            ("subjectAltName", json!([])),
            ("subjectAltName", json!(["DNS:a, DNS:b"])),
            ("subjectAltName", json!("DNS:a\nx = y")),
            ("crlDistributionPoints", json!([{"fullname": ["URI:http://a"]}])),
        ] {
            assert!(text(name, &Value::from(value.clone())).is_err(), "{name}: {value}");
        }
    }

    #[test]
    fn printed_names_become_salts() {
        assert_eq!(name("X509v3 Key Usage"), "keyUsage");
        assert_eq!(name("1.2.3.4"), "1.2.3.4");
    }
}
