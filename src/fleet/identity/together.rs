//! Many signatures checked at once: it takes half the time of checking one after the other.

use std::collections::HashMap;

use ed25519_dalek::{Signature, Verifier, VerifyingKey, verify_batch};

use super::keys::PublicKey;

/// A signature to check: this key should have signed this message.
#[derive(Clone, Copy, Debug)]
pub struct Claim<'a> {
    /// The key.
    pub key: &'a PublicKey,
    /// The message.
    pub message: &'a [u8],
    /// The signature, as it came.
    pub signature: &'a [u8],
}

/// How many are checked together: more would save little time.
const TOGETHER: usize = 256;

/// Which of these signatures are valid. If a batch has a wrong one, each signature of the batch is checked alone, so a forged one
/// costs only itself.
pub fn have_signed(claims: &[Claim<'_>]) -> Vec<bool> {
    let mut keys = HashMap::new();
    claims.chunks(TOGETHER).flat_map(|claims| checked(claims, &mut keys)).collect()
}

fn checked<'a>(claims: &[Claim<'a>], keys: &mut HashMap<&'a PublicKey, Option<VerifyingKey>>) -> Vec<bool> {
    let mut known = |claim: &Claim<'a>| {
        let key = *keys.entry(claim.key).or_insert_with(|| claim.key.verifying());
        key.zip(Signature::from_slice(claim.signature).ok())
    };
    let read: Vec<_> = claims.iter().map(&mut known).collect();
    let (mut messages, mut signatures, mut by) = (vec![], vec![], vec![]);
    for (claim, (key, signature)) in
        claims.iter().zip(&read).filter_map(|(claim, read)| Some((claim, read.as_ref()?)))
    {
        messages.push(claim.message);
        signatures.push(*signature);
        by.push(*key);
    }
    let are_all_true = by.len() > 1 && verify_batch(&messages, &signatures, &by).is_ok();
    let is_true = |(claim, read): (&Claim<'_>, &Option<(VerifyingKey, Signature)>)| {
        let fits =
            |(key, signature): &(VerifyingKey, Signature)| key.verify(claim.message, signature).is_ok();
        read.as_ref().is_some_and(|read| are_all_true || fits(read))
    };
    claims.iter().zip(&read).map(is_true).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::identity::Identity;

    #[test]
    fn a_wrong_one_spoils_no_other_wherever_it_is() {
        let identities: Vec<Identity> = (0..5).map(|_| Identity::generate()).collect();
        let keys: Vec<PublicKey> = identities.iter().map(Identity::public).collect();
        let message = |number: usize| format!("message {number}").into_bytes();
        for many in [0, 1, 2, TOGETHER, TOGETHER + 1, 3 * TOGETHER - 1] {
            let by = |number: usize| &identities[number % identities.len()];
            let messages: Vec<_> = (0..many).map(message).collect();
            let good: Vec<_> = (0..many).map(|number| by(number).sign(&messages[number]).unwrap()).collect();
            let check = |signatures: &[Vec<u8>]| {
                let claim = |number: usize| Claim {
                    key: &keys[number % keys.len()],
                    message: &messages[number],
                    signature: &signatures[number],
                };
                have_signed(&(0..many).map(claim).collect::<Vec<_>>())
            };
            assert_eq!(check(&good), vec![true; many]);
            for wrong in [0, many / 2, many.saturating_sub(1)].into_iter().filter(|wrong| *wrong < many) {
                let other = &identities[(wrong + 1) % identities.len()];
                for forged in [
                    vec![],
                    vec![0; 64],
                    good[wrong][..63].to_vec(),
                    other.sign(&messages[wrong]).unwrap(),
                    by(wrong).sign(b"another message").unwrap(),
                ] {
                    let mut signatures = good.clone();
                    signatures[wrong] = forged;
                    let found = check(&signatures);
                    let expected: Vec<bool> = (0..many).map(|number| number != wrong).collect();
                    assert_eq!(found, expected, "{wrong} of {many}");
                }
            }
        }
    }
}
