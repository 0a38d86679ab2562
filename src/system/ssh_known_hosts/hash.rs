//! Hashed names of hosts, and fingerprints of keys.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use hmac::{Hmac, KeyInit, Mac};
use sha1::Sha1;

use machine::file::Algorithm;
use machine::text;

/// A name as `HashKnownHosts` writes it: `|1|salt|hash`.
pub(super) fn hashed(host: &str, salt: &[u8; 20]) -> String {
    let Ok(mut mac) = Hmac::<Sha1>::new_from_slice(salt) else { return host.to_owned() };
    mac.update(host.as_bytes());
    let hash = mac.finalize().into_bytes();
    format!("|1|{}|{}", BASE64_STANDARD.encode(salt), BASE64_STANDARD.encode(hash))
}

/// The fingerprint of a key: bytes in hexadecimal digits, separated by colons. Nothing if it is not a key.
pub(super) fn fingerprint(key: &str, algorithm: Algorithm) -> Option<String> {
    let bytes = BASE64_STANDARD.decode(key).ok()?;
    let digits = algorithm.digest(&bytes);
    let pairs: Vec<String> = digits.as_bytes().chunks(2).map(text::from_bytes).collect();
    Some(pairs.join(":"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_hashed_as_openssh_hashes_it() {
        let hash = hashed("example.com", &[7; 20]);
        let parts: Vec<&str> = hash.split('|').collect();
        assert_eq!(parts[..3], ["", "1", "BwcHBwcHBwcHBwcHBwcHBwcHBwc="]);
        assert_eq!(hash, hashed("example.com", &[7; 20]));
        assert_ne!(hash, hashed("example.org", &[7; 20]));
    }

    #[test]
    fn a_fingerprint_has_colons() {
        let found = fingerprint("YWJj", Algorithm::Md5);
        assert_eq!(found.as_deref(), Some("90:01:50:98:3c:d2:4f:b0:d6:96:3f:7d:28:e1:7f:72"));
        assert_eq!(fingerprint("no key", Algorithm::Md5), None);
    }
}
