//! `shadow.*`: password hashes in the form of `/etc/shadow`.
//!
//! See <https://docs.saltproject.io/en/3007/ref/modules/all/salt.modules.linux_shadow.html>.

use rand::RngExt;
use sha_crypt::Params;

use super::Function;
use super::call::{Bound, CallError};
use super::signature::{maybe, required, takes, text};
use crate::Context;
use model::{Shape, Value, secret};

/// The letters of a salt.
const LETTERS: &[u8] = b"./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// The most letters in the salt of crypt(3); more have no effect.
const SALT: usize = 16;

pub(super) const FUNCTIONS: &[Function] = &[
    Function {
        name: "shadow.gen_password",
        signature: takes(&[
            required("password", Shape::Secret, "the password"),
            maybe(
                "crypt_salt",
                Shape::Text,
                "the salt; without it a random one, and another hash at each call",
            ),
            text("algorithm", "sha512", "sha512 or sha256"),
        ]),
        doc: "Returns the hash of a password for /etc/shadow and user.present.\n\nIf a state uses the \
              hash, give crypt_salt: a random salt makes another hash at each run. md5 and blowfish are \
              not supported.",
        returns: "a text",
        does: &[],
        call: gen_password,
    },
    Function {
        name: "shadow.default_hash",
        signature: takes(&[]),
        doc: "Returns the hash of an account that has no password.",
        returns: "a text",
        does: &[],
        call: |_, _| Ok("!".into()),
    },
];

fn gen_password(_: &Context<'_>, bound: &Bound) -> Result<Value, CallError> {
    let salt = match bound.value("crypt_salt").as_str() {
        Some(salt) => salt.to_owned(),
        None => {
            let mut random = rand::rng();
            (0..SALT).map(|_| char::from(LETTERS[random.random_range(0..LETTERS.len())])).collect()
        }
    };
    if salt.is_empty()
        || !salt.bytes().all(|letter| letter.is_ascii_graphic() && letter != b'$' && letter != b':')
    {
        return Err(
            bound.fails("'crypt_salt' must have letters, digits and marks of ASCII, '$' and ':' excepted")
        );
    }
    let password = bound.text("password");
    let hash = hash(&password, &salt[..salt.len().min(SALT)], &bound.text("algorithm"));
    let hash = hash.ok_or_else(|| {
        bound.fails(format!(
            "the algorithm '{}' is not supported: sha512 and sha256 are",
            bound.text("algorithm")
        ))
    })?;
    secret::hide(&password);
    Ok(hash.into())
}

/// None for an algorithm that is not supported.
///
/// The order of the bytes is that of <https://www.akkadia.org/drepper/SHA-crypt.txt>.
fn hash(password: &str, salt: &str, algorithm: &str) -> Option<String> {
    let (password, salted) = (password.as_bytes(), salt.as_bytes());
    let params = Params::default();
    let mut text = String::new();
    match algorithm {
        "sha512" => {
            let digest = sha_crypt::sha512_crypt(password, salted, params);
            let mut at = [0, 21, 42];
            for _ in 0..21 {
                write(&mut text, at.map(|index| digest[index]), 4);
                at = [at[1] + 1, at[2] + 1, at[0] + 1];
            }
            write(&mut text, [0, 0, digest[63]], 2);
            Some(format!("$6${salt}${text}"))
        }
        "sha256" => {
            let digest = sha_crypt::sha256_crypt(password, salted, params);
            let mut at = [0, 10, 20];
            for _ in 0..10 {
                write(&mut text, at.map(|index| digest[index]), 4);
                at = [at[2] + 1, at[0] + 1, at[1] + 1];
            }
            write(&mut text, [0, digest[31], digest[30]], 3);
            Some(format!("$5${salt}${text}"))
        }
        _ => None,
    }
}

/// Three bytes as this many letters, the last six bits first.
fn write(text: &mut String, [high, middle, low]: [u8; 3], letters: usize) {
    let mut bits = u32::from(high) << 16 | u32::from(middle) << 8 | u32::from(low);
    for _ in 0..letters {
        text.push(char::from(LETTERS[(bits & 63) as usize]));
        bits >>= 6;
    }
}

#[cfg(test)]
mod tests {
    use super::hash;

    /// The answers of glibc's crypt(3).
    #[test]
    fn hashes_are_those_of_crypt() {
        for (password, salt, algorithm, expected) in [
            (
                "secret",
                "saltsalt",
                "sha512",
                "$6$saltsalt$TVLlQcbpFVof5W3Yz4DTP6gRstiNuHwwTt6GLc1E5n0U0aDehy0S5knV8wiOQSpT0Y77vwPZN.Pq.H91p5hVO1",
            ),
            (
                "",
                "a",
                "sha512",
                "$6$a$Z6IPkDduHdwavesVY2NFMpOHkigshxPYdhfLg0D3A7/XFQcso9RV2E8qczyJ2su.dj6RRLaTpvgwN1rZfK0I9.",
            ),
            (
                "é long password that is longer than sixty-four bytes, which is one block of it",
                "0123456789abcdef",
                "sha512",
                "$6$0123456789abcdef$sV0N9NuKgZEtzwkBMBMjACBK.jt6RK.QtJMj/NcAtEje65Giz6xqEGE7rLjKhdTidtL.xg//GqP9OEeN7wmJV1",
            ),
            ("secret", "saltsalt", "sha256", "$5$saltsalt$0IyaXrmV7.sGNS6tirgqHLqX/G.FBvgkYA.lpPdS5sA"),
            (
                "I_am_password",
                "I_am_salt",
                "sha256",
                "$5$I_am_salt$FnWvOIJn1F6zDPIqTV2zjq52vBNkOvorjARGDrLPDKA",
            ),
        ] {
            assert_eq!(hash(password, salt, algorithm).as_deref(), Some(expected), "{password} {salt}");
        }
        assert_eq!(hash("p", "s", "md5"), None);
    }
}
