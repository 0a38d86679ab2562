//! The verifiers that PostgreSQL stores instead of passwords.
//!
//! See <https://www.postgresql.org/docs/current/catalog-pg-authid.html>, and RFC 5802 for SCRAM.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use hmac::{Hmac, KeyInit, Mac};
use md5::{Digest, Md5};
use sha2::Sha256;

/// The number of bytes of salt of a new verifier, as in the server.
pub const SALT_BYTES: usize = 16;

/// The number of hash iterations of the server.
const ITERATIONS: u32 = 4096;

/// Random bytes for the salt.
pub type Salt = [u8; SALT_BYTES];

/// The form in which a password is stored.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Method {
    /// MD5 of password and name.
    Md5,
    /// SCRAM with SHA-256, since PostgreSQL 10.
    Scram,
    /// The plain password; the server hashes it.
    Plain,
    /// In the form that the server uses for new passwords: SCRAM if true. A password in another form stays.
    Usual {
        /// True for SCRAM, false for MD5.
        is_scram: bool,
    },
}

/// True for a text that is already a verifier.
pub fn is_verifier(text: &str, method: Method) -> bool {
    match method {
        Method::Md5 => text.starts_with("md5"),
        Method::Scram => text.starts_with("SCRAM-SHA-256"),
        Method::Plain => false,
        Method::Usual { .. } => is_verifier(text, Method::Md5) || is_verifier(text, Method::Scram),
    }
}

impl Method {
    /// The text to store for a role's password. A verifier stays as it is. Nothing for letters that SCRAM would have to prepare.
    pub fn verifier(self, role: &str, password: &str, salt: &Salt) -> Option<String> {
        if is_verifier(password, self) {
            return Some(password.to_owned());
        }
        match self {
            Self::Md5 => Some(of_md5(role, password)),
            Self::Plain => Some(password.to_owned()),
            Self::Scram => password.is_ascii().then(|| of_scram(password, salt, ITERATIONS)),
            Self::Usual { is_scram: false } => Some(of_md5(role, password)),
            Self::Usual { is_scram: true } if password.is_ascii() => {
                Some(of_scram(password, salt, ITERATIONS))
            }
            // The server knows how to prepare such letters.
            Self::Usual { is_scram: true } => Some(password.to_owned()),
        }
    }

    /// True if the stored text is of this password.
    pub fn fits(self, role: &str, password: &str, kept: &str) -> bool {
        if is_verifier(password, self) {
            return password == kept;
        }
        match self {
            Self::Md5 => of_md5(role, password) == kept,
            Self::Plain | Self::Usual { .. } if kept.starts_with("md5") => of_md5(role, password) == kept,
            Self::Plain if !kept.starts_with("SCRAM-SHA-256$") => password == kept,
            Self::Scram | Self::Plain | Self::Usual { .. } => is_of_scram(password, kept).unwrap_or(false),
        }
    }
}

fn of_md5(role: &str, password: &str) -> String {
    let digest = Md5::digest(format!("{password}{role}"));
    format!("md5{}", digest.iter().map(|byte| format!("{byte:02x}")).collect::<String>())
}

/// Whether a verifier `SCRAM-SHA-256$4096:SALT$STORED:SERVER` is of a password; nothing if the text is not a verifier.
fn is_of_scram(password: &str, kept: &str) -> Option<bool> {
    let (iterations, rest) = kept.strip_prefix("SCRAM-SHA-256$")?.split_once(':')?;
    let salt = BASE64_STANDARD.decode(rest.split_once('$')?.0).ok()?;
    Some(of_scram(password, &salt, iterations.parse().ok()?) == kept)
}

fn of_scram(password: &str, salt: &[u8], iterations: u32) -> String {
    let salted = salted(password.as_bytes(), salt, iterations);
    let stored = Sha256::digest(keyed(&salted, b"Client Key"));
    let server = keyed(&salted, b"Server Key");
    let [salt, stored, server] = [salt, &stored, &server].map(|bytes| BASE64_STANDARD.encode(bytes));
    format!("SCRAM-SHA-256${iterations}:{salt}${stored}:{server}")
}

/// `Hi` of RFC 5802: PBKDF2 with one block.
fn salted(password: &[u8], salt: &[u8], iterations: u32) -> [u8; 32] {
    let first: Vec<u8> = salt.iter().copied().chain([0, 0, 0, 1]).collect();
    let mut last = keyed(password, &first);
    let mut all = last;
    for _ in 1..iterations {
        last = keyed(password, &last);
        all.iter_mut().zip(last).for_each(|(all, last)| *all ^= last);
    }
    all
}

fn keyed(key: &[u8], bytes: &[u8]) -> [u8; 32] {
    // HMAC accepts keys of any length.
    let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(key) else { return [0; 32] };
    mac.update(bytes);
    mac.finalize().into_bytes().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// From RFC 7677, section 3: user `user`, password `pencil`.
    #[test]
    fn scram_is_that_of_the_rfc() {
        let salt = BASE64_STANDARD.decode("W22ZaJ0SNY7soEsUEjb6gQ==").expect("base64");
        let salted = salted(b"pencil", &salt, 4096);
        assert_eq!(BASE64_STANDARD.encode(salted), "xKSVEDI6tPlSysH6mUQZOeeOp01r6B3fcJbodRPcYV0=");
        let verifier = of_scram("pencil", &salt, 4096);
        assert!(Method::Scram.fits("user", "pencil", &verifier));
        assert!(!Method::Scram.fits("user", "pencils", &verifier));
        assert!(Method::Scram.fits("user", &verifier, &verifier));
    }

    #[test]
    fn md5_is_of_password_and_name() {
        // select 'md5' || md5('secret' || 'web');
        let kept = Method::Md5.verifier("web", "secret", &[0; SALT_BYTES]).expect("a verifier");
        assert_eq!(kept.len(), 35);
        assert!(Method::Md5.fits("web", "secret", &kept) && !Method::Md5.fits("ops", "secret", &kept));
        assert!(Method::Plain.fits("web", "secret", &kept));
        assert_eq!(Method::Md5.verifier("web", &kept, &[0; SALT_BYTES]), Some(kept));
    }

    #[test]
    fn a_verifier_of_another_method_does_not_fit() {
        let scram = Method::Scram.verifier("web", "secret", &[7; SALT_BYTES]).expect("a verifier");
        assert!(scram.starts_with("SCRAM-SHA-256$4096:BwcHBwcHBwcHBwcHBwcHBw==$"), "{scram}");
        assert!(!Method::Md5.fits("web", "secret", &scram) && Method::Plain.fits("web", "secret", &scram));
        assert_eq!(Method::Scram.verifier("web", "é", &[7; SALT_BYTES]), None);
    }
}
