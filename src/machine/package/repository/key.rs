//! Keys of repositories: OpenPGP certificates, armoured or not, and how they are fetched.
//!
//! See RFC 9580.

use std::time::Duration;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use sha1::{Digest, Sha1};

use crate::package::{PackageError, succeeded};
use crate::process::{Command, Temporary};
use crate::text;

const HEAD: &str = "-----BEGIN PGP PUBLIC KEY BLOCK-----";
const FOOT: &str = "-----END PGP PUBLIC KEY BLOCK-----";

/// A key server that takes longer than this does not answer.
const DEADLINE: Duration = Duration::from_secs(120);

/// True for an armoured key.
pub fn is_armoured(bytes: &[u8]) -> bool {
    text::from_bytes(bytes).contains(HEAD)
}

/// A key in binary form: all its blocks, one after the other. A binary key stays as it is.
///
/// # Errors
///
/// Why it is not a key.
pub fn in_bytes(bytes: &[u8]) -> Result<Vec<u8>, String> {
    if !is_armoured(bytes) {
        return Ok(bytes.to_vec());
    }
    let text = text::from_bytes(bytes);
    let mut all = vec![];
    for block in text.split(HEAD).skip(1) {
        let (inner, _) = block.split_once(FOOT).ok_or("a block of the key has no end")?;
        // Headers end with an empty line; the checksum begins with `=` and is optional.
        let lines =
            inner.lines().map(str::trim).filter(|line| !line.contains(": ") && !line.starts_with('='));
        let data: String = lines.collect();
        let decoded = BASE64_STANDARD.decode(data).map_err(|error| format!("a block of the key: {error}"))?;
        all.extend(decoded);
    }
    Ok(all)
}

/// True for a binary key.
pub fn is_key(bytes: &[u8]) -> bool {
    packet(bytes).is_some_and(|(tag, ..)| tag == 6)
}

/// The fingerprints of a binary key and of its subkeys, in capital digits. Empty if it holds none of a known version.
pub fn fingerprints(bytes: &[u8]) -> Vec<String> {
    let (mut found, mut rest) = (vec![], bytes);
    while let Some((tag, body, after)) = packet(rest) {
        // Public keys and public subkeys of version 4.
        if (tag == 6 || tag == 14) && body.first() == Some(&4) {
            let Ok(length) = u16::try_from(body.len()) else { break };
            let mut hash = Sha1::new();
            hash.update([0x99]);
            hash.update(length.to_be_bytes());
            hash.update(body);
            found.push(hash.finalize().iter().map(|byte| format!("{byte:02X}")).collect());
        }
        rest = after;
    }
    found
}

/// The first packet: its tag, its body, and the rest.
fn packet(bytes: &[u8]) -> Option<(u8, &[u8], &[u8])> {
    let (&head, rest) = bytes.split_first()?;
    let number = |bytes: &[u8]| bytes.iter().fold(0_usize, |sum, byte| (sum << 8) | usize::from(*byte));
    let (tag, width, length) = match (head & 0xc0, rest.first().copied()) {
        (0xc0, Some(first @ 0..=191)) => (head & 0x3f, 1, usize::from(first)),
        (0xc0, Some(first @ 192..=223)) => {
            (head & 0x3f, 2, ((usize::from(first) - 192) << 8) + usize::from(*rest.get(1)?) + 192)
        }
        (0xc0, Some(255)) => (head & 0x3f, 5, number(rest.get(1..5)?)),
        (0x80, _) => {
            let width = [1, 2, 4].get(usize::from(head & 3)).copied()?;
            ((head >> 2) & 0x0f, width, number(rest.get(..width)?))
        }
        _ => return None,
    };
    let end = width.checked_add(length)?;
    Some((tag, rest.get(width..end)?, rest.get(end..)?))
}

/// Fetches keys from a key server by `gpg`, which also checks the signatures of their parts.
///
/// # Errors
///
/// `gpg` is missing, or the server does not have them; the message of `gpg`.
pub async fn receive(server: &str, ids: &[String]) -> Result<Vec<u8>, PackageError> {
    let attempt = "fetch keys by gpg";
    let made = Temporary::directory();
    let made = made.map_err(|said| PackageError::Refused { attempt, said })?;
    let home = made.path().display().to_string();
    let gpg = |words: &[&str]| {
        let words =
            ["gpg", "--homedir", &home, "--batch", "--quiet"].into_iter().chain(words.iter().copied());
        Command::argv(words).env("LC_ALL", "C.UTF-8").timeout(DEADLINE)
    };
    let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
    let fetch = gpg(&[&["--keyserver", server, "--recv-keys"], &ids[..]].concat());
    let export = gpg(&[&["--armor", "--export"], &ids[..]].concat());
    let fetched = succeeded(attempt, &fetch).await;
    let exported = match fetched {
        Ok(_) => export.run().await.map_err(|source| PackageError::Start { attempt, source }),
        Err(error) => Err(error),
    };
    // It starts an agent that would outlive it.
    let _ = Command::argv(["gpgconf", "--homedir", &home, "--kill", "all"]).run().await;
    exported.map(|finished| finished.stdout)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Made for this test: an Ed25519 key that signs nothing.
    const KEY: &str = include_str!("../../../../tests/it/packages/key.asc");

    #[test]
    fn a_key_is_known_by_its_fingerprints() {
        let bytes = in_bytes(KEY.as_bytes()).expect("a key");
        assert_eq!(
            fingerprints(&bytes),
            ["E91E6ACE4F0987062D4A20A48E6282500026D7DD", "00BB4EE7030794973856E43CE52F9B13AE460457"]
        );
        assert!(is_key(&bytes) && !is_key(b"no key") && !is_key(&[]));
        assert_eq!(in_bytes(&bytes).as_deref(), Ok(&bytes[..]), "bytes stay");
        let twice = in_bytes(format!("{KEY}{KEY}").as_bytes()).expect("two blocks");
        assert_eq!(fingerprints(&twice).len(), 4);
        assert_eq!(fingerprints(b"no key").len(), 0);
        assert!(in_bytes(format!("{HEAD}\n\nabcd").as_bytes()).is_err());
    }
}
