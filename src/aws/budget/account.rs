//! The owner of the budget that a call uses.

use sha2::{Digest, Sha256};

/// The account of an access key, as a word for a file name.
///
/// Since 2019 characters 5 to 12 of a key hold the account's number, in base 32, shifted by a bit. AWS does not
/// guarantee this, and only the sharing of buckets depends on it: a key without a number is represented by its own
/// hash.
pub(super) fn of_key(key_id: &str) -> String {
    number(key_id).map_or_else(|| digest(key_id), |number| format!("{number:012}"))
}

/// A short word that identifies a text.
pub(super) fn digest(text: &str) -> String {
    let digest = Sha256::digest(text.as_bytes());
    digest.iter().take(6).map(|byte| format!("{byte:02x}")).collect()
}

fn number(key_id: &str) -> Option<u64> {
    let encoded = key_id.get(4..14).filter(|_| key_id.len() == 20)?;
    let bits = encoded.bytes().try_fold(0_u64, |bits, letter| {
        let digit = match letter {
            b'A'..=b'Z' => letter - b'A',
            b'2'..=b'7' => letter - b'2' + 26,
            _ => return None,
        };
        Some((bits << 5) | u64::from(digit))
    })?;
    // Ten letters are 50 bits; the first 48 are six bytes, and 40 of these hold the number.
    let number = ((bits >> 2) & 0x7fff_ffff_ff80) >> 7;
    (number < 1_000_000_000_000).then_some(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_reports_its_account() {
        // Both example keys were published with their accounts.
        assert_eq!(of_key("ASIAQNZGKIQY56JQ7WML"), "029608264753");
        assert_eq!(of_key("AKIASP2TPHJSQH3FJRUX"), "171436882533");
    }

    #[test]
    fn a_key_without_an_account_stands_for_itself() {
        let word = of_key("test");
        assert_eq!(word, of_key("test"));
        assert_ne!(word, of_key("other"));
        assert_eq!(word.len(), 12);
    }
}
