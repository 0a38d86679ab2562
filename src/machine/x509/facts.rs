//! Certificates, requests and revocation lists as `openssl` prints them.

use std::collections::BTreeMap;

use super::Encoding;
use super::key::openssl;
use crate::process::AskError;

/// The type of a signed document.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Document {
    /// A certificate.
    Certificate,
    /// A certificate signing request.
    Request,
    /// A certificate revocation list.
    RevocationList,
}

/// The contents of a signed document, without its signature.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Facts {
    /// The subject as RFC 2253 has it; a revocation list has none.
    pub subject: String,
    /// The issuer as RFC 2253 has it; a request has none.
    pub issuer: String,
    /// The serial number of a certificate, in hexadecimal digits.
    pub serial: String,
    /// The public key in PEM.
    pub public_key: String,
    /// The signature algorithm.
    pub algorithm: String,
    /// The extensions by their printed names.
    pub extensions: BTreeMap<String, String>,
    /// The revoked serial numbers, each with the date of its revocation and its extensions, a line each.
    pub revoked: BTreeMap<String, String>,
    /// The time of a revocation list, and the time of the next one, in seconds since 1970.
    pub updates: (i64, i64),
}

impl Facts {
    /// The time of a revocation in the list, in seconds since 1970.
    pub fn revoked_at(&self, serial: &str) -> Option<i64> {
        let mut lines = self.revoked.get(serial)?.lines();
        lines.find_map(|line| line.strip_prefix(REVOCATION_DATE)).map(seconds)
    }

    /// The subject alternative names as `openssl`'s configuration has them; none if there are none.
    ///
    /// # Errors
    /// The first name that is of another type, or holds letters that could be taken for another extension.
    pub fn alternative_names(&self) -> Result<Option<String>, String> {
        let Some(printed) = self.extensions.get(ALTERNATIVE_NAMES) else { return Ok(None) };
        let (is_critical, names) = match printed.strip_prefix("critical") {
            Some(rest) => (true, rest.trim()),
            None => (false, printed.trim()),
        };
        let mut parts = if is_critical { vec!["critical".to_owned()] } else { vec![] };
        for name in names.split(", ") {
            let known = NAME_TYPES.iter().find_map(|(long, short)| Some((*short, name.strip_prefix(long)?)));
            let is_plain =
                |value: &str| value.chars().all(|letter| letter.is_ascii_graphic() && letter != ',');
            match known {
                Some((kind, value)) if !value.is_empty() && is_plain(value) => {
                    parts.push(format!("{kind}{value}"));
                }
                _ => return Err(name.to_owned()),
            }
        }
        Ok(Some(parts.join(",")))
    }

    /// The hash algorithm of the signature; none if the signature needs none.
    pub fn digest(&self) -> Option<String> {
        let algorithm = self.algorithm.to_lowercase();
        let digest = &algorithm[algorithm.rfind("sha")?..];
        Some(digest.split("with").next().unwrap_or_default().to_owned())
    }
}

impl Document {
    pub(super) fn word(self) -> &'static str {
        match self {
            Self::Certificate => "x509",
            Self::Request => "req",
            Self::RevocationList => "crl",
        }
    }

    fn options(self) -> &'static [&'static str] {
        match self {
            Self::Certificate => &["-subject", "-issuer", "-serial", "-pubkey"],
            Self::Request => &["-subject", "-pubkey"],
            Self::RevocationList => &["-issuer"],
        }
    }

    /// Reads a document; none if the bytes are no such document.
    ///
    /// # Errors
    /// `openssl` cannot be run.
    pub async fn look(self, contents: &[u8]) -> Result<Option<Facts>, AskError> {
        let mut words = vec![self.word(), "-inform", Encoding::of(contents).option(), "-noout", "-text"];
        words.extend(self.options());
        words.extend(["-nameopt", "RFC2253"]);
        let mut command = openssl(&words);
        command.stdin = Some(contents.to_vec());
        let finished = command.finish().await?;
        Ok(finished.is_success().then(|| read(&finished.stdout_text())))
    }

    /// The same document in another form.
    ///
    /// # Errors
    /// `openssl` cannot be run, or cannot read the document.
    pub async fn convert(self, contents: &[u8], to: Encoding) -> Result<Vec<u8>, AskError> {
        let from = Encoding::of(contents).option();
        let mut command = openssl(&[self.word(), "-inform", from, "-outform", to.option()]);
        command.stdin = Some(contents.to_vec());
        Ok(command.ask_quietly().await?.stdout)
    }
}

/// The part of the text in which a line is.
enum Part {
    Top,
    Key,
    /// Extensions below a line with this many spaces, and the name of the last one.
    Extensions(usize, Option<String>),
    /// An entry of a revocation list.
    Entry(String),
}

/// The printed name of the alternative names, and the printed and the configured type of each name that is understood.
const ALTERNATIVE_NAMES: &str = "X509v3 Subject Alternative Name";
const NAME_TYPES: &[(&str, &str)] = &[
    ("DNS:", "DNS:"),
    ("IP Address:", "IP:"),
    ("email:", "email:"),
    ("URI:", "URI:"),
    ("Registered ID:", "RID:"),
];

const REVOCATION_DATE: &str = "Revocation Date:";

const SECTIONS: &[&str] = &["X509v3 extensions:", "Requested Extensions:", "CRL extensions:"];

/// Reads the output of `openssl … -text`.
fn read(printed: &str) -> Facts {
    let mut facts = Facts::default();
    let mut part = Part::Top;
    for line in printed.lines().filter(|line| !line.trim().is_empty()) {
        let indent = line.len() - line.trim_start().len();
        part = match part {
            Part::Key => {
                facts.public_key.push_str(line);
                facts.public_key.push('\n');
                if line.starts_with("-----END") { Part::Top } else { Part::Key }
            }
            Part::Extensions(above, name) if indent > above => {
                Part::Extensions(above, extension(&mut facts, line, indent == above + 4, name))
            }
            Part::Entry(serial) if indent > 4 => {
                add(&mut facts.revoked, &serial, line.trim());
                Part::Entry(serial)
            }
            _ => top(&mut facts, line, indent),
        };
    }
    facts
}

fn add(texts: &mut BTreeMap<String, String>, name: &str, line: &str) {
    let text = texts.entry(name.to_owned()).or_default();
    if !text.is_empty() {
        text.push('\n');
    }
    text.push_str(line);
}

/// A line of the extensions; returns the name of the extension.
fn extension(facts: &mut Facts, line: &str, is_name: bool, name: Option<String>) -> Option<String> {
    if is_name {
        let (name, rest) = line.trim().split_once(':').unwrap_or((line.trim(), ""));
        facts.extensions.insert(name.to_owned(), rest.trim().to_owned());
        return Some(name.to_owned());
    }
    if let Some(name) = &name {
        add(&mut facts.extensions, name, line.trim());
    }
    name
}

fn top(facts: &mut Facts, line: &str, indent: usize) -> Part {
    let word = line.trim();
    let after = |begin: &str| word.strip_prefix(begin).map(|rest| rest.trim().to_owned());
    if SECTIONS.contains(&word) {
        return Part::Extensions(indent, None);
    }
    if indent == 0 && word == "-----BEGIN PUBLIC KEY-----" {
        facts.public_key = format!("{word}\n");
        return Part::Key;
    }
    if let Some(serial) = after("Serial Number:").filter(|serial| indent == 4 && !serial.is_empty()) {
        facts.revoked.insert(serial.clone(), String::new());
        return Part::Entry(serial);
    }
    if let Some(day) = after("Last Update:") {
        facts.updates.0 = seconds(&day);
    } else if let Some(day) = after("Next Update:") {
        facts.updates.1 = seconds(&day);
    } else if let Some(algorithm) = after("Signature Algorithm:").filter(|_| facts.algorithm.is_empty()) {
        facts.algorithm = algorithm;
    } else if indent == 0 {
        for (begin, field) in
            [("subject=", &mut facts.subject), ("issuer=", &mut facts.issuer), ("serial=", &mut facts.serial)]
        {
            if let Some(text) = after(begin) {
                *field = text;
            }
        }
    }
    Part::Top
}

/// Seconds since 1970 of a date as `openssl` prints it: `Nov  1 12:00:00 2026 GMT`.
fn seconds(date: &str) -> i64 {
    let date = date.split_whitespace().collect::<Vec<_>>().join(" ");
    let date = jiff::civil::DateTime::strptime("%b %d %H:%M:%S %Y GMT", date);
    let zoned = date.and_then(|date| date.to_zoned(jiff::tz::TimeZone::UTC));
    zoned.map(|zoned| zoned.timestamp().as_second()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    const CERTIFICATE: &str = "subject=CN=shop,O=A
issuer=CN=Root,O=A
serial=77AB
-----BEGIN PUBLIC KEY-----
QUJD
-----END PUBLIC KEY-----
Certificate:
    Data:
        Serial Number:
            77:ab
        Signature Algorithm: ecdsa-with-SHA256
        Issuer: O = A, CN = Root
        X509v3 extensions:
            X509v3 Basic Constraints: critical
                CA:FALSE
            X509v3 Subject Alternative Name: 
                DNS:a.example, IP Address:10.0.0.1
            OCSP No Check: 

    Signature Algorithm: ecdsa-with-SHA256
         30:44
";

    #[test]
    fn a_certificate_is_read() {
        let facts = read(CERTIFICATE);
        assert_eq!((facts.subject.as_str(), facts.issuer.as_str()), ("CN=shop,O=A", "CN=Root,O=A"));
        assert_eq!(facts.serial, "77AB");
        assert_eq!(facts.public_key, "-----BEGIN PUBLIC KEY-----\nQUJD\n-----END PUBLIC KEY-----\n");
        assert_eq!(facts.digest().as_deref(), Some("sha256"));
        let extensions: Vec<(&str, &str)> =
            facts.extensions.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
        assert_eq!(
            extensions,
            [
                ("OCSP No Check", ""),
                ("X509v3 Basic Constraints", "critical\nCA:FALSE"),
                ("X509v3 Subject Alternative Name", "DNS:a.example, IP Address:10.0.0.1"),
            ]
        );
        assert!(facts.revoked.is_empty());
    }

    #[test]
    fn a_revocation_list_is_read() {
        let facts = read(
            "issuer=CN=Root
Certificate Revocation List (CRL):
        Version 2 (0x1)
        Signature Algorithm: sha512WithRSAEncryption
        Issuer: CN = Root
        Last Update: Nov  1 12:00:00 2026 GMT
        Next Update: Dec 31 12:00:00 2026 GMT
        CRL extensions:
            X509v3 CRL Number: 
                5
Revoked Certificates:
    Serial Number: 77
        Revocation Date: Nov  1 00:00:00 2022 GMT
        CRL entry extensions:
            X509v3 CRL Reason Code: 
                Key Compromise
    Serial Number: D6D2
        Revocation Date: Nov  1 00:00:00 2022 GMT
    Signature Algorithm: sha512WithRSAEncryption
",
        );
        assert_eq!((facts.issuer.as_str(), facts.digest().as_deref()), ("CN=Root", Some("sha512")));
        assert_eq!(facts.updates, (1_793_534_400, 1_793_534_400 + 60 * 86_400));
        assert_eq!(facts.extensions["X509v3 CRL Number"], "5");
        assert_eq!(facts.revoked.keys().collect::<Vec<_>>(), ["77", "D6D2"]);
        assert!(facts.revoked["77"].contains("Key Compromise"));
        assert_eq!(facts.revoked["D6D2"], "Revocation Date: Nov  1 00:00:00 2022 GMT");
        assert_eq!(facts.revoked_at("77"), Some(1_667_260_800));
        assert_eq!(facts.revoked_at("78"), None);
    }

    #[test]
    fn the_hash_of_a_signature_is_known() {
        for (algorithm, expected) in [
            ("sha256WithRSAEncryption", Some("sha256")),
            ("ecdsa-with-SHA384", Some("sha384")),
            ("RSA-SHA3-256", Some("sha3-256")),
            ("ED25519", None),
        ] {
            let facts = Facts { algorithm: algorithm.to_owned(), ..Facts::default() };
            assert_eq!(facts.digest().as_deref(), expected, "{algorithm}");
        }
    }
}
