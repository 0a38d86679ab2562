//! Lines that hold the hash of all lines before them.
//!
//! The hash is SHA-256 over the hash of the line before, a line feed, and the line without its own hash. It is not
//! signed: anyone who may write to the directory can write a whole new chain. To detect that too, keep the last hash
//! elsewhere.

use sha2::{Digest, Sha256};

use model::hex;

/// The text between a line and its hash.
const BEFORE: &str = ",\"hash\":\"";

/// The length of a hash, in letters.
const LENGTH: usize = 64;

/// The line that follows `previous`, and its hash. `body` is a JSON object.
pub(super) fn seal(previous: &str, body: &str) -> (String, String) {
    let hash = hash(previous, body);
    let open = body.strip_suffix('}').unwrap_or(body);
    (format!("{open}{BEFORE}{hash}\"}}"), hash)
}

/// The body of a line and the hash that it holds; nothing if it is not such a line.
pub(super) fn open(line: &str) -> Option<(String, &str)> {
    let inner = line.strip_suffix("\"}")?;
    let hash = inner.get(inner.len().checked_sub(LENGTH)?..)?;
    let body = inner.strip_suffix(hash)?.strip_suffix(BEFORE)?;
    let is_hash = hash.bytes().all(|byte| byte.is_ascii_hexdigit());
    is_hash.then(|| (format!("{body}}}"), hash))
}

/// The hash of a line that follows `previous`.
pub(super) fn hash(previous: &str, body: &str) -> String {
    hex(&Sha256::digest(format!("{previous}\n{body}").as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sealed_line_is_opened_to_what_it_was_and_is_json() {
        let (line, hash) = seal("", r#"{"a":1}"#);
        assert_eq!(open(&line), Some((r#"{"a":1}"#.to_owned(), hash.as_str())));
        let read: serde_json::Value = serde_json::from_str(&line).unwrap();
        assert_eq!((&read["a"], read["hash"].as_str()), (&serde_json::json!(1), Some(hash.as_str())));
        assert_eq!(open(r#"{"a":1}"#), None);
        assert_eq!(open("\u{e9}\"}"), None);
    }

    #[test]
    fn the_hash_is_another_after_another_line() {
        assert_ne!(hash("", "{}"), hash("a", "{}"));
        assert_ne!(hash("", "{}"), hash("", "{ }"));
    }
}
