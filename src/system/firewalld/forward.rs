//! Forwarded ports: `80:8080:tcp:10.0.0.1` as declared, `port=80:proto=tcp:toport=8080:toaddr=10.0.0.1` as firewalld lists them.

use model::{Map, Value};

/// A declared port, in the form of firewalld.
pub(super) fn listed(declared: &str) -> Result<String, String> {
    let parts: Vec<&str> = declared.splitn(4, ':').collect();
    let [port, to, protocol, rest @ ..] = parts.as_slice() else {
        return Err(format!(
            "'{declared}' is not a forwarded port, such as 80:8080:tcp or 80:8080:tcp:10.0.0.1"
        ));
    };
    let address = rest.first().unwrap_or(&"");
    Ok(format!("port={port}:proto={protocol}:toport={to}:toaddr={address}"))
}

/// A port of firewalld, as Salt shows it.
pub(super) fn shown(listed: &str) -> Value {
    let mut parts = listed.splitn(4, ':').map(|part| part.split_once('=').map_or(part, |(_, value)| value));
    let mut part = || Value::from(parts.next().unwrap_or_default());
    let (port, protocol, to, address) = (part(), part(), part(), part());
    let pairs = [
        ("Source port", port),
        ("Destination port", to),
        ("Protocol", protocol),
        ("Destination address", address),
    ];
    Value::Map(pairs.into_iter().map(|(key, value)| (key.into(), value)).collect::<Map>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_declared_is_what_is_listed() {
        let list = |declared: &str| listed(declared).unwrap();
        assert_eq!(list("80:8080:tcp"), "port=80:proto=tcp:toport=8080:toaddr=");
        assert_eq!(list("80::tcp:fd00::1"), "port=80:proto=tcp:toport=:toaddr=fd00::1");
        assert!(listed("80:8080").is_err());
        let shown = shown("port=80:proto=tcp:toport=:toaddr=fd00::1").to_json();
        assert_eq!(
            shown,
            serde_json::json!({"Source port": "80", "Destination port": "", "Protocol": "tcp", "Destination address": "fd00::1"})
        );
    }
}
