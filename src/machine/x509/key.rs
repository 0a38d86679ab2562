//! Private keys, by the program `openssl`.
//!
//! `openssl` reads keys from its input, prints them, and reads passphrases from its environment, so no command line has either.

use crate::process::{AskError, Command};
use crate::text;

/// The variables that hold the passphrase of the old key and the one of the new key.
pub(super) const OLD: &str = "ORCHESTRATE_OLD_PASSPHRASE";
const NEW: &str = "ORCHESTRATE_NEW_PASSPHRASE";

/// The cipher of a new key that has a passphrase.
const CIPHER: &str = "-aes-256-cbc";

/// The algorithm of a key, and its size.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Algorithm {
    /// RSA with a modulus of so many bits.
    Rsa(u32),
    /// The curve of NIST with so many bits: 256, 384 or 521.
    Ec(u32),
    /// Ed25519.
    Ed25519,
    /// Ed448.
    Ed448,
    /// Another one: another curve, DSA.
    Other,
}

/// The form of a key in a file.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Encoding {
    /// Text between two lines with dashes.
    Pem,
    /// Bytes.
    Der,
}

impl Encoding {
    /// The form that bytes have.
    pub fn of(contents: &[u8]) -> Self {
        let begin = b"-----BEGIN";
        if contents.windows(begin.len()).any(|part| part == begin) { Self::Pem } else { Self::Der }
    }

    /// The name of the form.
    pub fn word(self) -> &'static str {
        match self {
            Self::Pem => "pem",
            Self::Der => "der",
        }
    }

    pub(super) fn option(self) -> &'static str {
        match self {
            Self::Pem => "PEM",
            Self::Der => "DER",
        }
    }
}

/// A private key that can be read.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Key {
    /// Its algorithm and size.
    pub algorithm: Algorithm,
    /// Its form.
    pub encoding: Encoding,
    /// True if it needs its passphrase.
    pub is_encrypted: bool,
}

/// What a file holds.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Found {
    /// A private key.
    Key(Key),
    /// An encrypted one, and there is no passphrase.
    Locked,
    /// An encrypted one that the passphrase does not decrypt.
    WrongPassphrase,
    /// No private key that `openssl` can read.
    NoKey,
}

pub(super) fn openssl(words: &[&str]) -> Command {
    Command::argv(["openssl"].iter().chain(words).copied())
}

/// True for a key in PEM that is encrypted. The first line says so, or in the older form the second one.
fn is_encrypted(contents: &[u8]) -> bool {
    let text = text::from_bytes(contents);
    text.contains("-----BEGIN ENCRYPTED PRIVATE KEY-----") || text.contains("Proc-Type: 4,ENCRYPTED")
}

/// Reads a private key.
///
/// # Errors
/// `openssl` cannot be run.
pub async fn look(contents: &[u8], passphrase: Option<&str>) -> Result<Found, AskError> {
    let encoding = Encoding::of(contents);
    let is_encrypted = encoding == Encoding::Pem && is_encrypted(contents);
    let mut words = vec!["pkey", "-inform", encoding.option(), "-noout", "-text_pub"];
    let from = format!("env:{OLD}");
    let mut command = match (is_encrypted, passphrase) {
        (true, None) => return Ok(Found::Locked),
        (true, Some(passphrase)) => {
            words.extend(["-passin", &from]);
            openssl(&words).env(OLD, passphrase)
        }
        (false, _) => openssl(&words),
    };
    command.stdin = Some(contents.to_vec());
    let finished = command.finish().await?;
    Ok(match (finished.is_success(), is_encrypted) {
        (true, _) => Found::Key(Key { algorithm: read(&finished.stdout_text()), encoding, is_encrypted }),
        (false, true) => Found::WrongPassphrase,
        (false, false) => Found::NoKey,
    })
}

/// Reads what `openssl pkey -text_pub` prints.
fn read(text: &str) -> Algorithm {
    let first = text.lines().next().unwrap_or_default();
    if first.starts_with("ED25519 ") {
        return Algorithm::Ed25519;
    }
    if first.starts_with("ED448 ") {
        return Algorithm::Ed448;
    }
    let curve = text.lines().find_map(|line| line.strip_prefix("NIST CURVE: P-"));
    if let Some(bits) = curve.and_then(|bits| bits.trim().parse().ok()) {
        return Algorithm::Ec(bits);
    }
    let is_rsa = !first.starts_with("RSA-PSS") && text.lines().any(|line| line.starts_with("Modulus"));
    let bits = first.split_once('(').and_then(|(_, rest)| rest.split_once(" bit")).map(|(bits, _)| bits);
    match bits.and_then(|bits| bits.parse().ok()).filter(|_| is_rsa) {
        Some(bits) => Algorithm::Rsa(bits),
        None => Algorithm::Other,
    }
}

/// The command that prints a new key. None for an algorithm that nobody can ask for.
pub fn generate(algorithm: Algorithm, encoding: Encoding, passphrase: Option<&str>) -> Option<Command> {
    let size;
    let mut words = vec!["genpkey", "-outform", encoding.option(), "-algorithm"];
    match algorithm {
        Algorithm::Rsa(bits) => {
            size = format!("rsa_keygen_bits:{bits}");
            words.extend(["RSA", "-pkeyopt", &size]);
        }
        Algorithm::Ec(bits) => {
            size = format!("ec_paramgen_curve:P-{bits}");
            words.extend(["EC", "-pkeyopt", &size, "-pkeyopt", "ec_param_enc:named_curve"]);
        }
        Algorithm::Ed25519 => words.push("ED25519"),
        Algorithm::Ed448 => words.push("ED448"),
        Algorithm::Other => return None,
    }
    let to = format!("env:{NEW}");
    Some(match passphrase {
        Some(passphrase) => {
            words.extend([CIPHER, "-pass", &to]);
            openssl(&words).env(NEW, passphrase)
        }
        None => openssl(&words),
    })
}

/// The command that prints the same key in another form, or with a passphrase. The passphrase also opens the old form if that is
/// encrypted.
pub fn encode(contents: &[u8], key: Key, encoding: Encoding, passphrase: Option<&str>) -> Command {
    let mut words = vec!["pkey", "-inform", key.encoding.option(), "-outform", encoding.option()];
    let (from, to) = (format!("env:{OLD}"), format!("env:{NEW}"));
    if key.is_encrypted {
        words.extend(["-passin", &from]);
    }
    if passphrase.is_some() {
        words.extend([CIPHER, "-passout", &to]);
    }
    let mut command = openssl(&words);
    if let Some(passphrase) = passphrase {
        command = command.env(OLD, passphrase).env(NEW, passphrase);
    }
    command.stdin = Some(contents.to_vec());
    command
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::process::Program;

    #[test]
    fn what_openssl_prints_is_read() {
        for (text, expected) in [
            ("Public-Key: (2048 bit)\nModulus:\n    00:ab\n", Algorithm::Rsa(2048)),
            ("RSA Public-Key: (4096 bit)\nModulus:\n", Algorithm::Rsa(4096)),
            ("RSA-PSS Public-Key: (2048 bit)\nModulus:\n", Algorithm::Other),
            (
                "Public-Key: (521 bit)\npub:\n    04:01\nASN1 OID: secp521r1\nNIST CURVE: P-521\n",
                Algorithm::Ec(521),
            ),
            ("Public-Key: (256 bit)\npub:\n    04:01\nASN1 OID: secp256k1\n", Algorithm::Other),
            ("ED25519 Public-Key:\npub:\n", Algorithm::Ed25519),
            ("ED448 Public-Key:\npub:\n", Algorithm::Ed448),
            ("", Algorithm::Other),
        ] {
            assert_eq!(read(text), expected, "{text}");
        }
    }

    fn words(command: &Command) -> String {
        let Program::Argv(words) = &command.program else { panic!("a program") };
        words.join(" ")
    }

    #[test]
    fn no_command_line_has_a_passphrase_or_a_key() {
        let key = Key { algorithm: Algorithm::Ec(256), encoding: Encoding::Pem, is_encrypted: true };
        let commands = [
            generate(Algorithm::Ec(256), Encoding::Pem, Some("opensesame")).expect("a command"),
            encode(b"the key", key, Encoding::Pem, Some("opensesame")),
        ];
        for command in commands {
            let words = words(&command);
            assert!(!words.contains("opensesame") && !words.contains("the key"), "{words}");
            assert!(words.contains(CIPHER), "{words}");
        }
        let command = generate(Algorithm::Rsa(3072), Encoding::Der, None).expect("a command");
        assert_eq!(
            words(&command),
            "openssl genpkey -outform DER -algorithm RSA -pkeyopt rsa_keygen_bits:3072"
        );
        assert!(generate(Algorithm::Other, Encoding::Pem, None).is_none());
    }
}
