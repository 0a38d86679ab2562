//! Texts in PEM: RFC 7468, and the older form with headers of RFC 1421.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use crate::text;

/// The letters of a line.
const WIDTH: usize = 64;

/// Why a text is not PEM. It never shows the text, because that may be a private key.
#[derive(Clone, Copy, Debug, Eq, PartialEq, thiserror::Error)]
pub enum PemError {
    /// Nothing begins.
    #[error("PEM text not valid: it has no line '-----BEGIN …-----'")]
    NoBegin,
    /// Something does not end.
    #[error("PEM text not valid: entry {0} has no line '-----END …-----' with the same label")]
    NoEnd(usize),
    /// Something is not base64.
    #[error("PEM text not valid: entry {0} is not base64")]
    NotBase64(usize),
}

/// Writes the entries of a text as RFC 7468 has it: with line breaks, and 64 letters in a line at most.
///
/// # Errors
/// A text without entries, or a damaged one.
pub fn format(text: &str) -> Result<String, PemError> {
    entries(text).map(|entries| entries.concat())
}

/// The entries of a text, each as [`format`] writes it.
///
/// # Errors
/// A text without entries, or a damaged one.
pub fn entries(text: &str) -> Result<Vec<String>, PemError> {
    let text = text.replace("\\n", "\n");
    let mut rest = text.as_str();
    let mut entries = vec![];
    while let Some((_, after)) = rest.split_once("-----BEGIN ") {
        let count = entries.len() + 1;
        let (label, after) = after.split_once("-----").ok_or(PemError::NoEnd(count))?;
        let end = format!("-----END {label}-----");
        let (body, after) = after.split_once(&end).ok_or(PemError::NoEnd(count))?;
        let (headers, body) = parts(body);
        if body.is_empty() || STANDARD.decode(&body).is_err() {
            return Err(PemError::NotBase64(count));
        }
        let mut written = format!("-----BEGIN {label}-----\n");
        if !headers.is_empty() {
            written.push_str(&headers.join("\n"));
            written.push_str("\n\n");
        }
        // Base64 is ASCII: a chunk of bytes is text.
        for line in body.as_bytes().chunks(WIDTH) {
            written.push_str(&text::from_bytes(line));
            written.push('\n');
        }
        written.push_str(&end);
        written.push('\n');
        entries.push(written);
        rest = after;
    }
    if entries.is_empty() { Err(PemError::NoBegin) } else { Ok(entries) }
}

/// The headers of an entry, and its base64 without spaces.
fn parts(body: &str) -> (Vec<&str>, String) {
    let (headers, lines): (Vec<&str>, Vec<&str>) =
        body.lines().map(str::trim).partition(|line| line.contains(": "));
    (headers, lines.concat().split_whitespace().collect())
}

/// True for a text with a private key.
pub fn is_private(text: &str) -> bool {
    text.contains("PRIVATE KEY-----")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_gets_its_lines_back() {
        let letters = "QUJD".repeat(17);
        let (first, last) = letters.split_at(64);
        let expected = format!("-----BEGIN CERTIFICATE-----\n{first}\n{last}\n-----END CERTIFICATE-----\n");
        for text in [
            expected.clone(),
            format!("-----BEGIN CERTIFICATE-----{letters}-----END CERTIFICATE-----"),
            format!("  -----BEGIN CERTIFICATE-----\n {first} {last}\n -----END CERTIFICATE-----"),
            format!("-----BEGIN CERTIFICATE-----\\n{letters}\\n-----END CERTIFICATE-----\\n"),
            format!(
                "a comment\n-----BEGIN CERTIFICATE-----\r\n{first}\r\n{last}\r\n-----END CERTIFICATE-----\r\n"
            ),
        ] {
            assert_eq!(format(&text).as_deref(), Ok(expected.as_str()), "{text}");
        }
        assert_eq!(format(&expected.repeat(2)), Ok(expected.repeat(2)), "a chain stays whole");
    }

    #[test]
    fn headers_of_an_encrypted_key_stay() {
        let text = "-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,00\n\nQUJD\n-----END RSA PRIVATE KEY-----\n";
        assert_eq!(format(text).as_deref(), Ok(text));
        assert!(is_private(text));
    }

    #[test]
    fn a_damaged_text_is_refused_and_not_shown() {
        for (text, expected) in [
            ("no such file", PemError::NoBegin),
            ("-----BEGIN X-----\nQUJD\n-----END Y-----\n", PemError::NoEnd(1)),
            ("-----BEGIN X", PemError::NoEnd(1)),
            ("-----BEGIN X-----\nQUJ\n-----END X-----\n", PemError::NotBase64(1)),
            ("-----BEGIN X-----\n-----END X-----\n", PemError::NotBase64(1)),
        ] {
            assert_eq!(format(text), Err(expected), "{text}");
            assert!(!expected.to_string().contains("QUJ"));
        }
    }
}
