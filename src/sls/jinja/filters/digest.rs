//! Digests by name, for the filters that make them: of a text, of a file, of a random number.

use std::fmt::Write;

use md5::{Digest, Md5};
use sha1::Sha1;
use sha2::{Sha224, Sha256, Sha384, Sha512};

use super::Table;
use crate::jinja::raise::{Outcome, Raise};

pub(super) const TABLE: Table = &[
    ("md5", |_, value, _| hex("md5", value.text()?.as_bytes()).map(Into::into)),
    ("sha1", |_, value, _| hex("sha1", value.text()?.as_bytes()).map(Into::into)),
    ("sha256", |_, value, _| hex("sha256", value.text()?.as_bytes()).map(Into::into)),
    ("sha512", |_, value, _| hex("sha512", value.text()?.as_bytes()).map(Into::into)),
];

/// The digest of some bytes, in hexadecimal digits.
pub(super) fn hex(kind: &str, bytes: &[u8]) -> Outcome<String> {
    Ok(match kind {
        "md5" => digits(&Md5::digest(bytes)),
        "sha1" => digits(&Sha1::digest(bytes)),
        "sha224" => digits(&Sha224::digest(bytes)),
        "sha256" => digits(&Sha256::digest(bytes)),
        "sha384" => digits(&Sha384::digest(bytes)),
        "sha512" => digits(&Sha512::digest(bytes)),
        _ => {
            let raise = Raise::new(format!("there is no digest '{kind}'"));
            return Err(raise.hint("there are md5, sha1, sha224, sha256, sha384 and sha512"));
        }
    })
}

/// Bytes as hexadecimal digits.
pub(super) fn digits(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut out, byte| {
        let _ = write!(out, "{byte:02x}");
        out
    })
}
